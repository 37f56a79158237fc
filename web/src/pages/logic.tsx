// The logic page: a model as text, its answers at the lines, pictures before
// and after each update, a counterexample as a path in words.
import { useEffect, useRef, useState } from "preact/hooks";
import { faultOf, get, post, postText } from "../base/api";
import { useCopy, useLoaded } from "../base/hooks";
import { list } from "../base/cast";
import { useKeys } from "../base/keys";
import { cap } from "../lens/cells";
import { store } from "../base/store";
import { KripkeLegend, KripkeTable, type PathStep } from "../kit/kripke";
import { AgentKey, PlacedPicture, survivors, type Placed } from "../kit/placed";
import { pngOf } from "../kit/png";
import { isAnother, packText, unpackText, type DxAnswer, type DxModel,
  type DxQuery, type DxWorld } from "./dx";
import { DrawingDesk } from "./draw";
import { DxEditor, expectation } from "./dxeditor";
import { Menu, Skip, ThemeButton, Top } from "./top";

export interface Example { name: string; text: string }

/** What a page of texts keeps under which name, and what it shows first. */
interface Shelf { key: "dx" | "dxb"; unnamed: string; first: string }
const models: Shelf = { key: "dx", unnamed: "model.dx",
  first: "muddy-children.dx" };

export function useText(packed: string | undefined,
  examples: Example[] | undefined, shelf: Shelf) {
  const [text, setText] = useState<string | null>(null);
  const [name, setName] = useState(shelf.unnamed);
  useEffect(() => {
    if (packed) {
      unpackText(packed).then(setText, () => setText(""));
      return;
    }
    const kept = store.text(shelf.key);
    if (kept) { setText(kept); return; }
    const first = examples?.find((e) => e.name === shelf.first) ??
      examples?.[0];
    if (first) { setText(first.text); setName(first.name); }
  }, [packed, examples?.length]);
  return { text, name, set: (t: string, n?: string) => {
    setText(t);
    store.setText(shelf.key, t);
    if (n) setName(n);
    else if (isAnother(text ?? "", t)) setName(shelf.unnamed);
  } };
}

/** The answer to a text, a pause after it was changed; old: it is the answer
 *  to another text. */
function useDx(text: string | null, after: number, question: number) {
  const [got, setGot] = useState<DxAnswer | null>(null);
  const [of, setOf] = useState<string | null>(null);
  const [fault, setFault] = useState("");
  const first = useRef(true);
  useEffect(() => {
    if (text === null) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      post<DxAnswer>("dx", { text, after, question }, stop.signal).then(
        (a) => {
          setGot({ ...a, steps: a.steps ?? [], text, after, question });
          setOf(`${after}|${question}|${text}`);
          setFault("");
        },
        (e) => { if (!stop.signal.aborted) setFault(faultOf(e).text); });
    }, first.current ? 0 : 400);
    first.current = false;
    return () => { clearTimeout(timer); stop.abort(); };
  }, [text, after, question]);
  return { got, fault, old: of !== `${after}|${question}|${text}` };
}

