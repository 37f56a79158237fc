// The formula line: operators in colour, the grey rest is what Tab would take,
// below it the reading in words.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Source } from "../base/source";
import type { Completion, Fault } from "../base/types";

/** A formula in pieces, its operators apart. */
export function pieces(formula: string): { text: string; op: boolean }[] {
  const all: { text: string; op: boolean }[] = [];
  const re = new RegExp("\\b(?:K|M|B|P|E|C|D|Kw|Bw|prev|once|sofar|learned|" +
    "public|forall|exists|in|true|false)\\b(?=[\\s[(]|$)|->|<->|[~&|]", "g");
  let last = 0;
  for (const m of formula.matchAll(re)) {
    if (m.index > last) {
      all.push({ text: formula.slice(last, m.index), op: false });
    }
    all.push({ text: m[0], op: true });
    last = m.index + m[0].length;
  }
  if (last < formula.length) all.push({ text: formula.slice(last), op: false });
  return all;
}

/** What a completion adds to what is typed; nothing if it does not go on. */
export function ghost(formula: string, c: Completion | null): string {
  const word = c?.next[0];
  if (!c || word === undefined) return "";
  const from = c.from ?? formula.length;
  const typed = formula.slice(from);
  if (c.words && !typed) return ""; // it is whole, and Tab goes on
  return word.startsWith(typed) && formula ? word.slice(typed.length) : "";
}

const past: string[] = [];

export function FormulaLine(props: {
  source: Source; value: string; set(formula: string): void;
  ask(formula: string): void; fault?: Fault | null; busy?: boolean;
  place?: string;
}) {
  const { source, value, set } = props;
  const [offer, setOffer] = useState<Completion | null>(null);
  const [back, setBack] = useState(0);
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(() => {
      if (!value) { setOffer(null); return; }
      source.complete(value, stop.signal).then(setOffer, () => undefined);
    }, 150);
    return () => { clearTimeout(timer); stop.abort(); };
  }, [value, source.key]);
  const rest = ghost(value, offer);
  const take = (word: string) => {
    const from = offer?.from ?? value.length;
    set(value.slice(0, from) + word);
    ref.current?.focus();
  };
  const submit = () => {
    if (!value.trim()) return;
    if (past.at(-1) !== value) past.push(value);
    setBack(0);
    props.ask(value);
  };
  const recall = (by: number) => {
    const b = Math.min(past.length, Math.max(0, back + by));
    setBack(b);
    set(b === 0 ? "" : past[past.length - b]);
  };
  const fault = props.fault;
  return (
    <div class="formula">
      <div class={"formula-line" + (fault ? " wrong" : "")}>
        <div class="formula-text mono">
          <div class="shown" aria-hidden="true">
            {pieces(value).map((p) => p.op ? <b>{p.text}</b> : p.text)}
            <span class="ghost">{rest}</span>
          </div>
          <input ref={ref} class="mono" spellcheck={false} autocomplete="off"
            autocapitalize="off" aria-label="Formula" value={value}
            data-formula placeholder={value ? "" : "K[1] …"} maxLength={2000}
            onInput={(e) => set((e.target as HTMLInputElement).value)}
            onKeyDown={(e) => {
              if (e.key === "Enter") { e.preventDefault(); submit(); }
              if (e.key === "Tab" && rest && !e.shiftKey) {
                e.preventDefault();
                take(offer!.next[0]);
              }
              if (e.key === "ArrowUp") { e.preventDefault(); recall(1); }
              if (e.key === "ArrowDown") { e.preventDefault(); recall(-1); }
              if (e.key === "Escape") ref.current?.blur();
            }} />
        </div>
        <button class="btn main" onClick={submit} disabled={!value.trim()}>
          Ask</button>
      </div>
      {fault?.column !== undefined && (
        <div class="carets mono" aria-hidden="true">
          {" ".repeat(Math.max(0, fault.column - 1))}
          {"^".repeat(Math.max(1, fault.length ?? 1))}</div>
      )}
      <div class="offers">
        {offer && offer.next.length > 0 && (
          <>
            {rest && <span class="dim tiny"><kbd>Tab</kbd> takes it</span>}
            {offer.next.slice(0, 6).map((w) => (
              <button class="pill pick mono" onClick={() => take(w)}>
                {w}</button>
            ))}
          </>
        )}
      </div>
      {offer?.words && <p class="dim small">In words:{" "}
        {offer.words}</p>}
    </div>
  );
}
