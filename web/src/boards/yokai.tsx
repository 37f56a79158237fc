// The table of Yokai: sixteen cards on a growing board; a card known is a
// spirit, another its four families; who looked where is a letter on the card.
import { useEffect, useState } from "preact/hooks";
import { useKeys } from "../base/keys";
import { Rove } from "../base/rove";
import { lastOwnTurn } from "../base/scene";
import { count, plural } from "../base/number";
import { list } from "../base/cast";
import type { LensPlace } from "../base/types";
import { Eyes } from "../kit/card";
import type { Face } from "../kit/face";
import { Mark, type Shape } from "../kit/marks";
import { SeatMark } from "../kit/seat";
import { CellPicture, type Cell } from "../kit/veil";
import { believedCells, cap, certain, deepCells, deepWords, faceUp, knownCells,
  placesOf, veilWords } from "../lens/cells";
import { Sure } from "./parts";
import { moveLabels, placeParts } from "./skin";
import type { BoardProps, Skin } from "./skin";

interface SpiritCard {
  id: string; row: number; column: number; colour: string | null;
  looked: number[]; hint: string | null;
}
interface YokaiState {
  cards: SpiritCard[];
  stack: number;
  active: string[];
  open: string[];
  step: number;
  colours: string[];
  copies: number;
}

const families: Record<string, string> = {
  r: "red", y: "yellow", g: "green", b: "blue",
};

export function spiritFace(kind: string): Face {
  return { suit: kind, shape: kind as Shape, label: kind, spirit: true,
    name: families[kind] ?? kind };
}

function hintWords(hint: string): string {
  return list([...hint].map((c) => families[c] ?? c), "or");
}

interface Choice { card: string | null; hint: string | null }

export function YokaiBoard(props: BoardProps) {
  const { scene, path } = props;
  const state = scene.state as unknown as YokaiState;
  const [chosen, choose] = useState<Choice>({ card: null, hint: null });
  useEffect(() => choose({ card: null, hint: null }), [scene.n]);
  const [declaring, declare] = useState(false);
  useEffect(() => declare(false), [scene.n]);
  const playing = !!scene.legal && !props.still && !path.length;
  const legal = playing ? scene.legal! : [];
  const hint = chosen.hint ??
    (state.active?.length === 1 && state.step === 3 ? state.active[0] : null);
  useKeys((key) => {
    if (!playing) return false;
    if (key.toLowerCase() === "g" && legal.includes("stop")) {
      declare(true);
      return true;
    }
    if (key === "Escape" && (chosen.card || chosen.hint)) {
      choose({ card: null, hint: null });
      return true;
    }
    return false;
  });
  if (!state.cards) return null;
  const act = (id: string) => {
    props.pick(`colour(${id})`);
    if (legal.includes(`look ${id}`)) props.move(`look ${id}`);
    else if (hint && legal.includes(`place ${hint} ${id}`)) {
      props.move(`place ${hint} ${id}`);
    } else if (legal.some((m) => m.startsWith(`move ${id} `))) {
      choose({ ...chosen, card: chosen.card === id ? null : id });
    }
  };
  const can = (id: string) => legal.includes(`look ${id}`) ||
    legal.some((m) => m.startsWith(`move ${id} `)) ||
    (!!hint && legal.includes(`place ${hint} ${id}`));
  const targets = chosen.card ? legal
    .filter((m) => m.startsWith(`move ${chosen.card} `))
    .map((m) => m.split(" ").slice(2).map(Number)) : [];
  return (
    <div class="yokai">
      <div class="spread yokaitop">
        <Families {...props} state={state} />
        <Hints state={state} hint={hint} legal={legal}
          set={(h) => choose({ card: null, hint: h })} move={props.move} />
      </div>
      <SpiritGrid {...props} state={state} targets={targets} chosen={chosen}
        act={act} can={can} />
      <YokaiFoot {...props} state={state} legal={legal} playing={playing}
        declaring={declaring} declare={declare} />
      {props.log}
    </div>
  );
}

