// All keys, as they are at this table.
import { useEffect, useRef } from "preact/hooks";
import { store } from "../base/store";
import { useState } from "preact/hooks";
import type { Scene } from "../base/scene";

type Row = [string, string];

const own: Record<string, (scene: Scene) => Row[]> = {
  hanabi: (scene) => [...handKeys(scene, "own card"), ["P", "play it"],
    ["D", "throw it away"], ["seat letter", `tell that seat; then ${
      hanabiRows(scene)} or a number, Enter`]],
  kemps: () => [["arrows, Enter", "choose a table card, then a hand card"],
    ["Enter", "swap them; with none chosen, end the turn"]],
  gofish: () => [["A … K", "choose a rank"], ["seat letter", "ask that seat"]],
  saboteur: (scene) => [...handKeys(scene, "card of the hand"),
    ["T", "turn the tunnel"], ["H 5", "choose a square: its letter, then its number"],
    ["D", "throw it away; T and D with Shift where a square has that letter"]],
  yokai: () => [["arrows, Enter", "choose a card"], ["G", "declare"]],
  clue: () => [["arrows, Enter", "in the notes: a suspect, a weapon, a room"],
    ["Enter", "ask or accuse, with three chosen"],
    ["Esc", "choose anew"]],
};

/** "1 … 5", as many as the viewer holds. */
function handKeys(scene: Scene, words: string): Row[] {
  const state = scene.state as { hands?: unknown[][];
    seats?: { size?: number }[] };
  const i = (scene.you ?? 1) - 1;
  const many = state.hands?.[i]?.length ?? state.seats?.[i]?.size ?? 0;
  return many > 1 ? [[`1 … ${many}`, words]] : many ? [["1", words]] : [];
}

function hanabiRows(scene: Scene): string {
  return Object.keys((scene.state as { piles?: object }).piles ?? {}).join(" ");
}

const page: Row[] = [
  ["arrows, Enter", "move in the board, choose"],
  ["L", "lens open, close"],
  ["E, then a seat letter", "through the eyes of; again: deeper"],
  ["Backspace", "one mind back"],
  ["C", "what is public"],
  ["V", "drawn on cards: counted or believed"],
  ["N", "notes on cards"],
  ["/", "formula line"],
  ["Y", "why the last move was made"],
  ["H", "what the last turn changed"],
  ["J", "whole log"],
  ["Esc", "out: menu, question, mind, what if"],
  ["?", "this sheet"],
];

const replay: Row[] = [
  ["← →", "a turn back, on"], ["↑ ↓", "the next, the last surprise"],
  ["W", "what if"], ["O", "true cards"],
];

/** "E, then a seat letter": what is pressed in caps, the rest in words. */
function Caps({ keys }: { keys: string }) {
  const caps = keys.split(/(, then a |, | … | (?=[←→↑↓]))/);
  return <>{caps.map((k) => /^(, then a |, | … | )$/.test(k)
    ? <span class="dim">{k}</span>
    : k.length > 9 ? <span>{k}</span> : <kbd>{k}</kbd>)}</>;
}

export function KeySheet(props: {
  scene: Scene; replay?: boolean; close(): void;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const [on, setOn] = useState(store.flag("keys", true));
  useEffect(() => ref.current?.showModal(), []);
  const { cast } = props.scene;
  const rows = [...(props.replay ? replay
    : own[props.scene.game.board]?.(props.scene) ?? []), ...page];
  return (
    <dialog ref={ref} onClose={props.close} aria-label="Keys">
      <div class="spread"><h2>Keys at this table</h2>
        <button class="btn" onClick={props.close}>Close <kbd>Esc</kbd></button>
      </div>
      <dl class="keys">
        {rows.map(([k, words]) => (
          <div key={k + words}><dt><Caps keys={k} /></dt><dd>{words}</dd></div>
        ))}
      </dl>
      <p class="small row">Seats: {cast.seats.map((s) => (
        <span class="row tight nowrap" key={s.seat}>
          <kbd>{cast.letter(s.seat)}</kbd>
          <span class="nm">{cast.name(s.seat)}</span></span>
      ))}</p>
      <p class="dim small">Where a letter is both a command and a seat,{" "}
        <kbd>Shift</kbd> makes it the seat; with <kbd>Alt</kbd> it is always
        the page’s.</p>
      <label class="row tight small">
        <input type="checkbox" checked={on} onChange={(e) => {
          const now = (e.target as HTMLInputElement).checked;
          store.setFlag("keys", now);
          setOn(now);
        }} /> single keys work</label>
    </dialog>
  );
}
