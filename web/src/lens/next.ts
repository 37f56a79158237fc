// The next counterexample: the same question of all worlds but those that were
// shown, which the engine answers as any other.
import type { Answer, World } from "../base/types";

/** Whether a text is one operand: a name with arguments, or all in brackets. */
function isOperand(text: string): boolean {
  const rest = text.replace(/^[a-z]\w*/, "");
  if (rest === "") return text !== "";
  if (rest[0] !== "(") return false;
  let open = 0;
  for (let i = 0; i < rest.length; i++) {
    if (rest[i] === "(") open++;
    if (rest[i] === ")" && --open === 0) return i === rest.length - 1;
  }
  return false;
}

/** "K[1] f" as "K[1]" and "f", if all of f is what the box is about. */
export function boxed(formula: string): [string, string] | null {
  const m = /^\s*([KB]\[\d+\])\s*(.*?)\s*$/.exec(formula);
  if (!m) return null;
  const inner = m[2].replace(/^((Kw|Bw|[KMBCED])\[[\d, ]*\]\s*|~\s*)*/, "");
  return isOperand(inner) ? [m[1], m[2]] : null;
}

/** What holds in a world at the places that break a formula, and nowhere else
 *  where these are filled otherwise. */
export function asFormula(world: World, breaks: string[]): string | null {
  const facts = breaks.flatMap((place) => (world[place] ?? []).map((kind) =>
    place.endsWith(")") ? `${place.slice(0, -1)},${kind})` : null));
  return facts.length && facts.every(Boolean) ? facts.join(" & ") : null;
}

/** The question for another counterexample beside those that were shown; null
 *  where it cannot be put. */
export function nextQuestion(formula: string, answer: Answer["answer"],
  shown: { world: World; breaks: string[] }[]): string | null {
  const seen = shown.map((s) => asFormula(s.world, s.breaks));
  if (!seen.length || seen.some((s) => !s)) return null;
  const but = seen.map((s) => `(${s})`).join(" | ");
  if (answer === "open") return `(${formula}) | ${but}`;
  const box = answer === "no" ? boxed(formula) : null;
  return box && `${box[0]} (${box[1]} | ${but})`;
}
