// What the browser keeps: seats' tokens, notes, the last line-up, the theme.
// Nothing of it is ever sent except a seat's own token to the server.

import type { Past } from "./scene";

function get<T>(key: string, otherwise: T, where?: Storage): T {
  try {
    const text = (where ?? localStorage).getItem(`doxa.${key}`);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

function put(key: string, what: unknown, where?: Storage): void {
  try {
    (where ?? localStorage).setItem(`doxa.${key}`, JSON.stringify(what));
  } catch {
    // A browser that keeps nothing is no reason to stop.
  }
}

export interface Ticket { seat: number; token: string }
export interface LineUp { seats: string[]; preset: string; params: string }

export const store = {
  name: () => get<string>("name", ""),
  setName: (name: string) => put("name", name),
  ticket: (table: string) => get<Ticket | null>(`seat.${table}`, null),
  setTicket: (table: string, t: Ticket | null) => put(`seat.${table}`, t),
  /** The seat that was given up, and its new token. */
  left: (table: string) => get<Ticket | null>(`left.${table}`, null),
  setLeft: (table: string, t: Ticket | null) => put(`left.${table}`, t),
  links: (table: string) => get<Ticket[]>(`links.${table}`, []),
  setLinks: (table: string, t: Ticket[]) => put(`links.${table}`, t),
  lineUp: (game: string) => get<LineUp | null>(`lineup.${game}`, null),
  setLineUp: (game: string, l: LineUp) => put(`lineup.${game}`, l),
  lastGame: () => get<string>("game", "hanabi"),
  setLastGame: (game: string) => put("game", game),
  notes: (where: string) =>
    get<Record<string, Note>>(`notes.${where}`, {}),
  setNotes: (where: string, notes: Record<string, Note>) =>
    put(`notes.${where}`, notes),
  flag: (name: string, otherwise: boolean) =>
    get<boolean>(`flag.${name}`, otherwise),
  setFlag: (name: string, on: boolean) => put(`flag.${name}`, on),
  theme: () => get<Theme>("theme", "system"),
  setTheme: (theme: Theme) => put("theme", theme),
  assume: (table: string) => get<string>(`assume.${table}`, ""),
  setAssume: (table: string, a: string) => put(`assume.${table}`, a),
  past: (where: string) => get<[number, Past][]>(`past.${where}`, [],
    sessionStorage),
  setPast: (where: string, past: [number, Past][]) =>
    put(`past.${where}`, past, sessionStorage),
  /** The game whose cards a table has. */
  dealOf: (table: string) => get<string>(`deal.${table}`, ""),
  setDealOf: (table: string, of: string) => put(`deal.${table}`, of),
  text: (key: string) => get<string>(key, ""),
  setText: (key: string, text: string) => put(key, text),
};

/** A note at a place, and after how many events it was written there. */
export interface Note { text: string; n: number }

export type Theme = "system" | "light" | "dark";

export function applyTheme(theme: Theme): void {
  if (theme === "system") document.documentElement.removeAttribute("data-theme");
  else document.documentElement.setAttribute("data-theme", theme);
}
