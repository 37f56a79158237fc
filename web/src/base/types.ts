// What the server sends (docs/api.md).  Fractions are strings, seats count
// from 1.

export interface ParamInfo {
  name: string; help: string; normal: string | number;
  min?: number; max?: number; choices?: string[]; decimals?: number;
}
export interface AgentInfo {
  name: string; about: string; quick?: boolean;
  /** How it talks, in its own voice. */
  talk?: string;
  /** A person can play with it by that alone. */
  people?: boolean;
  /** What to assume of it, if not that the others play as it does. */
  assume?: string;
  /** It can say what moves are worth. */
  values?: boolean;
}
export interface FactInfo { name: string; signature: string; help: string }
export interface VerbInfo {
  name: string; chance: boolean;
  args?: { name: string; type: string }[];
}

export interface GameInfo {
  name: string;
  title: string;
  about: string;
  players: [number, number];
  team?: boolean;
  /** There is a lesson of five moves. */
  lesson?: boolean;
  presets: { name: string; help: string }[];
  params: ParamInfo[];
  agents: AgentInfo[];
  line_up: string[];
  facts: FactInfo[];
  numbers?: FactInfo[];
  verbs: VerbInfo[];
  kinds: string[];
  grid?: { rows: string[]; cols: string[] } | null;
  assumptions: string[];
  depth_max: number;
  board: string;
}

export interface Seat {
  seat: number;
  name: string;
  kind: "person" | "agent" | "program" | "anyone";
  agent?: string;
  here?: boolean;
}

export interface TableInfo {
  id: string;
  game: string;
  rules: string;
  state: "open" | "running" | "over" | "broken";
  open: boolean;
  events: number;
  turn: number;
  to_move?: number;
  since: number;
  seats: Seat[];
  clock?: Clock;
  scores?: (number | null)[];
  how?: string;
}

export interface Clock { move_ms?: number; game_ms?: number; left_ms?: number }

export interface GameEvent {
  event?: number;
  verb: string;
  who: number | "nature";
  next: number | "nature" | "over";
  [argument: string]: unknown;
}

export interface Seen {
  n: number;
  turn: number;
  event: GameEvent;
  text: string;
  say?: string;
  why?: Reason;
}

export interface Reason { rule?: string; formula?: string; words?: string }

export type Answer4 = "yes" | "no" | "open" | "undecided";

export interface LensCell { k: Answer4; p?: string }
export interface LensPlace {
  place: string;
  size: number;
  seen: boolean;
  hidden?: boolean;
  cells: Record<string, LensCell>;
  came?: number;
  gone?: { event: number; turn: number; kinds: string[] }[];
}
export type World = Record<string, string[]>;
/** Numbers of a kind that another mind surely and perhaps holds possible. */
export interface DeepNumbers {
  yes?: number[];
  open?: number[];
  undecided?: number[];
}
/** Of each kind how likely are one, two, ..; or, through minds, numbers. */
export interface LensHand {
  seat: number;
  name: string;
  cells: Record<string, string[] | DeepNumbers>;
}
export interface LensBoard {
  events: number;
  turn: number;
  path: number[];
  assumption: string;
  quality: string;
  worlds?: string;
  bits?: number;
  believed?: string;
  chances: boolean;
  places: LensPlace[];
  /** Where a hand is one thing. */
  hands?: LensHand[];
  refuted_turn?: number;
  /** Without weights where there are no chances. */
  likeliest?: { deals: number; items: { places: World; weight?: string }[] }
    | { error: Fault };
  drawn?: World[];
  small?: Record<string, LensBoard>;
  undecided?: string;
  /** Under a source: what speaks for and against, in words. */
  why?: string[];
  /** No chances, and why. */
  unweighed?: string;
  error?: Fault;
}

/** The worlds of a moment, where they are few. */
export interface Moment {
  count?: string;
  /** All that the public leaves possible; else the seat's own worlds only. */
  whole?: boolean;
  worlds?: { id: number; places: World; weight?: string }[];
  cells?: Record<string, number[][]>;
  mine?: number[];
  error?: Fault;
}

/** Who suspects whom: a row a seat. */
export interface Suspicions {
  rows?: Record<string, Record<string, { p?: string; likely?: string;
    k?: string; sampled?: boolean }>>;
  error?: Fault;
}

export interface Fault {
  text: string; code?: string; line?: number; column?: number;
  length?: number; near?: string;
}

export interface Answer {
  formula: string;
  answer: Answer4 | "value" | "estimate";
  value?: string;
  probability?: number;
  engine?: string;
  worlds?: number | string;
  believed?: number | string;
  assumption?: string;
  chance?: string;
  quality?: string;
  half_width?: number;
  words?: string;
  sentence?: string;  // the answer in words
  /** What happened that made it so. */
  because?: { how: "since" | "told" | "seen"; turn?: number; text: string }[];
  why?: string;
  reason?: string;
  with?: World;
  without?: World;
  breaks?: string[];
  /** Where somebody else does not know it: that one's own answer, in a table
   *  that the asker holds possible. */
  inside?: { seat: number; answer: Answer };
  refuted_turn?: number;
  error?: Fault;
}

export interface Completion {
  words?: string; next: string[]; from?: number; error?: Fault;
}

export interface Why {
  sealed?: boolean;
  turn?: number;
  seat?: number;
  move?: string;
  why?: Reason | null;
  known?: Answer;
  believed?: Answer;
  error?: Fault;
}

export interface Changed {
  turn: number;
  seats: {
    seat: number;
    bits?: [number | null, number | null];
    gone?: { place: string; kinds: string[] }[];
    came?: string[];
    text?: string;
  }[];
  error?: Fault;
}

export interface Choice { agent?: string; move: string; why?: Reason | null;
  error?: Fault }

export interface Values {
  turn: number;
  seat: number;
  made: string;
  /** No value: the agent puts none on this move, or on none at all. */
  moves: { move: string; words?: string; value?: number | null;
    error?: number }[];
  choices: Choice[];
}

export interface Step {
  turn: number;
  events: (GameEvent & { text: string; words?: string; why?: Reason })[];
  table: string;
  scores: (number | null)[];
  state: Record<string, unknown>;
  to_move?: number;
  ending?: string;
  legal?: string[];
}
export interface Replay {
  game: string;
  rules: string;
  seats: string[];
  names: string[];
  turns: number;
  finished: boolean;
  steps: Step[];
  /** Where the turns begin that did not fit. */
  next?: number;
}
export interface Track {
  seats: Record<string, (number | null)[]>;
  marks: { turn: number; seat: number; bits: number }[];
}

/** What was to be expected after each turn, and where it turned. */
export interface Jump {
  turn: number; seat: number; change: number; error: number; text: string;
}
export interface Course {
  unit: "points" | "chance"; seat: number; seen: boolean;
  games: number; agents: string[];
  curve: { turn: number; value: number; error: number }[];
  turning?: Jump & { sentences: string[] };
  others: Jump[];
}
