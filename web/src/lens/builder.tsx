// Ask in words: a sentence of menus, growing inwards.  The board is a menu too:
// what is pointed at goes into the fact that is chosen.
import { useEffect, useState } from "preact/hooks";
import { opWords, useMenus, type Fact, type Menus } from "../base/menus";
import { reasonOf, useAnswers } from "./answers";
import type { LensProps } from "./lens";
import { carriedArgs, firstArgs, formulaOf, pieces, pointed,
  type Head, type Part, type Question } from "./question";

const deepest = 3;
const most = 3;

function Field(props: {
  name: string; value: string; set(value: string): void;
  options: [string, string][];
}) {
  return (
    <select class="wordfield" aria-label={props.name} value={props.value}
      onChange={(e) => props.set((e.target as HTMLSelectElement).value)}>
      {props.options.map(([value, words]) => (
        <option value={value}>{words}</option>))}
    </select>
  );
}

function begin(props: LensProps, menus: Menus): Question {
  const other = props.scene.cast.seats.find((s) => s.seat !== props.seat)
    ?.seat ?? 1;
  const known = props.skin.facts(props.place ?? "")[0]
    ?.replace(/\(.*/, "");
  const fact = menus.facts.find((f) => f.name === known) ?? menus.facts[0];
  const args = firstArgs(fact, menus, other);
  return { likely: false, join: "&", heads: [{ op: "K", seat: other }],
    parts: [{ fact: fact.name, not: false, args: (props.place &&
      pointed(props.place, fact, args, menus)) || args }] };
}

export function SentenceBuilder(props: LensProps & {
  put(formula: string): void; follow(formula: string, was: string): void;
  ask(): void;
}) {
  const { game, params } = props.scene;
  const menus = useMenus(`${game.name}(${Object.entries(params).map(
    ([k, v]) => `${k}=${v}`).join(",")})`);
  return menus?.facts.length
    ? <Building {...props} menus={menus} /> : null;
}

function Building(props: LensProps & {
  menus: Menus; put(formula: string): void;
  follow(formula: string, was: string): void; ask(): void;
}) {
  const { menus, scene, seat, place } = props;
  const [q, setQ] = useState<Question>(() => begin(props, menus));
  const [focus, setFocus] = useState(0);
  const seats = scene.cast.seats.map((s) => s.seat);
  const inner = formulaOf({ ...q, likely: false, heads: [] }, seats, seat);
  const [who, askWho] = useState<string | null>(null);
  const set = (next: Question) => {
    setQ(next);
    props.put(formulaOf(next, seats, seat));
  };
  const factOf = (p: Part) => menus.facts.find((f) => f.name === p.fact)!;
  // What stands in the line and is not this sentence's stays there.
  useEffect(() => props.follow(formulaOf(q, seats, seat), ""), []);
  useEffect(() => {
    const part = q.parts[Math.min(focus, q.parts.length - 1)];
    const args = place && pointed(place, factOf(part), part.args, menus);
    if (!args) return;
    const next = { ...q, parts: q.parts.map((p) =>
      p === part ? { ...part, args } : p) };
    setQ(next);
    props.follow(formulaOf(next, seats, seat), formulaOf(q, seats, seat));
  }, [place]);
  const setPart = (i: number, part: Part) =>
    set({ ...q, parts: q.parts.map((p, j) => (i === j ? part : p)) });
  return (
    <div class="builder" role="group" aria-label="A question in words"
      onKeyDown={(e) => { if (e.key === "Enter") props.ask(); }}>
      <p class="sentence serif">
        <Field name="Question" value={q.likely ? "p" : "is"}
          set={(v) => set({ ...q, likely: v === "p" })} options={[
            ["is", "Is it so that"], ["p", `How likely is it, for ${
              scene.cast.mid(seat)}, that`]]} />{" "}
        {q.heads.map((h, i) => (
          <Mind key={i} head={h} {...props} drop={() => set({ ...q,
            heads: q.heads.filter((_, j) => j !== i) })}
            set={(head) => set({ ...q, heads: q.heads.map((x, j) =>
              (i === j ? head : x)) })} />))}
        {q.parts.map((p, i) => (
          <span key={i} onFocusCapture={() => setFocus(i)}>
            {i > 0 && <Field name="Joined by" value={q.join}
              set={(join) => set({ ...q, join: join as "&" | "|" })}
              options={[["&", "and"], ["|", "or"]]} />}{" "}
            <FactFields {...props} part={p} fact={factOf(p)}
              set={(part) => setPart(i, part)} />
            {q.parts.length > 1 && <button class="drop-seat" aria-label={
              `Leave out fact ${i + 1}`} onClick={() => set({ ...q,
              parts: q.parts.filter((_, j) => j !== i) })}>×</button>}{" "}
          </span>))}?</p>
      <p class="row grow-it"><span class="caps">Grow it</span>
        {q.heads.length < deepest && <button class="pill pick" onClick={() =>
          set({ ...q, heads: [{ op: "K", seat: q.heads[0]?.seat === seat
            ? seats.find((s) => s !== seat) ?? seat : seat }, ...q.heads] })}>
          + somebody knows that …</button>}
        {q.parts.length < most && <button class="pill pick" onClick={() =>
          set({ ...q, parts: [...q.parts, { ...q.parts.at(-1)! }] })}>
          + and</button>}
        <button class="pill pick" aria-pressed={who === inner}
          onClick={() => askWho(who === inner ? null : inner)}>
          who knows that?</button>
        <span class="dim tiny">a click on the board puts it into the
          sentence</span>
      </p>
      {who === inner && <WhoKnows {...props} fact={inner} seats={seats} />}
    </div>
  );
}

const knowing: Record<string, [string, string]> = {
  yes: ["know it", "knows it"], no: ["do not know it", "does not know it"],
};

/** Of every seat whether it knows what the sentence says inside. */
function WhoKnows(props: LensProps & { fact: string; seats: number[] }) {
  const { scene: { cast, n }, seats } = props;
  const answers = useAnswers(props.source, n, seats.map((s) => ({
    formula: `K[${s}] (${props.fact})`, assume: "none" })));
  return (
    <ul class="small whoknows" aria-live="polite">{seats.map((s, i) => {
      const a = answers[i];
      const words = a && knowing[a.answer];
      return (
        <li key={s}><b>{cast.name(s)}</b>{" "}{words
          ? cast.verb(s, words[0], words[1]) : !a ? "…"
          : a.answer === "open" ? `may know it or not, as far as ${
              cast.mid(props.seat)} can tell` : `: ${reasonOf(a)}`}</li>
      );
    })}</ul>
  );
}

function Mind(props: LensProps & {
  menus: Menus; head: Head; set(head: Head): void; drop(): void;
}) {
  const { menus: { ops }, head, scene: { cast } } = props;
  const all = !ops.find((o) => o.op === head.op)?.words.startsWith("@");
  return (
    <span>
      {!all && <><Field name="Who" value={String(head.seat)}
        set={(v) => props.set({ ...head, seat: Number(v) })}
        options={cast.seats.map((s) => [String(s.seat), cast.mid(s.seat)])} />
        {" "}</>}
      <Field name="Knows" value={head.op}
        set={(v) => v === "" ? props.drop() : props.set({ ...head,
          op: v })}
        options={[...ops.map((o): [string, string] => [o.op, opWords(o,
          head.seat === cast.you)]), ["", "(leave this out)"]]} />
      {" "}
    </span>
  );
}

/** "Ann's card 1 can be played now": arguments and the fact as menus. */
function FactFields(props: LensProps & {
  menus: Menus; part: Part; fact: Fact; set(part: Part): void;
}) {
  const { menus, part, fact, scene: { cast } } = props;
  const all = pieces(part.not ? fact.no : fact.yes, (i) =>
    fact.types[i] === "seat" && Number(part.args[i]) === cast.you);
  const verb = all.reduce((last, p, i) =>
    "text" in p && /\w/.test(p.text) ? i : last, -1);
  const options = (type: string, form: string): [string, string][] =>
    type === "seat" ? cast.seats.map((s) => [String(s.seat), form === "'s"
      ? cast.whose(s.seat) : cast.mid(s.seat)])
      : (menus.values[type] ?? []).map((v) => [v[0],
        form === "a" || form === "*" ? v[2] : form === "+" ? v[3] : v[1]]);
  const choose = (name: string) => {
    if (name === "not") { props.set({ ...part, not: !part.not }); return; }
    const to = menus.facts.find((f) => f.name === name)!;
    props.set({ fact: name, not: false, args: carriedArgs(fact, part.args, to,
      menus, props.seat) });
  };
  return (
    <>
      {all.map((p, i) => ("text" in p
        ? i === verb
          ? <Field key={i} name="Fact" value={fact.name} set={choose}
              options={[...menus.facts.map((f): [string, string] => [f.name,
                f.name === fact.name ? p.text.trim() : f.menu]),
                ["not", part.not ? "(not not)" : "not …"]]} />
          : <span key={i}>{p.text}</span>
        : <Field key={i} name={fact.types[p.field]} value={part.args[p.field]}
            options={options(fact.types[p.field], p.form)}
            set={(v) => props.set({ ...part, args: part.args.map((a, j) =>
              (j === p.field ? v : a)) })} />))}
    </>
  );
}
