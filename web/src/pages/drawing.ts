// A drawing of a model or an event model as data: what a stroke does to it, and
// how it is written into the text that it stands for.

/** A world with its facts, or an event with its conditions. */
export interface Spot {
  name: string; text: string; x: number; y: number;
  /** What the text says behind it. */
  note?: string;
}

export interface Drawing {
  agents: string[];
  spots: Spot[];
  /** By agent and spot: which it holds possible there. */
  links: number[][][];
  /** Knowledge: what is linked is closed to regions. */
  closed: boolean;
  actual: number | null;
}

/** What stands below the name. */
export const below = (s: Spot) => s.text && s.text !== s.name ? s.text : "";

/** How large a spot is drawn. */
export function sizeOf(s: Spot): [number, number] {
  return [Math.max(56, 8.2 * s.name.length + 30, 6.6 * below(s).length + 26),
    below(s) ? 48 : 34];
}

const gap = 12;

/** The same places stretched until no two lie nearer than a gap: names and
 *  facts may be longer than where they were laid out. */
export function apart(spots: Spot[]): Spot[] {
  const sizes = spots.map(sizeOf);
  let [wide, high] = [1, 1];
  spots.forEach((a, i) => spots.slice(0, i).forEach((b, k) => {
    const more = [0, 1].map((xy) => ((sizes[i][xy] + sizes[k][xy]) / 2 + gap) /
      (xy ? Math.abs(a.y - b.y) * high : Math.abs(a.x - b.x) * wide));
    if (Math.min(...more) <= 1 || !more.some(Number.isFinite)) return;
    if (more[0] < more[1]) wide *= more[0];
    else high *= more[1];
  }));
  const left = Math.min(...spots.map((s, i) => s.x * wide - sizes[i][0] / 2));
  const top = Math.min(...spots.map((s, i) => s.y * high - sizes[i][1] / 2));
  return spots.map((s) => ({ ...s,
    x: Math.round(s.x * wide + Math.max(0, gap - left)),
    y: Math.round(s.y * high + Math.max(0, gap - top)) }));
}

const linked = (d: Drawing, agent: number, from: number, to: number) =>
  d.links[agent][from].includes(to);

/** The regions of an agent, if links are closed. */
export function cellsOf(links: number[][]): number[][] {
  const cells: number[][] = [];
  const seen = new Set<number>();
  links.forEach((_, i) => {
    if (seen.has(i)) return;
    const cell = [i];
    seen.add(i);
    for (const w of cell) {
      links.forEach((to, v) => {
        if (!seen.has(v) && (links[w].includes(v) || to.includes(w))) {
          seen.add(v);
          cell.push(v);
        }
      });
    }
    cells.push(cell.sort((a, b) => a - b));
  });
  return cells;
}

function fromCells(cells: number[][]): number[][] {
  const links: number[][] = [];
  for (const cell of cells) for (const w of cell) links[w] = [...cell];
  return links;
}

/** Whether the links are what somebody knows: regions. */
export function isClosed(links: number[][]): boolean {
  return JSON.stringify(fromCells(cellsOf(links))) ===
    JSON.stringify(links.map((to) => [...to].sort((a, b) => a - b)));
}

export function setClosed(d: Drawing, closed: boolean): Drawing {
  return { ...d, closed, links: closed
    ? d.links.map((l) => fromCells(cellsOf(l))) : d.links };
}

/** A name that nothing has. */
function freshName(d: Drawing, letter: string): string {
  for (let n = 1; ; n++) {
    if (!d.spots.some((s) => s.name === `${letter}${n}`)) return letter + n;
  }
}

export function addSpot(d: Drawing, x: number, y: number, letter: string):
Drawing {
  const n = d.spots.length;
  return { ...d, spots: [...d.spots, { name: freshName(d, letter), text: "",
    x, y }], links: d.links.map((l) => [...l, [n]]),
    actual: d.actual ?? (n === 0 ? 0 : null) };
}

export function removeSpot(d: Drawing, at: number): Drawing {
  const less = (all: number[]) => all.filter((w) => w !== at)
    .map((w) => w > at ? w - 1 : w);
  return { ...d, spots: d.spots.filter((_, i) => i !== at),
    links: d.links.map((l) => l.filter((_, i) => i !== at).map(less)),
    actual: d.actual === null || d.actual === at ? null
      : less([d.actual])[0] };
}

