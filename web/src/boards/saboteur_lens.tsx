// The first tab of Saboteur: who is what, known or under the assumption; who
// suspects whom; why; and the place that was chosen below it.
import { useRef, useState } from "preact/hooks";
import type { Scene } from "../base/scene";
import type { LensBoard, Seen, Suspicions } from "../base/types";
import { percent, value } from "../base/number";
import { everybody } from "../base/cast";
import { AssumptionPicker, Layer } from "../lens/layer";
import { useAt } from "../lens/answers";
import { PlaceTab } from "../lens/place";
import { assumptionsOf } from "../lens/shared";
import type { LensProps } from "../lens/lens";
import { cap, certain, faceUp, placesOf, possible } from "../lens/cells";
import { named } from "../lens/ask";
import { SeatMark } from "../kit/seat";
import { roleOf, type SaboteurState } from "./saboteur";

const cell = 46;

/** A seat's role as it is drawn: known, or a chance; null: neither. */
interface Suspicion { known: string | null; chance: number | null }

export function RolesTab(props: LensProps) {
  const { scene, belief, seat } = props;
  const { cast } = scene;
  const picked = props.place && !props.place.startsWith("role(") &&
    !props.place.startsWith("has(") ? props.place : null;
  const source = props.assume.startsWith("source(");
  if (props.path.length) {
    return (
      <div>
        <h2 class="place-title">Who is what</h2>
        <Known {...props} />
        {props.place && <PlaceTab {...props} />}
      </div>
    );
  }
  return (
    <div>
      <h2 class="place-title">Who suspects whom</h2>
      <Matrix {...props} />
      <Known {...props} />
      <Layer sign="belief" head={<AssumptionPicker game={props.scene.game} assume={props.assume}
        all={assumptionsOf(props)}
        set={props.setAssume} />}>
        {belief.slow && <div class="thinbar" role="status">
          <span class="unseen">Weighing worlds</span></div>}
        {belief.board?.error && <p class="dim small">
          {cap(belief.board.error.text)}</p>}
        {belief.board?.unweighed && <p class="dim small">No chances: too many
          deals could have led here to weigh each under a policy. Choose a
          source, which weighs roles and goals.</p>}
        <Acts {...props} told={belief.board?.why ?? []} />
        {source && !belief.board?.why?.length && belief.board &&
          <p class="dim small">Nothing that was done speaks for or against
            {" "}{seat === everybody ? "anybody" : "a seat"} yet.</p>}
      </Layer>
      <Claims {...props} />
      <p class="dim small">{cast.name(seat)}{" "}
        {cast.verb(seat, "know", "knows")} what is solid; hatched is a belief
        under the assumption.</p>
      {picked && <PlaceTab {...props} />}
    </div>
  );
}

/** Why a seat is suspected: what it did, and how much likelier that is from a
    saboteur; the most suspected first, another on demand. */
function Acts(props: LensProps & { told: string[] }) {
  const { scene: { cast }, seat } = props;
  const [chosen, choose] = useState(0);
  const by = (w: string) => cast.seats.find(({ seat: s }) =>
    w.startsWith(`${cast.name(s)} `) || w.startsWith(`Seat ${s} `))?.seat;
  const others = cast.seats.map((s) => s.seat).filter((s) => s !== seat &&
    props.told.some((w) => by(w) === s));
  const guilt = (s: number) => ownRow(props, s).chance ?? -1;
  const most = [...others].sort((a, b) => guilt(b) - guilt(a))[0];
  const of = others.includes(chosen) ? chosen : most;
  const chance = of === undefined ? null : ownRow(props, of).chance;
  return (
    <>
      {of !== undefined && <p class="row tight"><b>Why {cast.name(of)}{
        chance === null ? "" : `, ${percent(chance)}`}?</b>
        {others.filter((s) => s !== of).map((s) => (
          <button key={s} class="link small" onClick={() => choose(s)}>
            {cast.name(s)}</button>))}</p>}
      <ul class="acts small">
        {props.told.filter((w) => of === undefined || by(w) === of).map((w) =>
          <li key={w}>{cap(named(w, props))}.</li>)}
      </ul>
    </>
  );
}

/** What others said about the goals of this round. */
export function claimsOf({ seen, you }: Pick<Scene, "seen" | "you">): Seen[] {
  const last = seen.map((s) => s.event.verb).lastIndexOf("show");
  return seen.slice(last + 1).filter((s) => s.event.verb === "claim" &&
    s.event.who !== you);
}

