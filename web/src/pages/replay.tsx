// A finished game, turn by turn, through any eyes: board, worlds, why, ask,
// and the scrub bar.
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { allTurns, get, post } from "../base/api";
import { makeCast } from "../base/cast";
import { useLoaded, useMedia, usePhone, useWidth } from "../base/hooks";
import { pointing, useKeys } from "../base/keys";
import { readRules, type Scene } from "../base/scene";
import { store } from "../base/store";
import { recordSource, type Line, type Source } from "../base/source";
import type { Fault, GameInfo, Replay, Seat, Seen, Track } from
  "../base/types";
import { linkTo, nameOf, recordAt } from "../base/wire";
import { SeatMark } from "../kit/seat";
import { AskTab } from "../lens/ask";
import { cap } from "../lens/cells";
import { Crumb } from "../lens/crumb";
import { TabBody, Tabs } from "../lens/panel";
import { PlaceTab } from "../lens/place";
import { ChangedTab, WhyTab } from "../lens/why";
import { WorldsTab } from "../lens/worlds";
import type { LensProps } from "../lens/lens";
import { KeySheet } from "./keysheet";
import { Log, WholeLog } from "./log";
import { nextMark, ScrubBar } from "../lens/scrub";
import { boardOf, gistOf, useSkin, useSurface, type Surface } from "./surface";
import { Framed } from "./table";
import { Menu, Skip, ThemeButton, Top } from "./top";
import { TurnStory } from "./turned";
import { useWhatIf, WhatIfBand, type WhatIf } from "./whatif";

interface Props {
  id: string; turn?: number; seat?: number; find?: boolean;
  /** A line of one's own begins at the turn. */
  play?: boolean; games: GameInfo[];
}

/** What is asked of the server and has not come: what, and how to stop it. */
function Asking(props: { words: string; stop(): void }) {
  return (
    <div class="line-band late" role="status">
      <span>{props.words} …</span>
      <button class="btn push" onClick={props.stop}>Stop <kbd>Esc</kbd></button>
    </div>
  );
}

interface Shown { eyes: number | null; replay: Replay; line: Line | null }

export function ReplayPage(props: Props) {
  const { id, games } = props;
  // How many seats there are is known when it has come; two always are.
  const [link, setLink] = useState((props.seat ?? 1) > 2);
  const [eyes, setEyes] = useState<number | null>(link ? null
    : Math.max(1, props.seat ?? 1));
  const [line, setLine] = useState<Line | null>(null);
  const you = store.ticket(id)?.seat ?? null;
  const query = `?${eyes === null ? "" : `seat=${eyes}&`}${
    you === null ? "" : `you=${you}&`}`;
  const loaded = useLoaded(`${id}${query}${line ? JSON.stringify(line) : ""}`,
    (signal) => allTurns((turn) => (line
      ? post<Replay>("line", { record: id, ...(eyes === null ? {}
        : { seat: eyes }), ...(you === null ? {} : { you }), turn, ...line },
        signal)
      : get<Replay>(`records/${encodeURIComponent(id)}/replay${query}${
        turn > 0 ? `from=${turn}` : ""}`, signal))));
  const [last, setLast] = useState<Shown>();
  const played = useRef<Replay | null>(null);
  if (loaded.what && !line) played.current = loaded.what;
  useEffect(() => {
    if (loaded.what) setLast({ eyes, replay: loaded.what, line });
  }, [loaded.what]);
  useEffect(() => {
    if (!link || !loaded.what) return;
    setEyes(props.seat! <= loaded.what.names.length ? props.seat! : 1);
    setLink(false);
  }, [loaded.what]);
  const shown = link ? undefined
    : loaded.what ? { eyes, replay: loaded.what, line } : last;
  const game = games.find((g) => g.name === shown?.replay.game);
  if (!shown || !game) {
    return <Opening fault={loaded.fault} again={loaded.again} />;
  }
  return <Looking {...props} game={game} replay={shown.replay}
    played={played.current ?? shown.replay} eyes={shown.eyes}
    setEyes={setEyes} line={shown.line} wanted={line} setLine={setLine}
    waiting={!loaded.what && !loaded.fault} again={loaded.again}
    stop={() => { setEyes(shown.eyes); setLine(shown.line); }}
    fault={loaded.fault?.text ?? ""} />;
}