export function LogicPage(props: { text?: string }) {
  const examples = useLoaded("examples", (signal) =>
    get<{ examples: Example[] }>("examples", signal));
  const all = examples.what?.examples.filter((e) => e.name.endsWith(".dx"));
  const { text, name, set } = useText(props.text, all, models);
  const [step, setStep] = useState(1);
  const [chosen, choose] = useState<number | null>(null);
  const before = useDx(text, Math.max(0, step - 1), chosen ?? 0);
  const after = useDx(text, step, chosen ?? 0);
  const [lit, light] = useState<number | null>(null);
  const [drawing, draw] = useState(false);
  const queries = before.got?.queries ?? [];
  const old = before.old || after.old;
  const shown = queries.find((q) => q.line === chosen) ??
    queries.find((q) => q.answer === false && q.counterexample?.length) ??
    queries[0];
  const level = shown && levelOf(shown.question, before.got?.steps ?? []);
  const drawn = level === step - 1 ? before.got : level === step ? after.got
    : null;
  const chooseLine = (line: number) => {
    choose(line);
    light(null);
  };
  // Whose line is chosen shows its own updates, the last of them.
  useEffect(() => {
    const q = queries.find((x) => x.line === chosen);
    if (!q || before.got?.question !== chosen) return;
    const at = levelOf(q.question, before.got.steps);
    if (at !== null) setStep(Math.max(1, at));
  }, [chosen, before.got?.question]);
  useKeys((key) => {
    if (key === "/") {
      document.querySelector<HTMLElement>("[data-formula]")?.focus();
      return true;
    }
    return false;
  });
  return (
    <div class={"logicpage" + (old ? " stale" : "")}>
      <Skip part="model" to=".dx textarea">To the model</Skip>
      <LogicTop at="logic" name={name} text={text ?? ""} examples={all}
        set={(t, n) => { set(t, n); setStep(1); choose(null); }} />
      <section class="editor" id="model" aria-label="Model">
        {text !== null && <DxEditor text={text} set={(t) => set(t)}
          queries={queries} errors={before.old ? []
            : before.got?.errors ?? []}
          chosen={shown?.line ?? null} choose={chooseLine} />}
        <footer class="row">
          {before.got?.worlds && <span class="pill answered">
            <b>{shortCount(before.got.worlds)}</b>{" "}
            {before.got.worlds === "1" ? "world" : "worlds"}</span>}
          {before.got && <span class="pill answered">
            <b>{before.got.agents.length}</b>{" "}
            {before.got.agents.length === 1 ? "agent" : "agents"}</span>}
          <span class="dim small" role="status">{old && !before.fault
            ? "being checked …" : "checked on every pause, kept in this browser"}</span>
          {before.fault && <span class="small lens-bad">{before.fault}</span>}
        </footer>
      </section>
      <main class="pictures" aria-busy={old}>
        <h1 class="unseen">Logic</h1>
        {old && !before.fault && <div class="thinbar late" />}
        <p class="row"><button class="btn" aria-expanded={drawing}
          onClick={() => draw(!drawing)}>Draw by mouse and keys</button>
          {drawing && <button class="btn quiet" onClick={() =>
            set("agents ann, bob\n", "model.dx")}>An empty sheet</button>}</p>
        {drawing && text !== null && <DrawingDesk text={text}
          events={before.got?.events ?? []} set={(t) => set(t)} />}
        <StepBar answer={before.got} step={step} set={setStep}
          add={(line) => set(`${(text ?? "").trimEnd()}\n${line}\n`)} />
        <Pictures before={before.got} after={after.got} step={step}
          shown={shown} lit={lit} />
        {shown && <Chain query={shown} worlds={drawn?.model?.worlds ??
          unnamedWorlds(before.got?.model?.worlds)} light={level === step ||
          level === step - 1 ? light : undefined} />}
        <AskHere text={text ?? ""} agents={before.got?.agents ?? []} />
      </main>
    </div>
  );
}

const faces = [["logic", "Models"], ["base", "Belief bases"]] as const;

