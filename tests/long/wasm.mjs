// Answers requests, one a line, through the browser's library.
// usage: node wasm.mjs FOLDER
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

// Limits are of CPU time, and a browser's clock is not: on a busy machine a
// request would be cut that the machine's own library answers.
performance.now = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const folder = path.resolve(process.argv[2]);
const make = createRequire(import.meta.url)(path.join(folder, "doxa.js"));
const engine = await make({
  wasmBinary: readFileSync(path.join(folder, "doxa.wasm")) });

function door(request) {
  const size = engine.lengthBytesUTF8(request) + 1;
  const at = engine._malloc(size);
  engine.stringToUTF8(request, at, size);
  const reply = engine.UTF8ToString(engine._dx_wasm_door(at));
  engine._free(at);
  return reply;
}
for (const line of readFileSync(0, "utf8").trimEnd().split("\n"))
  console.log(door(line).replaceAll("\n", " "));