/** A game that has not come yet, or that there is none of. */
function Opening(props: { fault: Fault | null; again(): void }) {
  const { fault } = props;
  return (
    <><Top /><main class="plainpage">
      {fault ? (
        <>
          <h1>{fault.code === "missing" ? "No such game"
            : "The game could not be opened"}</h1>
          <p>{cap(fault.text)}</p>
          <p class="row"><button class="btn main" onClick={props.again}>Try
            again</button><a class="btn" href="#/">To the tables</a></p>
        </>
      ) : (
        <div class="late" role="status">
          <p class="dim">Opening the game …</p>
          <div class="thinbar" />
          <a class="btn" href="#/">Stop</a>
        </div>
      )}
    </main></>
  );
}

export function seatsOf(replay: Replay, game: GameInfo): Seat[] {
  return replay.names.map((name, i) => {
    const who = replay.seats?.[i] ?? name;
    const agent = game.agents.some((a) => a.name === who.split("(")[0]);
    return agent ? { seat: i + 1, name, kind: "agent", agent: who }
      : { seat: i + 1, name, kind: "person" };
  });
}

export function useSeen(replay: Replay, turn: number): Seen[] {
  return useMemo(() => seenUpTo(replay, turn), [replay, turn]);
}

function useRecord(id: string, turn: number, eyes: number | null,
  line: Line | null): Source {
  return useMemo(() => recordSource(id, turn, eyes, line),
    [id, turn, eyes, line]);
}

/** All that was seen up to a turn, numbered. */
function seenUpTo(replay: Replay, turn: number): Seen[] {
  const all: Seen[] = [];
  for (const s of replay.steps.slice(0, turn + 1)) {
    for (const e of s.events) {
      all.push({ n: all.length, turn: s.turn, event: e, text: e.text,
        say: e.words, why: e.why });
    }
  }
  return all;
}

