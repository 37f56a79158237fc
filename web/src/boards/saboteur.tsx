// The table of Saboteur: seats with tools and a bar for the role, tunnels from
// the start to the goals, legal squares named, the hand below.
import { useEffect, useState } from "preact/hooks";
import { takeNextKey, useKeys } from "../base/keys";
import { Rove } from "../base/rove";
import { percent, value } from "../base/number";
import type { LensBoard } from "../base/types";
import { Mark } from "../kit/marks";
import { SeatMark } from "../kit/seat";
import { cap, certain, faceUp, placesOf } from "../lens/cells";
import { isTunnel, MineCard, saboteurFace, Tool, Tunnel } from
  "./saboteur_cards";
import { RolesTab } from "./saboteur_lens";
import { RoundEnd, roundOver } from "./saboteur_round";
import { genericOwner } from "./generic";
import { moveLabels, placeParts } from "./skin";
import type { BoardProps, Skin } from "./skin";
import { onButton } from "./hanabi_actions";

export interface SaboteurState {
  round: number; rounds: number; deck: number;
  tunnels: { card: string; x: number; y: number; turned: boolean }[];
  goals: { goal: string; x: number; y: number; up: boolean;
    lies: string | null; turned: boolean }[];
  seats: { size: number; cards: string[]; broken: string[]; looked: string[];
    gold: number; role: string | null; said: Record<string, string> }[];
}

const tools = ["pick", "lamp", "cart"];

/** A fraction where it is a short one, else per cent. */
function shortChance(p: string): string {
  return p.length < 6 ? p : percent(value(p));
}

/** "w2" is -2, "n1" is 1, "s3" is -3: a column or row as a number. */
export function lineOf(word: string): number {
  const n = Number(word.replace(/^[a-z]/, ""));
  return /^[ws]/.test(word) ? -n : n;
}

/** The chance that a seat is a saboteur: known, believed, or nothing. */
export function roleOf(
  know: LensBoard | null, belief: LensBoard | null, seat: number,
): { known: string | null; chance: number | null } {
  const name = `role(${seat})`;
  const known = certain(placesOf(know).get(name));
  const p = placesOf(belief).get(name)?.cells.saboteur?.p;
  return { known, chance: known ? null : p === undefined
    ? (belief?.chances ? 0 : null) : value(p) };
}

export function SaboteurBoard(props: BoardProps) {
  const { scene, path } = props;
  const state = scene.state as unknown as SaboteurState;
  const [card, setCard] = useState<number | null>(null);
  const [turned, setTurned] = useState(false);
  const [spot, setSpot] = useState<string | null>(null);
  const [begun, begin] = useState(1);
  useEffect(() => { setCard(null); setSpot(null); setTurned(false); },
    [scene.n]);
  const playing = !!scene.legal && !props.still && !path.length;
  const legal = playing ? scene.legal! : [];
  const named = (c: string) => props.skin.face(c).name;
  const hand = props.own === null ? []
    : state.seats?.[props.own - 1]?.cards ?? [];
  const held = card === null ? null : hand[card] ?? null;
  const moves = held === null ? [] : movesOf(legal, held);
  const here = moves.filter((m) => m.verb !== "dig" ||
    m.way === (turned ? "turned" : "upright") ||
    !moves.some((o) => o.at === m.at && o.way !== m.way));
  const spots = [...new Set(here.filter((m) => m.at).map((m) => m.at!))];
  const at = spot && spots.includes(spot) ? spot : spots[0] ?? null;
  const ready = here.find((m) => m.at === at && at !== null)?.text ?? null;
  useMineKeys({ props, hand, spots, held, ready, legal,
    setCard: (i) => { setCard(i); setSpot(null); }, setSpot,
    turn: () => setTurned(!turned) });
  if (!state.seats) return null;
  const over = state.round > begun && !path.length && roundOver(scene);
  if (over) {
    return <RoundEnd scene={scene} state={state} events={over}
      begin={() => begin(state.round)} />;
  }
  return (
    <div class={`saboteur seats-${scene.seats} ${scene.seats <= 5 ? "beside"
      : "crowd"}`}>
      <SeatCards {...props} state={state} moves={moves} />
      <TunnelBoard {...props} state={state} spots={spots} at={at}
        setSpot={setSpot} legal={legal} held={held}
        turned={ready ? ready.endsWith(" turned") : turned} />
      <div class="spread roundrow"><RoundLine {...props} state={state} />
        {props.layers()}</div>
      {props.log}
      <div class="actions mine" role="group" aria-label="Your move">
        <Rove label="Your cards" class="minehand own">
          {hand.map((c, i) => (
            <button data-rove data-card={c} key={i} class={"place minebutton" +
              (card === i ? " chosen" : "")} aria-pressed={card === i}
              aria-label={`Card ${i + 1}: ${named(c)}`}
              onClick={() => { setCard(card === i ? null : i); setSpot(null); }}>
              <MineCard card={c} turned={card === i && turned} /></button>
          ))}
        </Rove>
        {playing && <MineActions {...props} held={held} ready={ready} at={at}
          spots={spots} legal={legal} moves={moves}
          turn={() => setTurned(!turned)} />}
      </div>
    </div>
  );
}

