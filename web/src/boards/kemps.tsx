// The table of Kemps: what each hand may hold as a grid of four pips and
// thirteen ranks, the open cards, the own hand; pick one here and one there.
import { useEffect, useState } from "preact/hooks";
import { useKeys } from "../base/keys";
import { Rove } from "../base/rove";
import { lastOwnTurn } from "../base/scene";
import { numeral, plural } from "../base/number";
import { everybody, list, type Cast } from "../base/cast";
import type { LensBoard } from "../base/types";
import { Back, Card } from "../kit/card";
import type { Grid } from "../kit/face";
import { Mark } from "../kit/marks";
import { CellPicture, type Cell } from "../kit/veil";
import { believedCells, deepCells, knownCells, placesOf } from "../lens/cells";
import { useAnswers } from "../lens/answers";
import { Sep, Who } from "./parts";
import { cardFace, cardGrid, rankName } from "./ranks";
import { moveLabels, placeParts } from "./skin";
import type { BoardProps, Skin } from "./skin";
import { genericOwner } from "./generic";
import { onButton } from "./hanabi_actions";

interface KempsState {
  table: string[];
  hands: { size: number; cards: string[]; hidden?: number }[];
  deck: number;
  discards?: string[];
  /** In this turn, by whoever is to move: these stay. */
  taken?: string[];
  given?: string[];
  scores: number[];
  idle: number;
}

/** All cells of a hand, over the places that it has. */
function handCells(
  board: LensBoard | null, seat: number, since: number, deep: boolean,
  belief: LensBoard | null,
): Map<string, Cell> | null {
  if (!board) return null;
  const cells = new Map<string, Cell>();
  const believed = placesOf(belief);
  for (const [key, p] of placesOf(board)) {
    if (genericOwner(key) !== seat || !key.startsWith("hand(")) continue;
    const known = deep ? deepCells(p) : knownCells(board, p, since);
    for (const [k, c] of belief && !deep
      ? believedCells(belief, believed.get(key), known) : known) {
      const sure = p.cells[k]?.k === "yes" && !deep;
      cells.set(k, sure ? { look: "chance", chance: 1 } : c);
    }
  }
  return cells;
}

export function KempsBoard(props: BoardProps) {
  const { scene, path } = props;
  const words = moveLabels(props);
  const state = scene.state as unknown as KempsState;
  const [take, setTake] = useState<string | null>(null);
  const [give, setGive] = useState<string | null>(null);
  const [stays, setStays] = useState("");
  useEffect(() => { setTake(null); setGive(null); setStays(""); }, [scene.n]);
  if (!state.hands) return null;
  const you = scene.you;
  const docked = props.phone && !scene.replay;
  const order = scene.cast.seats.map((s) => s.seat);
  const grids = order.filter((s) => s !== props.own);
  const mine = props.own === null ? null : state.hands[props.own - 1];
  const legal = scene.legal ?? [];
  const swap = take && give ? `swap ${take} ${give}` : null;
  const playing = !!scene.legal && !props.still && !path.length;
  useKempsKeys(props, legal, swap, () => { setTake(null); setGive(null); });
  const why = (c: string) => (!playing ? "" : state.given?.includes(c)
    ? "You gave this card in this turn: you cannot take it back."
    : state.taken?.includes(c)
      ? "You took this card in this turn: you cannot give it away." : "");
  return (
    <div class="kemps">
      <Rove label="Hands" class="ledgers">
        {grids.map((s) => (
          <HandGrid {...props} key={s} seat={s} state={state} />
        ))}
      </Rove>
      {docked && props.log}
      <div class="dock">
      <div class="spread tablehead"><span><span class="caps">On the table</span>
        {playing && <span class="dim"> pick one here and one of yours to swap
          them</span>}</span>
        <span class="dim small">deck {state.deck}{state.idle > 0 &&
          ` · ${plural(state.idle, "turn")} without a swap`}</span></div>
      <Rove label="On the table" class="tablecards">
        {state.table.map((c) => (
          <PickCard key={c} card={c} on={take === c} live={playing &&
            legal.some((m) => m.startsWith(`swap ${c} `))} why={why(c)}
            say={setStays} pick={() => setTake(take === c ? null : c)} />
        ))}
        <span class="deck"><Back width={64} name={`deck, ${state.deck} cards`}
          /></span>
      </Rove>
      {!docked && props.log}
      {mine && (
        <section class="own panel" aria-label="Your hand">
          <Who scene={scene} seat={you!} viewer>
            {state.scores[you! - 1]} Kemps<Sep />{alike(mine.cards)}
          </Who>
          <Rove label="Your cards" class="cards">
            {mine.cards.map((c) => (
              <PickCard key={c} card={c} on={give === c} live={playing &&
                legal.some((m) => m.endsWith(` ${c}`))} why={why(c)}
                say={setStays} pick={() => setGive(give === c ? null : c)} />
            ))}
          </Rove>
          {playing && (
            <div class="owndo">
              {swap && (
                <button class="btn main big" disabled={!legal.includes(swap)}
                  onClick={() => props.move(swap)}>{words(swap)} <kbd>↵</kbd>
                </button>
              )}
              <button class={`btn big ${swap ? "" : "main"}`}
                disabled={!legal.includes("done")}
                onClick={() => props.move("done")}>{words("done")}{" "}
                {!swap && <kbd>↵</kbd>}</button>
              {!swap && <span class="dim small" role="status">{stays ||
                "Pick two cards to swap"}</span>}
            </div>
          )}
          {props.layers()}
        </section>
      )}
      </div>
    </div>
  );
}

