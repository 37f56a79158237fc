// The parts of the page that know no browser.
import { buildSync } from "esbuild";
import { folder, run, same, test } from "./lib.mjs";

const src = new URL("../src/", import.meta.url).pathname;

async function load(file) {
  const to = `${folder}/${file.replaceAll("/", "_")}.mjs`;
  buildSync({ entryPoints: [src + file], outfile: to, bundle: true,
    format: "esm", platform: "node", jsx: "automatic",
    jsxImportSource: "preact", logLevel: "silent" });
  return import(to);
}

test("a chance is a short fraction, or per cent, or certain", async () => {
  const n = await load("base/number.ts");
  same(["1/7", "1/9999", "41123/822465", "1/100000", "1", "0"].map(n.chance),
    ["1/7", "1/9999", "5\u00a0%", "under 1\u00a0%", "certain", "impossible"], "exact");
  same(["≈0.490", "≈0.000", "≈1.000"].map(n.chance),
    ["about 49\u00a0%", "under 1\u00a0%", "over 99\u00a0%"], "drawn at random");
  same(n.shown("1/3"), { exact: "1/3", words: "33\u00a0%", x: 1 / 3 }, "both");
  same([0, 0.001, 1 / 3, 0.999, 1].map((x) => n.percent(x)),
    ["0\u00a0%", "under 1\u00a0%", "33\u00a0%", "over 99\u00a0%", "100\u00a0%"], "per cent");
  same(["44394", "1310720", "240000000000"].map(n.count),
    ["44,394", "1.3 million", "2.4 × 10¹¹"], "counts");
  same([4, 18.4, 40].map(n.openWith), ["at least 16",
    "at least 340,000", "at least 1.0 × 10¹²"], "as much as is open");
});

test("no line ends before a per cent sign", async () => {
  const n = await load("base/number.ts");
  same(n.whole('{"say":"it was 88 % or 5 %, 100% of it"}'),
    '{"say":"it was 88\u00a0% or 5\u00a0%, 100% of it"}', "what was sent");
});

test("fractions are spoken", async () => {
  const n = await load("base/number.ts");
  same(n.spoken("1/2"), "one half", "1/2");
  same(n.spoken("2/3"), "two thirds", "2/3");
  same(n.spoken("1/6"), "one sixth", "1/6");
  same(n.spoken("5/221"), "2\u00a0%", "5/221");
});

test("moves are said in the server's words", async () => {
  const { moveWords } = await load("base/menus.ts");
  const { makeCast } = await load("base/cast.ts");
  const cast = makeCast([{ seat: 1, name: "Mia", kind: "person" },
    { seat: 2, name: "Ann", kind: "agent" }], 1);
  const value = (id, plain) => [id, plain, `a ${plain}`, `${plain}s`];
  const menus = { facts: [], values: {
    clue: [value("1", "1"), value("2", "2")],
    tool: [value("pick", "pick"), value("lamp", "lamp"), value("cart", "cart")],
  }, moves: [
    { name: "hint", words: "tell %0: %1+", args: [[0, "seat"], [1, "clue"]] },
    { name: "mend", words: "mend %0's %2", args: [[0, "seat"], [2, "tool"]] },
    { name: "break", words: "break %0's [1=0:first|[1=1:second|third]]",
      args: [[0, "seat"], [1, "tool"]] },
    { name: "end", words: "end the turn", args: [] },
    { name: "prince", args: [[0, "seat"]],
      words: "[0@:lay down your other card|make %0 lay down a card]" },
  ] };
  const said = (move) => moveWords(menus, move, cast);
  same(said("hint 2 1"), "Tell Ann: 1s", "many");
  same(said("mend 1 lamp"), "Mend your lamp", "you");
  same(["pick", "lamp", "cart"].map((t) => said(`break 2 ${t}`)),
    ["Break Ann’s first", "Break Ann’s second", "Break Ann’s third"], "cases");
  same(["prince 1", "prince 2"].map(said), ["Lay down your other card",
    "Make Ann lay down a card"], "who moves");
  same(said("end"), "End the turn", "no arguments");
  same(said("new 1"), "new 1", "a move without words");
  same(moveWords(null, "hint 2 1", cast), "hint 2 1", "before they came");
});

