// What goes wrong and what is over: what, why, what now.
import { get } from "../base/api";
import { useCopy, useLoaded, useNow } from "../base/hooks";
import { useKeys } from "../base/keys";
import { go } from "../base/route";
import type { Live } from "../base/live";
import { plural } from "../base/number";
import { list, strangers } from "../base/cast";
import type { Scene } from "../base/scene";
import { store } from "../base/store";
import { onButton } from "../boards/hanabi_actions";
import { cap } from "../lens/cells";
import type { TableInfo } from "../base/types";
import { sameSeats } from "./deal";
import { takeBack } from "./giveup";

export function Banners(props: { live: Live; scene: Scene }) {
  const { live } = props;
  return (
    <>
      {live.link === "lost" && <Lost {...props} />}
      {live.link === "elsewhere" && <Elsewhere live={live} />}
      {live.link === "open" && live.missed > 0 && (
        <p class="banner go small" role="status">Turn {live.turn} now;{" "}
          {plural(live.missed, "move")} happened.</p>
      )}
      {live.seat !== null && !live.end && live.turn < props.scene.seats &&
        strangers(props.scene.game, props.scene.cast.seats.map((s) => ({
          name: props.scene.cast.name(s.seat), agent: s.agent ?? "" })))
          .map((words) => <p class="banner small plain" role="note">{words}
          </p>)}
      {live.fault && <Refused live={live} />}
      {live.end && <Over {...props} />}
      {live.table?.state === "broken" && <p class="banner bad">The server lost
        this game. What was played can be read.</p>}
      {live.seat === null && !live.end && live.link === "open" && (
        <p class="banner small plain" role="note"><b>You see what everybody
          sees.</b> No hands before the end. <span class="pill">public knowledge
          only</span>{store.left(live.id) && <>{" "}You gave a seat up
          here. <button class="link small" onClick={() => takeBack(live)}>Take
          it back</button></>}</p>
      )}
    </>
  );
}

function Lost({ live, scene }: { live: Live; scene: Scene }) {
  const now = useNow(true);
  const s = Math.max(0, Math.ceil((live.retryAt - now) / 1000));
  return (
    <div class="banner go" role="alert">
      <span class="tick" aria-hidden="true"><span /></span>
      <span><b>Connection lost.</b> {s > 0 ? `Trying again in ${s} s.`
        : "Trying again."} The table is as it was after turn {scene.turn}; your
        seat is kept.</span>
      <button class="btn" onClick={() => live.connect()}>Now</button>
    </div>
  );
}

function Elsewhere({ live }: { live: Live }) {
  return (
    <div class="banner plain" role="alert">
      <span><b class="serif">This seat is open in another window.</b> There it
        goes on.</span>
      <span class="row">
        <button class="btn main" onClick={() => live.again()}>
          Play here instead</button>
        <button class="btn" onClick={() => {
          store.setTicket(live.id, null);
          live.again();
        }}>Watch</button>
      </span>
    </div>
  );
}

function Refused({ live }: { live: Live }) {
  const late = live.fault!.code === "late";
  return (
    <div class="banner bad" role="alert">
      <span><b>Not played.</b> {late
        ? "The time was over: a random move was made for you."
        : cap(live.fault!.text)}</span>
    </div>
  );
}

function Over({ live, scene }: { live: Live; scene: Scene }) {
  useKeys((key, e) => {
    if (key !== "Enter" || live.seat === null || onButton(e)) return false;
    playAgain(live);
    return true;
  });
  const { scores, won, how } = live.end!;
  const { cast } = scene;
  const points = scene.game.team
    ? plural(Number(scores.find((s) => s !== null) ?? 0), "point")
    : cast.seats.map((s) =>
      `${cast.name(s.seat)} ${scores[s.seat - 1] ?? "?"}`).join(", ");
  const winners = scene.game.team || !won?.length ? ""
    : won.length === scene.seats && won.length > 1 ? "All came out level. "
    : `${list(won.map((s) => cast.name(s)))} won. `;
  return (
    <div class="banner over" role="status">
      <span class="serif big"><b>{how === "over" ? "The game is over."
        : "The game was broken off."}</b> {winners}{points}.{" "}
        {how === "over" && live.ending}</span>
      <Compared live={live} scene={scene} />
      <span class="row">
        {live.seat !== null && <button class="btn main" data-again
          onClick={() => playAgain(live)}>Play again, same seats <kbd>↵</kbd>
        </button>}
        <a class={`btn${live.seat === null ? " main" : ""}`}
          href={`#/r/${live.id}`}>Replay, all eyes open</a>
        <a class="btn" href="#/">To the tables</a>
      </span>
      {live.seat !== null && how === "over" && <SameDeal live={live} />}
    </div>
  );
}

/** The same cards once more, or for a friend. */
function SameDeal({ live }: { live: Live }) {
  const [copied, copy] = useCopy();
  return (
    <span class="small samedeal">The same deal once more?{" "}
      <button class="link" onClick={() => playAgain(live, true)}>Play this deal
      </button> · <button class="link" onClick={() => copy(`${location.origin}${
        location.pathname}#/deal/${encodeURIComponent(live.id)}`)}>{copied
        ? "link copied" : "send it to a friend"}</button>: same cards, then
      compare.</span>
  );
}

/** How the game went whose cards these were; told when both are done. */
function Compared({ live, scene }: { live: Live; scene: Scene }) {
  const of = store.dealOf(live.id);
  const other = useLoaded(`deal.${of}`, (signal) => of
    ? get<TableInfo>(`tables/${encodeURIComponent(of)}`, signal)
    : Promise.resolve(null));
  const scores = other.what?.scores;
  if (!scores) return null;
  const points = scene.game.team ? `${scores[0]} points`
    : scene.cast.seats.map((s) => `seat ${s.seat} ${scores[s.seat - 1]}`)
      .join(", ");
  return <p class="small">The same cards at <a href={`#/r/${of}`}>{of}</a>:{" "}
    {points}.</p>;
}

/** A new table with the same rules and seats, and the same cards if wanted. */
export function playAgain(live: Live, deal = false): void {
  void sameSeats(live.table!, live.seat, deal ? live.id : "").then((id) =>
    go(`/t/${id}`), () => undefined);
}
