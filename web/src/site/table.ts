// A table of this browser: the door's `sit` and `move`, told as a server tells
// it over a WebSocket (docs/api.md).  What is told is of the view of the seat.
import type { Replay, Seat, Step, TableInfo } from "../base/types";
import { life } from "./engine";
import { keep, type Kept } from "./games";
import { ask, askOf, handleOf, Refused } from "./wire";

type Message = Record<string, unknown> & { type: string };
type Tell = (said: object) => void;
interface Sat { record: string; how: string; won?: number[]; replay: Replay }
interface Guest { tell: Tell; seat: number | null;
  lenses: Map<number, Message>; questions: Map<number, AbortController> }

export class Table {
  private record = "";
  private life = -1;
  private steps: Step[] = [];
  private won: number[] = [];
  private how = "";
  private guests = new Map<object, Guest>();
  private begun: Promise<void> | null = null;

  constructor(readonly kept: Kept) {
    this.how = kept.over ? "over" : "";
  }

  info(): TableInfo {
    const { kept } = this;
    return {
      id: kept.id, game: kept.rules.split("(")[0], rules: kept.rules,
      state: kept.over ? "over" : "running", open: kept.open,
      events: this.events(), turn: kept.turn,
      to_move: this.steps.at(-1)?.to_move, since: kept.since,
      scores: kept.scores, how: this.how,
      seats: kept.seats.map((s, i): Seat => ({ seat: i + 1, here: true,
        name: kept.names[i] ?? "", ...(s === "you" ? { kind: "person" as const }
          : { kind: "agent" as const, agent: s }) })),
    };
  }

  private events(): number {
    return this.steps.reduce((n, s) => n + s.events.length, 0);
  }

  /** Sits down in the engine, if nobody does there. */
  async ready(): Promise<void> {
    if (this.begun && this.life === life) return this.begun;
    this.life = life;
    this.begun = this.sit();
    return this.begun;
  }

  private async handle(): Promise<string> {
    await this.ready();
    return this.record;
  }

  private async sit(): Promise<void> {
    const { kept } = this;
    if (kept.over) {
      this.record = await handleOf(kept.id);
      this.steps = (await ask<Replay>({ do: "replay", record: this.record,
        seat: kept.you, you: kept.you })).steps;
      return;
    }
    const sat = await ask<Sat>({ do: "sit", names: kept.names, seed: kept.seed,
      ...(kept.text ? { text: kept.text } : { game: kept.rules }),
      seats: kept.seats.join(",") });
    this.steps = [];
    await this.take(sat);
  }

  /** What came of sitting down, or of a move. */
  private async take(sat: Sat): Promise<void> {
    const { kept } = this;
    this.record = sat.record;
    this.steps = this.steps.concat(sat.replay.steps);
    this.how = sat.how;
    this.won = sat.won ?? [];
    const { data } = await ask<{ data: string }>({ do: "export",
      record: sat.record, format: "record" });
    const last = this.steps.at(-1)!;
    Object.assign(kept, { text: data, turn: last.turn, over: sat.how !== "",
      rules: sat.replay.rules, scores: last.scores });
    await keep(kept);
  }

  // ---- what guests are told ----

  private tellNews(guest: Guest, from: number): void {
    const { kept } = this;
    const last = this.steps.at(-1)!;
    for (const e of this.steps.flatMap((s) => s.events)) {
      if (e.event! >= from) {
        guest.tell({ type: "see", n: e.event, event: e, text: e.text,
          words: e.words, say: e.words });
      }
    }
    guest.tell({ type: "state", n: this.events(), state: last.state,
      table: last.table, scores: last.scores, turn: last.turn,
      ending: last.ending ?? "", to_move: last.to_move ?? null });
    if (this.how) {
      guest.tell({ type: "end", how: this.how, scores: last.scores,
        won: this.won });
    } else if (guest.seat !== null && last.to_move === kept.you) {
      guest.tell({ type: "turn", seq: last.turn, legal: last.legal ?? [] });
    }
  }

  private async look(guest: Guest, id: number): Promise<void> {
    const wanted = guest.lenses.get(id);
    if (!wanted) return;
    const said = await this.say("lens", wanted, guest.seat);
    if (guest.lenses.has(id)) guest.tell({ ...said, type: "lens", id });
  }

  private async join(who: object, m: Message, tell: Tell): Promise<void> {
    const guest: Guest = { tell, seat: m.token ? this.kept.you : null,
      lenses: new Map(), questions: new Map() };
    this.guests.set(who, guest);
    await this.ready();
    tell({ ...this.info(), type: "table", you: guest.seat });
    tell({ type: "start", rules: this.kept.rules });
    if (guest.seat !== null) this.tellNews(guest, Number(m.have ?? 0));
  }

  private async move(guest: Guest, m: Message): Promise<void> {
    const from = this.events();
    try {
      await this.take(await askOf<Sat>(() => this.handle(), { do: "move",
        move: m.move }));
    } catch (e) {
      if (!(e instanceof Refused)) throw e;
      guest.tell({ type: "error", code: "illegal", seq: m.seq,
        text: e.fault.text });
      return;
    }
    for (const g of this.guests.values()) {
      if (g.seat !== null) this.tellNews(g, from);
      for (const id of g.lenses.keys()) void this.look(g, id);
    }
  }

  part(who: object): void {
    this.guests.delete(who);
  }

  async hear(who: object, m: Message, tell: Tell): Promise<void> {
    const guest = this.guests.get(who);
    const id = Number(m.id);
    if (m.type === "join") return this.join(who, m, tell);
    if (!guest) return;
    await this.ready();
    switch (m.type) {
      case "move": return this.move(guest, m);
      case "lens": guest.lenses.set(id, m); return this.look(guest, id);
      case "unlens": guest.lenses.delete(id); return;
      case "cancel": guest.questions.get(id)?.abort(); return;
      case "leave": tell({ type: "left", token: "here" }); return;
      case "ping": tell({ type: "pong" }); return;
      default: {
        const stop = new AbortController();
        guest.questions.set(id, stop);
        const said = await this.say(m.type, m, guest.seat, stop.signal);
        if (guest.questions.delete(id) && !stop.signal.aborted) {
          tell({ ...said, type: m.type, id });
        }
      }
    }
  }

  // ---- questions ----

  private async say(
    what: string, m: Message, seat: number | null, signal?: AbortSignal,
  ): Promise<object> {
    const { type, id, ...members } = m;
    const n = this.events();
    try {
      if (what === "choose") return await this.choose(String(m.agent), signal);
      if (what === "why" && !this.kept.open) return { sealed: true };
      return { n, ...await this.asked(what, members, seat, signal) };
    } catch (e) {
      return { n, error: e instanceof Refused ? e.fault
        : { text: "stopped" } };
    }
  }

  private async asked(
    what: string, members: object, seat: number | null, signal?: AbortSignal,
  ): Promise<object> {
    const of = seat === null ? {} : { seat, you: seat };
    return askOf(() => this.handle(), { do: what, ...members,
      ...(what === "why" ? {} : of) }, signal);
  }

  /** A question over HTTP. */
  question(what: string, members: object, signal?: AbortSignal): Promise<object> {
    return this.asked(what, members, this.kept.you, signal);
  }

  private async choose(agent: string, signal?: AbortSignal): Promise<object> {
    const got = await askOf<{ choices: { agent: string; move: string }[] }>(
      () => this.handle(), { do: "values", agent }, signal);
    const mine = got.choices.find((c) => c.agent === agent);
    return mine ?? { error: { text: `${agent} does not say` } };
  }
}
