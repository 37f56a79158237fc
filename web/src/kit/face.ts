// What a kind of card looks like and is called.  A game supplies `face`; the
// veil, the chips and the small worlds know nothing else of it.
import type { Shape } from "./marks";

export interface Face {
  suit: string;      // a class s-... of tokens.css
  shape: Shape;
  label: string;     // "3", "K", "scarlett"
  name: string;      // "green 3", in words
  spirit?: boolean;  // with eyes
}

export interface Head {
  id: string;
  name: string;
  suit?: string;
  shape?: Shape;
  label?: string;
}

/** Rows and columns of the kinds; `kind` is the kind of a cell. */
export interface Grid {
  rows: Head[];
  cols: Head[];
  kind(row: string, col: string): string;
}
