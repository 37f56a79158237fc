// The lens on one place: what you know of it, what you believe, your note,
// facts of the game about it, and why the rest is excluded.
import type { Answer, LensBoard, LensPlace } from "../base/types";
import { chance, count, numeral, plural } from "../base/number";
import { everybody } from "../base/cast";
import { Chip } from "../kit/card";
import { clause } from "../base/log";
import { byChance, cap, certain, chancesOf, placesOf, possible } from "./cells";
import { AssumptionPicker, assumeShort, Bar, Dist, Layer } from "./layer";
import { chanceOf, reasonOf, useAnswers } from "./answers";
import { Deep } from "./deep";
import { assumptionsOf, kindsOf, NoteLayer, splitPlace } from "./shared";
import type { LensProps } from "./lens";

export function PlaceTab(props: LensProps) {
  const { scene, skin, place, path } = props;
  if (!place && !scene.n && !scene.replay && scene.toMove === null) {
    return <div class="pad"><p class="serif sentence">The game has not begun: a
      seat is empty.</p></div>;
  }
  if (!place && !props.know.board) {
    return (
      <div class="pad late" role="status">
        <p class="dim">Counting worlds …</p>
        <div class="thinbar" />
      </div>
    );
  }
  if (!place) {
    const failed = (path.length ? props.deep : props.know).board?.error;
    return failed ? <Failed text={failed.text} /> : (
      <div class="pad">
        <h2>Choose a place</h2>
        <p class="serif sentence">Tap a card or a hand, and the lens says what
          can lie there.</p>
      </div>
    );
  }
  const [name] = splitPlace(place);
  const title = cap(skin.place(place, scene.cast));
  const looked = path.length ? props.deep : props.know;
  const board = looked.other ? null : looked.board;
  const at = placesOf(board).get(name);
  return (
    <div class={looked.old ? "old" : ""} aria-busy={looked.old}>
      <PlaceHead {...props} title={title} at={at} />
      {looked.slow && <div class="thinbar" role="status">
        <span class="unseen">Counting worlds</span></div>}
      {board?.error && <Failed text={board.error.text} />}
      {!board?.error && board && (path[0] === everybody
        ? <Public {...props} board={props.all.board} name={name} />
        : path.length ? <Deep {...props} board={board} at={at} name={name} />
        : <Shallow {...props} board={board} at={at} name={name} />)}
    </div>
  );
}

/** What all saw of a place: common knowledge, and no more than that. */
function Public(props: LensProps & { board: LensBoard | null; name: string }) {
  const { board, skin } = props;
  const at = placesOf(board).get(props.name);
  const owner = skin.owner(props.name);
  if (owner !== null && board?.hands?.some((h) => h.seat === owner)) {
    return (
      <>
        <HandKnown {...props} board={board} owner={owner} seat={everybody} />
        <NoteLayer {...props} />
      </>
    );
  }
  if (!board || !at) return <p class="small">Nothing is said of this place.</p>;
  const only = certain(at);
  return (
    <>
      <Layer sign="know" head={<>Everybody knows{only
        ? <>: <b>{skin.face(only).name}</b></>
        : <span class="thin"> · {possible(at).length} of {kindsOf(props)}{" "}
          possible</span>}</>}>
        {!only && <Dist board={board} place={at} face={skin.face} />}
        <p class="dim small">counted from what all saw, and from nobody’s own
          cards; everybody knows that everybody knows it</p>
      </Layer>
      <NoteLayer {...props} />
      <Reasons {...props} at={at} />
    </>
  );
}

function Failed({ text }: { text: string }) {
  return (
    <div class="banner bad"><b>No answer.</b> {cap(text)}</div>
  );
}

