// Ask: a formula, its answer as a verdict, and the world that shows it.
import { useEffect, useRef, useState } from "preact/hooks";
import { useCopy } from "../base/hooks";
import { chance, count, percent, value } from "../base/number";
import type { Answer, World } from "../base/types";
import { cap } from "./cells";
import { SentenceBuilder } from "./builder";
import { FormulaLine } from "./formula";
import { nextQuestion } from "./next";
import { assumeName, assumeWords } from "./layer";
import { assumptionsOf } from "./shared";
import { WorldBoard } from "./worldboard";
import type { LensProps } from "./lens";

/** The server allows ten times its usual steps to whoever asks for them. */
const mostEffort = 10;

/** Is somebody at the formula line, about to type? */
const isTyping = () => !!document.activeElement?.matches("[data-formula]");

export function AskTab(props: LensProps & { wide?: boolean }) {
  const { scene, source, seat } = props;
  const [formula, setFormula] = useState("");
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [of, setOf] = useState("");
  const [slow, setSlow] = useState(false);
  const [busy, setBusy] = useState(false);
  const [assume, setAssume] = useState("none");
  const stop = useRef<AbortController | null>(null);
  const [effort, setEffort] = useState(1);
  const ask = (f: string, a = assume, times = 1) => {
    setEffort(times);
    stop.current?.abort();
    const mine = new AbortController();
    stop.current = mine;
    setBusy(true);
    const timer = setTimeout(() => setSlow(true), 300);
    source.ask(f, a, mine.signal, times).then((got) => {
      clearTimeout(timer);
      if (mine.signal.aborted) return;
      setSlow(false);
      setBusy(false);
      setAnswer(got);
      setOf(`turn ${scene.turn}`);
      if (a !== "none" || got.error || got.answer === "undecided") return;
      void source.ask(f, a, mine.signal, 1, true).then((why) => {
        if (mine.signal.aborted || !(why.because?.length || why.inside)) return;
        setAnswer((now) => now === got ? { ...got, because: why.because,
          inside: why.inside } : now);
      });
    });
  };
  const halt = () => {
    stop.current?.abort();
    setBusy(false);
    setSlow(false);
  };
  useEffect(() => {
    if (!props.question) return;
    setFormula(props.question.formula);
    ask(props.question.formula);
  }, [props.question]);
  const next = useNext(props, answer, setAnswer);
  const fault = answer?.error && answer.formula === formula
    ? answer.error : null;
  const old = answer && of !== `turn ${scene.turn}`;
  return (
    <div class="ask">
      <div class="spread">
        <h2>Ask <span class="thin small dim">from {scene.cast.whose(seat)} eyes,
          after turn {scene.turn}</span></h2>
        <label class="pill hatch small">
          <span class="lens-ink">{assume === "none" ? "assuming"
            : "assuming they play as"}</span>
          <select class="plain lens-ink" aria-label="Assumption" value={assume}
            onChange={(e) => {
              const a = (e.target as HTMLSelectElement).value;
              setAssume(a);
              if (answer) ask(answer.formula, a);
            }}>
            {assumptionsOf(props).map((a) => (
              <option value={a}>{assumeName(a)}</option>))}
          </select>
        </label>
      </div>
      <SentenceBuilder {...props} put={setFormula}
        follow={(f, was) => setFormula((now) =>
          (now === "" || now === was) && !isTyping() ? f : now)}
        ask={() => ask(formula)} />
      <FormulaLine source={source} value={formula} fault={fault}
        set={(f) => setFormula(f)} ask={ask} busy={busy} />
      {slow && (
        <div role="status">
          <div class="thinbar" />
          <div class="spread"><span>Counting worlds …{effort > 1 &&
            ` up to ${effort} times the usual limit`}</span>
            <button class="btn" onClick={halt}>Stop <kbd>Esc</kbd></button>
          </div>
        </div>
      )}
      {answer && (
        <div class={busy || old ? "old" : ""} aria-live="polite">
          {old && <p class="dim tiny">of {of}</p>}
          <Verdict {...props} answer={answer} mend={(near) => {
            const f = mended(answer, near);
            setFormula(f);
            ask(f);
          }} more={answer.answer === "undecided" && effort < mostEffort
            ? () => ask(answer.formula, answer.assumption ?? assume, mostEffort)
            : undefined} effort={effort} next={old ? undefined : next} />
        </div>
      )}
    </div>
  );
}

