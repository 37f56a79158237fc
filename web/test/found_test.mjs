// What people found at the page and what must not come back: statements that
// were false, things that lay over others, a slow server.
import { readFileSync } from "node:fs";
import { gate, guest, must, run, same, serve, settled, silent, table, test }
  from "./lib.mjs";
import { sitDown } from "./players.mjs";

const server = await serve("--seed", "31");
const at = server.address;

async function finished(name = "hanabi-small") {
  const text = readFileSync(new URL(
    `../../examples/records/${name}.jsonl`, import.meta.url));
  const r = await fetch(`${at}api/records`, { method: "POST", body: text });
  return (await r.json()).id;
}

test("through another's eyes no card is known that nobody has shown",
  async () => {
    const page = await guest();
    await sitDown(page, at, "Kemps", { agents: "greedy" });
    await page.waitForSelector(".owndo .btn");
    await page.click(".crumb .mind:has-text('Bob')");
    const you = ".ledger:has(.name:text-is('You'))";
    await page.waitForSelector(`${you} :text('none of 4 cards known')`);
    same(await page.$$eval(`${you} .column svg text`, (all) => all.length),
      13, "the ranks' heads, and no tag");
    await page.waitForSelector(".banner:has-text('It is your turn')");
    await page.click(".banner .btn:has-text('Back to my eyes')");
    await page.waitForSelector(".owndo .btn");
    await silent(page);
    await page.context().close();
  });

test("an address that leads nowhere shows the start and says so", async () => {
  const page = await guest();
  const note = ".start [role=note]:has-text('nothing at this address')";
  for (const where of ["zzz", "play/chess", "rules/chess", "learn/chess"]) {
    await page.goto(`${at}#/${where}`);
    await page.waitForSelector(`${note}:has-text('#/${where}')`);
  }
  await page.goto(`${at}#/play/hanabi`);
  await page.waitForSelector(".gamecard");
  await page.waitForSelector(note, { state: "detached" });
  await silent(page);
  await page.context().close();
});

test("beside a person sit partners for people, and a code is told in a sentence",
  async () => {
    const page = await guest();
    await sitDown(page, at, "Hanabi");
    await settled(page);
    same(await page.$$eval(".partner .sub", (all) => all.map((e) =>
      e.textContent)), Array(2).fill("agent partner"), "Hanabi");
    must(!await page.$("[role=note]:has-text('no partner')"), "no warning");
    same(await page.inputValue(".layer-belief select"),
      "truthful(beginner)", "the lens takes their hints so");
    await page.goto(at);
    await page.click(".gamecard:has(b:text-is('Hanabi'))");
    for (const box of await page.$$(".lineup:visible .seatbox select")) {
      await box.selectOption("info");
    }
    const words = "[role=note]:has-text('are no partners for people')";
    await page.waitForSelector(`.lineup:visible ${words}`);
    await page.click(".lineup:visible .sit");
    await page.waitForSelector(`.tablepage ${words}`);
    same(await page.inputValue(".layer-belief select"), "info", "and these");
    await page.goto(at);
    await page.click(".gamecard:has(b:text-is('Yōkai'))");
    same(await page.inputValue(".lineup:visible .seatbox select"), "natural",
      "Yokai");
    await silent(page);
    await page.context().close();
  });

const slow = ["lens", "suspicion"];

/** A guest to whom some answers of the lens come late, or not at all. */
async function slowGuest(what) {
  const page = await guest();
  await page.routeWebSocket(/\/ws$/, (ws) => {
    const server = ws.connectToServer();
    const asked = new Map();
    ws.onMessage((line) => {
      const m = JSON.parse(line);
      if (slow.includes(m.type)) asked.set(m.id, m);
      server.send(line);
    });
    let joined = null;
    server.onMessage((line) => {
      const m = JSON.parse(line);
      if (m.type === "table") joined = m.you ?? null;
      const other = slow.includes(m.type)
        ? what({ ...asked.get(m.id), you: joined }, m) : m;
      if (other) ws.send(JSON.stringify(other));
    });
  });
  return page;
}

