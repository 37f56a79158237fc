// Where we are, in the part of the address behind #, which no server sees.
import { useEffect, useState } from "preact/hooks";
import { store } from "./store";

export type Route =
  | { page: "start"; game?: string; lost?: boolean }
  | { page: "table"; id: string }
  | { page: "replay"; id: string; turn?: number; seat?: number; find?: boolean;
      play?: boolean }
  | { page: "puzzle"; number?: number }
  | { page: "find"; id: string; turn: number; seat: number }
  | { page: "deal"; id: string }
  | { page: "rules"; game: string }
  | { page: "learn"; game: string; step?: number }
  | { page: "exercise"; name?: string; text?: string; work?: string }
  | { page: "logic" | "base"; text?: string };

/** A link to a seat: its token is kept and taken out of the address. */
function takeInvitation(hash: string): string | null {
  const q = new URLSearchParams(hash);
  const [id, seat, token] = [q.get("t"), q.get("s"), q.get("k")];
  if (!id) return null;
  if (seat && token) store.setTicket(id, { seat: Number(seat), token });
  history.replaceState(null, "", `#/t/${encodeURIComponent(id)}`);
  return id;
}

/** A part of the address; what is no escape stands for itself. */
function plain(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function readRoute(hash: string): Route {
  const bare = hash.replace(/^#/, "");
  if (/^t=/.test(bare)) {
    const id = takeInvitation(bare);
    if (id) return { page: "table", id };
  }
  const [path, query = ""] = bare.split("?");
  const parts = path.split("/").filter(Boolean).map(plain);
  const q = new URLSearchParams(query);
  const number = (name: string) =>
    q.has(name) && /^\d+$/.test(q.get(name)!) ? Number(q.get(name)) : undefined;
  switch (parts[0]) {
    case "t": return { page: "table", id: parts[1] ?? "" };
    case "r": return {
      page: "replay", id: parts[1] ?? "", turn: number("turn"),
      seat: number("seat"), find: q.has("find"),
      play: q.has("play"),
    };
    case "puzzle": return { page: "puzzle", number: /^\d+$/.test(parts[1] ?? "")
      ? Math.max(1, Number(parts[1])) : undefined };
    case "find": return { page: "find", id: parts[1] ?? "",
      turn: number("turn") ?? 0, seat: number("seat") ?? 1 };
    case "deal": return { page: "deal", id: parts[1] ?? "" };
    case "rules": return { page: "rules", game: parts[1] ?? "" };
    case "play": return { page: "start", game: parts[1] };
    case "learn": return { page: "learn", game: parts[1] ?? "",
      step: number("step") };
    case "exercise": return { page: "exercise", name: parts[1],
      text: q.get("t") ?? undefined, work: q.get("a") ?? undefined };
    case "logic":
    case "base": return { page: parts[0], text: q.get("m") ?? undefined };
    // What is no page, such as #/zzz; a part of this one, such as #tables, is.
    default: return path.startsWith("/") && parts.length > 0
      ? { page: "start", lost: true } : { page: "start" };
  }
}

export function go(hash: string): void {
  location.hash = hash;
}

export function useRoute(): Route {
  const [route, setRoute] = useState(() => readRoute(location.hash));
  useEffect(() => {
    const change = () => setRoute(readRoute(location.hash));
    window.addEventListener("hashchange", change);
    return () => window.removeEventListener("hashchange", change);
  }, []);
  return route;
}

export function seatLink(id: string, seat: number, token: string): string {
  return `${location.origin}${location.pathname}` +
    `#t=${encodeURIComponent(id)}&s=${seat}&k=${token}`;
}
