// What sentences about a game are made of, as the server lists it: facts and
// moves with their phrases, and the values of their arguments.
import { everybody, type Cast } from "./cast";
import { get } from "./api";
import { useLoaded } from "./hooks";
import { rulesPath } from "./sheet";

export interface Fact {
  name: string; types: string[]; yes: string; no: string; menu: string;
}
/** As it is typed, then plain, one of it, many of it. */
export type Value = [string, string, string, string];
/** What may be done; of an argument its number in the phrase, and its type. */
export interface Deed { name: string; words: string; args: [number, string][] }
/** Through whose mind: "@0 {knows|know} that". */
export interface MindOp { op: string; words: string }
export interface Menus {
  ops: MindOp[]; facts: Fact[]; moves: Deed[]; values: Record<string, Value[]>;
}

export function useMenus(rules: string): Menus | null {
  return useLoaded(`words.${rules}`, (signal) =>
    get<Menus>(`words/${rulesPath(rules)}`, signal)).what;
}

/** Where the bracket that is open at `from` closes, and its bar. */
function closing(phrase: string, from: number): [number, number] {
  let depth = 0, bar = -1;
  for (let i = from; i < phrase.length; i++) {
    if ("]}".includes(phrase[i]) && depth-- === 0) return [i, bar];
    if ("[{".includes(phrase[i])) depth++;
    if (phrase[i] === "|" && !depth && bar < 0) bar = i;
  }
  return [phrase.length, bar];
}

/** A phrase filled in, as game/words.h has it, for an event of the viewer's. */
function fill(phrase: string, say: (arg: number, form: string) => string,
  is: (arg: number) => number, isYou: (arg: number) => boolean = () => false):
  string {
  let out = "", you = false;
  for (let i = 0; i < phrase.length;) {
    const arg = /^%(\d)('s|[a+=*~])?/.exec(phrase.slice(i));
    const test = /^\[(\d)(?:@|=(\d+)):/.exec(phrase.slice(i));
    if (arg) {
      out += say(Number(arg[1]), arg[2] ?? "");
      you = isYou(Number(arg[1])) && arg[2] !== "'s";
      i += arg[0].length;
    } else if (test || phrase[i] === "{") {
      const from = i + (test ? test[0].length : 1);
      const [end, bar] = closing(phrase, from);
      const first = !test ? !you : test[2] === undefined
        ? isYou(Number(test[1])) : is(Number(test[1])) === Number(test[2]);
      const part = first ? phrase.slice(from, bar < 0 ? end : bar)
        : bar < 0 ? "" : phrase.slice(bar + 1, end);
      out += fill(part, say, is, isYou);
      i = end + 1;
    } else out += phrase[i++];
  }
  return out;
}

/** A value in one of its forms, "" plain, "a" one of it, "+" many. */
function form(v: Value | undefined, how: string): string | undefined {
  return v?.[1 + Math.max(0, ["", "a", "+"].indexOf(how))];
}

/** What the game calls a kind of card, without its article: "9 of hearts". */
export function kindWords(menus: Menus | null, kind: string): string | null {
  const all = Object.entries(menus?.values ?? {}).sort(([a], [b]) =>
    Number(b === "card") - Number(a === "card"));
  const v = all.map(([, of]) => of.find(([id]) => id === kind)).find(Boolean);
  return form(v, "")?.replace(/^the /, "") ?? null;
}

/** What is said of one mind behind its name: "knows that", "know that". */
export function opWords(op: MindOp, you: boolean): string {
  return op.words.replace(/^@0 /, "").replace(/\{([^|}]*)\|([^}]*)\}/g,
    (_, other, self) => (you ? self : other));
}

/** "Ann knows that you know that". */
export function knowingWords(menus: Menus | null, path: number[], cast: Cast):
  string {
  const knows = menus?.ops.find((o) => o.op === "K");
  return path.map((s, i) => `${i ? cast.mid(s) : cast.name(s)} ${knows
    ? opWords(knows, s === cast.you) : ""}`).join(" ");
}

/** "What you know that Ann knows". */
export function pathWords(menus: Menus | null, path: number[], cast: Cast):
  string {
  return path.at(-1) === everybody ? "What is public: everybody saw it"
    : `What ${path.map((s) => cast.mid(s) + knowingWords(menus, [s], cast)
      .slice(cast.name(s).length)).join(" ")}`.replace(/ that$/, "");
}

/** A fact, or with ~ that it is not so, as the server says it: "Ann’s card 2 can
 *  be played now". */
export function factWords(menus: Menus | null, formula: string, cast: Cast):
  string {
  const [, not, name, args] = /^(~?)(\w+)(?:\((.*)\))?$/.exec(formula) ?? [];
  const fact = menus?.facts.find((f) => f.name === name);
  if (!menus || !fact) return formula;
  const typed = args?.split(",") ?? [];
  const text = fill(not ? fact.no : fact.yes, (i, how) => {
    if (fact.types[i] !== "seat") {
      return form(menus.values[fact.types[i]]?.find(([id]) => id === typed[i]),
        how) ?? typed[i];
    }
    const seat = Number(typed[i]);
    return how === "'s" ? cast.whose(seat) : cast.mid(seat);
  }, () => 0, (i) => fact.types[i] === "seat" && Number(typed[i]) === cast.you);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A long name on a button is cut. */
function brief(name: string): string {
  const all = [...name];
  return all.length > 12 ? `${all.slice(0, 10).join("").trimEnd()}…` : name;
}

/** A legal move as a thing to do, in the server's words: "Tell Ann: 1s"; what is
 *  not chosen yet is an "…" in its place. */
export function moveWords(menus: Menus | null, move: string, cast: Cast):
  string {
  const [verb, ...typed] = move.split(" ");
  const deed = menus?.moves.find((m) => m.name === verb);
  if (!menus || !deed || deed.args.length !== typed.length) return move;
  const at = (arg: number) => deed.args.findIndex(([n]) => n === arg);
  const values = (arg: number) => menus.values[deed.args[at(arg)][1]] ?? [];
  const text = fill(deed.words, (arg, how) => {
    const word = typed[at(arg)];
    if (deed.args[at(arg)][1] === "seat") {
      const seat = Number(word);
      return (how === "'s" ? cast.whose(seat) : cast.mid(seat))
        .replace(cast.name(seat), brief);
    }
    return form(values(arg).find(([id]) => id === word), how) ?? word;
  }, (arg) => values(arg).findIndex(([id]) => id === typed[at(arg)]),
  (arg) => deed.args[at(arg)][1] === "seat" &&
    Number(typed[at(arg)]) === cast.you);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
