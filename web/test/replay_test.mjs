// Replays, what if, where it turned, games of hanab.live, and the logic page.
import { readFileSync } from "node:fs";
import { fallen, folder, guest, must, run, same, say, serve, settled, silent,
  test } from "./lib.mjs";
import { clickOut, sitDown } from "./players.mjs";

const server = await serve("--seed", "3");
const at = server.address;
const small = new URL("../../examples/records/hanabi-small.jsonl",
  import.meta.url).pathname;
// A game of agents with a pack of which the worlds are few.
const little = `${folder}/little.jsonl`;
say("match", "hanabi(players=3,colours=3,ranks=4,hand=3)", "--seats",
  "info,info,info", "--seed", "4", "--record", little);

async function opened(page, record = little) {
  await page.goto(at);
  await page.setInputFiles("#file", record);
  await page.waitForSelector(".replaypage .own .place");
}

const turnOf = (page) => page.$eval("[role=slider]", (e) =>
  Number(e.getAttribute("aria-valuenow")));

/** The scrub bar stands where it should, however long a browser takes. */
const atTurn = (page, want) => page.waitForFunction((t) => Number(document
  .querySelector("[role=slider]")?.getAttribute("aria-valuenow")) === t, want);

/** It has gone on from a turn. */
async function pastTurn(page, turn) {
  await page.waitForFunction((t) => Number(document.querySelector(
    "[role=slider]")?.getAttribute("aria-valuenow")) > t, turn);
  return turnOf(page);
}

test("a finished game is looked back at, all eyes open", async () => {
  const page = await guest();
  await sitDown(page, at, "Hanabi", { params: "colours=3,ranks=3,hand=3" });
  await clickOut(page);
  await page.click("text=Replay, all eyes open");
  await page.waitForSelector(".replaypage .own .veil");
  await page.keyboard.press("End");
  await page.waitForSelector(".replaypage h2:has-text('Why')");
  await page.click("text=Show true cards");
  await page.waitForSelector(".lens.above");
  must(!(await page.$(".hanabi .veil")), "from above nothing is hidden");
  await silent(page);
  await page.context().close();
});

test("keys and the scrub bar go through the turns", async () => {
  const page = await guest();
  await opened(page);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await atTurn(page, 2);
  await page.keyboard.press("ArrowLeft");
  await atTurn(page, 1);
  await page.waitForSelector(".scrub .diamond");
  await page.keyboard.press("ArrowUp");
  const mark = await pastTurn(page, 1); // the next surprise
  const box = await (await page.$(".scrub")).boundingBox();
  await page.mouse.click(box.x + box.width * 0.7, box.y + 40);
  const far = await pastTurn(page, mark); // a click goes there
  await page.waitForFunction((t) => location.hash.includes(`turn=${t}`), far);
  await page.reload();
  await page.waitForSelector(".replaypage .own .place");
  await atTurn(page, far); // the link holds the turn
  await silent(page);
  await page.context().close();
});

test("whoever runs through the turns asks where they stop, and nothing is kept",
  async () => {
    const page = await guest();
    await opened(page);
    await settled(page);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Performance.enable");
    const nodes = async () => {
      await devtools.send("HeapProfiler.collectGarbage");
      const { metrics } = await devtools.send("Performance.getMetrics");
      return metrics.find((m) => m.name === "Nodes").value;
    };
    const before = await nodes();
    let asked = 0;
    page.on("request", (r) => {
      asked += /api\/(ask|lens|why|changed)$/.test(r.url());
    });
    const during = await page.evaluate(async () => {
      const press = (key) => window.dispatchEvent(new KeyboardEvent("keydown",
        { key, bubbles: true }));
      const seen = () => performance.getEntriesByType("resource").length;
      const first = seen();
      for (let i = 0; i < 200; i++) {
        press(i % 40 < 20 ? "ArrowRight" : "ArrowLeft");
        await Promise.resolve(); // drawn, and no time has passed
      }
      return seen() - first;
    });
    same(during, 0, "questions on the way");
    await settled(page);
    must(asked < 20, `questions at the end: ${asked}`);
    const after = await fallen(page, nodes, before * 1.5);
    must(after < before * 1.5, `nodes: ${before}, then ${after}`);
    await silent(page);
    await page.context().close();
  });

