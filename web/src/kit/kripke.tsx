// A picture of a model: worlds as pills, one line style an agent with its
// number on the line, the actual world in the colour of the lens, what was
// removed faded and struck, a path in red.  Of an equivalence only as many
// lines are drawn as join its worlds; what is no equivalence is arrows, those
// from a world to itself too.
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

/** A line, or, where it goes one way, an arrow from a to b; back: both. */
interface Edge {
  a: number; b: number; agents: string[]; one?: boolean; back?: boolean;
}

/** The lines to draw: of a cell the shortest that join it. */
export function edgesOf(model: DxModel, at: Map<string, Spot>): Edge[] {
  const spot = new Map(model.worlds.map((w) => [w.id, at.get(w.name)]));
  const far = (a: number, b: number) => {
    const [p, q] = [spot.get(a), spot.get(b)];
    return p && q ? Math.hypot(p.x - q.x, p.y - q.y) : Math.abs(a - b);
  };
  const all = new Map<string, Edge>();
  const add = (a: number, b: number, agent: string, one: boolean,
    back = false) => {
    const key = one ? `${a}>${b}${back}`
      : `${Math.min(a, b)}-${Math.max(a, b)}`;
    const e = all.get(key) ?? { a, b, agents: [], one, back };
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
  for (const [agent, links] of arrowsOf(model)) {
    const there = new Set(links.map(([a, b]) => `${a}>${b}`));
    for (const [a, b] of links) {
      const back = a !== b && there.has(`${b}>${a}`);
      if (!back || a < b) add(a, b, agent, true, back);
    }
  }
  return [...all.values()];
}

/** Who has arrows: what is no equivalence, and belief beside knowledge. */
function arrowsOf(model: DxModel): [string, [number, number][]][] {
  return [...Object.entries(model.links ?? {}),
    ...Object.entries(model.belief ?? {}).map(([agent, links]) =>
      [`B ${agent}`, links] as [string, [number, number][]])];
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

const longest = 17;

/** What each world is written as: what is true there, or of "month=May day=19"
 *  the values; where that is too long its number, as in the table. */
export function labelsOf(worlds: DxWorld[]): Map<string, string> {
  const whole = (w: DxWorld) => w.true.length ? w.true.join(" ") : "∅";
  const values = (w: DxWorld) => w.true.map((f) => f.replace(/^[^=]*=/, ""))
    .join(" ");
  for (const label of [whole, values]) {
    if (worlds.every((w) => label(w).length <= longest) &&
      (label === whole || new Set(worlds.map(label)).size === worlds.length)) {
      return new Map(worlds.map((w) => [w.name, label(w)]));
    }
  }
  return new Map(worlds.map((w, i) => [w.name, `${i + 1}`]));
}

/** How wide a world is drawn. */
function wideOf(label: string, faces: ReturnType<typeof predicate>): number {
  return faces ? faces.args.length * 20 + 14 : label.length * 6.4 + 18;
}

function WorldPill(props: {
  w: DxWorld; at: Spot; actual: boolean; gone: boolean; hot: boolean;
  lit?: boolean; faces: ReturnType<typeof predicate>; label: string;
}) {
  const { w, at, actual, gone, hot, faces, label } = props;
  const width = wideOf(label, faces);
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
          font-family="var(--mono)" fill="var(--ink)">{label}</text>
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
  /** What worlds are written as; else what is true there. */
  labels?: Map<string, string>;
  /** Worlds in the colour of the lens, where none is known to be actual. */
  lit?: number[];
}) {
  const { model, at, agents, path = [], gone = [], step } = props;
  const names = new Map(model.worlds.map((w) => [w.id, w.name]));
  const faces = predicate({ ...model, worlds: [...model.worlds, ...gone] });
  const onPath = (e: Edge, agent: string) => path.some((_, i) => i > 0 &&
    onPathAt(path, i, e, names, agent));
  const isStep = (e: Edge, agent: string) => !!step && step < path.length &&
    onPathAt(path, step, e, names, agent);
  const labels = props.labels ?? labelsOf(model.worlds);
  const label = (w: DxWorld) => labels.get(w.name) ?? w.name;
  const wides = new Map(model.worlds.map((w) => [w.id,
    wideOf(label(w), faces)]));
  const looked = step !== undefined ? path[step]?.world : undefined;
  const last = path.length ? path[path.length - 1].world : null;
  const lines = edgesOf(model, at);
  for (let i = 1; i < path.length; i++) addStep(lines, model, path, i);
  const above = lines.some((e) => e.a === e.b) ? 34 : 0;
  return (
    <svg class="kripke" role="img" aria-label={props.name}
      viewBox={`0 ${-above} ${wide} ${high + above}`}>
      {lines.map((e, i) => {
        const [p, q] = [at.get(names.get(e.a)!), at.get(names.get(e.b)!)];
        if (!p || !q) return null;
        const agent = e.agents.find((x) => onPath(e, x)) ?? e.agents[0];
        const hot = onPath(e, agent);
        const ends = e.one ? { to: wides.get(e.b)!,
          from: e.back ? wides.get(e.a)! : undefined } : undefined;
        const Line = e.a === e.b ? Loop : EdgeLine;
        return <Line key={i} p={p} q={q} hot={hot} ends={ends}
          lit={isStep(e, agent)} label={hot ? agent
          : e.agents.join(" ")} dash={dashes[agents.indexOf(agent) % 4]} />;
      })}
      {gone.map((w) => at.get(w.name) && (
        <WorldPill key={`gone.${w.name}`} w={w} at={at.get(w.name)!} gone
          label={label(w)} actual={false} hot={false} faces={faces} />
      ))}
      {model.worlds.map((w) => at.get(w.name) && (
        <WorldPill key={w.id} w={w} at={at.get(w.name)!} faces={faces}
          label={label(w)} gone={false} actual={w.id === model.actual ||
            !!props.lit?.includes(w.id)}
          hot={w.name === last} lit={w.name === looked} />
      ))}
    </svg>
  );
}

function onPathAt(path: PathStep[], i: number, e: Edge,
  names: Map<number, string>, agent: string): boolean {
  const [p, q] = [path[i - 1].world, path[i].world];
  const [a, b] = [names.get(e.a), names.get(e.b)];
  const forth = p === a && q === b;
  const back = p === b && q === a && (!e.one || !!e.back);
  return path[i].agent === agent && (forth || back);
}

/** A step of a path that no drawn line stands for gets one. */
function addStep(lines: Edge[], model: DxModel,
  path: PathStep[], i: number): void {
  const id = (name: string) => model.worlds.find((w) => w.name === name)?.id;
  const [a, b] = [id(path[i - 1].world), id(path[i].world)];
  const agent = path[i].agent;
  if (a === undefined || b === undefined || a === b || !agent) return;
  const there = lines.find((e) => e.a === a && e.b === b ||
    e.a === b && e.b === a && (!e.one || e.back));
  if (model.links?.[agent]) return; // its arrows are all there
  if (!there || there.one) lines.push({ a, b, agents: [agent] });
  else if (!there.agents.includes(agent)) there.agents.push(agent);
}

interface LineProps {
  p: Spot; q: Spot; hot: boolean; lit?: boolean; label: string; dash?: string;
  /** An arrow: how wide the world at its head is, and at its tail if it goes
      both ways. */
  ends?: { to: number; from?: number };
}

const aside = 7;

function EdgeLine(props: LineProps) {
  const { hot, lit, ends } = props;
  const [dx, dy] = [props.q.x - props.p.x, props.q.y - props.p.y];
  const far = Math.hypot(dx, dy) || 1;
  // Arrows stand aside, so that they do not lie on a line or on one another.
  const by = ends ? aside : 0;
  const shift = (s: Spot) => ({ x: s.x - (dy / far) * by,
    y: s.y + (dx / far) * by });
  const [p, q] = [shift(props.p), shift(props.q)];
  return (
    <g>
      <line x1={p.x} y1={p.y} x2={q.x} y2={q.y} stroke={inkOf(hot)}
        class={lit ? "litline" : undefined}
        stroke-width={lit ? 7 : hot ? 3.4 : 1.5}
        stroke-dasharray={hot ? undefined : props.dash} />
      {ends && <Head at={q} dx={dx} dy={dy} wide={ends.to} hot={hot} />}
      {ends?.from !== undefined && <Head at={p} dx={-dx} dy={-dy}
        wide={ends.from} hot={hot} />}
      <LineLabel at={{ x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 }} hot={hot}
        label={props.label} />
    </g>
  );
}

const inkOf = (hot: boolean) => hot ? "var(--bad)" : "var(--ink2)";

/** An arrow's head where a line meets the edge of a world. */
function Head(props: {
  at: Spot; dx: number; dy: number; wide: number; hot: boolean;
}) {
  const { at, dx, dy } = props;
  const far = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / far, dy / far];
  const edge = Math.min(props.wide / 2 / Math.max(Math.abs(ux), 0.01),
    16 / Math.max(Math.abs(uy), 0.01)) + 2;
  const tip = { x: at.x - ux * edge, y: at.y - uy * edge };
  const side = (k: number) => `${tip.x - ux * 11 - uy * 5 * k},${
    tip.y - uy * 11 + ux * 5 * k}`;
  return <path class="arrowhead" fill={inkOf(props.hot)}
    d={`M${tip.x},${tip.y} L${side(1)} L${side(-1)} Z`} />;
}

