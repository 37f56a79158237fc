// Plays, fuzzes and looks at `doxa mcp`: see mcp.sh.
import assert from "node:assert";
import { spawn } from "node:child_process";
import { once } from "node:events";
import readline from "node:readline";

const [doxa, wanted] = process.argv.slice(2);
const GAMES = Number(wanted || 1);
const TURNS = 400;

// The same numbers in every run.
let state = 12345;
function below(n) {
  state = (Math.imul(state, 1103515245) + 12345) >>> 0;
  return Math.floor((state / 2 ** 32) * n);
}

class Server {
  constructor(...options) {
    this.child = spawn(doxa, ["mcp", "--seed", "7", ...options],
      { stdio: ["pipe", "pipe", "inherit"] });
    this.lines = readline.createInterface({ input: this.child.stdout })[
      Symbol.asyncIterator]();
    this.id = 0;
  }
  say(line) {
    this.child.stdin.write(line + "\n");
  }
  async next() {
    const { value, done } = await this.lines.next();
    assert(!done, "it ended");
    return JSON.parse(value);
  }
  async ask(method, params) {
    this.say(JSON.stringify({ jsonrpc: "2.0", id: ++this.id, method, params }));
    const reply = await this.next();
    assert.equal(reply.id, this.id);
    return reply;
  }
  async call(name, args) {
    const reply = await this.ask("tools/call", { name, arguments: args });
    return reply.result ?? reply;
  }
  async end() {
    this.child.stdin.end();
    const [code] = await once(this.child, "exit");
    assert.equal(code, 0);
  }
}

// Whole games with moves by lot, from every seat in turn.
async function play(server, game) {
  for (let k = 0; k < GAMES; k++) {
    let told = await server.call("new_game", { game, seat: 1 + (k % 2) });
    assert(!told.isError, told.content?.[0].text);
    const seat = told.structuredContent.seat;
    const { record } = told.structuredContent;
    let turns = 0;
    while (told.structuredContent.your_turn && turns++ < TURNS) {
      const { steps } = told.structuredContent.replay;
      const { legal } = steps[steps.length - 1];
      for (const step of steps) assert.equal(step.seat, seat);
      const move = legal[below(legal.length)];
      // Very many moves are told by what may stand in them.
      const said = told.content[0].text.slice(
        told.content[0].text.indexOf("Legal moves:"));
      for (const word of game.startsWith("clue") ? move.split(" ") : [move])
        assert(said.includes(word));
      assert(!game.startsWith("clue") || said.length < 1000);
      told = await server.call("move", { record, move });
      assert(!told.isError, told.content?.[0].text);
    }
    const told_of = await server.call("position", { record });
    assert.equal(told_of.structuredContent.seat, seat);
    assert.match(told_of.structuredContent.text, /[a-z]\.\n/);
    assert.equal(told_of.content[0].text, told_of.structuredContent.text);
    // Sentences have names and moves numbers: both are told, and one is "you".
    const { names } = told.structuredContent.replay;
    const { text } = told.content[0];
    assert(!told_of.content[0].text.includes(names[seat - 1]));
    for (let i = 0; i < names.length; i++)
      assert(text.includes(i + 1 === seat ? `you are seat ${seat},`
        : `${names[i]} is ${i + 1}`), text);
    if (turns <= TURNS)
      assert.match(text, /the game is over\. Scores: [-\d, ]+\. Won: .+\.$/);
    const look = await server.call("look", { record });
    assert.equal(look.structuredContent.your_turn, turns > TURNS);
    if (turns <= TURNS) {
      assert(look.structuredContent.replay.finished);
      assert((await server.call("move", { record, move: "x" })).isError);
    }
  }
}

async function fuzz(server) {
  const good = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call",
    params: { name: "look", arguments: { record: "r-1" } } });
  for (let k = 0; k < 300; k++) {
    const bytes = [...good];
    for (let i = 1 + below(4); i > 0; i--)
      bytes[below(bytes.length)] = String.fromCharCode(32 + below(95));
    server.say(bytes.join("").slice(0, 1 + below(good.length + 40)));
  }
  server.say(JSON.stringify({ jsonrpc: "2.0", id: "end", method: "ping" }));
  for (let reply = {}; reply.id !== "end"; ) {
    reply = await server.next();
    assert.equal(reply.jsonrpc, "2.0");
    assert(("result" in reply) !== ("error" in reply));
  }
}