function useKempsKeys(props: BoardProps, legal: string[], swap: string | null,
  clear: () => void) {
  useKeys((key, e) => {
    if (!props.scene.legal || props.still) return false;
    if (key === "Escape" && swap) { clear(); return true; }
    const card = (e.target as HTMLElement)?.closest?.("[data-rove]");
    if (key !== "Enter" || onButton(e) ||
      card && !swap && !card.hasAttribute("data-given")) return false;
    const move = swap ?? "done";
    if (!legal.includes(move)) return false;
    props.move(move);
    return true;
  });
}

/** "three kings", "two aces and two 6s": what of a hand is of one rank. */
function alike(cards: string[]): string {
  const by = new Map<string, number>();
  for (const c of cards) {
    const r = c.slice(0, -1);
    by.set(r, (by.get(r) ?? 0) + 1);
  }
  const most = [...by].filter((b) => b[1] > 1).sort((a, b) => b[1] - a[1]);
  return list(most.map(([rank, n]) => `${numeral(n)} ${rankName(rank, true)}`)) ||
    "no two alike";
}

function PickCard(props: {
  card: string; on: boolean; live: boolean; pick(): void;
  /** Why it stays where it is, and who says so. */
  why: string; say(why: string): void;
}) {
  const face = cardFace(props.card);
  return (
    <button data-rove data-card={props.card} class={"place cardplace" +
      (props.on ? " chosen" : "") + (props.live ? " target" : "")}
      aria-pressed={props.on} title={props.why || undefined}
      aria-label={face.name} onClick={() => {
        if (props.live || props.on) props.pick();
        props.say(props.live ? "" : props.why);
      }}><Card face={face} width="100%" /></button>
  );
}

/** The cards of a hand that the last mind of the path knows to be there, by
    the engine's word: what the viewer knows is not yet what others do. */
function useKnown(props: BoardProps, seat: number, cards: string[]) {
  const { path, scene, source } = props;
  const eyes = path.at(-1);
  const asked = !path.length || eyes === seat ? [] : cards.map((c) => ({
    formula: `${chainOf(scene.you, path, scene.seats)} hand(${seat},${c})`,
    assume: "none",
  }));
  const answers = useAnswers(source, scene.n, asked);
  if (!path.length) return { known: cards, asking: false };
  return {
    known: cards.filter((_, i) => answers[i]?.answer === "yes"),
    asking: asked.length > 0 && answers.some((a) => !a),
  };
}

function chainOf(you: number | null, path: number[], seats: number): string {
  if (path.at(-1) === everybody) {
    return `C[${Array.from({ length: seats }, (_, i) => i + 1)}]`;
  }
  return [you ?? 1, ...path].map((s) => `K[${s}]`).join(" ");
}

function HandGrid(props: BoardProps & { seat: number; state: KempsState }) {
  const { scene, seat, skin, know, path, state } = props;
  const deep = path.length > 0;
  const cells = handCells(deep ? props.deep : know, seat,
    lastOwnTurn(scene), deep, props.belief);
  const hand = state.hands[seat - 1];
  const { known, asking } = useKnown(props, seat, hand.cards);
  const words = deep && path.at(-1) === seat
    ? `${scene.cast.mid(seat)} ${scene.cast.verb(seat, "see", "sees")} these`
    : asking ? "…" : known.length
      ? `${known.length} of ${hand.size} cards known: taken openly`
      : hand.size ? `none of ${hand.size} cards known` : "no cards";
  return (
    <section class={"panel ledger" + (scene.toMove === seat ? " moving" : "")}>
      <Who scene={scene} seat={seat}>
        {state.scores[seat - 1]} Kemps<Sep />{words}
      </Who>
      <div class="columns">
        <RowHeads grid={skin.grid!} />
        {skin.grid!.cols.map((col) => (
          <Column key={col.id} {...props} col={col.id} cells={cells}
            known={known} place={`hand(${seat})@${col.id}`}
            chosen={props.place === `hand(${seat})@${col.id}`} />
        ))}
      </div>
    </section>
  );
}