test("seats have letters of their own, and the viewer is you", async () => {
  const { makeCast } = await load("base/cast.ts");
  const { pathWords } = await load("base/menus.ts");
  const seat = (n, name, kind = "agent") => ({ seat: n, name, kind });
  const cast = makeCast([seat(1, "Mia", "person"), seat(2, "Ann"),
    seat(3, "Anton")], 1);
  same([1, 2, 3].map(cast.letter), ["Y", "A", "N"], "letters");
  same(cast.name(1), "You", "the viewer");
  same(cast.whose(2), "Ann’s", "whose");
  const menus = { ops: [{ op: "K", words: "@0 {knows|know} that" }] };
  same(pathWords(menus, [1, 2, 1], cast),
    "What you know that Ann knows that you know", "a path");
  same(pathWords(menus, [1, 0], cast),
    "What is public: everybody saw it", "of all");
});

test("the log says what the server says, a line a turn", async () => {
  const { logLines } = await load("base/log.ts");
  const { makeCast } = await load("base/cast.ts");
  const { hanabiCarry } = await load("boards/hanabi_skin.ts");
  const cast = makeCast([{ seat: 1, name: "Mia", kind: "person" },
    { seat: 2, name: "Ann", kind: "agent" }], 1);
  const seen = [[1, 2, "Ann played green 1."], [1, 2, "Ann drew red 5."],
    [2, 1, "You told Ann: card 2 is a 1."], [3, "nature", "A round ended."],
    [4, 2, "Ann dug."], [4, "nature", "The goal was turned up."],
    [4, 2, "Ann was a miner."]]
    .map(([turn, who, say], n) => ({ n, turn, say, text: "", event: { who } }));
  const lines = logLines({ cast, seen, you: 1, past: () => undefined });
  same(lines.map((l) => l.who + "|" + l.text),
    ["Ann| played green 1 and drew red 5.", "You| told Ann: card 2 is a 1.",
      "|A round ended.", "Ann| dug. The goal was turned up. Ann was a miner."],
    "lines");
  const says = (events, skin) => logLines({ cast, you: 1, past: () => undefined,
    seen: events.map(([verb, say], n) => ({ n, turn: 1, say, text: "",
      event: { verb } })) }, skin).map((l) => l.text);
  same(says([["f", "The 2 of clubs was laid on the table."],
    ["f", "The ace of spades was laid on the table."],
    ["d", "Ann drew a card."], ["d", "You drew a map."],
    ["d", "Ann drew a card."], ["d", "You drew a bend without a way down."]]),
  ["The 2 of clubs and the ace of spades were laid on the table. Ann drew a " +
    "card. You drew a map and a bend without a way down."], "lists");
  same(says([["s", "Turned over: red."],
    ["s", "Turned over: red."]]),
  ["Turned over: red and red."], "each card");
  const { saboteurSkin } = await load("boards/saboteur.tsx");
  same(says([["break", "You broke Ann's cart."], ["show", "You were a miner."],
    ["show", "Ann was a miner."], ["nugget", "Gold came."],
    ["role", "You are a saboteur."], ["hide", "A goal was laid face down."],
    ["draw", "You drew a map."]], saboteurSkin).length, 5,
  "the end of a round is five lines");
  const { claimsOf } = await load("boards/saboteur_lens.tsx");
  const { roundOver } = await load("boards/saboteur_round.tsx");
  const rounds = ["claim", "dig", "show", "role", "claim"].map((verb, n) => ({
    n, turn: [1, 2, 2, 2, 3][n], say: "", text: "", event: { verb, who: 2 } }));
  same(claimsOf({ seen: rounds, you: 1 }).map((s) => s.n), [4],
    "claims of this round alone");
  const scene = { seen: rounds, you: 1, replay: false, toMove: 1 };
  same(roundOver(scene)?.map((s) => s.n), [1, 2, 3], "what ended the round");
  same(roundOver({ ...scene, seen: [...rounds, { n: 5, turn: 4,
    event: { verb: "dig", who: 1 } }] }), null, "and then it has begun");
  const play = { verb: "play", who: 1, next: 2, slot: "2" };
  same(hanabiCarry("holds(1,3)", play), "holds(1,2)", "a note moves up");
  same(hanabiCarry("holds(1,2)", play), null, "a note goes with its card");
  same(hanabiCarry("holds(2,3)", play), "holds(2,3)", "others stay");
});