export function changeSpot(d: Drawing, at: number, change: Partial<Spot>):
Drawing {
  return { ...d, spots: d.spots.map((s, i) => i === at ? { ...s, ...change }
    : s) };
}

/** An agent cannot tell two apart, or can again; `oneWay`: an arrow, which is
 *  no knowledge. */
export function link(d: Drawing, agent: number, from: number, to: number,
  oneWay = false): Drawing {
  if (oneWay && d.closed) d = setClosed(d, false);
  const links = d.links[agent].map((l) => [...l]);
  if (d.closed) {
    if (from === to) return d;
    const apart = links[from].includes(to);
    if (apart) {
      links.forEach((l, i) => { links[i] = i === to ? [to]
        : l.filter((v) => v !== to); });
    } else {
      links[from].push(to);
    }
  } else {
    const both = !oneWay && from !== to;
    const off = linked(d, agent, from, to) &&
      (!both || linked(d, agent, to, from));
    const put = (a: number, b: number) => { links[a] = off
      ? links[a].filter((v) => v !== b)
      : [...new Set([...links[a], b])]; };
    put(from, to);
    if (both) put(to, from);
  }
  const next = { ...d, links: d.links.map((l, a) => a === agent ? links : l) };
  return d.closed ? setClosed(next, true) : next;
}

/** Facts as a list; one is put in or taken out. */
export const factsOf = (text: string) => text.split(",").map((f) => f.trim())
  .filter(Boolean);

export function toggleFact(text: string, fact: string): string {
  const all = factsOf(text);
  return (all.includes(fact) ? all.filter((f) => f !== fact)
    : [...all, fact]).join(", ");
}

// ---- The text.

interface Statement { word: string; from: number; to: number }

