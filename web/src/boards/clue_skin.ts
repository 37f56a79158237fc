// Clue in words; it is played on the generic board.
import type { Cast } from "../base/cast";
import type { GameEvent } from "../base/types";
import { genericFace, genericOwner, genericPlace, GenericBoard } from
  "./generic";
import { placeParts } from "./skin";
import type { Skin } from "./skin";

function told(e: GameEvent, cast: Cast): string | null {
  const card = (c: unknown) => (c === null ? "a card" : String(c));
  const three = `${card(e.suspect)}, ${card(e.weapon)}, ${card(e.room)}`;
  switch (e.verb) {
    case "ask": {
      const stops = Number(e.stops);
      return `asked for ${three}; ` + (stops > 0
        ? `${cast.mid(stops)} ${cast.verb(stops, "have", "has")} to show`
        : "nobody could show any");
    }
    case "show":
      return `showed ${cast.mid(Number(e.to))} ${card(e.card)}`;
    case "end": return "made no accusation";
    case "accuse":
      return `accused ${three}: ${e.right === "yes" ? "right" : "wrong"}`;
    case "look": return "looked into the envelope";
    default: return null;
  }
}

export const clueSkin: Skin = {
  name: "clue",
  face: genericFace,
  grid: null,
  place: genericPlace,
  owner: genericOwner,
  told,
  facts(place) {
    const [head, seat] = placeParts(place.split("#")[0]);
    return head === "has" ? [{
      words: "Out of the game", formula: `out(${seat})`,
    }] : [];
  },
  moveWords(move, cast) {
    const [verb, ...rest] = move.split(" ");
    if (verb === "end") return "No accusation";
    if (verb === "show") {
      return `Show ${cast.mid(Number(rest[0]))} ${rest.slice(1).join(" ")}`;
    }
    const head = verb === "ask" ? "Ask for" : "Accuse";
    return `${head} ${rest.join(", ")}`;
  },
  Board: GenericBoard,
};
