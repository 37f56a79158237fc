// A question as a sentence with fields: who knows that who knows .. that facts
// are so.  It is kept as data; the formula is made from it, and what it says in
// words the server says.
import type { Fact, Menus } from "../base/menus";
import { placeParts } from "../boards/skin";

export interface Head { op: string; seat: number }
export interface Part { fact: string; args: string[]; not: boolean }
export interface Question {
  likely: boolean;
  heads: Head[];
  parts: Part[];
  join: "&" | "|";
}

function atom(part: Part): string {
  const text = part.args.length ? `${part.fact}(${part.args.join(",")})`
    : part.fact;
  return part.not ? `~${text}` : text;
}

/** `seat` is whose chance it is. */
export function formulaOf(q: Question, seats: number[], seat: number): string {
  const all = q.parts.map(atom).join(` ${q.join} `);
  let body = q.parts.length > 1 ? `(${all})` : all;
  for (const { op, seat: who } of [...q.heads].reverse()) {
    const group = op === "E" || op === "C" ? seats.join(",") : String(who);
    body = `${op}[${group}] ${body}`;
  }
  return q.likely ? `P[${seat}](${body})` : body;
}

export function firstArgs(fact: Fact, menus: Menus, seat: number): string[] {
  return fact.types.map((t) => (t === "seat" ? String(seat)
    : menus.values[t]?.[0]?.[0] ?? "1"));
}

/** The same arguments for another fact, as far as its types have them. */
export function carriedArgs(from: Fact, args: string[], to: Fact,
  menus: Menus, seat: number): string[] {
  const left = from.types.map((t, i) => ({ t, value: args[i] }));
  return firstArgs(to, menus, seat).map((first, i) => {
    const at = left.findIndex((l) => l.t === to.types[i]);
    return at < 0 ? first : left.splice(at, 1)[0].value;
  });
}

/** A place that was pointed at, put into a fact: holds(2,1) is seat 2, slot 1;
 *  null where it has no room for it. */
export function pointed(place: string, fact: Fact, args: string[],
  menus: Menus): string[] | null {
  const given = placeParts(place.split("#")[0].split("@")[0]).slice(1);
  const next = [...args];
  let at = 0;
  let took = false;
  for (const value of given) {
    const fits = (i: number) => fact.types[i] === "seat"
      ? /^\d+$/.test(value)
      : menus.values[fact.types[i]]?.some((v) => v[0] === value);
    while (at < fact.types.length && !fits(at)) at++;
    if (at >= fact.types.length) break;
    next[at++] = value;
    took = true;
  }
  return took ? next : null;
}

export type Piece = { text: string } | { field: number; form: string };

/** A phrase taken apart; {has|have} is chosen by whether the one before is
 *  "you". */
export function pieces(phrase: string, isYou: (arg: number) => boolean):
  Piece[] {
  const all: Piece[] = [];
  let many = false;
  const token = /%(\d)('s|[a+=*~])?|\{([^|}]*)\|([^}]*)\}|([^%{]+)/g;
  for (const m of phrase.matchAll(token)) {
    if (m[1] !== undefined) {
      all.push({ field: Number(m[1]), form: m[2] ?? "" });
      many = isYou(Number(m[1]));
    } else {
      const text = m[3] !== undefined ? (many ? m[4] : m[3]) : m[5];
      const last = all.at(-1);
      if (last && "text" in last) last.text += text;
      else all.push({ text });
    }
  }
  return all;
}