/** Is it so, for who looks?  null: that is not known. */
export function isTrue(
  { event }: Pick<Seen, "event">,
  goals: Pick<SaboteurState["goals"][number], "goal" | "up" | "lies">[],
  know: LensBoard | null,
): boolean | null {
  const goal = goals.find((g) => g.goal === event.at);
  const lies = goal?.up ? goal.lies : certain(placesOf(know).get(
    `lies(${event.at})`));
  return lies ? (lies === "gold") === (event.lies === "gold") : null;
}

/** Claims are notes, no knowledge. */
function Claims(props: LensProps) {
  const said = claimsOf(props.scene);
  if (!said.length) return null;
  const { goals } = props.scene.state as unknown as SaboteurState;
  const known = said.map((s) => isTrue(s, goals, props.know.board));
  return (
    <Layer sign="note" head="Claims">
      <ul>{said.map((s, i) => (
        <li key={s.n} class="small">turn {s.turn}: <i class="serif">
          {s.say}</i> {known[i] === null ? "It may be a lie."
            : known[i] ? "It is true." : "It is a lie."}</li>)).slice(-4)}</ul>
    </Layer>
  );
}

/** The own row: roles that one knows, and chances of the others. */
function ownRow(props: LensProps, of: number): Suspicion {
  const { scene, know, belief } = props;
  const seats = (scene.state as unknown as SaboteurState).seats;
  const told = seats?.[of - 1]?.role ?? null;
  const role = roleOf(know.board, belief.board, of);
  return told ? { known: told, chance: null } : role;
}

/** Each row: what that seat holds of the others.  The first is the viewer's
    own; the others say how likely it is to the viewer that the seat finds a
    saboteur there likelier than not.  One question for all of them. */
