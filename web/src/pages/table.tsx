// A table that is being played, or watched: connection, board, lens, log.
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import { makeCast } from "../base/cast";
import { useMedia, useNow, usePhone } from "../base/hooks";
import { useKeys } from "../base/keys";
import { Live } from "../base/live";
import { numeral } from "../base/number";
import { readRules, type Past, type Scene } from "../base/scene";
import { store } from "../base/store";
import { get } from "../base/api";
import type { GameInfo, Replay } from "../base/types";
import { cap } from "../lens/cells";
import { LensPanel } from "../lens/panel";
import { Banners, playAgain } from "./banners";
import { GiveUp } from "./giveup";
import { KeySheet } from "./keysheet";
import { RulesDialog } from "./rules";
import { Announcer, Log, WholeLog } from "./log";
import { boardOf, gistOf, useSkin, useSurface } from "./surface";
import { TurnStory } from "./turned";
import { LensButton, Menu, Skip, ThemeButton, Top } from "./top";
import { Waiting } from "./waiting";

function useLive(id: string, games: GameInfo[]): Live {
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const [times, again] = useReducer((n: number) => n + 1, 0);
  const frame = useRef(0);
  const live = useMemo(() => {
    const ticket = store.ticket(id);
    const verbs = (name: string) =>
      games.find((g) => g.name === name)?.verbs ?? [];
    return new Live(id, ticket?.token ?? null, verbs, store.name(), () => {
      cancelAnimationFrame(frame.current);
      frame.current = requestAnimationFrame(() => redraw(0));
    });
  }, [id, times]);
  live.again = () => again(0);
  useEffect(() => () => live.close(), [live]);
  return live;
}

export function TablePage(props: { id: string; games: GameInfo[] }) {
  const live = useLive(props.id, props.games);
  const game = props.games.find((g) => g.name === live.table?.game);
  if (live.link === "refused") return <Refused {...props} />;
  if (!live.table || !game) {
    return (
      <><Top /><main class="plainpage"><p class="dim">{live.link === "lost"
        ? "The server cannot be reached. Trying again …"
        : cap(live.fault?.text ?? "taking the seat …")}</p></main></>
    );
  }
  return <Play live={live} game={game} key={`${live.id}.${live.seat}`} />;
}

function Refused({ id }: { id: string }) {
  return (
    <><Top /><main class="plainpage">
      <h1>No such seat</h1>
      <p>There is no table <b>{id}</b>, or the link to its seat is void: the
        seat was given up or handed on.</p>
      <p class="row"><button class="btn" onClick={() => {
        store.setTicket(id, null);
        location.reload();
      }}>Watch instead</button><a class="btn" href={`#/r/${id}`}>Replay, if it
        is over</a><a class="btn" href="#/">To the tables</a></p>
    </main></>
  );
}

const back = 8;

/** Worlds and bits after each turn: as they went by, and what went by too
 *  fast is asked for.  A reload keeps them. */
function usePast(live: Live) {
  const where = `${live.id}.${live.seat ?? 0}`;
  const [past] = useState(() => new Map<number, Past>(store.past(where)));
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const set = (turn: number, now: Past) => {
    const had = past.get(turn);
    past.set(turn, { ...had, ...now });
    if (had?.bits !== now.bits) store.setPast(where, [...past]);
  };
  const asked = useRef(0);
  const fill = async (now: number) => {
    for (let t = Math.max(1, now - back + 1, asked.current + 1); t <= now; t++) {
      asked.current = t;
      const own = (await live.changed(t).catch(() => null))?.seats?.[0];
      if (!own) continue;
      const [a, b] = own.bits ?? [null, null];
      if (a !== null) set(t - 1, { bits: a });
      set(t, { ...(b === null ? {} : { bits: b }), gone: own.gone ?? [] });
    }
    redraw(0);
  };
  return { at: (turn: number) => past.get(turn), set, fill };
}

