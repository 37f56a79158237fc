// Paper to draw a model on: worlds (or events, with square corners) where they
// were put, lines by agent.  It says what the mouse does; keys are its owner's.
import { useRef, useState } from "preact/hooks";
import { below, cellsOf, sizeOf, type Drawing, type Spot } from "../pages/drawing";
import { agentDash, agentInk } from "./placed";

type Point = [number, number];

/** What was pressed where no spot is. */
const paper = -1;

/** Where the line from the middle of a spot towards a point leaves it. */
function border(s: Spot, [x, y]: Point): Point {
  const [w, h] = sizeOf(s);
  const [dx, dy] = [x - s.x, y - s.y];
  const far = Math.max(Math.abs(dx) / (w / 2 + 2), Math.abs(dy) / (h / 2 + 2));
  return far > 1 ? [s.x + dx / far, s.y + dy / far] : [s.x, s.y];
}

interface Stroke { agent: number; from: number; to: number; ends: 0 | 1 | 2 }

/** As many lines as join each region, the shortest; or all arrows. */
function strokesOf(d: Drawing): Stroke[] {
  return d.agents.flatMap((_, agent) => d.closed
    ? cellsOf(d.links[agent]).flatMap((cell) => tree(d, cell).map(
      ([from, to]): Stroke => ({ agent, from, to, ends: 0 })))
    : d.links[agent].flatMap((all, from) => all.filter((to) => to !== from &&
      !(to < from && d.links[agent][to].includes(from))).map((to): Stroke => ({
      agent, from, to, ends: d.links[agent][to].includes(from) ? 2 : 1 }))));
}

function tree(d: Drawing, cell: number[]): [number, number][] {
  const inside = cell.slice(0, 1);
  const out: [number, number][] = [];
  while (inside.length < cell.length) {
    let best: [number, number] = [0, 0];
    let least = Infinity;
    for (const a of inside) for (const b of cell) {
      const far = Math.hypot(d.spots[a].x - d.spots[b].x,
        d.spots[a].y - d.spots[b].y);
      if (!inside.includes(b) && far < least) [best, least] = [[a, b], far];
    }
    out.push(best);
    inside.push(best[1]);
  }
  return out;
}

function Tip({ at, from, ink }: { at: Point; from: Point; ink: string }) {
  const far = Math.hypot(at[0] - from[0], at[1] - from[1]) || 1;
  const [x, y] = [(at[0] - from[0]) / far, (at[1] - from[1]) / far];
  return <path fill={ink} d={`M${at[0]} ${at[1]} L${at[0] - 10 * x - 4 * y} ${
    at[1] - 10 * y + 4 * x} L${at[0] - 10 * x + 4 * y} ${at[1] - 10 * y -
    4 * x} Z`} />;
}

function Between({ d, stroke: l }: { d: Drawing; stroke: Stroke }) {
  const [a, b] = [d.spots[l.from], d.spots[l.to]];
  const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  // One beside the other, and the same side from both ends.
  const by = (6 * (l.agent - (d.agents.length - 1) / 2)) / far *
    (a.x < b.x || (a.x === b.x && a.y < b.y) ? 1 : -1);
  const aside = ([x, y]: Point): Point => [x - by * (b.y - a.y),
    y + by * (b.x - a.x)];
  const [s, e] = [aside(border(a, [b.x, b.y])), aside(border(b, [a.x, a.y]))];
  const ink = agentInk(l.agent);
  return (
    <g>
      <line x1={s[0]} y1={s[1]} x2={e[0]} y2={e[1]} stroke={ink}
        stroke-width="2" stroke-dasharray={agentDash(l.agent)} />
      {l.ends > 0 && <Tip at={e} from={s} ink={ink} />}
      {l.ends > 1 && <Tip at={s} from={e} ink={ink} />}
    </g>
  );
}

/** Loops where not every world has one. */
function loopsOf(d: Drawing): [number, number][] {
  return d.agents.flatMap((_, a) => d.links[a].every((to, w) =>
    to.includes(w)) ? [] : d.links[a].flatMap((to, w): [number, number][] =>
    to.includes(w) ? [[a, w]] : []));
}

function Loop({ d, at: [agent, w] }: { d: Drawing; at: [number, number] }) {
  const s = d.spots[w];
  const [wide, high] = sizeOf(s);
  const x = s.x - wide / 2 + 14 + 18 * agent;
  const y = s.y - high / 2;
  const ink = agentInk(agent);
  return (
    <g><path fill="none" stroke={ink} stroke-width="1.8"
      stroke-dasharray={agentDash(agent)}
      d={`M${x - 5} ${y} C${x - 12} ${y - 26} ${x + 12} ${y - 26} ${x + 5} ${y}`} />
      <Tip at={[x + 5, y]} from={[x + 8, y - 12]} ink={ink} /></g>
  );
}

