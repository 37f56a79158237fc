// The first tab of Saboteur: who is what, known or under the assumption; and
// the place that was chosen below it.
import { LayerSign, AssumptionPicker } from "../lens/layer";
import { PlaceTab } from "../lens/place";
import type { LensProps } from "../lens/lens";
import { placesOf, possible } from "../lens/cells";
import { SeatMark } from "../kit/seat";
import { roleOf } from "./saboteur";

const cell = 46;

export function RolesTab(props: LensProps) {
  const { scene, know, belief, seat } = props;
  const { cast } = scene;
  const picked = props.place && !props.place.startsWith("role(") &&
    !props.place.startsWith("has(") ? props.place : null;
  return (
    <div>
      <h2 class="place-title">Who is what</h2>
      <p class="dim small">{cast.name(seat)}{" "}
        {cast.verb(seat, "know", "knows")} what is solid; hatched is a belief
        under the assumption.</p>
      <div class="suspects">
        {cast.seats.map((s) => {
          const role = roleOf(know.board, belief.board, s.seat);
          const side = Math.sqrt(role.chance ?? 0) * (cell - 8);
          const open = placesOf(know.board).get(`role(${s.seat})`);
          return (
            <div class="suspect" key={s.seat}>
              <SeatMark letter={cast.letter(s.seat)} size={24}
                person={cast.person(s.seat)} viewer={s.seat === seat} />
              <svg width={cell} height={cell} viewBox={`0 0 ${cell} ${cell}`}
                role="img" aria-label={`${cast.name(s.seat)}: ${role.known ??
                  (role.chance === null ? "not known"
                    : `saboteur with chance ${role.chance.toFixed(2)}`)}`}>
                <rect x=".7" y=".7" width={cell - 1.4} height={cell - 1.4}
                  rx="4" fill={role.known ? "var(--ink)" : "var(--surface)"}
                  stroke="var(--line2)" />
                {role.known
                  ? <path d="M12 24l7 8 15-17" fill="none" stroke-width="4"
                      stroke="var(--paper)" />
                  : <rect x={(cell - side) / 2} y={(cell - side) / 2}
                      width={side} height={side} fill="url(#hatch-lens)"
                      stroke="var(--lens)" />}
              </svg>
              <span class="mono tiny">{role.known ??
                (role.chance?.toFixed(2) ?? (open
                  ? possible(open).join("/") : "?"))}</span>
            </div>
          );
        })}
      </div>
      <p class="row tight"><LayerSign sign="belief" />
        <AssumptionPicker assume={props.assume} all={scene.game.assumptions}
          set={props.setAssume} />
        {belief.slow && <span class="dim small">weighing …</span>}</p>
      {belief.board?.error && <p class="dim small">{belief.board.error.text}</p>}
      {picked && <PlaceTab {...props} />}
    </div>
  );
}