async function refusals(server) {
  const wrong = [
    ["look", { record: "r-999" }],
    ["look", { record: "r-1", seat: 2 }],
    ["look", { record: "r-1", turn: 99999 }],
    ["ask", { record: "r-1", formula: "K[" }],
    ["new_game", { game: "chess" }],
    ["new_game", { game: "kemps", seat: 9 }],
    ["new_game", { game: "kemps", seats: "you,random,random,random" }],
    ["valid", {}],
    ["check", { text: "agents a\nvars p: bool\ntrue K[a] q" }],
  ];
  for (const [name, args] of wrong) {
    const told = await server.call(name, args);
    assert(told.isError, name);
    const said = JSON.parse(told.content[0].text);
    const { code, text } = said.error ?? said.errors[0];
    assert.equal(code, "input");
    assert(text.length > 10);
  }
  assert.equal((await server.ask("tools/call", { name: "x" })).error.code,
    -32602);
  assert.equal((await server.ask("nothing")).error.code, -32601);
}

// Twins: games whose hidden cards differ and that a seat has seen alike so far
// must be answered alike, whatever the model asks.  Moves are a function of
// what was seen, so that twins stay together until they differ.
async function twins(game, formula, count) {
  const server = new Server();
  const seen = new Map();
  let met = 0, parted = 0;
  for (let k = 0; k < count; k++) {
    let told = await server.call("new_game", { game });
    const { record } = told.structuredContent;
    let last = null;
    for (let turn = 0; turn < 6; turn++) {
      const plain = (said) => JSON.stringify(said).replaceAll(record, "r");
      const look = await server.call("look", { record, turn: 0 });
      const view = plain(look.structuredContent);
      if (last && last.next !== undefined && last.next !== view) parted++;
      if (last) last.next = view;
      const said = [];
      for (const [name, more] of [["look", {}], ["lens", {}], ["position", {}],
        ["ask", { formula }], ["complete", { formula: "K[" }]])
        said.push(plain(await server.call(name, { record, ...more })));
      last = seen.get(view);
      if (last) {
        assert.deepEqual(said, last.said, `${game}: seen alike`);
        met++;
      } else {
        last = { said };
        seen.set(view, last);
      }
      if (!told.structuredContent.your_turn) break;
      const { steps } = look.structuredContent.replay;
      const { legal } = steps[steps.length - 1];
      let sum = 0;
      for (const c of view) sum = (sum * 31 + c.charCodeAt(0)) >>> 0;
      told = await server.call("move",
        { record, move: legal[sum % legal.length] });
      assert(!told.isError, told.content?.[0].text);
    }
  }
  await server.end();
  return { met, parted };
}

const server = new Server();
const { result } = await server.ask("initialize",
  { protocolVersion: "2024-11-05" });
assert.equal(result.protocolVersion, "2024-11-05");
const { tools } = (await server.ask("tools/list")).result;
for (const tool of tools)
  for (const name of tool.inputSchema.required)
    assert(name in tool.inputSchema.properties);
for (const game of ["hanabi(players=2)", "gofish(players=2)", "kemps",
  "saboteur(players=3)", "yokai(players=2)", "clue(players=3)"])
  await play(server, game);
await refusals(server);
await fuzz(server);
await server.end();

const blind = new Server("--blind");
const offered = (await blind.ask("tools/list")).result.tools;
assert.deepEqual(offered.map((t) => t.name),
  ["games", "rules", "new_game", "look", "move"]);
await blind.call("new_game", { game: "kemps" });
for (const name of ["ask", "lens", "complete", "check", "valid"])
  assert.equal((await blind.call(name, { record: "r-1" })).error.code, -32602);
await blind.end();

let parted = 0;
for (const [game, formula, count] of [
  ["hanabi(tiny)", "playable(1,1)", 12], ["kemps(tiny)", "in_hand(2,2h)", 12],
  ["gofish(tiny)", "has(2,1)", 12], ["clue(tiny)", "holds(2,rope)", 12],
  ["saboteur(tiny)", "saboteur(2)", 8], ["yokai(tiny)", "colour(c1,r)", 8]]) {
  const came = await twins(game, formula, GAMES > 1 ? 400 : count);
  parted += came.parted;
  if (GAMES > 1) console.log(game, came);
}
assert(parted > 0, "twins were met whose hidden cards differ");
