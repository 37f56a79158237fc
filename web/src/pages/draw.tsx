// Drawing by mouse and keys: a model, or what happens.  Each stroke is written
// into the text, and the text is what counts; undo takes strokes back.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { post } from "../base/api";
import { useKeys } from "../base/keys";
import { directions, nearest } from "../base/rove";
import { Canvas } from "../kit/canvas";
import { agentDash, agentInk } from "../kit/placed";
import { addSpot, agentKeys, agentsOf, changeSpot, drawingOf, eventBlock,
  eventsDrawing, factsOf, link, plainNames, removeSpot, setClosed, toggleFact,
  undrawable, writeEvents, writeModel, type Drawing } from "./drawing";
import type { DxAnswer, DxEvents } from "./dx";
import type { Placed } from "../kit/placed";

interface Read {
  d: Drawing | null;
  /** Written spot by spot, so that a stroke can be a line. */
  listed: boolean;
  fault: string;
}

/** The drawing of a text: a stroke's own at once, else as the server reads it.
 *  What was drawn is kept by its text, so that undo need not ask. */
function useDrawing(text: string, read: (signal: AbortSignal) => Promise<Read>) {
  const known = useRef(new Map<string, Drawing>());
  const [told, setTold] = useState<Read & { text: string } | null>(null);
  const mine = known.current.get(text);
  useEffect(() => {
    if (mine) return;
    const stop = new AbortController();
    const timer = setTimeout(() => void read(stop.signal).then((r) =>
      setTold({ ...r, text }), () => undefined), 250);
    return () => { clearTimeout(timer); stop.abort(); };
  }, [text]);
  return {
    drawing: mine ?? told?.d ?? null,
    fresh: !!mine || told?.text === text,
    listed: !!mine || !!told?.listed, fault: told?.fault ?? "",
    keep: (next: string, d: Drawing) => {
      if (mine || told?.listed) known.current.set(text, mine ?? told!.d!);
      known.current.set(next, d);
    },
  };
}

async function readModel(text: string, signal: AbortSignal): Promise<Read> {
  const listed = /^\s*world\b/m.test(text);
  const agents = agentsOf(text);
  if (!listed && !/^\s*vars\b/m.test(text)) {
    return { listed: true, fault: "", d: { agents, spots: [],
      links: agents.map(() => []), closed: true, actual: null } };
  }
  const a = await post<DxAnswer>("dx", { text, after: 0 }, signal);
  const placed = a.model && a.model.worlds.length <= 40
    ? await post<Placed>("draw", { text, after: 0, format: "places",
      layout: "auto" }, signal) : null;
  return { listed, fault: a.errors[0]?.text ?? "",
    d: placed && drawingOf(text, a, placed.boxes, listed ? undefined
      : plainNames(placed.boxes.map((b) => b.lines[0]))) };
}

async function readEvents(text: string, name: string, signal: AbortSignal):
Promise<Read> {
  const a = await post<DxAnswer>("dx", { text, after: 0 }, signal);
  const events = a.events?.find((e) => e.name === name);
  return { fault: a.errors[0]?.text ?? "",
    ...(events ? eventsDrawing(text, a.agents, events)
      : { d: null, listed: false }) };
}

interface Undo { before: string; after: string }

/** Text `text` (behind `prefix`, which is not drawn in) and its drawing. */
export function ModelDrawing(props: {
  text: string; prefix?: string; set(text: string): void;
}) {
  const { text } = props;
  const shown = useDrawing(text, (signal) => readModel(
    props.prefix ? `${props.prefix}\n${text}` : text, signal));
  return <Sheet text={text} set={props.set} shown={shown} no={undrawable(text)}
    write={(was, d) => writeModel(text, was, d)} word="world" label="Worlds"
    unlisted={(n) => `These ${n} worlds are given by variables. To draw in ` +
      "them they are written out one by one."} />;
}

/** An event model of a text.  `happens`: the text ends in what happens, an
 *  `after` without a question. */
