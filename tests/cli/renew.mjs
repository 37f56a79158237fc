// Certificates that are renewed while a server runs, for tls.sh: new callers see
// the new one, who is connected stays, and a pair that does not fit changes
// nothing.  Both over HTTPS' port and over that of plain lines.
import tls from "node:tls";
import { copyFileSync, readFileSync } from "node:fs";

const [web, tcp, pid, folder] = process.argv.slice(2);

function fail(what) {
  console.log(what);
  process.exit(1);
}

/** A connection that has shaken hands. */
function call(port) {
  return new Promise((resolve) => {
    const socket = tls.connect({ host: "127.0.0.1", port,
      rejectUnauthorized: false }, () => resolve(socket));
    socket.on("error", (e) => fail(`port ${port}: ${e.message}`));
  });
}

async function nameAt(port) {
  const socket = await call(port);
  const { CN } = socket.getPeerCertificate().subject;
  socket.destroy();
  return CN;
}

/** Until it is so; a busy machine may take its time. */
async function until(what, is) {
  for (let i = 0; i < 600; i++) {
    if (await is()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  fail(`it never came: ${what}`);
}

/** Says a line and waits for one of a type. */
async function say(socket, line, type) {
  let said = "";
  const hear = (d) => { said += d; };
  socket.on("data", hear);
  socket.write(`${JSON.stringify(line)}\n`);
  await until(type, () => said.includes(`"type":"${type}"`));
  socket.off("data", hear);
}

function use(pair) {
  copyFileSync(`${folder}/${pair}-cert.pem`, `${folder}/cert.pem`);
  copyFileSync(`${folder}/${pair}-key.pem`, `${folder}/key.pem`);
  process.kill(Number(pid), "SIGHUP");
}

const said = (words) => readFileSync(`${folder}/said`, "utf8").includes(words);

const old = await call(tcp);
await say(old, { type: "hello", protocol: 1, name: "old" }, "hello");
const first = await nameAt(web);
use("second");
await until("the new certificate", async () => await nameAt(web) === "second");
if (await nameAt(tcp) !== "second") fail("lines have the old certificate");
if (first === "second") fail("there was nothing to renew");
await say(old, { type: "ping" }, "pong");
use("odd");
await until("words on the odd pair", () => said("stays as it is"));
if (await nameAt(web) !== "second") fail("an odd pair was taken");
await say(old, { type: "ping" }, "pong");
old.destroy();
