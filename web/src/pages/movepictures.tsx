// What each move of a game looks like, from the cards its board is made of.
import { MineCard } from "../boards/saboteur_cards";
import { skinOf } from "../boards/skins";
import type { GameInfo } from "../base/types";
import { Back, Card, Chip, EmptyPile } from "../kit/card";
import { Glyph, type Shape } from "../kit/marks";
import { SeatMark } from "../kit/seat";

/** A move in signs: a kind of card, with ! if it is what the move names; ? a
 *  card face down, _ an empty place, > what comes of it, @A a seat, ~ry the
 *  colours of a hint, =words. */
const moves: Record<string, Record<string, string>> = {
  hanabi: {
    Tell: "g2 y4! p3 b4!", Play: "? > r3", "Throw away": "? > =●_+1",
  },
  kemps: { Swap: "9d > 7c! kd", Done: "7c 7d 7h 7s" },
  clue: {
    Ask: "plum rope hall =? @A", Show: "plum rope! hall > @Y",
    Accuse: "plum! rope! hall! =?", End: "@Y > @A",
  },
  gofish: { Ask: "8 =? @A > 8 8", "Go fish": "8 > ?", Nothing: "=none > ?" },
  saboteur: {
    Dig: "straight_ew t_horizontal!", "Break, mend": "break_pick fix_pick",
    Rockfall: "rockfall > _", Look: "map > gold", Throw: "curve_ne > ?",
  },
  yokai: {
    Look: "? > r", Move: "? > _", Hint: "~rg > ?", Declare: "? ? > g g",
  },
};

function Sign({ sign, game }: { sign: string; game: GameInfo }) {
  const skin = skinOf(game, {});
  const rest = sign.slice(1).replace("_", " ");
  switch (sign[0]) {
    case "?": return <Back width="100%" name="" />;
    case "_": return <EmptyPile width="100%" face={{ suit: "0",
      shape: "none", label: "", name: "" }} />;
    case ">": return <span class="plain dim">→</span>;
    case "=": return <b class="plain">{rest}</b>;
    case "@": return <span class="plain"><SeatMark letter={rest}
      person={rest === "Y"} viewer={rest === "Y"} /></span>;
    case "~": return <span class="plain">{[...rest].map((c) => (
      <Glyph key={c} shape={c as Shape} suit={c} size={22} />))}</span>;
  }
  const kind = sign.replace("!", "");
  if (game.board === "saboteur") return <MineCard card={kind} />;
  if (game.board === "clue") return <Chip face={skin.face(kind)} />;
  return <Card face={skin.face(kind)} width="100%"
    burst={game.board === "hanabi"} />;
}

/** The picture of a move; its text says the same. */
export function MovePicture({ game, move }: { game: GameInfo; move: string }) {
  const signs = moves[game.board]?.[move];
  return signs ? (
    <p class={`movepicture of-${game.board}`} aria-hidden="true">{signs.split(
      " ").map((sign, i) => (
      <span key={i} class={sign.endsWith("!") ? "named" : undefined}>
        <Sign sign={sign} game={game} /></span>
    ))}</p>
  ) : null;
}