test("moves of many words are chosen word by word", async () => {
  const { nextWords, advance } = await load("boards/moves.tsx");
  const legal = ["ask a x 1", "ask a y 1", "ask b x 1", "end"];
  same(nextWords(legal, []), ["ask", "end"], "verbs");
  same(nextWords(legal, ["ask"]), ["a", "b"], "then arguments");
  same(advance(legal, ["ask", "b"]), ["ask", "b", "x", "1"],
    "one way only is gone at once");
  same(advance(legal, ["end"]), ["end"], "a whole move stays");
});

test("a completion goes on from what is typed", async () => {
  const { ghost, pieces } = await load("lens/formula.tsx");
  same(ghost("K[1] pla", { next: ["playable("], from: 5 }), "yable(", "word");
  same(ghost("K[1] pla", { next: ["dead("], from: 5 }), "", "another word");
  same(ghost("p", { next: ["&"], from: 1, words: "p" }), "", "it is whole");
  same(pieces("K[1] p").filter((p) => p.op).map((p) => p.text), ["K"],
    "operators");
});

test("a cell is drawn as what is known of it", async () => {
  const c = await load("lens/cells.ts");
  const board = { chances: true, places: [] };
  const place = { place: "holds(1,1)", size: 1, seen: false,
    cells: { r1: { k: "open", p: "1/2" }, r2: { k: "undecided" } },
    gone: [{ event: 9, turn: 4, kinds: ["g1"] },
      { event: 2, turn: 1, kinds: ["g2"] }] };
  const known = c.knownCells(board, place, 3);
  same(known.get("r1"), { look: "chance", chance: 0.5 }, "possible");
  same(known.get("r2"), { look: "undecided" }, "undecided");
  same(known.get("g1"), { look: "cross" }, "excluded since the last turn");
  same(known.get("g2"), undefined, "excluded before");
  const believed = c.believedCells(board,
    { cells: { r1: { k: "open", p: "0" } } }, known);
  same(believed.get("r1"), { look: "empty" }, "possible, without weight");
  const deep = c.deepCells({ cells: { a: { k: "yes" }, b: { k: "open" } } });
  same([...deep.values()].map((x) => x.look), ["surely", "perhaps"], "deep");
});

test("the address behind # says where one is, and keeps no token",
  async () => {
    globalThis.localStorage = { getItem: () => null, setItem() {} };
    const kept = {};
    globalThis.localStorage.setItem = (k, v) => { kept[k] = v; };
    globalThis.history = { replaceState: (_, __, to) => { kept.to = to; } };
    const { readRoute } = await load("base/route.ts");
    same(readRoute("#/r/quiet-heron?turn=12&seat=2"), { page: "replay",
      id: "quiet-heron", turn: 12, seat: 2, find: false,
      play: false }, "a turn");
    same(readRoute("#/zzz/1"), { page: "start", lost: true }, "no page");
    same([readRoute(""), readRoute("#/"), readRoute("#tables")],
      Array(3).fill({ page: "start" }), "the start, and a part of it");
    same(readRoute("#/t/%ff"), { page: "table", id: "%ff" }, "no escape");
    same(readRoute("#t=ab-1&s=2&k=00ff"), { page: "table", id: "ab-1" },
      "an invitation");
    same(kept.to, "#/t/ab-1", "the token is taken out");
    same(JSON.parse(kept["doxa.seat.ab-1"]), { seat: 2, token: "00ff" },
      "and kept");
  });

test("a model as a link can be read again", async () => {
  const { packText, unpackText } = await load("pages/dx.ts");
  const text = "agents a b\nvars p\n-- ünïcode ∀\n";
  same(await unpackText(await packText(text)), text, "the text");
});