function Matrix(props: LensProps) {
  const { scene, seat, assume } = props;
  const { cast } = scene;
  const [wanted, want] = useState(false);
  const seats = cast.seats.map((s) => s.seat);
  const able = !props.path.length && seat !== everybody;
  const asking = able && (wanted || (assume.startsWith("source(") &&
    seats.length <= 6));
  const now = useAt<Suspicions>(asking
    ? `${props.source.key}|${scene.n}|${assume}` : "",
  (signal) => props.source.suspicion(assume, signal));
  // Until the answer has come the last one stays, grey and with its turn.
  const last = useRef<{ turn: number; of: string; got: Suspicions }>();
  if (now?.rows) {
    last.current = { turn: scene.turn, of: `${seat}|${assume}`, got: now };
  }
  const kept = !now && last.current?.of === `${seat}|${assume}`
    ? last.current : null;
  const got = now ?? kept?.got;
  const rows = asking ? seats.filter((s) => s !== seat) : [];
  const of = (r: number, c: number) => got?.rows?.[r]?.[c];
  return (
    <>
      <p class="dim small">First row: what {cast.mid(seat)} hold
        {cast.verb(seat, "", "s")} of each seat. {asking && <>Other rows: how
        likely it is to {cast.mid(seat)} that this seat takes that one rather
        for a saboteur than for a miner.</>}
      </p>
      <div class="matrixbox" tabIndex={0} role="region"
        aria-label="Who suspects whom">
        <table class="matrix" aria-busy={!!kept}>
          <thead><tr><td />{seats.map((c) => (
            <th scope="col" key={c}><Mark {...props} of={c} /></th>))}</tr>
          </thead>
          <tbody>
            <tr><th scope="row">{seat === everybody ? "all"
              : <Mark {...props} of={seat} />}</th>
              {seats.map((c) => <td key={c}><Square {...props} of={c}
                role={ownRow(props, c)} /></td>)}</tr>
            {rows.map((r) => (
              <tr key={r} class={kept ? "old" : ""}><th scope="row">
                <Mark {...props} of={r} /></th>
                {seats.map((c) => <td key={c}>{r === c
                  ? <span class="ownrole dim tiny">own</span>
                  : <Asked {...props} of={c} by={r} asking={!got}
                      p={of(r, c)?.likely} sampled={of(r, c)?.sampled} />}
                </td>)}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {asking && !now && <div class="thinbar late" />}
      {kept && <p class="dim tiny">Other rows: of turn {kept.turn}.</p>}
      {got?.error && <p class="dim small">{cap(got.error.text)}</p>}
      {able && !asking && <p><button class="btn" onClick={() => want(true)}>
        What each other seat suspects</button></p>}
    </>
  );
}

function Mark(props: LensProps & { of: number }) {
  const { cast } = props.scene;
  return <><SeatMark letter={cast.letter(props.of)} size={24}
    person={cast.person(props.of)} viewer={props.of === props.seat} />
    <span class="unseen">{cast.name(props.of)}</span></>;
}

function Asked(props: LensProps & {
  of: number; by: number; p?: string; asking: boolean; sampled?: boolean;
}) {
  const { p, scene: { cast } } = props;
  if (p === undefined) {
    return <span class="ownrole dim tiny" title={props.asking ? undefined
      : "not decided"}>{props.asking ? "…" : "?"}</span>;
  }
  const chance = value(p);
  return <Area chance={chance}
    text={(props.sampled ? "≈" : "") + percent(chance, props.sampled)}
    name={`${cast.name(props.by)} suspects ${cast.mid(props.of)}, with chance ${
      percent(chance)}`} />;
}

function Square(props: LensProps & { of: number; role: Suspicion }) {
  const { role, of, know, scene } = props;
  const open = placesOf(know.board).get(`role(${of})`);
  const name = scene.cast.name(of);
  if (role.known ?? certain(open)) {
    return (
      <span class="suspect">
        <svg width={cell} height={cell} viewBox={`0 0 ${cell} ${cell}`}
          role="img" aria-label={`${name}: ${role.known}`}>
          <rect x=".7" y=".7" width={cell - 1.4} height={cell - 1.4} rx="4"
            fill="var(--ink)" />
          <path d="M12 24l7 8 15-17" fill="none" stroke-width="4"
            stroke="var(--paper)" /></svg>
        <span class="tiny" title={role.known ?? ""}>{scene.seats > 6
          ? role.known?.slice(0, 1) : role.known}</span></span>
    );
  }
  return <Area chance={role.chance} text={role.chance === null
    ? (open ? "open" : "…") : percent(role.chance)} name={`${name}: ${
    role.chance === null ? `${open ? possible(open).join(" or ")
      : "not known yet"}` : `saboteur with chance ${percent(role.chance)}`}`}
    />;
}

/** Area is chance, hatching is belief. */
function Area(props: { chance: number | null; text: string; name: string }) {
  const side = Math.sqrt(props.chance ?? 0) * (cell - 8);
  return (
    <span class="suspect">
      <svg width={cell} height={cell} viewBox={`0 0 ${cell} ${cell}`} role="img"
        aria-label={props.name}>
        <rect x=".7" y=".7" width={cell - 1.4} height={cell - 1.4} rx="4"
          fill="var(--surface)" stroke="var(--line2)" />
        <rect x={(cell - side) / 2} y={(cell - side) / 2} width={side}
          height={side} fill="url(#hatch-lens)" stroke="var(--lens)" /></svg>
      <span class="mono tiny" aria-hidden="true">{props.text}</span></span>
  );
}

/** What the viewer, or the minds behind, know for certain, in a sentence. */
function Known(props: LensProps) {
  const { scene, seat, path } = props;
  const { cast } = scene;
  if (seat === everybody) return null;
  const eyes = { path, know: props.know.board, deep: props.deep.board };
  const sure = cast.seats.map((s) => ({ s: s.seat, role: path.length
    ? faceUp(eyes, `role(${s.seat})`) : ownRow(props, s.seat).known }))
    .filter((x) => x.role);
  const goals = [...placesOf(props.know.board).keys()].filter((k) =>
    k.startsWith("lies(")).map((k) => ({ k, lies: faceUp(eyes, k) }))
    .filter((g) => g.lies);
  return (
    <Layer sign="know" head={path.length
      ? props.skin.pathWords?.([seat, ...path], cast)
      : <>{cast.name(seat)} {cast.verb(seat, "know", "knows")}</>}>
      <p>{sure.map((x) => `${cast.name(x.s)} ${cast.verb(x.s, "are", "is")} a ${
        x.role}`).concat(goals.map((g) => `${props.skin.place(g.k, cast)} is ${
        g.lies!.startsWith("stone") ? "stone" : "gold"}`)).join("; ") ||
        "No role is certain"}.{" "}
        {sure.length < cast.seats.length && sure.length > 0 &&
          "No other role is certain."}</p>
    </Layer>
  );
}