function Looking(props: Props & {
  game: GameInfo; replay: Replay; eyes: number | null;
  setEyes(seat: number | null): void; line: Line | null; wanted: Line | null;
  setLine(line: Line | null): void; fault: string; played: Replay;
  waiting: boolean; stop(): void; again(): void;
}) {
  const { game, replay, eyes, setEyes, id, line, setLine, played } = props;
  const phone = usePhone();
  const wide = useMedia("(min-width: 68.75em)");
  const turns = replay.steps.length - 1;
  const [aim, setTurn] = useState(props.turn ?? 0);
  const turn = Math.min(aim, turns);
  const [whole, setWhole] = useState(false);
  const [keys, setKeys] = useState(false);
  const [lost, setLost] = useState(!!props.find);
  const kept = useRef(eyes ?? 1);
  if (eyes !== null) kept.current = eyes;
  const track = useLoaded(`track.${id}`, (signal) =>
    get<Track>(`records/${encodeURIComponent(id)}/track`, signal));
  const marks = track.what ?? { seats: {}, marks: [] };
  const params = readRules(replay.rules);
  const skin = useSkin(game, replay.rules);
  const cast = makeCast(seatsOf(replay, game), store.ticket(id)?.seat ?? null);
  const step = replay.steps[turn];
  const seen = useSeen(replay, turn);
  const source = useRecord(id, turn, eyes, line);
  const mover = step.to_move ?? null;
  const ifs = useWhatIf({ line, wanted: props.wanted, setLine, turn, setTurn,
    eyes, setEyes, mover, stop: props.waiting ? props.stop : null });
  useEffect(() => { if (props.play) ifs.begin(); }, []);
  const go = (t: number) => {
    const to = Math.max(0, Math.min(turns, t));
    setTurn(to);
    if (line) return;
    history.replaceState(null, "", `#/r/${encodeURIComponent(id)}?turn=${to}` +
      (eyes === null ? "" : `&seat=${eyes}`));
  };
  const scene: Scene = {
    id, game, params, cast, you: eyes, seats: replay.names.length,
    n: seen.length, turn, toMove: mover, state: step.state ?? {},
    print: step.table, scores: step.scores, seen,
    legal: line && eyes === mover ? step.legal ?? null : null, replay: true,
    line,
    past: (t) => {
      const b = eyes === null ? null : marks.seats[String(eyes)]?.[t];
      return b == null ? undefined : { bits: b };
    },
  };
  const surface = useSurface(scene, skin, source, { open: true, goTurn: go });
  useReplayKeys({ turn, go, marks, setWhole, setKeys, ifs,
    above: () => setEyes(eyes === null ? kept.current : null) });
  const path = surface.board.path;
  const Board = boardOf(skin, scene);
  const board = (
    <main class="board" id="board" aria-busy={!!surface.lens?.know.old}>
      <h1 class="unseen">{game.title}, replay of {id}</h1>
      {line && <WhatIfBand line={line} ifs={ifs} scene={scene}
        mover={mover} fault={props.fault} />}
      {props.waiting && <Asking stop={props.stop} words={props.wanted && !line
        ? "Opening your own line" : line && !props.wanted ? "Back to the game"
        : "Asking the server"} />}
      {!props.waiting && props.fault && !line && (
        <p class="banner bad" role="alert">{cap(props.fault)}{" "}
          <button class="btn" onClick={props.again}>Try again</button></p>)}
      <Framed words={path.length && eyes !== null
        ? skin.pathWords?.([eyes, ...path], cast) : ""} depth={path.length}
        gist={gistOf(surface, skin, cast)} back={() => surface.clearPath()}
        fault={surface.lens?.deep.board?.error?.text}>
        <Board {...surface.board} phone={phone} still={!line}
          move={ifs.move}
          log={<Log scene={scene} skin={skin} go={go}
            whole={() => setWhole(true)} />} />
      </Framed>
      <Underneath {...props} scene={scene}
        lost={() => setLost(true)} ifs={ifs} above={() =>
          setEyes(eyes === null ? kept.current : null)} />
    </main>
  );
  return (
    <div class="replaypage">
      <Skip part="board" to="main [data-rove]">To the board</Skip>
      <ReplayTop {...props} scene={scene} turns={played.steps.length - 1}
        keys={() => setKeys(true)} />
      {board}
      {surface.lens ? (wide ? <WideLens {...surface.lens} />
        : <NarrowLens {...surface.lens} surface={surface} />)
        : <section class="lens above" aria-label="Lens"><p class="serif sentence">From above you
            see everything; there is nothing to know. Choose a seat to look
            through its eyes.</p></section>}
      <Scrubbing {...props} scene={scene} track={marks} go={go}
        turns={Math.max(turns, played.steps.length - 1)} />
      {whole && <WholeLog scene={scene} skin={skin} go={go} at={turn}
        close={() => setWhole(false)} />}
      {keys && <KeySheet scene={scene} replay close={() => setKeys(false)} />}
      {lost && <Turned close={() => setLost(false)}><TurnStory id={id}
        game={game} cast={cast} skin={skin} seat={eyes}
        eventOf={(t) => played.steps[t]?.events[0]} go={(t) => {
          setLost(false);
          go(t);
        }} /></Turned>}
    </div>
  );
}

function Turned(props: { close(): void; children: ComponentChildren }) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => ref.current?.showModal(), []);
  return (
    <dialog ref={ref} onClose={props.close} aria-label="Where it turned">
      <div class="spread"><h2>Where it turned</h2>
        <button class="btn" onClick={props.close}>Close <kbd>Esc</kbd></button>
      </div>
      {props.children}
    </dialog>
  );
}

