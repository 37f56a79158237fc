// Cards of a rank deck in words and marks: Kemps and Go Fish.
import type { Face, Grid } from "../kit/face";
import type { Shape } from "../kit/marks";

export const rankIds = ["a", "2", "3", "4", "5", "6", "7", "8", "9", "10", "j",
  "q", "k"];
const pips: Record<string, [string, Shape, string]> = {
  h: ["r", "heart", "hearts"], d: ["b", "diamond", "diamonds"],
  c: ["g", "club", "clubs"], s: ["k", "spade", "spades"],
};
const names: Record<string, string> = {
  a: "ace", j: "jack", q: "queen", k: "king",
};

export function rankLabel(rank: string): string {
  return rank.toUpperCase();
}

/** "eight", "eights" for a rank; numbers stay numbers. */
export function rankName(rank: string, many = false): string {
  const one = names[rank] ?? rank;
  if (!many) return one;
  return one === "6" ? "6s" : `${one}s`;
}

/** "10h" as the ten of hearts. */
export function cardFace(kind: string): Face {
  const rank = kind.slice(0, -1);
  const [suit, shape, word] = pips[kind.slice(-1)] ?? ["0", "none", ""];
  return {
    suit, shape, label: rankLabel(rank), name: `${rankName(rank)} of ${word}`,
  };
}

export function cardGrid(from: number, to: number, suits: number): Grid {
  return {
    rows: ["h", "d", "c", "s"].slice(0, suits).map((s) => ({
      id: s, name: pips[s][2], suit: pips[s][0], shape: pips[s][1],
    })),
    cols: rankIds.slice(from - 1, to).map((r) => ({
      id: r, name: rankName(r), label: rankLabel(r),
    })),
    kind: (row, col) => col + row,
  };
}

/** A rank alone, as in Go Fish. */
export function rankFace(kind: string): Face {
  return {
    suit: "0", shape: "none", label: rankLabel(kind),
    name: rankName(kind),
  };
}