function PlaceHead(props: LensProps & { title: string; at?: LensPlace }) {
  const { scene, skin, at, path } = props;
  const seen = path.length && at?.seen
    ? certain(placesOf(props.know.board).get(at.place)) : null;
  const came = at?.came !== undefined ? scene.seen[at.came] : undefined;
  return (
    <div class="spread place-head">
      <h2 class="place-title">{props.title}</h2>
      {seen ? (
        <span class="row tight dim small"><Chip face={skin.face(seen)} />
          {scene.cast.mid(props.seat)} {scene.cast.verb(props.seat, "see",
            "sees")} it{at?.hidden && path.at(-1) !== everybody &&
            `, ${scene.cast.name(path.at(-1)!)} ${scene.cast.verb(path.at(-1)!,
              "do", "does")} not`}</span>
      ) : came && came.turn > 0 && (
        <span class="dim small">came in turn {came.turn}</span>
      )}
    </div>
  );
}

function columnKinds(props: LensProps, at: LensPlace): string[] | undefined {
  const column = splitPlace(props.place!)[1];
  const grid = props.skin.grid;
  if (!column || !grid) return undefined;
  const mine = new Set(grid.rows.map((r) => grid.kind(r.id, column)));
  return byChance(at).filter((k) => mine.has(k));
}

function Shallow(props: LensProps & {
  board: LensBoard; at?: LensPlace; name: string;
}) {
  const { scene, skin, board, at, name } = props;
  const owner = skin.owner(name);
  const own = props.seat;
  const you = scene.cast.name(own);
  if (board.hands?.some((h) => h.seat === owner)) {
    return <HandColumn {...props} board={board} owner={owner!} />;
  }
  if (!at || at.seen) {
    return <Seen {...props} owner={owner} />;
  }
  const kinds = columnKinds(props, at);
  const believed = props.belief.other ? undefined
    : placesOf(props.belief.board).get(name);
  const total = kindsOf(props);
  const only = certain(at);
  return (
    <>
      <Layer sign="know" head={<>
        {you} {scene.cast.verb(own, "know", "knows")}
        {only ? <>: <b>{skin.face(only).name}</b></>
          : <span class="thin"> · {possible(at).length} of {total}{" "}
            possible</span>}</>}>
        {kinds && <Numbers {...props} assume="none" />}
        {!only && <Dist board={board} place={at} face={skin.face}
          kinds={kinds} />}
        {board.chances && !only && (
          <p class="dim small">{at.size > 1 && !skin.single
            ? "each its mean number there, counted" : "counted"}, assuming
            nothing about how anybody plays</p>
        )}
      </Layer>
      {own !== everybody && <Belief {...props} at={believed} kinds={kinds} />}
      <NoteLayer {...props} />
      {own !== everybody && <Facts {...props} />}
      <Reasons {...props} at={at} />
    </>
  );
}

/** Where a hand is one thing: at least one of a rank, two, and so on. */
function HandKnown(props: LensProps & { board: LensBoard; owner: number }) {
  const { scene, board, owner, seat } = props;
  const hand = board.hands!.find((h) => h.seat === owner);
  const column = splitPlace(props.place!)[1];
  const p = column ? chancesOf(hand, column) : [];
  const sure = p.filter((x) => x === "1").length;
  const most = p.length;
  const words = !column ? "choose a rank" : most === 0 ? "none"
    : sure === most ? `exactly ${numeral(sure)}`
    : `${sure ? `${numeral(sure)} to ${numeral(most)}` : `at most ${
      numeral(most)}`}`;
  return (
    <Layer sign="know" head={<>{scene.cast.name(seat)}{" "}
      {scene.cast.verb(seat, "know", "knows")}: {words}</>}>
      {p.length > sure && (
        <ul class="dist">
          {p.map((x, i) => <Bar key={i} label={`${i + 1} or more`} p={x} />)}
        </ul>
      )}
      {board.chances && <p class="dim small">counted, assuming nothing about
        how anybody plays</p>}
    </Layer>
  );
}

function HandColumn(props: LensProps & { board: LensBoard; owner: number }) {
  return (
    <>
      <HandKnown {...props} />
      {splitPlace(props.place!)[1] && (
        <Layer sign="belief" head={<AssumptionPicker game={props.scene.game} assume={props.assume}
          all={assumptionsOf(props)} set={props.setAssume} />}>
          <Numbers {...props} />
        </Layer>
      )}
      <NoteLayer {...props} />
      <Facts {...props} />
    </>
  );
}

