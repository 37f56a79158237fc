// The table of Go Fish: a ledger for each hand, a column a rank with up to
// four boxes; the own hand as stacks; pick a rank, then a seat.
import { useEffect, useState } from "preact/hooks";
import { useKeys } from "../base/keys";
import { Rove } from "../base/rove";
import { numeral, percent, value } from "../base/number";
import { everybody, list } from "../base/cast";
import type { LensBoard } from "../base/types";
import { shapePath } from "../kit/marks";
import { chancesOf, numbersOf } from "../lens/cells";
import { Sep, Who } from "./parts";
import { rankFace, rankIds, rankLabel, rankName } from "./ranks";
import { genericOwner } from "./generic";
import { moveLabels, placeParts } from "./skin";
import type { BoardProps, Skin } from "./skin";
import { onButton } from "./hanabi_actions";

interface FishState {
  hands: { size: number; ranks: Record<string, number> | null;
    at_least?: Record<string, number> }[];
  books: string[][];
  stock: number;
}

export function GoFishBoard(props: BoardProps) {
  const { scene, path } = props;
  const words = moveLabels(props);
  const state = scene.state as unknown as FishState;
  const [rank, setRank] = useState<string | null>(null);
  useEffect(() => setRank(null), [scene.n]);
  if (!state.hands) return null;
  const you = scene.you;
  const eyes = path.at(-1) ?? you;
  const seats = scene.cast.seats.map((s) => s.seat);
  const ledgers = seats.filter((s) => s !== eyes || you === null);
  const mine = props.own === null ? null : state.hands[props.own - 1];
  const legal = scene.legal ?? [];
  const ranks = [...new Set(legal.filter((m) => m.startsWith("ask "))
    .map((m) => m.split(" ")[2]))];
  const playing = !!scene.legal && !props.still && !path.length;
  const one = rank ?? (ranks.length === 1 ? ranks[0] : null);
  const targets = seats.filter((s) => one && legal.includes(`ask ${s} ${one}`));
  useFishKeys(props, playing ? ranks : [], one, targets, setRank);
  return (
    <div class="gofish">
      <div class="spread"><span class="caps">What can be in each hand</span>
        <span class="dim small legendline"><i class="box sure" /> surely there{" "}
          <i class="box part" /> possible, filled by its chance · number: per
          cent for one or more</span></div>
      <Rove label="Hands" class="ledgers">
        {ledgers.map((s) => (
          <FishLedger {...props} key={s} seat={s} state={state} />
        ))}
      </Rove>
      {props.log}
      <div class="dock">
      {mine?.ranks && (
        <section class="own panel" aria-label="Your hand">
          <Who scene={scene} seat={you!} viewer>
            {mine.size} cards<Sep />{bookWords([...state.books[you! - 1] ?? [],
              ...rankIds.filter((r) => mine.ranks![r] === boxes)], "no book")}
            <Sep />stock {state.stock}
          </Who>
          <Rove label="Your ranks" class="cards stacks">
            {rankIds.filter((r) => mine.ranks![r]).map((r) => (
              <button data-rove data-rank={r} key={r} class={"place stack" +
                (one === r && playing ? " chosen" : "") +
                (playing && ranks.includes(r) ? " target" : "")}
                aria-pressed={one === r}
                aria-label={stackWords(r, mine.ranks![r])}
                onClick={() => setRank(one === r ? null : r)}>
                <Stack rank={r} held={mine.ranks![r]} /></button>
            ))}
          </Rove>
        </section>
      )}
      {playing && (
        <div class="actions" role="group" aria-label="Your move">
          <div class="row">
            {one && targets.length ? targets.map((s, i) => (
              <button class={`btn big ${i ? "" : "main"}`}
                onClick={() => props.move(`ask ${s} ${one}`)}>
                {words(`ask ${s} ${one}`)}{" "}
                <kbd>{i ? scene.cast.letter(s) : "↵"}</kbd></button>
            )) : one ? <span>You hold all {rankName(one, true)}.</span>
            : ranks.length > 0 && <span>Pick a rank of yours{
              seats.length > 2 ? ", then a seat" : ""}.</span>}
            {legal.filter((m) => !m.startsWith("ask ")).map((m) => (
              <button class="btn main big" onClick={() => props.move(m)}>
                {words(m)}</button>
            ))}
          </div>
          <span class="dim small keyhint">Pick a rank{" "}
            {ranks.map((r) => <><kbd>{rankLabel(r)}</kbd>{" "}</>)}, then a
            seat</span>
        </div>
      )}
      </div>
    </div>
  );
}

