// Pieces that several boards share.
import { useKeys } from "../base/keys";
import { much } from "../base/number";
import { onButton } from "./hanabi_actions";
import type { BoardProps } from "./skin";
import { SeatMark, seatKind } from "../kit/seat";
import type { Scene } from "../base/scene";
import type { ComponentChildren } from "preact";

/** How much the last turn told the viewer. */
export function Bits(props: BoardProps) {
  const { scene, know } = props;
  const before = scene.past(scene.turn - 1)?.bits;
  if (know?.bits === undefined || before === undefined) return null;
  const by = before - know.bits;
  if (by < 0.05) return null;
  return (
    <button class="link small" onClick={() => props.changed()}>
      you learnt a {by < much ? "little" : "lot"} this turn
    </button>
  );
}

/** What cannot be undone is asked: what it does, the move once more, and a way
 *  back. */
export function Sure(props: {
  label: string; words: ComponentChildren; act: string; go(): void;
  back(): void;
}) {
  useKeys((key, event) => {
    if (key === "Escape") {
      props.back();
      return true;
    }
    if (key !== "Enter" || onButton(event)) return false;
    props.go();
    return true;
  });
  return (
    <div class="row" role="group" aria-label={props.label}>
      <span role="status">{props.words}</span>
      <button class="btn big main" onClick={props.go}>{props.act}{" "}
        <kbd>↵</kbd></button>
      <button class="btn big quiet" onClick={props.back}>Not yet{" "}
        <kbd>Esc</kbd></button>
    </div>
  );
}

/** A new line where there is room, a dot where there is not. */
export function Sep() {
  return <><span class="narrow"> · </span><br class="wide" /></>;
}

/** A seat with its mark, name and what it is. */
export function Who(props: {
  scene: Scene; seat: number; viewer?: boolean; children?: ComponentChildren;
}) {
  const { scene, seat } = props;
  const { cast } = scene;
  const info = cast.seats.find((s) => s.seat === seat);
  return (
    <div class="who">
      <span class="row tight">
        <SeatMark letter={cast.letter(seat)} person={cast.person(seat)}
          viewer={props.viewer} />
        <b class="name" title={cast.name(seat)}>{cast.name(seat)}</b>
      </span>
      <span class="dim small sub">
        {info && seat !== scene.you && <>{seatKind(info)}<Sep /></>}
        {props.children}
      </span>
    </div>
  );
}
