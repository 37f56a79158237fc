// Exercises: a sheet of tasks, marked by the server, so that every answer that
// meets the conditions is right.  Answers and progress are in the link, and
// nowhere else.
import { useEffect, useState } from "preact/hooks";
import { faultOf, get, post } from "../base/api";
import { useCopy, useLoaded } from "../base/hooks";
import { useKeys } from "../base/keys";
import type { Fault } from "../base/types";
import { PlacedPicture, type Placed } from "../kit/placed";
import { cap } from "../lens/cells";
import { EventDrawing, ModelDrawing } from "./draw";
import { packText, unpackText } from "./dx";
import { Menu, Skip, ThemeButton, Top } from "./top";

interface Task {
  find: "model" | "event" | "announcement" | "formula" | "guess" | "valid";
  text: string; model?: string; claim?: string; logic?: string;
  wants: { words: string; question?: string }[]; hints: string[];
}
interface Sheet { title: string; tasks: Task[] }
interface Marks {
  task: number; solved: boolean;
  conditions: { words: string; holds: boolean; because?: string }[];
}

/** What is kept in the link: answers, hints that were looked at, what is done. */
interface Work { answers: string[]; hints: number[]; done: number[] }

const none: Work = { answers: [], hints: [], done: [] };

export async function packWork(w: Work): Promise<string> {
  return packText(JSON.stringify(w));
}

export async function unpackWork(packed: string): Promise<Work> {
  try {
    return { ...none, ...JSON.parse(await unpackText(packed)) as Work };
  } catch {
    return none;
  }
}

const finds: Record<Task["find"], string> = {
  model: "Draw the model, or write it: worlds and links, or variables, and what is actual.",
  event: "Write an event model, and at the end what happens: after MODEL, EVENT.",
  announcement: "Write what is said aloud: a formula.",
  formula: "Write a formula.",
  guess: "Yes or no? Guess, then see.",
  valid: "Write valid, or a countermodel.",
};

export function ExercisePage(props: {
  name?: string; text?: string; work?: string;
}) {
  const examples = useLoaded("examples", (signal) =>
    get<{ examples: { name: string; text: string }[] }>("examples", signal));
  const sheets = examples.what?.examples.filter((e) =>
    e.name.endsWith(".sheet")) ?? [];
  const [own, setOwn] = useState<string | null>(null);
  useEffect(() => {
    if (props.text) void unpackText(props.text).then(setOwn, () => undefined);
  }, [props.text]);
  const named = sheets.find((e) => e.name === `${props.name}.sheet`) ??
    sheets[0];
  const text = props.text ? own : named?.text ?? null;
  const sheet = useLoaded(`sheet.${text}`, (signal) => text === null
    ? Promise.resolve(null) : post<Sheet>("exercise", { text }, signal));
  const fault = examples.fault ?? sheet.fault;
  return (
    <>
      <Skip part="task" to=".answer-field, .guess select">To the answer</Skip>
      <ExerciseTop title={sheet.what?.title} sheets={sheets.map((e) => e.name)}
        open={(t) => void packText(t).then((p) => {
          location.hash = `/exercise?t=${p}`;
        })} />
      {sheet.what && text !== null
        ? <Working key={text} sheet={sheet.what} text={text} work={props.work}
            where={props.text ? `/exercise?t=${props.text}&`
              : `/exercise/${named.name.replace(".sheet", "")}?`} />
        : <main class="plainpage">{fault
            ? <p class="banner bad" role="alert">{fault.line
              ? `Line ${fault.line}: ` : ""}{cap(fault.text)}</p>
            : <p class="dim">Opening the sheet …</p>}</main>}
    </>
  );
}

function ExerciseTop(props: {
  title?: string; sheets: string[]; open(text: string): void;
}) {
  useEffect(() => {
    document.title = `${props.title ?? "Exercises"} · doxa`;
    return () => { document.title = "doxa"; };
  }, [props.title]);
  return (
    <Top title={<span class="tabletitle long dim">Exercises{props.title && <> ·{" "}
      <b>{props.title}</b></>}</span>}>
      <select class="plain" aria-label="Sheets" value="" onChange={(e) => {
        location.hash = `/exercise/${(e.target as HTMLSelectElement).value
          .replace(".sheet", "")}`;
      }}>
        <option value="">Sheets</option>
        {props.sheets.map((n) => <option value={n}>{n}</option>)}
      </select>
      <label class="btn quiet wide">Open …
        <input type="file" class="unseen" accept=".sheet,text/plain"
          aria-label="Open a sheet" onChange={(e) => {
            void (e.target as HTMLInputElement).files?.[0]?.text()
              .then(props.open);
          }} /></label>
      <span class="push row nowrap"><a class="btn quiet" href="#/logic">Logic
      </a><Menu><ThemeButton /><a class="btn quiet" href="#/">To the tables</a>
      </Menu></span>
    </Top>
  );
}

