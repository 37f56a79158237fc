// The lesson: a real table at the moments of a game that was played by the
// partners one meets, five of them explained.  Any legal move may be tried; the
// lesson goes on with the one that it is about.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { allTurns, get } from "../base/api";
import { makeCast } from "../base/cast";
import { useLoaded, usePhone } from "../base/hooks";
import { useKeys } from "../base/keys";
import { readRules, type Scene } from "../base/scene";
import { recordSource } from "../base/source";
import { store } from "../base/store";
import type { GameInfo, Replay } from "../base/types";
import { onButton } from "../boards/hanabi_actions";
import { LensPanel } from "../lens/panel";
import { Log } from "./log";
import { seatsOf, useSeen } from "./replay";
import { boardOf, gistOf, useSkin, useSurface } from "./surface";
import { Framed } from "./table";
import { LensButton, Skip, Top } from "./top";

interface LessonStep {
  turn: number; head: string; say: string;
  /** The move that it is about, or through whom to look. */
  want?: string; look?: number;
  /** What is seen there. */
  seen?: string;
  ring?: string[];
}
interface Lesson {
  steps: LessonStep[]; end: { turn: number; say: string };
}

export function LearnPage(props: { game: GameInfo; step?: number }) {
  const { game } = props;
  const lesson = useLoaded(`lesson.${game.name}`, (signal) =>
    get<Lesson>(`lessons/${game.name}`, signal));
  const replay = useLoaded(`lessonrecord.${game.name}`, (signal) =>
    allTurns((turn) => get<Replay>(`records/lesson-${game.name
    }/replay?seat=1&you=1&from=${turn}`, signal)));
  const fault = lesson.fault ?? replay.fault;
  if (!lesson.what || !replay.what) {
    return <><Top /><main class="plainpage"><p class="dim">{fault?.text ??
      "Laying the table …"}</p></main></>;
  }
  return <Learning game={game} lesson={lesson.what} replay={replay.what}
    first={props.step ?? 1} />;
}