function useReplayKeys(k: {
  turn: number; go(t: number): void; marks: Track; above(): void; ifs: WhatIf;
  setWhole(on: boolean): void; setKeys(on: boolean): void;
}) {
  useKeys((key, e) => {
    const rove = (e.target as HTMLElement)?.closest?.("[data-rove]");
    if (rove && !pointing() && key.startsWith("Arrow")) return false;
    const mark = (by: 1 | -1) => {
      const t = nextMark(k.marks, k.turn, by);
      if (t !== null) k.go(t);
      return true;
    };
    switch (key) {
      case "ArrowLeft": k.go(k.turn - 1); return true;
      case "ArrowRight": k.go(k.turn + 1); return true;
      case "ArrowUp": return mark(1);
      case "ArrowDown": return mark(-1);
      case "Home": k.go(0); return true;
      case "End": k.go(1e9); return true;
      case "w": case "W": k.ifs.begin(); return true;
      case "Escape": return k.ifs.end();
      case "o": case "O": k.above(); return true;
      case "j": case "J": k.setWhole(true); return true;
      case "?": k.setKeys(true); return true;
      default: return false;
    }
  });
}

async function download(id: string): Promise<void> {
  const a = document.createElement("a");
  a.href = await recordAt(id);
  a.download = `${nameOf(id)}.jsonl`;
  a.click();
}

function ReplayTop(props: Props & {
  scene: Scene; turns: number; eyes: number | null;
  setEyes(seat: number | null): void; keys(): void;
}) {
  const { scene, turns, eyes, setEyes } = props;
  const { cast } = scene;
  const [copied, setCopied] = useState(false);
  const copy = () => {
    void linkTo(props.id).then((link) => {
      void navigator.clipboard?.writeText(link);
      setCopied(true);
    });
  };
  const words = copied ? "Link copied" : "Share turn";
  return (
    <Top title={<span class="tabletitle dim wide">{scene.game.title} ·{" "}
      <b>{nameOf(props.id)}</b> · replay</span>}>
      <span class={"pill" + (scene.line ? " hatch" : "")}>
        {scene.line ? <>your line · turn {scene.turn}</>
          : <><span class="narrow">Replay · </span>
            <span class="wide">turn </span>{scene.turn} of {turns}</>}</span>
      <span class="push mind on eyeselect">
        <select class="plain" aria-label="Through the eyes of"
          value={String(eyes ?? 0)} onChange={(e) => setEyes(Number(
            (e.target as HTMLSelectElement).value) || null)}>
          {cast.seats.map((s) => (
            <option value={String(s.seat)}>{cast.name(s.seat)}</option>))}
          <option value="0">From above</option>
        </select></span>
      <span class="push row nowrap eyes" role="group"
        aria-label="Through the eyes of">
        <span class="dim small">through the eyes of</span>
        {cast.seats.map((s) => (
          <button key={s.seat} class={"mind" + (eyes === s.seat ? " on" : "")}
            aria-pressed={eyes === s.seat} aria-label={cast.name(s.seat)}
            onClick={() => setEyes(s.seat)}>
            <SeatMark letter={cast.letter(s.seat)} lens={eyes === s.seat}
              person={cast.person(s.seat)} />
            {scene.seats < 5 && <span>{cast.name(s.seat)}</span>}</button>
        ))}
        <button class={"mind" + (eyes === null ? " on" : "")}
          aria-pressed={eyes === null} onClick={() => setEyes(null)}>
          <span>From above</span></button>
        <button class="btn" onClick={copy}>{words}</button>
      </span>
      <span>
        <Menu>
          <button class="btn quiet eyeselect" onClick={copy}>{words}</button>
          <button class="btn quiet" onClick={props.keys}>Keys <kbd>?</kbd>
          </button>
          <ThemeButton />
          <button class="btn quiet" onClick={() => void download(props.id)}>
            Download record</button>
          <a class="btn quiet" href="#/">To the tables</a>
        </Menu>
      </span>
    </Top>
  );
}

