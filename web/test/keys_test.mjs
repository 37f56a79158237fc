// Every game with keys alone, from the first move to the end (Hanabi's is in
// table_test), and nothing but keys.
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
  for (let i = 0; i < 14; i++) await page.keyboard.press("ArrowLeft");
  for (const want of ["suspects", "weapons", "rooms"]) {
    for (let i = 0; i < 12 && (await group() !== want || !await page.evaluate(
      () => document.activeElement.matches(".cluename"))); i++) {
      await page.keyboard.press("ArrowRight");
    }
    await page.keyboard.press("Enter");
  }
}

/** Arrows, as a hand tries them, until what has the focus fits: some steps in a
 * direction, then in another. */
async function arrowTo(page, selector) {
  const ways = ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"];
  const fits = () => page.evaluate((s) => document.activeElement?.matches(s),
    selector);
  for (let i = 0, state = 1; i < 150 && !await fits(); i++) {
    state = (state * 48271) % 2147483647;
    for (let k = 0; k <= state % 3 && !await fits(); k++) {
      await page.keyboard.press(ways[(state >> 4) % 4]);
    }
  }
  must(await fits(), `arrows never reach ${selector}`);
}

/** A card of Yokai that is offered, for a look, a move or a hint. */
async function pickSpirit(page) {
  if (!await page.$(".spirit.target")) { // a hint first
    await tabTo(page, ".hintcard.target");
    await page.keyboard.press("Enter");
  }
  await tabTo(page, ".spirit, .spiritspot");
  await arrowTo(page, ".spirit.target");
  await page.keyboard.press("Enter");
}

const games = {
  kemps: {
    rules: "kemps(tiny,limit=8)", agent: "greedy", others: 2,
    async move(page, i) {
      if (i % 2) {
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
    rules: "gofish(small,players=2)", agent: "random", others: 1,
    async move(page) {
      if (!await page.$(".stack.target")) {
        await tabTo(page, ".actions .btn");
        await page.keyboard.press("Enter");
        return;
      }
      const rank = await page.$eval(".stack.target", (e) => e.dataset.rank);
      await page.keyboard.press(rank === "10" ? "0" : rank);
      await page.keyboard.press("Enter");
    },
  },
  clue: {
    rules: "clue(small)", agent: "random", others: 2,
    async move(page) {
      if (await page.$(".cluename.target")) {
        await tabTo(page, ".cluenotes [data-rove]");
        await pickNotes(page);
      }
      await tabTo(page, ".actions .btn");
      const accuses = await page.$(".actions .btn:focus:has-text('Accuse')");
      await page.keyboard.press("Enter");
      if (!accuses) return;
      await page.waitForSelector("[aria-label='Accuse?']");
      await page.keyboard.press("Enter");
    },
  },
  yokai: {
    rules: "yokai(nine,one=1,two=1)", agent: "random", others: 1,
    async move(page) {
      if (await page.$(".actions .btn.main")) { // a hint comes of the stack
        await tabTo(page, ".actions .btn.main");
        await page.keyboard.press("Enter");
        return;
      }
      await pickSpirit(page);
      if (await page.$(".spiritspot")) { // where the card goes
        await arrowTo(page, ".spiritspot");
        await page.keyboard.press("Enter");
      }
    },
  },
  saboteur: {
    rules: "saboteur(players=3,rounds=1)", agent: "random", others: 2,
    async move(page) {
      await page.keyboard.press("1");
      await page.keyboard.press("Shift+D");
    },
  },
};

for (const [name, how] of Object.entries(games)) {
  if (!known.has(name)) continue;
  const { rules, agent, others, move } = how;
  test(`a whole game of ${name} is played with keys alone`,
    async () => {
      const made = await table(at, { rules,
        seats: ["person", ...Array(others).fill(agent)] });
      const page = await guest();
      await page.goto(made.link(1));
      for (let i = 0; i < 120; i++) {
        await page.waitForSelector(".pill.go, .banner.over");
        if (await page.$(".banner.over")) break;
        const before = await turnOf(page);
        await move(page, i);
        await page.waitForFunction((t) =>
          document.querySelector(".banner.over") || Number(/\d+/.exec(
            document.querySelector(".top .pill").textContent)?.[0] ?? -1) > t,
        before);
      }
      must(await page.$(".banner.over"), "the game is over");
      await silent(page);
      await page.context().close();
    });
}

await run();
