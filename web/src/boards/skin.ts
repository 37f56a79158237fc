// What a game tells the page about itself: how its kinds look, how its places
// are called, how its events read, and its board.  A game without a skin of
// its own gets the generic one, and can be played on its first day.
import type { ComponentChildren, ComponentType } from "preact";
import type { Cast } from "../base/cast";
import type { Scene } from "../base/scene";
import type { Source } from "../base/source";
import type { GameEvent, LensBoard } from "../base/types";
import type { LensProps } from "../lens/lens";
import type { Face, Grid } from "../kit/face";

export interface BoardProps {
  scene: Scene;
  skin: Skin;
  /** Where further questions go; null: nobody may ask. */
  source: Source | null;
  /** What the viewer knows; null until it has come. */
  know: LensBoard | null;
  /** The same under the assumption, if belief is drawn. */
  belief: LensBoard | null;
  /** Through other minds, if the path is deeper than one. */
  deep: LensBoard | null;
  /** The minds behind the viewer. */
  path: number[];
  /** Whose hand lies face up: the viewer's, and behind other minds nobody's,
   *  for what they know of it is said as of any other hand. */
  own: number | null;
  notes: Record<string, string>;
  showNotes: boolean;
  showSmall: boolean;
  /** Where the lens looks. */
  place: string | null;
  pick(place: string | null): void;
  move(move: string): void;
  /** Moves are off: reconnecting, or looking back. */
  still: boolean;
  /** The switch of what is drawn on cards, made where it is placed: what is
   *  kept of a turn would keep the whole tree it was drawn in, and that the
   *  one before.  And the log, to be placed. */
  layers(): ComponentChildren;
  log: ComponentChildren;
  changed(): void;
  phone: boolean;
}

export interface Skin {
  name: string;
  face(kind: string): Face;
  grid: Grid | null;
  /** "your card 5", "Ann's hand". */
  place(place: string, cast: Cast): string;
  /** Whose place it is; null: nobody's. */
  owner(place: string): number | null;
  /** Facts of the game about a place, as formulas without the operator. */
  facts(place: string): string[];
  /** "Ann knows that you know that", in the server's words. */
  knowing?(path: number[], cast: Cast): string;
  /** "What you know that Ann knows". */
  pathWords?(path: number[], cast: Cast): string;
  /** A fact in the server's words. */
  factWords?(formula: string, cast: Cast): string;
  /** A number of which each value has a chance: "how many threes". */
  numbers?(place: string, cast: Cast): { words: string; formula: string }[];
  /** A legal move on a button, in the server's words. */
  moveWords?(move: string, cast: Cast): string;
  /** Where what lay in a place lies after an event; null: gone. */
  carry?(place: string, event: GameEvent): string | null;
  /** Which card an event was about, and what it was: to tell who knew it. */
  about?(event: GameEvent): { place: string; kind: string } | null;
  /** What the last of several minds knows of its own cards, as facts. */
  gist?(deep: LensBoard, eyes: number): string[];
  /** There is one card of each kind: a mean number is a chance. */
  single?: boolean;
  /** How the table stands, for who only listens: "Hints 2, lives 3." */
  standing?(scene: Scene): string;
  /** A line of the log begins with this, where what went before in the turn
   *  was something else. */
  begins?(event: GameEvent): boolean;
  /** What else may be assumed than the server lists: sources, by name. */
  sources?: string[];
  /** The same, behind what the server lists. */
  further?: string[];
  /** What the first tab is called and shows, if not a place. */
  tab?: string;
  /** On a wide screen the log stands on top of the lens: the board is wide. */
  logAside?: boolean;
  Lens?: ComponentType<LensProps>;
  Board: ComponentType<BoardProps>;
}

/** Legal moves on buttons. */
export function moveLabels(props: BoardProps): (move: string) => string {
  return (m) => props.skin.moveWords?.(m, props.scene.cast) ?? m;
}

/** "holds(2,1)" as ["holds", "2", "1"]. */
export function placeParts(place: string): string[] {
  const m = /^([^(]*)\(([^)]*)\)/.exec(place);
  return m ? [m[1], ...m[2].split(",").map((s) => s.trim())] : [place];
}

/** Does a fact of the game name the place?  Else it is a number of the
 *  engine's, "place 21". */
export function isNamed(place: string): boolean {
  return !/^place \d/.test(place);
}
