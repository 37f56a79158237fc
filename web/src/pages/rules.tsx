// The rules on one screen: a page of its own, and a dialog at a table.
import { useEffect, useRef } from "preact/hooks";
import { givenName } from "../base/cast";
import { useSheet, type Sheet } from "../base/sheet";
import type { GameInfo } from "../base/types";
import { CellPicture } from "../kit/veil";
import { SeatMark } from "../kit/seat";
import { Talk, type Sitting } from "../kit/talk";
import { MovePicture } from "./movepictures";
import { GamePicture } from "./pictures";
import { ThemeButton, Top } from "./top";

/** Whoever would sit beside a person, if nobody says otherwise. */
function partners(game: GameInfo): Sitting[] {
  return game.line_up.slice(0, Math.max(game.players[0] - 1, 2))
    .map((agent, i) => ({ agent, name: givenName(i + 2) }));
}

export function RulesPage({ game }: { game: GameInfo }) {
  const seats = partners(game);
  return (
    <>
      <Top title={<span class="tabletitle long dim">{game.title} ·{" "}
        <b>rules on one screen</b></span>}>
        <span class="push row nowrap">
          <button class="btn wide" onClick={() => print()}>Print</button>
          {game.lesson && <a class="btn" href={`#/learn/${game.name}`}>Learn
            in two minutes</a>}
          <a class="btn main" href={`#/play/${game.name}`}>Just play</a>
          <ThemeButton />
        </span>
      </Top>
      <main class="rulespage" id="main" tabIndex={-1}>
        <RuleSheet game={game} seats={seats}
          rules={`${game.name}(players=${seats.length + 1})`} />
      </main>
    </>
  );
}

export function RulesDialog(props: {
  game: GameInfo; rules: string; seats: Sitting[]; close(): void;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => ref.current?.showModal(), []);
  return (
    <dialog ref={ref} onClose={props.close} class="rulesdialog"
      aria-label={`Rules of ${props.game.title}`}>
      <div class="spread"><span class="caps">{props.game.title}, as it is
        played at this table</span>
        <button class="btn" onClick={props.close}>Close <kbd>Esc</kbd></button>
      </div>
      <RuleSheet {...props} />
    </dialog>
  );
}

function RuleSheet(props: {
  game: GameInfo; rules: string; seats: Sitting[];
}) {
  const sheet = useSheet(props.rules);
  if (sheet.fault) return <p class="banner bad">{sheet.fault.text}</p>;
  if (!sheet.what) return <div class="thinbar late" />;
  return (
    <div class="rulesheet">
      <Slots sheet={sheet.what} game={props.game} />
      <aside aria-label="Partners and signs">
        {props.seats.length > 0 && <section>
          <h2>Who sits with you, and how they {props.game.team ? "talk"
            : "play"}</h2>
          <p class="row">{props.seats.map((s) => <span class="seatbox"
            key={s.name}><SeatMark letter={s.name[0]} person={!s.agent} />
            <b>{s.name}</b></span>)}</p>
          <Talk {...props} />
        </section>}
        <Signs />
      </aside>
    </div>
  );
}

/** The key of a move, where it has one; of a seat the first letter. */
const keys: Record<string, Record<string, string>> = {
  hanabi: { Tell: "A", Play: "P", "Throw away": "D" },
  kemps: { Done: "↵" }, gofish: { Ask: "A" }, yokai: { Declare: "G" },
  saboteur: { Dig: "1", Throw: "D" },
};

function Slots({ sheet, game }: { sheet: Sheet; game: GameInfo }) {
  return (
    <div class="slots">
      <div class="aim">
        <div><h1>{sheet.aim}</h1><p class="lead serif">{sheet.line}</p></div>
        <GamePicture game={game.name} />
      </div>
      <section><h2>What is done</h2>
        <ul class="moveslots">{sheet.moves.map((m) => (
          <li class="panel" key={m.name}>
            <MovePicture game={game} move={m.name} /><h3>{m.name}{" "}
            {keys[game.board]?.[m.name] && <kbd>{keys[game.board][m.name]}
            </kbd>}</h3>
            <p class="dim">{m.text}</p></li>))}</ul>
      </section>
      <div class="twoslots">
        <section><h2>How many there are</h2><p>{sheet.counts}</p></section>
        <section><h2>It ends</h2>
          <ul>{sheet.ends.map((e) => <li key={e}>{e}</li>)}</ul></section>
      </div>
      <section><h2>A round, for example</h2>
        <ol class="panel roundslot">{sheet.round.map((r, i) => (
          <li key={i}>{r}</li>))}</ol></section>
    </div>
  );
}

/** The veil's own legend: the same in every game. */
function Signs() {
  const face = { suit: "b", shape: "b" as const, label: "", name: "" };
  const sign = (look: "chance" | "cross" | "dot") => (
    <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
      <CellPicture face={face} cell={{ look, chance: 0.5 }} x={11} y={11}
        size={18} /></svg>
  );
  return (
    <section class="signs">
      <h2>What is drawn on hidden cards</h2>
      <ul>
        <li>{sign("chance")} <span><b>can be this</b>; the larger the mark, the
          likelier</span></li>
        <li>{sign("cross")} <span><b>just went</b>: since your last turn</span>
        </li>
        <li>{sign("dot")} <span><b>cannot be</b></span></li>
      </ul>
      <p class="dim">Press <kbd>L</kbd> at the table for the lens: what you can
        know, what the others can, and why.</p>
    </section>
  );
}