/** Which round it is, and the viewer's role in it, which may be new. */
function RoundLine(props: BoardProps & { state: SaboteurState }) {
  const { scene, state, path } = props;
  const { you } = scene;
  const role = you === null ? null : state.seats[you - 1]?.role;
  return (
    <p class="dim small roundline">Round <b>{state.round}</b> of {state.rounds}
      {" "}· deck <b>{state.deck}</b>{role && !path.length && you !== null && <>
        {" "}· {scene.cast.mid(you)} {scene.cast.verb(you, "are", "is")} a{" "}
        <b>{role}</b> in this round</>}</p>
  );
}

interface Move { text: string; verb: string; at?: string; way?: string;
  of?: number }

/** The legal moves of a card of the hand. */
export function movesOf(legal: string[], card: string): Move[] {
  const all: Move[] = [];
  for (const text of legal) {
    const w = text.split(" ");
    if (w[0] === "dig" && w[1] === card) {
      all.push({ text, verb: "dig", at: `${lineOf(w[2])},${lineOf(w[3])}`,
        way: w[4] });
    } else if ((w[0] === "break" || w[0] === "mend") && w[2] === card) {
      all.push({ text, verb: w[0], of: Number(w[1]) });
    } else if (w[0] === "rockfall" && card === "rockfall") {
      all.push({ text, verb: "rockfall",
        at: `${lineOf(w[1])},${lineOf(w[2])}` });
    } else if (w[0] === "look" && card === "map") {
      all.push({ text, verb: "look" });
    } else if (w[0] === "throw" && w[1] === card) {
      all.push({ text, verb: "throw" });
    }
  }
  return all;
}

function useMineKeys(k: {
  props: BoardProps; hand: string[]; spots: string[];
  held: string | null; ready: string | null; legal: string[];
  setCard(i: number): void; setSpot(s: string): void; turn(): void;
}) {
  useKeys((key, e) => {
    if (!k.legal.length) return false;
    const i = Number(key) - 1;
    if (k.hand[i]) { k.setCard(i); return true; }
    const low = key.toLowerCase();
    // A square that can be chosen wins over a command; Shift is the command.
    const column = e.shiftKey ? [] : columnOf(k.spots, low);
    if (!column.length) return command(low, key, e);
    k.setSpot(column[0]); // a square is typed: its letter, then its number
    takeNextKey((digit) => {
      const at = column.find((s) => nameOf(s).slice(1) === digit);
      if (at) k.setSpot(at);
      return !!at;
    });
    return true;
  });
  const command = (low: string, key = low, e?: KeyboardEvent): boolean => {
    if (low === "t" && k.held && isTunnel(k.held)) { k.turn(); return true; }
    if (low === "d" && k.held && k.legal.includes(`throw ${k.held}`)) {
      k.props.move(`throw ${k.held}`);
      return true;
    }
    if (key === "Enter" && k.ready && !(e && onButton(e))) {
      k.props.move(k.ready);
      return true;
    }
    return false;
  };
}

const columnOf = (spots: string[], letter: string) => spots.filter((s) =>
  nameOf(s)[0].toLowerCase() === letter);