test("who suspects whom stays, grey and with its turn, until it is answered",
  async () => {
    let held = false;
    const page = await slowGuest((asked, m) =>
      held && asked.type === "suspicion" ? null : m);
    const made = await table(at, { rules: "saboteur(players=3)",
      seats: ["person", "straight", "straight"] });
    await page.goto(made.link(1));
    await page.waitForSelector(".matrix tr:nth-child(3):has-text('%')");
    held = true;
    const turn = async () => Number(/turn (\d+)/.exec(await page.textContent(
      ".top .pill"))[1]);
    const before = await turn();
    await page.click(".minebutton >> nth=0");
    await page.click(".btn:has-text('Throw it away')");
    await page.waitForSelector(".matrix[aria-busy=true] tr.old svg");
    await page.waitForSelector(`text=Other rows: of turn ${before - 1}.`);
    must(!/…/.test(await page.textContent(".matrix")), "and no row is empty");
    await silent(page);
    await page.context().close();
  });

test("what is public and can not be worked out shows no face", async () => {
  const page = await slowGuest((asked, m) => asked.you ? m : { type: "lens",
    id: m.id, n: m.n, error: { code: "limit", text: "too many steps" } });
  await sitDown(page, at, "Hanabi");
  await settled(page);
  must(await page.$(".partner svg.card[aria-label]"), "faces, from own eyes");
  await page.keyboard.press("c");
  await page.waitForSelector(".banner.bad >> text=/Too many steps/i");
  const names = await page.$$eval(".partner .place, .own .place", (all) =>
    all.map((e) => [e.getAttribute("aria-label"), ...[...e.querySelectorAll(
      "[aria-label]")].map((f) => f.getAttribute("aria-label"))].join()));
  same(names.length, 15, "cards");
  same(names.filter((n) => /(red|yellow|green|blue|purple) \d/.test(n)), [],
    "faces that nobody but their neighbours sees");
  must(!await page.$(".own .veil"), "nor what the viewer alone can know");
  must(!/worlds|bits/.test(await page.textContent(".own .who")),
    "nor how much");
  await page.context().close();
});

test("a belief of an older turn is grey and says its turn, and is not drawn",
  async () => {
    let held = false;
    const page = await slowGuest((asked, m) =>
      held && asked.assume !== "none" ? null : m);
    await sitDown(page, at, "Hanabi", { params: "colours=3,ranks=3,hand=3" });
    await settled(page);
    await page.keyboard.press("v");
    await page.waitForSelector(".own .cell-belief", { state: "attached" });
    await page.waitForSelector(".layer-belief .bar");
    held = true;
    await page.keyboard.press("a");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".pill.go:not(:text-is('Your turn · 0'))");
    await page.waitForSelector(".layer-belief h3:has-text('of the deal')");
    must(await page.$(".layer-belief .old .bar, .layer-belief .old .chips"),
      "grey");
    await page.waitForSelector("main.board[aria-busy=false]");
    must(!await page.$(".own .cell-belief, .own .cell-empty"), "not on cards");
    must(await page.$(".own .cell-undecided"), "but a question mark");
    await page.context().close();
  });

test("equal chances are equal bars", async () => {
  const page = await guest();
  await sitDown(page, at, "Clue", { agents: "random" });
  await page.waitForSelector(".layer-know .bar");
  const troughs = await page.$$eval(".layer-know .trough", (all) =>
    all.map((t) => { const r = t.getBoundingClientRect();
      return `${Math.round(r.left)} ${Math.round(r.width)}`; }));
  must(troughs.length > 3, `bars: ${troughs.length}`);
  same(new Set(troughs).size, 1, "one place and one width");
  await page.context().close();
});

/** What two things have of the window in common, in points. */
const common = (page, a, b) => page.evaluate(([x, y]) => {
  const [p, q] = [x, y].map((s) => document.querySelector(s)
    ?.getBoundingClientRect());
  if (!p || !q) return 0;
  return Math.min(Math.max(0, Math.min(p.bottom, q.bottom) -
    Math.max(p.top, q.top)), Math.max(0, Math.min(p.right, q.right) -
    Math.max(p.left, q.left)));
}, [a, b]);

