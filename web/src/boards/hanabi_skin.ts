// Hanabi in words and marks.
import type { Cast } from "../base/cast";
import { list } from "../base/cast";
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

/** What is left of a card in words: "is red", "is not a 3"; null: all is. */
function leftWords(left: string[], all: string[]): string | null {
  const of = (kinds: string[], at: (k: string) => string) =>
    [...new Set(kinds.map(at))];
  const colour = (k: string) => colourName(k.slice(0, 1));
  const rank = (k: string) => `a ${k.slice(1)}`;
  if (left.length === 1) return hanabiFace(left[0]).name;
  for (const at of [colour, rank]) {
    if (of(left, at).length === 1) return at(left[0]);
  }
  const gone = [colour, rank].flatMap((at) => of(all, at).filter((x) =>
    !of(left, at).includes(x)));
  return gone.length ? `not ${list(gone, "or")}` : null;
}

/** "cards 1 and 2 are not red and card 3 is a 1": the own cards of a mind. */
export function hanabiGist(deep: LensBoard, eyes: number): string | null {
  const own = (deep.places ?? []).filter((p) => p.hidden &&
    placeParts(p.place)[1] === String(eyes));
  const all = [...new Set((deep.places ?? []).flatMap((p) =>
    Object.keys(p.cells)))];
  const by = new Map<string, string[]>();
  for (const p of own) {
    const words = leftWords(possible(p), all);
    if (words) by.set(words, [...by.get(words) ?? [], placeParts(p.place)[2]]);
  }
  const parts = [...by].map(([words, cards]) => cards.length > 1
    ? `cards ${list(cards)} are ${words.replace(/^a (\d)$/, "$1s")}`
    : `card ${cards[0]} is ${words}`);
  return parts.length ? list(parts) : null;
}
