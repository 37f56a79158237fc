// What sentences about a game are made of, as the server lists it: facts with
// their phrases, and the values of their arguments.
import { get } from "./api";
import { useLoaded } from "./hooks";
import { rulesPath } from "./sheet";

export interface Fact {
  name: string; types: string[]; yes: string; no: string; menu: string;
}
/** As it is typed, then plain, one of it, many of it. */
export type Value = [string, string, string, string];
export interface Menus { facts: Fact[]; values: Record<string, Value[]> }

export function useMenus(rules: string): Menus | null {
  return useLoaded(`words.${rules}`, (signal) =>
    get<Menus>(`words/${rulesPath(rules)}`, signal)).what;
}
