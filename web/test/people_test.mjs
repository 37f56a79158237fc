// What somebody meets who has never been here: the rules, the partners, the
// end of a game and what to do then.
import { guest, must, narrowEnough, run, same, serve, settled, silent, test }
  from "./lib.mjs";
import { clickOut, sitDown } from "./players.mjs";

const server = await serve("--seed", "11");
const games = (await (await fetch(`${server.address}api/games`)).json()).games;

test("on a first visit the rules and the partners' talk are there, once",
  async () => {
    const page = await guest();
    await page.goto(server.address);
    await page.click('.gamecard:has(b:text-is("Hanabi"))');
    const box = ".lineup:visible";
    must(/New to Hanabi/.test(await page.textContent(`${box} .firstband`)),
      "who is new is asked");
    must(/How Ann and Bob talk/.test(await page.textContent(`${box} .talk`)),
      "how they talk");
    await page.click(`${box} .sit`);
    await page.waitForSelector(".board .actions");
    await page.goto(`${server.address}#/play/hanabi`);
    await page.waitForSelector(`${box} .sit`);
    same(await page.$$(`${box} .firstband`).then((a) => a.length), 0,
      "and not again");
    await silent(page);
    await page.context().close();
  });

test("the rules of every game are on one screen, as the server has them",
  async () => {
    const page = await guest();
    for (const { name } of games) {
      await page.goto(`${server.address}#/rules/${name}`);
      const sheet = await (await fetch(`${server.address}api/rules/${name}`))
        .json();
      await page.waitForFunction((aim) => document.querySelector(
        ".rulesheet h1")?.textContent === aim, sheet.aim);
      same(await page.$$(".moveslots li").then((a) => a.length),
        sheet.moves.length, `moves of ${name}`);
      same(await page.$$eval(".movepicture", (all) => all.filter((p) =>
        p.querySelector("svg, .chip")).length), sheet.moves.length,
      `pictures of the moves of ${name}`);
      if (name === "hanabi") {
        same(await page.$$eval(".moveslots kbd", (all) => all.map((k) =>
          k.textContent)), ["A", "P", "D"], "the keys of its moves");
      }
      const high = await page.evaluate(() =>
        document.documentElement.scrollHeight);
      must(high <= 800, `${name} is ${high} high`);
      await narrowEnough(page);
    }
    await silent(page);
    await page.context().close();
  });

test("at the end the own cards are turned up, and Enter plays again",
  async () => {
    const page = await guest();
    await sitDown(page, server.address, "Hanabi");
    await page.waitForSelector(".board .actions");
    await clickOut(page);
    await page.waitForFunction(() => [...document.querySelectorAll(
      ".own .tag")].some((t) => /knew|were possible|turned up/
      .test(t.textContent)));
    const [first] = page.url().split("/t/").slice(1);
    await page.focus("main .own [data-rove]").catch(() => undefined);
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.press("Enter");
    await page.waitForFunction((id) => location.hash.startsWith("#/t/") &&
      !location.hash.endsWith(id), first);
    await page.waitForSelector(".board .actions");
    await silent(page);
    await page.context().close();
  });

const { lessons } = await (await fetch(`${server.address}api/games`)).json();

/** What the server answers. */
async function told(path, body) {
  const r = await fetch(`${server.address}api/${path}`, body
    ? { method: "POST", body: JSON.stringify(body) } : undefined);
  return r.json();
}

for (const name of lessons) {
  test(`the lesson of ${name} is five moves of the game that it is about`,
    async () => {
      const { steps, end } = await told(`lessons/${name}`);
      same(steps.length, 5, "moves");
      same(steps.findIndex((s) => s.look), 3, "the fourth is a look");
      for (const s of steps.filter((x) => x.want)) {
        const { made, seat } = await told("values",
          { record: `lesson-${name}`, turn: s.turn });
        same([seat, made], [1, s.want], `turn ${s.turn}`);
      }
      must(end.turn > steps[4].turn, "and then it goes on");
      const page = await guest();
      await page.goto(`${server.address}#/learn/${name}`);
      for (const [i, s] of steps.entries()) {
        await page.waitForFunction(([n, words]) => {
          const c = document.querySelector(".callout")?.textContent ?? "";
          return c.startsWith(`${n}.`) && c.includes(words);
        }, [i + 1, s.say]);
        if (s.look) {
          await page.click(".callout .btn.main");
          await page.waitForSelector(".mindtag");
          await page.waitForSelector(`.callout:has-text("${s.seen}")`);
          if (s.ring) {
            await page.waitForSelector(`[data-place="${s.ring[0]}"].chosen`);
          }
          await page.click('.callout .btn:has-text("go on")');
        } else {
          await page.click('.callout .link:has-text("Do it for me")');
          await page.waitForFunction((n) => !document.querySelector(".callout")
            ?.textContent.startsWith(`${n}.`), i + 1);
          must(await page.evaluate(() => {
            const [log, acts] = [".log li:last-child", ".actions"].map((s) =>
              document.querySelector(s)?.getBoundingClientRect());
            return !log || (log.bottom <= innerHeight + 1 && (!acts ||
              log.bottom <= acts.top + 1 || log.top >= acts.bottom - 1));
          }), `the log is seen after move ${i + 1}`);
        }
      }
      await page.waitForSelector('.callout:has-text("Done")');
      await page.keyboard.press("Enter");
      await page.waitForSelector(".lineup:visible .sit");
      same(await page.$$(".lineup:visible .firstband").then((a) => a.length),
        0, "who has learnt it is not new");
      await silent(page);
      await page.context().close();
    });
}