/** The whole table, turned up when the game is over. */
function useAbove(live: Live): Record<string, unknown> | null {
  const [state, setState] = useState<Record<string, unknown> | null>(null);
  const over = live.end?.how === "over";
  useEffect(() => {
    if (!over) return;
    const stop = new AbortController();
    get<Replay>(`records/${encodeURIComponent(live.id)}/replay?from=${
      live.turn}`, stop.signal).then((r) =>
      setState(r.steps.at(-1)?.state ?? null), () => undefined);
    return () => stop.abort();
  }, [over]);
  return state;
}

function Play({ live, game }: { live: Live; game: GameInfo }) {
  const phone = usePhone();
  const past = usePast(live);
  const [whole, setWhole] = useState<number | null>(null);
  const [keys, setKeys] = useState(false);
  const [told, setTold] = useState(false);
  const table = live.table!;
  const params = readRules(live.rules || table.rules);
  const skin = useSkin(game, live.rules || table.rules);
  const cast = makeCast(table.seats, live.seat);
  const above = useAbove(live);
  const scene: Scene = {
    id: live.id, game, params, cast, you: live.seat,
    seats: table.seats.length, n: live.seen.length, turn: live.turn,
    toMove: live.toMove, state: above ?? live.state, print: live.print,
    scores: live.scores, seen: live.seen,
    legal: live.asked ? live.asked.legal : null, replay: false,
    past: past.at,
  };
  const surface = useSurface(scene, skin, live,
    { open: !phone, goTurn: setWhole });
  const know = surface.lens?.know.board;
  if (know && know.path.length === 1 && !know.error) {
    past.set(know.turn, { worlds: know.worlds, bits: know.bits });
  }
  const counted = know?.error ? -1 : know?.turn ?? -1;
  useEffect(() => {
    if (live.seat !== null && counted > 0) void past.fill(counted);
  }, [counted]);
  useKeys((key) => {
    if (key.toLowerCase() === "j") { setWhole(live.turn); return true; }
    if (key === "?") { setKeys(true); return true; }
    return false;
  }, true);
  const still = live.link !== "open";
  const moved = useRef(false);
  const move = (m: string) => {
    moved.current = true;
    for (const next of ["keydown", "pointerdown"]) {
      addEventListener(next, () => { moved.current = false; },
        { once: true, capture: true });
    }
    live.move(m);
    requestAnimationFrame(toOwnHand);
  };
  // What had the focus may be gone with the move: a card that was given.
  useEffect(() => {
    if (moved.current && document.activeElement === document.body) toOwnHand();
  });
  const over = live.seat !== null && live.end?.how === "over";
  useEffect(() => {
    if (over) document.querySelector("main.board")?.scrollTo(0, 0);
  }, [over]);
  const yours = !!live.asked && !still;
  useEffect(() => {
    document.title = `${yours ? "Your turn · " : ""}${game.title} · doxa`;
    return () => { document.title = "doxa"; };
  }, [yours, game]);
  const Board = boardOf(skin, scene);
  const path = surface.board.path;
  const large = useMedia("(min-width: 112.5em) and (min-height: 56em)");
  const aside = (phone || large && !!skin.logAside) && surface.open &&
    !!surface.lens;
  const log = <Log scene={scene} skin={skin}
    whole={() => setWhole(live.turn)} />;
  const story = over && <TurnStory id={live.id} game={game} cast={cast}
    skin={skin} seat={live.seat} eventOf={(t) => live.seen.find((e) =>
      e.turn === t)?.event} />;
  const aloud = !phone && !told && story;
  return (
    <div class={"tablepage" + (surface.open || aloud ? " withlens" : "") +
      (phone && surface.open ? ` sheet-${surface.sheet}` : "") +
      (yours ? " has-actions" : "")}>
      <Skip part="board" to="main [data-rove]">To the board</Skip>
      <TableTop live={live} scene={scene} yours={yours} surface={surface}
        keys={() => setKeys(true)} log={() => setWhole(live.turn)} />
      <main class="board" id="board" aria-busy={!!surface.lens?.know.old}>
        <h1 class="unseen">{game.title}, table {live.id}</h1>
        <Banners live={live} scene={scene} />
        {table.state === "open"
          ? <Waiting live={live} cast={cast} game={game} />
          : <Framed words={path.length
              ? skin.pathWords?.([scene.you!, ...path], cast) : ""}
              depth={path.length} back={() => surface.clearPath()}
              gist={gistOf(surface, skin, cast)} yours={yours}
              fault={surface.lens?.deep.board?.error?.text}>
              <Board {...surface.board} phone={phone} still={still} move={move}
                log={aside ? null : log} />
              {yours && !surface.open && !store.flag("met-lens", false) &&
                <FirstTime />}
              {!scene.legal && <NotYours scene={scene} live={live} />}
            </Framed>}
        {phone && story && <section class="panel" aria-label="Where it turned">
          <h2>Where it turned</h2>{story}</section>}
      </main>
      {aloud ? <aside class="lens" aria-label="Where it turned">
          <div class="spread"><h2>Where it turned</h2>
            <button class="btn quiet" onClick={() => setTold(true)}>Lens
            </button></div>
          {story}</aside>
      : surface.open && surface.lens && (
        <LensPanel {...surface.lens} phone={phone} sheet={surface.sheet}
          setSheet={surface.setSheet} log={aside ? log : null} />
      )}
      <Announcer scene={scene} skin={skin} yourTurn={yours ? `Your turn. ${skin.standing?.(scene) ?? ""} ${
        cap(numeral(live.asked!.legal.length))} ${live.asked!.legal.length === 1
        ? "move is" : "moves are"} legal.` : null} />
      {whole !== null && <WholeLog scene={scene} skin={skin} at={whole}
        close={() => setWhole(null)} />}
      {keys && <KeySheet scene={scene} close={() => setKeys(false)} />}
    </div>
  );
}

