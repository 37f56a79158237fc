// The board of a game from a file, as the program tells its record: places,
// veils and moves by keys alone, with no line of code for the game.
import { copyFileSync, mkdirSync } from "node:fs";
import { folder, guest, must, narrowEnough, run, same, say, serve, silent,
  table, test } from "./lib.mjs";

const server = await serve();
const file = new URL("../../examples/games/sleuth.dg", import.meta.url).pathname;
const record = `${folder}/sleuth.jsonl`;
say("match", file, "--seats", "random,random,random", "--seed", "3", "--record",
  record);
const info = JSON.parse(say("games", file, "--json")).games[0];

const sets = { colour: ["red", "blue", "green", "yellow"],
  style: ["solitaire", "pair", "cluster"], gem: ["diamond", "pearl", "opal"] };

/** The server does not have the game: what it would say is the program's. */
async function withGame(page) {
  const json = (route, body) => route.fulfill({ contentType:
    "application/json", body: JSON.stringify(body) });
  await page.route(/api\/games$/, async (route) => {
    const got = await (await route.fetch()).json();
    await json(route, { ...got, games: [...got.games, info] });
  });
  await page.route(/api\/records\/sleuth\/replay/, (route) => {
    const q = new URL(route.request().url()).searchParams;
    const all = JSON.parse(say("replay", record, "--json", "--seat",
      q.get("seat")));
    delete all.next;
    return json(route, { ...all, names: ["Mia", "Ann", "Bob"],
      steps: all.steps.slice(0, Number(q.get("limit"))) });
  });
  await page.route(/api\/lens$/, (route) => {
    const { turn, seat, path } = route.request().postDataJSON();
    return json(route, JSON.parse(say("lens", record, "--json", "--turn",
      String(turn), "--seat", String(seat), ...(path?.length
        ? ["--path", path.join(",")] : []))));
  });
  await page.route(/api\/words\/sleuth/, (route) => json(route, { facts: [],
    numbers: [], moves: [{ name: "gem", words: "ask %0 for %1+",
      args: [[0, "seat"], [1, "gem"]] }], values: Object.fromEntries(Object.entries(sets).map(([k, v]) =>
      [k, v.map((w) => [w, w, w, `${w}s`])])) }));
}

test("a game from a file is drawn from its declarations, and moved in by keys",
  async () => {
    const page = await guest();
    await withGame(page);
    await page.goto(`${server.address}#/find/sleuth?turn=3&seat=1`);
    await page.waitForSelector(".filegame .moverows");
    await page.waitForSelector(".gspot .veil");
    same(await page.$$(".gown .plaincard").then((a) => a.length), 11,
      "the own cards are seen");
    must(/red 0 to \d/.test(await page.textContent(".gseat .gbounds")),
      "bounds of a hand");
    must(/missing · 1 card · unseen/.test(await page.textContent(".gmiddle")),
      "who sees what");
    must(/asked/.test(await page.textContent(".gmiddle")), "variables");
    await page.click('.moverows .btn:has-text("Gem")');
    await page.click('.moverows .btn:has-text("Ann")');
    await page.waitForSelector('.moverows .btn:has-text("Ann")[aria-pressed=true]');
    await page.press('.moverows .btn:has-text("pearl")', "Enter");
    await page.waitForSelector(".moverows [data-go]:enabled");
    const go = await page.textContent(".moverows [data-go]");
    must(/Ask Ann for pearls/.test(go), go);
    for (const width of [390, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      await narrowEnough(page, "a game from a file");
    }
    await silent(page);
    await page.context().close();
  });

// Two games that no part of the page was written for, at a server that has them.
const games = `${folder}/games`;
mkdirSync(games);
for (const name of ["skull", "loveletter"]) {
  copyFileSync(new URL(`../../examples/games/${name}.dg`, import.meta.url),
    `${games}/${name}.dg`);
}
const own = await serve("--games", games);

for (const name of ["skull", "loveletter_file"]) {
  test(`${name} is played to its end on the board of any game`, async () => {
    const made = await table(own.address, { rules: name,
      seats: ["person", "random", "random"] });
    const page = await guest();
    await page.goto(made.link(1));
    const offers = ".filegame .btn:enabled:not([aria-pressed=true])" +
      ":not(.quiet)";
    for (let i = 0; i < 600; i++) {
      await page.waitForSelector(".pill.go, .banner.over");
      if (await page.$(".banner.over")) break;
      const go = await page.$(".moverows [data-go]:enabled");
      const all = go ? [go] : await page.$$(offers);
      await all[(7 * i) % all.length]?.click({ timeout: 500 })
        .catch(() => undefined);
    }
    const over = await page.textContent(".banner.over");
    must(/The game is over\..*(That was the last round|The deck is empty|All but one are out)\./
      .test(over), over);
    await silent(page);
    await page.context().close();
  });
}

await run();