const starts = /^\s*(include|agents|set|const|let|vars|law|sees|weight|prob|world|links|frame|believes|rank|actual|events|true|valid|where|count|value|plan|after|")/;

const bare = (line: string) => line.replace(/(--|#).*$/, "");

/** Where statements stand, if each begins a line: from a line up to another,
 *  without what is blank or a comment behind it. */
export function statements(lines: string[]): Statement[] {
  const all: Statement[] = [];
  lines.forEach((line, i) => {
    const word = starts.exec(bare(line))?.[1];
    if (word) all.push({ word, from: i, to: i + 1 });
    else if (all.length && bare(line).trim()) all.at(-1)!.to = i + 1;
  });
  return all;
}

/** Why a text cannot be drawn in, or "". */
export function undrawable(text: string): string {
  const lines = text.split("\n");
  const own = statements(lines).filter((s) => /world|links|actual/.test(s.word));
  const count = lines.map(bare).join("\n")
    .match(/(^|[^`\w])(world|links|actual)\b(?=\s+[\w`])/g)?.length ?? 0;
  return count > own.length
    ? "To draw, begin each of world, links and actual on a line of its own."
    : "";
}

const place = /\bat (-?\d+) (-?\d+)\s*$/;

/** What the text says behind a world or an event: its place, its note. */
export function notesOf(text: string, word: "world" | "event"): Map<string,
  { x?: number; y?: number; note: string }> {
  const all = new Map<string, { x?: number; y?: number; note: string }>();
  for (const line of text.split("\n")) {
    const name = new RegExp(`^\\s*${word}\\s+([\\w\`]+)`).exec(line)?.[1];
    const note = /(?:--|#)\s*(.*)$/.exec(line)?.[1].trim() ?? "";
    if (!name || !note) continue;
    const at = place.exec(note);
    all.set(name, { note: note.replace(place, "").trim(),
      ...(at && { x: Number(at[1]), y: Number(at[2]) }) });
  }
  return all;
}

const behind = (s: Spot) => `  -- ${s.note ? `${s.note} ` : ""}at ${
  Math.round(s.x)} ${Math.round(s.y)}`;

function linkWords(d: Drawing, agent: number): string {
  const name = (w: number) => d.spots[w].name;
  if (isClosed(d.links[agent])) return cellsOf(d.links[agent]).map((c) =>
    `{${c.map(name).join(" ")}}`).join(" ");
  return d.links[agent].map((to, w) => `${name(w)} -> ${to.length === 1
    ? name(to[0]) : `{${to.map(name).join(" ")}}`}`).join(", ");
}

/** The statements of a drawing, by the word that they begin with. */
function written(d: Drawing): Record<string, string[]> {
  const links = d.spots.length ? d.agents.map((a, i) =>
    `links ${a}: ${linkWords(d, i)}`) : [];
  return {
    world: d.spots.map((s) => `world ${s.name}${s.text ? `: ${s.text}` : ""}${
      behind(s)}`),
    links,
    actual: d.actual === null ? [] : [`actual ${d.spots[d.actual].name}`],
  };
}

/** Names of worlds where other statements have them. */
function renamed(line: string, names: Map<string, string>): string {
  const swap = (part: string) => part.replace(/[\w`]+/g, (w) =>
    names.get(w) ?? w);
  if (/^\s*(weight|prob|rank|believes)\b/.test(line)) return swap(line);
  return line.replace(/\bat\s+[\w`]+\s*:/g, swap)
    .replace(/\bexpect\s*\{[^}]*\}/g, swap);
}

/** The text with the drawing in it: what the stroke changed is written anew,
 *  all else stays as it is.  No `was`: the worlds were given by variables. */
export function writeModel(text: string, was: Drawing | null, now: Drawing):
string {
  const lines = text.split("\n");
  const [old, next] = [was && written(was), written(now)];
  const changed = (word: string) => !old ||
    JSON.stringify(old[word]) !== JSON.stringify(next[word]);
  const gone = (word: string) => (word in next && changed(word)) ||
    (!was && (word === "law" || word === "sees"));
  const names = new Map<string, string>();
  if (was && was.spots.length === now.spots.length) {
    was.spots.forEach((s, i) => { if (s.name !== now.spots[i].name) {
      names.set(s.name, now.spots[i].name); } });
  }
  const out: string[] = [];
  const done = new Set<string>();
  const put = (word: string) => {
    if (!changed(word) || done.has(word)) return;
    done.add(word);
    out.push(...next[word]);
  };
  const all = statements(lines);
  const last = all.filter((s) => /^(agents|set|const|vars)$/.test(s.word))
    .at(-1);
  const has = (word: string) => all.some((s) => s.word === word);
  lines.forEach((line, i) => {
    const s = all.find((x) => x.from <= i && i < x.to);
    if (s && gone(s.word)) {
      if (!bare(line).trim()) out.push(line);
      if (s.word in next) put(s.word);
    } else {
      out.push(names.size ? renamed(line, names) : line);
    }
    // What the text does not have yet comes behind what it has.
    if (s && i === s.to - 1) {
      if (s === last && !has("world")) put("world");
      if (!has("links") && done.has("world")) put("links");
      if (!has("actual") && done.has("links")) put("actual");
    }
  });
  for (const word of ["world", "links", "actual"]) put(word);
  return out.join("\n").replace(/\n*$/, "\n");
}

// ---- Event models.

/** The block `events NAME { .. }` of a text: its lines, or null. */
export function eventBlock(text: string, name: string): [number, number] |
  null {
  const lines = text.split("\n");
  const all = statements(lines);
  const s = all.find((x) => x.word === "events" &&
    new RegExp(`^\\s*events\\s+${name}\\b`).test(lines[x.from]));
  return s ? [s.from, s.to] : null;
}

export function writeEvents(text: string, name: string, now: Drawing): string {
  const block = [`events ${name} {`, ...now.spots.map((s) => `    event ${
    s.name}${s.text ? ` ${s.text}` : ""}${behind(s)}`)];
  now.agents.forEach((a, i) => {
    const same = now.links[i].every((to, w) => to.length === 1 && to[0] === w);
    if (!same) block.push(`    ${a}: ${linkWords(now, i)}`);
  });
  block.push("}");
  const lines = text.split("\n");
  const at = eventBlock(text, name);
  if (at) lines.splice(at[0], at[1] - at[0], ...block);
  else {
    const first = statements(lines).find((s) =>
      /^(true|valid|where|count|value|plan|after|")$/.test(s.word));
    lines.splice(first?.from ?? lines.length, 0, ...block, "");
  }
  return lines.join("\n");
}

/** An event model as a drawing; listed: each event has a line of the text. */
export function eventsDrawing(text: string, agents: string[], m: {
  name: string; events: { name: string; pre: string; post: string[] }[];
  links: Record<string, [number, number][]>;
}): { d: Drawing; listed: boolean } {
  const block = eventBlock(text, m.name);
  const lines = block ? text.split("\n").slice(...block) : [];
  const own = new Map(lines.flatMap((l): [string, string][] => {
    const e = /^\s*event\s+([\w`]+)\s*(.*)$/.exec(bare(l));
    return e ? [[e[1], e[2].trim()]] : [];
  }));
  const listed = own.size === m.events.length &&
    m.events.every((e) => own.has(e.name)) &&
    lines.slice(1, -1).every((l) => /^\s*(event\b|[\w`, ]+:|$)/.test(bare(l)));
  const notes = notesOf(lines.join("\n"), "event");
  const links = agents.map((agent) => {
    const out: number[][] = m.events.map(() => []);
    for (const [f, t] of m.links[agent] ?? []) out[f].push(t);
    return out;
  });
  return { listed, d: { agents, links, closed: links.every(isClosed),
    actual: null, spots: unlessPut(notes, m.events.map((e, i) => {
      const n = notes.get(e.name);
      const told = [e.pre !== "true" && `pre ${e.pre}`, e.post.length > 0 &&
        `post ${e.post.join(", ")}`].filter(Boolean).join(" ");
      return { name: e.name, text: own.get(e.name) ?? told,
        note: n?.note || undefined, x: n?.x ?? 120 + 190 * (i % 3),
        y: n?.y ?? 80 + 90 * Math.floor(i / 3) };
    })) } };
}

// ---- From what the server says.

interface Told {
  agents: string[];
  model?: { worlds: { id: number; name: string; true: string[] }[];
    cells?: Record<string, number[][]>;
    links?: Record<string, [number, number][]>; actual?: number } | null;
}

/** The model of a text as a drawing; `at`: where worlds stand that the text
 *  gives no place.  `called`: worlds without a name get one from these. */
export function drawingOf(text: string, told: Told, at: { x: number;
  y: number }[], called?: string[]): Drawing | null {
  const m = told.model;
  if (!m) return null;
  const notes = notesOf(text, "world");
  const index = new Map(m.worlds.map((w, i) => [w.id, i]));
  const links = told.agents.map((agent) => {
    const cells = m.cells?.[agent];
    if (cells) return fromCells(cells.map((c) => c.map((id) =>
      index.get(id)!)));
    const out: number[][] = m.worlds.map(() => []);
    for (const [f, t] of m.links?.[agent] ?? []) {
      out[index.get(f)!].push(index.get(t)!);
    }
    return out;
  });
  return { agents: told.agents, links, closed: links.every(isClosed),
    actual: m.actual === undefined ? null : index.get(m.actual) ?? null,
    spots: unlessPut(notes, m.worlds.map((w, i) => {
      const n = notes.get(w.name);
      return { name: called?.[i] ?? w.name, note: n?.note || undefined,
        text: w.true.map((f) => f.replace("=", " = ")).join(", "),
        x: n?.x ?? at[i]?.x ?? 80, y: n?.y ?? at[i]?.y ?? 60 };
    })) };
}

/** Who has put them somewhere finds them there. */
function unlessPut(notes: ReturnType<typeof notesOf>, spots: Spot[]): Spot[] {
  return [...notes.values()].some((n) => n.x !== undefined) ? spots
    : apart(spots);
}

/** Names that may stand in a text, from what worlds are called in a picture;
 *  numbers where that does not do. */
export function plainNames(names: string[]): string[] {
  const all = names.map((n) => n.replace(/\W+/g, "_"));
  return all.every((n) => /^[A-Za-z]/.test(n)) &&
    new Set(all).size === all.length ? all : all.map((_, i) => `w${i + 1}`);
}

/** The agents of a text that has no worlds yet. */
export function agentsOf(text: string): string[] {
  const m = /^\s*agents\s+([\w`, ]+)/m.exec(text.split("\n").map(bare)
    .join("\n"));
  return m ? m[1].split(",").map((a) => a.trim()).filter(Boolean) : [];
}

/** A key for each agent: a letter of its name that nothing else has. */
export function agentKeys(agents: string[], taken: string): string[] {
  const used = new Set(taken);
  return agents.map((a) => {
    const key = [...a.toLowerCase(), ..."abcdefghijklmnopqrstuvwxyz"].find(
      (c) => /[a-z0-9]/.test(c) && !used.has(c)) ?? "";
    used.add(key);
    return key;
  });
}
