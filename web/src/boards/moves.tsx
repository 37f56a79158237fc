// Legal moves as buttons, with their move strings.  Many of them are chosen
// word by word: the verb, then each argument that still differs.
import { useEffect, useState } from "preact/hooks";
import { useKeys } from "../base/keys";
import type { Value } from "../base/menus";
import type { Scene } from "../base/scene";
import { cap } from "../lens/cells";
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

/** The values that a move may have at each argument, all of one verb. */
export function choicesOf(legal: string[], verb: string): string[][] {
  const all: string[][] = [];
  for (const m of legal.filter((x) => x.split(" ")[0] === verb)) {
    m.split(" ").slice(1).forEach((w, i) => {
      all[i] ??= [];
      if (!all[i].includes(w)) all[i].push(w);
    });
  }
  return all;
}

const rowsFrom = 7;

/** Moves of a game that nobody has drawn: a few as buttons; else the verb, then
 *  a row of choices an argument, then a button that says the whole move. */
export function MoveRows(props: {
  legal: string[]; move(move: string): void; scene: Scene;
  values: Record<string, Value[]>; words(move: string): string;
}) {
  const { legal, move, scene } = props;
  const verbs = [...new Set(legal.map((m) => m.split(" ")[0]))];
  const [verb, setVerb] = useState(verbs[0]);
  const [args, setArgs] = useState<string[]>([]);
  const key = legal.join("|");
  useEffect(() => { setVerb(verbs[0]); setArgs([]); }, [key]);
  const info = scene.game.verbs.find((v) => v.name === verb);
  const choices = choicesOf(legal, verb);
  const fits = (chosen: string[]) => legal.some((m) => {
    const [v, ...a] = m.split(" ");
    return v === verb && chosen.every((c, i) => !c || a[i] === c);
  });
  const whole = [verb, ...choices.map((_, i) => args[i] ?? "")].join(" ").trim();
  const ready = legal.includes(whole);
  const say = (i: number, word: string) => {
    const type = info?.args?.[i]?.type;
    if (type === "seat" && /^\d+$/.test(word)) {
      return scene.cast.mid(Number(word));
    }
    return props.values[type ?? ""]?.find((v) => v[0] === word)?.[1] ??
      word.replaceAll("_", " ");
  };
  const sayAll = (m: string) => cap(props.words(m));
  useKeys((k, event) => {
    if (k !== "Enter" || !ready || onButton(event)) return false;
    move(whole);
    return true;
  });
  if (legal.length < rowsFrom) {
    return (
      <div class="actions" role="group" aria-label="Your move">
        <div class="row">{legal.map((m) => <button key={m} class="btn big"
          onClick={() => move(m)}>{sayAll(m)}</button>)}</div></div>
    );
  }
  return (
    <div class="actions moverows" role="group" aria-label="Your move">
      <div class="row" role="group" aria-label="What to do">
        {verbs.map((v) => <button key={v} class="btn" aria-pressed={v === verb}
          onClick={() => { setVerb(v); setArgs([]); }}>{cap(v.replaceAll("_",
            " "))}</button>)}</div>
      {choices.map((all, i) => {
        const arg = info?.args?.[i];
        // A name of one letter says nothing, the kind of thing does.
        const label = (arg?.name.length === 1 ? arg.type : arg?.name) ?? "";
        return (
          <div key={i} class="row" role="group" aria-label={label}>
            <span class="dim small arglabel">{label.replaceAll("_", " ")}</span>
            {all.length > 24
              ? <select class="field" aria-label={label} value={args[i] ?? ""}
                  onChange={(e) => setArgs(choices.map((_, k) => k === i
                    ? (e.target as HTMLSelectElement).value : args[k] ?? ""))}>
                  <option value="">choose …</option>
                  {all.map((w) => <option value={w}>{say(i, w)}</option>)}
                </select>
              : all.map((w) => {
                const next = choices.map((_, k) => k === i ? w
                  : args[k] ?? "");
                return <button key={w} class={"btn" + (fits(next) ? ""
                  : " dashed")} aria-pressed={args[i] === w}
                  onClick={() => setArgs(fits(next) ? next
                    : choices.map((_, k) => k === i ? w : ""))}>
                  {say(i, w)}</button>;
              })}
          </div>);
      })}
      <div class="row"><button class="btn main big" data-go disabled={!ready}
        onClick={() => move(whole)}>{ready ? sayAll(whole)
          : "Choose what follows"} {ready && <kbd>↵</kbd>}</button></div>
    </div>
  );
}