function SpiritGrid(props: BoardProps & {
  state: YokaiState; targets: number[][]; chosen: Choice;
  act(id: string): void; can(id: string): boolean;
}) {
  const { state, targets } = props;
  const rows = state.cards.map((c) => c.row);
  const columns = state.cards.map((c) => c.column);
  // Room for the free places around is always there: nothing moves for them.
  const top = Math.min(...rows) - 1;
  const left = Math.min(...columns) - 1;
  const wide = Math.max(...columns) - left + 2;
  const high = Math.max(...rows) - top + 2;
  const named = (at: 0 | 1, n: number) => targets.some((t) => t[at] === n) ||
    (at ? columns : rows).includes(n);
  return (
    <Rove label="Cards" class="spirits">
      <div class="spiritgrid" style={{ "--wide": wide - 2, "--high": high - 2 }}>
        {[...Array(wide).keys()].filter((i) => named(1, left + i)).map((i) =>
          <Edge key={`c${i}`} row={1} column={i + 2} name={left + i} />)}
        {[...Array(high).keys()].filter((i) => named(0, top + i)).map((i) =>
          <Edge key={`r${i}`} row={i + 2} column={1} name={top + i} />)}
        {state.cards.map((c) => (
          <Spirit {...props} key={c.id} card={c} at={{
            gridRow: c.row - top + 2, gridColumn: c.column - left + 2,
          }} />
        ))}
        {targets.map(([r, c]) => (
          <button data-rove key={`${r}.${c}`} class="spiritspot"
            style={{ gridRow: r - top + 2, gridColumn: c - left + 2 }}
            aria-label={moveLabels(props)(`move ${props.chosen.card} ${r} ${c}`)}
            onClick={() => props.move(`move ${props.chosen.card} ${r} ${c}`)} />
        ))}
      </div>
    </Rove>
  );
}

/** Rows and columns have the numbers by which the log calls them. */
function Edge(props: { row: number; column: number; name: number }) {
  return <span class="edge" aria-hidden="true" style={{ gridRow: props.row,
    gridColumn: props.column }}><span>{props.row === 1 ? "column" : "row"}
    </span>{" "}{props.name}</span>;
}

function Spirit(props: BoardProps & {
  card: SpiritCard; at: { gridRow: number; gridColumn: number };
  chosen: Choice; act(id: string): void;
  can(id: string): boolean;
}) {
  const { card, scene, skin, path } = props;
  const id = `colour(${card.id})`;
  const deep = path.length > 0;
  const place = placesOf(deep ? props.deep : props.know).get(id);
  const known = placesOf(props.know).get(id);
  const only = (deep ? null : card.colour) ?? faceUp(props, id);
  const title = `Card ${card.id.slice(1)}`;
  const words = only ? `${title}: ${skin.face(only).name}`
    : deep ? deepWords(title, place, skin.face)
    : veilWords(title, props.know, known, skin.face);
  const who = card.looked.map((s) => scene.cast.mid(s));
  return (
    <button data-rove data-card={card.id} style={props.at}
      class={"spirit" + (props.place === id ? " chosen" : "") +
        (props.chosen.card === card.id ? " touched" : "") +
        (props.can(card.id) ? " target" : "") + (only
          ? ` known s-${only}` : "")}
      aria-pressed={props.place === id}
      aria-label={words.replace(/\.?$/, ".") + (who.length
        ? ` ${cap(list(who))} looked.` : "") +
        (card.hint ? ` Hint: ${hintWords(card.hint)}.` : "")}
      onClick={() => props.act(card.id)}>
      <span class="num serif">{card.id.slice(1)}</span>
      <span class="looks" style={{ "--looks": card.looked.length }}>{card
        .looked.map((s) => (
        <SeatMark key={s} letter={scene.cast.letter(s)} size={18}
          person={scene.cast.person(s)} viewer={s === scene.you} />
      ))}</span>
      {!only
        ? <SpiritVeil board={props} cells={place} known={known} deep={deep}
            id={card.id} />
        : <svg class="spiritface" viewBox="-1.3 -1.3 2.6 2.6"
            aria-hidden="true"><Mark shape={only as Shape} x={0} y={0}
            size={0.95} /><Eyes x={0} y={0.12} size={0.95} /></svg>}
      {card.hint && (
        <span class="hinttag">{[...card.hint].map((c) => (
          <svg key={c} class={`s-${c}`} width="11" height="11"
            viewBox="-1.3 -1.3 2.6 2.6" aria-hidden="true">
            <Mark shape={c as Shape} x={0} y={0} size={1} /></svg>
        ))}</span>
      )}
    </button>
  );
}

