// What one can do in Hanabi: play or discard the chosen card; a hint is a
// seat, then a colour or rank that shows what it would touch.
import { useRef } from "preact/hooks";
import { useKeys } from "../base/keys";
import { Glyph } from "../kit/marks";
import type { Shape } from "../kit/marks";
import { moveLabels, type BoardProps } from "./skin";
import type { HanabiCard } from "./hanabi";
import { suitOf } from "./hanabi_skin";

interface Hint { to: number; clue: string | null }

export function HanabiActions(props: BoardProps & {
  hand: HanabiCard[]; hint: Hint | null; setHint(h: Hint | null): void;
}) {
  const { scene, hint, setHint } = props;
  const words = moveLabels(props);
  const { cast } = scene;
  const ref = useRef<HTMLDivElement>(null);
  const legal = new Set(scene.legal ?? []);
  const at = props.hand.findIndex((c) => c.place === props.place) + 1;
  const chosen = at > 0 ? at : 0;
  const partners = cast.seats.map((s) => s.seat).filter((s) =>
    [...legal].some((m) => m.startsWith(`hint ${s} `)));
  const clues = hint
    ? [...legal].filter((m) => m.startsWith(`hint ${hint.to} `))
      .map((m) => m.split(" ")[2]) : [];
  const make = (move: string) => {
    if (!legal.has(move)) return false;
    setHint(null);
    props.move(move);
    return true;
  };
  const step = (by: number) => {
    if (!hint || !clues.length) return;
    const i = hint.clue ? clues.indexOf(hint.clue) : by > 0 ? -1 : 0;
    const next = clues[(i + by + clues.length) % clues.length];
    setHint({ ...hint, clue: next });
  };
  useKeys((key, event) => {
    const k = key.toLowerCase();
    if (hint) {
      if (key === "Escape") { setHint(null); return true; }
      if (key === "Enter" && hint.clue && !onButton(event)) {
        return make(`hint ${hint.to} ${hint.clue}`);
      }
      if (key === "ArrowRight" || key === "ArrowDown") { step(1); return true; }
      if (key === "ArrowLeft" || key === "ArrowUp") { step(-1); return true; }
      const clue = clues.find((c) => c[0] === k);
      if (clue) { setHint({ ...hint, clue }); return true; }
    }
    if (!event.shiftKey && k === "p" && chosen) return make(`play ${chosen}`);
    if (!event.shiftKey && k === "d" && chosen) return make(`discard ${chosen}`);
    const reserved = "pd" .includes(k);
    const to = partners.find((s) => cast.letter(s).toLowerCase() === k);
    if (to && (!reserved || event.shiftKey)) {
      setHint({ to, clue: null });
      ref.current?.focus(); // arrows are for the hints now, not for the hand
      return true;
    }
    return false;
  });
  return (
    <div class="actions" role="group" aria-label="Your move" ref={ref}
      tabIndex={-1}>
      {hint ? (
        <div class="row">
          <span>{words(`hint ${hint.to} …`)}</span>
          {clues.map((c) => (
            <button class="btn big" aria-pressed={hint.clue === c}
              onClick={() => setHint({ ...hint, clue: c })}>
              {/^\d/.test(c) ? c
                : <><Glyph shape={suitOf(c[0]) as Shape} suit={suitOf(c[0])} />
                  {c}</>}
            </button>
          ))}
          <button class="btn main big" disabled={!hint.clue}
            onClick={() => make(`hint ${hint.to} ${hint.clue}`)}>
            {hint.clue ? words(`hint ${hint.to} ${hint.clue}`)
              : "Choose a hint"} <kbd>↵</kbd>
          </button>
          <button class="btn big quiet" onClick={() => setHint(null)}>
            Back <kbd>Esc</kbd></button>
        </div>
      ) : (
        <div class="row">
          <button class="btn main big" disabled={!legal.has(`play ${chosen}`)}
            onClick={() => make(`play ${chosen}`)}>
            {words(`play ${chosen || "…"}`)} <kbd>P</kbd></button>
          <button class="btn big" disabled={!legal.has(`discard ${chosen}`)}
            onClick={() => make(`discard ${chosen}`)}>
            {words(`discard ${chosen || "…"}`)} <kbd>D</kbd></button>
          {legal.has("blind") && (
            <button class="btn big" onClick={() => make("blind")}>
              {words("blind")}</button>)}
          {cast.seats.map((s) => s.seat).filter((s) => s !== scene.you)
            .map((s) => (
              <button class="btn big" disabled={!partners.includes(s)}
                onClick={() => setHint({ to: s, clue: null })}>
                {words(`hint ${s} …`)} <kbd>{cast.letter(s)}</kbd></button>
            ))}
        </div>
      )}
      <span class="dim small keyhint">
        {hint?.clue ? "The cards that it names are ringed above"
          : hint ? "Choose a colour or a number: the cards it names are ringed"
          : <>Choose a card with <kbd>1</kbd>–<kbd>{props.hand.length}</kbd>,
            all keys <kbd>?</kbd></>}
      </span>
    </div>
  );
}

/** Whether a button has the focus: Enter is then its own.  One of the choices
 *  of a move that is chosen already has nothing more to do. */
export function onButton(event: KeyboardEvent): boolean {
  const on = event.target;
  return on instanceof HTMLButtonElement &&
    (!!on.closest(".lens, .top, .layerswitch") || (!!on.closest(".actions") &&
      on.getAttribute("aria-pressed") !== "true"));
}