for (const [width, height] of [[390, 844], [320, 640]]) {
  test(`at ${width} by ${height} hand, table, buttons and lens are apart`,
    async () => {
      const page = await guest({ width, height, touch: true });
      for (const game of ["Hanabi", "Kemps", "Go Fish"]) {
        await sitDown(page, at, game, game === "Hanabi" ? {}
          : { agents: "random" });
        await page.waitForSelector(".own .place");
        await page.tap(".lensbtn");
        await page.waitForSelector("aside.lens.sheet-1");
        for (const [a, b] of [[".own", "aside.lens"], [".own .cards",
          ".actions"], [".own", ".tablecards"], [".tablecards",
          "aside.lens"]]) {
          must(await common(page, a, b) <= 1, `${game}: ${a} and ${b}`);
        }
        const tabs = await page.$eval(".tabs", (t) =>
          t.scrollWidth - t.clientWidth);
        must(tabs <= 1, `${game}: all tabs are seen`);
      }
      await page.goto(`${at}#/r/${await finished()}?turn=3&seat=1`);
      await page.waitForSelector(".own .veil");
      must(await common(page, "aside.lens", ".scrubbing") <= 1,
        "the replay's lens is above its scrub bar");
      const free = await page.$eval("aside.lens", (e) => e.clientHeight);
      must(free > 120, `and can be read: ${free}`);
      await silent(page);
      await page.context().close();
    });
}

test("what is touched is wide enough for a finger", async () => {
  const page = await guest({ width: 390, height: 844, touch: true });
  await sitDown(page, at, "Hanabi");
  await page.waitForSelector(".actions .btn");
  await page.tap(".lensbtn");
  await page.waitForSelector(".crumb .mind");
  const small = await page.$$eval(
    ".top .btn, .actions .btn, .crumb .mind, .tabs button", (all) =>
      all.map((b) => [b.textContent, b.getBoundingClientRect()])
        .filter(([, r]) => r.width > 0 && (r.width < 43.5 || r.height < 43.5))
        .map(([t, r]) => `${t} ${r.width}x${r.height}`));
  same(small, [], "smaller than 44");
  await page.context().close();
});

test("Esc closes the sheet of keys first, then what is behind it", async () => {
  const page = await guest();
  await sitDown(page, at, "Hanabi");
  await page.waitForSelector(".actions .btn");
  await page.keyboard.press("a");
  await page.waitForSelector(".actions:has-text('Tell')");
  await page.keyboard.press("?");
  await page.waitForSelector("dialog[open]");
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog[open]", { state: "detached" });
  must(await page.$(".actions:has-text('Tell')"), "the hint is still chosen");
  await page.context().close();
});

test("a slow server is said so, and a what-if can be taken back", async () => {
  const page = await guest();
  const id = await finished();
  let held = gate();
  await page.route(/api\/(line|records\/.*replay)/, async (route) => {
    await held.opened;
    await route.continue().catch(() => undefined); // it may be taken back
  });
  await page.goto(`${at}#/r/${id}?turn=2&seat=1`);
  await page.waitForSelector("[role=status]:has-text('Opening the game')");
  held.go();
  await page.waitForSelector(".replaypage .own .place");
  held = gate();
  await page.keyboard.press("w");
  await page.waitForSelector(".line-band:has-text('Opening your own line')");
  await page.keyboard.press("Escape");
  held.go();
  await page.waitForSelector(".line-band", { state: "detached" });
  await page.waitForTimeout(200);
  must(!await page.$(".line-band"), "it does not open by itself");
  await page.unroute(/api\/(line|records\/.*replay)/);
  await page.route(/records\/.*replay/, (route) => route.fulfill(
    { status: 200, contentType: "application/json", body: "{\"game\":" }));
  await page.goto(at);
  await page.goto(`${at}#/r/${id}`);
  await page.reload(); // so that it is asked for anew
  await page.waitForSelector("button:has-text('Try again')");
  await page.unroute(/records\/.*replay/);
  await page.click("button:has-text('Try again')");
  await page.waitForSelector(".replaypage .own .place");
  await silent(page);
  await page.context().close();
});

