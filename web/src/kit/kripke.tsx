// A picture of a model: worlds as pills, one line style an agent with its
// number on the line, the actual world in the colour of the lens, what was
// removed faded and struck, a path in red.  Of an equivalence only as many
// lines are drawn as join its worlds.
import type { DxModel, DxWorld } from "../pages/dx";

export interface Spot { x: number; y: number }
export interface PathStep { world: string; agent: string | null }

const wide = 400;
const high = 330;

/** Atoms as axes of a cube, if there are few; else springs. */
export function layout(model: DxModel): Map<string, Spot> {
  const atoms = [...new Set(model.worlds.flatMap((w) => w.true))].sort();
  const cube = atoms.length >= 1 && atoms.length <= 4 &&
    new Set(model.worlds.map((w) => w.true.slice().sort().join(" "))).size ===
      model.worlds.length;
  return cube ? cubeLayout(model, atoms) : springLayout(model);
}

function fit(at: Map<string, Spot>): Map<string, Spot> {
  const all = [...at.values()];
  const xs = all.map((s) => s.x);
  const ys = all.map((s) => s.y);
  const [x0, x1] = [Math.min(...xs), Math.max(...xs)];
  const [y0, y1] = [Math.min(...ys), Math.max(...ys)];
  const sx = x1 > x0 ? (wide - 110) / (x1 - x0) : 0;
  const sy = y1 > y0 ? (high - 60) / (y1 - y0) : 0;
  return new Map([...at].map(([k, s]) => [k, {
    x: sx ? 55 + (s.x - x0) * sx : wide / 2,
    y: sy ? 30 + (s.y - y0) * sy : high / 2,
  }]));
}

function cubeLayout(model: DxModel, atoms: string[]): Map<string, Spot> {
  const axes = [[1, 0], [0, -1], [0.3, -0.32], [0.12, 0.2]];
  return fit(new Map(model.worlds.map((w) => {
    const s = { x: 0, y: 0 };
    atoms.forEach((a, i) => {
      if (!w.true.includes(a)) return;
      s.x += axes[i][0];
      s.y += axes[i][1];
    });
    return [w.name, s];
  })));
}

function springLayout(model: DxModel): Map<string, Spot> {
  const n = model.worlds.length;
  const at = model.worlds.map((_, i) => ({
    x: Math.cos((2 * Math.PI * i) / n), y: Math.sin((2 * Math.PI * i) / n),
  }));
  const index = new Map(model.worlds.map((w, i) => [w.id, i]));
  const pairs = edgesOf(model, new Map()).map((e) =>
    [index.get(e.a)!, index.get(e.b)!] as const);
  for (let round = 0; round < 150; round++) {
    const heat = 0.08 * (1 - round / 150);
    const push = at.map(() => ({ x: 0, y: 0 }));
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        if (i === j) continue;
        const [dx, dy] = [at[i].x - at[j].x, at[i].y - at[j].y];
        const d2 = dx * dx + dy * dy + 0.001;
        push[i].x += (dx / d2) * (0.5 / n);
        push[i].y += (dy / d2) * (0.5 / n);
      }
    }
    for (const [i, j] of pairs) {
      const [dx, dy] = [at[j].x - at[i].x, at[j].y - at[i].y];
      push[i].x += dx * 0.25; push[i].y += dy * 0.25;
      push[j].x -= dx * 0.25; push[j].y -= dy * 0.25;
    }
    at.forEach((s, i) => {
      const d = Math.hypot(push[i].x, push[i].y) || 1;
      s.x += (push[i].x / d) * Math.min(heat, d);
      s.y += (push[i].y / d) * Math.min(heat, d);
    });
  }
  return fit(new Map(model.worlds.map((w, i) => [w.name, at[i]])));
}

interface Edge { a: number; b: number; agents: string[]; one?: boolean }

/** The lines to draw: of a cell the shortest that join it. */
export function edgesOf(model: DxModel, at: Map<string, Spot>): Edge[] {
  const spot = new Map(model.worlds.map((w) => [w.id, at.get(w.name)]));
  const far = (a: number, b: number) => {
    const [p, q] = [spot.get(a), spot.get(b)];
    return p && q ? Math.hypot(p.x - q.x, p.y - q.y) : Math.abs(a - b);
  };
  const all = new Map<string, Edge>();
  const add = (a: number, b: number, agent: string, one: boolean) => {
    const key = one ? `${a}>${b}` : `${Math.min(a, b)}-${Math.max(a, b)}`;
    const e = all.get(key) ?? { a, b, agents: [], one };
    e.agents.push(agent);
    all.set(key, e);
  };
  for (const [agent, cells] of Object.entries(model.cells ?? {})) {
    for (const cell of cells) {
      const inside = new Set(cell.slice(0, 1));
      while (inside.size < cell.length) {
        let best: [number, number] | null = null;
        for (const a of inside) {
          for (const b of cell) {
            if (inside.has(b)) continue;
            if (!best || far(a, b) < far(best[0], best[1])) best = [a, b];
          }
        }
        inside.add(best![1]);
        add(best![0], best![1], agent, false);
      }
    }
  }
  for (const [agent, links] of Object.entries(model.links ?? {})) {
    for (const [a, b] of links) if (a !== b) add(a, b, agent, true);
  }
  return [...all.values()];
}

