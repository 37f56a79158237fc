// How the tests play: by clicking what is offered, by tapping it, by keys.
import { must } from "./lib.mjs";

/** From the start page to a table: a game, a preset, parameters, sit down. */
export async function sitDown(page, address, game,
  { preset, params, agents } = {}) {
  await page.goto(address);
  await page.click(`.gamecard:has(b:text-is("${game}"))`);
  for (const box of agents
    ? await page.$$(".lineup:visible .seatbox select") : []) {
    await box.selectOption(agents);
  }
  if (preset || params) {
    await page.click(".lineup:visible .rulesline .link");
    if (preset) {
      await page.selectOption(".lineup:visible .rules select", preset);
    }
    if (params) {
      await page.fill(".lineup:visible .rules input.mono", params);
    }
  }
  await page.click(".lineup:visible .sit");
  await page.waitForSelector(".tablepage");
}

const buttons = ".actions .btn:not(:disabled):not(.quiet):not([aria-pressed=" +
  "true]), .owndo .btn:not(:disabled)";
export const offers = ".actions .btn:not(:disabled):not(.quiet):not([aria-pressed=" +
  "true]), .owndo .btn:not(:disabled), .place.target:not(.chosen), " +
  ".spirit.target, .spiritspot, .hintcard.target:not(.chosen), " +
  ".own .place:not(.chosen)";

/** Clicks offers at random until the game is over; how many clicks it took. */
export async function clickOut(page, { touch = false, most = 3000 } = {}) {
  let seed = 12345;
  const random = (n) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * n);
  };
  for (let i = 0; i < most; i++) {
    await page.waitForSelector(`${offers}, .banner.over`);
    if (await page.$(".banner.over")) return i;
    const first = random(2) ? await page.$$(buttons) : [];
    const all = first.length ? first : await page.$$(offers);
    if (!all.length) continue;
    const one = all[random(all.length)];
    await (touch ? one.tap({ timeout: 500 }) : one.click({ timeout: 500 }))
      .catch(() => undefined);
  }
  const said = await page.textContent(".tablepage");
  must(false, `the game is not over after ${most} clicks: ${said}`);
}