test("long names are cut short, never the page", async () => {
  const made = await table(at, { rules: "hanabi(players=2)",
    seats: ["person", "info"], names: ["Mia", "W".repeat(39)] });
  const page = await guest();
  await page.goto(made.link(1));
  await page.waitForSelector(".actions .btn");
  const wide = await page.$$eval(".mind, .actions .btn", (all) =>
    Math.max(...all.map((b) => b.getBoundingClientRect().width)));
  must(wide < 300, `no pill or button is wider: ${wide}`);
  await page.context().close();
});

test("Saboteur says who suspects whom, a row a seat", async () => {
  const made = await table(at, { rules: "saboteur(players=3)",
    seats: ["person", "random", "random"] });
  const page = await guest();
  await page.goto(made.link(1));
  await page.waitForSelector(".matrix tbody tr:nth-child(3)");
  await page.waitForFunction(() => document.querySelectorAll(
    ".matrix tbody td svg").length === 7);
  same(await page.$$eval(".matrix tbody tr", (all) => all.length), 3,
    "a row a seat");
  await silent(page);
  await page.context().close();
});

test("few worlds are drawn, and a table says the same", async () => {
  const page = await guest();
  await page.goto(`${at}#/r/${await finished()}?turn=6&seat=1`);
  await page.waitForSelector(".own .veil");
  await page.click("[role=tab]:has-text('Worlds')");
  await page.waitForSelector(".moment .kripke");
  const drawn = await page.$$eval(".moment .kripke title", (all) =>
    all.map((t) => t.textContent).sort());
  const told = await page.$$eval(".moment tbody th", (all) =>
    all.map((t) => t.textContent).sort());
  must(drawn.length > 1, `worlds are drawn: ${drawn.length}`);
  same(drawn, told, "picture and table");
  await silent(page);
  await page.context().close();
});

test("an undecided question can be asked with a higher limit", async () => {
  const page = await guest();
  const asked = [];
  await page.route(/api\/ask$/, (route) => {
    const body = route.request().postDataJSON();
    if (!body.formula.startsWith("K[1] K[2]")) return route.continue();
    asked.push(body.effort ?? 1);
    return route.fulfill({ json: { formula: body.formula,
      answer: "undecided", why: "it takes more steps than the limit" } });
  });
  await page.goto(`${at}#/r/${await finished()}?turn=2&seat=1`);
  await page.waitForSelector(".own .veil");
  await page.fill("[data-formula]", "K[1] K[2] playable(1,1)");
  await page.keyboard.press("Enter");
  await page.click(".verdict .btn:has-text('ten times')");
  await page.waitForSelector(".verdict:has-text('the most there is')");
  same(asked, [1, 10], "the second time with ten times the steps");
  await page.context().close();
});

test("the sheet of keys is that of this table", async () => {
  const made = await table(at, { rules: "hanabi(players=4,colours=3)",
    seats: ["person", "random", "random", "random"] });
  const page = await guest();
  await page.goto(made.link(1));
  await page.waitForSelector(".pill.go");
  await page.keyboard.press("?");
  const sheet = await page.textContent("dialog[open] .keys");
  must(/1 … 4own card/.test(sheet), `four cards: ${sheet}`);
  must(/then r y g or a number/.test(sheet), `three colours: ${sheet}`);
  await page.context().close();
});

test("the lobby shows the newest dozen, and all on demand", async () => {
  const page = await guest();
  for (let i = 0; i < 14; i++) {
    await table(at, { rules: "hanabi(players=2)", seats: ["person", "info"] });
  }
  await page.goto(at);
  const rows = "section[aria-label='Tables now'] .tablerow";
  await page.waitForSelector(rows);
  same((await page.$$(rows)).length, 12, "a dozen");
  await page.click("section[aria-label='Tables now'] .link:has-text('all ')");
  await page.waitForFunction(
    (rows) => document.querySelectorAll(rows).length >= 14, rows);
  await silent(page);
  await page.context().close();
});

