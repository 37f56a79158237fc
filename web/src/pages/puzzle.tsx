// A puzzle: a moment of a game that was played, on the real board with the real
// keys.  What moves are worth comes from the server, after the first try; it
// plays the game on, in worlds that fit what the seat has seen.
import { useEffect, useState } from "preact/hooks";
import { allTurns, faultOf, get, post } from "../base/api";
import { makeCast } from "../base/cast";
import { useLoaded, usePhone } from "../base/hooks";
import { plural } from "../base/number";
import { readRules, type Scene } from "../base/scene";
import { recordSource } from "../base/source";
import { store } from "../base/store";
import type { GameInfo, Replay, Values } from "../base/types";
import { cap } from "../lens/cells";
import { LensPanel } from "../lens/panel";
import { Log } from "./log";
import { seatsOf, useSeen } from "./replay";
import { ShareCard, squareWords, type Tried } from "./share";
import { boardOf, gistOf, useSkin, useSurface } from "./surface";
import { Framed } from "./table";
import { amount } from "./turned";
import { LensButton, Skip, Top } from "./top";

export interface Puzzle {
  record: string; turn: number; seat: number; question: string;
  /** Of the day: its number. */
  number?: number;
}

/** Days since the first one. */
export function today(): number {
  return Math.floor((Date.now() - Date.UTC(2026, 0, 1)) / 86400000) + 1;
}

/** The puzzle of a day: those that are shipped, in turn. */
export function PuzzleOfDay(props: {
  number: number; count: number; games: GameInfo[];
}) {
  const { number, count } = props;
  const file = `puzzle-${((number - 1) % count) + 1}`;
  const got = useLoaded(file, (signal) =>
    get<Omit<Puzzle, "record">>(`lessons/${file}`, signal));
  if (!got.what) {
    return <><Top /><main class="plainpage"><p class="dim">{got.fault?.text ??
      "Laying the table …"}</p></main></>;
  }
  return <PuzzlePage puzzle={{ ...got.what, record: `lesson-${file}`,
    number }} games={props.games} />;
}

/** Find it yourself: the moment before a move that was made. */
export function FindPage(props: {
  id: string; turn: number; seat: number; games: GameInfo[];
}) {
  return <PuzzlePage games={props.games} puzzle={{ record: props.id,
    turn: props.turn, seat: props.seat,
    question: "One move is better than the one that was made. Which?" }} />;
}

function PuzzlePage(props: { puzzle: Puzzle; games: GameInfo[] }) {
  const { record, turn, seat } = props.puzzle;
  // What the solver saw, and no later turn.
  const replay = useLoaded(`puzzle.${record}.${turn}`, (signal) =>
    allTurns(async (from) => {
      const r = await get<Replay>(`records/${encodeURIComponent(record)
      }/replay?seat=${seat}&you=${seat}&from=${from}&limit=${turn + 1 - from}`,
        signal);
      return { ...r, next: r.next !== undefined && r.next <= turn ? r.next
        : undefined };
    }));
  const game = props.games.find((g) => g.name === replay.what?.game);
  if (!replay.what || !game || !replay.what.steps.at(-1)?.legal) {
    return <><Top /><main class="plainpage"><p class="dim">{replay.fault?.text
      ?? (replay.what ? "Somebody else is to move there."
        : "Laying the table …")}</p></main></>;
  }
  return <Solving puzzle={props.puzzle} replay={replay.what} game={game} />;
}

interface Try { move: string; kind: Tried; told: string[] }

const playouts = 100;
const mostTries = 3;

/** What the move is worth, and whether any is clearly better. */
export function judge(v: Values, move: string): Tried | null {
  const valued = v.moves.filter((m) => typeof m.value === "number");
  const mine = valued.find((m) => m.move === move);
  if (!mine) return null;
  const best = valued.reduce((a, b) => (b.value! > a.value! ? b : a));
  const error = Math.hypot(best.error ?? 0, mine.error ?? 0);
  return mine === best || best.value! - mine.value! <= error ? "found"
    : "worse";
}

/** How it goes on, as the cards lay: the round after the move. */
async function sequel(p: Puzzle, replay: Replay, move: string):
  Promise<string[]> {
  const line = [move];
  const at = { record: p.record, from: p.turn, you: p.seat };
  for (let i = 1; i < replay.names.length; i++) {
    const v = await post<Values>("values", { ...at, line,
      turn: p.turn + i }).catch(() => null);
    const who = v && (replay.seats?.[v.seat - 1] ?? "");
    const choice = v?.choices.find((c) => c.agent === who && c.move) ??
      v?.choices.find((c) => c.move);
    if (!v || v.seat === p.seat || !choice) break;
    line.push(choice.move);
  }
  const r = await post<Replay>("line", { ...at, seat: p.seat, line,
    turn: p.turn + 1 });
  return r.steps.flatMap((s) => s.events.slice(0, 1).map((e) =>
    e.words ?? e.text));
}

