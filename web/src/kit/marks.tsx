// Silhouettes in a unit box: the six suits, the four pips, fish, nugget, eye.
// Colour is never the only sign, so every suit has a shape of its own.

export type Shape =
  | "r" | "y" | "g" | "b" | "p" | "x"
  | "heart" | "diamond" | "club" | "spade" | "fish" | "nugget" | "none";

const paths: Record<Shape, string> = {
  r: "M0,-1.08 L1.08,.82 L-1.08,.82 Z",
  y: "M.92,0 A.92,.92 0 1 1 -.92,0 A.92,.92 0 1 1 .92,0 Z",
  g: "M-.95,.95 C-1.15,-.45 -.45,-1.15 .95,-.95 C1.15,.45 .45,1.15 -.95,.95 Z",
  b: "M-.84,-.84 H.84 V.84 H-.84 Z",
  p: "M0,-1.25 L.36,-.36 L1.25,0 L.36,.36 L0,1.25 L-.36,.36 L-1.25,0 " +
    "L-.36,-.36 Z",
  x: "M-.5,-.87 H.5 L1,0 L.5,.87 H-.5 L-1,0 Z",
  heart: "M0,1 C-.5,.55 -1.05,.1 -1.05,-.4 C-1.05,-1.1 -.2,-1.1 0,-.5 " +
    "C.2,-1.1 1.05,-1.1 1.05,-.4 C1.05,.1 .5,.55 0,1 Z",
  diamond: "M0,-1.15 L.85,0 L0,1.15 L-.85,0 Z",
  club: "M-.12,.3 C-.3,.55 -1,.6 -1,0 C-1,-.42 -.62,-.52 -.4,-.44 " +
    "C-.62,-.72 -.45,-1.1 0,-1.1 C.45,-1.1 .62,-.72 .4,-.44 " +
    "C.62,-.52 1,-.42 1,0 C1,.6 .3,.55 .12,.3 C.14,.6 .2,.8 .42,1 H-.42 " +
    "C-.2,.8 -.14,.6 -.12,.3 Z",
  spade: "M0,-1.1 C.35,-.55 1,-.25 1,.25 C1,.75 .35,.75 .12,.38 " +
    "C.14,.65 .2,.85 .42,1 H-.42 C-.2,.85 -.14,.65 -.12,.38 " +
    "C-.35,.75 -1,.75 -1,.25 C-1,-.25 -.35,-.55 0,-1.1 Z",
  fish: "M-1.2,0 C-.7,-.75 .35,-.75 .75,-.08 L1.25,-.5 L1.12,0 L1.25,.5 " +
    "L.75,.08 C.35,.75 -.7,.75 -1.2,0 Z",
  nugget: "M0,-1 L.95,-.31 L.59,.81 L-.59,.81 L-.95,-.31 Z",
  none: "",
};

export function shapePath(shape: Shape): string {
  return paths[shape];
}

/** A mark inside an SVG, at a point, of a size (half its box). */
export function Mark(props: {
  shape: Shape; x: number; y: number; size: number; class?: string;
  fill?: string; opacity?: number;
}) {
  const { shape, x, y, size, fill = "var(--m)" } = props;
  return (
    <path class={props.class} d={paths[shape]} fill={fill}
      opacity={props.opacity}
      transform={`translate(${x} ${y}) scale(${size})`} />
  );
}

/** A mark as a small picture in a line of text. */
export function Glyph(props: {
  shape: Shape; suit: string; size?: number; name?: string; faded?: boolean;
}) {
  const { shape, suit, size = 14, name } = props;
  return (
    <svg class={`glyph s-${suit}`} width={size} height={size}
      viewBox="-1.3 -1.3 2.6 2.6" opacity={props.faded ? 0.35 : undefined}
      role={name ? "img" : undefined} aria-label={name}
      aria-hidden={name ? undefined : "true"}>
      <path d={paths[shape]} fill="var(--m)" />
    </svg>
  );
}

/** Two overlapping views: the mark of doxa. */
export function Logo({ size = 34 }: { size?: number }) {
  return (
    <svg width={size} height={(size * 24) / 36} viewBox="0 0 36 24"
      aria-hidden="true">
      <path d="M18 3.4a10 10 0 0 1 0 17.2 10 10 0 0 1 0-17.2z"
        fill="var(--lens)" />
      <circle cx="13" cy="12" r="10" fill="none" stroke="var(--ink)"
        stroke-width="1.8" />
      <circle cx="23" cy="12" r="10" fill="none" stroke="var(--ink)"
        stroke-width="1.8" stroke-dasharray="3 2.6" />
    </svg>
  );
}

export function Eye({ size = 17 }: { size?: number }) {
  return (
    <svg width={size} height={size * 0.7} viewBox="0 0 20 14" fill="none"
      stroke="currentColor" stroke-width="1.7" aria-hidden="true">
      <path d="M1 7C4 2.2 7 1 10 1s6 1.2 9 6c-3 4.8-6 6-9 6S4 11.8 1 7z" />
      <circle cx="10" cy="7" r="2.6" fill="currentColor" />
    </svg>
  );
}

export function Lock() {
  return (
    <svg width="24" height="28" viewBox="0 0 24 28" fill="none"
      stroke="var(--ink2)" stroke-width="1.8" aria-hidden="true">
      <rect x="2" y="11" width="20" height="15" rx="3" />
      <path d="M6.5 11V8a5.5 5.5 0 0 1 11 0v3M12 17v4" />
    </svg>
  );
}

const suits = ["r", "y", "g", "b", "p", "x", "k", "0"];

/** The hatchings that all pictures share: belief is hatched, everywhere. */
export function Hatchings() {
  const line = (id: string, colour: string) => (
    <pattern id={id} width="2.6" height="2.6" patternUnits="userSpaceOnUse"
      patternTransform="rotate(45)">
      <rect width="1.35" height="2.6" fill={colour} />
    </pattern>
  );
  return (
    <svg width="0" height="0" class="unseen" aria-hidden="true">
      <defs>
        {suits.map((s) => (
          line(`hatch-${s}`, s === "k" ? "var(--ink)"
            : s === "0" ? "var(--ink2)" : `var(--${s})`)
        ))}
        {line("hatch-lens", "var(--lens)")}
      </defs>
    </svg>
  );
}