test("a link to a seat that a game has not opens its first seat's eyes",
  async () => {
    const page = await guest();
    const id = await finished();
    await page.goto(`${at}#/r/${id}?turn=999&seat=99`);
    await page.waitForSelector(".replaypage .own .place");
    same(await page.inputValue(".eyeselect select"), "1", "the first seat");
    await page.goto(`${at}#/r/${id}?turn=2&seat=2`);
    await page.waitForSelector(".replaypage .own .place");
    await silent(page);
    await page.context().close();
  });

test("why asks of knowledge with K and of belief with B, and one sign is " +
  "learnt in all of a picture", async () => {
  const text = readFileSync(new URL("../../examples/records/hanabi-full.jsonl",
    import.meta.url));
  const { id } = await (await fetch(`${at}api/records`,
    { method: "POST", body: text })).json();
  const page = await guest();
  await page.goto(`${at}#/r/${id}?turn=6&seat=1`);
  await page.waitForSelector(".lens-b .layer-belief");
  await settled(page);
  const known = await page.textContent(".lens-b .layer-know");
  must(/did not know it.*3\/5.*K\[1\] playable\(1,1\) no/.test(known), known);
  const believed = await page.textContent(".lens-b .layer-belief");
  must(/believed it.*B\[1\] playable\(1,1\) yes/.test(believed), believed);
  await page.waitForSelector(".lens-b .changes li");
  const told = await page.$$(".own .sub .link").then((a) => a.length);
  const column = await page.textContent(".lens-b .changes li:first-child b");
  must(/^[+−]\d/.test(column) && (told > 0) === column.startsWith("−"),
    `the hand says ${told ? "what was learnt" : "nothing"}, ${column}`);
  await silent(page);
  await page.context().close();
});

test("worlds without chances are listed, and turns not counted have no height",
  async () => {
    const page = await guest();
    await page.route("**/track", (route) => route.fulfill({ json: { marks: [],
      seats: { 2: [4, 4, null, null, 2, 2, 2, 2, 2, 2, 2, 2] } } }));
    await page.goto(`${at}#/r/${await finished("clue-small")}?turn=9&seat=2`);
    await page.waitForSelector(".replaypage .crumb");
    await page.click("[role=tab]:has-text('Worlds')");
    await page.waitForSelector(".caps:has-text('Some of them')");
    same(await page.$$eval(".world:not(.drawn)", (all) => all.length), 3,
      "deals");
    const shape = await page.$eval(".scrub > path", (e) => e.getAttribute("d"));
    same(shape.split("M").length - 1, 2, "pieces, with a hole between them");
    await page.waitForSelector(".scrub title:has-text('not counted')",
      { state: "attached" });
    await silent(page);
    await page.context().close();
  });

test("what is public of a hand that is one thing is said rank by rank",
  async () => {
    const page = await guest();
    await sitDown(page, at, "Go Fish");
    await settled(page);
    await page.keyboard.press("c");
    await page.waitForSelector(".ledger .column[aria-label*='%']");
    must(await page.$(".ledger:has(.name:text-is('You'))"), "the own hand, too");
    await page.click(".ledger .column >> nth=1");
    await page.waitForSelector(".lens .layer-know:has-text('Everybody knows')");
    await page.waitForSelector(".lens .layer-know .dist li");
    await silent(page);
    await page.context().close();
  });

test("when the lives are lost the table's score is that of the end",
  async () => {
    const made = await table(at, { rules: "hanabi(players=2)",
      seats: ["person", "info"] });
    const page = await guest();
    await page.goto(made.link(1));
    for (let i = 0; i < 60 && !await page.$(".banner.over"); i++) {
      await page.waitForSelector(".pill.go, .banner.over");
      if (await page.$(".banner.over")) break;
      const before = await page.textContent(".top .pill");
      await page.keyboard.press("1");
      await page.keyboard.press("p");
      await page.waitForFunction((t) => document.querySelector(".top .pill")
        .textContent !== t, before);
    }
    const over = await page.textContent(".banner.over");
    const points = /(\d+) points/.exec(over)[1];
    must(new RegExp(`score ${points}$`).test((await page.textContent(
      ".tokenline")).trim()), `${over}: ${await page.textContent(".tokenline")}`);
    await page.context().close();
  });