export function LogicTop(props: {
  at: "logic" | "base"; name: string; text: string; examples?: Example[];
  set(text: string, name: string): void;
}) {
  const [copied, copyText] = useCopy();
  useEffect(() => {
    document.title = `${props.name} · Logic · doxa`;
    return () => { document.title = "doxa"; };
  }, [props.name]);
  const copy = () => void packText(props.text).then((m) => {
    history.replaceState(null, "", `#/${props.at}?m=${m}`);
    copyText(location.href);
  });
  const words = copied ? "Link copied" : "Copy link";
  const ending = props.at === "base" ? ".dxb" : ".dx";
  const file = { download: props.name,
    href: `data:text/plain;charset=utf-8,${encodeURIComponent(props.text)}` };
  return (
    <Top title={<span class="tabletitle dim wide">Logic · <b>{props.name}</b>
      </span>}>
      <nav class="row nowrap faces" aria-label="Logic">{faces.map(([at, word]) =>
        <a class="btn quiet" href={`#/${at}`} aria-current={at === props.at
          ? "page" : undefined}>{word}</a>)}</nav>
      <select class="plain" aria-label="Examples" value="" onChange={(e) => {
        const name = (e.target as HTMLSelectElement).value;
        const ex = props.examples?.find((x) => x.name === name);
        if (ex) props.set(ex.text, ex.name);
      }}>
        <option value="">Examples</option>
        {props.examples?.map((e) =>
          <option value={e.name}>{e.name}</option>)}
      </select>
      <a class="btn quiet wide" href="#/exercise">Exercises</a>
      <label class="btn quiet wide">Open …
        <input type="file" class="unseen" accept={`${ending},text/plain`}
          aria-label={`Open a ${ending} file`} onChange={(e) => {
            const f = (e.target as HTMLInputElement).files?.[0];
            void f?.text().then((t) => props.set(t, f.name));
          }} /></label>
      <span class="push row nowrap">
        <button class="btn wide" onClick={copy}>{words}</button>
        <a class="btn wide" {...file}>Download {ending}</a>
        <Menu><button class="btn quiet narrow" onClick={copy}>{words}</button>
          <a class="btn quiet narrow" {...file}>Download {ending}</a>
          <ThemeButton /><a class="btn quiet" href="#/">To the tables</a>
        </Menu>
      </span>
    </Top>
  );
}

/** The updates as steps with their world counts. */
function StepBar(props: {
  answer: DxAnswer | null; step: number; set(step: number): void;
  add(line: string): void;
}) {
  const { answer, step, set } = props;
  const [open, setOpen] = useState(false);
  const [formula, setFormula] = useState("");
  const steps = answer?.steps ?? [];
  const after = (update: string) => {
    const all = [...steps.map((s) => s.update), update].join("; ");
    props.add(`after ${all}: count true`);
  };
  return (
    <div class="stepbar row" role="group" aria-label="Updates">
      <button class="btn big" aria-pressed={step <= 1}
        onClick={() => set(1)}>Start · {shortCount(answer?.worlds ?? "?")}
      </button>
      {steps.map((s, i) => (
        <>
          <code class="dim">{s.update} →</code>
          <button class="btn big" aria-pressed={step === i + 1}
            aria-label={`after ${s.update}: ${shortCount(s.count)} ${
              s.count === "1" ? "world" : "worlds"}`}
            onClick={() => set(i + 1)}>{shortCount(s.count)}</button>
        </>
      ))}
      <span class="push row nowrap">
        <button class="btn" aria-expanded={open}
          onClick={() => setOpen(!open)}>+ announce …</button>
        {!!answer?.events?.length && <select class="field" value=""
          aria-label="Add an event" onChange={(e) => after(
            (e.target as HTMLSelectElement).value)}>
          <option value="">+ event …</option>
          {answer.events.flatMap((m) => m.events.map((e) => <option>
            {`${m.name}, ${e.name}`}</option>))}</select>}
      </span>
      {open && (
        <form class="row grow" onSubmit={(e) => {
          e.preventDefault();
          after(`!${formula}`);
          setOpen(false);
          setFormula("");
        }}>
          <input type="text" class="mono grow" value={formula}
            aria-label="What is announced" placeholder="a formula"
            onInput={(e) => setFormula((e.target as HTMLInputElement).value)} />
          <button class="btn main" disabled={!formula.trim()}>Announce</button>
        </form>
      )}
    </div>
  );
}

/** After how many of the steps a question is asked; null: after others. */
export function levelOf(question: string, steps: { update: string }[]):
number | null {
  if (!/^after\b/.test(question)) return 0;
  for (let n = steps.length; n > 0; n--) {
    const updates = steps.slice(0, n).map((s) => s.update).join("; ");
    if (question.startsWith(`after ${updates}:`)) return n;
  }
  return null;
}

