// The engine of the site: a request of the door in, its reply out, both as text.
importScripts("doxa.js");
const engine = doxaEngine();
self.onmessage = async (e) => {
  const e1 = await engine;
  const size = e1.lengthBytesUTF8(e.data) + 1;
  const at = e1._malloc(size);
  e1.stringToUTF8(e.data, at, size);
  const reply = e1.UTF8ToString(e1._dx_wasm_door(at));
  e1._free(at);
  self.postMessage(reply);
};