test("the places of Clue's envelope are its suspect, weapon and room",
  async () => {
    const { cluePlace } = await load("boards/clue_words.ts");
    same(["envelope", "envelope#2", "envelope#3"].map((p) =>
      cluePlace(p, null)), ["the suspect in the envelope",
      "the weapon in the envelope", "the room in the envelope"], "names");
  });

test("an answer that the text expects is fine, whatever it is", async () => {
  const { badgeOf } = await load("pages/dxeditor.tsx");
  same(badgeOf({ answer: false, expected: "false", fine: true }),
    { as: "yes", words: "no ✓" }, "met");
  same(badgeOf({ answer: true, expected: "false", fine: false }),
    { as: "no", words: "yes ✗" }, "not met");
  same(badgeOf({ answer: false }), { as: "no", words: "no" }, "none");
});

test("a try is found where no other move is clearly worth more", async () => {
  const { judge } = await load("pages/puzzle.tsx");
  const of = (move, ...values) => judge({ turn: 3, seat: 1, made: "a",
    choices: [], moves: values.map((value, i) => ({ move: "abc"[i], value,
      error: 0.1 })) }, move);
  same(of("b", 1, 2, 1.2), "found", "the best");
  same(of("c", 1, 2, 1.95), "found", "as good as the best");
  same(of("a", 1, 2, 1.2), "worse", "clearly");
  same(of("a", null, 2), null, "no value of the one that was made");
});

test("a pack is taken apart into the sets that it is the product of",
  async () => {
    const { factorsOf, facesOf } = await load("boards/product.ts");
    const colour = ["red", "blue"];
    const style = ["solitaire", "pair", "cluster"];
    const gem = ["diamond", "pearl"];
    const all = colour.flatMap((c) => style.flatMap((s) => gem.map((g) =>
      c + s + g)));
    const sets = [["1", "2"], all, gem, style, colour];
    same(factorsOf(all, sets), [colour, style, gem], "three sets");
    same(factorsOf(["guard", "priest"], [["guard", "priest"]]), null, "one");
    const { face, grid } = facesOf(all, sets);
    const f = face("redpairpearl");
    same([f.suit, f.marks, f.name], ["r", 2, "red pair pearl"], "its face");
    same([grid.rows.length, grid.cols.length], [2, 6], "its cells");
    same(facesOf(["guard"], []).face("guard").letters, "Gu", "a neutral card");
  });

test("an answer to an exercise is drawn before and after what it says",
  async () => {
    const { drawnTexts } = await load("pages/exercise.tsx");
    const task = { find: "event", model: "M", wants: [], hints: [], text: "" };
    same(drawnTexts(task, "events e = x\nafter e, yes"), [["Before", "M", 0],
      ["After", "M\nevents e = x\n\nafter e, yes: count true", 1]], "event");
    same(drawnTexts({ ...task, find: "announcement" }, "p"), [["Before", "M",
      0], ["After", "M\nafter !(p): count true", 1]], "announcement");
    same(drawnTexts({ ...task, find: "valid", model: "vars p" }, "valid"),
      [["The model", "vars p", 0]], "the model of the task");
    same(drawnTexts({ ...task, find: "valid", model: "agents a" }, "valid"), [],
      "no worlds, nothing to draw");
  });

test("a result to share has the tries and not the answer", async () => {
  const { resultText } = await load("pages/share.tsx");
  same(resultText({ head: "doxa 320 Hanabi", tries: ["worse", "found"],
    line: "2 tries, no lens", link: "x/#/puzzle/320" }),
  "doxa 320 Hanabi 🟨🟩\n2 tries, no lens\nx/#/puzzle/320", "text");
});

