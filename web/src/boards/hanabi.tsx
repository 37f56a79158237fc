// The table of Hanabi: piles, tokens, partners with their small veils, the own
// hand largest; play, discard, and a hint that shows what it would touch.
import { useState } from "preact/hooks";
import { Rove } from "../base/rove";
import { everybody } from "../base/cast";
import { useKeys } from "../base/keys";
import { lastOwnTurn, type Scene } from "../base/scene";
import { Back, Card, EmptyPile } from "../kit/card";
import { Glyph } from "../kit/marks";
import { SeatMark, seatKind } from "../kit/seat";
import { Veil } from "../kit/veil";
import { believedCells, cap, certain, deepCells, deepWords, knownCells,
  placesOf, possible, veilWords } from "../lens/cells";
import type { LensPlace } from "../base/types";
import { count, openWith, plural } from "../base/number";
import { hanabiFace, colourName, suitOf } from "./hanabi_skin";
import { HanabiActions } from "./hanabi_actions";
import { Bits } from "./parts";
import type { BoardProps } from "./skin";
import type { Shape } from "../kit/marks";

export interface HanabiCard {
  card: string | null;
  place: string;
  told: { colour: string | null; rank: string | number | null };
  drawn?: number;
}
export interface HanabiState {
  piles: Record<string, number>;
  hints: number;
  lives: number;
  deck: number;
  score: number;
  discards: string[];
  hands: HanabiCard[][];
}

export function HanabiBoard(props: BoardProps) {
  const { scene, path } = props;
  const state = scene.state as unknown as HanabiState;
  const [hint, setHint] = useState<{ to: number; clue: string | null } | null>(
    null);
  const you = scene.you;
  const docked = props.phone && !scene.replay;
  const order = Array.from({ length: scene.seats }, (_, i) => i + 1);
  const others = you === null ? order
    : order.map((_, i) => ((you - 1 + i) % order.length) + 1).slice(1);
  const hand = (seat: number) => state.hands?.[seat - 1] ?? [];
  const touched = (card: HanabiCard, seat: number) =>
    !!hint && hint.to === seat && !!hint.clue && card.card !== null &&
    touches(card.card, hint.clue);
  useKeys((key) => {
    const i = Number(key) - 1;
    if (hint) return false; // a digit is a rank then
    if (you === null || !(i >= 0 && i < hand(you).length) || path.length) {
      return false;
    }
    props.pick(hand(you)[i].place);
    return true;
  });
  if (!state.hands) return null;
  return (
    <div class={`hanabi seats-${scene.seats}`}>
      <Rove label="Table" class="hanabi-table">
        <Piles state={state} max={Number(scene.params.tokens ?? 8)}
          lives={Number(scene.params.lives ?? 3)}
          score={state.lives === 0 ? scene.scores[0] ?? state.score
            : state.score} />
        <div class="partners">
          {others.map((seat) => (
            <Partner {...props} key={seat} seat={seat} cards={hand(seat)}
              touched={(c) => touched(c, seat)} />
          ))}
        </div>
      </Rove>
      {docked && props.log}
      <div class="dock">
        {you !== null && <Own {...props} cards={hand(you)} />}
        {!docked && props.log}
        {scene.legal && !props.still && !path.length && (
          <HanabiActions {...props} hint={hint} setHint={setHint}
            hand={hand(you ?? 1)} />
        )}
      </div>
    </div>
  );
}

function touches(card: string, clue: string): boolean {
  return /^\d/.test(clue) ? card.slice(1) === clue
    : colourName(card.slice(0, 1)) === clue;
}

