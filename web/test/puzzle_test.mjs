// Puzzles on the board, results to share, and the same deal once more; and that
// nothing of it tells what the seat does not see.
import { guest, must, run, same, serve, silent, test } from "./lib.mjs";
import { clickOut, sitDown } from "./players.mjs";

const server = await serve("--seed", "11");

async function told(path, body) {
  const r = await fetch(`${server.address}api/${path}`, body
    ? { method: "POST", body: typeof body === "string" ? body
      : JSON.stringify(body) } : undefined);
  return r.json();
}

const { puzzles } = await told("games");

for (let n = 1; n <= puzzles; n++) {
  test(`puzzle ${n} has a question and is a moment of its seat`, async () => {
    const p = await told(`lessons/puzzle-${n}`);
    const r = await told(`records/lesson-puzzle-${n}/replay?seat=${p.seat
    }&from=${p.turn}&limit=1`);
    same([r.game, r.steps[0].to_move], [p.game, p.seat], "whose move it is");
    must(p.question.length > 20 && p.question.length < 200, p.question);
  });
}

test("a puzzle is tried on the board, with its keys, and then shown",
  async () => {
    const page = await guest();
    const asked = [];
    page.on("request", (r) => asked.push(r.url()));
    await page.goto(`${server.address}#/find/lesson-hanabi?turn=9&seat=1`);
    await page.waitForSelector(".tries h2");
    await page.waitForSelector(".board .actions");
    must(!asked.some((u) => /api\/(values|course|line)/.test(u)),
      "values come after a try");
    const turn = 9;
    const replays = asked.filter((u) => /replay/.test(u));
    must(replays.length > 0 && replays.every((u) => /seat=1/.test(u) &&
      Number(/limit=(\d+)/.exec(u)?.[1]) <= turn + 1), `its view: ${replays}`);
    for (let n = 1; n <= 3 && !(await page.$(".sharecard")); n++) {
      await page.keyboard.press(String(n));
      await page.keyboard.press("p");
      await page.waitForFunction((k) =>
        document.querySelectorAll(".try").length === k, n);
    }
    if (!(await page.$(".sharecard"))) {
      await page.click('.tries .btn:has-text("Show me")');
    }
    await page.waitForSelector(".sharecard");
    must(/about, if all play as .*±/.test(await page.textContent(".worth")),
      "the assumption beside the values");
    await page.click('.sharecard .btn:has-text("Picture")');
    await page.waitForSelector(".sharecard img");
    await silent(page);
    await page.context().close();
  });

test("the same deal has the same cards, and none of a game that goes on",
  async () => {
    const page = await guest();
    await sitDown(page, server.address, "Hanabi");
    await page.waitForSelector(".board .actions");
    const id = page.url().split("/t/")[1];
    const refused = await told("tables", { rules: "hanabi(players=3)",
      deal: id });
    must(/is over/.test(refused.error?.text), JSON.stringify(refused));
    await clickOut(page);
    await page.click('.link:has-text("Play this deal")');
    await page.waitForFunction((was) => location.hash.startsWith("#/t/") &&
      !location.hash.endsWith(was), id);
    await page.waitForSelector(".board .actions");
    const again = page.url().split("/t/")[1];
    const first = (record) => JSON.stringify(record.steps[0].state.hands
      .slice(1).map((h) => h.map((c) => c.card)));
    const was = first(await told(`records/${id}/replay?seat=1&limit=1`));
    const now = await page.$$eval(".partner .cards .place", (all) =>
      all.map((b) => /: ([a-z]+) (\d)/.exec(b.getAttribute("aria-label")))
        .map((m) => m[1][0] + m[2]));
    same(now, JSON.parse(was).flat(), "cards");
    await clickOut(page);
    await page.waitForSelector(`.banner.over a[href="#/r/${id}"]`);
    must(again !== id, "another table");
    await page.goto(`${server.address}#/deal/${id}`);
    await page.waitForSelector('.btn:has-text("Play these cards")');
    const words = await page.textContent("main");
    must(!/\d+ points/.test(words), "how it went is not told before");
    await silent(page);
    await page.context().close();
  });

await run();
