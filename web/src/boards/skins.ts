// Which board a game has.
import type { GameInfo } from "../base/types";
import { HanabiBoard } from "./hanabi";
import { hanabiAbout, hanabiCarry, hanabiFace, hanabiFacts, hanabiGist,
  hanabiGrid, hanabiPlace } from "./hanabi_skin";
import { kempsSkin } from "./kemps";
import { goFishSkin } from "./gofish";
import { yokaiSkin } from "./yokai";
import { saboteurSkin } from "./saboteur";
import { clueSkin } from "./clue_skin";
import { genericOwner, genericSkin } from "./generic";
import type { Skin } from "./skin";

function hanabi(game: GameInfo, params: Record<string, string>): Skin {
  const all = game.grid?.rows ?? ["r", "y", "g", "b", "p"];
  const letters = [...all, "w"].slice(0, Number(params.colours ?? 5));
  return {
    name: "hanabi", face: hanabiFace, place: hanabiPlace,
    grid: hanabiGrid(letters, Number(params.ranks ?? 5)),
    owner: genericOwner, facts: hanabiFacts,
    carry: hanabiCarry, gist: hanabiGist,
    about: hanabiAbout,
    standing: (scene) => {
      const s = scene.state as { hints?: number; lives?: number };
      return `Hints ${s.hints}, lives ${s.lives}.`;
    },
    Board: HanabiBoard,
  };
}

const titles: Record<string, string> = {
  gofish: "Go Fish", yokai: "Yōkai",
};

/** The name of a game as people write it. */
export function gameTitle(game: { name: string; title: string }): string {
  return titles[game.name] ?? game.title.replaceAll("_", " ");
}

export function skinOf(game: GameInfo, params: Record<string, string>): Skin {
  switch (game.board || game.name) {
    case "hanabi": return hanabi(game, params);
    case "kemps": return kempsSkin(params);
    case "gofish": return goFishSkin;
    case "yokai": return yokaiSkin;
    case "saboteur": return saboteurSkin;
    case "clue": return clueSkin;
    default: return genericSkin(game.name, game.kinds);
  }
}