function Piles(props: {
  state: HanabiState; max: number; lives: number; score: number;
}) {
  const { state, max, lives, score } = props;
  const disc = (on: boolean) => (
    <svg width="13" height="13" viewBox="0 0 13 13" aria-hidden="true">
      <circle cx="6.5" cy="6.5" r="5.2" fill={on ? "var(--ink)" : "none"}
        stroke="var(--ink)" stroke-width="1.4" />
    </svg>
  );
  const life = (on: boolean) => (
    <svg width="15" height="15" viewBox="0 0 15 15" aria-hidden="true">
      <path d="M7.5 .8 14.2 7.5 7.5 14.2 .8 7.5Z" stroke="var(--ink)"
        stroke-width="1.2" fill={on ? "var(--ink)" : "none"} />
    </svg>
  );
  return (
    <div class="piles">
      <div class="row pilecards">
        {Object.entries(state.piles).map(([c, n]) => (n === 0
          ? <EmptyPile key={c} width="100%"
              face={{ ...hanabiFace(c), name: `${colourName(c)}: nothing` }} />
          : <Card key={c} burst width="100%" face={{
              ...hanabiFace(`${c}${n}`), name: `${colourName(c)} up to ${n}`,
            }} />))}
      </div>
      <p class="tokenline dim small">hints <b>{state.hints}</b> · lives{" "}
        <b>{state.lives}</b> · deck <b>{state.deck}</b> · score{" "}
        <b>{score}</b></p>
      <div class="tokens">
        <div class="row">
          <span class="discs">
            {Array.from({ length: max }, (_, i) => disc(i < state.hints))}
          </span>
          <span><b>{state.hints}</b>{" "}
            <span class="dim">{state.hints === 1 ? "hint" : "hints"}</span>
          </span>
        </div>
        <div class="row">
          <span class="discs">
            {Array.from({ length: lives }, (_, i) => life(i < state.lives))}
          </span>
          <span class="dim">
            <span class="wide">{plural(state.lives, "life", "lives")} · </span>deck{" "}
            <b>{state.deck}</b> · score <b>{score}</b>
          </span>
        </div>
        {state.discards.length > 0 && <Discards cards={state.discards} />}
      </div>
    </div>
  );
}

function Discards({ cards }: { cards: string[] }) {
  return (
    <details class="discards">
      <summary class="dim tiny">{cards.length} discarded</summary>
      <div class="row">
        {[...cards].sort().map((c) => {
          const f = hanabiFace(c);
          return (
            <span class="row tight"><Glyph shape={f.shape} suit={f.suit}
              size={11} name={colourName(c[0])} />{f.label}</span>
          );
        })}
      </div>
    </details>
  );
}

function Told({ card, known }: { card: HanabiCard; known?: boolean }) {
  const { colour, rank } = card.told;
  if (known) return <span>you know it</span>;
  if (colour === null && rank === null) return <span>no hint</span>;
  return (
    <span class="row tight">
      told
      {colour !== null && <Glyph shape={suitOf(colour) as Shape}
        suit={suitOf(colour)} size={12} name={colourName(colour)} />}
      {rank !== null && <b>{rank}</b>}
    </span>
  );
}

function toldWords(card: HanabiCard): string {
  const { colour, rank } = card.told;
  if (colour === null && rank === null) return "no hint";
  return `told ${[colour && colourName(colour), rank].filter(Boolean)
    .join(" and ")}`;
}

