// Whether all can use it: axe-core in both themes, every width, the size.
import { readFileSync, statSync, readdirSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { guest, must, narrowEnough, run, same, serve, silent, test } from
  "./lib.mjs";
import { sitDown } from "./players.mjs";

const axe = readFileSync(new URL("../node_modules/axe-core/axe.min.js",
  import.meta.url), "utf8");
const server = await serve("--seed", "9");
const at = server.address;

/** Serious faults that axe-core finds. */
async function faults(page) {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const found = await window.axe.run(document, {
      resultTypes: ["violations"],
    });
    return found.violations
      .filter((v) => v.impact === "serious" || v.impact === "critical")
      .map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) =>
        `${n.target.join(" ")} ${n.failureSummary ?? ""}`).join(" | ")}`);
  });
}

async function finished() {
  const text = readFileSync(new URL(
    "../../examples/records/hanabi-small.jsonl", import.meta.url));
  const r = await fetch(`${at}api/records`, { method: "POST", body: text });
  return (await r.json()).id;
}

for (const theme of ["light", "dark"]) {
  test(`axe-core finds no serious fault, ${theme}`, async () => {
    const page = await guest({ theme });
    await page.goto(at);
    await page.waitForSelector(".gamecard");
    same(await faults(page), [], "start");
    await sitDown(page, at, "Hanabi");
    await page.waitForSelector(".own .veil");
    await page.waitForSelector(".facts .pill");
    same(await faults(page), [], "table");
    await page.keyboard.press("e");
    await page.keyboard.press("a");
    await page.waitForSelector(".minds .veil");
    same(await faults(page), [], "through another mind");
    for (const game of ["Kemps", "Go Fish", "Clue"]) {
      await sitDown(page, at, game, { agents: "random" });
      await page.waitForSelector(
        ".actions .btn, .own .place, .cluename.target");
      await page.waitForTimeout(300);
      same(await faults(page), [], game);
    }
    await page.goto(`${at}#/r/${await finished()}?turn=3&seat=1`);
    await page.waitForSelector(".own .veil");
    await page.waitForTimeout(500);
    same(await faults(page), [], "replay");
    await page.goto(`${at}#/logic`);
    await page.waitForSelector(".kripke");
    same(await faults(page), [], "logic");
    await silent(page);
    await page.context().close();
  });
}

test("nothing scrolls sideways at 320, 390, 768, 1280 and 1920", async () => {
  const id = await finished();
  for (const width of [320, 390, 768, 1280, 1920]) {
    const page = await guest({ width, height: 900 });
    await page.goto(at);
    await page.waitForSelector(".gamecard");
    await narrowEnough(page);
    await sitDown(page, at, "Hanabi");
    await page.waitForSelector(".own .veil");
    await narrowEnough(page);
    await page.goto(`${at}#/r/${id}?turn=3&seat=1`);
    await page.waitForSelector(".own .veil");
    await narrowEnough(page);
    await page.goto(`${at}#/logic`);
    await page.waitForSelector(".kripke");
    await narrowEnough(page);
    await silent(page);
    await page.context().close();
  }
});

test("the page is under 150 kB compressed and asks for nothing else",
  async () => {
    const dist = new URL("../dist/", import.meta.url).pathname;
    const bytes = readdirSync(dist).filter((f) => statSync(dist + f).isFile())
      .reduce((sum, f) => sum + gzipSync(readFileSync(dist + f)).length, 0);
    must(bytes < 150000, `${bytes} bytes`);
    const page = await guest();
    const asked = [];
    page.on("request", (r) => asked.push(r.url()));
    await page.goto(at);
    await page.waitForSelector(".gamecard");
    same(asked.filter((u) => !u.startsWith(at)), [], "other addresses");
    await page.context().close();
  });

await run();
