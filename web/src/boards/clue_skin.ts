// Clue as the page knows it: its words and its board.
import { ClueBoard } from "./clue";
import { clueFace, cluePlace } from "./clue_words";
import { genericOwner } from "./generic";
import { placeParts } from "./skin";
import type { Skin } from "./skin";

export const clueSkin: Skin = {
  name: "clue",
  face: clueFace,
  grid: null,
  single: true,
  place: cluePlace,
  owner: genericOwner,
  facts(place) {
    const [head, seat] = placeParts(place.split("#")[0]);
    return head === "has" ? [`out(${seat})`] : [];
  },
  Board: ClueBoard,
};
