// The games of this browser: kept in its storage, or whole in a link.

export interface Kept {
  id: string;
  rules: string;
  names: string[];
  /** `you` or an agent, seat by seat. */
  seats: string[];
  seed: number;
  /** The seat that is played from here, from 1; 0: nobody's. */
  you: number;
  since: number;
  /** The record as far as it goes. */
  text: string;
  turn: number;
  open: boolean;
  over: boolean;
  scores: (number | null)[];
}

const base: Promise<IDBDatabase> = new Promise((done, fail) => {
  const wanted = indexedDB.open("doxa", 1);
  wanted.onupgradeneeded = () =>
    wanted.result.createObjectStore("games", { keyPath: "id" });
  wanted.onsuccess = () => done(wanted.result);
  wanted.onerror = () => fail(wanted.error);
});

async function within<T>(
  mode: IDBTransactionMode, what: (s: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const wanted = what((await base).transaction("games", mode)
    .objectStore("games"));
  return new Promise((done, fail) => {
    wanted.onsuccess = () => done(wanted.result);
    wanted.onerror = () => fail(wanted.error);
  });
}

export const keep = (game: Kept) => within("readwrite", (s) => s.put(game));
export const find = (id: string) => within<Kept | undefined>("readonly",
  (s) => s.get(id));
/** Newest first. */
export const all = async () => (await within<Kept[]>("readonly",
  (s) => s.getAll())).sort((a, b) => b.since - a.since);

// ---- links ----

const mark = "z.";
export const isPacked = (id: string) => id.startsWith(mark);

async function through(
  bytes: Uint8Array<ArrayBuffer>, stream: TransformStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const out = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(out).arrayBuffer());
}

/** A record as the name of a game: packed, in letters that a link may have. */
export async function pack(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text),
    new CompressionStream("deflate-raw"));
  let letters = "";
  for (const b of bytes) letters += String.fromCharCode(b);
  return mark + btoa(letters).replace(/\+/g, "-").replace(/\//g, "_")
    .replace(/=/g, "");
}

/** The record that a name is; null: it is the name of one that is kept. */
export async function unpack(id: string): Promise<string | null> {
  if (!isPacked(id)) return null;
  const letters = atob(id.slice(mark.length).replace(/-/g, "+")
    .replace(/_/g, "/"));
  const bytes = Uint8Array.from(letters, (c) => c.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes,
    new DecompressionStream("deflate-raw")));
}
