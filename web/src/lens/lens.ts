// What the tabs of the lens share.
import type { Looked, Source } from "../base/source";
import type { Scene } from "../base/scene";
import type { Skin } from "../boards/skin";

export type Tab = "place" | "worlds" | "ask" | "why" | "changed";

export interface LensProps {
  scene: Scene;
  skin: Skin;
  source: Source;
  /** The seat through whose eyes; the first of the path. */
  seat: number;
  know: Looked;
  belief: Looked;
  /** What all saw, while that is looked at. */
  all: Looked;
  deep: Looked;
  path: number[];
  setPath(path: number[]): void;
  place: string | null;
  pick(place: string | null): void;
  assume: string;
  setAssume(assume: string): void;
  notes: Record<string, string>;
  setNote(place: string, text: string): void;
  tab: Tab;
  setTab(tab: Tab): void;
  goTurn?(turn: number): void;
  /** A question that was put by a click; Ask shows it with its answer. */
  question: { formula: string } | null;
  put(formula: string): void;
}