test("the lens assumes how those play who sit there", async () => {
  const { assumedOf } = await load("lens/shared.tsx");
  const scene = (you, ...agents) => ({ you, game: {
    assumptions: ["none", "uniform", "info", "report"] },
  cast: { seats: agents.map((a, i) => ({ seat: i + 1, ...(a
    ? { kind: "agent", agent: a } : { kind: "person" }) })) } });
  const of = (...all) => assumedOf(scene(...all), {});
  same(of(1, null, "report(hints=playable)", "report(hints=playable)"),
    "report(hints=playable)", "with its parameters");
  same(of(1, "info", "info", "report", "report"), "report", "the most of them");
  same(of(1, null, null), "uniform", "people");
  same(of(1, null, "natural"), "uniform", "who can not be imagined");
  const told = scene(1, null, "partner");
  told.game.agents = [{ name: "partner", assume: "truthful(x)" }];
  told.game.assumptions.push("truthful(x)");
  same(assumedOf(told, {}), "truthful(x)", "who says what to assume");
  same(assumedOf(scene(1, null, "info"), { sources: ["source(x)"] }),
    "source(x)", "a source of the game");
});

test("who speaks a code says so, and only where one plays together",
  async () => {
    const { strangers } = await load("base/cast.ts");
    const game = { team: true, agents: [
      { name: "info", people: false, talk: "I speak a code." },
      { name: "report", people: true, talk: "A hint is a fact." }] };
    const seats = [{ name: "You", agent: "" }, { name: "Ann", agent: "info" },
      { name: "Bob", agent: "info" }, { name: "Cem", agent: "report(x=1)" }];
    same(strangers(game, seats), ["Ann and Bob are no partners for people. " +
      "They say: “I speak a code.”"], "two of them");
    same(strangers(game, seats.slice(0, 2)), ["Ann is no partner for people " +
      "and says: “I speak a code.”"], "one");
    same(strangers({ ...game, team: false }, seats), [], "each for oneself");
  });

test("a belief that was not weighed is not one without weight", async () => {
  const { believedCells } = await load("lens/cells.ts");
  const known = new Map([["r1", { look: "chance", chance: 0.5 }],
    ["r2", { look: "cross" }]]);
  const at = { cells: { r1: { k: "open", p: "0" }, r2: { k: "no" } } };
  const looks = (...of) => [...believedCells(...of, known).values()]
    .map((c) => c.look);
  same(looks({ chances: true }, at), ["empty", "cross"], "no weight");
  same(looks({ chances: false }, { cells: { r1: { k: "open" } } }),
    ["undecided", "cross"], "too many to weigh");
  same(looks({ chances: true }, undefined), ["undecided", "cross"],
    "nothing is said of the place");
});

test("worlds of a picture are called differently", async () => {
  const { labelsOf } = await load("kit/kripke.tsx");
  const { shortCount } = await load("pages/logic.tsx");
  const of = (...all) => [...labelsOf(all.map((f, id) => ({ id, true: f,
    name: f.join(" ") }))).values()];
  same(of(["p"], []), ["p", "∅"], "short");
  same(of(["month=August", "day=14"], ["month=August", "day=15"]),
    ["August 14", "August 15"], "the values");
  same(of(["has(ann,0)", "has(ann,1)"], ["has(ann,0)", "has(ann,2)"]),
    ["1", "2"], "numbers, as in the table");
  same(shortCount("1267650600228229401496703205376"),
    "about 1.26 · 10^30", "2^100");
  same(shortCount("846"), "846", "few");
});

test("a board that failed has its path and no places", async () => {
  const { lensOf } = await load("base/live.ts");
  const error = { code: "limit", text: "more than 400001 steps" };
  const board = lensOf({ type: "lens", id: 1, n: 65, error },
    { path: [2], assume: "none" });
  same([board.path, board.places, board.error, board.events],
    [[2], [], error, 65], "the board");
});

test("a model of which no line is left has lost its name", async () => {
  const { isAnother } = await load("pages/dx.ts");
  const old = "agents a, b\n\nvars p: bool\n";
  same(isAnother(old, "agents a, b\nvars p, q: bool\n"), false, "changed");
  same(isAnother(old, "agents c\n\nvars q: bool\n"), true, "replaced");
  same(isAnother(old, ""), true, "deleted");
});