function Seen(props: LensProps & { owner: number | null }) {
  const { scene, owner, seat } = props;
  const whose = owner === null ? "this" : `all of ${scene.cast.whose(owner)} cards`;
  return (
    <>
      <p class="serif sentence"><b>{scene.cast.name(seat)}{" "}
        {scene.cast.verb(seat, "see", "sees")} {whose}.</b></p>
      <p class="small">There is nothing hidden here for {scene.cast.mid(seat)}.
        {owner !== null && owner !== seat && <>{" "}Look{" "}
          <button class="link small" onClick={() => props.setPath([owner])}>
            through {scene.cast.whose(owner)} eyes</button> to see what{" "}
          {scene.cast.name(owner)} can know of them.</>}</p>
      <NoteLayer {...props} />
    </>
  );
}

function Belief(props: LensProps & { at?: LensPlace; kinds?: string[] }) {
  const { scene, skin, at, belief } = props;
  const b = belief.other ? null : belief.board;
  const worlds = b?.believed && b.worlds
    ? ` · a belief, ${count(b.believed)} of ${count(b.worlds)} hands` : "";
  const known = placesOf(props.know.board).get(splitPlace(props.place!)[0]);
  const order = props.kinds ?? (known ? byChance(known) : undefined);
  return (
    <Layer sign="belief" head={<>
      <AssumptionPicker game={props.scene.game} assume={props.assume} all={assumptionsOf(props)}
        set={props.setAssume} />
      <span class={belief.old ? "thin old" : "thin"}>{worlds}
        {belief.old && b && !b.error && (b.turn ? ` · of turn ${b.turn}`
          : " · of the deal")}</span></>}>
      {b?.refuted_turn !== undefined && <Refuted {...props}
        turn={b.refuted_turn} />}
      {belief.slow && <div class="thinbar" role="status">
        <span class="unseen">Weighing worlds</span></div>}
      {b?.error && <p class="dim small">{cap(b.error.text)} What{" "}
        {scene.cast.mid(props.seat)} {scene.cast.verb(props.seat, "know",
          "knows")} is not touched.</p>}
      {b && !b.error && at && (
        <div class={belief.old ? "old" : ""}>
          {props.kinds && <Numbers {...props} />}
          <Dist board={b} place={at} face={skin.face} belief
            kinds={order} />
        </div>
      )}
    </Layer>
  );
}

function Refuted(props: LensProps & { turn: number }) {
  const { scene, turn } = props;
  const who = scene.seen.find((s) => s.turn === turn)?.event.who;
  const name = typeof who === "number" ? scene.cast.name(who) : "Somebody";
  return (
    <div class="banner lensband small">
      <span><b>{name} {name === "You" ? "do" : "does"} not play as{" "}
        {props.assume}:</b> turn {turn} has no place in it. That move is left
        out, the rest still counts.</span>
      {props.goTurn && <button class="link small"
        onClick={() => props.goTurn?.(turn)}>See turn {turn}</button>}
    </div>
  );
}

/** How many of a rank: each number with its chance. */
function Numbers(props: LensProps) {
  const { skin, scene, source, place } = props;
  const numbers = skin.numbers?.(place!, scene.cast) ?? [];
  const answers = useAnswers(source, scene.n, numbers.map((x) => ({
    formula: `P[${props.seat}](${x.formula})`, assume: props.assume,
  })));
  if (!numbers.length) return null;
  const none = answers.find((a) => a && chanceOf(a) === undefined);
  if (answers.every((a) => chanceOf(a) === undefined)) {
    return none ? <NoAnswer answer={none} /> : <Asking />;
  }
  return (
    <>
    <ul class="dist">
      {numbers.map((x, i) => {
        const p = chanceOf(answers[i]);
        if (p === undefined || p === "0") return null;
        return <Bar label={x.words} p={p} belief={props.assume !== "none"} />;
      })}
    </ul>
    {answers.some((a) => !a) && <Asking />}
    {answers.some((a) => a?.answer === "estimate") && <Sampled />}
    </>
  );
}