function Learning(props: {
  game: GameInfo; lesson: Lesson; replay: Replay; first: number;
}) {
  const { game, replay, lesson: { steps, end } } = props;
  const phone = usePhone();
  const id = `lesson-${game.name}`;
  const [at, setAt] = useState(Math.min(Math.max(props.first - 1, 0),
    steps.length));
  const [other, setOther] = useState("");
  const step = steps[at] as LessonStep | undefined;
  const turn = step?.turn ?? end.turn;
  const skin = useSkin(game, replay.rules);
  const shown = replay.steps[turn];
  const seen = useSeen(replay, turn);
  const [source, setSource] = useState(() => recordSource(id, turn, 1, null));
  useEffect(() => setSource(recordSource(id, turn, 1, null)), [turn]);
  const scene: Scene = {
    id, game, params: readRules(replay.rules),
    cast: makeCast(seatsOf(replay, game), 1), you: 1,
    seats: replay.names.length, n: seen.length, turn,
    toMove: shown.to_move ?? null, state: shown.state ?? {},
    print: shown.table, scores: shown.scores, seen,
    legal: step?.want ? shown.legal ?? null : null, replay: false,
    past: () => undefined,
  };
  const surface = useSurface(scene, skin, source, { open: false });
  const go = (to: number) => {
    setAt(to);
    setOther("");
    surface.clearPath();
    history.replaceState(null, "", `#/learn/${game.name}?step=${to + 1}`);
    if (to >= steps.length) store.setFlag(`met.${game.name}`, true);
  };
  const path = surface.board.path;
  const looked = !!step?.look && path[0] === step.look;
  useKeys((key, e) => {
    if (key !== "Enter" || onButton(e) || !(looked || !step)) return false;
    if (step) go(at + 1);
    else location.hash = `/play/${game.name}`;
    return true;
  });
  const move = (m: string) => {
    if (m === step?.want) go(at + 1);
    else {
      setOther("That is a legal move too, and it is taken back: this move is " +
        "about another one.");
    }
  };
  const Board = boardOf(skin, scene);
  return (
    <div class={"tablepage lesson" + (surface.open ? " withlens" : "")}>
      <Skip part="board" to="main [data-rove]">To the board</Skip>
      <LessonTop game={game} steps={steps} at={at}>
        {surface.lens && <LensButton open={surface.open}
          set={surface.setOpen} />}
      </LessonTop>
      <main class="board" id="board" aria-busy={!!surface.lens?.know.old}>
        <h1 class="unseen">{game.title}, lesson</h1>
        <section class="callout" role="status" aria-label="Lesson">
          <h2 class="caps">{step ? `${at + 1}. ${step.head}` : "Done"}</h2>
          <p class="serif">{looked ? step.seen : step?.say ?? end.say}</p>
          <p class="row">
            {step?.want && <button class="link" onClick={() => go(at + 1)}>
              Do it for me</button>}
            {step?.look && !looked && <button class="btn main" onClick={() => {
              surface.setOpen(true);
              surface.lens?.setPath([step.look!]);
              if (step.ring) surface.board.pick(step.ring[0]);
            }}>Look through {scene.cast.whose(step.look)} eyes</button>}
            {looked && <button class="btn main" onClick={() => go(at + 1)}>Back
              to my eyes, go on <kbd>↵</kbd></button>}
            {!step && <a class="btn main" href={`#/play/${game.name}`}>Sit down
              to a game <kbd>↵</kbd></a>}
            {at > 0 && <button class="link" onClick={() => go(at - 1)}>Back one
              move</button>}
            {other && <span class="other lens-bad">{other}</span>}
          </p>
        </section>
        <Framed words={path.length
          ? skin.pathWords?.([1, ...path], scene.cast) : ""} depth={path.length} back={() => surface.clearPath()}
          gist={gistOf(surface, skin, scene.cast)}
          fault={surface.lens?.deep.board?.error?.text}>
          <Rings places={looked || !step ? step?.ring ?? []
            : step.ring ?? step.want?.split(" ") ?? []} />
          <Board {...surface.board} phone={phone} still={!step?.want}
            move={move} log={<Log scene={scene} skin={skin}
              whole={() => undefined} />} />
        </Framed>
      </main>
      {surface.open && surface.lens && (
        <LensPanel {...surface.lens} phone={phone} sheet={surface.sheet}
          setSheet={surface.setSheet} />)}
    </div>
  );
}

/** Rings what is spoken of, wherever the board has drawn it: a place, or a card
 *  or rank that the move names. */
function Rings({ places }: { places: string[] }) {
  useEffect(() => {
    const all = [...document.querySelectorAll<HTMLElement | SVGElement>(
      "main.board :is([data-place], [data-card], [data-rank])")];
    for (const e of all) {
      const { place, card, rank } = e.dataset;
      e.classList.toggle("ringed", places.includes((place ?? card ?? rank)!));
    }
  });
  return null;
}

function LessonTop(props: {
  game: GameInfo; steps: LessonStep[]; at: number;
  children: ComponentChildren;
}) {
  const { steps, at } = props;
  return (
    <Top title={<span class="tabletitle dim wide">{props.game.title} ·{" "}
      <b>lesson</b></span>}>
      <span class="stepdots" role="img" aria-label={`Move ${Math.min(at + 1,
        steps.length)} of ${steps.length}`}>{steps.map((_, i) => (
        <i key={i} class={i < at ? "done" : i === at ? "now" : ""} />))}</span>
      <span class="dim wide">{at < steps.length
        ? `move ${at + 1} of ${steps.length}` : "all five"}</span>
      <span class="push row nowrap">{props.children}
        <a class="btn" href={`#/play/${props.game.name}`} onClick={() =>
          store.setFlag(`met.${props.game.name}`, true)}><span>Skip<span
          class="wide">, just play</span></span></a>
      </span>
    </Top>
  );
}