/** An arrow from a world to itself. */
function Loop({ p, hot, lit, label, dash }: LineProps) {
  return (
    <g transform={`translate(${p.x} ${p.y})`}>
      <path d="M-11,-15 C-28,-56 28,-56 11,-15" fill="none"
        stroke={inkOf(hot)} class={lit ? "litline" : undefined}
        stroke-width={lit ? 7 : hot ? 3.4 : 1.5}
        stroke-dasharray={hot ? undefined : dash} />
      <path class="arrowhead" fill={inkOf(hot)} d="M10,-14 L8,-26 L17,-23 Z" />
      <LineLabel at={{ x: 0, y: -47 }} hot={hot} label={label} />
    </g>
  );
}

function LineLabel(props: { at: Spot; hot: boolean; label: string }) {
  const { at, hot, label } = props;
  const r = 9 + 2.6 * Math.max(0, label.length - 1);
  return (
    <>
      <rect x={at.x - r} y={at.y - 9} width={2 * r} height="18" rx="9"
        fill={hot ? "var(--bad)" : "var(--surface)"}
        stroke={hot ? "var(--bad)" : "var(--line)"} />
      <text x={at.x} y={at.y + 4} text-anchor="middle" font-size="11"
        font-weight="600" font-family="var(--serif)"
        fill={hot ? "var(--surface)" : "var(--ink)"}>{label}</text>
    </>
  );
}

