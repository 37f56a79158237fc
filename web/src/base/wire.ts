// The one place where the page reaches its server.  The site without a server
// (src/site) has a module of the same names in its place.

/** What a WebSocket is to a table. */
export interface Socket {
  readyState: number;
  onopen: (() => void) | null;
  onmessage: ((e: { data: string }) => void) | null;
  onclose: ((e: { code: number }) => void) | null;
  send(text: string): void;
  close(): void;
}
export const isOpen = 1;

/** There is nobody else: games are played here, against agents. */
export const alone = false;

export function reach(path: string, init: RequestInit): Promise<Response> {
  return fetch(`api/${path}`, init);
}

export function connect(): Socket {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const path = location.pathname.replace(/[^/]*$/, "ws");
  return new WebSocket(`${scheme}//${location.host}${path}`,
    "doxa.1") as unknown as Socket;
}

/** A link to the game that is shown, for others. */
export async function linkTo(_id: string): Promise<string> {
  return location.href;
}

/** An address that a record can be fetched from. */
export async function recordAt(id: string): Promise<string> {
  return `api/records/${encodeURIComponent(id)}`;
}

/** What a game is called. */
export function nameOf(id: string): string {
  return id;
}
