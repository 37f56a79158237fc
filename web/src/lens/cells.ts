// From what the server sent to what is drawn: the cells of a veil, and the
// same in words.
import type {
  DeepNumbers, LensBoard, LensHand, LensPlace,
} from "../base/types";
import { value, spoken, numeral } from "../base/number";
import type { Cell } from "../kit/veil";
import type { Face } from "../kit/face";

/** The places of a board by key: the name, with #2.. behind equal names. */
export function placesOf(board: LensBoard | null): Map<string, LensPlace> {
  const all = new Map<string, LensPlace>();
  for (const p of board?.places ?? []) {
    let key = p.place;
    for (let i = 2; all.has(key); i++) key = `${p.place}#${i}`;
    all.set(key, p);
  }
  return all;
}

/** How likely are one, two, .. of a kind in a hand. */
export function chancesOf(hand: LensHand | undefined, kind: string): string[] {
  const cell = hand?.cells[kind];
  return Array.isArray(cell) ? cell : [];
}

/** The numbers of a kind that another mind holds possible there. */
export function numbersOf(hand: LensHand | undefined,
  kind: string): DeepNumbers {
  const cell = hand?.cells[kind];
  return !cell || Array.isArray(cell) ? {} : cell;
}

export function possible(place: LensPlace): string[] {
  return Object.keys(place.cells).filter((k) => place.cells[k].k !== "no");
}

/** The one kind that a place of one card can hold. */
export function certain(place: LensPlace | undefined): string | null {
  if (!place || place.size !== 1) return null;
  const left = possible(place);
  return left.length === 1 && place.cells[left[0]].k !== "undecided"
    ? left[0] : null;
}

/** What lies face up in a place through the eyes that the board is drawn with:
 *  what the viewer knows; behind other minds no more than all of them know. */
export function faceUp(
  eyes: { path: number[]; know: LensBoard | null; deep: LensBoard | null },
  name: string,
): string | null {
  const own = certain(placesOf(eyes.know).get(name));
  if (!eyes.path.length) return own;
  const at = placesOf(eyes.deep).get(name);
  return at ? at.hidden ? certain(at) : own : null;
}

/** What is known of a place: outlines, areas, crosses since a turn. */
export function knownCells(
  board: LensBoard, place: LensPlace, since: number,
): Map<string, Cell> {
  const cells = new Map<string, Cell>();
  for (const gone of place.gone ?? []) {
    if (gone.turn < since || gone.turn === 0) continue;
    for (const k of gone.kinds) cells.set(k, { look: "cross" });
  }
  for (const [kind, c] of Object.entries(place.cells)) {
    if (c.k === "undecided") cells.set(kind, { look: "undecided" });
    else if (c.k !== "no" || (c.p !== undefined && c.p !== "0")) {
      cells.set(kind, board.chances && c.p !== undefined
        ? { look: "chance", chance: value(c.p) } : { look: "surely" });
    }
  }
  return cells;
}

/** The same with the chances of a belief, hatched.  A belief that was not
 *  weighed, or not yet, is not one that gives no weight. */
export function believedCells(
  belief: LensBoard, place: LensPlace | undefined, known: Map<string, Cell>,
): Map<string, Cell> {
  const cells = new Map<string, Cell>();
  for (const [kind, cell] of known) {
    const p = value(place?.cells[kind]?.p);
    if (cell.look !== "chance" && cell.look !== "surely") cells.set(kind, cell);
    else if (!belief.chances || !place) cells.set(kind, { look: "undecided" });
    else if (!(p > 0)) cells.set(kind, { look: "empty" });
    else cells.set(kind, { look: "belief", chance: p });
  }
  return cells;
}

/** What another mind surely or perhaps holds possible. */
export function deepCells(place: LensPlace): Map<string, Cell> {
  const cells = new Map<string, Cell>();
  for (const [kind, c] of Object.entries(place.cells)) {
    if (c.k === "yes") cells.set(kind, { look: "surely" });
    else if (c.k === "open") cells.set(kind, { look: "perhaps" });
    else if (c.k === "undecided") cells.set(kind, { look: "undecided" });
  }
  return cells;
}

/** Kinds from the likeliest down. */
export function byChance(place: LensPlace): string[] {
  const p = (k: string) => value(place.cells[k].p ?? "0");
  return possible(place).sort((a, b) => p(b) - p(a));
}

export const nothingAssumed = "Assuming nothing about how anybody plays.";

/** What a veil reads: how many, and the first few with their chances. */
export function veilWords(
  title: string, board: LensBoard | null, place: LensPlace | undefined,
  face: (kind: string) => Face,
): string {
  if (!board || !place) return `${title}, hidden`;
  const kinds = byChance(place);
  if (kinds.length === 1) return `${title}: ${face(kinds[0]).name}, certain`;
  const named = kinds.slice(0, 4).map((k) => {
    const p = place.cells[k].p;
    return board.chances && p ? `${face(k).name}, ${spoken(p)}` : face(k).name;
  }).join("; ");
  const more = kinds.length > 4 ? `; ${kinds.length - 4} more` : "";
  return `${title}. ${cap(numeral(kinds.length))} possible: ${named}${more}. ` +
    nothingAssumed;
}

/** A deeper veil in words. */
export function deepWords(
  title: string, place: LensPlace | undefined, face: (kind: string) => Face,
): string {
  if (!place) return title;
  const of = (k: string) => Object.keys(place.cells)
    .filter((c) => place.cells[c].k === k).map((c) => face(c).name);
  const say = (head: string, names: string[]) =>
    names.length ? ` ${head}: ${names.join(", ")}.` : "";
  return `${title}.${say("Surely possible", of("yes"))}` +
    `${say("Perhaps", of("open"))}${say("Not decided", of("undecided"))}`;
}

export function cap(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
