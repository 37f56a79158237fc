// A position as it is drawn: the same for a table that is played and for a
// turn of a record.
import type { Cast } from "./cast";
import type { GameInfo, Seen } from "./types";

export interface Scene {
  id: string;
  game: GameInfo;
  params: Record<string, string>;
  cast: Cast;
  /** Whose eyes; null: from above, or what is public. */
  you: number | null;
  seats: number;
  n: number;
  turn: number;
  toMove: number | null;
  state: Record<string, unknown>;
  print: string;
  scores: (number | null)[];
  seen: Seen[];
  /** The moves to choose from; null: it is not the viewer's turn. */
  legal: string[] | null;
  replay: boolean;
  /** Moves of one's own in a replay: what if. */
  line?: { from: number; line: string[] } | null;
  /** Worlds and bits of the viewer after a turn, where they are known. */
  past(turn: number): Past | undefined;
}

export interface Past {
  worlds?: string; bits?: number;
  /** What that turn excluded. */
  gone?: { place: string; kinds: string[] }[];
}

/** "hanabi(players=3,bomb=zero)" taken apart. */
export function readRules(rules: string): Record<string, string> {
  const inside = /\((.*)\)$/.exec(rules)?.[1] ?? "";
  const params: Record<string, string> = {};
  for (const pair of inside.split(",")) {
    const [k, v] = pair.split("=");
    if (v !== undefined) params[k.trim()] = v.trim();
  }
  return params;
}

/** After how many turns the viewer moved last; 0: not yet. */
export function lastOwnTurn(scene: Scene): number {
  for (let i = scene.seen.length - 1; i >= 0; i--) {
    const s = scene.seen[i];
    const verb = scene.game.verbs.find((v) => v.name === s.event.verb);
    if (s.event.who === scene.you && verb && !verb.chance) return s.turn;
  }
  return 0;
}
