// Puzzles on the board, results to share, and the same deal once more; and that
// nothing of it tells what the seat does not see.
import { readFileSync } from "node:fs";
import { folder, guest, must, run, same, say, serve, settled, silent,
  test } from
  "./lib.mjs";
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

  test(`puzzle ${n} has one move that is clearly better`, async () => {
    const p = await told(`lessons/puzzle-${n}`);
    // As many games as the page plays, or a sample of them.
    const { moves } = await told("values", { record: `lesson-puzzle-${n}`,
      turn: p.turn, playouts: process.env.LONG ? 100 : 12 });
    const [best, second] = moves.filter((m) => typeof m.value === "number")
      .sort((a, b) => b.value - a.value);
    const by = best.value - second.value;
    const [part, times] = process.env.LONG ? [1, 4] : [0.5, 2];
    must(by >= part * (p.game === "hanabi" ? 1 : 0.1),
      `${best.words}: ${by} more`);
    must(by >= times * Math.hypot(best.error, second.error),
      `${best.words}: ${by}, which may be luck`);
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
    for (const t of await page.$$eval(".try.q-worse", (all) =>
      all.map((e) => e.textContent))) {
      must(/After it .* less than after the best move/.test(t), t);
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

test("on a phone a puzzle has the partners, the log and the hand in sight",
  async () => {
    const page = await guest({ width: 390, height: 844, touch: true });
    await page.goto(`${server.address}#/puzzle/1`);
    await page.waitForSelector(".dock .actions");
    await settled(page);
    const [hands, log, dock] = await page.evaluate(() => [".partners", ".log",
      ".dock"].map((s) => document.querySelector(s).getBoundingClientRect()
      .toJSON()));
    must(hands.bottom <= dock.top + 1 && log.bottom <= dock.top + 1,
      `${hands.bottom} and ${log.bottom} under ${dock.top}`);
    await page.context().close();
  });

test("a lesson asks for nothing but what its seat sees",
  async () => {
    const page = await guest();
    const asked = [];
    page.on("request", (r) => asked.push([r.url(), r.postDataJSON()]));
    await page.goto(`${server.address}#/learn/hanabi?step=2`);
    await page.waitForSelector(".board .actions");
    await page.waitForSelector(".callout");
    await settled(page);
    const [replays, questions] = [/records\/.*replay/, /api\/(lens|ask|changed)/]
      .map((what) => asked.filter(([u]) => what.test(u)));
    must(replays.length > 0 && questions.length > 0, "nothing was asked");
    for (const [url] of replays) must(/[?&]seat=1\b/.test(url), url);
    for (const [url, body] of questions) same(body.seat, 1, url);
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

/** What `doxa match` deals and plays, brought to the server. */
async function brought(rules, agent, seed) {
  const file = `${folder}/twin.jsonl`;
  const seats = Number(/players=(\d)/.exec(rules)[1]);
  say("match", rules, "--seats", Array(seats).fill(agent).join(","), "--seed",
    String(seed), "--force", "--record", file);
  const text = readFileSync(file, "utf8");
  const events = text.trim().split("\n").map((l) => JSON.parse(l))
    .filter((l) => "event" in l);
  return { id: (await told("records", text)).id, events };
}

// What seat 1 does not see, by the rules and nothing of ours.
const hidden = {
  hanabi: (e) => e.verb === "draw" && e.who === 1,
  gofish: (e) => e.verb !== "ask" && e.who === 2,
  clue: (e) => e.verb === "hide" || (e.verb === "deal" && e.who !== 1) ||
    (e.verb === "show" && e.who !== 1 && e.to !== 1),
};

/** The first events of a game up to turn `turn`, as seat 1 saw them. */
function sight(game, events, turn) {
  let moves = 0;
  const seen = [];
  for (const e of events) {
    const moved = e.who !== "nature" && !["deal", "draw"].includes(e.verb);
    if (moved && ++moves > turn) break;
    seen.push({ ...e, hash: 0, why: 0, ...(hidden[game](e) ? { card: 0 }
      : {}) });
  }
  return JSON.stringify(seen);
}

/** All that a lesson, a puzzle and what is shared of them ask of a record. */
async function asked(id, turn) {
  const at = { record: id, turn, seat: 1 };
  const replay = await told(`records/${id}/replay?seat=1&you=1&from=0&limit=${
    turn + 1}`);
  delete replay.turns; // how long it went on
  const all = [replay, await told("lens", { ...at, assume: "none" }),
    await told("position", at), await told("changed", at)];
  if (replay.steps.at(-1).to_move === 1) {
    const values = await told("values", { record: id, turn, you: 1,
      playouts: 3 });
    delete values.made;
    all.push(values);
  }
  return JSON.stringify(all).replaceAll(id, "ID");
}

for (const [rules, agent, turn] of [
  ["hanabi(players=2,colours=2,ranks=2,hand=2)", "beginner", 2],
  ["gofish(players=2,ranks=3,hand=2)", "hoarding", 2],
  ["clue(players=3,suspects=2,weapons=2,rooms=2)", "detective", 3]]) {
  const game = /^[a-z]+/.exec(rules)[0];
  test(`lesson, puzzle and share tell no seat apart what it cannot: ${game}`,
    async () => {
      const looks = new Map();
      let pairs = 0;
      for (let seed = 1; seed <= 60 && pairs < 4; seed++) {
        const one = await brought(rules, agent, seed);
        const key = sight(game, one.events, turn);
        const twin = looks.get(key);
        looks.set(key, twin ?? one);
        const whole = (r) => JSON.stringify(r.events.slice(0,
          JSON.parse(key).length).map((e) => e.card));
        if (!twin || whole(twin) === whole(one)) continue;
        pairs++;
        same(await asked(one.id, turn), await asked(twin.id, turn),
          `seed ${seed}`);
      }
      must(pairs > 0, "no two games look the same");
    });
}

/** What comes at a table to who joins it, until `type` does. */
function heard(page, join, type) {
  return page.evaluate(([join, type]) => new Promise((resolve) => {
    const ws = new WebSocket(`${location.origin.replace("http", "ws")}/ws`,
      "doxa.1");
    const all = [];
    ws.onopen = () => ws.send(JSON.stringify({ type: "join", ...join }));
    ws.onmessage = (m) => {
      all.push(JSON.parse(m.data));
      if (all.at(-1).type !== type) return;
      ws.close();
      resolve(all);
    };
  }), [join, type]);
}

const tiny = "hanabi(players=2,colours=2,ranks=2,hand=2)";

/** A game that agents have played here, and its cards in order. */
async function played(page) {
  const { id } = await told("tables", { rules: tiny, seats: ["beginner",
    "beginner"] });
  await heard(page, { table: id }, "end");
  const text = await (await fetch(`${server.address}api/records/${id}`)).text();
  const events = text.trim().split("\n").map((l) => JSON.parse(l))
    .filter((l) => "event" in l);
  return { id, events };
}

/** All that a link to the deal of a game shows before the first own move. */
async function dealt(page, id) {
  await page.goto(`${server.address}#/deal/${id}`);
  await page.waitForSelector('.btn:has-text("Play these cards")');
  const words = await page.textContent("main");
  const made = await told("tables", { rules: tiny, seats: ["person",
    "beginner"], deal: id });
  const came = await heard(page, { table: made.id, token: made.seats[0].token,
    have: 0 }, "turn");
  return JSON.stringify([words, made, came]).replaceAll(made.id, "ID")
    .replaceAll(made.seats[0].token, "TOKEN").replaceAll(id, "DEAL")
    .replace(/"since":\d+/g, "");
}

test("a link to the same deal tells no seat apart what it cannot",
  async () => {
    const page = await guest();
    await page.goto(server.address);
    const looks = new Map();
    let pairs = 0;
    for (let i = 0; i < 60 && pairs < 3; i++) {
      const one = await played(page);
      const key = sight("hanabi", one.events, 0);
      const twin = looks.get(key);
      looks.set(key, twin ?? one);
      const whole = (r) => JSON.stringify(r.events.slice(0,
        JSON.parse(key).length).map((e) => e.card));
      if (!twin || whole(twin) === whole(one)) continue;
      pairs++;
      same(await dealt(page, one.id), await dealt(page, twin.id), one.id);
    }
    must(pairs > 0, "no two deals look the same");
    await silent(page);
    await page.context().close();
  });

await run();
