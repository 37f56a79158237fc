// A seat at a table that is being played: the WebSocket, what came over it,
// and the way back when it breaks.  Whatever the seat was sent is kept here and
// nothing else; after a break the server is told how many events are there.
import { post } from "./api";
import { whole } from "./number";
import { failed, failedAnswer, type LensRequest, type Source } from "./source";
import type { Answer, Changed, Choice, Clock, Completion, Fault, LensBoard,
  Moment, Seen, Suspicions, TableInfo, VerbInfo, Why } from "./types";
import { connect, isOpen, type Socket } from "./wire";

export interface Turn { seq: number; legal: string[]; clock?: Clock; at: number }
export interface End { how: string; scores: (number | null)[]; won: number[] }
export type Link = "connecting" | "open" | "lost" | "elsewhere" | "refused";

type Message = Record<string, unknown> & { type: string };
interface Open { request: LensRequest; tell(board: LensBoard): void }
interface Question { message: Message; done(m: Message): void; asked: boolean }

/** What the server sent as a board; one that failed says no more than why. */
export function lensOf(m: Message, request: LensRequest): LensBoard {
  return { ...(m.error ? failed(request, m.error as Fault) : {}), ...m,
    events: m.n } as unknown as LensBoard;
}

export class Live implements Source {
  key: string;
  link: Link = "connecting";
  retryAt = 0;
  table: TableInfo | null = null;
  seat: number | null = null;
  rules = "";
  seen: Seen[] = [];
  state: Record<string, unknown> = {};
  print = "";
  turn = 0;
  toMove: number | null = null;
  scores: (number | null)[] = [];
  /** Why it is over, once it is. */
  ending = "";
  asked: Turn | null = null;
  end: End | null = null;
  fault: Fault | null = null;
  /** The token of the seat after it was given up. */
  left: string | null = null;
  missed = 0;
  /** Begins anew: take the seat back from another window. */
  again: () => void = () => undefined;
  get n(): number { return this.seen.length; }
  private bystander: Live | null = null;
  private socket: Socket | null = null;
  private waits = 500;
  private timer = 0;
  private ids = 1;
  private open = new Map<number, Open>();
  private questions = new Map<number, Question>();
  private closed = false;
  private turns = 0;
  private atLoss = 0;
  private credit = 30;
  private paid = Date.now();

  constructor(
    readonly id: string, private token: string | null,
    private verbs: (game: string) => VerbInfo[], private name: string,
    private tell: () => void,
  ) {
    this.key = id;
    this.connect();
  }

  connect(): void {
    clearTimeout(this.timer);
    this.link = this.link === "lost" ? "lost" : "connecting";
    const socket = connect();
    this.socket = socket;
    socket.onopen = () => {
      this.send({
        type: "join", table: this.id, have: this.seen.length,
        ...(this.token ? { token: this.token } : {}),
        ...(this.token && this.name ? { name: this.name } : {}),
      });
    };
    socket.onmessage = (e) => {
      try {
        this.take(JSON.parse(whole(String(e.data))) as Message);
      } catch (error) {
        console.error("a message that cannot be read", error);
      }
    };
    socket.onclose = (e) => this.lost(e.code);
  }

  /** What is public comes to whoever only watches. */
  watchPublic(tell: (board: LensBoard) => void): () => void {
    if (this.token === null) {
      return this.watch({ path: [], assume: "none" }, tell);
    }
    this.bystander ??= new Live(this.id, null, this.verbs, "",
      () => undefined);
    return this.bystander.watch({ path: [], assume: "none" }, tell);
  }

  close(): void {
    this.bystander?.close();
    this.closed = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }

  private lost(code: number): void {
    if (this.closed) return;
    this.asked = null;
    if (this.link === "open") this.atLoss = this.turn;
    for (const q of this.questions.values()) q.asked = false;
    if (code === 4001) this.link = "elsewhere";
    else if (code === 4003) this.link = "refused";
    else if (this.link !== "elsewhere" && this.link !== "refused") {
      this.link = "lost";
      this.retryAt = Date.now() + this.waits;
      this.timer = window.setTimeout(() => this.connect(), this.waits);
      this.waits = Math.min(this.waits * 2, 15000);
    }
    this.tell();
  }

  private send(message: Message): void {
    if (this.socket?.readyState === isOpen) {
      this.socket.send(JSON.stringify(message));
    }
  }

  private take(m: Message): void {
    switch (m.type) {
      case "table": this.takeTable(m); break;
      case "start": this.rules = String(m.rules ?? ""); break;
      case "see": this.takeSee(m); break;
      case "state": this.takeState(m); break;
      case "turn":
        this.asked = {
          seq: m.seq as number, legal: (m.legal as string[]) ?? [],
          clock: m.clock as Clock, at: Date.now(),
        };
        break;
      case "end":
        this.end = m as unknown as End;
        this.asked = null;
        break;
      case "error": this.takeError(m); break;
      case "left": this.takeLeft(m); break;
      case "lens": {
        const open = this.open.get(m.id as number);
        if (open) open.tell(lensOf(m, open.request));
        return;
      }
      default: this.takeAnswer(m);
    }
    this.tell();
  }

  private takeTable(m: Message): void {
    const back = this.link === "lost";
    this.table = m as unknown as TableInfo;
    this.seat = (m.you as number | null) ?? null;
    if (this.link !== "open") {
      this.link = "open";
      this.waits = 500;
      for (const [id, o] of this.open) {
        this.send({ type: "lens", id, ...o.request });
      }
      this.pump();
    }
    if (back) this.missed = -1;
  }

