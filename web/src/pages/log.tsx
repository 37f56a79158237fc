// The log in words: the last three turns below the board, all of them on
// demand, and a live region that says the same to whoever listens.
import { useEffect, useRef, useState } from "preact/hooks";
import { effectWords, logLines, type LogLine } from "../base/log";
import type { Scene } from "../base/scene";
import type { Skin } from "../boards/skin";

/** So many lines are always there, and so many where there is room. */
const few = 3;
const most = 14;

function Line({ line, go, at, older }: {
  line: LogLine; go?(turn: number): void; at?: boolean; older?: boolean;
}) {
  return (
    <li aria-current={at || undefined} class={older ? "older" : undefined}>
      {go ? <button class="link mono tiny num" onClick={() => go(line.turn)}
        aria-label={`Turn ${line.turn}`}>{line.turn}</button>
        : <span class="mono tiny num">{line.turn}</span>}
      <span><b>{line.who}</b>{line.text}{" "}
        <span class="dim">{line.effect}</span></span>
    </li>
  );
}

export function Log(props: {
  scene: Scene; skin: Skin; go?(turn: number): void; whole(): void;
}) {
  const lines = logLines(props.scene, props.skin);
  const ref = useRef<HTMLElement>(null);
  // Where the list is too long for its place, the newest stays in sight.
  useEffect(() => ref.current?.scrollTo(0, ref.current.scrollHeight));
  return (
    <section class="log" aria-label="Log" ref={ref}>
      <ol>
        {lines.slice(-most).map((l, i, all) => (
          <Line key={`${l.turn}${l.text}`} line={l} go={props.go}
            older={i < all.length - few} />
        ))}
      </ol>
      {lines.length > 3 && (
        <button class="link tiny" onClick={props.whole}>whole log</button>
      )}
    </section>
  );
}

export function WholeLog(props: {
  scene: Scene; skin: Skin; go?(turn: number): void; close(): void;
  /** The turn that is looked for. */
  at: number;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    ref.current?.showModal();
    ref.current?.querySelector("[aria-current]")
      ?.scrollIntoView({ block: "center" });
  }, []);
  return (
    <dialog ref={ref} onClose={props.close} aria-label="Whole log">
      <div class="spread"><h2>Log</h2>
        <button class="btn" onClick={props.close}>Close <kbd>Esc</kbd></button>
      </div>
      <ol class="log whole">
        {logLines(props.scene, props.skin).map((l) => (
          <Line key={`${l.turn}${l.text}`} line={l} at={l.turn === props.at}
            go={props.go && ((t) => {
            props.close();
            props.go?.(t);
          })} />
        ))}
      </ol>
    </dialog>
  );
}

/** Says every new turn once: the event at once, and what it did to the
 *  viewer's knowledge when that has come. */
export function Announcer(props: {
  scene: Scene; skin: Skin; yourTurn: string | null;
}) {
  const { scene, skin, yourTurn } = props;
  const [said, setSaid] = useState<string[]>([]);
  const last = useRef(-1);
  const told = useRef(-1);
  const say = (more: string[]) => {
    if (more.length) setSaid((s) => [...s, ...more].slice(-8));
  };
  useEffect(() => {
    const lines = logLines(scene, skin);
    const fresh = last.current < 0 ? [] : lines.filter((l) =>
      l.turn > last.current);
    last.current = lines.at(-1)?.turn ?? 0;
    say(fresh.map((l) => `Turn ${l.turn}. ${l.who}${l.text}`));
  }, [scene.n]);
  useEffect(() => {
    if (told.current < 0) told.current = scene.turn;
    while (told.current < scene.turn && scene.past(told.current + 1)?.gone) {
      say(effectWords(++told.current, scene, skin));
    }
  });
  return (
    <div class="unseen">
      <div role="log" aria-live="polite" aria-label="What happens">
        {said.map((s) => <p key={s}>{s}</p>)}
      </div>
      <div role="status" aria-live="assertive">{yourTurn ?? ""}</div>
    </div>
  );
}
