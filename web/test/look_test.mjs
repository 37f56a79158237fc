// Whether all can use it: axe-core in both themes, every width, the size.
import { readFileSync, statSync, readdirSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { guest, must, narrowEnough, run, same, serve, settled, silent, table,
  test } from "./lib.mjs";
import { sitDown } from "./players.mjs";

const axe = readFileSync(new URL("../node_modules/axe-core/axe.min.js",
  import.meta.url), "utf8");
const server = await serve("--seed", "9");
const at = server.address;

/** Faults that axe-core finds, small ones too. */
async function faults(page) {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const found = await window.axe.run(document, {
      resultTypes: ["violations"],
      rules: { "label-content-name-mismatch": { enabled: true } },
    });
    return found.violations
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
  test(`axe-core finds no fault, ${theme}`, async () => {
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
    for (const game of ["Kemps", "Go Fish", "Clue", "Yōkai", "Saboteur"]) {
      await sitDown(page, at, game, { agents: "random" });
      await page.waitForSelector(
        ".actions .btn, .own .place, .cluename.target, .spirit.target");
      await settled(page);
      same(await faults(page), [], game);
    }
    await page.goto(`${at}#/r/${await finished()}?turn=3&seat=1`);
    await page.waitForSelector(".own .veil");
    await settled(page);
    same(await faults(page), [], "replay");
    await page.goto(`${at}#/logic`);
    await page.waitForSelector(".kripke");
    same(await faults(page), [], "logic");
    await page.goto(`${at}#/base`);
    await page.waitForSelector(".logicpage:not(.stale) .badge");
    same(await faults(page), [], "belief bases");
    await silent(page);
    await page.context().close();
  });
}

/** What a screen reader is told, in its order. */
const read = (page) => page.locator("body").ariaSnapshot();

/** Each of these is in it, behind the one before. */
function inOrder(told, all, words) {
  let from = 0;
  for (const one of all) {
    const at = told.indexOf(one, from);
    must(at >= 0, `${words}: no ${one} behind ${from} of\n${told}`);
    from = at + one.length;
  }
}

/** Words alone, without what they stand in. */
const bare = (told) => told.replace(/- (listitem|text|strong)[^:\n]*:/g, "")
  .replace(/[^\p{L}\d]/gu, "");

const unnamed = /^\s*- (button|link|combobox|textbox|slider|tab|checkbox|img)( \[[^\]]*\])*:?$/m;

for (const [game, rules] of [["Hanabi", "hanabi(players=3)"],
  ["Go Fish", "gofish(players=3)"], ["Clue", "clue(players=3)"],
  ["Kemps", "kemps(players=3)"], ["Y\u014dkai", "yokai(players=2)"],
  ["Saboteur", "saboteur(players=3)"]]) {
  test(`${game} is read out in order: board, hand, log, moves and the lens`,
    async () => {
      const seats = Number(/\d+/.exec(rules)[0]);
      const made = await table(at, { rules, seats: ["random", "person",
        ...Array(seats - 2).fill("random")] });
      const page = await guest();
      await page.goto(made.link(2));
      await page.waitForSelector(".pill.go");
      await page.waitForSelector(".log li:not(.older)");
      await settled(page);
      // What happened is told; how much of it was news may come behind.
      const lines = await page.$$eval(".log li:not(.older)", (all) =>
        all.map((l) => l.textContent.replace(/^\d+/, "").trim()));
      const told = await read(page);
      inOrder(told, ["- banner:", "Your turn", `heading "${game}, table`,
        'complementary "Lens"', 'tablist "Lens"', "tabpanel"], game);
      inOrder(told, ["- main:", 'region "Log"'], game);
      same(unnamed.exec(told)?.[0] ?? "", "", `${game}: without a name`);
      // All that can be pressed is told.
      const open = await page.$$eval("main .btn:not(:disabled)", (all) =>
        all.filter((b) => b.checkVisibility()).length);
      const said = told.slice(told.indexOf("- main:"), told.indexOf(
        'complementary "Lens"')).match(/- '?button/g)?.length ?? 0;
      must(said >= open, `${said} of ${open} buttons`);
      must(lines.length > 0, "nothing has happened");
      for (const line of lines) {
        must(bare(told).includes(bare(line)), `${line} in ${told}`);
      }
      // And the answer to a question.
      await page.click('button[role=tab]:has-text("Ask")');
      await page.fill("[data-formula]", "K[2] true");
      await page.click(".formula .btn.main");
      await page.waitForSelector(".verdict");
      await settled(page);
      inOrder(await read(page), ['complementary "Lens"',
        'tab "Ask" [selected]', "K[2] true", "Yes"], `${game}, an answer`);
      await silent(page);
      await page.context().close();
    });
}

test("the logic page is read out in order: text, answers, pictures, an answer",
  async () => {
    const page = await guest();
    await page.goto(`${at}#/logic`);
    await page.waitForSelector(".kripke");
    await page.click("summary:has-text('as a table') >> nth=0");
    const told = await read(page);
    inOrder(told, ["- banner:", 'region "Model"', "Line 23: count true: 8",
      'textbox "Text of the model"', "- main:", 'group "Updates"',
      'figure "Before', "- table:", "figure \"After", 'region "Answer"', "No."],
    "logic");
    same(unnamed.exec(told)?.[0] ?? "", "", "without a name");
    await silent(page);
    await page.context().close();
  });

const widths = [320, 390, 768, 1280, 1920];

/** At every width nothing of what is shown scrolls sideways. */
async function fits(page, words) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(() => new Promise((go) =>
      requestAnimationFrame(() => requestAnimationFrame(go))));
    await narrowEnough(page, words);
  }
}