function Asking() {
  return <div class="thinbar late" role="status">
    <span class="unseen">Being asked</span></div>;
}

/** Why there is no number, in the engine's words. */
function NoAnswer({ answer }: { answer: Answer }) {
  return <p class="dim small">{cap(reasonOf(answer))}. Nothing was guessed.</p>;
}

function Sampled() {
  return <p class="dim small">About: from hands drawn at random, not
    counted.</p>;
}

function Facts(props: LensProps) {
  const { skin, scene, source, seat, place, assume } = props;
  const facts = skin.facts(place!);
  const asked = facts.flatMap((f) => [
    { formula: `P[${seat}](${f})`, assume: "none" },
    { formula: `P[${seat}](${f})`, assume },
  ]);
  const answers = useAnswers(source, scene.n, asked);
  if (!facts.length) return null;
  return (
    <section class="facts">
      {facts.map((f, i) => {
        const [know, believe] = [answers[2 * i], answers[2 * i + 1]];
        return (
          <div class="spread" key={f}>
            <span title={f}>{skin.factWords?.(f, scene.cast) ?? f}</span>
            <span class="row tight">
              <Chance answer={know} />
              {believe && <span class="pill hatch tiny">
                <Chance answer={believe} strong />{" "}
                {assumeShort(assume)}</span>}
            </span>
          </div>
        );
      })}
      {!skin.numbers && answers.some((a) => a?.answer === "estimate") &&
        <Sampled />}
      {[...new Set(answers.filter((a) => a && chanceOf(a) === undefined)
        .map((a) => `${whyNot(a!)}: ${reasonOf(a!)}`))].map((words) =>
        <p class="dim small">{words}.</p>)}
    </section>
  );
}

function Chance(props: { answer?: Answer; strong?: boolean }) {
  const { answer } = props;
  const v = chanceOf(answer);
  if (!answer) return <span class="dim" role="status">…</span>;
  if (v === undefined) {
    return <span class="dim" title={reasonOf(answer)}>{whyNot(answer)
      .toLowerCase()}</span>;
  }
  const wide = answer.half_width !== undefined
    ? ` ± ${Math.ceil(100 * answer.half_width)}\u00a0%` : "";
  return <span class="mono" title={v.replace("≈", "about ") + wide}>
    {props.strong ? <b>{chance(v)}</b> : chance(v)}</span>;
}

/** "Busy" is no answer of the engine's. */
function whyNot(a: Answer): string {
  return a.error?.code === "busy" ? "Busy" : "Undecided";
}

/** Why the other kinds are excluded: by event, the largest first. */
function Reasons(props: LensProps & { at: LensPlace }) {
  const { scene, skin, at } = props;
  const gone = [...(at.gone ?? [])]
    .sort((a, b) => b.kinds.length - a.kinds.length);
  if (!gone.length) return null;
  const left = possible(at).length;
  return (
    <section class="reasons">
      <h3>{left === 1 ? "Why only this?" : `Why only ${numeral(left)}?`}</h3>
      <ul>
        {gone.map((g) => {
          const event = scene.seen[g.event];
          const what = g.kinds.length > 3 ? plural(g.kinds.length, "kind")
            : g.kinds.map((k) => skin.face(k).name).join(", ");
          const text = event ? clause(event) : "";
          return (
            <li key={g.event}><b>{cap(what)}</b>: {text || "seen"}{" "}
              {g.turn > 0 ? (props.goTurn
                ? <button class="link small"
                    onClick={() => props.goTurn?.(g.turn)}>turn {g.turn}</button>
                : <span class="dim">turn {g.turn}</span>)
                : <span class="dim">in the deal</span>}</li>
          );
        })}
      </ul>
    </section>
  );
}

