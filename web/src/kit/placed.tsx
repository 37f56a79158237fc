// A model as the server has laid it out (docs/drawing.md): boxes, lines and
// regions with their places.  Agents have a colour and a pattern; what was
// removed is struck and stays, a counterexample is a path in red.
import type { DxModel } from "../pages/dx";

export interface PlacedBox {
  x: number; y: number; width: number; height: number; actual: boolean;
  lines: string[];
}
export interface PlacedLine {
  from: number; to: number; arrow: "none" | "to" | "both"; agents: number[];
  belief: boolean; straight: boolean; points: [number, number][];
  label: string; at: [number, number];
}
export interface PlacedRegion {
  agent: number; x: number; y: number; width: number; height: number;
  rank: boolean; believed: boolean; label: string; at: [number, number];
}
export interface Placed {
  layout: string; square?: boolean; width: number; height: number; boxes: PlacedBox[];
  lines: PlacedLine[]; regions: PlacedRegion[]; note: string;
}

const colours = ["b", "r", "g", "p", "y", "x"];
const dashes = ["", "6 4", "2 4", "9 3 2 3", "1 3", "12 5"];

export const agentInk = (a: number) => `var(--${colours[a % 6]})`;
export const agentDash = (a: number) => dashes[a % 6] || undefined;

/** The worlds of a picture that are left, if its lines still join what nobody
 *  can tell apart; null: it has to be drawn anew. */
export function survivors(before: Placed, was: DxModel, now: DxModel,
  agents: string[]): Set<number> | null {
  const names = new Map(was.worlds.map((w, i) => [w.name, i]));
  const index = new Map<number, number>();
  for (const w of now.worlds) {
    const i = names.get(w.name);
    if (i === undefined) return null;
    index.set(w.id, i);
  }
  const left = new Set(index.values());
  const inRegions = before.regions.length > 0;
  for (const [agent, cells] of Object.entries(now.cells ?? {})) {
    const a = agents.indexOf(agent);
    for (const cell of cells) {
      const inside = cell.map((id) => index.get(id)!);
      if (!inRegions && !joined(before, a, inside)) return null;
    }
  }
  return left;
}

function joined(p: Placed, agent: number, cell: number[]): boolean {
  const seen = new Set(cell.slice(0, 1));
  for (let grew = true; grew;) {
    grew = false;
    for (const l of p.lines) {
      if (!l.agents.includes(agent) || !cell.includes(l.from) ||
        !cell.includes(l.to) || seen.has(l.from) === seen.has(l.to)) continue;
      seen.add(l.from).add(l.to);
      grew = true;
    }
  }
  return seen.size === cell.length;
}

function pathOf(l: PlacedLine, by: number): string {
  const [[sx, sy], [mx, my], [ex, ey]] = l.points;
  const far = Math.hypot(ex - sx, ey - sy);
  const [x, y] = far ? [(-by * (ey - sy)) / far, (by * (ex - sx)) / far]
    : [0, 0];
  const head = `M${sx + x} ${sy + y} `;
  if (l.from === l.to) {
    const [cx, cy] = [(sx + ex) / 2, (sy + ey) / 2];
    const [hx, hy] = [1.3 * mx - 0.3 * cx, 1.3 * my - 0.3 * cy];
    return `${head}C${hx + 2.2 * (sx - cx)} ${hy + 2.2 * (sy - cy)} ${
      hx + 2.2 * (ex - cx)} ${hy + 2.2 * (ey - cy)} ${ex + x} ${ey + y}`;
  }
  return l.straight ? `${head}L${ex + x} ${ey + y}`
    : `${head}Q${mx + x} ${my + y} ${ex + x} ${ey + y}`;
}

function Head(props: { tip: [number, number]; from: [number, number];
  ink: string }) {
  const [tx, ty] = props.tip;
  const far = Math.hypot(tx - props.from[0], ty - props.from[1]) || 1;
  const [dx, dy] = [(tx - props.from[0]) / far, (ty - props.from[1]) / far];
  return <path class="arrowhead" fill={props.ink} d={`M${tx} ${ty} L${
    tx - 10 * dx - 4 * dy} ${ty - 10 * dy + 4 * dx} L${tx - 10 * dx + 4 * dy} ${
    ty - 10 * dy - 4 * dx} Z`} />;
}

const inkOf = (l: PlacedLine) => l.agents.length === 1
  ? agentInk(l.agents[0]) : "var(--ink2)";

function Line({ line: l }: { line: PlacedLine }) {
  const ink = inkOf(l);
  const [s, m, e] = l.points;
  return (
    <g>
      {l.agents.map((a, i) => <path key={a} fill="none" stroke={agentInk(a)}
        stroke-width="1.8" stroke-dasharray={l.belief ? "6 4" : agentDash(a)}
        d={pathOf(l, 2.4 * (i - (l.agents.length - 1) / 2))} />)}
      {l.arrow !== "none" && <Head tip={e} from={l.straight && l.from !== l.to
        ? s : m} ink={ink} />}
      {l.arrow === "both" && <Head tip={s} from={l.straight ? e : m}
        ink={ink} />}
    </g>
  );
}

