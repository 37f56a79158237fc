// What the server says of a game in words: its rules on one screen.
import { get } from "./api";
import { useLoaded, type Loaded } from "./hooks";

export interface Sheet {
  aim: string;
  line: string;
  moves: { name: string; text: string }[];
  counts: string;
  ends: string[];
  round: string[];
}

/** "hanabi(report,players=3)" as "hanabi?report&players=3". */
export function rulesPath(rules: string): string {
  const m = /^(\w+)(?:\((.*)\))?$/.exec(rules.trim());
  return m ? m[1] + (m[2] ? `?${m[2].split(",").map((p) => p.trim())
    .filter(Boolean).join("&")}` : "") : rules;
}

export function useSheet(rules: string): Loaded<Sheet> {
  return useLoaded(`rules.${rules}`, (signal) =>
    get<Sheet>(`rules/${rulesPath(rules)}`, signal));
}
