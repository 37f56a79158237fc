// The lens on a place through other minds: what they surely and perhaps hold
// possible, and whether they know a fact of the game.
import { useState } from "preact/hooks";
import type {
  Answer, LensBoard, LensHand, LensPlace,
} from "../base/types";
import { numeral, plural } from "../base/number";
import { Chip } from "../kit/card";
import { cap, numbersOf } from "./cells";
import { AssumptionPicker, Layer } from "./layer";
import { reasonOf, useAnswers } from "./answers";
import { assumptionsOf, kindsOf, NoteLayer, splitPlace } from "./shared";
import type { LensProps } from "./lens";

const few = 4;
const many = 8;

/** "Ann knows that ": who stands between the seat and the last mind. */
function between({ scene, path }: LensProps): string {
  return path.slice(0, -1).map((s) => `${scene.cast.mid(s)} ${
    scene.cast.verb(s, "know", "knows")} that `).join("");
}

/** "K[you] M[Ann] f": minds by their names, as they are read. */
function minds(formula: string, { cast }: LensProps["scene"]): string {
  return formula.replace(/\b([KMB])\[(\d+)\]/g, (_, op, seat) =>
    `${op}[${cast.mid(Number(seat))}]`);
}

/** What decides whether the last mind holds a kind possible there. */
function openQuestion(props: LensProps, kind: string): string | null {
  const m = /^((?:holds|hand|has)\(.*)\)/.exec(props.place ?? "");
  if (!m || props.path.length > 2) return null;
  const chain = props.path.slice(0, -1).map((s) => `K[${s}] `).join("");
  return `${chain}M[${props.path.at(-1)}] ${m[1]},${kind})`;
}

/** Through other minds: surely, perhaps, and whether a fact is known. */
export function Deep(props: LensProps & {
  board: LensBoard; at?: LensPlace; name: string;
}) {
  const { scene, skin, at, path, seat } = props;
  const { cast } = scene;
  const last = path[path.length - 1];
  const name = cast.name(last);
  const hand = props.board.hands?.find((h) => h.seat ===
    skin.owner(props.name));
  if (hand) return <DeepHand {...props} hand={hand} />;
  if (!at) return <p class="small">Nothing is known of this place.</p>;
  if (!at.hidden) {
    return <p class="serif sentence">{name} {cast.verb(last, "see", "sees")}{" "}
      {skin.place(props.name, cast)}. What lies there is not hidden from{" "}
      {cast.mid(last)}.</p>;
  }
  const of = (k: string) => Object.keys(at.cells)
    .filter((c) => at.cells[c].k === k);
  const [sure, maybe, open] = [of("yes"), of("open"), of("undecided")];
  const chain = [seat, ...path.slice(0, -1)].map((s) => `K[${s}]`).join(" ");
  const rest = kindsOf(props) - sure.length - maybe.length -
    open.length;
  const line = (k: string, words: string, dim: boolean, formula: string) => (
    <li class={"deepline" + (dim ? " dim" : "")} key={k}>
      <Chip face={skin.face(k)} faded={dim} /> <span>{words}</span>
      {dim && openQuestion(props, k)
        ? <button class="link small nowrap" onClick={() =>
            props.put(openQuestion(props, k)!)}>which worlds?</button>
        : <code class="dim">{minds(formula, scene)}</code>}</li>
  );
  const holds = cast.verb(last, "hold", "holds");
  return (
    <>
      <Layer sign="know" head={<>{cast.name(seat)}{" "}
        {cast.verb(seat, "know", "knows")} what {between(props)}
        {cast.mid(last)} can know</>}>
        {sure.length > many && (
          <div class="row chips maybes" data-sure>
            {sure.map((k) => <Chip key={k} face={skin.face(k)} />)}
            <span class="small">{name} surely {holds} these possible{" "}
              <code class="dim">{minds(`${chain} M[${last}]`, scene)}</code>
            </span>
          </div>
        )}
        <ul class="deeplist">
          {sure.length <= many && sure.map((k) => line(k,
            `${name} surely ${holds} it possible`, false,
            `${chain} M[${last}]`))}
          {maybe.length <= few && maybe.map((k) => line(k,
            "perhaps: it depends on what is hidden", true, ""))}
        </ul>
        {maybe.length > few && (
          <div class="row chips maybes" data-maybe>
            {maybe.map((k) => openQuestion(props, k)
              ? <button key={k} class="chipbtn" title="which worlds?"
                  aria-label={`${skin.face(k).name}, perhaps: which worlds?`}
                  onClick={() => props.put(openQuestion(props, k)!)}>
                  <Chip face={skin.face(k)} faded /></button>
              : <Chip key={k} face={skin.face(k)} faded />)}
            <span class="dim small">perhaps: it depends on what is hidden{
              openQuestion(props, maybe[0]) && "; click one to see the worlds"}
            </span>
          </div>
        )}
        {open.length > 0 && <p class="dim small">{plural(open.length,
          "kind is", "kinds are")} not decided within the limit.</p>}
        {rest > 0 && <p class="dim small">The other {rest} {cast.mid(last)}{" "}
          {cast.verb(last, "have", "has")} surely excluded. Assuming nothing
          about how anybody plays.</p>}
      </Layer>
      <DeepFacts {...props} />
      <DeepBelief {...props} key={`${props.place}.${scene.n}`} />
      <NoteLayer {...props} />
    </>
  );
}

