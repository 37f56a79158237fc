// What has to be in sight without scrolling, at every size: what happened last,
// in every game on every turn; and what one can do.
import { guest, must, run, serve, settled, silent, table, test } from
  "./lib.mjs";
import { offers, sitDown } from "./players.mjs";

const server = await serve("--seed", "32");
const at = server.address;

const sizes = [[390, 844], [768, 1024], [1280, 800], [1920, 1080]];

/** Is the middle of the first line of it on the screen, and nothing over it? */
function inSight(page, what) {
  return page.evaluate((selector) => {
    const e = document.querySelector(selector);
    const r = e?.getClientRects()[0];
    if (!r) return `no ${selector}`;
    const y = r.top + Math.min(r.height / 2, 12);
    const top = document.elementFromPoint(r.left + 30, y);
    return top && e.contains(top) ? "" : `${selector} at ${Math.round(y)} of ${
      innerHeight}, there is ${top?.className || top?.tagName}`;
  }, what);
}

async function looked(page, words) {
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => new Promise((go) =>
      requestAnimationFrame(() => requestAnimationFrame(go))));
    const hidden = await inSight(page, ".log li:last-child");
    must(!hidden, `${words}, ${width} by ${height}: ${hidden}`);
  }
}

const games = { hanabi: 2, kemps: 2, clue: 2, gofish: 1, saboteur: 3, yokai: 1 };

for (const [game, count] of Object.entries(games)) {
  test(`the log of ${game} is in sight on every turn, at every size`,
    async () => {
      const page = await guest();
      const made = await table(at, { rules: `${game}(players=${count + 1})`,
        seats: ["person", ...Array(count).fill("random")] });
      await page.goto(made.link(1));
      const lens = await page.waitForSelector("button[aria-pressed]:has-text('Lens')");
      if (await lens.getAttribute("aria-pressed") === "true") await lens.click();
      for (let i = 0; i < 8; i++) {
        await page.setViewportSize({ width: 1280, height: 800 });
        await page.waitForSelector(`:is(${offers}), .banner.over`);
        await settled(page);
        if (await page.$(".banner.over")) break;
        const all = await page.$$(offers);
        await all[(7 * i) % all.length].click();
        await settled(page);
        if (await page.$(".log li")) await looked(page, `click ${i}`);
      }
      await silent(page);
      await page.context().close();
    });
}

test("a list of turns that is too long for its place shows its end", async () => {
  const page = await guest({ width: 1920, height: 1080 });
  const made = await table(at, { rules: "saboteur(players=4)",
    seats: ["person", "random", "random", "random"] });
  await page.goto(made.link(1));
  for (let i = 0; i < 5; i++) {
    await page.click(".minebutton >> nth=0");
    await page.keyboard.press("Shift+D");
    await settled(page);
  }
  const list = await page.$eval(".lens > .log", (e) => [e.scrollHeight,
    e.clientHeight]);
  must(list[0] > list[1], `nothing is too long: ${list}`);
  const hidden = await inSight(page, ".lens > .log li:last-child");
  must(!hidden, hidden);
  await page.context().close();
});

test("on a phone what was asked in Clue stands above the own cards", async () => {
  const page = await guest({ width: 390, height: 844 });
  const made = await table(at, { rules: "clue(players=3)",
    seats: ["person", "random", "random"] });
  await page.goto(made.link(1));
  await page.waitForSelector(
    '.notecell[aria-label^="Scarlett, the suspect in the envelope: "]');
  for (const group of [0, 1, 2]) {
    await page.click(`.cluegroup >> nth=${group} >> .cluename >> nth=1`);
  }
  await page.click("[data-go]");
  await page.waitForSelector(".log li");
  for (const to of [0, 200, 5000]) {
    await page.$eval("main.board", (e, y) => e.scrollTo(0, y), to);
    const hidden = await inSight(page, ".log li:last-child");
    must(!hidden, `scrolled to ${to}: ${hidden}`);
  }
  await page.context().close();
});

/** Where the cards of Yokai lie, and how large they are. */
const spirits = (page) => page.$$eval(".spirit", (all) => all.map((e) => {
  const r = e.getBoundingClientRect();
  return [r.x, r.y, r.width].map(Math.round).join(" ");
}).join());

test("with a card of Yokai chosen its free places are in sight", async () => {
  const page = await guest();
  await sitDown(page, at, "Yōkai");
  let before = "";
  for (const card of [1, 2, 6]) {
    before = await spirits(page);
    await page.click(`.spirit.target >> nth=${card}`);
    await settled(page);
  }
  await page.waitForSelector(".spiritspot");
  must(await spirits(page) === before, "the cards moved for the free places");
  await looked(page, "a card is chosen");
  // A place is called by its row and column, and these are at the edges.
  const [, row, column] = /row (\d+), column (\d+)/.exec(await page
    .getAttribute(".spiritspot", "aria-label"));
  const edges = await page.$$eval(".spiritgrid .edge", (all) => all.map((e) =>
    e.textContent));
  must(edges.includes(`row ${row}`) && edges.includes(`column ${column}`),
    `${row}, ${column}: ${edges}`);
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    const out = await page.$$eval(".spiritspot", (all) => all.filter((e) =>
      e.getBoundingClientRect().bottom > innerHeight).length);
    must(!out, `${out} free places below at ${width}`);
  }
  await page.context().close();
});

test("in a replay the last turn is in sight above the scrub bar", async () => {
  const page = await guest({ width: 1280, height: 800 });
  await page.goto(`${at}#/r/lesson-hanabi?turn=9&seat=1`);
  await settled(page);
  const hidden = await inSight(page, ".log li:last-child");
  must(!hidden, hidden);
  await page.context().close();
});

test("an arrow begins in the board, wherever nothing has the focus",
  async () => {
    const page = await guest();
    await sitDown(page, at, "Kemps", { agents: "greedy" });
    await page.waitForSelector(".owndo .btn");
    await settled(page);
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.press("ArrowRight");
    await page.waitForSelector("main [data-rove]:focus");
    await page.context().close();
  });

test("arrows lead from the hands of Kemps to the table and the own cards",
  async () => {
    const page = await guest();
    await sitDown(page, at, "Kemps", { agents: "greedy" });
    await page.waitForSelector(".owndo .btn");
    await settled(page);
    await page.focus(".ledger .column");
    for (let i = 0; i < 4 && !await page.$(".tablecards :focus"); i++) {
      await page.keyboard.press("ArrowDown");
    }
    const taken = await page.$eval(".tablecards :focus", (e) => e.dataset.card);
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowDown");
    await page.waitForSelector(".own :focus");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    // The card that had the focus is gone; the hand has it still.
    await page.waitForSelector(`.own [data-card="${taken}"]`);
    await page.waitForSelector(".own [data-rove]:focus");
    // A card that was taken stays, and a press on it says so.
    await page.click(`.own [data-card="${taken}"]`);
    await page.waitForSelector("text=You took this card in this turn");
    await page.context().close();
  });

await run();
