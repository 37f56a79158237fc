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
  effect: string;   // "A lot for you: ..."
}

/** One event as the server says it to this seat, without its full stop. */
export function clause(s: Seen): string {
  return (s.say ?? s.text).replace(/\.$/, "");
}

/** Sentences of one turn: what the same one did next goes on with "and". */
function joined(all: string[], who: string): string {
  let text = "";
  let goes = false;
  for (const one of all.filter((m, i) => m !== all[i - 1])) {
    const same = who !== "" && one.startsWith(`${who} `);
    text = goes && same && text.endsWith(".") && !/[:;]/.test(text)
      ? `${text.slice(0, -1)} and ${one.slice(who.length + 1)}`
      : text ? `${text} ${one}` : one;
    goes = same;
  }
  return text;
}

function lineOf(turn: number, events: Seen[], scene: Scene): LogLine {
  const head = events.find((s) => typeof s.event.who === "number");
  const name = head ? scene.cast.name(head.event.who as number) : "";
  const text = joined(events.map((s) => s.say ?? s.text), name);
  const begins = name !== "" && text.startsWith(`${name} `);
  return {
    turn, who: begins ? name : "", text: begins ? text.slice(name.length)
      : text, effect: effectOf(turn, scene),
  };
}

/** "A lot for you: of 44,394 ways the cards could lie 1,026 are left." */
export function effectOf(turn: number, scene: Scene): string {
  const [before, after] = [scene.past(turn - 1), scene.past(turn)];
  if (before?.bits === undefined || after?.bits === undefined ||
    scene.you === null) return "";
  const by = before.bits - after.bits;
  if (by < 0.05) return "";
  const { cast } = scene;
  const told = `A ${by < much ? "little" : "lot"} for ${cast.mid(scene.you)}`;
  return before.worlds && after.worlds
    ? `${told}: of ${count(before.worlds)} ways the cards could lie ${
      count(after.worlds)} ${after.worlds === "1" ? "is" : "are"} left.`
    : `${told}.`;
}

/** What a turn did to the viewer's knowledge, for who only listens: "A
 *  little for you. Green 5 gone from your card 1." */
export function effectWords(turn: number, scene: Scene, skin: Skin): string[] {
  const gone = (scene.past(turn)?.gone ?? []).filter((g) =>
    g.kinds.length < 4 && isNamed(g.place))
    .map((g) => `${cap(list(g.kinds.map((k) => skin.face(k).name)))
    } gone from ${skin.place(g.place, scene.cast)}.`);
  const words = [effectOf(turn, scene), ...new Set(gone)].filter(Boolean);
  return words.length ? [words.slice(0, 4).join(" ")] : [];
}

export function logLines(scene: Scene): LogLine[] {
  const byTurn = new Map<number, Seen[]>();
  for (const s of scene.seen) {
    if (s.turn === 0) continue;
    byTurn.set(s.turn, [...(byTurn.get(s.turn) ?? []), s]);
  }
  return [...byTurn].map(([turn, events]) =>
    lineOf(turn, events, scene)).filter((l) => l.text);
}