function MineActions(props: BoardProps & {
  held: string | null; ready: string | null; at: string | null;
  spots: string[]; legal: string[]; moves: Move[]; turn(): void;
}) {
  const { held, ready, legal, moves } = props;
  const free = legal.filter((m) => /^(claim|silent)/.test(m));
  const words = moveLabels(props);
  const key = (letter: string) => <kbd>{columnOf(props.spots,
    letter.toLowerCase()).length ? `Shift ${letter}` : letter}</kbd>;
  return (
    <div class="row">
      {free.map((m) => <button class="btn big" key={m}
        onClick={() => props.move(m)}>{words(m)}</button>)}
      {!held && !free.length && <span>Pick a card of yours.</span>}
      {held && <span class="heldcard">{cap(props.skin.face(held).name)}</span>}
      {held && isTunnel(held) && (
        <button class="btn big" onClick={props.turn}>Turn it {key("T")}
        </button>
      )}
      {ready && <button class="btn big main" title={words(ready)} onClick={() =>
        props.move(ready)}>{isTunnel(held ?? "") ? `Lay it at ${nameOf(props.at!)}`
        : words(ready)} <kbd>↵</kbd></button>}
      {moves.filter((m) => m.of || m.verb === "look").map((m) => (
        <button class="btn big" key={m.text} onClick={() => props.move(m.text)}>
          {words(m.text)}</button>
      ))}
      {held && legal.includes(`throw ${held}`) && (
        <button class="btn big" title={words(`throw ${held}`)}
          onClick={() => props.move(`throw ${held}`)}>Throw it away {key("D")}
        </button>
      )}
    </div>
  );
}

/** So many columns fill a phone. */
const few = 7;

/** A column is a letter, C at the start; left of A comes Z. */
export function columnName(x: number): string {
  return String.fromCharCode(65 + (((x + 2) % 26) + 26) % 26);
}

/** "H5": rows are numbers, 5 at the start, and count downwards. */
export function squareName(x: number, y: number): string {
  return `${columnName(x)}${5 - y}`;
}

function nameOf(spot: string): string {
  const [x, y] = spot.split(",").map(Number);
  return squareName(x, y);
}

function SeatCards(props: BoardProps & {
  state: SaboteurState; moves: Move[];
}) {
  const { scene, state } = props;
  const { cast } = scene;
  const minds = props.path.length > 0;
  return (
    <div class="seatcards">
      {cast.seats.map(({ seat }) => {
        const s = state.seats[seat - 1];
        const role = roleOf(props.know, minds ? null : props.belief, seat);
        const own = seat === scene.you;
        const known = minds ? faceUp(props, `role(${seat})`)
          : s.role ?? role.known;
        return (
          <section key={seat} class={"panel seatcard" +
            (scene.toMove === seat ? " moving" : "")}
            aria-label={cast.name(seat)}>
            <span class="row tight who"><SeatMark letter={cast.letter(seat)}
              person={cast.person(seat)} viewer={own} size={22} />
              <b class="name">{cast.name(seat)}</b>
              <span class="push row tight nowrap">{tools.map((t) => (
                <Tool key={t} tool={t} broken={s.broken.includes(t)} plain
                  size={17} />))}</span></span>
            <RoleBar known={known} chance={role.chance} />
            <span class="spread tiny"><span class="dim">{known
              ? <b>{known}{own && !minds && <span class="wide"> ·{" "}
                {cast.mid(seat)} {cast.verb(seat, "know", "knows")}</span>}</b>
              : role.chance === null ? "role hidden"
                : <span class="wide">saboteur</span>}</span>
              <span class="mono">{!known && role.chance !== null
                ? percent(role.chance) : s.gold ? `gold ${s.gold}` : ""}
              </span></span>
          </section>
        );
      })}
    </div>
  );
}

/** How likely a saboteur; what nobody weighed has no bar. */
function RoleBar(props: { known: string | null; chance: number | null }) {
  const { known, chance } = props;
  if (!known && chance === null) return null;
  return (
    <span class={`rolebar trough s-lens${known ? "" : " hatched"}`}>
      <span class={`fill${known ? " solid" : ""}`} style={{
        width: known ? "100%" : `${100 * chance!}%`,
      }} />
    </span>
  );
}

