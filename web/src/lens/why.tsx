// Why a move was made: the reason as given, what of it was known and what was
// believed.  Sealed while the game runs.
import { bitsBy, chance, count } from "../base/number";
import { clause } from "../base/log";
import type { Answer, Changed, Why } from "../base/types";
import { Lock } from "../kit/marks";
import { SeatMark } from "../kit/seat";
import { useAt } from "./answers";
import { named } from "./ask";
import { cap } from "./cells";
import { assumeWords, Layer } from "./layer";
import { list } from "../base/cast";
import { isNamed } from "../boards/skin";
import type { LensProps } from "./lens";
import { Course } from "./scrub";

/** The latest turn that was made by anybody. */
function moveOf(props: LensProps, turn: number) {
  return props.scene.seen.find((s) => s.turn === turn &&
    typeof s.event.who === "number");
}

export function WhyTab(props: LensProps) {
  const { scene, source } = props;
  const turn = scene.turn;
  const why = useAt<Why>(turn ? `${source.key}|${turn}` : "",
    (signal) => source.why(turn, signal));
  const move = moveOf(props, turn);
  const who = move ? (move.event.who as number) : null;
  const { cast } = scene;
  if (!turn || who === null) {
    return <p class="small">Nobody has moved yet.</p>;
  }
  const told = clause(move!);
  return (
    <div>
      <div class="spread place-head">
        <h2 class="place-title">Why {told.replace(/^You /, "you ")}</h2>
        <span class="dim small nowrap">turn {turn}</span>
      </div>
      {!why && <div class="thinbar late" />}
      {why?.error && <p class="dim small">{cap(why.error.text)}</p>}
      {why?.sealed && (
        <div class="row nowrap"><Lock /><div>
          <p class="serif sentence"><b>{cast.Whose(who)} reason opens after
            the game</b></p>
          <p class="small">It may name cards that you do not see. At a table
            opened as <b>open</b> reasons are shown at once.</p></div></div>
      )}
      {why && !why.sealed && !why.error && <Given {...props} why={why}
        who={who} />}
    </div>
  );
}

function Given(props: LensProps & { why: Why; who: number }) {
  const { why, who, scene } = props;
  const { cast } = scene;
  const words = why.why?.words || why.why?.rule;
  const name = cast.name(who);
  return (
    <>
      <p class="serif sentence">{words ? `“${cap(named(words, props))}.”`
        : "No reason was given."}{" "}
        {words && <span class="dim small">the reason as given</span>}</p>
      {why.known && (
        <Layer sign="know" head={<>{name} {verdict(why.known, "knew it",
          "did not know it", "could not tell")}.<span class="thin">{" "}
            {counted(why.known)}</span></>}>
          <code class="dim">{why.known.formula} {why.known.answer}</code>
        </Layer>
      )}
      {why.believed && (
        <Layer sign="belief" head={<>{name} {verdict(why.believed,
          "believed it", "did not believe it", "could not tell")},{" "}
          <span class="thin">{assumeWords(why.believed.assumption ?? "none", scene.game)
            .replace("assuming", "if")}{why.believed.believed !== undefined &&
            why.believed.worlds !== undefined &&
            `: ${count(why.believed.believed)} of ` +
            `${count(why.believed.worlds)} worlds`}.</span></>}>
          <code class="dim">{why.believed.formula} {why.believed.answer}</code>
        </Layer>
      )}
    </>
  );
}

function verdict(a: Answer, yes: string, no: string, open: string): string {
  if (a.answer === "yes") return yes;
  return a.answer === "no" ? no : open;
}

function counted(a: Answer): string {
  const p = a.chance ?? a.value;
  if (!p || p === "0" || p === "1") return "";
  return `By counting the chance was ${chance(p)}.`;
}

export function ChangedTab(props: LensProps & { title?: boolean }) {
  const { scene, source } = props;
  const { cast } = scene;
  const turn = scene.turn;
  const got = useAt<Changed>(turn ? `${source.key}|${turn}` : "",
    (signal) => source.changed(turn, signal));
  if (!turn) return <p class="small">Nothing has happened yet.</p>;
  return (
    <div>
      <p class="caps">What changed in turn {turn}</p>
      {!got && <div class="thinbar late" />}
      {got?.error && <p class="dim small">{cap(got.error.text)}</p>}
      <ul class="changes">
        {got?.seats?.map((s) => {
          const by = s.bits && s.bits[0] !== null && s.bits[1] !== null
            ? s.bits[1] - s.bits[0] : null;
          return (
            <li key={s.seat}>
              <SeatMark letter={cast.letter(s.seat)} size={22}
                person={cast.person(s.seat)} viewer={s.seat === scene.you} />
              <span>{changeWords(s, props)}</span>
              <b class="mono">{by === null ? "" : bitsBy(by)}</b>
            </li>
          );
        })}
      </ul>
      {!!got?.seats?.length && <p class="dim tiny right">bits of
        uncertainty: − learnt, + new</p>}
      {got && !got.error && !got.seats?.length && <p class="small">
        Nothing went and nothing came.</p>}
      <Course scene={scene} />
    </div>
  );
}

function changeWords(s: Changed["seats"][number], props: LensProps): string {
  const { skin, scene } = props;
  const from = new Map<string, Set<string>>();
  for (const g of (s.gone ?? []).filter((x) => isNamed(x.place))) {
    const kinds = g.kinds.length > 3 ? `${g.kinds.length} kinds`
      : list(g.kinds.map((k) => skin.face(k).name));
    // Places of one hand may have one name.
    from.set(kinds, (from.get(kinds) ?? new Set()).add(
      skin.place(g.place, scene.cast)));
  }
  const gone = [...from].map(([kinds, places]) =>
    `${kinds} gone from ${list([...places])}`);
  const came = s.came?.length ? [`new: ${list(s.came.map((p) =>
    skin.place(p, scene.cast)))}`] : [];
  const all = [...gone.slice(0, 4), ...came];
  if (gone.length > 4) all.push(`and ${gone.length - 4} more`);
  return all.length ? cap(all.join("; "))
    : s.gone?.length ? "Some deals were excluded"
      : `Nothing new for ${scene.cast.mid(s.seat)}`;
}
