// Requests over HTTP.  What goes wrong becomes a Fault with a sentence; the
// page shows it as it was sent.
import type { Fault, Replay } from "./types";
import { whole } from "./number";
import { reach } from "./wire";

export class ApiError extends Error {
  constructor(readonly fault: Fault, readonly status: number) {
    super(fault.text);
  }
}

async function answer<T>(response: Response): Promise<T> {
  const text = await response.text();
  let body: unknown;
  try {
    body = JSON.parse(whole(text));
  } catch {
    body = null;
  }
  const fault = (body as { error?: Fault } | null)?.error;
  if (!response.ok || fault) {
    throw new ApiError(fault ?? { text: `the server said ${response.status}` },
      response.status);
  }
  if (body === null) {
    throw new ApiError({ text: "the answer was cut off" }, response.status);
  }
  return body as T;
}

export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return answer<T>(await reach(path, { signal }));
}

export async function post<T>(
  path: string, body: unknown, signal?: AbortSignal, token?: string,
): Promise<T> {
  const headers: Record<string, string> = {
    "Content-Type": typeof body === "string" ? "text/plain"
      : "application/json",
  };
  if (token) headers.Authorization = `Bearer ${token}`;
  return answer<T>(await reach(path, {
    method: "POST", headers, signal,
    body: typeof body === "string" ? body : JSON.stringify(body),
  }));
}

/** What is no JSON: a picture. */
export async function postText(path: string, body: unknown): Promise<string> {
  const response = await reach(path, { method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body) });
  return response.ok ? response.text() : answer<string>(response);
}

/** All turns of a game; a long one comes in several answers. */
export async function allTurns(
  answerFrom: (turn: number) => Promise<Replay>,
): Promise<Replay> {
  const whole = await answerFrom(0);
  for (let next = whole.next; next !== undefined;) {
    const more = await answerFrom(next);
    whole.steps = whole.steps.concat(more.steps);
    next = more.next;
  }
  return whole;
}

export function faultOf(e: unknown): Fault {
  if (e instanceof ApiError) return e.fault;
  return { text: "The server could not be reached." };
}
