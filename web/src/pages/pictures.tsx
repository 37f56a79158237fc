// A picture and a sentence for each game on the start page.
import type { ComponentChildren, JSX } from "preact";
import type { GameInfo } from "../base/types";
import { Eyes } from "../kit/card";
import { Mark, shapePath, type Shape } from "../kit/marks";
import { cap } from "../lens/cells";

const words: Record<string, string> = {
  hanabi: "Everybody sees your cards but you. Build five fireworks together.",
  kemps: "Swap with the table until your hand is of one rank.",
  gofish: "Ask for what you hold. Every question gives you away.",
  saboteur: "Dig for gold. Somebody at the table does not want it found.",
  yokai: "Sixteen face-down spirits, two memories, no talking.",
  clue: "Three cards are in the envelope. Whoever asks well knows them first.",
};

export function gameWords(game: GameInfo): string {
  return words[game.name] ?? `${cap(game.about)}.`;
}

function Frame(props: {
  x: number; y: number; suit: string; rotate?: number;
  children: ComponentChildren; w?: number; h?: number;
}) {
  const { w = 50, h = 70 } = props;
  return (
    <g class={`s-${props.suit}`} transform={
      `translate(${props.x} ${props.y}) rotate(${props.rotate ?? 0})`}>
      <rect width={w} height={h} rx="5" fill="var(--t)" stroke="var(--m)"
        stroke-width="1.2" />
      {props.children}
    </g>
  );
}

const numeral = (text: string) => (
  <text x="6" y="18" font-family="var(--serif)" font-weight="700"
    font-size="16" fill="var(--ink)">{text}</text>
);

function HanabiPicture() {
  const tips = [0, 1, 2].map((i) => {
    const a = (i / 3) * 2 * Math.PI - Math.PI / 2;
    return [25 + 14 * Math.cos(a), 44 + 14 * Math.sin(a)];
  });
  return (
    <>
      <Frame x={15} y={6} suit="r">
        {numeral("3")}<Mark shape="r" x={40} y={11} size={4.6} />
        {tips.map(([x, y]) => (
          <g><line x1="25" y1="44" x2={(x + 25) / 2} y2={(y + 44) / 2}
            stroke="var(--m)" /><Mark shape="r" x={x} y={y} size={3.8} /></g>
        ))}
      </Frame>
      <g transform="translate(73 6)">
        <rect width="50" height="70" rx="5" fill="var(--veil)"
          stroke="var(--line2)" stroke-width="1.2" />
        {["r", "y", "g", "b", "p"].map((s, r) => (
          <g class={`s-${s}`}>
            <Mark shape={s as Shape} x={5} y={19 + 10.5 * r} size={2}
              opacity={s === "b" ? 1 : 0.3} />
            {[0, 1, 2, 3, 4].map((c) => (s === "b" && c < 3
              ? <g><rect x={10 + c * 8} y={15.5 + 10.5 * r} width="7" height="7"
                  rx="1.4" fill="var(--t)" stroke="var(--m)" />
                <Mark shape="b" x={13.5 + c * 8} y={19 + 10.5 * r} size={1.8} />
              </g>
              : <circle cx={13.5 + c * 8} cy={19 + 10.5 * r} r=".6"
                  fill="var(--ink3)" />))}
          </g>
        ))}
      </g>
    </>
  );
}

function KempsPicture() {
  const all: [string, Shape][] = [["r", "heart"], ["b", "diamond"],
    ["g", "club"], ["k", "spade"]];
  return (
    <>{all.map(([suit, shape], i) => (
      <Frame x={12 + i * 22} y={7 - 0.6 * i} suit={suit} rotate={-7 + i * 5}>
        {numeral("K")}<Mark shape={shape} x={13} y={32} size={6.5} />
      </Frame>
    ))}</>
  );
}

function FishPicture() {
  return (
    <>{[2, 1, 0].map((i) => (
      <g transform={`translate(${44 + i * 9} ${12 - i * 5})`}>
        <rect width="50" height="68" rx="5" fill="var(--card)"
          stroke="var(--ink)" stroke-width="1.4" />
        {i === 0 && (
          <g>
            <text x="8" y="23" font-family="var(--serif)" font-weight="700"
              font-size="19" fill="var(--ink)">8</text>
            {[0, 1, 2, 3].map((f) => (
              <path d={shapePath("fish")} stroke-width=".18"
                fill={f < 3 ? "var(--ink)" : "none"} stroke="var(--ink2)"
                stroke-dasharray={f < 3 ? undefined : ".35 .25"}
                transform={`translate(${15 + (f % 2) * 20} ${
                  40 + Math.floor(f / 2) * 15}) scale(7)`} />
            ))}
          </g>
        )}
      </g>
    ))}</>
  );
}

function MinePicture() {
  return (
    <g>
      {[0, 1, 2].map((i) => (
        <rect x={i * 48} y="10" width="46" height="64" rx="3"
          fill="var(--rock)" />
      ))}
      <g fill="var(--tunnel)">
        <rect x="0" y="36" width="124" height="11" />
        <rect x="17" y="47" width="11" height="27" />
        <rect x="66" y="10" width="11" height="26" />
      </g>
      <Mark shape="nugget" x={121} y={41} size={9} fill="#a87b00" />
    </g>
  );
}

function SpiritPicture() {
  const all: [string, number, number][] = [["r", 32, 3], ["y", 73, 3],
    ["g", 32, 44], ["b", 73, 44]];
  return (
    <>{all.map(([s, x, y]) => (
      <Frame x={x} y={y} suit={s} w={37} h={37}>
        <Mark shape={s as Shape} x={18.5} y={19} size={10} />
        <Eyes x={18.5} y={20} size={10} />
      </Frame>
    ))}</>
  );
}

function OtherPicture() {
  return (
    <>{[0, 1, 2].map((i) => (
      <g transform={`translate(${20 + i * 34} ${8 + (i % 2) * 3})`}>
        <rect width="46" height="64" rx="5" fill="var(--veil)"
          stroke="var(--line2)" stroke-width="1.2" />
        <g class="rings" transform="translate(-7 -10)">
          {[5, 9, 13].map((r) => <circle cx="26" cy="42" r={r} />)}
          {[5, 9, 13].map((r) => <circle cx="34" cy="42" r={r} />)}
        </g>
        <text x="23" y="40" text-anchor="middle" font-family="var(--serif)"
          font-weight="700" font-size="22" fill="var(--ink2)">?</text>
      </g>
    ))}</>
  );
}

const pictures: Record<string, () => JSX.Element> = {
  hanabi: HanabiPicture, kemps: KempsPicture, gofish: FishPicture,
  saboteur: MinePicture, yokai: SpiritPicture,
};

export function GamePicture({ game }: { game: string }) {
  const Picture = pictures[game] ?? OtherPicture;
  return (
    <svg class="gamepicture" viewBox="0 0 142 84" aria-hidden="true">
      <Picture />
    </svg>
  );
}