function useTries(p: Puzzle, replay: Replay) {
  const [tries, setTries] = useState<Try[]>([]);
  const [values, setValues] = useState<Values | null>(null);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState("");
  const over = tries.some((t) => t.kind !== "worse");
  const made = async (move: string, shown: boolean) => {
    if (busy || over || tries.some((t) => t.move === move)) return;
    setBusy(true);
    setFault("");
    try {
      const v = values ?? await post<Values>("values", { record: p.record,
        turn: p.turn, you: p.seat, playouts });
      setValues(v);
      const best = v.moves.reduce((a, b) =>
        ((b.value ?? -1e9) > (a.value ?? -1e9) ? b : a)).move;
      const it = shown ? best : move;
      const kind = shown ? "shown" : judge(v, it);
      if (kind) {
        const told = await sequel(p, replay, it);
        setTries((all) => [...all, { move: it, kind, told }]);
      }
    } catch (e) {
      setFault(faultOf(e).text);
    }
    setBusy(false);
  };
  return { tries, values, busy, fault, over,
    make: (move: string) => void made(move, false),
    show: () => void made("", true) };
}

function Solving(props: { puzzle: Puzzle; replay: Replay; game: GameInfo }) {
  const { puzzle: p, replay, game } = props;
  const phone = usePhone();
  const skin = useSkin(game, replay.rules);
  const shown = replay.steps.at(-1)!;
  const seen = useSeen(replay, p.turn);
  const [source] = useState(() =>
    recordSource(p.record, p.turn, p.seat, null));
  const [looked, setLooked] = useState(false);
  const tried = useTries(p, replay);
  const done = new Set(tried.tries.map((t) => t.move));
  const scene: Scene = {
    id: p.record, game, params: readRules(replay.rules),
    cast: makeCast(seatsOf(replay, game), p.seat), you: p.seat,
    seats: replay.names.length, n: seen.length, turn: p.turn,
    toMove: p.seat, state: shown.state ?? {}, print: shown.table,
    scores: shown.scores, seen, replay: false, past: () => undefined,
    legal: tried.over ? null : (shown.legal ?? []).filter((m) => !done.has(m)),
  };
  const surface = useSurface(scene, skin, source, { open: false });
  useEffect(() => { if (surface.open) setLooked(true); }, [surface.open]);
  const path = surface.board.path;
  const Board = boardOf(skin, scene);
  return (
    <div class={"tablepage puzzlepage" +
      (phone && !surface.open ? "" : " withlens") + (phone && surface.open
      ? ` sheet-${surface.sheet}` : "")}>
      <Skip part="board" to="main [data-rove]">To the board</Skip>
      <PuzzleTop puzzle={p} game={game} tries={tried.tries}>
        {surface.lens && <LensButton open={surface.open}
          set={surface.setOpen} />}
      </PuzzleTop>
      <main class="board" id="board" aria-busy={!!surface.lens?.know.old}>
        <h1 class="unseen">{game.title}, puzzle</h1>
        {(phone || surface.open) && <p class="callout serif">{p.question}</p>}
        <Framed words={path.length
          ? skin.pathWords?.([p.seat, ...path], scene.cast) : ""} depth={path.length} back={() => surface.clearPath()}
          gist={gistOf(surface, skin, scene.cast)}
          fault={surface.lens?.deep.board?.error?.text}>
          <Board {...surface.board} phone={phone} still={tried.over ||
            tried.busy} move={tried.make} log={<Log scene={scene} skin={skin}
              whole={() => undefined} />} />
        </Framed>
        {phone && <Tries {...props} scene={scene} tried={tried}
          lens={looked} surface={surface} />}
      </main>
      {surface.open && surface.lens
        ? <LensPanel {...surface.lens} phone={phone} sheet={surface.sheet}
            setSheet={surface.setSheet} />
        : !phone && <aside class="lens puzzle" aria-label="Puzzle">
            <Tries {...props} scene={scene} tried={tried} lens={looked}
              surface={surface} /></aside>}
    </div>
  );
}

function PuzzleTop(props: {
  puzzle: Puzzle; game: GameInfo; tries: Try[]; children: unknown;
}) {
  const { puzzle: p, tries } = props;
  const end = tries.find((t) => t.kind !== "worse");
  return (
    <Top title={<span class="tabletitle dim wide">{p.number
      ? <>Puzzle <b>{p.number}</b></> : <b>Find it yourself</b>} ·{" "}
      {props.game.title}{p.number === today() && " · today"}</span>}>
      {end && <span class="pill">{end.kind === "found"
        ? `Solved, ${plural(tries.length, "try", "tries")}` : "Shown"}</span>}
      <span class="push row nowrap">{props.children as never}
        {p.number ? p.number > 1 && <a class="btn quiet" href={`#/puzzle/${
          p.number - 1}`}>◀ {p.number - 1}</a>
          : <a class="btn quiet" href={`#/r/${p.record}?turn=${p.turn}&seat=${
            p.seat}`}>To the replay</a>}</span>
    </Top>
  );
}