function SpiritVeil({ board, ...props }: {
  board: BoardProps; cells?: LensPlace; known?: LensPlace; deep: boolean;
  id: string;
}) {
  const { cells: place, known, deep } = props;
  const { know, skin } = board;
  let cells = new Map<string, Cell>();
  if (deep) cells = place ? deepCells(place) : cells;
  else if (know && known) {
    cells = knownCells(know, known, lastOwnTurn(board.scene));
    const b = board.belief;
    if (b) {
      cells = believedCells(b, placesOf(b).get(`colour(${props.id})`), cells);
    }
  }
  const kinds = ["r", "y", "g", "b"].filter((k) =>
    (board.scene.state as unknown as YokaiState).colours.includes(k));
  return (
    <svg class="spiritveil" viewBox="0 0 60 60" aria-hidden="true">
      {kinds.map((k, i) => (
        <CellPicture key={k} face={skin.face(k)}
          cell={cells.get(k) ?? { look: (deep ? place : know) ? "dot"
            : "undecided" }}
          x={18 + 24 * (i % 2)} y={18 + 24 * Math.floor(i / 2)} size={21} />
      ))}
    </svg>
  );
}

/** Families counted: those seen filled, the others dashed.  Behind other minds
    those count that all of them have seen. */
function Families(props: BoardProps & { state: YokaiState }) {
  const { state, path } = props;
  const minds = placesOf(props.deep);
  const up = state.cards.filter((c) => !path.length ||
    minds.get(`colour(${c.id})`)?.hidden === false);
  return (
    <div class="families">
      {state.colours.map((k) => {
        const seen = up.filter((c) => c.colour === k).length;
        return (
          <span class={`row tight s-${k}`} key={k}>
            <svg width="22" height="22" viewBox="-1.3 -1.3 2.6 2.6"
              aria-hidden="true"><Mark shape={k as Shape} x={0} y={0}
              size={1} /><Eyes x={0} y={0.12} size={1} /></svg>
            <span>{families[k]}</span>
            {Array.from({ length: state.copies }, (_, i) => (
              <svg key={i} width="13" height="13" viewBox="-1.4 -1.4 2.8 2.8"
                aria-hidden="true"><g fill={i < seen ? "var(--m)" : "none"}
                  stroke="var(--m)" stroke-width=".18"
                  stroke-dasharray={i < seen ? undefined : ".4 .25"}>
                  <Mark shape={k as Shape} x={0} y={0} size={1}
                    fill={i < seen ? "var(--m)" : "none"} /></g></svg>
            ))}
            <span class="dim small">{state.copies - seen} unseen</span>
          </span>
        );
      })}
    </div>
  );
}