function TunnelBoard(props: BoardProps & {
  state: SaboteurState; spots: string[]; at: string | null;
  setSpot(s: string): void; legal: string[]; held: string | null;
  turned: boolean;
}) {
  const { state, spots, legal } = props;
  const where = spots.map((s) => s.split(",").map(Number));
  const xs = [0, ...state.tunnels.map((t) => t.x), ...state.goals.map((g) => g.x),
    ...where.map((w) => w[0])];
  const ys = [0, ...state.tunnels.map((t) => t.y), ...state.goals.map((g) => g.y),
    ...where.map((w) => w[1])];
  const [whole, setWhole] = useState(false);
  const x1 = Math.max(...xs);
  const west = Math.min(...xs);
  const last = Math.max(0, ...state.tunnels.map((t) => t.x));
  // On a phone the map is cut to where it is dug, so that squares are larger.
  const x0 = props.phone && !whole ? Math.max(west, Math.min(x1 - few + 1, last - 1,
    ...where.map((w) => w[0]))) : west;
  const [y0, y1] = [Math.min(...ys), Math.max(...ys)];
  const left = (x: number) => (x - x0) * 64;
  const top = (y: number) => (y1 - y) * 88;
  const move = (x: number, y: number) => `translate(${left(x)} ${top(y)})`;
  const named = (c: string) => props.skin.face(c).name;
  return (
    <>
    {(x0 > west || whole) && <button class="link small wholemap"
      onClick={() => setWhole(!whole)}>{whole ? "where it is dug"
        : `◂ ${Array.from({ length: x0 - west }, (_, i) => columnName(west + i))
          .join(" ")} whole map`}</button>}
    <svg class="tunnelboard" viewBox={`-24 -24 ${(x1 - x0 + 1) * 64 + 30} ${
      (y1 - y0 + 1) * 88 + 24}`} role="group" aria-label="Tunnels">
      <g class="edges" aria-hidden="true" text-anchor="middle" font-size="13"
        font-weight="600" fill="var(--ink3)">
        {Array.from({ length: x1 - x0 + 1 }, (_, i) => <text key={i}
          x={i * 64 + 30} y="-9">{columnName(x0 + i)}</text>)}
        {Array.from({ length: y1 - y0 + 1 }, (_, i) => <text key={i} x="-13"
          y={i * 88 + 46}>{5 - (y1 - i)}</text>)}
      </g>
      <g class="dots" aria-hidden="true" fill="var(--line2)">{Array.from({
        length: (x1 - x0 + 1) * (y1 - y0 + 1) }, (_, i) => <circle key={i} r="1.5"
          cx={(i % (x1 - x0 + 1)) * 64 + 30}
          cy={Math.floor(i / (x1 - x0 + 1)) * 88 + 42} />)}</g>
      {x0 <= 0 && <g transform={move(0, 0)} role="img"
        aria-label={`the start at ${squareName(0, 0)}`}>
        <Tunnel card="start" /></g>}
      {state.tunnels.filter((t) => t.x >= x0).map((t) => (
        <g key={`${t.x},${t.y}`} transform={move(t.x, t.y)} role="img"
          aria-label={`${named(t.card)} at ${squareName(t.x, t.y)}${
            t.turned ? ", turned" : ""}`}>
          <Tunnel card={t.card} turned={t.turned}
            bad={t.card.startsWith("dead_")} /></g>
      ))}
      {state.goals.map((g) => (
        <Goal key={g.goal} {...props} goal={g} at={move(g.x, g.y)}
          look={legal.includes(`look ${g.goal}`) && props.held === "map"} />
      ))}
      {where.map(([x, y], i) => (
        <g key={spots[i]} transform={move(x, y)} role="button" tabIndex={0}
          data-spot={nameOf(spots[i])} class="minespot"
          aria-label={`Square ${nameOf(spots[i])}`}
          onClick={() => props.setSpot(spots[i])}
          onKeyDown={(e) => {
            if (e.key === "Enter" || e.key === " ") {
              e.preventDefault();
              props.setSpot(spots[i]);
            }
          }}>
          {props.at === spots[i] && props.held && isTunnel(props.held) && (
            <g opacity=".75"><Tunnel card={props.held}
              turned={props.turned} /></g>)}
          <rect x="2" y="2" width="56" height="80" rx="4"
            fill={props.at === spots[i] ? "none" : "var(--lens-tint)"}
            fill-opacity=".8" stroke="var(--lens)" stroke-dasharray="4 3"
            stroke-width={props.at === spots[i] ? 3 : 1.6} />
          <text x="30" y="47" text-anchor="middle" font-size="15"
            fill="var(--lens)" font-weight="600">{nameOf(spots[i])}</text>
        </g>
      ))}
    </svg>
    </>
  );
}

