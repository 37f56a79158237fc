// Fractions as the server writes them, for eyes and ears.

/** The value of "1/7", ".25" or "1"; not a number if it is none. */
export function value(fraction: string | undefined): number {
  if (fraction === undefined) return NaN;
  const [a, b] = fraction.split("/");
  return b === undefined ? Number(a) : Number(a) / Number(b);
}

/** A text in which no line ends before a per cent sign. */
export function whole(text: string): string {
  return text.replace(/(\d) %/g, "$1\u00a0%");
}

/** Per cent without decimals; what is not certain is never 0 or 100, and what
 *  was drawn at random is never certain. */
export function percent(x: number, drawn = false): string {
  if ((x > 0 || drawn) && x < 0.005) return "under 1\u00a0%";
  if ((x < 1 || drawn) && x > 0.995) return "over 99\u00a0%";
  return `${Math.round(100 * x)}\u00a0%`;
}

/** A chance as it is shown: the exact fraction up to a denominator of 9,999,
 *  and the chance in words; drawn at random it is "≈" and a number. */
export function shown(p: string): { exact: string; words: string; x: number } {
  const drawn = p.startsWith("≈");
  const x = value(drawn ? p.slice(1) : p);
  if (p === "0") return { exact: "", words: "impossible", x };
  if (p === "1") return { exact: "", words: "certain", x };
  const words = percent(x, drawn);
  if (drawn) return { exact: "", x, words: /^\d/.test(words) ? `about ${words}`
    : words };
  const of = p.split("/")[1];
  return { exact: of && of.length <= 4 ? p : "", words, x };
}

/** A chance that stands alone: "5/6", "33 %", "about 33 %", "certain". */
export function chance(p: string): string {
  const { exact, words } = shown(p);
  return exact || words;
}

const raised = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** 44394 as 44,394; 1.3 million; from a billion on 2.4 × 10¹¹. */
export function count(n: string | number): string {
  const s = String(n);
  if (!/^\d+$/.test(s)) return s;
  if (s.length > 9) {
    return `${s[0]}.${s[1]} × 10${[...String(s.length - 1)].map((d) =>
      raised[Number(d)]).join("")}`;
  }
  if (s.length > 6) return `${s.slice(0, -6)}.${s.at(-6)} million`;
  return s.replace(/\B(?=(\d{3})+$)/g, ",");
}

/** As many as are open with so many bits, or more where not all are as likely:
 *  "at least 340,000". */
export function openWith(bits: number): string {
  const all = 2 ** bits;
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(all)) - 1);
  return `at least ${count(BigInt(Math.floor(all / unit)) * BigInt(unit) + "")}`;
}

/** A turn that tells so many bits tells a lot. */
export const much = 2.8;

export function bits(x: number): string {
  return x.toFixed(1);
}

/** A change of uncertainty: "−0.3" is learnt, "+1.9" came new. */
export function bitsBy(x: number): string {
  return Math.abs(x) < 0.05 ? "0.0"
    : `${x < 0 ? "−" : "+"}${bits(Math.abs(x))}`;
}

const ordinals: Record<number, string> = {
  2: "half", 3: "third", 4: "quarter", 5: "fifth", 6: "sixth", 7: "seventh",
  8: "eighth", 9: "ninth", 10: "tenth", 12: "twelfth",
};
const numerals = ["no", "one", "two", "three", "four", "five", "six", "seven",
  "eight", "nine", "ten", "eleven", "twelve"];

/** 3 as "three", 13 as "13". */
export function numeral(n: number): string {
  return numerals[n] ?? String(n);
}

/** "1/3" as "one third", for a screen reader. */
export function spoken(fraction: string): string {
  const [a, b] = fraction.split("/");
  const [x, y] = [Number(a), Number(b)];
  if (b === undefined) return x === 1 ? "certain" : numeral(x);
  const word = ordinals[y];
  if (!word || x > 12) return percent(value(fraction));
  const plural = word === "half" ? "halves" : `${word}s`;
  return `${numeral(x)} ${x === 1 ? word : plural}`;
}

export function plural(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}
