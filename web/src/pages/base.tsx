// Belief bases: a base as text, its answers at the lines with what they rest
// on, and a base that is asked, expanded and revised by hand.
import { useEffect, useState } from "preact/hooks";
import { faultOf, get, post } from "../base/api";
import { useLoaded } from "../base/hooks";
import { useKeys } from "../base/keys";
import { cap } from "../lens/cells";
import type { DxQuery } from "./dx";
import { DxEditor, expectation } from "./dxeditor";
import { LogicTop, useText, type Example } from "./logic";
import { Skip } from "./top";

interface BaseState { now: number | string; facts: string[]; beliefs: string[] }
interface BaseModel { state: BaseState; context: BaseState[] }
export interface BaseQuery
  extends Omit<DxQuery, "counterexample" | "witness"> {
  because?: string[]; given_up?: string[]; refused?: boolean; core?: string[];
  plan?: string[]; hopeless?: boolean; reason?: string;
  witness?: BaseModel; counterexample?: BaseModel;
}
export interface BaseReply {
  queries: BaseQuery[];
  errors: { line: number; column: number; text: string }[];
}
interface Step { sign: "+" | "*"; formula: string; gone: string[];
  broken: boolean }

/** The answers to a text, a pause after it was changed. */
function useBase(text: string | null) {
  const [got, setGot] = useState<BaseReply | null>(null);
  const [of, setOf] = useState<string | null>(null);
  const [fault, setFault] = useState("");
  useEffect(() => {
    if (text === null) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      post<BaseReply>("belief", { text }, stop.signal).then(
        (a) => { setGot(a); setOf(text); setFault(""); },
        (e) => { if (!stop.signal.aborted) setFault(faultOf(e).text); });
    }, of === null ? 0 : 400);
    return () => { clearTimeout(timer); stop.abort(); };
  }, [text]);
  return { got, fault, old: of !== text };
}

export function BasePage(props: { text?: string }) {
  const examples = useLoaded("examples", (signal) =>
    get<{ examples: Example[] }>("examples", signal));
  const all = examples.what?.examples.filter((e) => e.name.endsWith(".dxb"));
  const { text, name, set } = useText(props.text, all, {
    key: "dxb", unnamed: "base.dxb", first: "revision.dxb" });
  const { got, fault, old } = useBase(text);
  const [chosen, choose] = useState<number | null>(null);
  const queries = got?.queries ?? [];
  const shown = queries.find((q) => q.line === chosen) ??
    queries.find((q) => !q.fine) ?? queries[0];
  useKeys((key) => {
    if (key !== "/") return false;
    document.querySelector<HTMLElement>("[data-formula]")?.focus();
    return true;
  });
  return (
    <div class={"logicpage" + (old ? " stale" : "")}>
      <Skip part="model" to=".dx textarea">To the base</Skip>
      <LogicTop at="base" name={name} text={text ?? ""} examples={all}
        set={(t, n) => { set(t, n); choose(null); }} />
      <section class="editor" id="model" aria-label="Base">
        {text !== null && <DxEditor text={text} set={(t) => set(t)}
          queries={queries as unknown as DxQuery[]}
          errors={old ? [] : got?.errors ?? []}
          chosen={shown?.line ?? null} choose={choose} />}
        <footer class="row">
          <span class="dim small" role="status">{old && !fault
            ? "being checked …" : "checked on every pause, kept in this browser"}</span>
          {fault && <span class="small lens-bad">{fault}</span>}
        </footer>
      </section>
      <main class="pictures" aria-busy={old}>
        <h1 class="unseen">Belief bases</h1>
        {old && !fault && <div class="thinbar late" />}
        {shown && <BaseAnswer query={shown} />}
        {text !== null && <ByHand text={text} key={name}
          add={(line) => set(`${text.trimEnd()}\n${line}\n`)} />}
      </main>
    </div>
  );
}

