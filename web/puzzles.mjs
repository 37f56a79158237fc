// Finds puzzles in games that agents play: moments at which one move is clearly
// better than all others, and is no sure play.
//
//     node web/puzzles.mjs BUILD REPORT 'RULES' AGENT FIRST LAST [FROM]
//
// plays the seeds FIRST to LAST with AGENT in every seat and tries each moment
// from turn FROM on in a few worlds, and those that promise something in as many
// as the page takes.  What it prints keeps the rule: the gap to the second best
// is at least a point (a tenth of a chance to win), and four times what it may
// be off.  A report for tools/run-tests goes to REPORT.
import { readFileSync } from "node:fs";
import { folder, run, say, serve, test } from "./test/lib.mjs";

const [rules, agent, first, last, from = "0"] = process.argv.slice(4);
const few = 16;
const asMany = 100; // as web/src/pages/puzzle.tsx does
const server = await serve();

async function asked(path, body) {
  const r = await fetch(`${server.address}api/${path}`, { method: "POST",
    body: typeof body === "object" && !Buffer.isBuffer(body)
      ? JSON.stringify(body) : body });
  return r.json();
}

/** The best move, the second best, and how far apart they are. */
async function gap(record, turn, playouts, least) {
  const v = await asked("values", { record, turn, playouts });
  const moves = (v.moves ?? []).filter((m) => typeof m.value === "number")
    .sort((a, b) => b.value - a.value);
  if (moves.length < 3) return null;
  const [best, second] = moves;
  const by = best.value - second.value;
  const error = Math.hypot(best.error, second.error);
  return { seat: v.seat, made: v.made, best, second, by, error,
    holds: by >= least && by >= 4 * error };
}

/** By counting alone: no puzzle. */
async function isSure(record, turn, seat, { move, value, error }) {
  if (/^accuse/.test(move)) return value === 1 && error === 0;
  const slot = /^play (\d)$/.exec(move)?.[1];
  if (!slot) return false;
  const a = await asked("ask", { record, turn, seat,
    formula: `K[${seat}] playable(${seat},${slot})` });
  return a.answer === "yes";
}

async function search(seed) {
  const file = `${folder}/${seed}.jsonl`;
  const seats = Number(/players=(\d+)/.exec(rules)?.[1] ?? 3);
  say("match", rules, "--seats", Array(seats).fill(agent).join(","),
    "--seed", String(seed), "--record", file);
  const { id } = await asked("records", readFileSync(file));
  const r = await (await fetch(`${server.address}api/records/${id
  }/replay?limit=1`)).json();
  const least = /hanabi|yokai/.test(rules) ? 1 : 0.1;
  for (let turn = Number(from); turn < r.turns; turn++) {
    const rough = await gap(id, turn, few, least / 2);
    if (!rough?.holds) continue;
    const g = await gap(id, turn, asMany, least);
    if (!g?.holds || await isSure(id, turn, g.seat, g.best)) continue;
    console.log(`seed ${seed} turn ${turn} seat ${g.seat}: ${g.best.words} ${
      g.best.value.toFixed(2)}, ${g.second.words} ${
      g.second.value.toFixed(2)}: ${g.by.toFixed(2)} ± ${g.error.toFixed(3)}`);
  }
}

for (let seed = Number(first); seed <= Number(last); seed++) {
  test(`seed ${seed} is searched`, () => search(seed));
}

await run();
