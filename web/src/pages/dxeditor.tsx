// The editor of a .dx text: line numbers, words of the language in colour,
// answers at the end of each question's line, mistakes underlined.
import { useRef } from "preact/hooks";
import { dxPieces, type DxQuery } from "./dx";

/** How an answer is shown: by what it is, or, where the text says what it
    should be, by whether it is that. */
export function badgeOf(query: DxQuery): { as: string; words: string } {
  const a = query.answer;
  const words = query.verdict?.replace("satisfiable", "sat") ?? (a === true ? "yes" : a === false ? "no"
    : a === null ? "undecided" : String(a));
  if (query.expected !== undefined) {
    return query.fine ? { as: "yes", words: `${words} ✓` }
      : { as: "no", words: `${words} ✗` };
  }
  return { as: a === true ? "yes" : a === false ? "no" : "value", words };
}

function Badge({ query }: { query: DxQuery }) {
  const { as, words } = badgeOf(query);
  return <span class={`badge b-${as}`} title={expectation(query)}>{words}
  </span>;
}

export function expectation(query: DxQuery): string {
  if (query.expected === undefined) return "";
  return query.fine ? "as the text expects"
    : `the text expects ${String(query.expected)}`;
}

export function DxEditor(props: {
  text: string; set(text: string): void; queries: DxQuery[];
  errors: { line: number; column: number; text: string }[];
  chosen: number | null; choose(line: number): void;
}) {
  const { text, queries, errors } = props;
  const lines = text.split("\n");
  const ref = useRef<HTMLTextAreaElement>(null);
  return (
    <div class="dx">
      <div class="dxlines mono">
        {lines.map((line, i) => {
          const query = queries.find((q) => q.line === i + 1);
          const wrong = errors.find((e) => e.line === i + 1);
          return (
            <div key={i} class={"dxline" + (wrong ? " wrong" : "") +
              (props.chosen === i + 1 ? " chosen" : "")}>
              <span class="num" aria-hidden="true">{i + 1}</span>
              <span class="code" aria-hidden="true">
                {dxPieces(line).map((p) => (
                  <span class={p.as}>{p.text}</span>))}{"\u200b"}</span>
              {query && (
                <button class="answer" onClick={() => props.choose(i + 1)}
                  aria-label={`Line ${i + 1}: ${query.kind === "ask" ? ""
                    : `${query.kind} `}${query.question}: ${
                    badgeOf(query).words} ${expectation(query)}`}><Badge query={query} /></button>
              )}
            </div>
          );
        })}
        <textarea ref={ref} class="mono" value={text} spellcheck={false}
          aria-label="Text of the model" autocapitalize="off" wrap="soft"
          rows={lines.length}
          onInput={(e) => props.set((e.target as HTMLTextAreaElement).value)}
          onKeyDown={(e) => {
            if (e.key === "Escape") ref.current?.blur();
          }} />
      </div>
      {errors.map((e) => (
        <p class="banner bad small" role="alert">Line {e.line}, column{" "}
          {e.column}: {e.text}</p>
      ))}
    </div>
  );
}