/** Where everything of a picture goes, as the server lays it out. */
function usePlaced(answer: DxAnswer | null, layout: string): Placed | null {
  const [got, setGot] = useState<{ of: DxAnswer; placed: Placed } | null>(null);
  const drawn = !!answer?.model && answer.text !== undefined;
  useEffect(() => {
    if (!drawn) return;
    const stop = new AbortController();
    post<Placed>("draw", { text: answer!.text, after: answer!.after,
      question: answer!.question, format: "places", layout }, stop.signal)
      .then((placed) => setGot({ of: answer!, placed }), () => undefined);
    return () => stop.abort();
  }, [answer, layout]);
  return drawn ? got?.placed ?? null : null;
}

/** What happens in an update, drawn; an announcement needs no picture. */
function useHappens(answer: DxAnswer | null, step: number): Placed | null {
  const [got, setGot] = useState<Placed | null>(null);
  const update = answer?.steps[step - 1]?.update ?? "!";
  const drawn = !/^(!|repeat|.*\b(radical|conservative)\b)/.test(update);
  useEffect(() => {
    if (!drawn) return;
    const stop = new AbortController();
    post<Placed>("draw", { text: answer!.text, question: answer!.question, step,
      format: "places" }, stop.signal).then(setGot, () => setGot(null));
    return () => stop.abort();
  }, [answer, step]);
  return drawn ? got : null;
}

const layouts: [string, string][] = [["auto", "as it fits"],
  ["coordinates", "coordinates"], ["rows", "rows and columns"],
  ["likely", "likelier below"], ["arrows", "arrows and loops"],
  ["rooms", "rooms"], ["loose", "loose"]];

/** Wider pictures stand below one another: two of them, or three in all. */
const widest = 420;
const three = 1000;

function Pictures(props: {
  before: DxAnswer | null; after: DxAnswer | null; step: number;
  shown?: DxQuery; lit: number | null;
}) {
  const { before, after, step, shown, lit } = props;
  const [layout, setLayout] = useState("auto");
  const updated = !!before?.steps.length && !!after?.model;
  const first = usePlaced(before, layout);
  // An announcement leaves worlds where they are; what else happens makes
  // others, or changes what is held likelier.
  const told = before?.steps[step - 1]?.update.startsWith("!");
  const left = told && first && before?.model && updated && after.model &&
    first.boxes.length === before.model.worlds.length
    ? survivors(first, before.model, after.model, before.agents) : null;
  const second = usePlaced(updated && !left ? after : null, layout);
  const happens = useHappens(updated ? before : null, step);
  const level = shown && before ? levelOf(shown.question, before.steps) : null;
  const path = (at: number) => ({ lit: lit ?? undefined, path: level === at
    ? shown!.counterexample ?? [] : [] });
  if (!before) return null;
  const wide = [first, happens, second].filter((p) => p).map((p) => p!.width);
  const stacked = happens ? wide.reduce((a, b) => a + b, 0) > three
    : wide.some((w) => w > widest);
  return (
    <div class={"twopictures" + (happens ? " withevent" : "") +
      (stacked ? " stacked" : "")} style={happens && !stacked ? {
      "--columns": wide.map((w) => `minmax(${Math.max(180, 0.7 * w + 30)}px, ${
        w}fr)`).join(" ") } : undefined}>
      <Picture title={step > 1 ? `After ${step - 1}` : "Before"} answer={before}
        placed={first} {...path(Math.max(0, step - 1))} />
      {happens && <Happens placed={happens} agents={before.agents}
        update={before.steps[step - 1].update} />}
      {updated && (
        <Picture title={`${happens ? "= " : ""}After ${
          before.steps[step - 1]?.update ?? ""}`}
          answer={after} placed={left ? first : second} left={left}
          was={before.model} {...path(step)} />
      )}
      <div class="legend">
        <AgentKey agents={before.agents} note={[...new Set([first, second]
          .flatMap((p) => p?.note.split(/(?<=\.) /) ?? []))].join(" ")} />
        <p class="dim small"><KripkeLegend model={joined(first?.regions.length
          ? null : before.model, updated && !second?.regions.length ? after.model
          : null)} /></p>
        <p class="dim small"><span class="nowrap"><span class="key actual" />
          {" "}the actual world.</span>{" "}
          <span class="nowrap"><span class="key gone" /> removed.</span>{" "}
          <span class="nowrap"><span class="key hot" /> the counterexample.
          </span> <label>drawn as <select class="plain" value={layout}
            aria-label="Layout" onChange={(e) =>
              setLayout((e.target as HTMLSelectElement).value)}>
            {layouts.map(([value, words]) => <option value={value}>{words}
            </option>)}</select></label>{" "}
          <PictureFiles answer={updated ? after! : before} layout={layout}
            step={happens ? step : 0} />
        </p>
      </div>
    </div>
  );
}

