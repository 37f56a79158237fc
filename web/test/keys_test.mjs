// Every game with keys alone: a few moves of each, and nothing but keys.
import { guest, must, run, serve, silent, table, test } from "./lib.mjs";

const server = await serve("--seed", "21");
const at = server.address;
const known = new Set((await (await fetch(`${at}api/games`)).json()).games
  .map((g) => g.name));

const turnOf = (page) => page.evaluate(() =>
  Number(/\d+/.exec(document.querySelector(".top .pill").textContent)?.[0] ??
    -1));

/** Tab, until what has the focus fits. */
async function tabTo(page, selector, most = 60) {
  for (let i = 0; i < most; i++) {
    if (await page.evaluate((s) => document.activeElement?.matches(s),
      selector)) return;
    await page.keyboard.press("Tab");
  }
  must(false, `Tab never reaches ${selector}`);
}

/** A suspect, a weapon and a room in the notes of Clue, by arrows. */
async function pickNotes(page) {
  const group = () => page.evaluate(() => document.activeElement
    .closest(".cluegroup")?.getAttribute("aria-label"));
  for (const want of ["suspects", "weapons", "rooms"]) {
    for (let i = 0; i < 12 && (await group() !== want || !await page.evaluate(
      () => document.activeElement.matches(".cluename"))); i++) {
      await page.keyboard.press("ArrowRight");
    }
    await page.keyboard.press("Enter");
  }
}

const games = {
  kemps: {
    rules: "kemps(players=2)", agent: "greedy",
    async move(page, i) {
      if (i > 0) {
        await tabTo(page, ".owndo .btn");
        await page.keyboard.press("Enter");
        return;
      }
      await tabTo(page, ".tablecards [data-rove]");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("Enter");
      await tabTo(page, ".own [data-rove]");
      await page.keyboard.press("Enter");
      await page.keyboard.press("Enter");
    },
  },
  gofish: {
    rules: "gofish(players=2)", agent: "random",
    async move(page) {
      const rank = await page.$eval(".stack.target", (e) => e.dataset.rank);
      await page.keyboard.press(rank === "10" ? "0" : rank);
      await page.keyboard.press("Enter");
    },
  },
  clue: {
    rules: "clue(small)", agent: "random",
    async move(page) {
      if (await page.$(".cluename.target")) {
        await tabTo(page, ".cluenotes [data-rove]");
        await pickNotes(page);
      }
      await tabTo(page, ".actions .btn");
      await page.keyboard.press("Enter");
    },
  },
  yokai: {
    rules: "yokai(nine)", agent: "random",
    async move(page) {
      await tabTo(page, ".spirit");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
    },
  },
  saboteur: {
    rules: "saboteur(players=3)", agent: "random",
    async move(page) {
      await page.keyboard.press("1");
      await page.keyboard.press("d");
    },
  },
};

for (const [name, { rules, agent, move }] of Object.entries(games)) {
  if (!known.has(name)) continue;
  test(`moves of ${name} are made with keys alone`, async () => {
    const seats = ["person", ...Array({ clue: 2, saboteur: 2 }[name] ?? 1)
      .fill(agent)];
    const made = await table(at, { rules, seats });
    const page = await guest();
    await page.goto(made.link(1));
    for (let i = 0; i < 2; i++) {
      await page.waitForSelector(".pill.go, .banner.over");
      if (await page.$(".banner.over")) break;
      const before = await turnOf(page);
      await move(page, i);
      await page.waitForFunction((t) => document.querySelector(".banner.over")
        || Number(/\d+/.exec(document.querySelector(".top .pill").textContent)
          ?.[0] ?? -1) > t, before);
    }
    await silent(page);
    await page.context().close();
  });
}

await run();
