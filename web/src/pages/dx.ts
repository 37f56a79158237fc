// What the logic page is told about a .dx text, and the text as a link.

export interface DxStep {
  world: string; agent: string | null; formula: string; holds: boolean;
  why: string;
  /** What the formula stands for, where a definition names it. */
  inside?: string;
}
export interface DxQuery {
  line: number; kind: string; question: string;
  answer: boolean | number | string | null; expected?: unknown; fine?: boolean;
  engine?: string; counterexample?: DxStep[]; witness?: DxStep[];
  worlds?: string[]; undecided?: string; verdict?: string;
  error?: { line: number; column: number; text: string };
}
export interface DxWorld { id: number; name: string; true: string[];
  weight?: string }
export interface DxModel {
  worlds: DxWorld[];
  cells?: Record<string, number[][]>;
  /** Where worlds are not told apart alike from both: from, to. */
  links?: Record<string, [number, number][]>;
  /** The same of belief beside knowledge. */
  belief?: Record<string, [number, number][]>;
  actual?: number;
}
export interface DxEvents {
  name: string;
  events: { name: string; pre: string; post: string[] }[];
  links: Record<string, [number, number][]>;
}
export interface DxAnswer {
  worlds?: string;
  events?: DxEvents[];
  agents: string[];
  steps: { update: string; count: string }[];
  queries: DxQuery[];
  model?: DxModel | null;
  errors: { line: number; column: number; text: string }[];
  /** The text that it answers, and after how many updates of the question in
   *  which line. */
  text?: string; after?: number; question?: number;
}

/** Bytes through one of the browser's streams. */
async function through(
  bytes: Uint8Array, stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const blob = new Blob([bytes as BlobPart]);
  const out = blob.stream().pipeThrough(
    stream as unknown as ReadableWritablePair<Uint8Array, Uint8Array>);
  return new Uint8Array(await new Response(out).arrayBuffer());
}

/** A text as letters that may stand in a link. */
export async function packText(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text),
    new CompressionStream("deflate-raw"));
  let s = "";
  for (const b of bytes) s += String.fromCharCode(b);
  return btoa(s).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

export async function unpackText(packed: string): Promise<string> {
  const s = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(s, (c) => c.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes,
    new DecompressionStream("deflate-raw")));
}

const words = new Set(["agents", "vars", "sees", "law", "actual", "let",
  "const", "count", "valid", "true", "where", "after", "forall", "exists",
  "in", "if", "for", "worlds", "relation", "prob", "possible", "at", "action",
  "event", "expect", "type", "observes", "check", "program", "weight",
  "plan", "goal", "using", "within", "agent", "set", "now", "core", "believes",
  "infers", "assume", "pre", "state", "context", "sat", "ask", "rank"]);

/** A line of .dx in pieces: comments, words of the language, the rest. */
export function dxPieces(line: string): { text: string; as: string }[] {
  const cut = line.indexOf("--");
  const code = cut < 0 ? line : line.slice(0, cut);
  const all: { text: string; as: string }[] = [];
  for (const m of code.matchAll(/[A-Za-z_]\w*|[^A-Za-z_]+/g)) {
    const op = /^(K|M|B|P|C|E|D|Kw|Bw|Safe|Strong|explicit|implicit)$/.test(m[0]) &&
      code[m.index + m[0].length] === "[";
    all.push({ text: m[0], as: words.has(m[0]) || op ? "word" : "" });
  }
  if (cut >= 0) all.push({ text: line.slice(cut), as: "comment" });
  return all;
}

/** Nothing of the old text is left: it is another model, without its name. */
export function isAnother(old: string, text: string): boolean {
  const lines = (t: string) => t.split("\n").map((l) => l.trim())
    .filter(Boolean);
  const had = new Set(lines(old));
  return !lines(text).some((l) => had.has(l));
}