function Hints(props: {
  state: YokaiState; hint: string | null; legal: string[];
  set(hint: string): void; move(m: string): void;
}) {
  const { state, legal } = props;
  const card = (h: string, move: string | null) => {
    const body = [...h].map((c) => (
      <svg key={c} class={`s-${c}`} width="16" height="16"
        viewBox="-1.3 -1.3 2.6 2.6" aria-hidden="true"><Mark shape={c as Shape}
          x={0} y={0} size={1} /><Eyes x={0} y={0.1} size={1} /></svg>
    ));
    return (
      <button key={h} class={"hintcard" + (props.hint === h ? " chosen" : "") +
        (move ? " target" : "")} disabled={!move} aria-label={`Hint: ${
          hintWords(h)}`} aria-pressed={props.hint === h}
        onClick={() => (move!.startsWith("activate") ? props.move(move!)
          : props.set(h))}>{body}</button>
    );
  };
  return (
    <div class="hintrow">
      {state.active.map((h) => card(h, legal.some((m) =>
        m.startsWith(`place ${h} `)) ? `place ${h}` : null))}
      {state.open.map((h) => card(h, legal.includes(`activate ${h}`)
        ? `activate ${h}` : null))}
      {state.stack > 0 && <span class="hintcard stackcard" role="img"
        aria-label={`${state.stack} hints not revealed yet`}
        title="hints not revealed yet">{state.stack}<span class="tiny">{
          state.stack === 1 ? "hint" : "hints"}</span></span>}
    </div>
  );
}

const steps = ["look", "look", "move a card", "hint"];
const asks = ["Choose a card to look at.", "Choose a second card to look at.",
  "Choose a card, then a free place for it."];

function YokaiFoot(props: BoardProps & {
  state: YokaiState; legal: string[]; playing: boolean;
  declaring: boolean; declare(on: boolean): void;
}) {
  const { scene, state, legal, know, playing } = props;
  const words = moveLabels(props);
  const open = [...placesOf(know).values()].filter((p) => !certain(p)).length;
  return (
    <>
      <div class="spread yokailine"><p class="dim small">
        {scene.cast.seats.map((s) => (
          <span class="row tight inline" key={s.seat}>
            <SeatMark letter={scene.cast.letter(s.seat)} size={18}
              person={scene.cast.person(s.seat)}
              viewer={s.seat === scene.you} />
            {scene.cast.mid(s.seat)} {scene.cast.verb(s.seat, "have", "has")}
            {" "}looked{" "}</span>
        ))}
        {" "}the looks are public, the colours are not
        {know?.worlds && !props.path.length && <> · <b>{count(know.worlds)}</b>{" "}
          {know.worlds === "1" ? "way" : "ways"} the colours can lie</>}
      </p>{props.layers()}</div>
      {playing && (
        <div class="actions" role="group" aria-label="Your move">
          <div class="row">
            <span class="steps" role="group" aria-label={`Step ${state.step + 1} of 4: ${
              steps[state.step] ?? ""}`}>
              {steps.map((s, i) => (
                <span key={i} class={i < state.step ? "past"
                  : i === state.step ? "now" : ""}>{i + 1} {s}</span>
              ))}</span>
            <span>{asks[state.step] ?? (state.active.length
              ? "Choose a hint above, then the card that it is for." : "")}
            </span>
            {legal.includes("stay") && <button class="btn big"
              onClick={() => props.move("stay")}>{words("stay")}</button>}
            {legal.includes("reveal") && <button class="btn big main"
              onClick={() => props.move("reveal")}>
                {words("reveal")}</button>}
          </div>
          {legal.includes("stop") && (props.declaring ? (
            <Sure label="Declare?" act={words("stop")} words={<>This ends the
              game{open > 0 && <>, and {plural(open, "card")} of{" "}
                {state.cards.length} {open === 1 ? "is" : "are"} not certain to
                you</>}. If a family is not gathered, it ends with no
              points.</>} go={() => props.move("stop")}
              back={() => props.declare(false)} />
          ) : (
            <button class="btn big" onClick={() => props.declare(true)}>
              {words("stop")} … <kbd>G</kbd></button>
          ))}
        </div>
      )}
    </>
  );
}

export const yokaiSkin: Skin = {
  name: "yokai",
  face: spiritFace,
  grid: null,
  place: (place) => `card ${placeParts(place)[1]?.slice(1) ?? ""}`,
  owner: () => null,
  facts: () => ["win"],
  further: ["natural", "truthful(natural)"],
  Board: YokaiBoard,
};
