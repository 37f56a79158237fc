// Pieces that several boards share.
import { much } from "../base/number";
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