export function EventDrawing(props: {
  text: string; prefix?: string; name: string; happens?: boolean;
  set(text: string): void;
}) {
  const { text, name } = props;
  const whole = `${props.prefix ? `${props.prefix}\n` : ""}${props.happens
    ? text.replace(lastAfter, "") : text}`;
  const shown = useDrawing(text, async (signal) => {
    const r = await readEvents(whole, name, signal);
    const now = /,\s*(\w+)\s*$/.exec(lastAfter.exec(text)?.[0] ?? "")?.[1];
    const actual = r.d?.spots.findIndex((s) => s.name === now) ?? -1;
    return { ...r, d: r.d && { ...r.d, actual: actual < 0 ? null : actual } };
  });
  return <Sheet text={text} set={props.set} shown={shown} no="" word="event"
    label={`Events of ${name}`} unlisted={() => "This event model is given by " +
      "a word of the language, or by families. To draw in it its events are " +
      "written out one by one."}
    write={(_, d) => {
      if (!props.happens) return writeEvents(text, name, d);
      const next = writeEvents(text.replace(lastAfter, ""), name, d);
      return `${next.trimEnd()}\nafter ${name}${
        d.actual !== null ? `, ${d.spots[d.actual].name}` : ""}\n`;
    }} />;
}

const lastAfter = /^[ \t]*after[^:\n]*$/m;