test("nothing scrolls sideways at 320, 390, 768, 1280 and 1920", async () => {
  const id = await finished();
  const page = await guest();
  await page.goto(at);
  await page.waitForSelector(".gamecard");
  await fits(page, "start");
  await page.goto(`${at}#/r/${id}?turn=3&seat=1`);
  await page.waitForSelector(".own .veil");
  await fits(page, "replay");
  await page.goto(`${at}#/logic`);
  await page.waitForSelector(".kripke");
  await fits(page, "logic");
  await page.goto(`${at}#/base`);
  await page.waitForSelector(".chain .beliefs");
  await fits(page, "belief bases");
  await silent(page);
  await page.context().close();
});

test("no board scrolls sideways, through the own eyes and another's",
  async () => {
    const others = { hanabi: 4, kemps: 3, gofish: 5, clue: 5, yokai: 1,
      saboteur: 9 };
    for (const [game, count] of Object.entries(others)) {
      const made = await table(at, { rules: `${game}(players=${count + 1})`,
        seats: ["person", ...Array(count).fill("random")], names: ["Mia"] });
      const page = await guest();
      await page.goto(made.link(1));
      await page.waitForSelector(".pill.go");
      await page.waitForSelector(".lens .layer-know");
      await fits(page, game);
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.click(".crumb .mind >> nth=1");
      await page.waitForSelector(".minds");
      await page.waitForSelector(".lens .layer-know");
      await fits(page, `${game} through another's eyes`);
      await silent(page);
      await page.context().close();
    }
  });

test("on the smallest phone goals can be read, and the tables stand apart",
  async () => {
    const page = await guest({ width: 320, height: 640 });
    await page.goto(at);
    const [cards, lobby] = await Promise.all([".games", ".lobby"].map(
      async (s) => (await page.waitForSelector(s)).boundingBox()));
    must(lobby.y >= cards.y + cards.height + 16, "a gap above the tables");
    const made = await table(at, { rules: "saboteur(players=5)",
      seats: ["person", ...Array(4).fill("random")] });
    await page.goto(made.link(1));
    await page.waitForSelector(".goal text:visible");
    const words = await page.$$eval(".goal text", (all) => all.filter((t) =>
      getComputedStyle(t).display !== "none").map((t) => [
      t.textContent, t.getBoundingClientRect(),
      t.parentNode.querySelector("rect").getBoundingClientRect()]).map(
      ([text, box, card]) => ({ text, high: box.height,
        in: box.left >= card.left && box.right <= card.right })));
    same(words.length, 3, "a word for each goal");
    must(words.every((w) => w.high >= 10 && w.in), JSON.stringify(words));
    await silent(page);
    await page.context().close();
  });

test("text at 200 % fits, wide and on a phone", async () => {
  for (const [width, height] of [[1280, 800], [390, 844]]) {
    const page = await guest({ width, height });
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Page.setFontSizes",
      { fontSizes: { standard: 32, fixed: 26 } });
    await sitDown(page, at, "Hanabi");
    await page.waitForSelector(".own .veil");
    const size = await page.evaluate(() =>
      parseFloat(getComputedStyle(document.body).fontSize));
    must(size >= 28, `text is twice as large: ${size}`);
    await narrowEnough(page);
    const cut = await page.evaluate(() => [...document.querySelectorAll(
      ".actions .btn:not(:has(.nm)), .top .btn, .pill")].filter((b) =>
      b.scrollWidth > b.clientWidth + 1).map((b) => b.textContent));
    same(cut, [], "what is cut off");
    await silent(page);
    await page.context().close();
  }
});

/** How light a colour is, 0 to 1. */
const lightness = `(colour) => {
  const c = document.createElement("canvas").getContext("2d");
  c.fillStyle = colour;
  c.fillRect(0, 0, 1, 1);
  const [r, g, b] = c.getImageData(0, 0, 1, 1).data;
  return (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255;
}`;

test("suits, layers and answers differ by more than their colour", async () => {
  const page = await guest();
  await sitDown(page, at, "Hanabi");
  await page.waitForSelector(".own .veil");
  const shapes = await page.evaluate(() => [...document.querySelectorAll(
    ".pilecards path")].map((p) => p.getAttribute("d")));
  must(new Set(shapes).size >= 5, `a shape for each suit: ${shapes.length}`);
  await page.waitForSelector(".layer-belief");
  const signs = await page.evaluate(() => ["know", "belief", "note"].map((s) =>
    document.querySelector(`.sign-${s} rect`).getAttribute("fill") +
      document.querySelector(`.sign-${s} rect`).getAttribute(
        "stroke-dasharray")));
  same(new Set(signs).size, 3, "a texture for each layer");
  const far = await page.evaluate(`(() => { const light = ${lightness};
    const of = (e) => getComputedStyle(document.querySelector(e));
    return Math.abs(light(of(".pill.go").color) -
      light(of(".pill.go").backgroundColor)); })()`);
  must(far > 0.5, `your turn can be read in grey: ${far}`);
  await page.context().close();
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
