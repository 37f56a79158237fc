// Where it turned: what was to be expected after each turn, as a curve, and the
// largest fall in three sentences.  The server plays the game on; nothing is
// reckoned here.
import { useEffect, useState } from "preact/hooks";
import { faultOf, post } from "../base/api";
import type { Cast } from "../base/cast";
import { plural } from "../base/number";
import { store } from "../base/store";
import type { Course, Fault, GameInfo, LensBoard } from "../base/types";
import { SeatMark } from "../kit/seat";
import type { Skin } from "../boards/skin";
import { cap } from "../lens/cells";
import { value } from "../base/number";
import type { GameEvent } from "../base/types";

/** Points with one decimal, chances in per cent. */
export function amount(x: number, unit: Course["unit"]): string {
  return unit === "points" ? x.toFixed(1) : `${Math.round(100 * x)}\u00a0%`;
}

function changeOf(x: number, unit: Course["unit"]): string {
  return `${x < 0 ? "−" : "+"}${amount(Math.abs(x), unit)}`;
}

function useCourse(id: string, seat: number | null) {
  const [got, setGot] = useState<{ course?: Course; fault?: Fault }>({});
  useEffect(() => {
    const stop = new AbortController();
    setGot({});
    const you = store.ticket(id)?.seat;
    post<Course>("course", { record: id, ...(seat ? { seat } : {}),
      ...(you ? { you } : {}) }, stop.signal).then(
      (course) => setGot({ course }),
      (e) => { if (!stop.signal.aborted) setGot({ fault: faultOf(e) }); });
    return () => stop.abort();
  }, [id, seat]);
  return got;
}

export function TurnStory(props: {
  id: string; game: GameInfo; cast: Cast; skin: Skin; seat: number | null;
  /** What happened in a turn, to see which card it was about. */
  eventOf(turn: number): GameEvent | undefined;
  go?(turn: number): void;
}) {
  const { course, fault } = useCourse(props.id, props.seat);
  if (fault) {
    return <p class="dim small" role="status">Where it turned cannot be told
      here. {cap(fault.text)}.</p>;
  }
  if (!course) {
    return <div role="status"><p class="dim small">Playing it on from every
      turn …</p><div class="thinbar" /></div>;
  }
  const { unit, turning: t } = course;
  const worst = Math.max(...course.curve.map((c) => c.error));
  return (
    <div class="turnstory">
      <p class="dim small">{unit === "points" ? "Points to expect"
        : `${props.cast.Whose(course.seat)} chance to win`}, turn by turn{
        course.seen ? `, by what ${props.cast.mid(course.seat)} could know` : ""
      }, if all play as {[...new Set(course.agents)].join(", ")}. Sampled, ±{" "}
        {amount(worst, unit)}.</p>
      <Curve course={course} go={props.go} />
      {t ? <ol class="three serif">{t.sentences.map((s) => <li key={s}>{s}</li>)}
        </ol> : <p class="serif">No single turn decided it.</p>}
      {t && <Knew {...props} turn={t.turn} />}
      {course.others.length > 0 && <>
        <h3 class="caps">Also worth a look</h3>
        <ul class="others">{course.others.map((o) => (
          <li key={o.turn} class="spread"><span>
            <TurnLink turn={o.turn} go={props.go} id={props.id} /> {o.text}
          </span><b class={`mono ${o.change < 0 ? "lens-bad" : "lens-ok"}`}>
            {changeOf(o.change, unit)}</b></li>))}</ul></>}
      {t && <p class="row">
        <a class="btn" href={`#/find/${props.id}?turn=${t.turn - 1}&seat=${
          t.seat}`}>Find it
          yourself</a>
        <a class="btn" href={`#/r/${props.id}?turn=${t.turn - 1}&seat=${
          t.seat}&play`}>Play on from turn {t.turn - 1}</a>
        <span class="dim small">the game itself stays as it was</span></p>}
    </div>
  );
}

function TurnLink(props: { turn: number; id: string; go?(t: number): void }) {
  return props.go
    ? <button class="link mono" aria-label={`turn ${props.turn}`}
        onClick={() => props.go!(props.turn)}>{props.turn}</button>
    : <a class="mono" aria-label={`turn ${props.turn}`}
        href={`#/r/${props.id}?turn=${props.turn}`}>{props.turn}</a>;
}