const cellHigh = 22;

function RowHeads({ grid }: { grid: Grid }) {
  return (
    <svg class="rowheads" viewBox={`0 0 34 ${20 + cellHigh * grid.rows.length}`}
      aria-hidden="true">
      {grid.rows.map((r, i) => (
        <g class={`s-${r.suit}`}><Mark shape={r.shape!} x={20}
          y={20 + cellHigh * (i + 0.5)} size={6} /></g>
      ))}
    </svg>
  );
}

function Column(props: {
  skin: Skin; scene: BoardProps["scene"]; col: string; place: string;
  /** Nothing: it was not answered. */
  cells: Map<string, Cell> | null; known: string[]; chosen: boolean;
  pick(place: string): void;
}) {
  const { skin, col, cells, known } = props;
  const grid = skin.grid!;
  const kinds = grid.rows.map((r) => grid.kind(r.id, col));
  const open = kinds.filter((k) => {
    const c = cells?.get(k);
    return !cells || c && c.look !== "cross" && c.look !== "dot";
  });
  const there = kinds.filter((k) => known.includes(k));
  const label = `${skin.place(props.place, props.scene.cast)}: ` + (there.length
    ? `surely ${there.map((k) => skin.face(k).name).join(", ")}; ` : "") +
    (!cells ? "not answered" : open.length ? open.filter((k) => !there.includes(k)).map((k) =>
      skin.face(k).name).join(", ") : "none possible");
  return (
    <button data-rove class={`column${props.chosen ? " chosen" : ""}`}
      aria-pressed={props.chosen} aria-label={label}
      onClick={() => props.pick(props.place)}>
      <svg viewBox={`0 0 34 ${20 + cellHigh * grid.rows.length}`}
        aria-hidden="true">
        <text x="17" y="13" text-anchor="middle" font-size="14"
          font-weight="700" font-family="var(--serif)" fill="var(--ink)"
          opacity={open.length ? 1 : 0.3}>{grid.cols.find((c) =>
            c.id === col)?.label}</text>
        {kinds.map((k, i) => {
          const y = 20 + cellHigh * (i + 0.5);
          const face = skin.face(k);
          if (known.includes(k)) {
            return (
              <g class={`s-${face.suit}`} key={k}>
                <rect x="3" y={y - 9} width="28" height="18" rx="3"
                  fill="var(--m)" />
                <text x="17" y={y + 5} text-anchor="middle" font-size="13"
                  font-weight="700" font-family="var(--serif)"
                  fill="var(--paper)">{face.label}</text>
              </g>
            );
          }
          return <CellPicture key={k} face={face} x={17} y={y} size={18}
            cell={cells ? cells.get(k) ?? { look: "dot" }
              : { look: "undecided" }} />;
        })}
      </svg>
    </button>
  );
}

export function kempsSkin(params: Record<string, string>): Skin {
  const number = (k: string, n: number) => Number(params[k] ?? n);
  return {
    name: "kemps",
    face: cardFace,
    grid: cardGrid(number("from", 1), number("to", 13), number("suits", 4)),
    single: true,
    place(place, cast: Cast) {
      const [name, col] = place.split("@");
      const [head, seat] = placeParts(name.split("#")[0]);
      const where = seat ? `${cast.whose(Number(seat))} ${head}`
        : `the ${head}`;
      return col ? `${rankName(col, true)} in ${where}` : where;
    },
    owner: genericOwner,
    facts(place) {
      const [name, col] = place.split("@");
      const seat = placeParts(name)[1];
      return col && seat ? [`collects(${seat},${col})`] : [];
    },
    numbers(place) {
      const [name, col] = place.split("@");
      const seat = placeParts(name)[1];
      if (!col || !seat) return [];
      return [0, 1, 2, 3, 4].map((n) => ({
        words: String(n), formula: `count(${seat},${col}) = ${n}`,
      }));
    },
    Board: KempsBoard,
  };
}
