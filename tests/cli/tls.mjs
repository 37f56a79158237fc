// A client over TLS, for tls.sh: requests, and a WebSocket made by hand that
// plays a game to its end.
import https from "node:https";
import net from "node:net";
import tls from "node:tls";
import { readFileSync } from "node:fs";

const [address, file] = process.argv.slice(2);
const { port } = new URL(address);
const ca = readFileSync(file);
const own = { host: "127.0.0.1", port, ca };

function fail(what) {
  console.log(what);
  process.exit(1);
}

function request(path, body) {
  return new Promise((resolve, reject) => {
    const r = https.request({ ...own, path, method: body ? "POST" : "GET" },
      (answer) => {
        let text = "";
        answer.on("data", (d) => { text += d; });
        answer.on("end", () => resolve({ code: answer.statusCode, text }));
      });
    r.on("error", reject);
    r.end(body);
  });
}

/** What a connection says until it is closed, or `enough` of it. */
function listen(socket, said, enough = () => false) {
  return new Promise((resolve) => {
    let all = "";
    socket.on("data", (d) => {
      all += d.toString("latin1");
      if (enough(all)) resolve(all);
    });
    socket.on("error", () => resolve(all));
    socket.on("close", () => resolve(all));
    if (said) socket.write(said);
  });
}

function greeting(origin) {
  return `GET /ws HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: ${origin}\r\n` +
    "Upgrade: websocket\r\nConnection: Upgrade\r\n" +
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" +
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: doxa.1\r\n\r\n";
}

function frame(message) {
  const text = Buffer.from(JSON.stringify(message));
  const head = text.length < 126
    ? Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0])
    : Buffer.from([0x81, 0xfe, text.length >> 8, text.length & 255, 0, 0, 0, 0]);
  return Buffer.concat([head, text]);
}

/** Calls back with every message. */
function messages(socket, tell) {
  let rest = Buffer.alloc(0);
  socket.on("data", (d) => {
    rest = Buffer.concat([rest, d]);
    for (;;) {
      if (rest.length < 2) return;
      const short = rest[1] & 127;
      const head = short === 126 ? 4 : short === 127 ? 10 : 2;
      if (rest.length < head) return;
      const size = head === 2 ? short
        : head === 4 ? rest.readUInt16BE(2) : Number(rest.readBigUInt64BE(2));
      if (rest.length < head + size) return;
      if ((rest[0] & 15) === 1) {
        tell(JSON.parse(rest.subarray(head, head + size).toString()));
      }
      rest = rest.subarray(head + size);
    }
  });
}

async function play() {
  const made = JSON.parse((await request("/api/tables", JSON.stringify(
    { rules: "kemps(tiny,limit=20)", seats: ["person", "greedy"] }))).text);
  const socket = tls.connect(own);
  const head = await listen(socket, greeting(`https://127.0.0.1:${port}`),
    (all) => all.includes("\r\n\r\n"));
  if (!head.startsWith("HTTP/1.1 101")) fail(`no WebSocket: ${head}`);
  socket.removeAllListeners("data");
  const ended = new Promise((resolve) => {
    messages(socket, (m) => {
      if (m.type === "turn") {
        socket.write(frame({ type: "move", seq: m.seq, move: m.legal[0] }));
      }
      if (m.type === "end") resolve(m);
    });
  });
  socket.write(frame({ type: "join", table: made.id,
    token: made.seats[0].token }));
  const end = await ended;
  if (end.how !== "over") fail(`it ended: ${end.how}`);
  socket.destroy();
}

const health = await request("/health");
if (health.code !== 200) fail(`health: ${health.code}`);
const page = await request("/");
if (page.code !== 200 || !page.text.includes("<html")) fail("no page");
await play();
const http = await listen(tls.connect(own),
  greeting(`http://127.0.0.1:${port}`), (all) => all.includes("\r\n\r\n"));
if (!/^HTTP\/1.. 403/.test(http)) fail(`a page without TLS: ${http}`);
const plain = await listen(net.connect({ host: "127.0.0.1", port }),
  "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
if (plain.includes("fine")) fail(`plain text was answered: ${plain}`);
const stranger = await request("/health").catch(() => null);
if (stranger === null) fail("it does not answer any more");
process.exit(0);