const dashes = [undefined, "6 4", "2 4", "8 3 2 3"];

/** "muddy(1) muddy(3)" of three: drawn as faces, if all are one predicate. */
function predicate(model: DxModel): { name: string; args: string[] } | null {
  const atoms = [...new Set(model.worlds.flatMap((w) => w.true))].sort();
  const parts = atoms.map((a) => /^(\w+)\((\w+)\)$/.exec(a));
  if (!atoms.length || atoms.length > 5 || parts.some((p) => !p)) return null;
  const name = parts[0]![1];
  return parts.every((p) => p![1] === name)
    ? { name, args: parts.map((p) => p![2]) } : null;
}

function WorldPill(props: {
  w: DxWorld; at: Spot; actual: boolean; gone: boolean; hot: boolean;
  lit?: boolean; faces: ReturnType<typeof predicate>;
}) {
  const { w, at, actual, gone, hot, faces } = props;
  const text = w.true.length ? w.true.join(" ") : "∅";
  const short = text.length > 17 ? `${text.slice(0, 16)}…` : text;
  const width = faces ? faces.args.length * 20 + 14 : short.length * 6.4 + 18;
  const stroke = hot ? "var(--bad)" : actual ? "var(--lens)" : "var(--ink2)";
  return (
    <g opacity={gone ? 0.45 : 1} transform={`translate(${at.x} ${at.y})`}>
      <title>{w.name}</title>
      {props.lit && <rect class="litworld" x={-width / 2 - 6} y="-21"
        width={width + 12} height="42" rx="21" fill="none"
        stroke="var(--bad)" stroke-width="2.5" stroke-dasharray="5 3" />}
      <rect x={-width / 2} y="-15" width={width} height="30" rx="15"
        fill={hot ? "var(--bad-tint)" : actual ? "var(--lens-tint)"
          : "var(--surface)"} stroke={stroke}
        stroke-width={hot || actual ? 2.2 : 1.4}
        stroke-dasharray={gone ? "4 3" : undefined} />
      {faces ? faces.args.map((arg, i) => (
        <Mood key={arg} x={-width / 2 + 17 + i * 20}
          on={w.true.includes(`${faces.name}(${arg})`)} />
      )) : (
        <text y="4" text-anchor="middle" font-size="11"
          font-family="var(--mono)" fill="var(--ink)">{short}</text>
      )}
      {gone && <line x1={-width / 2 + 4} y1="10" x2={width / 2 - 4} y2="-10"
        stroke="var(--bad)" stroke-width="2" />}
    </g>
  );
}

/** A small face, with a cap of mud if it is true. */
function Mood({ x, on }: { x: number; on: boolean }) {
  return (
    <g transform={`translate(${x} 0)`}>
      <circle r="8" fill="#fff" stroke="#1f1c17" stroke-width="1.1" />
      {on && <path d="M-7.6,-2 A8,8 0 0 1 7.6,-2 C3,-4.5 -2,-5 -7.6,-2 Z"
        fill="#6b4a25" />}
      <circle cx="-2.6" cy="1" r="1" fill="#1f1c17" />
      <circle cx="2.6" cy="1" r="1" fill="#1f1c17" />
    </g>
  );
}

