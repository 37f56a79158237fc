// The log in words: what happened, then what it did to the viewer's knowledge.
import type { Skin } from "../boards/skin";
import { cap } from "../lens/cells";
import { list, type Cast } from "./cast";
import { bits, count } from "./number";
import type { Scene } from "./scene";
import type { GameEvent, Seen } from "./types";

export interface LogLine {
  turn: number;
  who: string;      // "Bob", "You", or nothing
  text: string;     // " played green 1, drew green 5."
  effect: string;   // "You learnt 5.4 bits: ..."
}

/** One event as a sentence without its full stop. */
export function sentence(e: GameEvent, cast: Cast, skin: Skin): string {
  const told = skin.told(e, cast, skin);
  if (told === null) return "";
  return typeof e.who === "number" ? `${cast.name(e.who)} ${told}` : cap(told);
}

function lineOf(turn: number, events: Seen[], scene: Scene, skin: Skin) {
  const { cast } = scene;
  const head = events.find((s) => typeof s.event.who === "number");
  const who = head ? (head.event.who as number) : null;
  const parts: string[] = [];
  const more: string[] = [];
  for (const s of events) {
    const told = skin.told(s.event, cast, skin);
    if (told === null) continue;
    if (s.event.who === who) parts.push(told);
    else more.push(sentence(s.event, cast, skin));
  }
  const first = parts.length ? ` ${parts.join(", ")}.` : "";
  const rest = more.length
    ? ` ${brief(more).map((m) => `${m}.`).join(" ")}` : "";
  return {
    turn, who: who === null ? "" : cast.name(who),
    text: first + rest, effect: effectOf(turn, scene),
  };
}

/** Equal neighbours once. */
function brief(all: string[]): string[] {
  return all.filter((m, i) => m !== all[i - 1]);
}

/** "You learnt 5.4 bits: 44,394 worlds became 1,026." */
export function effectOf(turn: number, scene: Scene): string {
  const [before, after] = [scene.past(turn - 1), scene.past(turn)];
  if (before?.bits === undefined || after?.bits === undefined ||
    scene.you === null) return "";
  const by = before.bits - after.bits;
  if (by < 0.05) return "";
  const { cast } = scene;
  const learnt = `${cast.name(scene.you)} learnt ${bits(by)} bits`;
  return before.worlds && after.worlds
    ? `${learnt}: ${count(before.worlds)} worlds became ` +
      `${count(after.worlds)}.` : `${learnt}.`;
}

/** What a turn did to the viewer's knowledge, for who only listens: "You
 *  learnt 0.3 bits. Green 5 gone from your card 1." */
export function effectWords(turn: number, scene: Scene, skin: Skin): string[] {
  const gone = (scene.past(turn)?.gone ?? []).filter((g) => g.kinds.length < 4)
    .map((g) => `${cap(list(g.kinds.map((k) => skin.face(k).name)))
    } gone from ${skin.place(g.place, scene.cast)}.`);
  const words = [effectOf(turn, scene), ...new Set(gone)].filter(Boolean);
  return words.length ? [words.slice(0, 4).join(" ")] : [];
}

export function logLines(scene: Scene, skin: Skin): LogLine[] {
  const byTurn = new Map<number, Seen[]>();
  for (const s of scene.seen) {
    if (s.turn === 0) continue;
    byTurn.set(s.turn, [...(byTurn.get(s.turn) ?? []), s]);
  }
  return [...byTurn].map(([turn, events]) =>
    lineOf(turn, events, scene, skin)).filter((l) => l.who || l.text);
}