/** What either picture has, for one legend. */
function joined(a?: DxModel | null, b?: DxModel | null): DxModel {
  return { worlds: [], cells: { ...a?.cells, ...b?.cells },
    links: { ...a?.links, ...b?.links },
    belief: { ...a?.belief, ...b?.belief } };
}

/** What happens, as events with square corners. */
function Happens(props: { placed: Placed; agents: string[]; update: string }) {
  const { placed } = props;
  const words = placed.boxes.map((b) => b.lines.join(", ")).join("; ");
  return (
    <figure class="panel picture happens">
      <figcaption class="spread"><h2>× {props.update}</h2>
        <span class="dim">{placed.boxes.length} {placed.boxes.length === 1
          ? "event" : "events"}</span></figcaption>
      <PlacedPicture placed={placed} agents={props.agents}
        title={(i) => placed.boxes[i].lines.join(", ")}
        name={`What happens: ${words}`} />
      <p class="dim small">A world is kept with each event that it allows.
        {placed.note && ` ${placed.note}`}</p>
    </figure>
  );
}

/** The picture as a file: what is seen. */
function PictureFiles(props: { answer: DxAnswer; layout: string;
  step: number }) {
  const save = async (what: string) => {
    const { text, after, question } = props.answer;
    const [format, event] = what.split(" ");
    const asked = format === "png" ? "svg" : format;
    const data = await postText("draw", { text, question, format: asked,
      ...(event ? { step: props.step } : { after, layout: props.layout }) })
      .catch(() => "");
    if (!data) return;
    const url = format === "png" ? await pngOf(data)
      : `data:text/plain;charset=utf-8,${encodeURIComponent(data)}`;
    const a = document.createElement("a");
    a.href = url;
    a.download = `${event ? "event" : "model"}.${format === "tikz" ? "tex"
      : format}`;
    a.click();
  };
  return (
    <select class="plain" aria-label="Picture" value="" onChange={(e) => {
      const field = e.target as HTMLSelectElement;
      void save(field.value);
      field.value = "";
    }}>
      <option value="">Picture …</option>
      {["", " event"].slice(0, props.step ? 2 : 1).flatMap((what) =>
        ["svg", "png", "tikz", "dot"].map((f) => <option value={f + what}>
          {what && "Event: "}{f === "tikz" ? "TikZ" : f.toUpperCase()}</option>))}
    </select>
  );
}

