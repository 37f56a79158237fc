// A result to share: plain text that can be pasted anywhere, and a picture of
// the position and the tries, with nothing ringed in it.
import { useState } from "preact/hooks";
import { useCopy } from "../base/hooks";
import type { Cast } from "../base/cast";
import type { LensBoard } from "../base/types";
import type { Skin } from "../boards/skin";

/** A try: legal but worse, found, or shown. */
export type Tried = "worse" | "found" | "shown";

export const squares: Record<Tried, string> =
  { worse: "🟨", found: "🟩", shown: "⬜" };
export const squareWords: Record<Tried, string> =
  { worse: "not the best", found: "found", shown: "shown" };

export interface Result {
  head: string;      // "doxa 320 Hanabi"
  tries: Tried[];
  line: string;      // "2 tries, no lens"
  link: string;
}

export function resultText(r: Result): string {
  return `${r.head} ${r.tries.map((t) => squares[t]).join("")}`.trim() +
    `\n${r.line}\n${r.link}`;
}

interface Row { name: string; kinds: string[] }

/** What the viewer sees of the table, hand by hand. */
export function rowsOf(know: LensBoard | null, skin: Skin, cast: Cast): Row[] {
  const rows = new Map<string, string[]>();
  for (const p of know?.places ?? []) {
    const yes = Object.keys(p.cells).filter((k) => p.cells[k].k === "yes");
    if (!yes.length) continue;
    const owner = skin.owner(p.place);
    const name = owner === null ? "Table" : cast.name(owner);
    rows.set(name, [...rows.get(name) ?? [], ...yes]);
  }
  return [...rows].map(([name, kinds]) => ({ name, kinds }));
}

const wide = 640;
const rowHigh = 62;

/** The colours of the theme as they are now. */
function inks(): (name: string) => string {
  const style = getComputedStyle(document.documentElement);
  return (name) => style.getPropertyValue(`--${name}`).trim() || "#000";
}

function card(g: CanvasRenderingContext2D, x: number, y: number, label: string,
  suit: string, ink: (n: string) => string): number {
  g.font = "700 20px Georgia, serif";
  const w = Math.max(38, g.measureText(label).width + 18);
  const own = "rygbpx".includes(suit);
  g.fillStyle = own ? ink(`${suit}-tint`) : ink("card");
  g.strokeStyle = own ? ink(suit) : ink("line2");
  g.lineWidth = 1.6;
  g.beginPath();
  g.roundRect(x, y, w, 46, 6);
  g.fill();
  g.stroke();
  g.fillStyle = own ? ink(suit) : ink("ink");
  g.fillText(label, x + 9, y + 30);
  return w + 8;
}

/** Draws a result; the browser makes a file of it. */
export function drawResult(r: Result, rows: Row[], skin: Skin):
  HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  const ink = inks();
  canvas.width = wide;
  canvas.height = 120 + rows.length * rowHigh;
  const g = canvas.getContext("2d")!;
  g.fillStyle = ink("paper");
  g.fillRect(0, 0, canvas.width, canvas.height);
  g.fillStyle = ink("ink");
  g.font = "700 26px Georgia, serif";
  g.fillText(r.head, 24, 44);
  rows.forEach((row, i) => {
    const y = 66 + i * rowHigh;
    g.fillStyle = ink("ink2");
    g.font = "15px sans-serif";
    g.fillText(row.name, 24, y + 28);
    let x = 104;
    for (const kind of row.kinds) {
      const face = skin.face(kind);
      if (x > wide - 60) break;
      x += card(g, x, y, face.label, face.suit, ink);
    }
  });
  let x = 24;
  const foot = canvas.height - 24;
  for (const t of r.tries) {
    g.fillStyle = t === "found" ? ink("ok") : t === "worse" ? "#e0a83a"
      : ink("line2");
    g.fillRect(x, foot - 18, 22, 22);
    x += 28;
  }
  g.fillStyle = ink("ink2");
  g.font = "16px sans-serif";
  g.fillText(r.line, x + 6, foot - 1);
  return canvas;
}

export function ShareCard(props: {
  result: Result; know: LensBoard | null; skin: Skin; cast: Cast;
}) {
  const { result: r } = props;
  const [copied, copy] = useCopy();
  const [url, setUrl] = useState("");
  const draw = () => setUrl(drawResult(r, rowsOf(props.know, props.skin,
    props.cast), props.skin).toDataURL("image/png"));
  return (
    <section class="sharecard panel" aria-label="Share the result">
      <p class="mono">{r.head}{" "}{r.tries.map((t, i) => (
        <span key={i} role="img" class={`square q-${t}`}
          aria-label={squareWords[t]} />))}<br />{r.line}<br />
        <span class="dim">{r.link}</span></p>
      <p class="row"><button class="btn" onClick={() => copy(resultText(r))}>
        {copied ? "Copied" : "Copy"}</button>
        {url ? <a class="btn" href={url} download="doxa.png">Save the
          picture</a> : <button class="btn" onClick={draw}>Picture</button>}
      </p>
      {url && <img src={url} alt={`${r.head}: ${r.line}`} />}
      <p class="dim small">The position and the result; not the answer.</p>
    </section>
  );
}