/** A partner's cards: faces with small veils, or, through minds, veils. */
function Partner(props: BoardProps & {
  seat: number; cards: HanabiCard[]; touched(c: HanabiCard): boolean;
}) {
  const { scene, seat, cards, path, deep } = props;
  const { cast } = scene;
  const eyes = path.at(-1);
  const info = cast.seats.find((s) => s.seat === seat);
  const small = !path.length && props.showSmall
    ? placesOf(props.know?.small?.[seat] ?? null) : new Map();
  const deeper = placesOf(deep);
  const known = placesOf(props.know);
  const sub = eyes === everybody ? "as all saw it"
    : eyes === undefined ? seatKind(info ?? cast.seats[0])
    : eyes === seat ? `own cards, as ${cast.mid(seat)} can know them`
    : path.slice(0, -1).includes(seat)
      ? `${cast.name(eyes)} ${cast.verb(eyes, "see", "sees")} these; ${
        cast.mid(seat)} ${cast.verb(seat, "do", "does")} not know what`
    : `${cast.name(eyes)} sees these${scene.you ? ", as you do" : ""}`;
  return (
    <div class={"partner" + (scene.toMove === seat ? " moving" : "") +
      (eyes === seat || eyes === everybody ? " veiled" : "")}>
      <div class="who">
        <span class="row tight">
          <SeatMark letter={cast.letter(seat)} person={cast.person(seat)} />
          <b class="name">{cast.name(seat)}</b>
        </span>
        <span class="dim small sub">{sub}</span>
      </div>
      <div class="cards">
        {cards.map((c, i) => {
          const place = deeper.get(c.place);
          const title = cap(`${cast.whose(seat)} card ${i + 1}`);
          const veiled = eyes === seat || (eyes === everybody && !place) ||
            (place?.hidden && eyes !== undefined);
          const unseen = known.get(c.place);
          const fresh = i === cards.length - 1 && justDrew(scene, seat);
          return (
            <div class="slot" key={i}>
              <button data-rove data-place={c.place} class={"place" +
                (props.place === c.place ? " chosen" : "") +
                (props.touched(c) ? " touched" : "")}
                onClick={() => props.pick(c.place)}
                aria-pressed={props.place === c.place}
                aria-label={`${title}: ${cardWords(props, c, place, title)}, ` +
                  toldWords(c)}>
                {veiled
                  ? (place
                    ? <Veil grid={props.skin.grid!} face={props.skin.face}
                        cells={deepCells(place)} width="100%" name="" />
                    : <Back width="100%" name="not answered" faded />)
                  : c.card
                    ? <Card face={hanabiFace(c.card)} burst width="100%" />
                    : unseen && props.know
                      ? <Veil grid={props.skin.grid!} face={props.skin.face}
                          cells={knownCells(props.know, unseen, scene.turn)}
                          width="100%" name="" />
                      : <Back width="100%" name="hidden" />}
                {fresh && <span class="newtag" aria-hidden="true">new</span>}
                {small.get(c.place) && (
                  <span class="smallveil">
                    <Veil grid={props.skin.grid!} face={props.skin.face} small
                      cells={deepCells(small.get(c.place))} width="100%"
                      name="" />
                  </span>
                )}
              </button>
              <span class="tag dim small"><Told card={c} /></span>
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Whether the last card of a hand came in the last turn. */
function justDrew(scene: Scene, seat: number): boolean {
  return scene.turn > 0 && scene.seen.some((s) => s.turn === scene.turn &&
    s.event.verb === "draw" && s.event.who === seat);
}

function cardWords(
  props: BoardProps, c: HanabiCard, place: LensPlace | undefined, title: string,
): string {
  if (props.path.length && place?.hidden) {
    return deepWords(title, place, props.skin.face);
  }
  if (props.path.at(-1) === everybody && !place) return "hidden";
  return c.card ? hanabiFace(c.card).name : "hidden";
}

/** The own hand; through other minds it is what they see and you do not. */
function Own(props: BoardProps & { cards: HanabiCard[] }) {
  const { scene, cards, know, path, skin } = props;
  const { cast } = scene;
  const you = scene.you!;
  const places = placesOf(know);
  const deeper = placesOf(props.deep);
  const eyes = path.at(-1);
  const away = !!eyes && eyes !== you;
  const mine = !path.length; // what is said of the hand is the viewer's own
  return (
    <section class={"own panel" + (away ? " away" : "")}
      aria-label={`${cast.Whose(you)} hand`}>
      <div class="who">
        <span class="row tight">
          <SeatMark letter={cast.letter(you)} person={cast.person(you)}
            viewer={!away} size={26} />
          <b class="name">{cast.name(you)}</b>
        </span>
        {away
          ? <span class="dim small sub">{cast.name(eyes)} sees these.{" "}
              {cast.name(you)} {cast.verb(you, "do", "does")} not know what{" "}
              {cast.name(eyes)} sees.</span>
          : mine && (know?.worlds || know?.bits !== undefined) && (
            <span class="dim small sub">
              {know.worlds ? count(know.worlds) : openWith(know.bits!)}
              {" "}{know.worlds === "1" ? "hand is" : "hands"} possible
              <br class="wide" /> <Bits {...props} /></span>
          )}
      </div>
      <Rove label={`${cast.Whose(you)} cards`} class="cards">
        {cards.map((c, i) => (
          <div class="slot" key={i}>
            <button data-rove data-place={c.place} class={"place" +
              (props.place === c.place ? " chosen" : "")}
              aria-pressed={props.place === c.place}
              onClick={() => props.pick(c.place)}
              aria-label={c.card && mine ? `Card ${i + 1}: ${hanabiFace(c.card)
                .name}, ${toldWords(c)}` : mine ? veilWords(`Card ${i + 1}, ${toldWords(c)}`,
                know, places.get(c.place), skin.face)
                : deepWords(`Card ${i + 1}, ${toldWords(c)}`,
                  away ? undefined : deeper.get(c.place), skin.face)}>
              <OwnFace {...props} card={c} known={places.get(c.place)}
                deeper={deeper.get(c.place)} away={away} />
              {c.card && know && !scene.replay && places.get(c.place) &&
                !certain(places.get(c.place)) && (
                <span class="smallveil">
                  <Veil grid={skin.grid!} face={skin.face} small width="100%"
                    name="" cells={knownCells(know, places.get(c.place)!,
                      scene.turn)} /></span>)}
            </button>
            <span class="tag small">
              {!away && !c.card && <kbd>{i + 1}</kbd>}{" "}
              {away
                ? <span class="dim">{certain(places.get(c.place))
                    ? "you both know" : `${cast.name(eyes)} sees it`}</span>
                : c.card && !scene.replay
                ? <span class="dim">{knewWords(places.get(c.place))}</span>
                : <span class="dim"><Told card={c} known={mine &&
                    !!certain(places.get(c.place))} /></span>}
            </span>
            {props.showNotes && props.notes[c.place] && (
              <span class="notestrip">{props.notes[c.place]}</span>
            )}
          </div>
        ))}
      </Rove>
      {!away && props.layers()}
    </section>
  );
}

/** Of a card that is turned up at the end. */
function knewWords(at: LensPlace | undefined): string {
  if (!at) return "turned up";
  const left = possible(at);
  if (left.length === 1) return "you knew it";
  const ranks = new Set(left.map((k) => k.slice(1)));
  const colours = new Set(left.map((k) => k.slice(0, 1)));
  return ranks.size === 1 ? `you knew: a ${[...ranks][0]}`
    : colours.size === 1 ? `you knew: ${colourName([...colours][0])}`
    : `${left.length} were possible`;
}

function OwnFace(props: BoardProps & {
  card: HanabiCard; known?: LensPlace; deeper?: LensPlace; away: boolean;
}) {
  const { card, known, deeper, away, skin, know } = props;
  if (card.card) return <Card face={hanabiFace(card.card)} burst width="100%" />;
  const open = props.path.at(-1) === everybody;
  const only = certain(known);
  if (only && !open) {
    return <Card face={hanabiFace(only)} burst width="100%" faded={away} />;
  }
  if (away || (props.path.length && !deeper)) return <Back width="100%" name="hidden" faded />;
  if (props.path.length && deeper) {
    return <Veil grid={skin.grid!} face={skin.face} cells={deepCells(deeper)}
      width="100%" name="" />;
  }
  if (!know || !known) return <Back width="100%" name="hidden" />;
  const cells = knownCells(know, known, lastOwnTurn(props.scene));
  return (
    <Veil grid={skin.grid!} face={skin.face} width="100%" name=""
      cells={props.belief ? believedCells(props.belief, placesOf(props.belief)
        .get(card.place), cells) : cells} />
  );
}