interface Next {
  shown: number;
  /** Another was asked for, and there is none. */
  last: boolean;
  ask?(): void;
}

/** Counterexamples after the first; each takes the place of the one before. */
function useNext(props: LensProps, answer: Answer | null,
  set: (a: Answer) => void): Next {
  const [got, setGot] = useState<{
    of: Answer | null; last: boolean;
    shown: { world: World; breaks: string[] }[];
  }>({ of: null, last: false, shown: [] });
  const mine = answer && got.of === answer ? got : null;
  const shown = [...(mine?.shown ?? []), ...(answer?.without
    ? [{ world: answer.without, breaks: answer.breaks ?? [] }] : [])];
  const question = answer &&
    nextQuestion(answer.formula, answer.answer, shown);
  return {
    shown: shown.length, last: !!mine?.last,
    ask: question && !mine?.last ? () => {
      void props.source.ask(question, answer.assumption ?? "none")
        .then((a) => {
          const other = a.answer === answer.answer && a.without;
          const now = other ? { ...answer, with: a.with ?? answer.with,
            without: a.without, breaks: a.breaks } : answer;
          setGot({ of: now, last: !other, shown: other ? shown
            : shown.slice(0, -1) });
          if (other) set(now);
        });
    } : undefined,
  };
}

const verdicts: Record<string, string> = {
  yes: "Yes.", no: "No.", open: "Open.", undecided: "Undecided.",
};

