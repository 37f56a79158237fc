// Cards that are seen: a Hanabi card is its own small firework, a card of a
// rank deck shows its pip, the back shows two families of rings.
import type { Face } from "./face";
import { Mark } from "./marks";

const serif = "var(--serif)";

function Burst({ face, rank }: { face: Face; rank: number }) {
  const at = [30, 52];
  if (rank === 1) {
    return (
      <g>
        <circle cx={at[0]} cy={at[1]} r="13.5" fill="none" stroke="var(--m)"
          stroke-width="1" stroke-dasharray=".6 2.6" stroke-linecap="round" />
        <Mark shape={face.shape} x={at[0]} y={at[1]} size={7.5} />
      </g>
    );
  }
  const tips = Array.from({ length: rank }, (_, i) => {
    const a = (i / rank) * 2 * Math.PI - Math.PI / 2;
    return [Math.cos(a), Math.sin(a)] as const;
  });
  return (
    <g>
      {tips.map(([x, y]) => (
        <line x1={at[0] + 3.4 * x} y1={at[1] + 3.4 * y}
          x2={at[0] + 11 * x} y2={at[1] + 11 * y} stroke="var(--m)"
          stroke-width="1.1" />
      ))}
      <circle cx={at[0]} cy={at[1]} r="1.1" fill="var(--m)" />
      {tips.map(([x, y]) => (
        <Mark shape={face.shape} x={at[0] + 17 * x} y={at[1] + 17 * y}
          size={4.6} />
      ))}
    </g>
  );
}

/** A card face up.  `burst` draws its rank as rays. */
export function Card(props: {
  face: Face; width: number | string; burst?: boolean; faded?: boolean;
}) {
  const { face, width, burst } = props;
  const rank = Number(face.label);
  return (
    <svg class={`card s-${face.suit}`} style={{ width }} viewBox="0 0 60 84"
      role="img" aria-label={face.name}
      opacity={props.faded ? 0.45 : undefined}>
      <rect x=".6" y=".6" width="58.8" height="82.8" rx="6" fill="var(--t)"
        stroke="var(--m)" stroke-width="1.2" />
      {!face.spirit && <text x="7" y="20" font-family={serif}
        font-weight="700" font-size={face.label.length > 1 ? 17 : 20}
        fill="var(--ink)">{face.label}</text>}
      <Mark shape={face.shape} x={48.5} y={12.5} size={5.4} />
      {burst
        ? <Burst face={face} rank={rank} />
        : <Mark shape={face.shape} x={30} y={51} size={14} />}
      {face.spirit && <Eyes x={30} y={52.5} size={14} />}
    </svg>
  );
}

/** The place of a pile on which nothing lies yet. */
export function EmptyPile(props: { face: Face; width: number | string }) {
  const { face, width } = props;
  return (
    <svg class={`card s-${face.suit}`} style={{ width }} viewBox="0 0 60 84"
      role="img" aria-label={face.name}>
      <rect x=".6" y=".6" width="58.8" height="82.8" rx="6" fill="none"
        stroke="var(--m)" stroke-width="1.2" stroke-dasharray="4 3" />
      <Mark shape={face.shape} x={30} y={42} size={8} opacity={0.45} />
    </svg>
  );
}

/** A card face down, of which nothing is drawn. */
export function Back(props: {
  width: number | string; name: string; faded?: boolean;
}) {
  const rings = [5, 9, 13, 17];
  return (
    <svg class="card" style={{ width: props.width }} viewBox="0 0 60 84"
      role="img" aria-label={props.name}
      opacity={props.faded ? 0.6 : undefined}>
      <rect x=".6" y=".6" width="58.8" height="82.8" rx="6" fill="var(--veil)"
        stroke="var(--line2)" stroke-width="1.2" />
      <g class="rings">
        {rings.map((r) => <circle cx="24" cy="42" r={r} />)}
        {rings.map((r) => <circle cx="36" cy="42" r={r} />)}
      </g>
    </svg>
  );
}

/** Suit and rank in a line: for lists and small worlds. */
export function Chip(props: {
  face: Face; faded?: boolean; ringed?: boolean; hatched?: boolean;
}) {
  const { face } = props;
  const label = face.spirit ? face.name : face.label;
  const long = label.length > 2;
  return (
    <span class={`chip s-${face.suit}` + (props.ringed ? " ringed" : "") +
      (props.faded ? " faded" : "") + (long ? " long" : "")}
      role="img" aria-label={face.name}>
      {face.shape !== "none" && (
        <svg width="10" height="10" viewBox="-1.3 -1.3 2.6 2.6"
          aria-hidden="true">
          <Mark shape={face.shape} x={0} y={0} size={1} />
          {face.spirit && <Eyes x={0} y={0.1} size={1} />}
        </svg>
      )}
      <b aria-hidden="true">{label}</b>
    </span>
  );
}

/** Two eyes make a spirit of a suit. */
export function Eyes(props: { x: number; y: number; size: number }) {
  const { x, y, size } = props;
  return (
    <g fill="#fff">
      <circle cx={x - 0.3 * size} cy={y} r={0.17 * size} />
      <circle cx={x + 0.3 * size} cy={y} r={0.17 * size} />
    </g>
  );
}
