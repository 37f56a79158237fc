// Whole games by clicking, one of each, from the start page to the end.
import { guest, must, run, serve, silent, test } from "./lib.mjs";
import { clickOut, sitDown } from "./players.mjs";

const games = [
  { game: "Hanabi" },
  { game: "Kemps", preset: "tiny", params: "limit=8", agents: "greedy" },
  { game: "Go Fish", preset: "small", agents: "random" },
  { game: "Clue", preset: "small", agents: "random" },
  { game: "Yōkai", preset: "nine", agents: "random" },
  { game: "Saboteur", params: "rounds=1", agents: "random" },
];

const server = await serve("--seed", "11");
const known = (await (await fetch(`${server.address}api/games`)).json()).games
  .map((g) => g.name);

for (const { game, ...how } of games) {
  const name = { "Go Fish": "gofish", "Yōkai": "yokai" }[game] ??
    game.toLowerCase();
  if (!known.includes(name)) continue;
  test(`a whole game of ${game} is played by clicking, two clicks to begin`,
    async () => {
      const page = await guest();
      await sitDown(page, server.address, game, how);
      await page.waitForSelector(".board .actions, .board .owndo");
      must(await page.$("aside.lens"), "the lens is beside the table");
      await clickOut(page);
      const over = await page.textContent(".banner.over");
      must(/(points?|\d)\. [A-Z][^.]+\./.test(over),
        `it says so, and why: ${over}`);
      await silent(page);
      await page.context().close();
    });
}

await run();
