// Legal moves as buttons, with their move strings.  Many of them are chosen
// word by word: the verb, then each argument that still differs.
import { useEffect, useState } from "preact/hooks";
import { useKeys } from "../base/keys";
import { onButton } from "./hanabi_actions";

/** The words that may come next after those that were chosen. */
export function nextWords(legal: string[], chosen: string[]): string[] {
  const next = new Set<string>();
  for (const m of legal) {
    const words = m.split(" ");
    if (chosen.every((w, i) => words[i] === w) &&
      words.length > chosen.length) next.add(words[chosen.length]);
  }
  return [...next];
}

/** Goes on as long as there is one way only. */
export function advance(legal: string[], chosen: string[]): string[] {
  let all = chosen;
  for (;;) {
    if (legal.includes(all.join(" "))) return all;
    const next = nextWords(legal, all);
    if (next.length !== 1 || !all.length) return all;
    all = [...all, next[0]];
  }
}

const few = 10;

export function MovePicker(props: {
  legal: string[]; move(move: string): void; words?(move: string): string;
}) {
  const { legal, move } = props;
  const [chosen, setChosen] = useState<string[]>([]);
  const key = legal.join("|");
  useEffect(() => setChosen([]), [key]);
  const whole = chosen.join(" ");
  const ready = legal.includes(whole);
  const next = nextWords(legal, chosen);
  useKeys((k, event) => {
    if (k === "Escape" && chosen.length) {
      setChosen(chosen.slice(0, -1));
      return true;
    }
    if (k === "Enter" && ready && !onButton(event)) {
      move(whole);
      return true;
    }
    return false;
  });
  const words = props.words ?? ((m: string) => m);
  if (legal.length <= few) {
    return (
      <div class="actions" role="group" aria-label="Your move">
        <div class="row">
          {legal.map((m) => (
            <button class="btn big" onClick={() => move(m)}>{words(m)}</button>
          ))}
        </div>
      </div>
    );
  }
  return (
    <div class="actions" role="group" aria-label="Your move">
      <div class="row">
        {chosen.map((w, i) => (
          <button class="btn big" aria-pressed="true"
            onClick={() => setChosen(chosen.slice(0, i))}>{w}</button>
        ))}
        {!ready && next.map((w) => (
          <button class="btn big" data-next onClick={() =>
            setChosen(advance(legal, [...chosen, w]))}>{w}</button>
        ))}
        {ready && (
          <button class="btn main big" data-go onClick={() => move(whole)}>
            {words(whole)} <kbd>↵</kbd></button>
        )}
        {chosen.length > 0 && (
          <button class="btn big quiet"
            onClick={() => setChosen(chosen.slice(0, -1))}>
            Back <kbd>Esc</kbd></button>
        )}
      </div>
      <span class="dim small keyhint">{ready ? "" : `Choose ${
        chosen.length ? "what follows" : "what to do"}, ${
        legal.length} moves are legal`}</span>
    </div>
  );
}