test("what if plays on from a turn and gives way to Esc", async () => {
  const page = await guest();
  await opened(page);
  for (let i = 0; i < 5; i++) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("w");
  await page.waitForSelector(".line-band:has-text('From turn 5')");
  await page.waitForSelector(".actions .btn");
  await page.click(".own .slot:nth-child(1) .place");
  await page.click(".actions .btn:has-text('Play')");
  await page.waitForSelector(".line-band:has-text('1 move')");
  await page.click(".line-band .btn:has-text('Let an agent')");
  await page.waitForSelector(".line-band:has-text('2 moves')");
  await page.waitForSelector(".own .veil");
  await page.click(".line-band .btn:has-text('Take back')");
  await page.waitForSelector(".line-band:has-text('1 move')");
  await page.keyboard.press("Escape");
  await page.waitForSelector(".line-band", { state: "detached" });
  await atTurn(page, 5); // back in the game
  await silent(page);
  await page.context().close();
});

test("where it turned is a curve and says what decided it, or that nothing did",
  async () => {
    const page = await guest();
    await opened(page, small);
    await page.click("text=Where it turned");
    await page.waitForSelector("dialog[open] .curve");
    const told = await page.textContent("dialog[open] .turnstory");
    must(/Points to expect.*Sampled, ±/.test(told), told);
    const three = await page.$$("dialog[open] .three li").then((a) => a.length);
    must(three === 3 || /No single turn/.test(told), told);
    await silent(page);
    await page.context().close();
  });

test("where each plays alone the curve is the chance by what a seat could know",
  async () => {
    const file = `${folder}/clue.jsonl`;
    say("match", "clue(players=3,suspects=3,weapons=3,rooms=3)", "--seats",
      "detective,detective,detective", "--seed", "4", "--record", file);
    const told = async (path, body) => (await fetch(`${at}api/${path}`,
      { method: "POST", body })).json();
    const { id } = await told("records", readFileSync(file));
    const course = await told("course", JSON.stringify({ record: id, seat: 1,
      playouts: 12 }));
    const values = course.curve.map((c) => c.value);
    must(course.seen && course.unit === "chance", "by what it saw");
    must(values.filter((v) => v > 0 && v < 1).length > values.length / 4,
      `not decided from the start: ${values}`);
    must([0, 1].includes(values.at(-1)), `decided at the end: ${values}`);
  });

test("why says what was known and what was believed", async () => {
  const page = await guest();
  await opened(page);
  await page.waitForSelector(".lens-b");
  for (let i = 0; i < 12; i++) {
    await page.keyboard.press("ArrowRight");
    await page.waitForSelector(`.lens-b :text("turn ${i + 1}")`);
    await settled(page);
    if (await page.$(".lens-b .layer-belief")) break;
  }
  must(await page.$(".lens-b .layer-know"), "known or not");
  must(await page.$(".lens-b .layer-belief code"), "believed, with a formula");
  await silent(page);
  await page.context().close();
});

test("a game of hanab.live is opened from its JSON, nonsense is refused",
  async () => {
    const page = await guest();
    await page.goto(at);
    await page.fill(".drop input[type=text]", "nonsense");
    await page.click(".drop .btn");
    await page.waitForSelector(".drop .banner.bad");
    must((await page.textContent(".drop .banner.bad")).length > 20, "in words");
    const deck = [];
    for (let s = 0; s < 5; s++) {
      for (const r of [1, 1, 1, 2, 2, 3, 3, 4, 4, 5]) {
        deck.push({ suitIndex: s, rank: r });
      }
    }
    await page.fill(".drop input[type=text]", JSON.stringify({
      players: ["Ada", "Bo"], deck, actions: [
        { type: 0, target: 0 }, { type: 0, target: 5 },
      ], options: { variant: "No Variant" },
    }));
    await page.click(".drop .btn");
    await page.waitForSelector(".replaypage .own .place");
    must(/Ada/.test(await page.textContent(".top")), "the names are kept");
    must(page.errors.every((e) => /400/.test(e)), "only the refusal");
    await page.context().close();
  });

test("a pasted link of hanab.live opens at its turn", async () => {
  const page = await guest();
  await page.goto(at);
  const record = `${folder}/live.jsonl`;
  say("match", "hanabi(players=3)", "--seats", "info,info,info", "--seed", "5",
    "--record", record);
  const link = say("export", record, "--link").trim();
  await page.fill(".drop input[type=text]",
    `https://hanab.live/shared-replay-json/${link},p3v0s5#13`);
  await page.click(".drop .btn");
  await page.waitForSelector(".replaypage .own .place");
  await atTurn(page, 12); // twelve moves were made before its turn 13
  await silent(page);
  await page.context().close();
});