/** What lines and arrows mean, of those that are drawn. */
export function KripkeLegend({ model }: { model: DxModel }) {
  const line = Object.entries(model.cells ?? {}).find(([, cells]) =>
    cells.some((c) => c.length > 1))?.[0];
  const arrow = Object.entries(model.links ?? {})
    .find(([, l]) => l.length)?.[0];
  const belief = Object.entries(model.belief ?? {})
    .find(([, l]) => l.length)?.[0];
  return (
    <>
      {line && <>A line marked <b>{line}</b>: agent {line} cannot tell these
        worlds apart. </>}
      {arrow && <>An arrow marked <b>{arrow}</b>: where it begins, agent{" "}
        {arrow} holds the world at its head possible. </>}
      {belief && <>An arrow marked <b>B {belief}</b>: what agent {belief}{" "}
        believes, beside what it cannot tell apart. </>}
    </>
  );
}

/** The same as a table: worlds, what is true, who cannot tell it apart. */
export function KripkeTable({ model, labels = labelsOf(model.worlds) }: {
  model: DxModel; labels?: Map<string, string>;
}) {
  const number = (w: DxWorld) => {
    const label = labels.get(w.name) ?? "";
    return /^\d+$/.test(label) && label !== w.name ? `${label}: ` : "";
  };
  const name = new Map(model.worlds.map((w) => [w.id, w.name]));
  const arrows = arrowsOf(model);
  const to = (w: DxWorld) => arrows.map(([agent, links]) =>
    `${agent}: ${links.filter(([a]) => a === w.id).map(([, b]) => name.get(b))
      .join(", ") || "none"}`).join("; ");
  const with_ = (w: DxWorld) => Object.entries(model.cells ?? {})
    .map(([agent, cells]) => {
      const cell = cells.find((c) => c.includes(w.id)) ?? [];
      const others = cell.filter((x) => x !== w.id).map((x) => name.get(x));
      return others.length ? `${agent}: ${others.join(", ")}` : "";
    }).filter(Boolean).join("; ");
  return (
    <table class="kripketable small">
      <thead><tr><th>World</th><th>Who cannot tell it from which</th>
        {arrows.length > 0 && <th>Who holds which possible there</th>}</tr>
      </thead>
      <tbody>
        {model.worlds.map((w) => (
          <tr key={w.id}><th scope="row">{number(w)}{w.name}{w.id === model.actual
            ? " (actual)" : ""}</th><td>{with_(w)}</td>
            {arrows.length > 0 && <td>{to(w)}</td>}</tr>
        ))}
      </tbody>
    </table>
  );
}