export function Kripke(props: {
  model: DxModel; at: Map<string, Spot>; gone?: DxWorld[]; agents: string[];
  path?: PathStep[]; name: string;
  /** The step of the path that is looked at: its world, and the line to it. */
  step?: number;
  /** Worlds in the colour of the lens, where none is known to be actual. */
  lit?: number[];
}) {
  const { model, at, agents, path = [], gone = [], step } = props;
  const names = new Map(model.worlds.map((w) => [w.id, w.name]));
  const faces = predicate({ ...model, worlds: [...model.worlds, ...gone] });
  const onPath = (a: string, b: string, agent: string) =>
    path.some((_, i) => i > 0 && onPathAt(path, i, a, b, agent));
  const isStep = (a: string, b: string, agent: string) =>
    !!step && step < path.length && onPathAt(path, step, a, b, agent);
  const looked = step !== undefined ? path[step]?.world : undefined;
  const last = path.length ? path[path.length - 1].world : null;
  const lines = edgesOf(model, at);
  for (let i = 1; i < path.length; i++) addStep(lines, model, path, i);
  return (
    <svg class="kripke" viewBox={`0 0 ${wide} ${high}`} role="img"
      aria-label={props.name}>
      {lines.map((e, i) => {
        const [a, b] = [names.get(e.a)!, names.get(e.b)!];
        const [p, q] = [at.get(a), at.get(b)];
        if (!p || !q) return null;
        const agent = e.agents.find((x) => onPath(a, b, x)) ?? e.agents[0];
        const hot = onPath(a, b, agent);
        return <EdgeLine key={i} p={p} q={q} hot={hot}
          lit={isStep(a, b, agent)} label={hot ? agent
          : e.agents.join(" ")} dash={dashes[agents.indexOf(agent) % 4]} />;
      })}
      {gone.map((w) => at.get(w.name) && (
        <WorldPill key={`gone.${w.name}`} w={w} at={at.get(w.name)!} gone
          actual={false} hot={false} faces={faces} />
      ))}
      {model.worlds.map((w) => at.get(w.name) && (
        <WorldPill key={w.id} w={w} at={at.get(w.name)!} faces={faces}
          gone={false} actual={w.id === model.actual ||
            !!props.lit?.includes(w.id)}
          hot={w.name === last} lit={w.name === looked} />
      ))}
    </svg>
  );
}

function onPathAt(path: PathStep[], i: number, a: string, b: string,
  agent: string): boolean {
  const [p, q] = [path[i - 1].world, path[i].world];
  return path[i].agent === agent &&
    ((p === a && q === b) || (p === b && q === a));
}

/** A step of a path that no drawn line stands for gets one. */
function addStep(lines: Edge[], model: DxModel,
  path: PathStep[], i: number): void {
  const id = (name: string) => model.worlds.find((w) => w.name === name)?.id;
  const [a, b] = [id(path[i - 1].world), id(path[i].world)];
  const agent = path[i].agent;
  if (a === undefined || b === undefined || a === b || !agent) return;
  const there = lines.find((e) =>
    (e.a === a && e.b === b) || (e.a === b && e.b === a));
  if (!there) lines.push({ a, b, agents: [agent] });
  else if (!there.agents.includes(agent)) there.agents.push(agent);
}

function EdgeLine(props: {
  p: Spot; q: Spot; hot: boolean; lit?: boolean; label: string; dash?: string;
}) {
  const { p, q, hot, lit, label } = props;
  const mid = { x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 };
  const r = 9 + 2.6 * Math.max(0, label.length - 1);
  return (
    <g>
      <line x1={p.x} y1={p.y} x2={q.x} y2={q.y}
        stroke={hot ? "var(--bad)" : "var(--ink2)"}
        class={lit ? "litline" : undefined}
        stroke-width={lit ? 7 : hot ? 3.4 : 1.5}
        stroke-dasharray={hot ? undefined : props.dash} />
      <rect x={mid.x - r} y={mid.y - 9} width={2 * r} height="18" rx="9"
        fill={hot ? "var(--bad)" : "var(--surface)"}
        stroke={hot ? "var(--bad)" : "var(--line)"} />
      <text x={mid.x} y={mid.y + 4} text-anchor="middle" font-size="11"
        font-weight="600" font-family="var(--serif)"
        fill={hot ? "var(--surface)" : "var(--ink)"}>{label}</text>
    </g>
  );
}

/** The same as a table: worlds, what is true, who can not tell it apart. */
export function KripkeTable({ model }: { model: DxModel }) {
  const name = new Map(model.worlds.map((w) => [w.id, w.name]));
  const with_ = (w: DxWorld) => Object.entries(model.cells ?? {})
    .map(([agent, cells]) => {
      const cell = cells.find((c) => c.includes(w.id)) ?? [];
      const others = cell.filter((x) => x !== w.id).map((x) => name.get(x));
      return others.length ? `${agent}: ${others.join(", ")}` : "";
    }).filter(Boolean).join("; ");
  return (
    <table class="kripketable small">
      <thead><tr><th>World</th><th>Who can not tell it from which</th></tr>
      </thead>
      <tbody>
        {model.worlds.map((w) => (
          <tr key={w.id}><th scope="row">{w.name}{w.id === model.actual
            ? " (actual)" : ""}</th><td>{with_(w)}</td></tr>
        ))}
      </tbody>
    </table>
  );
}
