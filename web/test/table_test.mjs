// A table with two browsers and a bot; a reload in the middle; lost lines; a
// seat in two windows; spectators; phone width; keys alone.
import { spawn } from "node:child_process";
import { gate, guest, must, narrowEnough, run, same, serve, settled, silent,
  table, test } from "./lib.mjs";
import { clickOut, sitDown } from "./players.mjs";

const root = new URL("../../", import.meta.url).pathname;
const server = await serve("--seed", "5", "--program",
  `random=python3 ${root}examples/bots/dice.py`);
const at = server.address;
// A pack of which the worlds are few.
const little = { params: "colours=3,ranks=3,hand=3" };

test("two browsers and a bot play a game to its end", async () => {
  const made = await table(at, { rules: "hanabi(players=3,colours=3,ranks=3,hand=3)",
    seats: ["person", "person", "program:random"], names: ["Mia", "Ada", ""] });
  const [mia, ada] = [await guest(), await guest({ theme: "dark" })];
  await mia.goto(made.link(1));
  await mia.waitForSelector(".waiting");
  await ada.goto(made.link(2));
  await Promise.all([clickOut(mia), clickOut(ada)]);
  const [a, b] = [await mia.textContent(".banner.over .serif"),
    await ada.textContent(".banner.over .serif")];
  same(a, b, "both see the same end");
  await silent(mia);
  await silent(ada);
  await mia.context().close();
  await ada.context().close();
});

test("a reload in the middle of a game changes nothing", async () => {
  const page = await guest();
  await sitDown(page, at, "Hanabi", little);
  for (let i = 0; i < 2; i++) {
    await page.waitForSelector(".actions .btn.main");
    await page.click(".own .place >> nth=0");
    await page.click(".actions .btn:has-text('Play'), " +
      ".actions .btn:has-text('Throw'):not(:disabled)");
    await page.waitForSelector(".pill.go");
  }
  await page.waitForSelector(".actions .btn");
  const look = () => page.evaluate(() => [
    document.querySelector(".hanabi-table")?.textContent,
    document.querySelector(".own .cards")?.textContent,
    [...document.querySelectorAll(".own [data-rove]")]
      .map((e) => e.getAttribute("aria-label")),
    // What a turn told is asked for later and has its own test.
    [...document.querySelectorAll(".log li")].map((e) => [...e.querySelectorAll(
      "span > b, .num")].map((b) => b.textContent +
      (b.nextSibling?.nodeValue ?? ""))),
  ]);
  await settled(page);
  const before = await look();
  must(/(Play|Throw|Threw)/i.test(before[3].join()), `the log: ${before[3]}`);
  await page.reload();
  await page.waitForSelector(".actions .btn");
  await settled(page);
  same(await look(), before, "the table");
  await silent(page);
  await page.context().close();
});

test("a line that breaks is picked up again where it was", async () => {
  const page = await guest();
  const [cut, seen] = [gate(), gate()];
  let lines = 0;
  await page.routeWebSocket(/\/ws$/, async (ws) => {
    if (lines++) await seen.opened; // no way back before that was looked at
    ws.connectToServer();
    if (lines === 1) void cut.opened.then(() => ws.close({ code: 3001 }));
  });
  await sitDown(page, at, "Hanabi", little);
  await page.waitForSelector(".actions .btn");
  cut.go();
  await page.waitForSelector(".banner.go:has-text('Connection lost')");
  seen.go();
  await page.waitForSelector(".banner.go:has-text('Connection lost')",
    { state: "detached" });
  await page.waitForSelector(".actions .btn");
  await silent(page);
  await page.context().close();
});

test("a seat that is opened elsewhere can be taken back", async () => {
  const made = await table(at, { rules: "hanabi(players=2)",
    seats: ["person", "info"], names: ["Mia", ""] });
  const [one, two] = [await guest(), await guest()];
  await one.goto(made.link(1));
  await one.waitForSelector(".actions .btn");
  await two.goto(made.link(1));
  await two.waitForSelector(".actions .btn");
  await one.waitForSelector(".banner:has-text('another window')");
  await one.click("text=Play here instead");
  await one.waitForSelector(".actions .btn");
  await two.waitForSelector(".banner:has-text('another window')");
  await one.context().close();
  await two.context().close();
});

test("a seat is given up after a question, and its new link brings one back",
  async () => {
    const page = await guest();
    const made = await table(at, { rules: "hanabi(players=2)",
      seats: ["person", "info"] });
    await page.goto(made.link(1));
    await page.waitForSelector(".pill.go");
    const ask = async () => {
      await page.click("[aria-label=Menu]");
      await page.click(".menu-items >> text=Give up the seat");
      await page.waitForSelector("dialog[open] >> text=Give up the seat?");
    };
    await ask();
    await page.click("dialog[open] >> text=Stay");
    await page.waitForSelector("dialog", { state: "detached" });
    await page.waitForSelector(".pill.go");
    await ask();
    await page.click("dialog[open] >> text=Give it up");
    const link = await page.inputValue("[aria-label='Link to the seat']");
    must(link.includes(`#t=${made.id}&s=1&k=`) && link !== made.link(1),
      `the new link: ${link}`);
    await page.click("dialog[open] >> text=Watch");
    await page.waitForSelector("text=You see what everybody");
    await page.click("text=Take it back");
    await page.waitForSelector(".pill.go");
    await ask();
    await page.click("dialog[open] >> text=Give it up");
    const next = await page.inputValue("[aria-label='Link to the seat']");
    await page.click("dialog[open] >> text=To the tables");
    await page.waitForSelector(".gamecard");
    const other = await guest();
    await other.goto(next);
    await other.waitForSelector(".pill.go");
    await silent(page);
    await silent(other);
    await page.context().close();
    await other.context().close();
  });

