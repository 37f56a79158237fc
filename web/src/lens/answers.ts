// Several questions about one position, asked one after the other and kept
// until the position changes.
import { useEffect, useState } from "preact/hooks";
import { pause, type Source } from "../base/source";
import type { Answer } from "../base/types";

/** After so long somebody is asked again who was too busy. */
const again = 1000;

export interface Asked { formula: string; assume: string }

export function useAnswers(
  source: Source | null, version: number, asked: Asked[],
): (Answer | undefined)[] {
  const what = `${source?.key}|${version}|` + JSON.stringify(asked);
  const [got, setGot] = useState<{ what: string; answers: Answer[] }>(
    { what: "", answers: [] });
  useEffect(() => {
    const stop = new AbortController();
    let answers: Answer[] = [];
    let timer: ReturnType<typeof setTimeout>;
    const next = (i: number) => {
      if (!source) return;
      if (i >= asked.length || stop.signal.aborted) return;
      source.ask(asked[i].formula, asked[i].assume, stop.signal).then((a) => {
        if (stop.signal.aborted) return;
        if (a.error?.code === "busy") { // too busy is not undecided
          timer = setTimeout(() => next(i), again);
          return;
        }
        answers = [...answers, a];
        setGot({ what, answers });
        next(i + 1);
      });
    };
    // Whoever runs through the turns asks where they stop.
    timer = setTimeout(() => next(0), pause);
    return () => { clearTimeout(timer); stop.abort(); };
  }, [what]);
  return asked.map((_, i) => (got.what === what ? got.answers[i] : undefined));
}

/** Why an answer has no number. */
export function reasonOf(a: Answer): string {
  return a.error?.text ?? a.why ?? a.reason ??
    "it takes more steps than the limit allows";
}

/** A chance as it was answered: exact, or drawn and said so. */
export function chanceOf(a: Answer | undefined): string | undefined {
  if (a?.answer === "estimate" && a.probability !== undefined) {
    return `≈${a.probability.toFixed(3)}`;
  }
  return a?.answer === "value" ? a.value : undefined;
}

/** What is asked once for a position; an empty key asks nothing. */
export function useAt<T>(
  key: string, fetch: (signal: AbortSignal) => Promise<T>,
): T | null {
  const [got, setGot] = useState<{ key: string; what: T } | null>(null);
  useEffect(() => {
    // What nobody waits for is taken back: it would keep others waiting.
    const stop = new AbortController();
    const timer = setTimeout(() => {
      if (key) fetch(stop.signal).then((what) => {
        if (!stop.signal.aborted) setGot({ key, what });
      }, () => undefined);
    }, pause);
    return () => { clearTimeout(timer); stop.abort(); };
  }, [key]);
  return got?.key === key ? got.what : null;
}