/** Above all lines, those of a path too. */
function LineLabel({ line: l }: { line: PlacedLine }) {
  return (
    <text class="linelabel" x={l.at[0]} y={l.at[1] + 4} text-anchor="middle"
      fill={inkOf(l)}>{l.label}</text>
  );
}

function Region({ region: r }: { region: PlacedRegion }) {
  const ink = agentInk(r.agent);
  return (
    <g>
      <rect x={r.x} y={r.y} width={r.width} height={r.height} rx="12"
        fill={r.believed ? "url(#hatch-lens)" : ink}
        fill-opacity={r.believed ? 0.5 : 0.07} stroke={r.believed
          ? "var(--lens)" : ink} stroke-width={r.believed ? 2 : 1.5}
        stroke-dasharray={agentDash(r.agent)} />
      {r.label && <text class="regionlabel" x={r.at[0]} y={r.at[1] + 4}
        text-anchor="middle" fill={ink}>{r.label}</text>}
    </g>
  );
}

export function PlacedPicture(props: {
  placed: Placed; name: string; agents: string[];
  /** Those that are left; undefined: all. */
  left?: Set<number>;
  actual?: number;
  /** Worlds of a path, by their numbers, and the step that is looked at. */
  path?: number[]; step?: number;
  title(world: number): string;
}) {
  const { placed: p, left, path = [], step } = props;
  const there = (i: number) => !left || left.has(i);
  const last = path.at(-1);
  const lines = p.lines.filter((l) => there(l.from) && there(l.to));
  return (
    <div class="placedbox" tabIndex={0} role="group" aria-label="Picture">
    <svg class="kripke placed" role="img" aria-label={props.name}
      viewBox={`0 0 ${p.width} ${p.height}`}
      style={{ maxWidth: `${p.width * 1.15}px`,
        minWidth: `${Math.min(p.width * 0.7, 900)}px` }}>
      {p.regions.map((r, i) => <Region key={i} region={r} />)}
      {lines.map((l, i) => <Line key={i} line={l} />)}
      {path.slice(1).map((w, i) => {
        const [a, b] = [p.boxes[path[i]], p.boxes[w]];
        return a && b && <line key={i} x1={a.x} y1={a.y} x2={b.x} y2={b.y}
          class={step === i + 1 ? "litline" : undefined} stroke="var(--bad)"
          stroke-width={step === i + 1 ? 7 : 3.4} />;
      })}
      {lines.map((l, i) => l.label && <LineLabel key={i} line={l} />)}
      {p.boxes.map((b, i) => {
        const hot = i === last;
        const actual = props.actual === i || (props.actual === undefined &&
          b.actual);
        return (
          <g key={i} opacity={there(i) ? 1 : 0.45}
            transform={`translate(${b.x} ${b.y})`}>
            <title>{props.title(i)}</title>
            {step !== undefined && path[step] === i && <rect class="litworld"
              x={-b.width / 2 - 4} y={-b.height / 2 - 4} width={b.width + 8}
              height={b.height + 8} rx={b.height / 2 + 4} fill="none"
              stroke="var(--bad)" stroke-width="2.5"
              stroke-dasharray="5 3" />}
            <rect x={-b.width / 2} y={-b.height / 2} width={b.width}
              height={b.height} rx={p.square ? 3 : Math.min(16, b.height / 2)}
              fill={hot ? "var(--bad-tint)" : actual ? "var(--lens-tint)"
                : "var(--surface)"} stroke={hot ? "var(--bad)"
                : actual ? "var(--lens)" : "var(--ink2)"}
              stroke-width={hot || actual ? 2.2 : 1.4}
              stroke-dasharray={there(i) ? undefined : "4 3"} />
            {b.lines.map((text, k) => <text key={k} class={p.square && k > 0
              ? "worldfacts" : "worldname"}
              y={4 + 15 * (k - (b.lines.length - 1) / 2)}
              text-anchor="middle">{text}</text>)}
            {!there(i) && <line x1={-b.width / 2 + 4} y1={b.height / 3}
              x2={b.width / 2 - 4} y2={-b.height / 3} stroke="var(--bad)"
              stroke-width="2" />}
          </g>);
      })}
    </svg>
    </div>
  );
}

/** Who is which colour and pattern. */
export function AgentKey(props: { agents: string[]; note: string }) {
  return (
    <p class="dim small agentkey">{props.agents.map((a, i) => (
      <span key={a} class="nowrap"><svg width="26" height="8"
        viewBox="0 0 26 8" aria-hidden="true"><line x1="1" x2="25" y1="4" y2="4"
          stroke={agentInk(i)} stroke-width="2.2"
          stroke-dasharray={agentDash(i)} /></svg> {a}{" "}</span>))}
      {props.note && <>· {props.note}</>}</p>
  );
}