/** The focus to the own hand; until another key is used there, Enter is that of
 *  the move and not of the card. */
function toOwnHand() {
  const card = [".own .place.chosen", ".own [data-rove][tabindex='0']"].map((s) =>
    document.querySelector<HTMLElement>(s)).find(Boolean);
  if (!card) return;
  card.focus();
  card.setAttribute("data-given", "");
  card.addEventListener("keydown", (e) => {
    if (e.key !== "Enter") card.removeAttribute("data-given");
  }, { once: true });
  card.addEventListener("blur", () => card.removeAttribute("data-given"),
    { once: true });
}

/** The frame of minds: one line for each mind behind the viewer's own. */
export function Framed(props: {
  words?: string; depth: number; back(): void; children: ComponentChildren;
  yours?: boolean; gist?: string | null;
  /** Why nothing can be said through these eyes. */
  fault?: string;
}) {
  return (
    <div class={props.depth ? `minds depth-${Math.min(props.depth, 3)}` : "mindless"}>
      {props.depth > 0 && (
        <div class="mindtag"><span>{props.words}</span></div>
      )}
      {props.depth > 0 && props.fault && <p class="banner bad small"
        role="status"><b>Not answered.</b>{" "}
        {cap(props.fault).replace(/[.]?$/, ".")} What is hidden stays face
        down.</p>}
      {props.depth > 0 && props.yours && (
        <p class="banner go small" role="note"><b>It is your turn.</b>{" "}
          <span class="wide">You move from your own eyes. </span><button class="btn" onClick={props.back}>Back to
          my eyes, and move <kbd>Esc</kbd></button></p>
      )}
      {props.children}
      {props.gist && <p class="gist">{props.gist}</p>}
      {props.depth > 0 && (
        <div class="mindlegend small dim">
          <span class="row tight"><i class="lg sure" /> surely held
            possible</span>
          <span class="row tight"><i class="lg maybe" /> perhaps: it depends on
            what is hidden</span>
          <span class="row tight"><b class="serif">?</b> not decided</span>
          <button class="btn push" onClick={props.back}>Back to my eyes{" "}
            <kbd>Esc</kbd></button>
        </div>
      )}
    </div>
  );
}