test("the logic page speaks of agents and worlds as the text does",
  async () => {
    const page = await guest({ width: 320, height: 640 });
    await page.goto(`${at}#/logic`);
    await page.waitForSelector(".kripke");
    await page.fill(".dx textarea", "agents a, b\nvars p, q: bool\nsees a: p\n" +
      "sees b: q\nactual p & q\nvalid K[a] p\nafter !p: count true\n");
    await page.waitForSelector(".legend:has-text('A line marked a: agent a can')");
    const chain = await page.textContent(".chain ol");
    must(/In this world nothing is true\./.test(chain), chain);
    must(/Agent a considers possible that nothing is true: there p is false\./
      .test(chain), chain);
    const over = await page.$$eval(".picture, .chain, .legend", (all) =>
      all.filter((e) => e.getBoundingClientRect().right > 303).length);
    same(over, 0, "what stands over the margin");
    await silent(page);
    await page.context().close();
  });

test("belief that goes one way is drawn with arrows, and told in the table",
  async () => {
    const page = await guest();
    await page.goto(`${at}#/logic`);
    await page.waitForSelector(".kripke");
    await page.selectOption("select[aria-label=Examples]", "sally-anne.dx");
    await page.waitForSelector(".logicpage:not(.stale) .legend:has-text(" +
      "'agent sally holds the world at its head possible')");
    const after = ".picture:nth-of-type(3)";
    same((await page.$$(`${after} .arrowhead`)).length, 2,
      "to where the marble is not, and from there to itself");
    must(!/cannot tell/.test(await page.textContent(".legend")),
      "nobody fails to tell worlds apart");
    const rows = await page.$$eval(`${after} tbody tr`, (all) =>
      all.map((r) => r.lastChild.textContent));
    same(rows, ["sally: start+skip", "sally: start+skip"], "the table");
    await page.click(".answer >> nth=3");
    const chain = await page.textContent(".chain");
    must(!/start\+e (is|are) true/.test(chain), `a name is no fact: ${chain}`);
    await silent(page);
    await page.context().close();
  });

test("a question that is not answered says why, and an old answer is grey",
  async () => {
    const page = await guest();
    await page.goto(`${at}#/logic`);
    await page.waitForSelector(".logicpage:not(.stale) .kripke");
    const text = "agents ann\nvars p, q: bool\nsees ann: q\n";
    await page.fill(".dx textarea", `${text}true K[ann] p\n`);
    await page.waitForSelector(".chain .reason >> text=/At which of the 4 " +
      "worlds\\?.*give one/");
    const held = gate();
    await page.route(/api\/dx$/, async (route) => {
      await held.opened;
      await route.continue();
    });
    await page.fill(".dx textarea", `${text}vars r: bool\nvalid r |\n`);
    await page.waitForSelector(".logicpage.stale");
    must(/gray/.test(await page.$eval(".editor .pill", (e) =>
      getComputedStyle(e).filter)), "the number of worlds is grey");
    held.go();
    await page.waitForSelector(".dx .banner.bad");
    await page.waitForSelector(".logicpage:not(.stale)");
    await silent(page);
    await page.context().close();
  });

test("to declare is asked, and to go back changes nothing", async () => {
  const page = await guest();
  const made = await table(at, { rules: "yokai(players=2)",
    seats: ["person", "random"] });
  await page.goto(made.link(1));
  await page.waitForSelector(".pill.go");
  await page.click(".actions .btn:has-text('Declare')");
  await page.waitForSelector(".actions >> text=This ends the game");
  await page.click(".actions .btn:has-text('Not yet')");
  await page.keyboard.press("g");
  await page.waitForSelector(".actions >> text=This ends the game");
  must(!await page.$(".banner.over"), "the game goes on");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".banner.over >> text=not every family is one group");
  await page.waitForSelector(".banner.over .btn:has-text('Play again')");
  await silent(page);
  await page.context().close();
});