function useFishKeys(props: BoardProps, ranks: string[], one: string | null,
  targets: number[], setRank: (r: string | null) => void) {
  useKeys((key, e) => {
    if (!ranks.length) return false;
    const low = key === "0" ? "10" : key.toLowerCase();
    const cast = props.scene.cast;
    if (one) {
      const to = targets.find((s) => cast.letter(s).toLowerCase() === low);
      if (to) { props.move(`ask ${to} ${one}`); return true; }
      if (key === "Enter" && targets[0] && !onButton(e)) {
        props.move(`ask ${targets[0]} ${one}`);
        return true;
      }
      if (key === "Escape") { setRank(null); return true; }
    }
    if (ranks.includes(low)) { setRank(low); return true; }
    return false;
  });
}

function bookWords(books: string[] | undefined, none = "no book laid down") {
  if (!books?.length) return none;
  return `${books.length === 1 ? "book" : "books"}: ${
    list(books.map(rankLabel))}`;
}

/** "Two kings": how many of a rank are held. */
function stackWords(rank: string, held: number): string {
  return `${numeral(held)} ${rankName(rank, held > 1)}`;
}

/** One stack a rank: four fish, filled for the copies held. */
function Stack({ rank, held }: { rank: string; held: number }) {
  const n = Math.max(4, held);
  return (
    <svg class="fishcard" viewBox="0 0 72 96" role="img"
      aria-label={stackWords(rank, held)}>
      {Array.from({ length: Math.min(3, held) }, (_, i) =>
        Math.min(3, held) - 1 - i).map((i) => (
        <rect x={0.7 + i * 5} y={10.7 - i * 5} width="58" height="84" rx="6"
          fill="var(--card)" stroke="var(--ink)" stroke-width="1.3" />
      ))}
      <text x="9" y="34" font-family="var(--serif)" font-weight="700"
        font-size="23" fill="var(--ink)">{rankLabel(rank)}</text>
      {Array.from({ length: n }, (_, f) => (
        <path d={shapePath("fish")} stroke-width=".16"
          fill={f < held ? "var(--ink)" : "none"} stroke="var(--ink2)"
          stroke-dasharray={f < held ? undefined : ".35 .25"}
          transform={`translate(${18 + (f % 2) * 23} ${
            56 + Math.floor(f / 2) * 18}) scale(8)`} />
      ))}
    </svg>
  );
}

const boxes = 4;

/** What a hand may hold, rank by rank: at least one, two, .. with a chance. */
function FishLedger(props: BoardProps & { seat: number; state: FishState }) {
  const { scene, seat, state, know, deep, path } = props;
  const ranks = rankIds.slice(0, Number(scene.params.ranks ?? 13));
  const hand = state.hands[seat - 1];
  const isPublic = path.at(-1) === everybody;
  const told = (isPublic ? deep : know)?.hands?.find((h) => h.seat === seat);
  const columns = (r: string): number[] | null => {
    if (path.length && !isPublic) return deepColumn(deep, seat, r);
    if (hand.ranks && !isPublic) return Array(hand.ranks[r] ?? 0).fill(1);
    return told ? chancesOf(told, r).map(value) : null;
  };
  return (
    <section class={"panel ledger" + (scene.toMove === seat ? " moving" : "")}>
      <Who scene={scene} seat={seat}>{hand.size} cards ·{" "}
        {bookWords(state.books[seat - 1])}</Who>
      <div class="columns">
        {ranks.map((r) => {
          const place = `hand(${seat})@${r}`;
          return (
            <FishColumn key={r} rank={r} p={columns(r)}
              maybe={path.length > 0 && !isPublic} chosen={props.place === place}
              pick={() => props.pick(place)}
              words={props.skin.place(place, scene.cast)} />
          );
        })}
      </div>
    </section>
  );
}

