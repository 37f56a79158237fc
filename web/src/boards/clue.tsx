// The table of Clue: a detective's notes.  A row a card, a column for the
// envelope and for each hand; what the lens says stands in the cells.  To ask
// or to accuse one picks a suspect, a weapon and a room in the notes.
import { useEffect, useState } from "preact/hooks";
import { useKeys } from "../base/keys";
import { Rove } from "../base/rove";
import { numeral } from "../base/number";
import { lastOwnTurn } from "../base/scene";
import type { Scene } from "../base/scene";
import type { LensBoard, LensPlace } from "../base/types";
import { SeatMark } from "../kit/seat";
import { CellPicture, type Cell } from "../kit/veil";
import { believedCells, certain, deepCells, knownCells, placesOf, possible } from
  "../lens/cells";
import { clueFace, cluePlace, groups, type Group } from "./clue_words";
import { onButton } from "./hanabi_actions";
import { Sure, Who } from "./parts";
import { moveLabels, type BoardProps } from "./skin";

interface ClueState {
  hands: { size: number; cards: string[]; not: string[]; out: boolean }[];
  asks: { asker: number; named: string[]; shower: number | null;
    showed: boolean; card: string | null }[];
  envelope: (string | null)[];
  winner: number | null;
}

type Picks = (string | null)[];

export function ClueBoard(props: BoardProps) {
  const { scene, path } = props;
  const state = scene.state as unknown as ClueState;
  const [picks, setPicks] = useState<Picks>([null, null, null]);
  useEffect(() => setPicks([null, null, null]), [scene.n]);
  const playing = !!scene.legal && !props.still && !path.length;
  const legal = playing ? scene.legal! : [];
  if (!state.hands) return null;
  const mine = props.own === null ? null : state.hands[props.own - 1];
  const pick = (group: number, card: string) => setPicks(picks.map((p, i) =>
    (i === group ? (p === card ? null : card) : p)));
  return (
    <div class="clue" style={{ "--columns": scene.seats + 1 }}>
      <Seats {...props} state={state} />
      <Rove label="Notes" class="cluenotes">
        {groups(scene, props.know).map((g, i) => (
          <Notes {...props} key={g.name} group={g} nth={i} state={state}
            picked={picks[i]} look={props.pick} take={canPick(legal, i)
              ? (c) => pick(i, c) : undefined} />
        ))}
      </Rove>
      <div class="dock">
        {props.phone && !scene.replay && props.log}
        {mine && (
          <section class="own panel cluehand" aria-label="Your cards">
            <Who scene={scene} seat={scene.you!} viewer>
              {mine.size} cards{mine.out ? " · out" : ""}</Who>
            <div class="row">{mine.cards.map((c) => (
              <span class="cluecard serif" key={c}>{clueFace(c).label}</span>
            ))}</div>
            {props.layers()}
          </section>
        )}
        {(!props.phone || scene.replay) && props.log}
        {playing && <Actions {...props} legal={legal} picks={picks}
          clear={() => setPicks([null, null, null])} />}
      </div>
    </div>
  );
}

const threes = /^(ask|accuse) /;

function canPick(legal: string[], group: number): boolean {
  return group < 3 && legal.some((m) => threes.test(m));
}

/** Who sits here, how many cards, and what the last question came to. */
function Seats(props: BoardProps & { state: ClueState }) {
  const { scene, state } = props;
  const { cast } = scene;
  return (
    <div class="seatcards">
      {cast.seats.map(({ seat }) => {
        const hand = state.hands[seat - 1];
        const shown = state.asks.filter((a) => a.shower === seat && a.showed);
        return (
          <section key={seat} class={"panel seatcard" +
            (scene.toMove === seat ? " moving" : "")}
            aria-label={cast.name(seat)}>
            <span class="row tight who"><SeatMark letter={cast.letter(seat)}
              person={cast.person(seat)} viewer={seat === scene.you}
              size={22} /><b class="name">{cast.name(seat)}</b></span>
            <span class="dim tiny">{hand.size} cards{hand.out
              ? " · out: accused wrongly" : shown.length
                ? ` · showed ${shown.length}` : ""}</span>
          </section>
        );
      })}
    </div>
  );
}

/** The cells of a place; a card that is known to be there is a tick. */
function cellsOf(props: BoardProps, key: string): Map<string, Cell | "tick"> {
  const deep = props.path.length > 0;
  const board = deep ? props.deep : props.know;
  const at = placesOf(board).get(key);
  const cells = new Map<string, Cell | "tick">();
  if (!at || !board) return cells;
  for (const [k, c] of drawn(props, board, at, key)) cells.set(k, c);
  if (!deep) {
    for (const [k, c] of Object.entries(at.cells)) {
      if (c.k === "yes" || at.seen) cells.set(k, "tick");
    }
  }
  return cells;
}

function drawn(props: BoardProps, board: LensBoard, at: LensPlace, key: string) {
  if (props.path.length) return deepCells(at);
  const known = knownCells(board, at, lastOwnTurn(props.scene));
  const { belief } = props;
  return belief ? believedCells(belief, placesOf(belief).get(key), known)
    : known;
}