test("a lens that fails says why, and the game goes on", async () => {
  const page = await guest();
  await page.routeWebSocket(/\/ws$/, (ws) => {
    const server = ws.connectToServer();
    server.onMessage((line) => {
      const m = JSON.parse(line);
      ws.send(m.type !== "lens" ? line : JSON.stringify({ type: "lens",
        id: m.id, n: m.n, error: { code: "limit", text: "too many steps" } }));
    });
  });
  const made = await table(at, { rules: "gofish(players=3)",
    seats: ["person", "random", "random"] });
  await page.goto(made.link(1));
  await page.waitForSelector("aside.lens >> text=/Too many steps/");
  const before = await page.$eval(".top .pill", (e) =>
    Number(/\d+/.exec(e.textContent)[0]));
  await page.keyboard.press("e");
  await page.keyboard.press("a");
  await page.waitForSelector(".mindtag");
  await page.keyboard.press("Escape");
  await page.waitForSelector(".mindless");
  await page.click(".place.target >> nth=0");
  await page.click(".actions .btn.main");
  await page.waitForFunction((n) => Number(/\d+/.exec(
    document.querySelector(".top .pill").textContent)[0]) > n, before);
  await silent(page);
  await page.context().close();
});

test("who watches sees no hidden card, and what is public of the hands", async () => {
  const made = await table(at, { rules: "kemps(players=3)",
    seats: ["person", "greedy", "greedy"], names: ["Mia", "", ""] });
  const [mia, eve] = [await guest(), await guest()];
  await mia.goto(made.link(1));
  await mia.waitForSelector(".owndo .btn");
  await eve.goto(`${at}#/t/${made.id}`);
  await eve.waitForSelector(".banner:has-text('what everybody')");
  const mine = await mia.$$eval(".own [data-card]", (all) =>
    all.map((e) => e.getAttribute("aria-label")));
  must(mine.length >= 4, "Mia has cards");
  await eve.waitForSelector(".column");
  const faces = await eve.$$eval("svg.card, [data-card]", (all) =>
    all.map((e) => e.getAttribute("aria-label")));
  for (const card of mine) {
    must(!faces.includes(card), `${card} lies open to a spectator`);
  }
  await settled(eve);
  const open = await eve.$$eval(".column", (all) => all.filter((c) =>
    c.querySelector(".cell-chance")).length);
  must(open >= 13 * 2, `hands are ledgers of what is possible: ${open}`);
  must(!(await eve.$(".actions .btn, .owndo .btn")), "and can not move");
  await eve.waitForSelector(".lens .mind.on:has-text('Everybody')");
  await eve.waitForSelector(".layer-know:has-text('Everybody knows')");
  await silent(eve);
  await mia.context().close();
  await eve.context().close();
});

test("a wrong link is refused in words", async () => {
  const made = await table(at, { rules: "hanabi(players=2)",
    seats: ["person", "info"], names: ["Mia", ""] });
  const page = await guest();
  await page.goto(`${at}#t=${made.id}&s=1&k=${"0".repeat(32)}`);
  await page.waitForSelector("h1:has-text('No such seat')");
  await page.goto("about:blank"); // a table that is gone
  await page.goto(`${at}#t=nope-1&s=1&k=${"0".repeat(32)}`);
  await page.waitForSelector("h1:has-text('No such seat')");
  await page.goto("about:blank"); // a link that was cut or written wrongly
  await page.goto(`${at}#/t/${"a".repeat(60)}`);
  await page.waitForSelector("h1:has-text('No such seat')");
  await page.context().close();
});

test("a table that cannot be shown says why", async () => {
  const page = await guest();
  await page.routeWebSocket(/\/ws$/, (ws) => ws.onMessage(() => ws.send(
    JSON.stringify({ type: "error", code: "broken",
      text: "this game is damaged and cannot go on" }))));
  await page.goto(`${at}#/t/quiet-heron-27`);
  await page.waitForSelector("main :text('This game is damaged')");
  await page.context().close();
});

