// Clue in words: cards, places, and which cards there are.
import type { Cast } from "../base/cast";
import type { Scene } from "../base/scene";
import type { LensBoard } from "../base/types";
import type { Face } from "../kit/face";
import { cap, placesOf } from "../lens/cells";
import { genericPlace } from "./generic";

export function clueFace(card: string): Face {
  const label = cap(card.replaceAll("_", " "));
  return { suit: "0", shape: "none", label, name: label };
}

const sorts = ["suspect", "weapon", "room"];

/** "the weapon in the envelope", "Ann's cards". */
export function cluePlace(place: string, cast: Cast): string {
  const m = /^envelope(?:#(\d))?$/.exec(place);
  if (!m) return genericPlace(place, cast);
  return `the ${sorts[Number(m[1] ?? 1) - 1] ?? "card"} in the envelope`;
}

export interface Group { name: string; cards: string[] }

/** The cards of each sort: the first so many of those that the game names,
    and what else the lens speaks of. */
export function groups(scene: Scene, know: LensBoard | null): Group[] {
  const { kinds, params } = scene.game;
  const places = placesOf(know);
  let from = 0;
  return ["suspects", "weapons", "rooms"].map((name, i) => {
    const named = Number(params.find((p) => p.name === name)?.normal ?? 0);
    const have = Number(scene.params[name] ?? named);
    const cards = kinds.slice(from, from + Math.min(named, have));
    from += named;
    const at = places.get(i ? `envelope#${i + 1}` : "envelope");
    const more = [...Object.keys(at?.cells ?? {}),
      ...(at?.gone ?? []).flatMap((g) => g.kinds)];
    return { name, cards: [...new Set([...cards, ...more])] };
  });
}
