// The engine in a Worker: requests of the door, one after the other.  One that
// nobody waits for any more is not begun; one that is under way cannot be told
// to stop, so its Worker is ended and another begins.  What was open there is
// opened again by who asks for it.

export type Reply = { ok?: unknown; error?: { code?: string; text: string } };

interface Job {
  request: object;
  life: number;
  signal?: AbortSignal;
  done(reply: Reply): void;
  fail(e: unknown): void;
}

const patience = 300;  // ms that an answer nobody waits for may still take

let worker: Worker | null = null;
let running: Job | null = null;
let timer = 0;
const waiting: Job[] = [];

/** Counts the Workers: handles of another one are void. */
export let life = 0;

/** The handle in a request is of a Worker that has ended since. */
export class Stale extends Error {}

function begin(): Worker {
  const made = new Worker("worker.js");
  made.onmessage = (e: MessageEvent<string>) => {
    clearTimeout(timer);
    const job = running!;
    running = null;
    job.done(JSON.parse(e.data) as Reply);
    next();
  };
  made.onerror = () => end(new Error("the engine could not be loaded"));
  return made;
}

function end(e: unknown): void {
  worker?.terminate();
  worker = null;
  life++;
  const job = running;
  running = null;
  job?.fail(e);
  next();
}

function stopped(): DOMException {
  return new DOMException("stopped", "AbortError");
}

function next(): void {
  while (!running && waiting.length) {
    const job = waiting.shift()!;
    if (job.signal?.aborted) {
      job.fail(stopped());
      continue;
    }
    if (job.life !== life && "record" in job.request) {
      job.fail(new Stale());
      continue;
    }
    worker ??= begin();
    running = job;
    job.signal?.addEventListener("abort", () => {
      if (running !== job) return;
      clearTimeout(timer);
      timer = window.setTimeout(() => running === job && end(stopped()),
        patience);
    });
    worker.postMessage(JSON.stringify(job.request));
  }
}

export function door(request: object, signal?: AbortSignal): Promise<Reply> {
  return new Promise((done, fail) => {
    waiting.push({ request, life, signal, done, fail });
    next();
  });
}