/** What is drawn: the model, or one of the event models, or a new one. */
export function DrawingDesk(props: {
  text: string; events: DxEvents[]; set(text: string): void;
}) {
  const [what, setWhat] = useState("");
  const names = props.events.map((e) => e.name).filter((n) => !/\(/.test(n));
  const fresh = ["happens", "happens2", "happens3"].find((n) =>
    !eventBlock(props.text, n)) ?? "";
  const kept = !what || eventBlock(props.text, what);
  return (
    <>
      <label class="dim small">Draw <select class="plain" value={what}
        aria-label="What is drawn" onChange={(e) => {
          const to = (e.target as HTMLSelectElement).value;
          if (to === "+") {
            props.set(writeEvents(props.text, fresh, { agents: [], links: [],
              closed: true, actual: null, spots: [{ name: "e1", text: "",
                x: 120, y: 90 }] }));
          }
          setWhat(to === "+" ? fresh : to);
        }}>
        <option value="">the model</option>
        {[...new Set(what ? [...names, what] : names)].map((n) =>
          <option value={n}>what happens: {n}</option>)}
        {fresh && <option value="+">a new event model</option>}
      </select></label>
      {what && kept ? <EventDrawing key={what} text={props.text} name={what}
        set={props.set} /> : <ModelDrawing text={props.text}
        set={props.set} />}
    </>
  );
}

/** The drawing with its strokes, or why there is none. */
function Sheet(props: {
  text: string; set(text: string): void; no: string;
  shown: ReturnType<typeof useDrawing>; word: "world" | "event"; label: string;
  unlisted(count: number): string;
  write(was: Drawing | null, now: Drawing): string;
}) {
  const { text } = props;
  const { drawing, fresh, listed, fault, keep } = props.shown;
  const undos = useUndo(text, props.set);
  if (props.no) return <p class="banner" role="status">{props.no}</p>;
  if (!drawing) return <p class="dim" role="status">{fault
    ? "The text has a mistake; it can be drawn in when that is mended."
    : fresh ? `These are too many ${props.word}s to draw in.`
      : "being read …"}</p>;
  const stroke = (next: Drawing) => {
    if (!fresh) return;
    const after = props.write(listed ? drawing : null, next);
    undos.push(after);
    keep(after, next);
    props.set(after);
  };
  if (!listed) {
    return <p class="banner row">{props.unlisted(drawing.spots.length)}{" "}
      <button class="btn main" onClick={() => stroke(drawing)}>Write them
        out</button></p>;
  }
  return <Drawer drawing={drawing} stroke={stroke} undos={undos} old={!fresh}
    letter={props.word[0]} word={props.word} label={props.label} />;
}

function useUndo(text: string, set: (text: string) => void) {
  const done = useRef<Undo[]>([]);
  const undone = useRef<Undo[]>([]);
  const [, again] = useState(0);
  const go = (from: typeof done, to: typeof done, back: boolean) => {
    const top = from.current.at(-1);
    const here = back ? top?.after : top?.before;
    if (!top || here !== text) return false;
    from.current.pop();
    to.current.push(top);
    set(back ? top.before : top.after);
    again((n) => n + 1);
    return true;
  };
  return {
    push: (after: string) => {
      done.current.push({ before: text, after });
      undone.current = [];
    },
    back: () => go(done, undone, true),
    forth: () => go(undone, done, false),
    some: done.current.at(-1)?.after === text,
  };
}

type Tool = "spot" | "name" | "away" | number;

function Drawer(props: {
  drawing: Drawing; stroke(next: Drawing): void; old: boolean;
  undos: ReturnType<typeof useUndo>; letter: string; word: "world" | "event";
  label: string;
}) {
  const { drawing: d, stroke, word, undos } = props;
  const [tool, setTool] = useState<Tool>("spot");
  const [chosen, choose] = useState<number | null>(null);
  const [edited, edit] = useState<number | null>(null);
  const [said, say] = useState("");
  const root = useRef<HTMLElement>(null);
  const keys = agentKeys(d.agents, `${props.letter}nr`);
  const wanted = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    (root.current?.querySelector<SVGElement>(`[data-spot="${wanted.current}"]`)
      ?? root.current?.querySelector<HTMLElement>(".tools .btn"))?.focus();
    wanted.current = null;
  });
  const [, again] = useState(0);
  const focus = (i: number) => {
    wanted.current = i;
    again((n) => n + 1);
  };
  const focused = () => {
    const at = document.activeElement as SVGElement | null;
    return root.current?.contains(at) && at?.dataset.spot !== undefined
      ? Number(at.dataset.spot) : null;
  };
  const name = (i: number) => d.spots[i].name;
  const add = (x: number, y: number) => {
    const next = addSpot(d, x, y, props.letter);
    stroke(next);
    edit(next.spots.length - 1);
    say(`${next.spots.at(-1)!.name} is new. Type its ${word === "world"
      ? "facts" : "conditions"}.`);
  };
  const join = (agent: number, from: number, to: number, oneWay: boolean) => {
    const next = link(d, agent, from, to, oneWay);
    stroke(next);
    const on = next.links[agent][from].includes(to);
    say(oneWay || from === to
      ? `${on ? "" : "No "}arrow of ${d.agents[agent]} from ${name(from)} to ${
        name(to)}.${d.closed && oneWay
        ? " That is no knowledge: the frame is now arrows." : ""}`
      : `${d.agents[agent]} ${on ? "cannot tell" : "tells"} ${name(from)} ${
        on ? "and" : "from"} ${name(to)}${on ? " apart" : ""}.`);
  };
  const away = (i: number) => {
    stroke(removeSpot(d, i));
    choose(null);
    edit(null);
    say(`${name(i)} is gone.`);
    focus(Math.max(0, i - 1));
  };
  const real = (i: number) => {
    stroke({ ...d, actual: d.actual === i ? null : i });
    say(d.actual === i ? `No ${word} is the actual one.`
      : `${name(i)} is the actual ${word}.`);
  };
  const move = (i: number, x: number, y: number) => stroke(changeSpot(d, i, {
    x: Math.max(30, x), y: Math.max(24, y) }));
  const undo = (back: boolean) => say((back ? undos.back() : undos.forth())
    ? back ? "Taken back." : "Done again."
    : back ? "There is no stroke to take back." : "There is nothing to do again.");
  const press = (i: number) => {
    focus(i);
    if (tool === "away") away(i);
    else if (tool === "name") edit(i);
    else choose(chosen === i ? null : i);
  };
  useKeys((key, e) => {
    const i = focused();
    const k = key.toLowerCase();
    const agent = keys.indexOf(k);
    if (k === props.letter && !e.shiftKey) {
      const s = i === null ? d.spots.at(-1) : d.spots[i];
      add(...freePlace(d, s?.x ?? -40, s?.y ?? 80));
      return true;
    }
    if (i === null) return false;
    if (key in directions && e.shiftKey) {
      move(i, d.spots[i].x + 20 * directions[key][0],
        d.spots[i].y + 20 * directions[key][1]);
    } else if (key in directions) {
      const all = [...root.current!.querySelectorAll<HTMLElement>(
        "[data-spot]")];
      nearest(all[i], all, directions[key])?.focus();
    } else if (key === "Enter" || key === " ") choose(chosen === i ? null : i);
    else if (key === "Delete" || key === "Backspace") away(i);
    else if (k === "n") edit(i);
    else if (k === "r") real(i);
    else if (key === "Escape" && chosen !== null) choose(null);
    else if (agent >= 0 && chosen !== null) join(agent, chosen, i, e.shiftKey);
    else if (agent >= 0) {
      setTool(agent);
      say(`Choose a ${word} with Enter, go to another, then ${k} links them.`);
    } else return false;
    return true;
  });
  const tools: [Tool, string, string][] = [
    ["spot", word === "world" ? "World" : "Event", props.letter.toUpperCase()],
    ...d.agents.map((a, i): [Tool, string, string] => [i, a,
      keys[i].toUpperCase()]),
    ["name", word === "world" ? "Name, facts" : "Name, conditions", "N"],
    ["away", "Take away", "⌫"]];
  return (
    <section ref={root} class={"drawer panel" + (props.old ? " old" : "")}
      aria-label={`Draw: ${props.label}`} onKeyDown={(e) => {
        if (!(e.ctrlKey || e.metaKey) || e.key.toLowerCase() !== "z" ||
          (e.target as HTMLElement).tagName === "INPUT") return;
        e.preventDefault();
        undo(!e.shiftKey);
      }}>
      <div class="row tools" role="toolbar" aria-label="Tools">
        {tools.map(([t, words, key]) => (
          <button key={words} class="btn" aria-pressed={tool === t}
            onClick={() => setTool(t)}>
            {typeof t === "number" && <svg width="22" height="8"
              viewBox="0 0 22 8" aria-hidden="true"><line x1="1" x2="21" y1="4"
                y2="4" stroke={agentInk(t)} stroke-width="2.2"
                stroke-dasharray={agentDash(t)} /></svg>} {words}{" "}
            <kbd>{key}</kbd></button>))}
        <button class="btn" disabled={!undos.some} onClick={() => undo(true)}>
          Undo <kbd>Ctrl Z</kbd></button>
        <label class="push dim small">frame <select class="plain"
          aria-label="Frame" value={d.closed ? "knowledge" : "arrows"}
          onChange={(e) => stroke(setClosed(d, (e.target as HTMLSelectElement)
            .value === "knowledge"))}>
          <option value="knowledge">knowledge</option>
          <option value="arrows">arrows, as drawn</option></select></label>
      </div>
      <Canvas drawing={d} events={word === "event"} label={props.label}
        agent={typeof tool === "number" ? tool : null} chosen={chosen}
        paper={(x, y) => { if (tool === "spot") add(x, y); else choose(null); }}
        press={press} open={edit} move={move}
        join={(a, b, oneWay) => join(tool as number, a, b, oneWay)}
        spotWords={(i) => spotWords(d, i, word)} />
      {edited !== null && d.spots[edited] &&
        <SpotForm key={`${edited}.${d.spots.length}`} d={d} at={edited}
          word={word} away={() => away(edited)} real={() => real(edited)}
          done={(next) => {
            if (next) stroke(next);
            edit(null);
            focus(edited);
          }} />}
      <p class="dim small" role="status">{props.old ? "of the text before · "
        : ""}{said}</p>
      <details class="dim small" open={!d.spots.length}><summary>By mouse, by
        keys</summary><DrawKeys word={word} letter={props.letter}
          agent={keys[0]?.toUpperCase() ?? "A"} /></details>
    </section>
  );
}