test("worlds that are too many to list are counted, and the page says so",
  async () => {
    const page = await guest();
    await opened(page, small.replace("small", "full"));
    for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("y");
    await page.waitForSelector("text=The likeliest are not listed");
    await silent(page);
    await page.context().close();
  });

test("the path of a question after updates is drawn in the model after them",
  async () => {
    const page = await guest();
    await page.goto(`${at}#/logic`);
    await page.waitForSelector(".kripke");
    await page.fill(".dx textarea", "agents a, b\nvars p: bool\nvars q: bool\n" +
      "sees a: p\nsees b: q\nactual p & q\ntrue p\n" +
      "after !(p | q): true K[a] q\nafter !(p | q); !p: true K[a] q\n");
    await page.waitForFunction(() =>
      document.querySelectorAll(".badge.b-no").length === 2);
    const picture = (n) => `.picture:nth-of-type(${n}) .litline`;
    for (const n of [1, 2]) {
      await page.click(`.answer:has(.badge.b-no) >> nth=${n - 1}`);
      await page.waitForFunction((k) => document.querySelectorAll(
        ".stepbar [aria-pressed=true]").length && document.querySelector(
        `.stepbar .btn:nth-of-type(${k + 1})[aria-pressed=true]`), n);
      // What comes late moves the chain away from under the pointer.
      let lit = "";
      for (let i = 0; i < 2400 && lit !== "false,true"; i++) {
        await page.mouse.move(0, 0);
        await page.hover(".chain ol li:nth-child(2)");
        await page.waitForTimeout(50);
        lit = await page.evaluate((found) => found.map((line) =>
          !!document.querySelector(line)).join(), [picture(1), picture(2)]);
      }
      same(lit, "false,true", "a line in the one before, in the one after");
    }
    await silent(page);
    await page.context().close();
  });

test("one counterexample after the other is shown until there is no other",
  async () => {
    const page = await guest();
    await opened(page);
    await page.fill("[data-formula]", "K[1] holds(1,1,r1)");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".verdict.v-no .against");
    const shown = new Set();
    for (let i = 1; i <= 12; i++) {
      const world = await page.textContent(".verdict .against .serif");
      must(!shown.has(world), `${world} was shown before`);
      shown.add(world);
      await page.click(".verdict >> text=next counterexample");
      await page.waitForFunction((n) => /no other differs/.test(
        document.querySelector(".verdict").textContent) ||
        document.querySelector(".verdict").textContent
          .includes(`counterexample ${n}`), i + 1);
      if (/no other differs/.test(await page.textContent(".verdict"))) break;
    }
    must(shown.size > 2, "there were several");
    must(/no other differs/.test(await page.textContent(".verdict")),
      "they come to an end");
    await silent(page);
    await page.context().close();
  });

test("every example of the logic page is answered, and can be gone on with",
  async () => {
    const page = await guest();
    await page.goto(`${at}#/logic`);
    await page.waitForSelector(".kripke");
    const names = await page.$$eval("select[aria-label=Examples] option",
      (all) => all.map((o) => o.value).filter(Boolean));
    must(names.length > 8, `examples: ${names.length}`);
    for (const name of names) {
      await Promise.all([page.waitForResponse((r) =>
        r.url().endsWith("api/dx") && r.status() === 200),
      page.selectOption("select[aria-label=Examples]", name)]);
      await page.waitForSelector(`.top b:text-is("${name}")`);
      await page.waitForSelector(".logicpage:not(.stale) .badge");
      must(!await page.$(".dx .banner.bad"), `${name} has a mistake`);
    }
    await page.selectOption("select[aria-label=Examples]", "monty-hall.dx");
    // An action makes worlds of its own, and they are drawn.
    await page.waitForFunction(() => document.querySelectorAll(
      ".picture:nth-of-type(3) .kripke title").length === 4);
    await page.selectOption("select[aria-label=Examples]", "muddy-children.dx");
    await page.waitForFunction(() =>
      document.querySelectorAll(".stepbar .big").length === 4);
    await page.click("text=+ announce");
    await page.fill("input[aria-label='What is announced']", "muddy(1)");
    await page.click(".stepbar .btn.main");
    await page.waitForFunction(() =>
      document.querySelectorAll(".stepbar .big").length === 5);
    await silent(page);
    await page.context().close();
  });