function FirstTime() {
  const [gone, setGone] = useState(false);
  const touch = useMedia("(pointer: coarse)");
  if (gone) return null;
  return (
    <p class="firsttime small">The lens shows what you can know.{" "}
      {touch ? "Tap Lens, or a card."
        : <>Press <kbd>L</kbd> or tap a card.</>}{" "}
      <button class="link small" onClick={() => {
        store.setFlag("met-lens", true);
        setGone(true);
      }}>Close</button></p>
  );
}

function NotYours({ scene, live }: { scene: Scene; live: Live }) {
  if (live.end || scene.toMove === null || live.link !== "open") return null;
  return (
    <p class="actions dim notyours" role="status">
      {scene.toMove === scene.you ? "…"
        : `${scene.cast.name(scene.toMove)} is to move.`}</p>
  );
}

function Clock({ live }: { live: Live }) {
  const asked = live.asked;
  const left = asked?.clock?.left_ms ?? asked?.clock?.move_ms;
  const now = useNow(!!left);
  if (!asked || !left) return null;
  const s = Math.max(0, Math.round((left - (now - asked.at)) / 1000));
  return <span class="dim"><span class="mono">{Math.floor(s / 60)}:
    {String(s % 60).padStart(2, "0")}</span> this move</span>;
}

function TableTop(props: {
  live: Live; scene: Scene; yours: boolean;
  surface: ReturnType<typeof useSurface>; keys(): void; log(): void;
}) {
  const { live, scene, yours, surface } = props;
  const [giving, setGiving] = useState(false);
  const [rules, setRules] = useState(false);
  return (
    <>
    <Top title={<span class="tabletitle dim wide">{scene.game.title} · table{" "}
      <b>{live.id}</b></span>}>
      {live.end ? <span class="pill">Finished</span>
        : yours ? <span class="pill go">Your turn<span class="wide"> ·
            turn {scene.turn + 1}</span></span>
        : <span class="pill">{scene.toMove !== null && scene.toMove !==
            scene.you && <span class="wide">{scene.cast.Whose(scene.toMove)}
            {" "}turn · </span>}turn {scene.turn + 1}</span>}
      <span class="push row nowrap">
        <Clock live={live} />
        {surface.lens && <LensButton open={surface.open}
          taken={scene.cast.seats.some((s) => s.seat !== scene.you &&
            scene.cast.letter(s.seat) === "L")} set={surface.setOpen} />}
        <button class="btn quiet wide" onClick={() => setRules(true)}>Rules
        </button>
        {live.end && <a class="btn quiet wide" href={`#/r/${live.id}`}>
          Replay</a>}
        <Menu>
          <button class="btn quiet" onClick={() => setRules(true)}>Rules
          </button>
          <button class="btn quiet" onClick={props.log}>Whole log <kbd>J</kbd>
          </button>
          <button class="btn quiet" onClick={props.keys}>Keys <kbd>?</kbd>
          </button>
          <ThemeButton />
          <a class="btn quiet" href="#/">To the tables</a>
          {live.end && live.seat !== null && <button class="btn quiet"
            onClick={() => playAgain(live)}>Play again</button>}
          {live.end && <a class="btn quiet" href={`#/r/${live.id}`}>Replay</a>}
          {live.seat !== null && !live.end && <button class="btn quiet"
            onClick={() => setGiving(true)}>Give up the seat …</button>}
        </Menu>
      </span>
    </Top>
    {rules && <RulesDialog game={scene.game} rules={live.table!.rules}
      seats={scene.cast.seats.filter((s) => s.seat !== scene.you).map((s) => ({
        name: scene.cast.name(s.seat), agent: s.agent ?? "" }))}
      close={() => setRules(false)} />}
    {giving && <GiveUp live={live} close={() => setGiving(false)} />}
    </>
  );
}
