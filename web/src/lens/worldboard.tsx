// A world drawn as the board draws it: hand by hand, what is otherwise than on
// the table at full strength, what breaks the sentence ringed.
import { list } from "../base/cast";
import { Card, Chip } from "../kit/card";
import type { World } from "../base/types";
import { cap, placesOf } from "./cells";
import type { LensProps } from "./lens";

/** What the viewer sees to lie in a place; null: it is hidden. */
function seenThere(props: LensProps, place: string): string[] | null {
  const at = placesOf(props.know.board).get(place);
  if (!at) return null;
  const yes = Object.keys(at.cells).filter((k) => at.cells[k].k === "yes");
  return at.seen || yes.length >= at.size ? yes : null;
}

/** The kinds of a place that do not lie there on the table. */
export function othersThan(kinds: string[], seen: string[] | null): boolean[] {
  const left = [...seen ?? []];
  return kinds.map((k) => {
    const i = left.indexOf(k);
    if (i >= 0) left.splice(i, 1);
    return i < 0;
  });
}

export function WorldBoard(props: LensProps & {
  world: World; words: string; breaks?: string[]; class?: string;
}) {
  const { scene, skin, world, breaks = [] } = props;
  const { cast } = scene;
  const owners = new Map<number | null, string[]>();
  for (const place of Object.keys(world)) {
    const o = skin.owner(place);
    owners.set(o, [...owners.get(o) ?? [], place]);
  }
  const differ = Object.keys(world).filter((p) => {
    const seen = seenThere(props, p);
    return seen && othersThan(world[p], seen).some(Boolean);
  });
  const known = Object.keys(world).some((p) => seenThere(props, p));
  const strong = breaks.length ? breaks : differ;
  const names = differ.slice(0, 4).map((p) => skin.place(p, cast));
  const breaking = breaks.slice(0, 3).map((p) => `${skin.place(p, cast)} is ${
    list(world[p].map((k) => skin.face(k).name))} here`);
  return (
    <figure class={`worldboard ${props.class ?? ""}`}>
      <figcaption>{props.words}</figcaption>
      {[...owners].map(([o, places]) => (
        <div class="worldrow" key={String(o)}>
          <span class="small">{o === null ? "on the table"
            : `${cap(cast.whose(o))} cards`}</span>
          <span class="worldcards">{places.map((p) => {
            const other = othersThan(world[p], seenThere(props, p));
            const one = world[p].length === 1 && !!skin.grid;
            return world[p].map((k, i) => {
              const faded = strong.length > 0 && !strong.includes(p) &&
                !(known && other[i]);
              const ringed = breaks.includes(p);
              return one ? <span class={ringed ? "ringed" : ""}
                title={cap(skin.place(p, cast))}><Card face={skin.face(k)}
                  width="44px" burst={skin.name === "hanabi"}
                  faded={faded} /></span>
                : <Chip face={skin.face(k)} ringed={ringed} faded={faded} />;
            });
          })}</span>
        </div>))}
      {breaking.length > 0 && <p class="serif">{cap(list(breaking))}.</p>}
      {known && differ.length > 0 && <p class="dim small">Only{" "}
        {list(differ.length > 4 ? [`${differ.length} places`] : names)}{" "}
        {differ.length > 1 ? "are" : "is"} other than on the table.</p>}
    </figure>
  );
}
