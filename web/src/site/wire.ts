// In place of base/wire.ts: what a server answers, answered here by the engine
// in the Worker.  A path of the interface (docs/api.md) is a request of the
// door, or one of the site's own files.
import type { Fault } from "../base/types";
import { door, life, Stale } from "./engine";
import { all, find, isPacked, pack, unpack, type Kept } from "./games";
import { Table } from "./table";
import type { Socket } from "../base/wire";
export { isOpen, type Socket } from "../base/wire";

export const alone = true;

export class Refused extends Error {
  constructor(readonly fault: Fault, readonly status: number) {
    super(fault.text);
  }
}

/** What the door answers, or why it does not. */
export async function ask<T>(request: object, signal?: AbortSignal): Promise<T> {
  const reply = await door(request, signal);
  if (reply.error) throw new Refused(reply.error, 400);
  return reply.ok as T;
}

// ---- what is open in the engine ----

const handles = new Map<string, { life: number; handle: string }>();

async function textOf(id: string): Promise<{ text: string; names?: string[] }> {
  const lesson = /^lesson-([a-z0-9-]+)$/.exec(id);
  if (lesson) {
    const got = await fetch(`lessons/${lesson[1]}.jsonl`);
    if (got.ok) return { text: await got.text() };
  }
  const packed = await unpack(id).catch(() => {
    throw new Refused({ text: "this link is cut off" }, 400);
  });
  if (packed !== null) return { text: packed };
  const kept = await find(id);
  if (!kept) throw new Refused({ code: "missing",
    text: "this browser has no such game" }, 404);
  return { text: kept.text, names: kept.names };
}

/** The handle of a record that is over. */
export async function handleOf(id: string): Promise<string> {
  const had = handles.get(id);
  if (had?.life === life) return had.handle;
  const opened = await ask<{ record: string }>({ do: "open",
    ...await textOf(id) });
  handles.set(id, { life, handle: opened.record });
  return opened.record;
}

/** What is asked about a record, with its handle of this moment. */
export async function askOf<T>(
  handle: () => Promise<string>, request: object, signal?: AbortSignal,
): Promise<T> {
  for (;;) {
    try {
      return await ask<T>({ ...request, record: await handle() }, signal);
    } catch (e) {
      if (!(e instanceof Stale)) throw e;
    }
  }
}

// ---- tables ----

const tables = new Map<string, Promise<Table>>();

function tableOf(id: string): Promise<Table> {
  const had = tables.get(id);
  if (had) return had;
  const made = find(id).then((kept) => {
    if (!kept) throw new Refused({ code: "missing",
      text: "this browser has no such game" }, 404);
    return new Table(kept);
  });
  tables.set(id, made);
  made.catch(() => tables.delete(id));
  return made;
}

interface Wanted { rules: string; seats: string[]; names: string[];
  open?: boolean;
  /** The game whose cards are dealt again. */
  deal?: string }

async function newTable(wanted: Wanted): Promise<object> {
  const seats = wanted.seats.map((s) => (s === "person" ? "you" : s));
  const others = seats.filter((s, i) => s === "anyone" ||
    s.startsWith("program:") || (s === "you" && i !== seats.indexOf("you")));
  if (others.length) {
    throw new Refused({ code: "unsupported", text: "nobody else can come to " +
      "this page: only agents sit beside you" }, 422);
  }
  const numbers = (await all()).map((k) => Number(/-(\d+)$/.exec(k.id)?.[1]));
  const kept: Kept = {
    id: `${wanted.rules.split("(")[0]}-${Math.max(0, ...numbers) + 1}`,
    rules: wanted.rules, names: wanted.names, seats,
    seed: (wanted.deal ? (await find(wanted.deal))?.seed : undefined) ??
      crypto.getRandomValues(new Uint32Array(1))[0],
    you: seats.indexOf("you") + 1, since: Date.now() / 1000, text: "", turn: 0,
    open: !!wanted.open, over: false, scores: [],
  };
  const table = new Table(kept);
  await table.ready();
  tables.set(kept.id, Promise.resolve(table));
  return { id: kept.id, seats: [{ seat: kept.you, token: "here" }],
    table: table.info() };
}

async function lobby(query: URLSearchParams): Promise<object> {
  const games = (await all()).map((k) => new Table(k).info());
  const limit = Number(query.get("limit") ?? 50);
  const from = games.findIndex((t) => t.id === query.get("before")) + 1;
  const of = (state: "running" | "over") => query.get("state") ===
    (state === "over" ? "playing" : "over") ? []
    : games.slice(from).filter((t) => t.state === state).slice(0, limit);
  return { playing: games.filter((t) => t.state === "running").length,
    tables: [...of("running"), ...of("over")],
    over: games.filter((t) => t.state === "over").length };
}

