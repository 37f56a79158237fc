// Where it was lost: moves that an agent of the game, knowing no more than the
// seat did, values clearly higher than the one that was made.  And: find it
// yourself, with the answer hidden until one has chosen.
import { useEffect, useRef, useState } from "preact/hooks";
import { faultOf, post } from "../base/api";
import type { Scene } from "../base/scene";
import type { AgentInfo, Replay, Values } from "../base/types";
import type { Skin } from "../boards/skin";
import { cap } from "../lens/cells";

export interface Slip {
  turn: number; seat: number; made: string; best: string; by: number;
}

const much = 0.5;

/** More moves than this are a list and not a button each. */
const many = 24;

/** Agents that can say what a move is worth: those made for the game, or the
 *  one that plays any game where there is none such. */
export function valuersOf(agents: AgentInfo[]): string[] {
  const all = agents.filter((a) => a.values).map((a) => a.name);
  const own = all.filter((name) => name !== "sampler");
  return own.length > 0 ? own : all;
}

/** The best move by value, where it beats the one that was made clearly.  A
 *  move that the agent puts no value on is neither. */
export function slipOf(v: Values): Slip | null {
  const valued = v.moves.flatMap(({ move, value }) =>
    typeof value === "number" ? [{ move, value }] : []);
  const made = valued.find((m) => m.move === v.made);
  if (!made) return null;
  const best = valued.reduce((a, b) => (b.value > a.value ? b : a));
  const by = best.value - made.value;
  return by >= much
    ? { turn: v.turn, seat: v.seat, made: v.made, best: best.move, by } : null;
}

function moveText(move: string, scene: Scene, skin: Skin): string {
  return skin.moveWords?.(move, scene.cast) ?? move;
}

export function Lost(props: {
  scene: Scene; skin: Skin; replay: Replay; go(turn: number): void;
  close(): void;
}) {
  const { scene, skin, go } = props;
  const ref = useRef<HTMLDialogElement>(null);
  const [slips, setSlips] = useState<Slip[]>([]);
  const [at, setAt] = useState(0);
  const [fault, setFault] = useState("");
  const [find, setFind] = useState<Slip | null>(null);
  const turns = props.replay.steps.length - 1;
  const names = valuersOf(scene.game.agents);
  const [valued, setValued] = useState<string | undefined>(names[0]);
  useEffect(() => ref.current?.showModal(), []);
  useEffect(() => {
    setSlips([]);
    setFault("");
    setFind(null);
    if (!valued) return;
    const stop = new AbortController();
    void (async () => {
      for (let t = 0; t < turns && !stop.signal.aborted; t++) {
        setAt(t);
        try {
          const v = await post<Values>("values", { record: scene.id, turn: t,
            agent: valued }, stop.signal);
          const slip = slipOf(v);
          if (slip) setSlips((s) => [...s, slip]);
        } catch (e) {
          if (!stop.signal.aborted) { setFault(faultOf(e).text); return; }
        }
      }
      setAt(turns);
    })();
    return () => stop.abort();
  }, [valued]);
  return (
    <dialog ref={ref} onClose={props.close} aria-label="Where it was lost">
      <div class="spread"><h2>Where it was lost</h2>
        <button class="btn" onClick={props.close}>Close <kbd>Esc</kbd></button>
      </div>
      {!valued ? <p>No agent of {scene.game.title} says what a move is worth, so
        none can be called better than the one that was made. <b>What if</b>{" "}
        plays on from any turn, and lets an agent move there.</p>
      : <p class="small">Moves that{" "}
        <select class="plain" aria-label="Whose values" value={valued}
          onChange={(e) => setValued((e.target as HTMLSelectElement).value)}>
          {names.map((n) => <option value={n}>{n}</option>)}
        </select>, knowing no more than the seat did, values clearly higher. A
        value is that agent’s; another may differ.</p>}
      {valued && at < turns && !fault && <><div class="thinbar" />
        <p class="small dim">Turn {at} of {turns} …</p></>}
      {fault && <p class="banner bad">{cap(fault)}</p>}
      {valued && at >= turns && !slips.length && !fault && <p>No move is valued clearly
        higher than the one that was made.</p>}
      <ul class="slips">
        {slips.map((s) => (
          <li key={s.turn} class="spread">
            <span><button class="link" onClick={() => {
              props.close();
              go(s.turn);
            }}>Before turn {s.turn + 1}</button>{" "}
              {scene.cast.name(s.seat)} made <b>{moveText(s.made, scene, skin)}
              </b></span>
            <span class="row tight">
              <span class="mono">{s.by.toFixed(1)}</span>
              <button class="btn" onClick={() => setFind(s)}>Find it yourself
              </button></span>
          </li>
        ))}
      </ul>
      {find && valued && <Find key={find.turn} slip={find} scene={scene} skin={skin}
        agent={valued} go={go} close={props.close} />}
    </dialog>
  );
}

/** The position before, the answer hidden, checked by the engine's values. */
function Find(props: {
  slip: Slip; scene: Scene; skin: Skin; agent: string; go(turn: number): void;
  close(): void;
}) {
  const { slip, scene, skin } = props;
  const [values, setValues] = useState<Values | null>(null);
  const [tried, setTried] = useState<string | null>(null);
  useEffect(() => {
    void post<Values>("values", { record: scene.id, turn: slip.turn,
      agent: props.agent }).then(setValues, () => undefined);
  }, []);
  const value = (m: string | null) =>
    values?.moves.find((x) => x.move === m)?.value ?? null;
  const best = value(slip.best);
  const mine = value(tried);
  return (
    <section class="find">
      <h3>Before turn {slip.turn + 1}: {scene.cast.name(slip.seat)} to move.
        What is better than {moveText(slip.made, scene, skin)}?</h3>
      <button class="link small" onClick={() => {
        props.go(slip.turn);
        props.close();
      }}>Look at the board first</button>
      {values && values.moves.length > many
        ? <select class="plain" aria-label="Your move" value={tried ?? ""}
            onChange={(e) => setTried((e.target as HTMLSelectElement).value)}>
            <option value="" disabled>choose a move …</option>
            {values.moves.map((m) => <option value={m.move}>
              {moveText(m.move, scene, skin)}</option>)}
          </select>
        : <div class="row">
            {values?.moves.map((m) => (
              <button class="btn" aria-pressed={tried === m.move}
                onClick={() => setTried(m.move)}>
                {moveText(m.move, scene, skin)}</button>
            ))}
          </div>}
      {tried && mine === null && <p class="banner plain" role="status">
        {props.agent} puts no value on {moveText(tried, scene, skin)}.</p>}
      {tried && mine !== null && best !== null && (
        <p class={`banner ${mine >= best - 0.1 ? "ok" : "bad"}`} role="status">
          {mine >= best - 0.1 ? <b>Found.</b>
            : mine > (value(slip.made) ?? 0) + 0.1
              ? <b>Better than what was made, and not the best yet.</b>
              : <b>Not better.</b>}{" "}
          {moveText(tried, scene, skin)} is worth {mine.toFixed(1)},{" "}
          {mine >= best - 0.1 ? `${moveText(slip.made, scene, skin)} ${
            value(slip.made)?.toFixed(1)}` : `the best ${best.toFixed(1)}`}.
        </p>
      )}
    </section>
  );
}
