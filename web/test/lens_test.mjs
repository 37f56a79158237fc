// The lens says what `doxa ask` says: every cell of random positions, at depth
// one and two, read from what the page has drawn.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { doxa, folder, guest, must, run, same, say, serve, settled, silent,
  test } from "./lib.mjs";

const server = await serve();
const at = server.address;
let seed = 20261;
const random = (n) => {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return Math.floor((seed / 2147483648) * n);
};

/** A game of agents, in the server's store and in a file. */
async function played(rules, seats, number) {
  const file = `${folder}/${number}.jsonl`;
  execFileSync(doxa, ["match", rules, "--seats", seats, "--seed",
    String(number), "--record", file], { stdio: "ignore" });
  const r = await fetch(`${at}api/records`, { method: "POST",
    body: readFileSync(file) });
  const { id } = await r.json();
  must(id, "the record is taken");
  const replay = JSON.parse(say("replay", file, "--json"));
  return { file, id, turns: replay.turns };
}

function ask(game, turn, seat, formula) {
  return JSON.parse(say("ask", game.file, "--turn", String(turn), "--seat",
    String(seat), "--json", formula));
}

/** Chip names and fractions of the list that the lens shows. */
async function distOf(page) {
  const more = await page.$(".layer-know .dist ~ .link");
  if (more) await more.click();
  return page.$$eval(".layer-know .bar", (all) => all.map((b) => [
    b.querySelector(".chip").getAttribute("aria-label"),
    b.getAttribute("title") ?? b.querySelector(".bar-text").textContent,
  ]));
}

// The whole pack, three cards a hand: worlds that a belief can list soon.
const rules = "hanabi(players=3,hand=3)";
const colour = { red: "r", yellow: "y", green: "g", blue: "b", purple: "p" };
const kindOf = (name) => {
  const [c, r] = name.split(" ");
  return colour[c] + r;
};

test("every cell at depth one is what doxa ask says", async () => {
  const page = await guest();
  for (let i = 0; i < 6; i++) {
    const game = await played(rules, "info,report,info", 30 + i);
    const turn = 1 + random(game.turns - 1);
    const seat = 1 + random(3);
    await page.goto(`${at}#/r/${game.id}?turn=${turn}&seat=${seat}`);
    await page.reload();
    await page.waitForSelector(".own .place");
    const slots = await page.$$(".own .place");
    for (let s = 0; s < Math.min(2, slots.length); s++) {
      const slot = 1 + random(slots.length);
      await page.click(`.own .slot:nth-child(${slot}) .place`);
      await page.waitForSelector(".layer-know");
      await settled(page);
      const shown = await distOf(page);
      if (!shown.length) {
        must(await page.$(".layer-know h3 b"), "one possibility is left");
        continue;
      }
      for (const [name, p] of shown) {
        const kind = kindOf(name);
        same(p, ask(game, turn, seat,
          `P[${seat}](holds(${seat},${slot},${kind}))`).value,
          `game ${30 + i}, turn ${turn}, seat ${seat}, slot ${slot}: ${kind}`);
      }
      const sum = ask(game, turn, seat, `P[${seat}](${shown.map(([n]) =>
        `holds(${seat},${slot},${kindOf(n)})`).join(" | ")})`).value;
      same(sum, "1", "nothing is missing");
    }
  }
  await silent(page);
  await page.context().close();
});

test("every cell at depth two is what doxa ask says", async () => {
  const page = await guest();
  for (let i = 0; i < 5; i++) {
    const game = await played(rules, "info,report,info", 60 + i);
    const turn = 1 + random(game.turns - 1);
    const seat = 1 + random(3);
    const other = 1 + ((seat + random(2)) % 3);
    await page.goto(`${at}#/r/${game.id}?turn=${turn}&seat=${seat}`);
    await page.reload();
    await page.waitForSelector(".own .place");
    const name = ["Mia", "Ann", "Bob"][other - 1];
    await page.click(`.lens-a .crumb button[aria-label="Through the eyes of ${
      name}"]`);
    await page.waitForSelector(".deeplist, .sentence");
    await settled(page);
    const title = await page.textContent(".lens-a .place-title");
    const slot = /card (\d)/.exec(title)[1];
    must(title.startsWith(name), `the place is ${name}'s: ${title}`);
    const shown = await page.evaluate(() => [
      ...[...document.querySelectorAll(".deeplist li")].map((l) => [
        l.querySelector(".chip").getAttribute("aria-label"),
        /surely/.test(l.textContent) ? "yes" : "open",
      ]),
      ...[...document.querySelectorAll("[data-maybe] .chip")].map((c) =>
        [c.getAttribute("aria-label"), "open"]),
      ...[...document.querySelectorAll("[data-sure] .chip")].map((c) =>
        [c.getAttribute("aria-label"), "yes"]),
    ]);
    must(shown.length > 0, "something is possible");
    const named = new Map(shown.map(([n, k]) => [kindOf(n), k]));
    for (const c of "rygbp") {
      for (const r of "12345") {
        const got = ask(game, turn, seat,
          `M[${other}] holds(${other},${slot},${c}${r})`).answer;
        same(named.get(c + r) ?? "no", got, `game ${60 + i}, turn ${turn}, ${
          seat} of ${other}, slot ${slot}: ${c}${r}`);
      }
    }
  }
  await silent(page);
  await page.context().close();
});

test("numbers of a rank through another mind are what doxa ask says",
  async () => {
    const page = await guest();
    for (let i = 0; i < 2; i++) {
      const game = await played("gofish(small,players=2)", "random,random",
        80 + i);
      const turn = 2 + random(4);
      await page.goto(`${at}#/r/${game.id}?turn=${turn}&seat=1`);
      await page.reload();
      await page.waitForSelector(".lens-a .crumb");
      await page.click(
        '.lens-a .crumb button[aria-label="Through the eyes of Ann"]');
      await page.waitForSelector(".deeplist li");
      await settled(page);
      const title = await page.textContent(".lens-a .place-title");
      const rank = { aces: "a", kings: "k", queens: "q", jacks: "j" }[
        /^\w+/.exec(title)[0].toLowerCase()] ?? /\d+/.exec(title)[0];
      const shown = await page.$$eval(".deeplist li", (all) => all.map((l) => [
        l.querySelector("b").textContent,
        /surely/.test(l.textContent) ? "yes" : "open",
      ]));
      const numbers = ["None", "One", "Two", "Three", "Four"];
      const named = new Map(shown);
      for (let n = 0; n < numbers.length; n++) {
        same(named.get(numbers[n]) ?? "no", ask(game, turn, 1,
          `M[2] count(1,${rank}) = ${n}`).answer,
          `game ${80 + i}, turn ${turn}: ${n} of ${rank} (${title})`);
      }
    }
    await silent(page);
    await page.context().close();
  });

await run();