// ---- the interface ----

async function ownFile(path: string): Promise<unknown> {
  const got = await fetch(path);
  if (!got.ok) throw new Refused({ code: "missing",
    text: "there is nothing here" }, 404);
  return got.json();
}

/** "hanabi" and "players=3&lives=2" as "hanabi(players=3,lives=2)". */
function rulesIn(game: string, query: string): string {
  return query ? `${game}(${query.replace(/&/g, ",")})` : game;
}

async function aboutRecord(
  id: string, what: string, query: URLSearchParams, signal?: AbortSignal,
): Promise<unknown> {
  if (!what) return (await textOf(id)).text;
  const members: Record<string, number> = {};
  for (const [name, member] of [["seat", "seat"], ["from", "turn"],
    ["limit", "limit"], ["you", "you"]]) {
    if (query.get(name)) members[member] = Number(query.get(name));
  }
  return askOf(() => handleOf(id), { do: what,
    ...(what === "replay" ? members : {}) }, signal);
}

async function answer(path: string, init: RequestInit): Promise<unknown> {
  const [where, query = ""] = path.split("?");
  const [name, ...rest] = where.split("/").map(decodeURIComponent);
  const signal = init.signal ?? undefined;
  const body = String(init.body ?? "");
  const q = new URLSearchParams(query);
  switch (name) {
    case "games": return ownFile("games.json");
    case "examples": return ownFile("examples.json");
    case "lessons": return ownFile(`lessons/${rest[0]}.json`);
    case "rules": case "words":
      return ask({ do: name, game: rulesIn(rest[0], query) }, signal);
    case "tables":
      if (rest[0]) return (await tableOf(rest[0])).info();
      return init.method === "POST" ? newTable(JSON.parse(body) as Wanted)
        : lobby(q);
    case "records":
      if (init.method !== "POST") {
        return aboutRecord(rest[0], rest[1] ?? "", q, signal);
      }
      return ask<{ data: string }>({ do: "import", text: body }).then(
        async (got) => {
          await ask({ do: "open", text: got.data });
          return { id: await pack(got.data) };
        });
    default: {
      if (init.method !== "POST") {
        throw new Refused({ code: "missing", text: "there is nothing here" },
          404);
      }
      const { table, record, ...members } = JSON.parse(body) as
        { table?: string; record?: string };
      if (table) return (await tableOf(table)).question(name, members, signal);
      const wanted = { do: name === "dx" ? "check" : name, ...members };
      if (name === "draw") {
        return (await ask<{ data: string }>(wanted, signal)).data;
      }
      return record ? askOf(() => handleOf(record), wanted, signal)
        : ask(wanted, signal);
    }
  }
}

export async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    const what = await answer(path, init);
    return new Response(typeof what === "string" ? what : JSON.stringify(what));
  } catch (e) {
    if (!(e instanceof Refused)) throw e;
    return new Response(JSON.stringify({ error: e.fault }),
      { status: e.status });
  }
}

/** A seat at a table of this browser. */
class Here implements Socket {
  readyState = 1;
  onopen: Socket["onopen"] = null;
  onmessage: Socket["onmessage"] = null;
  onclose: Socket["onclose"] = null;
  private table: Table | null = null;

  constructor() {
    queueMicrotask(() => this.onopen?.());
  }

  send(text: string): void {
    const m = JSON.parse(text) as { type: string; table?: string };
    const tell = (said: object) => {
      if (this.readyState === 1) {
        this.onmessage?.({ data: JSON.stringify(said) });
      }
    };
    if (m.type !== "join") {
      void this.table?.hear(this, m, tell);
      return;
    }
    tableOf(m.table!).then((table) => {
      this.table = table;
      return table.hear(this, m, tell);
    }).catch((e) => tell({ type: "error", code: "missing",
      text: String((e as Error).message) }));
  }

  close(): void {
    this.readyState = 3;
    this.table?.part(this);
  }
}

export function connect(): Socket {
  return new Here();
}

/** The whole game is in it, and the turn. */
export async function linkTo(id: string): Promise<string> {
  return location.href.replace(encodeURIComponent(id),
    await pack((await textOf(id)).text));
}

export async function recordAt(id: string): Promise<string> {
  return URL.createObjectURL(new Blob([(await textOf(id)).text]));
}

export function nameOf(id: string): string {
  return isPacked(id) ? "game" : id;
}

if ("serviceWorker" in navigator) void navigator.serviceWorker.register("sw.js");