test("Enter asks for what was clicked, and to accuse is asked", async () => {
  const page = await guest();
  const made = await table(at, { rules: "clue(players=3)",
    seats: ["person", "random", "random"] });
  await page.goto(made.link(1));
  const three = async () => {
    for (let i = 0; i < 3; i++) {
      await page.click(`.cluegroup >> nth=${i} >> .cluename.target >> nth=0`);
    }
  };
  await page.waitForSelector(".cluename.target");
  await three();
  await page.keyboard.press("Enter");
  await page.waitForSelector(".log >> text=You asked for");
  await page.waitForSelector(".actions >> text=To accuse");
  await three();
  await page.waitForSelector(".actions .btn:has-text('Accuse')");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".actions >> text=If it is wrong, you are out");
  await page.keyboard.press("Escape");
  await page.click(".actions .btn:has-text('Accuse')");
  await page.click(".actions .btn.main:has-text('Accuse')");
  // The others may have played it out since: the last lines are theirs.
  await page.keyboard.press("j");
  await page.waitForSelector("dialog >> text=You accused");
  await silent(page);
  await page.context().close();
});

test("Enter tells the hint that was clicked", async () => {
  const page = await guest();
  await sitDown(page, at, "Hanabi");
  await page.waitForSelector(".pill.go");
  await page.click(".actions .btn:has-text('Tell Ann')");
  await page.click(".actions .btn.big >> nth=0");
  await page.waitForSelector(".actions .btn:has-text('Tell ') kbd");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => /Turn 1\. You told Ann/.test(
    document.querySelector("[role=log]").textContent));
  await silent(page);
  await page.context().close();
});

test("Saboteur shows its log, the round and the deck above the hand",
  async () => {
    const page = await guest();
    const made = await table(at, { rules: "saboteur(players=4)",
      seats: ["person", "random", "random", "random"] });
    await page.goto(made.link(1));
    await page.waitForSelector(".pill.go");
    // Once nothing is left to be drawn: two frames of the browser.
    const laid = () => page.evaluate(async () => {
      for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
      return [document.querySelector(".actions .btn.main")?.title,
        document.querySelector(".minespot g")?.innerHTML];
    });
    for (const card of await page.$$(".minehand .place")) {
      await card.click();
      const [label, ghost] = await laid();
      if (!ghost) continue;
      await page.keyboard.press("t");
      const [after, then] = await laid();
      must((ghost === then) === (label === after),
        `it is drawn as it will lie: ${label}, then ${after}`);
    }
    await page.keyboard.press("1");
    await page.keyboard.press("d");
    await page.waitForSelector(".pill.go:not(:text-is('Your turn · 0'))");
    await page.waitForSelector(".roundline:has-text('Round 1 of 3')");
    for (const what of [".log li:last-child", ".layerswitch", ".roundline"]) {
      must(await common(page, what, ".actions.mine") <= 1,
        `${what} lies under the hand`);
    }
    await silent(page);
    await page.context().close();
  });

test("too busy is not undecided, and undecided says why", async () => {
  const page = await guest();
  let asked = 0;
  await page.route(/api\/ask$/, (route) => {
    const body = route.request().postDataJSON();
    if (!/dead/.test(body.formula)) return route.continue();
    return asked++ ? route.fulfill({ json: { formula: body.formula,
      answer: "undecided", why: "it takes more than 7 steps" } })
      : route.fulfill({ json: { error: { code: "busy",
        text: "Busy: wait for the answers" } } });
  });
  await page.goto(`${at}#/r/${await finished()}?turn=2&seat=1`);
  await page.waitForSelector(
    ".facts >> text=Undecided: it takes more than 7 steps");
  must(asked > 1, "it was asked again");
  must(!/Busy/.test(await page.textContent(".facts")), "not a word of it");
  await silent(page);
  await page.context().close();
});

test("a game that has not begun says so in the lens", async () => {
  const page = await guest();
  const made = await table(at, { rules: "hanabi(players=2)",
    seats: ["person", "person"] });
  await page.goto(made.link(1));
  await page.waitForSelector("aside.lens >> text=The game has not begun");
  await silent(page);
  await page.context().close();
});