/** Whose base it is, as the text says. */
export function agentOf(text: string): string {
  const bare = text.replace(/(--|#).*$/gm, "");
  return /(?:^|\s)agent\s+(\w+)/.exec(bare)?.[1] ?? "m";
}

export function verdictOf(q: BaseQuery): string {
  if (q.answer === null) return "Undecided.";
  if (q.verdict) return `${cap(q.verdict)}.`;
  if (q.kind === "plan") {
    return !q.answer ? "No plan." : !q.plan?.length ? "It is so already."
      : `A plan of ${q.plan.length}.`;
  }
  return q.answer ? "Yes." : "No.";
}

function Formulas(props: { head: string; all?: string[]; ordered?: boolean }) {
  if (!props.all?.length) return null;
  const items = props.all.map((f) => <li><code>{f}</code></li>);
  return <><p class="serif">{props.head}</p>
    {props.ordered ? <ol>{items}</ol> : <ul class="beliefs">{items}</ul>}</>;
}

function StateWords({ state, name }: { state: BaseState; name: string }) {
  return <li class="serif">{name}, at time {state.now}:{" "}
    {state.facts.length ? <code>{state.facts.join(", ")}</code>
      : "nothing is true"}; {state.beliefs.length
      ? <>in the base <code>{state.beliefs.join(", ")}</code></>
      : "the base is empty"}.</li>;
}

function Model({ head, model }: { head: string; model?: BaseModel }) {
  if (!model) return null;
  return <><p class="serif">{head}</p><ul class="beliefs">
    <StateWords state={model.state} name="Here" />
    {model.context.map((s) => <StateWords state={s} name="In the context" />)}
  </ul></>;
}

/** A question, its answer, and what that rests on. */
function BaseAnswer({ query: q }: { query: BaseQuery }) {
  const kind = q.answer === null ? "value" : q.answer ? "yes" : "no";
  return (
    <section class="panel chain" aria-label="Answer">
      <div class="spread"><code class="question">{q.question}</code>
        <span class={`verdict v-${kind}`}><span class="word serif">
          {verdictOf(q)}</span></span></div>
      {q.reason && <p class="serif reason">{cap(q.reason)}</p>}
      {q.hopeless && <p class="serif">The base contradicts itself, so everything
        follows from it.</p>}
      {q.refused && <p class="serif">A revision was refused: it contradicts the
        core, or itself.</p>}
      <Formulas head="Come to believe, one after the other:" all={q.plan}
        ordered />
      <Formulas head="Given up on the way:" all={q.given_up} />
      <Formulas head="It follows from these beliefs:" all={q.because} />
      <Formulas head={q.verdict === "valid" ? "It follows from:"
        : "These cannot be true together:"} all={q.core} />
      {q.verdict === "satisfiable" && <>
        <Model head="True in this model:" model={q.witness} />
        <Model head="False in this one:" model={q.counterexample} /></>}
      {q.answer === false && q.kind === "ask" && !q.refused &&
        <p class="serif dim">The beliefs allow that it is not so.</p>}
      {q.line > 0 && <p class="dim small">line {q.line}{expectation(
        q as unknown as DxQuery) &&
        ` · ${expectation(q as unknown as DxQuery)}`}</p>}
    </section>
  );
}

const prefix = (steps: { sign: string; formula: string }[]) => steps.length
  ? `after ${steps.map((s) => `${s.sign}(${s.formula})`).join("; ")}: ` : "";

/** A base that is expanded, revised and asked here, beside the text. */
function ByHand(props: { text: string; add(line: string): void }) {
  const { text } = props;
  const [steps, setSteps] = useState<Step[]>([]);
  const [formula, setFormula] = useState("");
  const [answer, setAnswer] = useState<BaseQuery | null>(null);
  const [note, setNote] = useState("");
  const agent = agentOf(text);
  useEffect(() => { setSteps([]); setAnswer(null); setNote(""); }, [text]);

  const put = async (question: string): Promise<BaseQuery | null> => {
    setNote("");
    try {
      const lines = text.trimEnd().split("\n").length;
      const a = await post<BaseReply>("belief",
        { text: `${text.trimEnd()}\n${question}\n` });
      const wrong = a.errors.find((e) => e.line > lines) ?? a.errors[0];
      if (wrong) { setNote(wrong.text); return null; }
      const last = a.queries[a.queries.length - 1];
      return last ? { ...last, line: 0, question } : null;
    } catch (e) {
      setNote(faultOf(e).text);
      return null;
    }
  };
  const ask = async () => setAnswer(await put(
    `${prefix(steps)}ask implicit[${agent}] (${formula})`));
  const step = async (sign: "+" | "*") => {
    const next = [...steps, { sign, formula }];
    const q = await put(`${prefix(next)}ask implicit[${agent}] false`);
    if (!q) return;
    if (q.refused) {
      setNote(`${agent} refuses it: it contradicts the core, or itself.`);
      return;
    }
    const before = steps.reduce((n, s) => n + s.gone.length, 0);
    setSteps([...steps, { sign, formula, broken: q.answer === true,
      gone: q.given_up?.slice(before) ?? [] }]);
    setAnswer(null);
    setFormula("");
  };
  return (
    <section class="panel askhere byhand" aria-label="By hand">
      <h2>What {agent} believes</h2>
      {steps.length > 0 && <ol class="basesteps">{steps.map((s) => (
        <li><code>{s.sign}{s.formula}</code>{" "}
          <span class="dim small">{s.sign === "+" ? "expanded" : "revised"}
          </span>
          {s.gone.length > 0 && <p class="small">gave up{" "}
            {s.gone.map((g, i) => <>{i > 0 && "; "}<code>{g}</code></>)}</p>}
          {s.broken && <p class="small lens-bad">now {agent} believes
            everything: its beliefs contradict each other</p>}</li>))}</ol>}
      {steps.length > 0 && <p class="row">
        <button class="btn quiet" onClick={() => { setSteps(steps.slice(0, -1));
          setAnswer(null); }}>Take back</button>
        <button class="btn quiet" onClick={() => props.add(`${prefix(steps)
          }ask ~implicit[${agent}] false`)}>Write into the text</button></p>}
      <form class="formula-line" onSubmit={(e) => {
        e.preventDefault();
        void ask();
      }}>
        <input class="mono grow" data-formula aria-label="Formula"
          value={formula} spellcheck={false} autocomplete="off"
          placeholder="a formula, such as p -> q"
          onInput={(e) => setFormula((e.target as HTMLInputElement).value)} />
        <button class="btn main" disabled={!formula.trim()}>Does it follow?
        </button>
        <button class="btn" type="button" disabled={!formula.trim()}
          onClick={() => void step("+")}>Expand +</button>
        <button class="btn" type="button" disabled={!formula.trim()}
          onClick={() => void step("*")}>Revise *</button>
      </form>
      {note && <p class="small lens-bad" role="alert">{note}</p>}
      {answer && <BaseAnswer query={answer} />}
    </section>
  );
}
