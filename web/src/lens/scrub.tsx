// The scrub bar: the viewer's uncertainty in bits, turn by turn, and below it
// a line for each seat with diamonds where a turn told that seat much.
import { useRef } from "preact/hooks";
import type { Cast } from "../base/cast";
import { useMedia } from "../base/hooks";
import { much } from "../base/number";
import type { Scene } from "../base/scene";
import type { Track } from "../base/types";

const left = 22;
const right = 10;

export function ScrubBar(props: {
  track: Track; turns: number; turn: number; seat: number; cast: Cast;
  go(turn: number): void; width: number;
  /** Moves of one's own: the game's later turns stay, faded. */
  line: { from: number; line: string[] } | null;
  /** A picture only: during play there is no going back. */
  still?: boolean;
}) {
  const { track, turns, turn, cast, width, line } = props;
  const short = useMedia("(max-height: 43.75em)");
  const [high, lane] = width >= 500 ? [66, 16] : short ? [24, 8] : [34, 10];
  const end = line ? line.from + line.line.length : turns;
  const ref = useRef<SVGSVGElement>(null);
  const drag = useRef(false);
  const bits = track.seats[String(props.seat)] ?? [];
  const most = Math.max(1, ...bits.map((b) => b ?? 0));
  const x = (t: number) => left + ((width - left - right) * t) / Math.max(1, turns);
  const y = (b: number) => 12 + high - (high * b) / most;
  /** A column a turn; a turn of which nothing is known has none. */
  const steps = (from: number, to: number) => {
    let d = "";
    for (let t = from; t < to; t++) {
      const b = bits[t];
      if (b == null) continue;
      d += (t > from && bits[t - 1] != null ? "" : `M${x(t)},${12 + high}`) +
        ` L${x(t)},${y(b)} L${x(t + 1)},${y(b)}` +
        (t + 1 < to && bits[t + 1] != null ? "" : ` L${x(t + 1)},${12 + high} Z`);
    }
    return d;
  };
  const unknown = bits.flatMap((b, t) => b === null && t < turns ? [t] : []);
  const seats = cast.seats.map((s) => s.seat);
  const laneY = (s: number) => 12 + high + 12 + lane * seats.indexOf(s);
  const bottom = laneY(seats[seats.length - 1]) + 10;
  const at = (e: PointerEvent) => {
    const box = ref.current!.getBoundingClientRect();
    const f = (e.clientX - box.left) * (width / box.width);
    const t = Math.round(((f - left) / (width - left - right)) * turns);
    props.go(Math.max(0, Math.min(end, t)));
  };
  const every = Math.max(1, Math.ceil(turns / (width < 500 ? 5 : 12)));
  const ticks = Array.from({ length: Math.floor(turns / every) + 1 },
    (_, i) => i * every);
  return (
    <svg ref={ref} class="scrub" viewBox={`0 0 ${width} ${bottom + 18}`}
      style={{ width: "100%" }} {...(props.still ? {
        role: "img", "aria-label": "Uncertainty in bits, turn by turn: " +
          bits.map((b, t) => (b == null ? "" : `${t}: ${b.toFixed(1)}`))
            .filter(Boolean).join(", "),
      } : {
        role: "slider", tabIndex: 0, "aria-label": "Turn",
        "aria-valuemin": 0, "aria-valuemax": turns, "aria-valuenow": turn,
        "aria-valuetext": `turn ${turn} of ${turns}` + (bits[turn] != null
          ? `, ${bits[turn]!.toFixed(1)} bits`
          : bits[turn] === null ? ", not counted" : ""),
        onPointerDown: (e: PointerEvent) => {
          drag.current = true;
          ref.current!.setPointerCapture(e.pointerId);
          at(e);
        },
        onPointerMove: (e: PointerEvent) => { if (drag.current) at(e); },
        onPointerUp: () => { drag.current = false; },
      })}>
      <path d={steps(0, turns)} fill="var(--sunk)" stroke="var(--line2)"
        stroke-width="1" />
      <path d={steps(0, Math.min(turn, line?.from ?? turn))} fill="var(--lens)"
        opacity=".3" />
      {unknown.length > 0 && (
        <path d={unknown.map((t) => `M${x(t)},${12 + high / 2} H${x(t + 1)}`)
          .join(" ")} stroke="var(--ink2)" stroke-width="2"
          stroke-dasharray="1 5" stroke-linecap="round">
          <title>not counted</title></path>)}
      {line && (
        <path d={`M${x(line.from)},10 V${12 + high} M${x(line.from)},${
          6 + high} H${x(Math.max(end, line.from + 0.4))}`} fill="none"
          stroke="var(--lens)" stroke-width="2.4" stroke-dasharray="5 4">
          <title>{`from turn ${line.from}, your own line`}</title></path>)}
      {seats.map((s) => (
        <g key={s}>
          <line x1={left} x2={width - right} y1={laneY(s)} y2={laneY(s)}
            stroke="var(--line)" />
          <text x={left - 12} y={laneY(s) + 4} font-size="11" font-weight="700"
            text-anchor="middle" fill="var(--ink2)"
            font-family="var(--serif)">{cast.letter(s)}</text>
        </g>
      ))}
      {track.marks.map((m) => {
        const r = Math.min(8, 3.4 + m.bits * 0.45);
        const [cx, cy] = [x(m.turn), laneY(m.seat)];
        return (
          <path key={`${m.turn}.${m.seat}`} class="diamond"
            d={`M${cx},${cy - r} L${cx + r},${cy} L${cx},${cy + r} ` +
              `L${cx - r},${cy} Z`} stroke="var(--lens)" stroke-width="1.4"
            fill={m.turn <= turn ? "var(--lens)" : "var(--surface)"}>
            <title>{`turn ${m.turn}: ${cast.name(m.seat)} learnt ${
              m.bits.toFixed(1)} bits`}</title>
          </path>
        );
      })}
      {ticks.map((t) => (
        <text key={t} x={x(t)} y={bottom + 12} font-size="10"
          text-anchor="middle" fill="var(--ink2)" font-family="var(--mono)">
          {t}</text>
      ))}
      <line x1={x(turn)} x2={x(turn)} y1="10" y2={bottom} stroke="var(--ink)"
        stroke-width="1.6" />
      <rect x={x(turn) - 13} y="-4" width="26" height="17" rx="5"
        fill="var(--ink)" />
      <text x={x(turn)} y="8.6" text-anchor="middle" font-size="11"
        fill="var(--paper)" font-family="var(--mono)">{turn}</text>
    </svg>
  );
}