function Goal(props: BoardProps & {
  goal: SaboteurState["goals"][number]; at: string; look: boolean;
}) {
  const { goal } = props;
  const belief = props.path.length ? null : props.belief;
  const name = `lies(${goal.goal})`;
  const known = (props.path.length ? null : goal.lies) ??
    faceUp(props, name);
  const p = placesOf(belief).get(name)?.cells.gold?.p;
  const title = known ? (known === "gold" ? "gold" : "stone")
    : p !== undefined ? `gold ${shortChance(p)}` : "hidden";
  // On a phone the board is small, and only this is large enough to read.
  const short = known ? title : p === undefined ? "?"
    : shortChance(p).replace("under ", "<").replace("over ", ">");
  if (goal.up) {
    return <g transform={props.at}><Tunnel card={goal.lies ?? "gold"}
      turned={goal.turned} />{goal.lies === "gold" &&
      <Mark shape="nugget" x={30} y={42} size={13} fill="var(--y)" />}</g>;
  }
  return (
    <g transform={props.at} class="goal" role="button" tabIndex={0}
      aria-label={`${cap(goal.goal)} goal, ${squareName(goal.x, goal.y)}: ${
        title}`}
      onClick={() => (props.look ? props.move(`look ${goal.goal}`)
        : props.pick(name))}
      onKeyDown={(e) => {
        if (e.key !== "Enter" && e.key !== " ") return;
        e.preventDefault();
        if (props.look) props.move(`look ${goal.goal}`);
        else props.pick(name);
      }}>
      <rect x=".5" y=".5" width="59" height="83" rx="5" fill="var(--veil)"
        stroke={props.place === name || props.look ? "var(--lens)"
          : "var(--line2)"} stroke-width={props.place === name ? 3 : 1.4}
        stroke-dasharray={props.look ? "4 3" : undefined} />
      <text aria-hidden="true" x="5" y="16" font-size="8.5" font-family="var(--serif)"
        fill="var(--ink2)" class="goalword">{squareName(goal.x, goal.y)} {
          goal.goal}</text>
      <g class="s-y">
        <path d="M30 26l12 9-4.6 14H22.6L18 35z" fill={known === "gold"
          ? "var(--m)" : known ? "none" : "var(--t)"} stroke="var(--m)"
          stroke-dasharray={known && known !== "gold" ? "3 2" : undefined}
          stroke-width="1.4" /></g>
      {p !== undefined && !known && (
        <rect x="8" y="56" width={44 * value(p)} height="7" rx="2"
          fill="url(#hatch-lens)" stroke="var(--lens)" />)}
      <text aria-hidden="true" x="30" y="77" text-anchor="middle"
        font-size="9" font-weight="700" font-family="var(--serif)" fill="var(--ink)" class="goalword">{
          title.length > 10 ? shortChance(p!) : title}
      </text>
      <text aria-hidden="true" x="30" y="76" text-anchor="middle"
        font-weight="700"
        font-family="var(--sans)" fill="var(--ink)" class="goalshort">{short}
      </text>
    </g>
  );
}

export const saboteurSkin: Skin = {
  name: "saboteur",
  face: saboteurFace,
  grid: null,
  place(place, cast) {
    const [head, arg] = placeParts(place.split("#")[0]);
    if (head === "lies") return `the ${arg} goal`;
    if (head === "role") return `${cast.whose(Number(arg))} role`;
    if (head === "has") return `${cast.whose(Number(arg))} hand`;
    if (head === "threw") return `what ${cast.mid(Number(arg))} threw away`;
    return head;
  },
  owner: (place) => (/^(role|has|threw)/.test(place) ? genericOwner(place)
    : null),
  facts(place) {
    const [head, arg] = placeParts(place.split("#")[0]);
    return head === "lies" ? [`gold(${arg})`] : [];
  },
  sources: ["source(bayes)", "source(graph2)", "source(graph1)",
    "source(prior)"],
  tab: "Roles",
  begins: (event) => /^(show|nugget|role|hide)$/.test(event.verb),
  logAside: true,
  Lens: RolesTab,
  Board: SaboteurBoard,
};