export function Canvas(props: {
  drawing: Drawing; events?: boolean; label: string;
  /** The agent whose lines the mouse draws, or null: it moves. */
  agent: number | null; chosen: number | null;
  paper(x: number, y: number): void;
  press(spot: number): void;
  open(spot: number): void;
  move(spot: number, x: number, y: number): void;
  join(from: number, to: number, oneWay: boolean): void;
  spotWords(spot: number): string;
}) {
  const { chosen, agent } = props;
  const svg = useRef<SVGSVGElement>(null);
  const [drag, setDrag] = useState<{ spot: number; x: number; y: number;
    moved: boolean } | null>(null);
  const d = drag?.moved && agent === null ? { ...props.drawing,
    spots: props.drawing.spots.map((s, i) => i === drag.spot ? { ...s,
      x: drag.x, y: drag.y } : s) } : props.drawing;
  const wide = Math.max(640, ...d.spots.map((s) => s.x + sizeOf(s)[0] / 2 +
    20));
  const high = Math.max(300, ...d.spots.map((s) => s.y + 50));
  const pointOf = (e: PointerEvent): Point => {
    const p = new DOMPoint(e.clientX, e.clientY).matrixTransform(
      svg.current!.getScreenCTM()!.inverse());
    return [Math.max(30, p.x), Math.max(24, p.y)];
  };
  const spotAt = (e: PointerEvent) => {
    const hit = document.elementFromPoint(e.clientX, e.clientY)
      ?.closest<SVGElement>("[data-spot]");
    return hit && svg.current!.contains(hit) ? Number(hit.dataset.spot) : null;
  };
  const from = drag?.moved && agent !== null ? d.spots[drag.spot] ?? null
    : null;
  return (
    <svg ref={svg} class="canvas" viewBox={`0 0 ${wide} ${high}`} role="group"
      aria-label={props.label}
      onPointerDown={(e) => {
        if (e.button !== 0) return;
        const spot = spotAt(e) ?? paper;
        if (spot !== paper) svg.current!.setPointerCapture(e.pointerId);
        const [x, y] = pointOf(e);
        setDrag({ spot, x, y, moved: false });
      }}
      onPointerMove={(e) => {
        if (!drag) return;
        const [x, y] = pointOf(e);
        if (drag.moved || Math.hypot(x - drag.x, y - drag.y) > 6) {
          setDrag({ ...drag, x, y, moved: true });
        }
      }}
      onPointerCancel={() => setDrag(null)}
      onPointerUp={(e) => {
        const to = spotAt(e);
        if (!drag) return;
        setDrag(null);
        if (drag.spot === paper) {
          if (!drag.moved && to === null) props.paper(drag.x, drag.y);
        } else if (!drag.moved) props.press(drag.spot);
        else if (agent === null) props.move(drag.spot, ...pointOf(e));
        else if (to !== null && to !== drag.spot) {
          props.join(drag.spot, to, e.shiftKey);
        }
      }}>
      {strokesOf(d).map((l) => <Between d={d} stroke={l} />)}
      {loopsOf(d).map((at) => <Loop d={d} at={at} />)}
      {from && <line class="rubber" x1={from.x} y1={from.y} x2={drag!.x}
        y2={drag!.y} stroke={agentInk(agent!)} stroke-width="2"
        stroke-dasharray={agentDash(agent!)} />}
      {d.spots.map((s, i) => {
        const [w, h] = sizeOf(s);
        return (
          <g key={i} class={"spot" + (chosen === i ? " chosen" : "")}
            data-spot={i} tabindex={0} role="button"
            aria-label={props.spotWords(i)} aria-pressed={chosen === i}
            transform={`translate(${s.x} ${s.y})`}
            onDblClick={() => props.open(i)}>
            <rect x={-w / 2} y={-h / 2} width={w} height={h}
              rx={props.events ? 3 : 16} class={d.actual === i ? "actual" : ""} />
            <text class="worldname" y={below(s) ? -4 : 4}
              text-anchor="middle">{s.name}</text>
            {below(s) && <text class="worldfacts" y="14"
              text-anchor="middle">{below(s)}</text>}
          </g>);
      })}
    </svg>
  );
}