function Picture(props: {
  title: string; answer: DxAnswer; placed: Placed | null;
  path?: PathStep[]; lit?: number; left?: Set<number> | null;
  was?: DxModel | null;
}) {
  const { answer, title, placed, left } = props;
  const model: DxModel | null | undefined = answer.model;
  const base = left ? props.was! : model;
  const count = model?.worlds.length ?? shortCount(answer.worlds ?? "?");
  const gone = left && base ? base.worlds.length - left.size : 0;
  const at = (name: string) => base?.worlds.findIndex((w) =>
    w.name === name) ?? -1;
  const actual = model?.worlds.find((w) => w.id === model.actual)?.name;
  const fits = placed && base && placed.boxes.length === base.worlds.length;
  return (
    <figure class="panel picture">
      <figcaption class="spread"><h2>{title}</h2>
        <span class="dim">{count} {count === 1 ? "world" : "worlds"}
          {gone ? ` · ${gone} gone` : ""}</span></figcaption>
      {model ? (
        <>
          {fits && placed.layout !== "table" ? <PlacedPicture placed={placed}
            agents={answer.agents} left={left ?? undefined} step={props.lit}
            path={(props.path ?? []).map((s) => at(s.world))}
            actual={actual === undefined ? undefined : at(actual)}
            title={(i) => base.worlds[i].name}
            name={`${title}: ${count
            } worlds; the table below says the same`} />
            : fits && <p class="dim">{count} worlds are too many to draw; the
              table has them.</p>}
          <details><summary class="dim tiny">as a table</summary>
            <KripkeTable model={model} /></details>
        </>
      ) : (
        <p class="dim">{answer.worlds === undefined
          ? "The text has a mistake; it is said at its line."
          : "More than 60 worlds are counted, not drawn."}</p>
      )}
    </figure>
  );
}

/** Nobody named a world: what they are called is what is true there. */
function unnamedWorlds(worlds: DxWorld[] = []): DxWorld[] | null {
  return worlds.every((w) => !w.true.length || w.name === w.true.join(" "))
    ? null : [];
}

/** A world by what is so in it: "only p is true", "nothing is true".  One that
 *  the text gave a name is called by it, too.  No worlds: names are facts. */
function WorldWords({ name, worlds, only }: {
  name: string; worlds: DxWorld[] | null; only?: boolean;
}) {
  const world = worlds?.find((w) => w.name === name);
  const facts = world?.true ?? (name === "{}" ? [] : worlds ? null
    : name.split(" ").filter(Boolean));
  if (!facts) return <>it is <b>{name}</b></>;
  const given = name !== "{}" && name !== facts.join(" ") &&
    <>it is <b>{name}</b>, where </>;
  if (!facts.length) return <>{given}<b>nothing</b> is true</>;
  return <>{given}{only && "only "}<b>{list(facts)}</b>{" "}
    {facts.length > 1 ? "are" : "is"} true</>;
}

/** 2^100 has 31 digits; from a million million on the first three are said. */
export function shortCount(count: string): string {
  const digits = count.replace(/\D/g, "");
  if (digits.length < 13 || digits.length !== count.length) return count;
  return `about ${digits[0]}.${digits.slice(1, 3)} · 10^${digits.length - 1}`;
}

const longest = 160;

/** A formula of which every let was unfolded may fill a screen. */
function Formula({ text, class: as, inside }: { text: string; class?: string;
  inside?: string }) {
  if (inside) {
    return <details class="named"><summary><code class={as}>{text}</code>
      </summary><code class="small">{inside}</code></details>;
  }
  return text.length <= longest ? <code class={as}>{text}</code>
    : <code class={as} title={text}>{text.slice(0, longest - 10)} …</code>;
}

function answerWords(q: DxQuery): string {
  if (q.answer === true) return "Yes.";
  if (q.answer === false) return "No.";
  if (q.answer !== null) return String(q.answer);
  return q.error ? "Not answered." : "Undecided.";
}

/** A question and its chain of minds as sentences; each lights its world and
 *  the line to it in the picture. */