test("a game is played by touch on a phone, and nothing scrolls sideways",
  async () => {
    const page = await guest({ width: 390, height: 844, touch: true });
    await sitDown(page, at, "Hanabi", little);
    await page.waitForSelector(".actions .btn");
    await narrowEnough(page);
    await page.tap(".top .lensbtn");
    await page.waitForSelector("aside.lens.sheet-1");
    await narrowEnough(page);
    const [own, sheet] = await page.evaluate(() => [".own", "aside.lens"].map(
      (s) => document.querySelector(s).getBoundingClientRect())
      .map((r) => [r.top, r.bottom]));
    must(own[1] <= sheet[0] + 1, `the sheet is below the own hand: ${own[1]} ${
      sheet[0]}`);
    await page.tap(".handle");
    await page.waitForSelector("aside.lens.sheet-2");
    await page.tap(".handle");
    await page.waitForSelector("aside.lens.sheet-0");
    await clickOut(page, { touch: true });
    await silent(page);
    await page.context().close();
  });

test("a game is played with keys alone, from the start page on", async () => {
  const page = await guest();
  await page.goto(at);
  await page.waitForSelector(".gamecard");
  await page.keyboard.press("1");
  await page.keyboard.press("p");
  await page.waitForSelector(".tablepage");
  for (let i = 0; i < 80; i++) {
    await page.waitForSelector(".actions .btn, .banner.over");
    if (await page.$(".banner.over")) break;
    const before = await page.textContent(".top .pill");
    if (i === 0) {
      await page.keyboard.press("a");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("Enter");
    } else {
      await page.keyboard.press(String(1 + (i % 4)));
      await page.keyboard.press("p");
    }
    await page.waitForFunction((t) => document.querySelector(".banner.over") ||
      document.querySelector(".top .pill").textContent !== t, before);
  }
  must(await page.$(".banner.over"), "the game is over");
  const said = await page.textContent("[role=log]");
  must(/Turn \d+\. /.test(said), `the log was said: ${said}`);
  await silent(page);
  await page.context().close();
});

test("the keys of the lens open it, look through other eyes and come back",
  async () => {
    const page = await guest();
    await sitDown(page, at, "Hanabi", little);
    await page.waitForSelector(".actions .btn");
    await page.waitForSelector("aside.lens");
    await page.keyboard.press("e");
    await page.keyboard.press("a");
    await page.waitForSelector(".mindtag:has-text('What you know that Ann')");
    await page.keyboard.press("e");
    await page.keyboard.press("y");
    await page.waitForSelector(".mindtag:has-text('that Ann knows that you')");
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Escape");
    await page.waitForSelector(".mindless");
    await page.keyboard.press("c");
    await page.waitForSelector(".mindtag:has-text('public')");
    await page.waitForSelector(".layer-know:has-text('Everybody knows')");
    await page.keyboard.press("c");
    await page.waitForSelector(".mindless");
    await page.keyboard.press("/");
    await page.waitForSelector("[data-formula]:focus");
    await page.keyboard.type("P[1](playable(1,1))");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".verdict .value");
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await page.waitForSelector("dialog[open] .keys");
    await page.keyboard.press("Escape");
    await page.keyboard.press("l");
    await page.waitForSelector("aside.lens", { state: "detached" });
    await silent(page);
    await page.context().close();
  });

test("another mind's gist is said, and perhaps says in which worlds",
  async () => {
    const page = await guest();
    await sitDown(page, at, "Hanabi", little);
    await page.waitForSelector(".pill.go");
    await page.focus(".own .place");
    await page.keyboard.press("a"); // the arrows go through the hints now
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".pill.go:not(:text-is('Your turn · 0'))");
    await page.waitForFunction(() => /Turn 1\. You told Ann/.test(
      document.querySelector("[role=log]").textContent));
    await page.keyboard.press("e");
    await page.keyboard.press("a");
    await page.waitForSelector(".gist:has-text('Ann knows that Ann’s card')");
    await page.click(".chipbtn, .deepline .link");
    await page.waitForSelector(".verdict.v-open .against");
    same(await page.$eval("#tab-ask", (t) => t.getAttribute("aria-selected")),
      "true", "Ask shows it");
    must(/^M\[2\] holds\(2,/.test(await page.inputValue("[data-formula]")),
      "what it depends on");
    await page.click("#tab-changed");
    await page.waitForSelector(".course .scrub[role=img]");
    await silent(page);
    await page.context().close();
  });

test("a rank is told by keys: a seat, a digit, Enter", async () => {
  const made = await table(at, { rules: "hanabi(players=2)",
    seats: ["person", "info"] });
  const page = await guest();
  await page.goto(made.link(1));
  await page.waitForSelector(".pill.go");
  const other = await page.$eval(".actions .btn:last-of-type kbd", (e) =>
    e.textContent);
  await page.keyboard.press(other);
  const rank = await page.$$eval(".actions .btn", (all) =>
    all.map((b) => b.textContent).find((t) => /^\d$/.test(t)));
  await page.keyboard.press(rank);
  await page.waitForSelector(`.actions .btn[aria-pressed=true]:text-is("${
    rank}")`);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => !document.querySelector(".actions " +
    "[aria-pressed=true]"));
  await page.waitForSelector(".pill.go:not(:text-is('Your turn · 0'))");
  await silent(page);
  await page.context().close();
});

await run();
