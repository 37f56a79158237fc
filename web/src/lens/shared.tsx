// What the lens on a place and the lens through other minds share.
import { Layer } from "./layer";
import type { LensProps } from "./lens";

/** A place may have a column behind @: the threes of a hand. */
export function splitPlace(place: string): [string, string | null] {
  const [name, column] = place.split("@");
  return [name, column ?? null];
}

/** What may be assumed: what the server lists, and sources of the game. */
export function assumptionsOf(props: LensProps): string[] {
  return [...props.skin.sources ?? [], ...props.scene.game.assumptions,
    ...props.skin.further ?? []];
}

/** How many kinds there are: those of the grid, or all that is spoken of. */
export function kindsOf(props: LensProps): number {
  const { grid } = props.skin;
  if (grid) return grid.rows.length * grid.cols.length;
  const all = new Set<string>();
  for (const p of props.know.board?.places ?? []) {
    for (const k of Object.keys(p.cells)) all.add(k);
    for (const g of p.gone ?? []) for (const k of g.kinds) all.add(k);
  }
  return all.size;
}

export function NoteLayer(props: LensProps) {
  const { place, notes } = props;
  return (
    <Layer sign="note" head={<>Your note <span class="thin">· only you see it,
      the engine never reads it</span></>}>
      <input type="text" class="notefield" value={notes[place!] ?? ""}
        aria-label="Your note" placeholder="…" maxLength={200}
        onInput={(e) => props.setNote(place!,
          (e.target as HTMLInputElement).value)} />
    </Layer>
  );
}