function Tries(props: {
  puzzle: Puzzle; game: GameInfo; scene: Scene; lens: boolean;
  replay: Replay; surface: ReturnType<typeof useSurface>;
  tried: ReturnType<typeof useTries>;
}) {
  const { puzzle: p, game, scene } = props;
  const { tries, values, busy, fault, over } = props.tried;
  const { skin } = props.surface.board;
  const words = (move: string) => cap(values?.moves.find((m) =>
    m.move === move)?.words ?? skin.moveWords?.(move, scene.cast) ?? move);
  const head = p.number ? `doxa ${p.number} ${game.title}`
    : `doxa ${game.title}`;
  const link = `${location.origin}${location.pathname}${p.number
    ? `#/puzzle/${p.number}` : `#/find/${p.record}?turn=${p.turn}&seat=${p.seat}`}`;
  useEffect(() => {
    if (over && p.number) store.setFlag(`solved.${p.number}`, true);
  }, [over]);
  return (
    <div class="tries">
      <h2>{p.question}</h2>
      <ol aria-live="polite">{tries.map((t, i) => (
        <li key={t.move} class={`try panel q-${t.kind}`}>
          <p class="spread"><b>{i + 1}. {words(t.move)}</b>
            <span class="small">{squareWords[t.kind]}</span></p>
          <p class="serif">{t.told.slice(1).join(" ") || t.told[0]}{" "}
            {t.kind === "worse" && values && <span class="lens-bad">{
              costOf(values, t.move, game)}</span>}</p>
        </li>))}</ol>
      {busy && <div role="status"><p class="dim small">Playing it on …</p>
        <div class="thinbar" /></div>}
      {fault && <p class="banner bad small" role="alert">{cap(fault)}</p>}
      {!over && <p class="dim small">Make your move on the board, with its
        keys. The lens <kbd>L</kbd> is open to you.{" "}
        {tries.length >= mostTries && <button class="btn" disabled={busy}
          onClick={props.tried.show}>Show me</button>}</p>}
      {over && values && <>
        <WorthBars values={values} tries={tries} words={words} game={game}
          replay={props.replay} />
        <ShareCard know={props.surface.board.know} skin={skin}
          cast={scene.cast} result={{ head, link,
            tries: tries.map((t) => t.kind), line: `${plural(tries.length,
              "try", "tries")}${props.lens ? "" : ", no lens"}` }} />
        <p class="row"><a class="btn main" href={`#/r/${p.record}?turn=${
          p.turn}&seat=${p.seat}&play`}>Play on from here</a>
          {p.number && <a class="btn" href={`#/puzzle/${p.number + 1}`}>Next
          </a>}</p></>}
    </div>
  );
}

/** What a try is worth, and how much less than the best. */
function costOf(values: Values, move: string, game: GameInfo): string {
  const unit = game.team ? "points" : "chance";
  const worth = (m: string) => values.moves.find((v) => v.move === m)?.value;
  const best = Math.max(...values.moves.map((m) => m.value ?? -Infinity));
  const mine = worth(move);
  if (mine === undefined || mine === null) return "";
  return `After it ${unit === "points" ? `${amount(mine, unit)} points are to ` +
    "be expected" : `the chance to win is ${amount(mine, unit)}`}: ${
    amount(best - mine, unit)} less than after the best move.`;
}

/** The best few and what was tried; bars start at the worst that is shown. */
function WorthBars(props: {
  values: Values; tries: Try[]; game: GameInfo; replay: Replay;
  words(move: string): string;
}) {
  const { values, tries } = props;
  const all = values.moves.filter((m) => typeof m.value === "number")
    .sort((a, b) => b.value! - a.value!);
  const list = all.filter((m, i) => i < 4 ||
    tries.some((t) => t.move === m.move));
  const [high, low] = [list[0].value!, list.at(-1)!.value!];
  const unit = props.game.team ? "points" : "chance";
  const error = Math.max(...list.map((m) => m.error ?? 0));
  return (
    <section class="worth"><h3 class="caps">{unit === "points"
      ? "Points to expect after it" : "Chance to win after it"}</h3>
      <dl>{list.map((m) => (
        <div key={m.move} class={tries.some((t) => t.move === m.move &&
          t.kind === "worse") ? "was" : m === list[0] ? "best" : ""}>
          <dt>{props.words(m.move)}</dt>
          <dd><span class="bar"><i style={{ width: `${high > low
            ? 8 + 92 * (m.value! - low) / (high - low) : 100}%` }} /></span>
            <span class="mono">{amount(m.value!, unit)}</span></dd>
        </div>))}</dl>
      <p class="dim small">about, if all play as {[...new Set(
        props.replay.seats)].join(", ")}; from {playouts} games played on in
        hands that are possible; ± {amount(error, unit)}</p>
    </section>
  );
}