for (const [width, lens] of [[390, false], [1280, true]]) {
  test(`a wrong try in a lesson moves nothing: ${width}${
    lens ? ", with the lens" : ""}`, async () => {
    const page = await guest({ width });
    await page.goto(`${server.address}#/learn/hanabi`);
    await page.waitForSelector(".callout");
    if (lens) {
      await page.keyboard.press("l");
      await page.waitForSelector(".withlens");
    }
    await page.click(".own .slot .place >> nth=0");
    const places = () => page.$$eval("[data-place], .actions", (all) =>
      all.map((e) => e.getBoundingClientRect().toJSON()));
    await settled(page);
    const before = await places();
    await page.click('.actions .btn:has-text("Play")');
    await page.waitForSelector('.callout:has-text("taken back")');
    same(await places(), before, "the board stays where it is");
    await silent(page);
    await page.context().close();
  });
}

test("in the lesson another move is taken back", async () => {
  const page = await guest();
  await page.goto(`${server.address}#/learn/hanabi`);
  await page.click(".own .slot .place");
  const places = () => page.$$eval("[data-place], .actions", (all) =>
    all.map((e) => e.getBoundingClientRect().toJSON()));
  const before = await places();
  same(Math.round(before[0].width), 72, "a partner's card");
  await page.click('.actions .btn:has-text("Play card")');
  await page.waitForSelector('.callout:has-text("taken back")');
  same(await places(), before, "the board stays where it is");
  await page.click('.actions .btn:has-text("Ann")');
  await page.click(".actions button:has-text('1') >> nth=-1");
  await page.keyboard.press("Enter");
  await page.waitForSelector('.callout:has-text("2.")');
  await silent(page);
  await page.context().close();
});

test("a private table is in no list", async () => {
  const page = await guest();
  await page.goto(`${server.address}#/play/hanabi`);
  await page.click(".lineup:visible .rulesline .link");
  await page.check('.lineup:visible label:has-text("private") input');
  await page.click(".lineup:visible .sit");
  await page.waitForSelector(".board .actions");
  const id = page.url().split("/t/")[1];
  must(id.split("-").length > 3, `a name with a secret: ${id}`);
  const listed = await (await fetch(`${server.address}api/tables`)).json();
  must(!listed.tables.some((t) => t.id === id), "and in no list");
  await page.click('.top .btn:has-text("Rules")');
  await page.waitForSelector("dialog .rulesheet");
  await page.keyboard.press("Escape");
  await silent(page);
  await page.context().close();
});

test("a question is built from menus and from clicks on the board",
  async () => {
    const page = await guest();
    await sitDown(page, server.address, "Hanabi");
    await page.waitForSelector(".board .actions");
    await page.click('button[role=tab]:has-text("Ask")');
    await page.waitForSelector(".builder");
    const reads = (formula) => page.waitForFunction((f) =>
      document.querySelector("[data-formula]")?.value === f, formula);
    await page.selectOption('.builder [aria-label="Fact"]', "playable");
    await page.click(".partner .place >> nth=1");
    await reads("K[2] playable(2,2)"); // the board is the menu
    await page.click('.builder .pick:has-text("who knows")');
    await page.waitForSelector(".whoknows >> text=Ann does not know it");
    await page.waitForFunction(() => {
      const told = document.querySelector(".whoknows").textContent;
      return /You know it.*Bob knows it/.test(told) ||
        /You do not know it.*Bob does not know it/.test(told);
    });
    await page.click('.builder .pick:has-text("somebody knows")');
    await reads("K[1] K[2] playable(2,2)"); // it grows inwards
    await page.selectOption('.builder [aria-label="Fact"]', "not");
    await page.click('.builder .pick:has-text("and")');
    await page.selectOption('.builder [aria-label="Fact"] >> nth=1', "rank");
    await reads("K[1] K[2] (~playable(2,2) & rank(2,2,1))");
    await page.waitForFunction(() => /You know that Ann knows that both/
      .test(document.querySelector(".formula")?.textContent));
    await page.click(".formula .btn.main");
    await page.waitForSelector(".verdict");
    must(/^(Yes|No)\./.test(await page.textContent(".verdict")), "a verdict");
    await silent(page);
    await page.context().close();
  });

test("a lesson rings what its move names, in every game", async () => {
  const page = await guest();
  for (const [game, count] of [["hanabi", 2], ["kemps", 2], ["clue", 3],
    ["gofish", 1], ["yokai", 1]]) {
    await page.goto(`${server.address}#/learn/${game}`);
    await page.waitForSelector(".callout");
    await page.waitForFunction((n) => document.querySelectorAll(
      "main.board .ringed").length === n, count);
  }
  // While a hint is chosen its cards alone are ringed.
  await page.goto(`${server.address}#/learn/hanabi`);
  await page.waitForSelector(".ringed");
  await page.keyboard.press("a");
  await page.keyboard.press("r");
  await page.waitForSelector(".partner .touched");
  const ringed = await page.$$eval("main.board .ringed:not(.touched)", (all) =>
    all.filter((e) => getComputedStyle(e).outlineStyle !== "none").length);
  must(!ringed, `${ringed} more are ringed`);
  await silent(page);
  await page.context().close();
});

await run();
