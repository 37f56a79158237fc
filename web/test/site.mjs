// The site without a server (make site), given away by a plain file server, in
// a real browser: games against agents, a reload in the middle, the replay
// scrubbed and shared by a link, a model edited, a lesson; and the same without
// a network.  Run by tests/long/site.sh.
//
//     node site.mjs SITE REPORT
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { guest, must, run, settled, silent, test } from "./lib.mjs";
import { clickOut, sitDown } from "./players.mjs";

const site = process.argv[2];
const types = { html: "text/html", js: "text/javascript", css: "text/css",
  json: "application/json", svg: "image/svg+xml", wasm: "application/wasm" };
const asked = [];
const server = createServer(async (request, response) => {
  const path = new URL(request.url, "http://x").pathname;
  asked.push(path);
  const file = path.replace("/doxa/", "/").replace(/\/$/, "/index.html");
  try {
    const body = await readFile(`${site}${file}`);
    response.writeHead(200, { "Content-Type":
      types[file.split(".").at(-1)] ?? "text/plain" });
    response.end(body);
  } catch {
    response.writeHead(404);
    response.end();
  }
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
// Below a folder, as hosts of projects have it.
const address = `http://127.0.0.1:${server.address().port}/doxa/`;

const turnOf = (page) => page.$eval("[role=slider]", (e) =>
  Number(e.getAttribute("aria-valuenow")));
const atTurn = (page, want) => page.waitForFunction((t) => Number(document
  .querySelector("[role=slider]")?.getAttribute("aria-valuenow")) === t, want);

/** The engine and all files are here, and the worker beside the page has them. */
const kept = (page) => page.evaluate(() => navigator.serviceWorker.ready
  .then(async () => {
    while (!navigator.serviceWorker.controller) {
      await new Promise((done) => setTimeout(done, 50));
    }
  }));

const small = { params: "colours=3,ranks=3,hand=3" };

async function scrub(page) {
  await page.click("text=Replay, all eyes open");
  await page.waitForSelector(".replaypage .own .veil");
  await page.keyboard.press("Home");
  await atTurn(page, 0);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await atTurn(page, 2);
  await page.keyboard.press("End");
  await page.waitForSelector(".replaypage h2:has-text('Why')");
  must(await turnOf(page) > 2, "the end is behind the second turn");
}

/** Writes a model, and reads what it says. */
async function edit(page) {
  await page.goto(`${address}#/logic`);
  await page.waitForSelector(".kripke");
  await page.fill(".dx textarea", "agents a, b\nvars p: bool\nsees a: p\n" +
    "actual p\nvalid Kw[a] p\nvalid Kw[b] p\n");
  await page.waitForFunction(() => [...document.querySelectorAll(".badge")]
    .map((b) => b.textContent).join() === "yes,no");
}

test("the site is played, left and come back to, and no server is asked",
  async () => {
    const page = await guest();
    await sitDown(page, address, "Hanabi", small);
    await settled(page);
    must(await page.$("aside.lens"), "the lens is beside the table");
    const before = await page.textContent(".board");
    await page.reload();
    await page.waitForSelector(".tablepage");
    await settled(page);
    must(await page.textContent(".board") === before, "a reload changes nothing");
    await clickOut(page);
    await scrub(page);
    must(!asked.some((p) => /api|\/ws/.test(p)), `asked for: ${asked}`);
    await silent(page);
    await page.context().close();
  });

for (const [game, how] of [
  ["Kemps", { preset: "tiny", params: "limit=8", agents: "greedy" }],
  ["Go Fish", { preset: "small" }], ["Clue", { preset: "small" }],
  ["Yōkai", { preset: "nine" }],
  ["Saboteur", { params: "rounds=1", agents: "random" }]]) {
  test(`a whole game of ${game} without a server`, async () => {
    const page = await guest();
    await sitDown(page, address, game, how);
    await clickOut(page);
    await silent(page);
    await page.context().close();
  });
}

test("a game is shared by a link that has it inside", async () => {
  const page = await guest();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(address);
  await page.setInputFiles("#file", "examples/records/hanabi-small.jsonl");
  await page.waitForSelector(".replaypage .own .place");
  const link = page.url();
  must(link.length < 20000, `the link has ${link.length} letters`);
  const other = await guest();
  await other.goto(link);
  await other.waitForSelector(".replaypage .own .place");
  must(await other.textContent(".replaypage .own") ===
    await page.textContent(".replaypage .own"), "the same game");
  await silent(page);
  await silent(other);
  await page.context().close();
  await other.context().close();
});

test("after the first load everything is there without a network", async () => {
  const page = await guest();
  await page.goto(address);
  await page.waitForSelector(".gamecard");
  await kept(page);
  await page.context().setOffline(true);
  server.close();
  server.closeAllConnections();
  await page.reload();
  await sitDown(page, address, "Hanabi", small);
  await clickOut(page);
  await scrub(page);
  await edit(page);
  await page.goto(`${address}#/learn/hanabi`);
  await page.waitForSelector(".own .place");
  await silent(page);
  await page.context().close();
});

await run();