/** Where a hand is one thing: how many of a rank another mind holds possible. */
function DeepHand(props: LensProps & { hand: LensHand }) {
  const { scene, path, seat, hand } = props;
  const { cast } = scene;
  const last = path[path.length - 1];
  const column = splitPlace(props.place!)[1];
  const at = numbersOf(hand, column ?? "");
  const lines = [
    ...(at.yes ?? []).map((n) => ({ n, dim: false,
      words: `${cast.name(last)} surely ${cast.verb(last, "hold",
        "holds")} it possible` })),
    ...(at.open ?? []).map((n) => ({ n, dim: true,
      words: "perhaps: it depends on what is hidden" })),
    ...(at.undecided ?? []).map((n) => ({ n, dim: true,
      words: "not decided within the limit" })),
  ].sort((a, b) => a.n - b.n);
  return (
    <>
      <Layer sign="know" head={<>{cast.name(seat)}{" "}
        {cast.verb(seat, "know", "knows")} what {between(props)}
        {cast.mid(last)} can know</>}>
        {!column && <p class="small">Choose a rank.</p>}
        <ul class="deeplist">
          {lines.map(({ n, dim, words }) => (
            <li class={"deepline" + (dim ? " dim" : "")} key={n}>
              <b>{cap(n ? numeral(n) : "none")}</b> <span>{words}</span></li>
          ))}
        </ul>
        {column && <p class="dim small">{cast.name(last)}{" "}
          {cast.verb(last, "have", "has")} surely excluded any other number.
          Assuming nothing about how anybody plays.</p>}
      </Layer>
      {column && <DeepFacts {...props} />}
      {column && <DeepBelief {...props} key={`${props.place}.${scene.n}`} />}
      <NoteLayer {...props} />
    </>
  );
}

/** The same as a belief; asked on demand, since it may take a while. */
function DeepBelief(props: LensProps) {
  const { skin, path, seat, place, assume, source, scene } = props;
  const [answer, setAnswer] = useState<Answer | "asking" | null>(null);
  const fact = skin.facts(place!)[0];
  if (!fact) return null;
  const formula = [seat, ...path].map((s) => `B[${s}]`).join(" ") +
    ` ${fact}`;
  return (
    <Layer sign="belief" head={<AssumptionPicker game={props.scene.game} assume={assume}
      all={assumptionsOf(props)} set={(a) => {
        setAnswer(null);
        props.setAssume(a);
      }} />}>
      <p class="row tight">
        {answer === null
          ? <button class="btn" onClick={() => {
              setAnswer("asking");
              void source.ask(formula, assume).then(setAnswer);
            }}>{skin.factWords?.(fact, scene.cast) ?? fact}?</button>
          : <span class="pill hatch"><b>{answer === "asking" ? "…"
              : answer.error ? "No answer" : cap(answer.answer)}</b></span>}
        <code class="dim">{minds(formula, scene)}</code></p>
      {answer !== null && answer !== "asking" && (answer.error ||
        answer.answer === "undecided") &&
        <p class="dim small">{cap(reasonOf(answer))}.</p>}
    </Layer>
  );
}

function DeepFacts(props: LensProps) {
  const { skin, scene, source, path, seat, place } = props;
  const facts = skin.facts(place!).slice(0, 2);
  const chain = [seat, ...path].map((s) => `K[${s}]`).join(" ");
  const answers = useAnswers(source, scene.n, facts.map((f) => ({
    formula: `${chain} ${f}`, assume: "none",
  })));
  const last = path[path.length - 1];
  const { cast } = scene;
  return (
    <>
      {facts.map((f, i) => {
        const a = answers[i]?.answer;
        const why = answers[i] && a === "undecided" ? reasonOf(answers[i]!)
          : null;
        return (
          <Layer sign="know" key={f} head={<>
            {cast.verb(last, "Do you", `Does ${cast.name(last)}`)} know:{" "}
            {skin.factWords?.(f, cast) ?? f}?</>}>
            <p class="row tight"><span class="pill"><b>{a
              ? cap(a) : "…"}</b></span>
              <code class="dim">{minds(`${chain} ${f}`, scene)}</code></p>
            {why && <p class="dim small">{cap(why)}.</p>}
          </Layer>
        );
      })}
    </>
  );
}
