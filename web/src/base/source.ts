// Where answers come from: a table that is being played or a record.  The
// page asks through this and never computes knowledge itself.
import { useEffect, useRef, useState } from "preact/hooks";
import { faultOf, post } from "./api";
import { store } from "./store";
import { nameOf } from "./wire";
import type { Answer, Changed, Choice, Completion, Fault, LensBoard, Moment,
  Suspicions, Why } from "./types";

export interface LensRequest {
  path: number[];        // behind the viewer; empty: the viewer's own
  assume: string;
  small?: boolean;
  worlds?: number;
  draw?: number;
  seed?: number;
}

export interface Source {
  /** Changes when the position does. */
  key: string;
  /** How many events have been seen, where the game goes on. */
  n?: number;
  seat: number | null;
  watch(request: LensRequest, tell: (board: LensBoard) => void): () => void;
  /** What all saw, whoever asks. */
  watchPublic(tell: (board: LensBoard) => void): () => void;
  /** `because`: with the reason, which may take a moment. */
  ask(formula: string, assume: string, signal?: AbortSignal,
    effort?: number, because?: boolean): Promise<Answer>;
  complete(formula: string, signal?: AbortSignal): Promise<Completion>;
  why(turn: number, signal?: AbortSignal): Promise<Why>;
  changed(turn: number, signal?: AbortSignal): Promise<Changed>;
  model(signal?: AbortSignal): Promise<Moment>;
  suspicion(assume: string, signal?: AbortSignal): Promise<Suspicions>;
  choose?(agent: string): Promise<Choice>;
  command(formula: string, assume: string): string;
}

export const pause = 60;

/** So many times as many steps; only where somebody asked for it. */
export function withEffort(effort: number | undefined): { effort?: number } {
  return effort && effort > 1 ? { effort } : {};
}

/** Moves of one's own behind a turn of a record. */
export interface Line { from: number; line: string[] }

/** A turn of a record, through the eyes of a seat. */
export function recordSource(
  record: string, turn: number, seat: number | null, line: Line | null,
): Source {
  const me = store.ticket(record)?.seat;
  const own = { ...(line ? { from: line.from, line: line.line } : {}),
    ...(me === undefined ? {} : { you: me }) };
  const at = { record, turn, ...(seat === null ? {} : { seat }), ...own };
  return {
    key: `${record}/${turn}/${seat}/${line ? JSON.stringify(line) : ""}`,
    seat,
    watch: (request, tell) => look({ ...at, ...request }, request, tell),
    watchPublic: (tell) => look({ record, turn, ...own },
      { path: [], assume: "none" }, tell),
    ask: (formula, assume, signal, effort, because) =>
      post<Answer>("ask", { ...at, formula, assume, ...withEffort(effort),
        ...(because ? { because } : {}) }, signal)
        .catch((e) => failedAnswer(formula, e)),
    complete: (formula, signal) =>
      post<Completion>("complete", { ...at, formula }, signal)
        .catch((e) => ({ next: [], error: faultOf(e) })),
    why: (t, signal) => post<Why>("why", { record, turn: t, ...own }, signal)
      .then((w) => knowing(w, { record, turn: t - 1, ...own }))
      .catch((e) => ({ error: faultOf(e) })),
    changed: (t, signal) => post<Changed>("changed", { record, turn: t, ...own },
      signal)
      .catch((e) => ({ turn: t, seats: [], error: faultOf(e) })),
    model: (signal) => post<Moment>("model", at, signal)
      .catch((e) => ({ error: faultOf(e) })),
    suspicion: (assume, signal) => post<Suspicions>("suspicion",
      { ...at, assume }, signal)
      .catch((e) => ({ error: faultOf(e) })),
    command: (formula, assume) =>
      `doxa ask ${nameOf(record)}.jsonl --turn ${turn}` +
      (seat === null ? "" : ` --seat ${seat}`) +
      (assume === "none" ? "" : ` --assume '${assume}'`) + ` '${formula}'`,
  };
}

/** What a reason is about: the belief in it is an agent's, and whether the
 *  seat knew it, and how likely it was by counting, is asked beside it. */
async function knowing(w: Why, before: object): Promise<Why> {
  const m = /^[BK]\[(\d+)\]\s*([\s\S]+)$/.exec(w.why?.formula ?? "");
  if (!m || !w.known) return w;
  const at = { ...before, seat: Number(m[1]), assume: "none" };
  const ask = (formula: string) =>
    post<Answer>("ask", { ...at, formula }).catch(() => undefined);
  const known = await ask(`K[${m[1]}] ${m[2]}`);
  const chance = await ask(`P[${m[1]}](${m[2]})`);
  return { ...w, known: known && { ...known, chance: chance?.value } };
}

/** One look over HTTP; whoever runs through the turns asks where they stop. */
function look(
  body: object, request: LensRequest, tell: (board: LensBoard) => void,
): () => void {
  const stop = new AbortController();
  const timer = setTimeout(() => {
    post<LensBoard>("lens", body, stop.signal).then(tell, (e) => {
      if (!stop.signal.aborted) tell(failed(request, faultOf(e)));
    });
  }, pause);
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}

/** A board that failed: nothing but why. */
export function failed(request: LensRequest, error: Fault): LensBoard {
  return {
    events: 0, turn: 0, path: request.path, assumption: request.assume,
    quality: "exact", chances: false, places: [], error,
  };
}

export function failedAnswer(formula: string, e: unknown): Answer {
  return { formula, answer: "undecided", error: faultOf(e) };
}

export interface Looked {
  board: LensBoard | null;
  /** The board is of another position or question; the new one is awaited. */
  old: boolean;
  /** It is the answer to another question, and says nothing of this one. */
  other: boolean;
  slow: boolean;
}

/** The lens of a source, kept up to date; null asks for nothing. */
export function useLens(
  source: Source | null, request: LensRequest | null,
): Looked {
  const asked = source && request ? JSON.stringify(request) : "";
  return useWatched(source && asked ? `${source.key}|${asked}` : "", asked,
    source?.n, (tell) => source!.watch(request!, tell));
}

/** What all saw; null asks for nothing. */
export function usePublic(source: Source | null): Looked {
  return useWatched(source ? `${source.key}|public` : "", "", source?.n,
    (tell) => source!.watchPublic(tell));
}

function useWatched(
  what: string, asked: string, n: number | undefined,
  watch: (tell: (board: LensBoard) => void) => () => void,
): Looked {
  const [board, setBoard] = useState<LensBoard | null>(null);
  const [slow, setSlow] = useState(false);
  const fresh = useRef({ what: "", asked: "" });
  useEffect(() => {
    if (!what) {
      setBoard(null);
      return;
    }
    setSlow(false);
    const timer = setTimeout(() => setSlow(true), 300);
    const stop = watch((b) => {
      clearTimeout(timer);
      fresh.current = { what, asked };
      setSlow(false);
      setBoard(b);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [what]);
  if (!what) return { board: null, old: false, other: false, slow: false };
  const behind = n !== undefined && !!board && board.events !== n;
  return { board, old: fresh.current.what !== what || behind, slow,
    other: fresh.current.asked !== asked };
}
