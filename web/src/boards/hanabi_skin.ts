// Hanabi in words and marks.
import type { Cast } from "../base/cast";
import type { GameEvent, LensBoard } from "../base/types";
import { possible } from "../lens/cells";
import type { Face, Grid, Head } from "../kit/face";
import type { Shape } from "../kit/marks";
import { placeParts } from "./skin";

const colours: [string, string][] = [
  ["r", "red"], ["y", "yellow"], ["g", "green"], ["b", "blue"],
  ["p", "purple"], ["w", "white"],
];

export function colourName(letter: string): string {
  return colours.find(([l]) => l === letter)?.[1] ?? letter;
}

export function suitOf(letter: string): string {
  return "rygbp".includes(letter) ? letter : "x";
}

export function hanabiFace(kind: string): Face {
  const [colour, rank] = [kind.slice(0, 1), kind.slice(1)];
  const suit = suitOf(colour);
  return {
    suit, shape: suit as Shape, label: rank,
    name: `${colourName(colour)} ${rank}`.trim(),
  };
}

/** The grid of a deck of so many colours and ranks. */
export function hanabiGrid(letters: string[], ranks: number): Grid {
  const rows: Head[] = letters.map((l) => ({
    id: l, name: colourName(l), suit: suitOf(l), shape: suitOf(l) as Shape,
  }));
  const cols: Head[] = Array.from({ length: ranks }, (_, i) => ({
    id: String(i + 1), name: String(i + 1),
  }));
  return { rows, cols, kind: (r, c) => r + c };
}

export function hanabiPlace(place: string, cast: Cast): string {
  const [, seat, slot] = placeParts(place);
  return `${cast.whose(Number(seat))} card ${slot}`;
}

/** The card that was played or thrown away. */
export function hanabiAbout(e: GameEvent) {
  return (e.verb === "play" || e.verb === "discard") && e.card
    ? { place: `holds(${e.who},${e.slot})`, kind: String(e.card) } : null;
}

/** Cards behind one that leaves a hand move up by one. */
export function hanabiCarry(place: string, e: GameEvent): string | null {
  const [, seat, slot] = placeParts(place).map(Number);
  if ((e.verb !== "play" && e.verb !== "discard") || e.who !== seat) {
    return place;
  }
  const left = Number(e.slot);
  if (slot === left) return null;
  return slot > left ? `holds(${seat},${slot - 1})` : place;
}

export function hanabiFacts(place: string) {
  const [, seat, slot] = placeParts(place);
  if (!slot) return [];
  return ["playable", "dead", "dispensable"].map((f) => `${f}(${seat},${slot})`);
}

/** What is left of a card as facts: one kind, a colour or a rank; else what it
 *  is not. */
function leftFacts(place: string, left: string[], all: string[]): string[] {
  const [, seat, slot] = placeParts(place);
  const at = { colour: (k: string) => k.slice(0, 1),
    rank: (k: string) => k.slice(1) };
  const fact = (name: string, value: string) =>
    `${name}(${seat},${slot},${value})`;
  if (left.length === 1) return [fact("holds", left[0])];
  const of = (kinds: string[], name: "colour" | "rank") =>
    [...new Set(kinds.map(at[name]))];
  const names = ["colour", "rank"] as const;
  const is = names.find((n) => of(left, n).length === 1);
  return is ? [fact(is, at[is](left[0]))] : names.flatMap((n) =>
    of(all, n).filter((v) => !of(left, n).includes(v)).map((v) =>
      `~${fact(n, v)}`));
}

/** What a mind knows of its own cards. */
export function hanabiGist(deep: LensBoard, eyes: number): string[] {
  const own = (deep.places ?? []).filter((p) => p.hidden &&
    placeParts(p.place)[1] === String(eyes));
  const all = [...new Set((deep.places ?? []).flatMap((p) =>
    Object.keys(p.cells)))];
  return own.flatMap((p) => leftFacts(p.place, possible(p), all));
}