function Working(props: {
  sheet: Sheet; text: string; work?: string; where: string;
}) {
  const { sheet } = props;
  const [work, setWork] = useState<Work>(none);
  const [at, setAt] = useState(0);
  const [marks, setMarks] = useState<Marks | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  const [busy, setBusy] = useState(false);
  const [draws, draw] = useState<boolean | null>(null);
  const [copied, copy] = useCopy();
  useEffect(() => {
    if (props.work) void unpackWork(props.work).then(setWork);
  }, []);
  const task = sheet.tasks[at];
  // What is to be drawn is drawn, unless one writes.
  const drawing = draws ?? task.find === "model";
  const keep = (next: Work) => {
    setWork(next);
    void packWork(next).then((w) =>
      history.replaceState(null, "", `#${props.where}a=${w}`));
  };
  const set = (answer: string) => {
    const answers = sheet.tasks.map((_, i) => i === at ? answer
      : work.answers[i] ?? "");
    keep({ ...work, answers });
    setMarks(null);
    setFault(null);
  };
  const go = (to: number) => {
    setAt(to);
    draw(null);
    setMarks(null);
    setFault(null);
  };
  const answer = work.answers[at] ?? "";
  const mark = async () => {
    if (busy || !answer.trim()) return;
    setBusy(true);
    setFault(null);
    try {
      const got = await post<Marks>("exercise", { text: props.text,
        task: at + 1, answer });
      setMarks(got);
      if (got.solved && !work.done.includes(at)) {
        keep({ ...work, done: [...work.done, at] });
      }
    } catch (e) {
      setFault(faultOf(e));
    }
    setBusy(false);
  };
  const solved = !!marks?.solved;
  useKeys((key, e) => {
    if (key !== "Enter" || (e.target as HTMLElement).closest?.(
      "button, a, select, textarea")) return false;
    if (solved && at + 1 < sheet.tasks.length) go(at + 1);
    else void mark();
    return true;
  });
  return (
    <div class="exercisepage">
      <nav class="tasklist" aria-label="Tasks">
        <h2 class="caps">Exercises · {work.done.length} of{" "}
          {sheet.tasks.length} done</h2>
        <ol>{sheet.tasks.map((t, i) => (
          <li key={i}><button class={"task" + (i === at ? " now" : "")}
            aria-current={i === at ? "step" : undefined} onClick={() => go(i)}>
            <b class="mono" aria-hidden="true">{work.done.includes(i) ? "✓"
              : i + 1}</b>
            <span>{work.done.includes(i) && <span class="unseen">done: </span>}
              {t.text}</span></button></li>))}</ol>
        <p class="dim small">Your progress is kept in this link, and nowhere
          else. Send the link to hand it in.</p>
        <button class="btn" onClick={() => copy(location.href)}>{copied
          ? "Link copied" : "Hand in: copy link"}</button>
      </nav>
      <main class="taskmain" id="task">
        <h1>{at + 1}. {task.text}</h1>
        <ul class="wants">{task.find !== "guess" && task.wants.map((w) =>
          <li key={w.words}>{w.words}</li>)}
          {task.claim && <li><code>{task.claim}</code> in {task.logic}</li>}
        </ul>
        <TaskModel task={task} answer={answer} />
        <p class="dim">{finds[task.find]} Any answer that does it is right.</p>
        {drawing && (task.find === "model" || task.find === "valid") &&
          <ModelDrawing key={at} text={answer} prefix={task.model} set={set} />}
        {task.find === "guess"
          ? <Guess task={task} answer={answer} set={set} />
          : <textarea class="mono answer-field" rows={task.find === "model" ||
              task.find === "event" ? 7 : 2} value={answer} spellcheck={false}
              aria-label="Your answer" autocapitalize="off" onInput={(e) =>
                set((e.target as HTMLTextAreaElement).value)}
              onKeyDown={(e) => {
                if (e.key === "Enter" && e.ctrlKey) void mark();
              }} />}
        {/model|valid|event/.test(task.find) && <p><button class="btn"
          aria-expanded={drawing} onClick={() => draw(!drawing)}>{drawing
            ? "Write it" : "Draw it"}</button></p>}
        {drawing && task.find === "event" && <EventTask key={at} text={answer}
          prefix={task.model} set={set} />}
        <p class="row"><button class={`btn${solved ? "" : " main"}`}
          disabled={busy || !answer.trim()} onClick={() => void mark()}>Mark it{" "}
          {!solved && <kbd>Ctrl ↵</kbd>}</button>
          {solved && at + 1 < sheet.tasks.length && <button class="btn main"
            onClick={() => go(at + 1)}>Next exercise <kbd>↵</kbd></button>}
          <Hints task={task} seen={work.hints[at] ?? 0} more={() => keep({
            ...work, hints: sheet.tasks.map((_, i) => (work.hints[i] ?? 0) +
              (i === at ? 1 : 0)) })} /></p>
        <div aria-live="polite">
          {fault && <p class="banner bad" role="alert">{fault.line
            ? `Line ${fault.line}, column ${fault.column ?? 1}: ` : ""}
            {cap(fault.text)}</p>}
          {marks && <MarkTable marks={marks} />}
        </div>
      </main>
    </div>
  );
}

