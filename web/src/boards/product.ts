// The kinds of a pack as what they are made of: "redpairpearl" is red, pair,
// pearl, if the sets of the game say so.
import type { Face, Grid, Head } from "../kit/face";
import type { Shape } from "../kit/marks";

/** The sets that a pack is the product of, in order; null: of one set. */
export function factorsOf(kinds: string[], sets: string[][]): string[][] | null {
  if (kinds.length < 2) return null;
  if (kinds.every((k) => k === "")) return [];
  for (const set of sets) {
    if (set.length < 2 || set.length >= kinds.length) continue;
    const rests = set.map((v) => kinds.filter((k) => k.startsWith(v))
      .map((k) => k.slice(v.length).replace(/^_/, "")));
    if (rests.reduce((n, r) => n + r.length, 0) !== kinds.length) continue;
    const [first] = rests;
    if (!first.length || rests.some((r) => r.join("|") !== first.join("|"))) {
      continue;
    }
    if (first.length === 1) return first[0] === "" ? [set] : null;
    const behind = sets.find((s) => s.join("|") === first.join("|"));
    const rest = behind ? [behind] : factorsOf(first, sets);
    if (rest) return [set, ...rest];
  }
  return null;
}

const suits: Record<string, string> = { red: "r", yellow: "y", green: "g",
  blue: "b", purple: "p", white: "x", black: "k", r: "r", y: "y", g: "g",
  b: "b", p: "p", w: "x" };
const order = ["r", "b", "g", "y", "p", "x"];
const shapes: Shape[] = ["diamond", "y", "x", "b", "r", "g"];

export interface GenericFace extends Face {
  /** How many marks; none: a letter or two, and the name. */
  marks?: number;
  letters?: string;
  /** What no sign is left for. */
  below?: string;
}

/** How the kinds of a game look that nobody has drawn. */
export function facesOf(kinds: string[], sets: string[][]):
  { face(kind: string): GenericFace; grid: Grid | null } {
  const factors = factorsOf(kinds, sets);
  const name = (k: string) => k.replaceAll("_", " ");
  if (!factors || factors.length < 2) {
    return { grid: null, face: (k) => ({ suit: "0", shape: "none",
      label: name(k), name: name(k), letters: /^\d/.test(k) ? k
        : k.slice(0, 2).replace(/^./, (c) => c.toUpperCase()) }) };
  }
  const digits = factors.findIndex((s) => s.every((v) => /^\d+$/.test(v)));
  const colour = factors.findIndex((s, i) => i !== digits && s.length <= 6);
  const count = factors.findIndex((s, i) => i !== digits && i !== colour &&
    s.length <= 3);
  const shape = factors.findIndex((s, i) => ![digits, colour, count]
    .includes(i) && s.length <= 6);
  const rest = factors.map((_, i) => i).filter((i) =>
    ![digits, colour, count, shape].includes(i));
  const parts = new Map(productOf(factors).map((p) => [p.join(""), p]));
  const partsOf = (k: string) => parts.get(k.replaceAll("_", "")) ?? [];
  const suitOf = (v: string, i: number) => suits[v] ?? order[i % 6];
  const face = (k: string): GenericFace => {
    const p = partsOf(k);
    if (!p.length) return { suit: "0", shape: "none", label: k, name: k };
    const at = (i: number) => i < 0 ? -1 : factors[i].indexOf(p[i]);
    return { name: p.join(" "), suit: suitOf(p[colour], at(colour)),
      label: digits >= 0 ? p[digits] : "", shape: shape >= 0
        ? shapes[at(shape) % shapes.length] : suitOf(p[colour], at(colour)) as
          Shape, marks: count >= 0 ? at(count) + 1 : 1,
      below: rest.map((i) => p[i]).join(" ") };
  };
  const [first, ...others] = factors;
  const heads = (all: string[], coloured: boolean): Head[] => all.map((id, i) =>
    ({ id, name: id, label: id, ...(coloured ? { suit: suitOf(id, i) } : {}) }));
  const cols = productOf(others).map((p) => p.join(""));
  const grid: Grid = { rows: heads(first, colour === 0),
    cols: heads(cols, false), kind: (r, c) => r + c };
  return { face, grid };
}

function productOf(sets: string[][]): string[][] {
  return sets.reduce<string[][]>((all, set) =>
    all.flatMap((p) => set.map((v) => [...p, v])), [[]]);
}