function Chain({ query, light, worlds }: {
  query: DxQuery; light?(step: number | null): void; worlds: DxWorld[] | null;
}) {
  const steps = query.counterexample ?? [];
  const last = steps.map((s) => s.agent !== null).lastIndexOf(true);
  const kind = query.answer === true ? "yes" : query.answer === false ? "no"
    : "value";
  return (
    <section class="panel chain" aria-label="Answer">
      <div class="spread"><Formula class="question"
        text={query.question} />
        <span class={`verdict v-${kind}`}><span class="word serif">
          {answerWords(query)}</span></span></div>
      {query.answer === null && <p class="serif reason">{cap(
        query.error?.text ?? query.undecided ?? "it takes more than the limit allows")}</p>}
      {steps.length > 0 && (
        <ol>
          {steps.map((s, i) => (
            <li key={i} class="serif" tabIndex={light ? 0 : undefined}
              onMouseEnter={() => light?.(i)} onMouseLeave={() => light?.(null)}
              onFocus={() => light?.(i)} onBlur={() => light?.(null)}>
              {s.agent === null
                ? (i === 0 ? <>In this world <WorldWords name={s.world}
                    worlds={worlds} />.</>
                  : <>In particular <Formula text={s.formula}
                    inside={s.inside} /> is{" "}
                    <span class={s.holds ? "" : "lens-bad"}>
                      {s.holds ? "true" : "false"}</span>.</>)
                : <>{i > 1 ? "There " : ""}<b>{i > 1 ? "agent" : "Agent"}{" "}
                  {s.agent}</b> considers possible that{" "}
                  <WorldWords name={s.world} worlds={worlds} only />
                  {i === last ? <>: there{" "}
                    <Formula text={s.formula}
                    inside={s.inside} /> is <span class={s.holds ? ""
                      : "lens-bad"}>{s.holds ? "true" : "false"}</span></>
                    : ""}.</>}
            </li>
          ))}
        </ol>
      )}
      {light && steps.length > 1 && <p class="dim small">Each step lights up
        above as you move over it or reach it with <kbd>Tab</kbd>.</p>}
      {query.worlds && query.worlds.length > 0 && (
        <p class="small">{query.worlds.slice(0, 6).join(" · ")}</p>)}
      <p class="dim small">line {query.line}{expectation(query) &&
        ` · ${expectation(query)}`}{query.engine
        ? ` · engine ${query.engine}` : ""}</p>
    </section>
  );
}

/** A question that is not in the text. */
function AskHere({ text, agents }: { text: string; agents: string[] }) {
  const [formula, setFormula] = useState("");
  const [answer, setAnswer] = useState<DxQuery | null>(null);
  const [worlds, setWorlds] = useState<DxWorld[] | null>(null);
  const [of, setOf] = useState("");
  const [fault, setFault] = useState("");
  const ask = async () => {
    setFault("");
    setOf(text);
    try {
      const a = await post<DxAnswer>("dx", {
        text: `${text.trimEnd()}\ntrue ${formula}\n`, after: 0,
      });
      const lines = text.trimEnd().split("\n").length;
      const wrong = a.errors.find((e) => e.line > lines) ?? a.errors[0];
      if (wrong) { setFault(wrong.text); setAnswer(null); return; }
      setAnswer(a.queries[a.queries.length - 1] ?? null);
      setWorlds(a.model?.worlds ?? null);
    } catch (e) {
      setFault(faultOf(e).text);
    }
  };
  return (
    <section class="panel askhere" aria-label="Ask here">
      <form class="formula-line" onSubmit={(e) => {
        e.preventDefault();
        void ask();
      }}>
        <span class="dim mono">Ask here</span>
        <input class="mono grow" data-formula aria-label="Formula"
          value={formula} spellcheck={false} autocomplete="off"
          placeholder={agents.length ? `K[${agents[0]}] …` : ""}
          onInput={(e) => setFormula((e.target as HTMLInputElement).value)} />
        <button class="btn main" disabled={!formula.trim()}>Ask</button>
      </form>
      {fault && <p class="small lens-bad" role="alert">{fault}</p>}
      {answer && <div class={of === text ? "" : "old"}>
        {of !== text && <p class="dim tiny">of an older text</p>}
        <Chain query={answer} worlds={worlds} /></div>}
    </section>
  );
}