test("worlds of a moment are named by what differs in them", async () => {
  const { modelOf } = await load("lens/moment.tsx");
  const { model, places } = modelOf({ worlds: [
    { id: 0, places: { a: ["r1"], b: ["y1"] } },
    { id: 1, places: { a: ["r1"], b: ["y2"] } },
    { id: 2, places: { a: ["r1"], b: ["y2"] } }],
  cells: { 2: [[0, 1], [2]] } }, (k) => k, (s) => "XYZ"[s]);
  same(places, ["b"], "where they differ");
  same(model.worlds.map((w) => w.name), ["y1", "y2", "y2 (2)"], "names");
  same(model.cells, { Z: [[0, 1], [2]] }, "a letter a seat");
});

test("the next counterexample is asked for as what is not the last", async () => {
  const { boxed, nextQuestion } = await load("lens/next.ts");
  same(boxed("K[1] p"), ["K[1]", "p"], "a box");
  same(boxed(" B[2]  K[1] ~holds(1,2,r3) "), ["B[2]", "K[1] ~holds(1,2,r3)"],
    "of boxes");
  same(boxed("K[1] (p | q(1,(2)))"), ["K[1]", "(p | q(1,(2)))"], "brackets");
  for (const f of ["p", "K[1] p & q", "K[1] (p) | (q)", "~K[1] p", "K[1]",
    "P[1](p) > 1/2", "K[1] p(1"]) same(boxed(f), null, f);
  const one = { world: { "holds(1,2)": ["r3"], "holds(1,1)": ["g1"] },
    breaks: ["holds(1,2)"] };
  const two = { world: { "hand(1)": ["a", "b"] }, breaks: ["hand(1)"] };
  same(nextQuestion("K[1] p", "no", [one]), "K[1] (p | (holds(1,2,r3)))", "no");
  same(nextQuestion("p", "open", [one, two]),
    "(p) | (holds(1,2,r3)) | (hand(1,a) & hand(1,b))", "open");
  same(nextQuestion("K[1] p", "yes", [one]), null, "a yes has none");
  same(nextQuestion("K[1] p & q", "no", [one]), null, "no box");
  same(nextQuestion("K[1] p", "no", [{ world: {}, breaks: [] }]), null,
    "nothing breaks it");
});

test("what is drawn with long names lies apart", async () => {
  const { apart, sizeOf } = await load("pages/drawing.ts");
  let seed = 5;
  const random = (n) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * n);
  };
  for (let n = 2; n <= 40; n++) {
    const spots = Array.from({ length: n }, (_, i) => ({ name: `w${i}`,
      text: "month = July, day = 16".slice(0, random(23)),
      x: 40 + 66 * (i % 6) + random(20), y: 30 + 40 * Math.floor(i / 6) }));
    const put = apart(spots);
    put.forEach((a, i) => put.slice(0, i).forEach((b, k) => {
      const [s, t] = [sizeOf(a), sizeOf(b)];
      const [x, y] = [Math.abs(a.x - b.x) - (s[0] + t[0]) / 2,
        Math.abs(a.y - b.y) - (s[1] + t[1]) / 2];
      same(Math.max(x, y) >= 8, true, `${n}: ${i} and ${k} are ${x}, ${y} apart`);
    }));
    same(put.every((s) => s.x >= sizeOf(s)[0] / 2), true, "on the paper");
  }
});

await test("what is said of a goal is true, a lie or not known", async () => {
  const { isTrue } = await load("boards/saboteur_lens.tsx");
  const said = (at, lies) => ({ event: { verb: "claim", at, lies } });
  const goals = [{ goal: "top", up: false, lies: null },
    { goal: "middle", up: true, lies: "stone_nw" }];
  const knows = (cells) => ({ places: [{ place: "lies(top)", size: 1, cells }] });
  const open = knows({ gold: { k: "open" }, stone_ne: { k: "open" } });
  const gold = knows({ gold: { k: "yes" } });
  same(isTrue(said("top", "gold"), goals, open), null, "not known");
  same(isTrue(said("top", "gold"), goals, null), null, "not asked yet");
  same(isTrue(said("top", "gold"), goals, gold), true, "it is known");
  same(isTrue(said("top", "stone"), goals, gold), false, "a lie");
  same(isTrue(said("middle", "gold"), goals, open), false, "all see it");
  same(isTrue(said("middle", "stone"), goals, open), true, "all see it");
});

run();