/** Who knew which card it was, before the turn. */
function Knew(props: {
  id: string; cast: Cast; skin: Skin; turn: number;
  eventOf(turn: number): GameEvent | undefined;
}) {
  const { cast, skin } = props;
  const event = props.eventOf(props.turn);
  const about = event && skin.about?.(event);
  const [boards, setBoards] = useState<Record<number, LensBoard>>({});
  const key = about ? `${about.place}.${about.kind}` : "";
  useEffect(() => {
    if (!key) return;
    const stop = new AbortController();
    for (const { seat } of cast.seats) {
      post<LensBoard>("lens", { record: props.id, turn: props.turn - 1, seat,
        assume: "none" }, stop.signal).then((b) =>
        setBoards((all) => ({ ...all, [seat]: b })), () => undefined);
    }
    return () => stop.abort();
  }, [key]);
  if (!about || Object.keys(boards).length < cast.seats.length) return null;
  const name = skin.face(about.kind).name;
  return (
    <><h3 class="caps">Who knew what, before turn {props.turn}</h3>
      <ul class="knew">{cast.seats.map(({ seat }) => {
        const at = boards[seat].places?.find((p) => p.place === about.place);
        const cell = at?.cells[about.kind];
        const knew = at?.seen || cell?.k === "yes";
        const chance = value(cell?.p);
        return (
          <li key={seat} class="row nowrap">
            <SeatMark letter={cast.letter(seat)} person={cast.person(seat)}
              viewer={seat === cast.you} />
            <span class="grow">{knew
              ? `${cast.name(seat)} ${at?.seen ? "saw" : "knew that it was"} ${
                name}.`
              : `For ${cast.mid(seat)} it was ${name} with chance ${
                Number.isNaN(chance) ? "unknown"
                  : `${Math.round(100 * chance)}\u00a0%`}.`}</span>
            <span class={`pill ${knew ? "okpill" : ""}`}>{knew ? "knew"
              : "could not"}</span></li>);
      })}</ul></>
  );
}

// As wide as the panel, so that its words are as large as others.
const w = 372;
const h = 150;

/** The curve, its largest fall in red; its table is read out. */
function Curve(props: { course: Course; go?(turn: number): void }) {
  const { curve, unit, turning } = props.course;
  const last = Math.max(1, curve.at(-1)!.turn);
  const at = (turn: number) => curve.find((c) => c.turn === turn)?.value ?? 0;
  const all = curve.map((c) => c.value);
  const step = unit === "points" ? 5 : 0.25;
  const low = Math.floor(Math.min(...all) / step) * step;
  const high = Math.max(low + step, Math.ceil(Math.max(...all) / step) * step);
  const x = (t: number) => 34 + (t / last) * (w - 44);
  const y = (v: number) => 14 + (1 - (v - low) / (high - low)) * (h - 36);
  const d = curve.map((c, i) => i === 0 ? `M${x(0)} ${y(c.value)}`
    : `H${x(c.turn)} V${y(c.value)}`).join(" ");
  const lines = Array.from({ length: Math.round((high - low) / step) + 1 },
    (_, i) => low + i * step).filter((_, i, a) => a.length < 6 || i % 2 === 0);
  const t = turning?.turn ?? 0;
  return (
    <svg class="curve" viewBox={`0 0 ${w} ${h}`} role="img" aria-label={
      `From ${amount(all[0], unit)} at the start to ${amount(all.at(-1)!, unit)
      } at the end after ${plural(last, "turn")}${turning
        ? `; ${changeOf(turning.change, unit)} in turn ${t}` : ""}`}>
      {lines.map((v) => <g><line x1="34" x2={w - 10} y1={y(v)} y2={y(v)}
        stroke="var(--line)" /><text x="28" y={y(v) + 4} class="axis"
        text-anchor="end">{unit === "points" ? v : `${Math.round(100 * v)}`}
      </text></g>)}
      <path d={`${d} V${y(low)} H${x(0)} Z`} fill="var(--sunk)" />
      <path d={d} fill="none" stroke="var(--ink)" stroke-width="1.8" />
      {[0, 0.25, 0.5, 0.75, 1].map((f) => <text class="axis"
        text-anchor="middle" x={x(f * last)} y={h - 6}>{Math.round(f * last)}
      </text>)}
      {turning && <g><line x1={x(t)} x2={x(t)} stroke="var(--bad)"
        stroke-width="3.4" y1={y(at(t - 1))} y2={y(at(t))} />
        <text class="axis bad" x={Math.min(Math.max(x(t), 80), w - 60)} y="11"
          text-anchor="middle">turn {t} · {changeOf(turning.change, unit)}
        </text></g>}
    </svg>
  );
}
