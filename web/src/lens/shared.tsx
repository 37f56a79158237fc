// What the lens on a place and the lens through other minds share.
import type { Scene } from "../base/scene";
import type { Skin } from "../boards/skin";
import { Layer } from "./layer";
import type { LensProps } from "./lens";

/** A place may have a column behind @: the threes of a hand. */
export function splitPlace(place: string): [string, string | null] {
  const [name, column] = place.split("@");
  return [name, column ?? null];
}

/** What may be assumed: what the server lists, sources of the game, and how
 *  those who sit there play. */
export function assumptionsOf(props: LensProps): string[] {
  const { skin, scene, assume } = props;
  return [...new Set([...skin.sources ?? [], ...scene.game.assumptions,
    ...skin.further ?? [], assumedOf(scene, skin), assume])];
}

/** What is assumed until somebody chooses: that the others play as the most of
 *  them do.  Of people, and of agents that cannot be imagined, nothing is
 *  said but that any choice is as likely. */
export function assumedOf(scene: Scene, skin: Skin): string {
  if (skin.sources?.length) return skin.sources[0];
  const { agents: known } = scene.game;
  const assumptions = [...scene.game.assumptions, ...skin.further ?? []];
  const meant = (a: string) =>
    known?.find((k) => k.name === a.split("(")[0])?.assume ?? a;
  const agents = scene.cast.seats.filter((s) => s.seat !== scene.you &&
    s.kind === "agent").map((s) => meant(s.agent ?? ""))
    .filter((a) => assumptions.includes(a) ||
      assumptions.includes(a.split("(")[0]));
  const often = (a: string) => agents.filter((b) => b === a).length;
  return agents.sort((a, b) => often(b) - often(a))[0] ?? "uniform";
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