  private takeSee(m: Message): void {
    const seen = m as unknown as Seen;
    if (seen.n < this.seen.length) return;
    const verb = this.verbs(this.table?.game ?? "")
      .find((v) => v.name === seen.event.verb);
    if (verb && !verb.chance) this.turns++;
    this.seen.push({ ...seen, turn: this.turns });
    if (this.asked) this.asked = null;
  }

  private takeState(m: Message): void {
    this.state = (m.state as Record<string, unknown>) ?? {};
    this.print = String(m.table ?? "");
    this.turn = (m.turn as number) ?? this.turn;
    this.toMove = (m.to_move as number | null) ?? null;
    this.scores = (m.scores as number[]) ?? [];
    this.ending = String(m.ending ?? "");
    if (this.missed === -1) this.missed = this.turn - this.atLoss;
  }

  private takeError(m: Message): void {
    const q = this.questions.get(m.id as number);
    if (q) {
      this.takeAnswer({ ...m, error: { text: String(m.text),
        ...(m.code ? { code: String(m.code) } : {}) } });
      return;
    }
    const none = !this.table && (m.code === "missing" || m.code === "garbage");
    if (m.code === "token" || none) this.link = "refused";
    else if (m.code === "elsewhere") this.link = "elsewhere";
    else this.fault = { text: String(m.text), code: String(m.code) };
  }

  private takeAnswer(m: Message): void {
    const q = this.questions.get(m.id as number);
    if (!q) return;
    this.questions.delete(m.id as number);
    q.done(m);
    this.pump();
  }

  /** Two questions at a time and fifteen a second: less than the server
      allows. */
  private pump(): void {
    const all = [...this.questions.values()];
    let under = all.filter((q) => q.asked).length;
    const now = Date.now();
    this.credit = Math.min(30, this.credit + (now - this.paid) * 0.015);
    this.paid = now;
    for (const q of all) {
      if (under >= 2 || this.link !== "open") return;
      if (q.asked) continue;
      if (this.credit < 1) {
        window.setTimeout(() => this.pump(), 100);
        return;
      }
      this.credit--;
      q.asked = true;
      under++;
      this.send(q.message);
    }
  }

  private question<T>(message: Message, signal?: AbortSignal): Promise<T> {
    const id = this.ids++;
    return new Promise((resolve, reject) => {
      this.questions.set(id, {
        message: { ...message, id }, asked: false,
        done: (m) => resolve(m as unknown as T),
      });
      signal?.addEventListener("abort", () => {
        const q = this.questions.get(id);
        if (q?.asked) this.send({ type: "cancel", id });
        this.questions.delete(id);
        this.pump();
        reject(new DOMException("stopped", "AbortError"));
      });
      this.pump();
    });
  }

  move(move: string): void {
    if (!this.asked) return;
    this.fault = null;
    this.missed = 0;
    this.send({ type: "move", seq: this.asked.seq, move });
  }

  /** Gives the seat up; the answer has the token that it has from now on. */
  leave(): void {
    this.send({ type: "leave" });
  }

  /** The server closes behind it, and there is nothing to come back with. */
  private takeLeft(m: Message): void {
    this.left = typeof m.token === "string" ? m.token : "";
    this.asked = null;
    this.close();
  }

  watch(request: LensRequest, tell: (board: LensBoard) => void): () => void {
    const id = this.ids++;
    this.open.set(id, { request, tell });
    if (this.link === "open") this.send({ type: "lens", id, ...request });
    return () => {
      this.open.delete(id);
      this.send({ type: "unlens", id });
    };
  }

  ask(formula: string, assume: string, signal?: AbortSignal,
    effort?: number, because?: boolean): Promise<Answer> {
    if (effort && effort > 1) {
      return post<Answer>("ask", { table: this.id, formula, assume, effort },
        signal, this.token ?? undefined)
        .catch((e) => failedAnswer(formula, e));
    }
    return this.question<Answer>({ type: "ask", formula, assume,
      ...(because ? { because } : {}) }, signal)
      .then((a): Answer => ({ ...a, formula,
        answer: a.answer ?? "undecided" })).catch((e) => failedAnswer(formula, e));
  }

  complete(formula: string, signal?: AbortSignal): Promise<Completion> {
    return this.question<Completion>({ type: "complete", formula }, signal)
      .then((c) => ({ ...c, next: c.next ?? [] })).catch(() => ({ next: [] }));
  }

  why(turn: number, signal?: AbortSignal): Promise<Why> {
    return this.question<Why>({ type: "why", turn }, signal);
  }

  changed(turn: number, signal?: AbortSignal): Promise<Changed> {
    return this.question<Changed>({ type: "changed", turn }, signal)
      .then((c) => ({ ...c, turn, seats: c.seats ?? [] }));
  }

  model(signal?: AbortSignal): Promise<Moment> {
    return this.question<Moment>({ type: "model" }, signal);
  }

  suspicion(assume: string, signal?: AbortSignal): Promise<Suspicions> {
    return this.question<Suspicions>({ type: "suspicion", assume }, signal);
  }

  choose(agent: string): Promise<Choice> {
    return this.question<Choice>({ type: "choose", agent });
  }

  command(formula: string, assume: string): string {
    return `doxa ask ${this.id}.jsonl --turn ${this.turn}` +
      (this.seat === null ? "" : ` --seat ${this.seat}`) +
      (assume === "none" ? "" : ` --assume '${assume}'`) + ` '${formula}'`;
  }
}