function EventTask(props: { text: string; prefix?: string;
  set(text: string): void }) {
  const name = /^\s*events\s+(\w+)/m.exec(props.text)?.[1];
  return name ? <EventDrawing {...props} name={name} happens />
    : <p><button class="btn" onClick={() => props.set(
      "events happens {\n    event e1\n}\nafter happens, e1\n")}>The first
      event</button></p>;
}

function Hints(props: { task: Task; seen: number; more(): void }) {
  const { hints } = props.task;
  return (
    <>
      {props.seen < hints.length && <button class="link"
        onClick={props.more}>a hint</button>}
      {props.seen > 0 && <span class="dim small">{hints.slice(0, props.seen)
        .join(" ")} ({props.seen} used)</span>}
    </>
  );
}

function Guess(props: { task: Task; answer: string; set(a: string): void }) {
  const all = props.answer.split(/\s+/);
  return (
    <ul class="guess">{props.task.wants.map((w, i) => (
      <li key={w.words} class="spread"><span>{w.words}{" "}
        {w.question && <code class="dim">{w.question}</code>}</span>
        <select class="field" aria-label={w.words} value={all[i] === "yes" ||
          all[i] === "no" ? all[i] : ""} onChange={(e) => {
          const next = props.task.wants.map((_, k) => k === i
            ? (e.target as HTMLSelectElement).value : all[k] || "?");
          props.set(next.join(" "));
        }}><option value="">?</option><option value="yes">yes</option>
          <option value="no">no</option></select></li>))}</ul>
  );
}

function MarkTable({ marks }: { marks: Marks }) {
  return (
    <section class="panel marks" aria-label="Marks">
      <p><b class={`serif ${marks.solved ? "lens-ok" : "lens-bad"}`}>
        {marks.solved ? "Right." : "Not yet."}</b>{" "}
        {marks.solved ? "Every condition holds." : ""}</p>
      <ul>{marks.conditions.map((c) => (
        <li key={c.words}><span class={`badge b-${c.holds ? "yes" : "no"}`}>
          {c.holds ? "yes" : "no"}</span> {cap(c.words)}
          {c.because && <pre class="small dim">{c.because}</pre>}</li>))}</ul>
    </section>
  );
}

/** What is drawn: the model of the task, and after what was answered. */
export function drawnTexts(task: Task, answer: string): [string, string,
  number][] {
  const model = task.model ?? "";
  if (task.find === "model" || task.find === "valid") {
    const text = `${model}\n${answer}`;
    return answer.trim() && answer.trim() !== "valid"
      ? [["Your model", text, 0]] : /^\s*(world|vars)\b/m.test(model)
        ? [["The model", model, 0]] : [];
  }
  const all: [string, string, number][] = model
    ? [["Before", model, 0]] : [];
  if (task.find === "announcement" && answer.trim()) {
    all.push(["After", `${model}\nafter !(${answer.trim()}): count true`, 1]);
  }
  const event = /^([\s\S]*)^\s*after\s+([^\n:]+?)\s*$/m.exec(answer.trim());
  if (task.find === "event" && event) {
    all.push(["After", `${model}\n${event[1]}\nafter ${event[2]}: count true`,
      1]);
  }
  return all;
}

function TaskModel(props: { task: Task; answer: string }) {
  const texts = drawnTexts(props.task, props.answer);
  return (
    <>
      <div class="twopictures">{texts.map(([title, text, after]) =>
        <Drawn key={title} title={title} text={text} after={after} />)}</div>
      {props.task.model && <details><summary class="dim small">the model as
        text</summary><pre class="mono small">{props.task.model.trim()}</pre>
      </details>}
    </>
  );
}

function Drawn(props: { title: string; text: string; after: number }) {
  const [placed, setPlaced] = useState<Placed | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(() => post<Placed>("draw", { text: props.text,
      after: props.after, format: "places", layout: "auto" }, stop.signal)
      .then(setPlaced, () => setPlaced(null)), 400);
    return () => { clearTimeout(timer); stop.abort(); };
  }, [props.text, props.after]);
  if (!placed || placed.layout === "table") return null;
  return (
    <figure class="panel picture"><figcaption><h2>{props.title}</h2>
    </figcaption>
      <PlacedPicture placed={placed} agents={[]} name={`${props.title}: ${
        placed.boxes.map((b) => b.lines.join(" ")).join(", ")}`}
        title={(i) => placed.boxes[i].lines.join(" ")} />
      <p class="dim small">{placed.note}</p></figure>
  );
}