test("a record that is refused says why where one looks", async () => {
  const page = await guest();
  await page.goto(at);
  await page.fill(".drop input[type=text]", "{\"players\":[]}");
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.press(".drop input[type=text]", "Enter");
  const fault = await page.waitForSelector(".drop .banner.bad");
  await page.waitForFunction((e) => { const r = e.getBoundingClientRect();
    return r.top >= 0 && r.bottom <= window.innerHeight + 1; }, fault);
  await page.context().close();
});

test("behind other minds nobody's hand lies face up, nor counts what one saw",
  async () => {
    const page = await guest();
    const minds = [[["c"], "What is public", "$='%'"],
      [["e", "a"], "Ann knows", "$='held possible'"]];
    for (const [rules, own] of [["gofish(players=3)", ".own .place"],
      ["clue(players=3)", ".own .cluecard"], ["kemps(players=3)",
        ".own .place"], ["saboteur(players=3)", ".minehand .place"]]) {
      const made = await table(at, { rules,
        seats: ["person", "random", "random"] });
      await page.goto(made.link(1));
      await page.waitForSelector(".pill.go");
      await page.waitForSelector(own);
      for (const [keys, words, said] of minds) {
        for (const key of keys) await page.keyboard.press(key);
        await page.waitForSelector(`.mindtag:has-text("${words}")`);
        must(!await page.$(own), `${rules}: ${words}: the own hand`);
        must(!/You are a/.test(await page.textContent(".lens-body")),
          `${rules}: ${words}: the own role`);
        same(await page.$$eval(".rolebar:not(:has(.solid)), .matrix",
          (all) => all.length), 0, `${words}: what nobody weighed is no bar`);
        if (rules.startsWith("gofish")) {
          await page.waitForSelector(`.column[aria-label${said}]`);
        }
        await page.keyboard.press("Escape");
        await page.waitForSelector(own);
      }
    }
    await silent(page);
    await page.context().close();
  });

test("Yokai counts for each mind what it saw, and assumes who sits there",
  async () => {
    const page = await guest();
    await sitDown(page, at, "Yōkai");
    await page.waitForSelector(".pill.go");
    same(await page.inputValue(".layer-belief select"), "natural", "assumed");
    await page.click(".spirit.target");
    await page.waitForSelector(".spirit.known");
    const unseen = () => page.$$eval(".families .dim", (all) =>
      all.reduce((sum, e) => sum + parseInt(e.textContent, 10), 0));
    same(await unseen(), 15, "you saw one");
    for (const keys of [["c"], ["e", "a"]]) {
      for (const key of keys) await page.keyboard.press(key);
      await page.waitForSelector(".mindtag");
      same(await unseen(), 16, "nobody else saw it");
      await page.waitForSelector(".spiritveil .cell-surely", {
        state: "attached" });
      must(!await page.$(".spirit.known"), "nor is it face up");
      await page.keyboard.press("Escape");
    }
    must(!/cards possible/.test(await page.textContent(".lens-body")),
      "families are no cards");
    await silent(page);
    await page.context().close();
  });

test("a phone has room for chances of goals, and acts name the seats",
  async () => {
    const page = await slowGuest((asked, m) => !asked.assume?.startsWith(
      "source(") ? m : { ...m, why: [
      "Seat 2 broke seat 3's lamp: a little likelier from a saboteur"],
    places: m.places?.map((p) => p.place.startsWith("lies(")
      ? { ...p, cells: { ...p.cells, gold: { k: "open",
        p: p.place === "lies(top)" ? "99999/100000" : "1/100000" } } }
      : p) });
    await page.setViewportSize({ width: 390, height: 844 });
    const made = await table(at, { rules: "saboteur(players=3)",
      seats: ["person", "random", "random"] });
    await page.goto(made.link(1));
    await page.waitForSelector(".goalshort:has-text('99')");
    const cut = await page.$$eval(".goalshort", (all) => all.map((t) => [
      t.textContent.trim(), t.getBoundingClientRect().right -
        t.ownerSVGElement.getBoundingClientRect().right]));
    same(cut.filter(([, by]) => by > 0.5), [], "over the edge");
    same(cut.length, 3, "goals");
    await page.click(".lensbtn");
    await page.waitForSelector(".acts :text('Ann broke Bob’s lamp')");
    await silent(page);
    await page.context().close();
  });

await run();
