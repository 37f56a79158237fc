// The log in words: what happened, then what it did to the viewer's knowledge.
import { isNamed, type Skin } from "../boards/skin";
import { cap } from "../lens/cells";
import { list } from "./cast";
import { count, much } from "./number";
import type { Scene } from "./scene";
import type { Seen } from "./types";

export interface LogLine {
  turn: number;
  who: string;      // "Bob", "You", or nothing
  text: string;     // " played green 1, drew green 5."
  effect: string;   // "You learnt a lot: ..."
}

/** One event as the server says it to this seat, without its full stop. */
export function clause(s: Seen): string {
  return (s.say ?? s.text).replace(/\.$/, "");
}

/** What a sentence does, and what it names: "You drew" and "a map", "were laid
 *  on the table" and "The 2 of clubs"; nothing if it is no list's. */
function parted(text: string): { does: string; names: string } | null {
  if (/ and /.test(text)) return null;
  const laid = /^(.+?) was ((?!an? |the )[^:]+)$/.exec(text);
  if (laid) return { does: ` were ${laid[2]}`, names: laid[1] };
  const named = /^(.+?:|\S+ \S+.*?(?= an? | the )) (.+)$/.exec(text);
  return named && { does: `${named[1]} `, names: named[2] };
}

/** Sentences of one turn that differ in what they name are one with a list;
 *  what is said twice of somebody's cards is said once. */
function gathered(all: string[]): string[] {
  const kept = new Map<string, string[]>();
  for (const one of all.map((s) => s.replace(/\.$/, ""))) {
    const { does, names } = parted(one) ?? { does: one, names: "" };
    const so = kept.get(does) ?? [];
    kept.set(does, so);
    if (does.endsWith(": ") || !so.includes(names)) so.push(names);
  }
  return [...kept].map(([does, names]) => {
    if (!does.startsWith(" ")) return `${does}${list(names)}`;
    return names.length === 1 ? `${names[0]}${does.replace(" were ", " was ")}`
      : `${list(names.map((n, i) => i ? n.replace(/^The /, "the ") : n))}${does}`;
  });
}

/** Sentences of one turn: what the same one did next goes on with "and". */
function joined(all: string[], who: string): string {
  let text = "";
  let goes = false;
  for (const one of gathered(all)) {
    const same = who !== "" && one.startsWith(`${who} `);
    const on = one.slice(who.length + 1);
    text = goes && same && !/[:;]/.test(text) && !/^(was|were|are|is) /.test(on)
      ? `${text.slice(0, -1)} and ${on}.` : `${text}${text && " "}${one}.`;
    goes = same;
  }
  return text;
}

function lineOf(turn: number, events: Seen[], scene: Scene, last: boolean,
): LogLine {
  const head = events.find((s) => typeof s.event.who === "number");
  const name = head ? scene.cast.name(head.event.who as number) : "";
  const text = joined(events.map((s) => s.say ?? s.text), name);
  const begins = name !== "" && text.startsWith(`${name} `);
  return {
    turn, who: begins ? name : "", text: begins ? text.slice(name.length)
      : text, effect: last ? effectOf(turn, scene) : "",
  };
}

/** "You learnt a lot: of 44,394 ways the cards could lie 1,026 are left." */
export function effectOf(turn: number, scene: Scene): string {
  const [before, after] = [scene.past(turn - 1), scene.past(turn)];
  if (before?.bits === undefined || after?.bits === undefined ||
    scene.you === null) return "";
  const by = before.bits - after.bits;
  if (by < 0.05) return "";
  const { cast } = scene;
  const told = `${cast.name(scene.you)} learnt a ${by < much ? "little" : "lot"}`;
  return before.worlds && after.worlds
    ? `${told}: of ${count(before.worlds)} ways the cards could lie ${
      count(after.worlds)} ${after.worlds === "1" ? "is" : "are"} left.`
    : `${told}.`;
}

/** What a turn did to the viewer's knowledge, for who only listens:
 *  "You learnt a little. Green 5 gone from your card 1." */
export function effectWords(turn: number, scene: Scene, skin: Skin): string[] {
  const gone = (scene.past(turn)?.gone ?? []).filter((g) =>
    g.kinds.length < 4 && isNamed(g.place))
    .map((g) => `${cap(list(g.kinds.map((k) => skin.face(k).name)))
    } gone from ${skin.place(g.place, scene.cast)}.`);
  const words = [effectOf(turn, scene), ...new Set(gone)].filter(Boolean);
  return words.length ? [words.slice(0, 4).join(" ")] : [];
}

/** A line a turn; more where a game says that another thing begins. */
export function logLines(scene: Scene, skin?: Skin): LogLine[] {
  const lines: Seen[][] = [];
  for (const s of scene.seen) {
    if (s.turn === 0) continue;
    const last = lines.at(-1);
    const goes = last?.[0].turn === s.turn && (!skin?.begins?.(s.event) ||
      last.some((l) => l.event.verb === s.event.verb));
    if (goes) last.push(s);
    else lines.push([s]);
  }
  return lines.map((events, i) => lineOf(events[0].turn, events, scene,
    lines[i + 1]?.[0].turn !== events[0].turn)).filter((l) => l.text);
}
