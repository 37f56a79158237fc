// The end of a round of Saboteur, a sheet of its own: who won, where the gold
// was, who was who, the gold so far; then the new role, alone in a box.
import { useKeys } from "../base/keys";
import type { Scene } from "../base/scene";
import type { Seen } from "../base/types";
import { SeatMark } from "../kit/seat";
import { onButton } from "./hanabi_actions";
import type { SaboteurState } from "./saboteur";

/** What was shown and dealt between the last round and this one; nothing once
 *  the viewer has moved in it, or where nobody sits. */
export function roundOver(scene: Scene): Seen[] | null {
  const at = scene.seen.filter((s) => s.event.verb === "show").at(-1)?.turn;
  if (at === undefined || scene.you === null || scene.replay ||
    scene.toMove === null) return null;
  if (scene.seen.some((s) => s.turn > at && s.event.who === scene.you)) {
    return null;
  }
  return scene.seen.filter((s) => s.turn === at);
}

export function RoundEnd(props: {
  scene: Scene; state: SaboteurState; events: Seen[]; begin(): void;
}) {
  const { scene, state, events } = props;
  const { cast, you } = scene;
  useKeys((key, e) => {
    if (key !== "Enter" || onButton(e)) return false;
    props.begin();
    return true;
  });
  const gold = events.find((s) => s.event.verb === "turn_up" &&
    s.event.lies === "gold");
  const role = state.seats[you! - 1].role;
  return (
    <section class="roundend" aria-label={`Round ${state.round - 1} is over`}>
      <p class="caps">Round {state.round - 1} of {state.rounds} is over</p>
      <h2 class="serif">{gold ? "The miners reached the gold."
        : "All cards were played: the saboteurs won."}</h2>
      <p class="dim">{gold ? `It was at the ${gold.event.at} goal.`
        : "Nobody reached the gold."}</p>
      <ul class="knew">{cast.seats.map(({ seat }) => {
        const was = events.find((s) => s.event.verb === "show" &&
          s.event.who === seat)?.event.role as string | undefined;
        return (
          <li key={seat} class="row nowrap">
            <SeatMark letter={cast.letter(seat)} person={cast.person(seat)}
              viewer={seat === you} />
            <b class="grow">{cast.name(seat)}</b>
            {was && <span class={`pill ${was === "miner" ? "okpill"
              : "badpill"}`}>{was}</span>}
            <span class="mono">gold {state.seats[seat - 1].gold}</span></li>);
      })}</ul>
      <div class="callout"><p class="caps">Round {state.round} · your new
        role</p>
        <p><b class="serif big">{role}</b> <span class="dim">{role === "miner"
          ? "Dig to the gold." : "Keep the others from the gold."} Nobody else
          sees this.</span></p></div>
      <div class="actions" role="group" aria-label="Your move">
        <button class="btn main big" onClick={props.begin}>Begin round{" "}
          {state.round} <kbd>↵</kbd></button></div>
    </section>
  );
}