/** The turn of the next diamond in a direction. */
export function nextMark(track: Track, turn: number, by: 1 | -1): number | null {
  const turns = track.marks.map((m) => m.turn).sort((a, b) => a - b);
  const far = by > 0 ? turns.find((t) => t > turn)
    : turns.reverse().find((t) => t < turn);
  return far ?? null;
}


/** During play: the own uncertainty so far, as the lens saw it. */
export function Course({ scene }: { scene: Scene }) {
  const { turn, you, cast } = scene;
  const bits = Array.from({ length: turn + 1 }, (_, t) =>
    scene.past(t)?.bits ?? null);
  if (you === null || scene.replay || bits.filter((b) => b !== null).length < 2) {
    return null;
  }
  const marks = bits.flatMap((b, t) => {
    const by = t > 0 && b !== null ? (bits[t - 1] ?? b) - b : 0;
    return by >= much ? [{ turn: t, seat: you, bits: by }] : [];
  });
  return (
    <section class="course" aria-label="Your uncertainty so far">
      <p class="caps">Your uncertainty so far, in bits</p>
      <ScrubBar still track={{ seats: { [you]: bits }, marks }} turns={turn}
        turn={turn} seat={you} width={360} line={null} go={() => undefined}
        cast={{ ...cast, seats: cast.seats.filter((s) => s.seat === you) }} />
    </section>
  );
}
