// Who sits at the table, in words: names, letters, "you".  Never he or she:
// nobody told us.
import type { AgentInfo, GameInfo, Seat } from "./types";

const given = ["Mia", "Ann", "Bob", "Cem", "Dora", "Emil", "Fay", "Gus",
  "Hana", "Ivo"];

/** A name for an agent at a seat that has none of its own. */
export function givenName(seat: number): string {
  return given[(seat - 1) % given.length];
}

/** In the place of a seat: what all saw, and nobody's own sight. */
export const everybody = 0;

export interface Cast {
  seats: Seat[];
  you: number | null;
  name(seat: number): string;        // "You", "Ann": at the start of a sentence
  mid(seat: number): string;         // "you", "Ann"
  whose(seat: number): string;       // "your", "Ann's"
  Whose(seat: number): string;
  verb(seat: number, you: string, other: string): string;
  letter(seat: number): string;
  person(seat: number): boolean;
}

function letters(names: string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const all = [...name.toUpperCase(), ..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
    const l = all.find((c) => /\p{L}|\d/u.test(c) && !taken.has(c)) ?? "?";
    taken.add(l);
    return l;
  });
}

export function makeCast(seats: Seat[], you: number | null): Cast {
  const plain = seats.map((s) => s.name || `Seat ${s.seat}`);
  const names = plain.map((n, i) =>
    plain.indexOf(n) === i ? n : `${n} ${seats[i].seat}`);
  const marks = letters(names.map((n, i) =>
    seats[i].seat === you ? "You" : n));
  const at = (seat: number) => seats.findIndex((s) => s.seat === seat);
  const name = (seat: number) => seat === everybody ? "Everybody"
    : seat === you ? "You" : names[at(seat)] ?? `Seat ${seat}`;
  const mid = (seat: number) => seat === everybody ? "everybody"
    : seat === you ? "you" : name(seat);
  const whose = (seat: number) => (seat === you ? "your" : `${name(seat)}’s`);
  return {
    seats, you, name, mid, whose,
    Whose: (seat) => (seat === you ? "Your" : whose(seat)),
    verb: (seat, y, other) => (seat === you ? y : other),
    letter: (seat) => marks[at(seat)] ?? "?",
    person: (seat) => {
      const s = seats[at(seat)];
      return !s || s.kind === "person" || s.kind === "anyone";
    },
  };
}

/** "a", "a and b", "a, b and c". */
export function list(words: string[], and = "and"): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} ${and} ${words.at(-1)}`;
}

/** Partners that a person cannot play with, in a sentence for each agent:
 *  "Ann and Bob are no partners for people. They say: “..”". */
export function strangers(game: GameInfo, seats: { name: string;
  agent: string }[]): string[] {
  if (!game.team) return [];
  const by = new Map<AgentInfo, string[]>();
  for (const { name, agent } of seats) {
    const info = game.agents.find((a) => a.name === agent.split("(")[0]);
    if (info?.people === false && info.talk) {
      by.set(info, [...by.get(info) ?? [], name]);
    }
  }
  return [...by].map(([info, names]) => names.length > 1
    ? `${list(names)} are no partners for people. They say: “${info.talk}”`
    : `${names[0]} is no partner for people and says: “${info.talk}”`);
}