/** A place right of another, on the paper and on nothing. */
function freePlace(d: Drawing, x: number, y: number): [number, number] {
  for (let row = 0; row < 20; row++) {
    for (let to = x + 120; to < 620; to += 120) {
      if (!d.spots.some((s) => Math.abs(s.x - to) < 100 &&
        Math.abs(s.y - y) < 54)) return [to, y];
    }
    x = -40;
    y += 70;
  }
  return [80, y];
}

function spotWords(d: Drawing, i: number, word: string): string {
  const s = d.spots[i];
  const apart = d.agents.map((a, k) => {
    const to = d.links[k][i].filter((v) => v !== i).map((v) => d.spots[v].name);
    return to.length ? `${a}: ${to.join(" ")}` : "";
  }).filter(Boolean);
  return `${s.name}${s.text ? `, ${s.text}` : ""}${d.actual === i
    ? `, the actual ${word}` : ""}${apart.length ? `; holds possible, ${
    apart.join("; ")}` : ""}`;
}

function SpotForm(props: {
  d: Drawing; at: number; word: "world" | "event"; away(): void; real(): void;
  done(next: Drawing | null): void;
}) {
  const { d, at, word } = props;
  const [name, setName] = useState(d.spots[at].name);
  const [text, setText] = useState(d.spots[at].text);
  const first = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => first.current?.focus(), []);
  const facts = [...new Set(d.spots.flatMap((s) => factsOf(s.text)))].sort();
  const other = d.spots.some((s, i) => i !== at && s.name === name.trim());
  const good = /^[A-Za-z_`]\w*`?$/.test(name.trim()) && !other;
  const same = name.trim() === d.spots[at].name && text === d.spots[at].text;
  return (
    <form class="row spotform" aria-label={`${word} ${d.spots[at].name}`}
      onSubmit={(e) => {
        e.preventDefault();
        if (good) props.done(same ? null : changeSpot(d, at, {
          name: name.trim(), text: text.trim() }));
      }}
      onKeyDown={(e) => { if (e.key === "Escape") props.done(null); }}>
      <label>{word === "world" ? "Facts" : "Conditions"} <input ref={first}
        class="mono" value={text} spellcheck={false} autocomplete="off"
        placeholder={word === "world" ? "p, q" : "pre p post q := true"}
        onInput={(e) => setText((e.target as HTMLInputElement).value)} /></label>
      <label>Name <input class="mono name" value={name} spellcheck={false}
        autocomplete="off" aria-invalid={!good} onInput={(e) =>
          setName((e.target as HTMLInputElement).value)} /></label>
      {word === "world" && facts.map((f) => <button key={f} type="button"
        class="btn" aria-pressed={factsOf(text).includes(f)}
        onClick={() => setText(toggleFact(text, f))}>{f}</button>)}
      <button class="btn main" disabled={!good}>Done <kbd>↵</kbd></button>
      {word === "world" && <button type="button" class="btn"
        onClick={props.real}>{d.actual === at ? "Not the actual world"
          : "The actual world"}</button>}
      <button type="button" class="btn" onClick={props.away}>Take away</button>
      {!good && <span class="small lens-bad" role="alert">{other
        ? "There is one of this name." : "A name is one word of letters."}
      </span>}
    </form>
  );
}

function DrawKeys(props: { word: string; letter: string; agent: string }) {
  const w = props.letter.toUpperCase();
  const rows: [string, string][] = [
    ["click on paper", `a new ${props.word}; type its facts`],
    ["drag", `moves it; with an agent's tool: from one to another, the agent cannot tell them apart`],
    ["drag with Shift", "an arrow, one way"],
    [`${w}`, `a new ${props.word} beside the one in focus`],
    ["Tab, arrows", "next one"],
    [`Enter, then ${props.agent} at another`, "links the two for this agent, or takes the link away; with Shift an arrow"],
    ["N", "name and facts"], ["R", `the actual ${props.word}`],
    ["Shift with arrows", "moves it"], ["⌫ or Delete", "takes it away"],
    ["Ctrl Z, Ctrl Shift Z", "back; the text changes with every stroke"]];
  return <dl class="drawkeys">{rows.map(([k, v]) => <><dt>{k}</dt><dd>{v}</dd>
    </>)}</dl>;
}
