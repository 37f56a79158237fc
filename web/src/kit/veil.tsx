// The face of a hidden place: its grid of kinds.  A possibility has a fixed
// place in it, so that nothing moves when one goes.  An outline is knowledge,
// area is chance, hatching is belief.
import type { Face, Grid } from "./face";
import { Mark } from "./marks";

/** How a cell is drawn; the words are those of the guide. */
export type Look =
  | "chance"     // possible, its mark as large as its chance
  | "belief"     // possible, its mark hatched: chance under an assumption
  | "empty"      // possible, without weight under the assumption
  | "surely"     // deeper: surely possible to that seat
  | "perhaps"    // deeper: depends on what the viewer does not see
  | "undecided"  // not decided within the limit
  | "cross"      // excluded since the viewer's last turn
  | "dot";       // excluded before

export interface Cell {
  look: Look;
  chance?: number;
}

export function markSide(chance: number | undefined): number {
  return Math.max(0.3, Math.sqrt(Math.min(1, chance ?? 0)));
}

export function CellPicture(props: {
  face: Face; cell: Cell; x: number; y: number; size: number;
}) {
  const { face, cell, x, y, size } = props;
  const s = size;
  const box = (extra: object) => (
    <rect x={x - s / 2} y={y - s / 2} width={s} height={s} rx={s * 0.2}
      stroke="var(--m)" stroke-width={s * 0.085} {...extra} />
  );
  const shape = face.shape === "none" ? "y" : face.shape;
  const side = (c?: number) => markSide(c) * s * 0.42;
  const q = cell.look;
  return (
    <g class={`s-${face.suit} cell-${q}`}>
      {(q === "chance" || q === "surely" || q === "empty" || q === "belief") &&
        box({ fill: "var(--t)" })}
      {q === "perhaps" &&
        box({ fill: "none", "stroke-dasharray": `${s * 0.2} ${s * 0.14}` })}
      {q === "undecided" && box({
        fill: "none", "stroke-dasharray": `${s * 0.07} ${s * 0.13}`,
      })}
      {q === "chance" && (
        <Mark shape={shape} x={x} y={y} size={side(cell.chance)} />
      )}
      {q === "surely" && <Mark shape={shape} x={x} y={y} size={s * 0.26} />}
      {q === "belief" && (
        <g>
          <Mark shape={shape} x={x} y={y}
            size={Math.max(side(cell.chance), s * 0.2)}
            fill={`url(#hatch-${face.suit})`} />
        </g>
      )}
      {q === "undecided" && (
        <text x={x} y={y + s * 0.22} text-anchor="middle" font-size={s * 0.62}
          fill="var(--ink3)" font-family="var(--serif)">?</text>
      )}
      {q === "cross" && (
        <path class="cross" stroke="var(--bad)" stroke-width={s * 0.17}
          d={`M${x - s * 0.26},${y - s * 0.26} l${s * 0.52},${s * 0.52} ` +
            `m0,${-s * 0.52} l${-s * 0.52},${s * 0.52}`} />
      )}
      {q === "dot" && (
        <circle cx={x} cy={y} r={Math.min(0.7, s * 0.08)}
          fill="var(--ink3)" opacity=".75" />
      )}
    </g>
  );
}

/** The veil of one place. */
export function Veil(props: {
  grid: Grid; face(kind: string): Face; cells: Map<string, Cell>;
  width: number | string; name: string; small?: boolean; faded?: boolean;
}) {
  const { grid, cells, face, small } = props;
  const stepX = 48.6 / grid.cols.length;
  const stepY = 63 / grid.rows.length;
  const size = Math.min(stepX, stepY) - 0.9;
  const x = (c: number) => 8.6 + stepX * (c + 0.5);
  const y = (r: number) => 14.4 + stepY * (r + 0.5);
  const at = (r: string, c: string): Cell =>
    cells.get(grid.kind(r, c)) ?? { look: "dot" };
  const alive = (c: Cell) => c.look !== "dot" && c.look !== "cross";
  return (
    <svg class="veil" style={{ width: props.width }} viewBox="0 0 60 84"
      role={props.name ? "img" : undefined}
      aria-label={props.name || undefined}
      aria-hidden={props.name ? undefined : "true"}
      opacity={props.faded ? 0.6 : undefined}>
      <rect x=".6" y=".6" width="58.8" height="82.8" rx="6" fill="var(--veil)"
        stroke="var(--line2)" stroke-width="1.2" />
      {grid.cols.map((col, c) => (
        <text x={x(c)} y="11.4" text-anchor="middle" font-size="6.6"
          font-weight="700" font-family="var(--serif)" fill="var(--ink)"
          opacity={grid.rows.some((r) => alive(at(r.id, col.id))) ? 0.85 : 0.25}>
          {col.label ?? col.id}
        </text>
      ))}
      {grid.rows.map((row, r) => (
        <g class={`s-${row.suit}`} key={row.id}>
          <Mark shape={row.shape ?? "y"} x={4.6} y={y(r)} size={2.3}
            opacity={grid.cols.some((c) => alive(at(row.id, c.id))) ? 1 : 0.3} />
          {grid.cols.map((col, c) => {
            const cell = at(row.id, col.id);
            if (small && cell.look === "dot") return null;
            return (
              <CellPicture face={face(grid.kind(row.id, col.id))} cell={cell}
                x={x(c)} y={y(r)} size={size} key={col.id} />
            );
          })}
        </g>
      ))}
    </svg>
  );
}