/** The formula with the nearest name in the place of the wrong one. */
export function mended(a: Answer, near: string): string {
  const at = (a.error?.column ?? 1) - 1;
  const word = /^\w+/.exec(a.formula.slice(at))?.[0] ?? "";
  return a.formula.slice(0, at) + near.replace(/\(.*/, "") +
    a.formula.slice(at + word.length);
}

export function Verdict(props: LensProps & {
  answer: Answer; mend?(near: string): void;
  /** Asks again with a higher limit; nothing: it was the highest. */
  more?(): void; effort?: number; next?: Next;
}) {
  const { answer: a, source } = props;
  const { cast } = props.scene;
  const inside = a.answer === "no" || a.answer === "open" ? a.inside
    : undefined;
  const [copied, copy] = useCopy();
  if (a.error) {
    return (
      <p class="small">{a.error.column !== undefined &&
        `Column ${a.error.column}: `}{cap(a.error.text)}
        {a.error.near && <> Did you mean <button class="link mono"
          onClick={() => props.mend?.(a.error!.near!)}>{a.error.near}
        </button>?</>}</p>
    );
  }
  return (
    <div class={`verdict v-${a.answer}`}>
      {a.answer === "estimate"
        ? <p class="value mono">{chance(`≈${a.probability}`)}
            <span class="dim"> ± {Math.ceil(100 * (a.half_width ?? 0))}&nbsp;%,
              sampled</span></p>
        : a.answer === "value"
        ? <p class="value mono">{a.value}
            <span class="dim">, {percent(value(a.value))}</span></p>
        : <p class="word serif">{verdicts[a.answer] ?? a.answer}</p>}
      <div>
        <p class="sentence serif">{reading(a)}</p>
        <Because answer={a} go={props.goTurn} />
        <div class="worldpair">
        {(a.answer === "no" || a.answer === "open") && a.without && (
          <WorldBoard {...props} world={a.without} class={inside ? ""
            : "against"} words={inside ? `A table that ${cast.mid(props.seat)
            } ${cast.verb(props.seat, "hold", "holds")} possible`
            : "Possible, and here it does not hold"} breaks={a.breaks} />
        )}
        {inside?.answer.without && (
          <WorldBoard {...props} world={inside.answer.without} class="against"
            breaks={inside.answer.breaks} words={`Possible for ${cast.mid(
              inside.seat)} there, and ${cast.mid(inside.seat)
            } cannot rule it out`} />)}
        </div>
        <NextLine next={props.next} />
        {(a.answer === "yes" || a.answer === "open") && a.with && (
          <WorldBoard {...props} world={a.with} words="Here it holds"
            breaks={a.answer === "open" ? a.breaks : undefined} />
        )}
        {props.more && <p><button class="btn" onClick={props.more}>Try with ten
          times the limit</button> <span class="dim small">may take a
          while</span></p>}
        {a.answer === "undecided" && !props.more && (props.effort ?? 1) > 1 &&
          <p class="small">That was with ten times the limit, the most there
            is.</p>}
        {a.refuted_turn !== undefined && <p class="small">Turn{" "}
          {a.refuted_turn} has no place in the assumption; that move is left
          out.</p>}
        <p class="dim small">
          {[a.worlds !== undefined && `counted over ${count(a.worlds)} ${
              a.worlds === "1" ? "hand" : "hands"}`,
            a.believed !== undefined && `${count(a.believed)} believed`,
            assumeWords(a.assumption ?? "none", props.scene.game),
            a.quality && a.quality !== "exact" && a.quality]
            .filter(Boolean).join(" · ")}
        </p>
        <button class="link small" onClick={() => copy(
          source.command(a.formula, a.assumption ?? "none"))}>{copied ? "copied" : "copy as command"}</button>
      </div>
    </div>
  );
}

/** What happened that made it so. */
function Because(props: { answer: Answer; go?(turn: number): void }) {
  const all = props.answer.because ?? [];
  if (!all.length) return null;
  const turn = (t: number) => props.go
    ? <button class="link" onClick={() => props.go?.(t)}>turn {t}</button>
    : <>turn {t}</>;
  return (
    <ul class="because small">{all.map((b) => (
      <li key={b.text}>{b.turn !== undefined && <>{b.how === "since"
        ? "So it is since " : "What is known: "}{turn(b.turn)}. </>}
        {b.text}</li>))}</ul>
  );
}

function NextLine({ next }: { next?: Next }) {
  if (!next?.shown || (!next.ask && !next.last)) return null;
  return (
    <p class="small">
      {next.shown > 1 && <span class="dim">counterexample {next.shown} </span>}
      {next.last ? <span class="dim">no other differs in these places</span>
        : <button class="link" onClick={next.ask}>next counterexample</button>}
    </p>
  );
}

/** The engine reads out seats by number, at a table with the name before it;
 *  here they are called as everywhere. */
export function named(words: string, props: LensProps): string {
  const { cast } = props.scene;
  for (const s of cast.seats) {
    words = words.replaceAll(`${s.name} (seat ${s.seat})`, cast.mid(s.seat));
  }
  return words.replace(/\b(?:seat|player) (\d+)('s)?/gi, (_, n, own) => own
    ? cast.whose(Number(n)) : cast.mid(Number(n)));
}

/** What is so, as the engine says it; of a question that is open or undecided
 *  also how likely it is, or why. */
function reading(a: Answer): string {
  switch (a.answer) {
    case "yes": return a.sentence || "It is so.";
    case "no": return a.sentence || "It is not so.";
    case "open":
      return `${a.sentence || "That cannot be told."}` +
        (a.chance && a.chance !== "0" ? ` Its chance is ${chance(a.chance)}.` : "");
    case "undecided":
      return `${cap(a.why ?? a.reason ?? "it takes more than the limit")}. ` +
        "Nothing was guessed.";
    default: return a.words ? `${cap(a.words)}.` : "";
  }
}