/** Wide: worlds or place, why and changed beside it, the question below. */
function WideLens(props: LensProps) {
  const { scene } = props;
  const tab = props.tab === "place" ? "place" : "worlds";
  return (
    <section class="lenses" aria-label="Lens">
      <div class="lens-a">
        <Crumb cast={scene.cast} seat={props.seat} path={props.path}
          depthMax={scene.game.depth_max} setPath={props.setPath}
          initials={scene.seats > 3} />
        <div class="tabs" role="tablist" aria-label="Lens">
          <button role="tab" aria-selected={tab === "place"}
            onClick={() => props.setTab("place")}>
            {props.skin.tab ?? "Place"}</button>
          <button role="tab" aria-selected={tab === "worlds"}
            onClick={() => props.setTab("worlds")}>Worlds</button>
        </div>
        <div role="tabpanel" aria-label={tab}>
          {tab === "place" ? (props.skin.Lens ? <props.skin.Lens {...props} />
            : <PlaceTab {...props} />) : <WorldsTab {...props} />}
        </div>
      </div>
      <div class="lens-b" role="region" aria-label="Why, and what changed"
        tabIndex={0}><WhyTab {...props} /><hr class="hr" />
        <ChangedTab {...props} /></div>
      <div class="lens-c" role="region" aria-label="Ask" tabIndex={0}>
        <AskTab {...props} wide /></div>
    </section>
  );
}

function NarrowLens(props: LensProps & { surface: Surface }) {
  return (
    <aside class="lens below" aria-label="Lens">
      <Crumb cast={props.scene.cast} seat={props.seat} path={props.path}
        depthMax={props.scene.game.depth_max} setPath={props.setPath}
        initials={props.scene.seats > 3} />
      <Tabs {...props} />
      <TabBody {...props} />
    </aside>
  );
}

function Underneath(props: Props & {
  scene: Scene; lost(): void; above(): void; eyes: number | null;
  replay: Replay; played: Replay; ifs: WhatIf; line: Line | null;
}) {
  const { scene, played, eyes } = props;
  const last = played.steps[played.steps.length - 1];
  const score = last.scores;
  return (
    <div class="underneath row">
      {!props.line && <><button class="btn" onClick={props.ifs.begin}>
        What if … <kbd>W</kbd></button>
        <span class="dim small wide">{scene.turn === played.turns && last.ending
          || "play on from here with another move; the game itself stays as it was"}
        </span></>}
      <span class="pill">{props.line ? "The game itself: " : ""}
        {played.finished ? "Finished" : "Unfinished"} ·{" "}
        {scene.game.team ? `${score[0] ?? "?"} points` : score.join(" : ")}
      </span>
      <button class="btn" onClick={props.lost}>Where it turned</button>
      <button class="btn push" onClick={props.above}>{eyes === null
        ? "Hide true cards" : "Show true cards"} <kbd>O</kbd></button>
    </div>
  );
}

function Scrubbing(props: Props & {
  scene: Scene; track: Track; turns: number; go(t: number): void;
  eyes: number | null;
}) {
  const { scene, track, turns, go } = props;
  const { turn } = scene;
  const ref = useRef<HTMLDivElement>(null);
  const width = Math.max(240, useWidth(ref, 900));
  const mark = (by: 1 | -1) => {
    const t = nextMark(track, turn, by);
    if (t !== null) go(t);
  };
  return (
    <footer class="scrubbing">
      <div class="scrubkeys">
        <div class="row nowrap">
          <button class="btn" aria-label="To the beginning"
            onClick={() => go(0)}>|◀</button>
          <button class="btn" aria-label="A turn back"
            onClick={() => go(turn - 1)}>◀ <kbd class="wide">←</kbd></button>
          <button class="btn" aria-label="A turn on"
            onClick={() => go(turn + 1)}>▶ <kbd class="wide">→</kbd></button>
          <button class="btn narrow" onClick={() => mark(1)}>next ◆</button>
        </div>
        <p class="dim small wide">Height: {scene.you === null ? "no seat’s"
          : scene.cast.whose(scene.you)} uncertainty in bits.{" "}
          <span class="lens-ink">◆</span> a turn that told a seat much,{" "}
          <kbd>↑</kbd> <kbd>↓</kbd> next, last such turn</p>
      </div>
      <div ref={ref} class="scrubbox">
        <ScrubBar track={track} turns={turns} turn={turn}
          seat={scene.you ?? 1} cast={scene.cast} go={go} width={width}
          line={scene.line ?? null} />
      </div>
    </footer>
  );
}
