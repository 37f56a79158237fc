// What if: moves of one's own from a turn of a replay.  The game itself stays
// as it was, and Esc goes back to it.
import { useState } from "preact/hooks";
import { faultOf, post } from "../base/api";
import { plural } from "../base/number";
import type { Scene } from "../base/scene";
import type { Line } from "../base/source";
import type { Values } from "../base/types";
import { cap } from "../lens/cells";

export interface WhatIf {
  begin(): void;
  end(): boolean;
  move(move: string): void;
  back(): void;
  /** Through the eyes of whoever is to move. */
  follow(): void;
}

export function useWhatIf(k: {
  line: Line | null; wanted: Line | null; setLine(line: Line | null): void;
  turn: number; setTurn(turn: number): void; eyes: number | null;
  mover: number | null; setEyes(seat: number | null): void;
  /** Gives up what has been asked for and has not come. */
  stop: (() => void) | null;
}): WhatIf {
  const cut = (line: Line) => line.line.slice(0,
    Math.max(0, k.turn - line.from));
  return {
    begin() {
      if (k.line || k.wanted || k.mover === null) return;
      k.setEyes(k.mover);
      k.setLine({ from: k.turn, line: [] });
    },
    end() {
      if (k.stop && k.wanted && !k.line) { k.stop(); return true; }
      if (!k.line) return false;
      k.setTurn(k.line.from);
      k.setLine(null);
      return true;
    },
    move(move) {
      if (!k.line) return;
      k.setLine({ from: k.line.from, line: [...cut(k.line), move] });
      k.setTurn(k.turn + 1);
    },
    follow() { k.setEyes(k.mover); },
    back() {
      if (!k.line?.line.length) return;
      k.setLine({ from: k.line.from, line: k.line.line.slice(0, -1) });
      k.setTurn(k.line.from + k.line.line.length - 1);
    },
  };
}

export function WhatIfBand(props: {
  line: Line; ifs: WhatIf; scene: Scene; mover: number | null; fault: string;
}) {
  const { line, ifs, scene, mover } = props;
  const [fault, setFault] = useState("");
  const agent = scene.game.line_up[0];
  const ask = async () => {
    setFault("");
    try {
      const v = await post<Values>("values", { record: scene.id,
        turn: scene.turn, from: line.from, line: line.line });
      const choice = v.choices.find((c) => c.agent === agent && c.move) ??
        v.choices.find((c) => c.move);
      if (choice) ifs.move(choice.move);
      else setFault("no agent of this game is quick enough to be asked");
    } catch (e) {
      setFault(faultOf(e).text);
    }
  };
  const who = mover === null ? "nobody" : scene.cast.name(mover);
  return (
    <div class="line-band" role="status">
      <span><b>From turn {line.from}, your own line</b>:{" "}
        {plural(line.line.length, "move")}. {who} is to move.</span>
      <span class="row push">
        {mover !== null && mover !== scene.you && (
          <button class="btn" onClick={ifs.follow}>Move for{" "}
            {scene.cast.name(mover)}</button>)}
        {mover !== null && <button class="btn" onClick={() => void ask()}>
          Let an agent move</button>}
        {line.line.length > 0 && <button class="btn" onClick={ifs.back}>
          Take back</button>}
        <button class="btn" onClick={() => ifs.end()}>Back to the game{" "}
          <kbd>Esc</kbd></button>
      </span>
      {(fault || props.fault) && <p class="lens-bad small">{cap(fault ||
        props.fault)}</p>}
    </div>
  );
}