test("the logic page answers at the lines and draws before and after",
  async () => {
    const page = await guest();
    await page.goto(`${at}#/logic`);
    await page.waitForSelector(".kripke");
    await page.waitForFunction(() => // answers at the lines, two pictures
      document.querySelectorAll(".badge").length > 5 &&
      document.querySelectorAll(".kripke").length === 2);
    await page.waitForSelector(".chain ol li"); // a counterexample in words
    const lit = (worlds, lines) => page.waitForFunction(([w, l]) =>
      document.querySelectorAll(".litworld").length === w &&
      document.querySelectorAll(".litline").length === l, [worlds, lines]);
    await page.hover(".chain ol li:nth-child(3)");
    await lit(1, 1);
    await page.hover("h2");
    await lit(0, 0);
    await page.focus(".chain ol li:nth-child(1)");
    await lit(1, 0); // no line goes to the first
    await page.fill("[data-formula]", "K[1] muddy(2)");
    await page.click(".askhere .btn");
    await page.waitForSelector(".askhere .verdict");
    await page.fill(".dx textarea", "agents a\nvars p: bool\nsees a: p\ntrue q\n");
    await page.waitForSelector(".dx .banner.bad");
    await page.fill(".dx textarea",
      "agents a, b\nvars p: bool\nsees a: p\nvalid Kw[a] p\nvalid Kw[b] p\n");
    await page.waitForFunction(() => [...document.querySelectorAll(".badge")]
      .map((b) => b.textContent).join() === "yes,no");
    await page.click("text=Copy link");
    await page.waitForFunction(() => location.hash.includes("?m="));
    await page.waitForSelector("text=Link copied");
    await page.waitForSelector("text=Copy link"); // it can be used again
    const link = page.url();
    const other = await guest();
    await other.goto(link);
    await other.waitForSelector(".badge.b-no");
    same(await other.inputValue(".dx textarea"),
      await page.inputValue(".dx textarea"), "the link holds the model");
    await silent(page);
    await silent(other);
    await page.context().close();
    await other.context().close();
  });

test("whoever scrubs to and fro keeps nothing of the turns that went by",
  async () => {
    const page = await guest();
    await page.goto(`${server.address}#/r/lesson-hanabi?turn=40&seat=1`);
    await page.waitForSelector(".scrubbing");
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Performance.enable");
    const heap = async () => {
      await settled(page);
      await devtools.send("HeapProfiler.collectGarbage");
      const { metrics } = await devtools.send("Performance.getMetrics");
      return metrics.find((m) => m.name === "JSHeapUsedSize").value / 1e6;
    };
    const scrub = async (times) => {
      for (let i = 0; i < times; i++) {
        await page.keyboard.press(i % 20 < 10 ? "ArrowLeft" : "ArrowRight");
      }
    };
    // Or a minute of thirty steps a second, when all code has been run.
    const [warm, times] = process.env.LONG ? [600, 1800] : [20, 60];
    await scrub(warm);
    const before = await heap();
    await scrub(times);
    const after = await fallen(page, heap, before + 1);
    must(after < before + 1, `${before} MB, then ${after} MB`);
    await silent(page);
    await page.context().close();
  });

test("what stands on the seats of Saboteur stands in their frames", async () => {
  const record = `${folder}/saboteur.jsonl`;
  say("match", "saboteur(rounds=1)", "--seats",
    "random,random,random,random,random", "--seed", "6", "--record", record);
  const page = await guest({ width: 390, height: 844 });
  await page.goto(at);
  await page.setInputFiles("#file", record);
  await page.waitForSelector(".seatcard:nth-child(5)");
  await page.keyboard.press("End");
  await page.waitForFunction(() => document.querySelectorAll(
    ".seatcard .rolebar .solid").length === 5);
  same(await page.$$eval(".seatcard", (all) => all.flatMap((card) => {
    const frame = card.getBoundingClientRect();
    return [...card.querySelectorAll("*")].filter((e) =>
      e.getBoundingClientRect().right > frame.right + 1)
      .map((e) => `${card.ariaLabel}: ${e.className}`);
  })), [], "what sticks out");
  await silent(page);
  await page.context().close();
});

run();