/** Through other minds, at least one, two, ..: surely held possible, perhaps. */
function deepColumn(board: LensBoard | null, seat: number, rank: string) {
  if (!board) return null;
  const hand = board.hands?.find((h) => h.seat === seat);
  if (!hand) return null;
  const at = numbersOf(hand, rank);
  const most = (numbers?: number[]) => Math.max(0, ...(numbers ?? []));
  const [sure, maybe, open] = [at.yes, at.open, at.undecided].map(most);
  return Array.from({ length: Math.max(sure, maybe, open) }, (_, i) =>
    i < sure ? 0.99 : i < maybe ? 0.5 : 0.25);
}

/** The boxes show it: solid, dashed; what is not decided has a sign. */
const deepSpoken: Record<string, string> = {
  "": "surely held possible", " ": "perhaps: it depends on what is hidden",
  "?": "not decided",
};

function FishColumn(props: {
  rank: string; p: number[] | null; chosen: boolean; pick(): void;
  words: string; maybe: boolean;
}) {
  const { rank, p } = props;
  const none = p !== null && !p.length;
  const deep = p?.[0] === 0.99 ? "" : p?.[0] === 0.5 ? " " : "?";
  const label = p === null ? "" : none ? "–" : p[0] === 1 ? "sure"
    : props.maybe ? deep : percent(p[0]).replace(/under |over |\s*%/g, "");
  return (
    <button data-rove class={`column${props.chosen ? " chosen" : ""}`}
      onClick={props.pick} aria-pressed={props.chosen}
      aria-label={`${props.words}: ${label === "sure" ? "surely there"
        : none ? "none" : !p ? "not known yet"
        : props.maybe ? deepSpoken[deep] : percent(p[0])}`}>
      <svg viewBox="0 0 34 92" aria-hidden="true">
        <text x="17" y="13" text-anchor="middle" font-size="14"
          font-weight="700" font-family="var(--serif)" fill="var(--ink)"
          opacity={none ? 0.35 : 1}>{rankLabel(rank)}</text>
        {Array.from({ length: boxes }, (_, i) => {
          const y = 66 - i * 15;
          const q = p?.[i] ?? NaN;
          if (p === null) {
            return <text key={i} x="17" y={y + 10} text-anchor="middle"
              font-size="11" fill="var(--ink3)">?</text>;
          }
          if (!(q > 0)) {
            return <circle key={i} cx="17" cy={y + 5} r="1.2"
              fill="var(--ink3)" />;
          }
          return (
            <g key={i}>
              <rect x="7.6" y={y} width="18.8" height="11" rx="2.6"
                fill={q === 1 ? "var(--ink)" : "var(--surface)"}
                stroke="var(--ink2)" stroke-width="1.2"
                stroke-dasharray={props.maybe && q < 0.9 ? "3 2" : undefined} />
              {q < 1 && !props.maybe && <rect x="9.4" y={y + 1.8}
                width={Math.max(1, 15.2 * q)} height="7.4" rx="1"
                fill="var(--ink2)" />}
            </g>
          );
        })}
        <text x="17" y="90" text-anchor="middle" font-size="11"
          font-family="var(--mono)" fill="var(--ink2)"
          font-weight={label === "sure" ? 700 : 400}>{label}</text>
      </svg>
    </button>
  );
}

export const goFishSkin: Skin = {
  name: "gofish",
  face: rankFace,
  grid: { rows: [{ id: "", name: "" }],
    cols: rankIds.map((r) => ({ id: r, name: rankName(r) })),
    kind: (_, col) => col },
  place(place, cast) {
    const [name, col] = place.split("@");
    const [head, seat] = placeParts(name.split("#")[0]);
    if (!seat) return head.replace("place", "hidden place");
    const where = `${cast.whose(Number(seat))} hand`;
    return col ? `${rankName(col, true)} in ${where}` : where;
  },
  owner: genericOwner,
  facts(place) {
    const [name, col] = place.split("@");
    const seat = placeParts(name)[1];
    return col && seat ? [`has(${seat},${col})`] : [];
  },
  numbers(place) {
    const [name, col] = place.split("@");
    const seat = placeParts(name)[1];
    return col && seat ? [0, 1, 2, 3, 4].map((n) => ({
      words: String(n), formula: `count(${seat},${col}) = ${n}`,
    })) : [];
  },
  Board: GoFishBoard,
};