/** The notes on one sort of card. */
function Notes(props: BoardProps & {
  group: Group; nth: number; state: ClueState; picked: string | null;
  look(place: string): void; take?(card: string): void;
}) {
  const { group, nth, scene } = props;
  const { cast } = scene;
  const envelope = nth ? `envelope#${nth + 1}` : "envelope";
  const columns = [envelope, ...cast.seats.map((s) => `has(${s.seat})`)];
  const cells = columns.map((c) => cellsOf(props, c));
  return (
    <section class="panel cluegroup" aria-label={group.name}>
      <span class="caps">{group.name}</span>
      <span class="cluecol" title="the envelope"><Envelope /></span>
      {cast.seats.map((s) => (
        <span class="cluecol" key={s.seat} title={cast.name(s.seat)}>
          <SeatMark letter={cast.letter(s.seat)} size={20}
            person={cast.person(s.seat)} viewer={s.seat === scene.you} /></span>
      ))}
      {group.cards.map((card) => (
        <>
          <CardName card={card} picked={props.picked === card}
            take={props.take} />
          {columns.map((key, i) => (
            <NoteCell key={key} card={card} place={key} cell={cells[i].get(card)}
              asked={!(props.path.length ? props.deep : props.know)}
              scene={scene} chosen={props.place === key} pick={() => props.look(key)} />
          ))}
        </>
      ))}
    </section>
  );
}

function CardName(props: {
  card: string; picked: boolean; take?(card: string): void;
}) {
  const { card, picked } = props;
  const name = clueFace(card).label;
  if (!props.take) return <span class="cluename">{name}</span>;
  return (
    <button data-rove class={"place cluename target" + (picked
      ? " chosen" : "")} aria-pressed={picked} data-card={card}
      onClick={() => props.take?.(card)}>{name}</button>
  );
}

const lookWords: Record<string, string> = {
  chance: "possible", belief: "believed possible", empty: "hardly",
  surely: "possible", perhaps: "perhaps possible", cross: "not any more",
  undecided: "not decided", dot: "no",
};

function NoteCell(props: {
  card: string; place: string; cell?: Cell | "tick"; asked: boolean;
  scene: Scene; chosen: boolean; pick(): void;
}) {
  const { card, cell } = props;
  const face = clueFace(card);
  const words = cell === "tick" ? "yes" : lookWords[cell?.look ?? "dot"];
  return (
    <button data-rove class={"notecell" + (props.chosen ? " chosen" : "")}
      onClick={props.pick} aria-label={`${face.name}, ${cluePlace(
        props.place, props.scene.cast)}: ${props.asked ? "…" : words}`}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        {cell === "tick"
          ? <path d="M5 12.5l5 5.5 9-12" fill="none" stroke="var(--ink)"
              stroke-width="3.4" />
          : !props.asked && <CellPicture face={face} x={12} y={12} size={19}
              cell={cell ?? { look: "dot" }} />}
      </svg>
    </button>
  );
}

function Envelope() {
  return (
    <svg width="22" height="16" viewBox="0 0 22 16" fill="none" role="img"
      aria-label="envelope" stroke="var(--ink)" stroke-width="1.5">
      <rect x="1" y="1" width="20" height="14" rx="2" />
      <path d="M1.5 2 11 9.5 20.5 2" /></svg>
  );
}

function Actions(props: BoardProps & {
  legal: string[]; picks: Picks; clear(): void;
}) {
  const { legal, picks, move } = props;
  const three = picks.every(Boolean) ? picks.join(" ") : null;
  const ready = three === null ? [] : ["ask", "accuse"]
    .map((v) => `${v} ${three}`).filter((m) => legal.includes(m));
  const others = legal.filter((m) => !threes.test(m));
  const choosing = legal.length > others.length;
  const words = moveLabels(props);
  const verb = legal.some((m) => m.startsWith("ask ")) ? "ask" : "accuse";
  const [asked, accuse] = useState<string | null>(null);
  const sure = ready.find((m) => m === asked);
  const take = (m: string) => (m.startsWith("accuse") ? accuse(m) : move(m));
  useKeys((key, e) => {
    if (key === "Escape" && picks.some(Boolean)) {
      props.clear();
      return true;
    }
    if (key !== "Enter" || !ready.length || onButton(e)) return false;
    take(ready[0]);
    return true;
  });
  if (sure) {
    return (
      <div class="actions" role="group" aria-label="Your move">
        <Sure label="Accuse?" act={words(sure)} words={<>{howSure(props, picks)} If it is
          wrong, you are out: you ask no more, and go on showing.</>}
          go={() => move(sure)}
          back={() => accuse(null)} />
      </div>
    );
  }
  return (
    <div class="actions" role="group" aria-label="Your move">
      <div class="row">
        {ready.map((m, i) => (
          <button class={`btn big ${i ? "" : "main"}`} key={m} data-go
            onClick={() => take(m)}>{words(m)} {!i && <kbd>↵</kbd>}</button>
        ))}
        {choosing && !ready.length && <span>{picks.some(Boolean)
          ? missing(picks) : `To ${verb}, pick a suspect, a weapon and a room ` +
            "in the lists."}</span>}
        {others.map((m) => (
          <button class={`btn big ${choosing ? "" : "main"}`} key={m}
            onClick={() => move(m)}>{words(m)}</button>
        ))}
      </div>
    </div>
  );
}

/** How much of an accusation the viewer knows. */
function howSure(props: BoardProps, picks: Picks): string {
  const envelope = ["", "#2", "#3"].map((nth) =>
    placesOf(props.know).get(`envelope${nth}`));
  if (picks.some((c, i) => envelope[i] && !possible(envelope[i]!).includes(c!))) {
    return "You know that these are not the three.";
  }
  const known = envelope.filter(certain).length;
  return `You know ${known === 3 ? "all three" : known
    ? `${numeral(known)} of the three` : "none of the three"}.`;
}

function missing(picks: Picks): string {
  const names = ["a suspect", "a weapon", "a room"];
  return `And ${names.filter((_, i) => !picks[i]).join(", ")}.`;
}
