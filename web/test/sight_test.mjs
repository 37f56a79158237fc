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

test("with a card of Yokai chosen its free places are in sight", async () => {
  const page = await guest();
  await sitDown(page, at, "Yōkai");
  for (const card of [1, 2, 6]) {
    await page.click(`.spirit.target >> nth=${card}`);
    await settled(page);
  }
  await page.waitForSelector(".spiritspot");
  await looked(page, "a card is chosen");
  // A place is called by its row and column, and these are at the edges.
  const [, row, column] = /row (\d+), column (\d+)/.exec(await page
    .getAttribute(".spiritspot", "aria-label"));
  const edges = await page.$$eval(".spiritgrid .edge", (all) => all.map((e) =>
    e.textContent));
  must(edges.includes(row) && edges.includes(column), `${row}, ${column}: ${
    edges}`);
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

await run();
