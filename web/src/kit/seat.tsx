// A seat is a letter: in a circle for a person, in a rounded square for an
// agent or a program, filled for the viewer.  Seats have no colour.
import type { Seat } from "../base/types";

export function SeatMark(props: {
  letter: string; person: boolean; viewer?: boolean; size?: number;
  lens?: boolean;
}) {
  const { letter, person, viewer, size = 24, lens } = props;
  const ink = lens ? "var(--lens)" : "var(--ink)";
  return (
    <svg class="seatmark" width={size} height={size} viewBox="0 0 24 24"
      aria-hidden="true">
      <rect x="1" y="1" width="22" height="22" rx={person ? 11 : 6}
        fill={viewer || lens ? ink : "none"} stroke={ink} stroke-width="1.6" />
      <text x="12" y="16" text-anchor="middle" font-family="var(--serif)"
        font-weight="700" font-size="11.5"
        fill={viewer || lens ? "var(--paper)" : "var(--ink)"}>{letter}</text>
    </svg>
  );
}

/** "agent info", "a person", "program clever.py". */
export function seatKind(seat: Seat): string {
  if (seat.kind === "person") return seat.here === false ? "away" : "a person";
  const what = seat.agent ?? "";
  return seat.kind === "program" ? `program ${what}` : `agent ${what}`;
}
