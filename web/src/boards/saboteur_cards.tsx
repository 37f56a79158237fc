// The cards of Saboteur: tunnels between the middle and their edges, dead ends
// that stop with rubble, tools.
import type { Face } from "../kit/face";

const sides: Record<string, string> = {
  cross: "nesw", t_vertical: "nes", t_horizontal: "new", straight_ns: "ns",
  straight_ew: "ew", curve_ne: "ne", curve_nw: "nw", single_n: "n",
  single_e: "e", start: "nesw", stone_ne: "ne", stone_nw: "nw", gold: "nesw",
};
const half: Record<string, string> = { n: "s", s: "n", e: "w", w: "e" };

export function isTunnel(card: string): boolean {
  return card.replace(/^dead_/, "") in sides;
}

export function openings(card: string, turned: boolean): string {
  const s = sides[card.replace(/^dead_/, "")] ?? "";
  return turned ? [...s].map((c) => half[c]).join("") : s;
}

export function saboteurFace(kind: string): Face {
  const label = kind.replaceAll("_", " ");
  return { suit: "0", shape: "none", label, name: label };
}

const ends: Record<string, [number, number]> = {
  n: [30, 0], s: [30, 84], e: [60, 42], w: [0, 42],
};

/** A tunnel as it lies, in a box of 60 by 84. */
export function Tunnel(props: {
  card: string; turned?: boolean; bad?: boolean;
}) {
  const { card, turned = false } = props;
  const dead = card.startsWith("dead_");
  const ways = [...openings(card, turned)];
  const reach = dead ? 0.62 : 1;
  return (
    <g>
      <rect x=".5" y=".5" width="59" height="83" rx="3" fill="var(--rock)"
        stroke={props.bad ? "var(--bad)" : "var(--rock2)"}
        stroke-width={props.bad ? 2 : 1} />
      {ways.map((w) => {
        const [ex, ey] = ends[w];
        const [sx, sy] = [ex + (30 - ex) * reach, ey + (42 - ey) * reach];
        return (
          <g key={w}>
            <line x1={ex} y1={ey} x2={sx} y2={sy} stroke="var(--tunnel)"
              stroke-width="15" />
            <line x1={ex} y1={ey} x2={sx} y2={sy} stroke="var(--rock2)"
              stroke-width="1.2" stroke-dasharray="1.5 5" />
            {dead && <circle cx={sx} cy={sy} r="6" fill="var(--rock2)" />}
          </g>
        );
      })}
      {!dead && ways.length > 1 && (
        <circle cx="30" cy="42" r="7.5" fill="var(--tunnel)" />
      )}
      {dead && <g fill="var(--rock2)"><circle cx="27" cy="40" r="7" />
        <circle cx="35" cy="45" r="5.5" /></g>}
      {card === "start" && <path d="M25 34v16M35 34v16M25 38h10M25 42h10M25 46h10"
        stroke="#1f1c17" stroke-width="2" />}
    </g>
  );
}

const tools: Record<string, string> = {
  pick: "M4 20 L16 8 M8 5 C14 3 20 8 20 15",
  lamp: "M8 9h8v9H8z M9 9V6a3 3 0 0 1 6 0v3 M12 12v3",
  cart: "M3 8h17l-2 8H6z M8 19.5a1 1 0 1 0 .1 0 M16 19.5a1 1 0 1 0 .1 0",
};

/** A tool, struck through if it is broken. */
export function Tool(props: {
  tool: string; broken?: boolean; size?: number; plain?: boolean;
}) {
  const { tool, broken, size = 22 } = props;
  return (
    <svg class={broken ? "tool broken" : "tool"} width={size} height={size}
      viewBox="0 0 24 24" fill="none" role="img"
      aria-label={broken ? `${tool} broken` : tool} stroke-width="2.2"
      stroke={broken ? "var(--bad)" : props.plain ? "var(--ink3)"
        : "var(--ok)"}>
      <path d={tools[tool] ?? ""} />
      {broken && <path d="M3 3 21 21" />}
    </svg>
  );
}

/** Any card of a hand. */
export function MineCard(props: { card: string; turned?: boolean }) {
  const { card } = props;
  if (isTunnel(card)) {
    return (
      <svg class="minecard" viewBox="0 0 60 84" aria-hidden="true">
        <Tunnel card={card} turned={props.turned} /></svg>
    );
  }
  const broken = card.startsWith("break_");
  const which = card.replace(/^(break|fix)_/, "").split("_");
  return (
    <span class="minecard action" aria-hidden="true">
      {card === "map" ? <MapPicture /> : card === "rockfall" ? <RockPicture />
        : <span class="row tight">{which.map((t) => (
          <Tool key={t} tool={t} broken={broken}
            size={which.length > 1 ? 18 : 26} />))}</span>}
      <span class="tiny">{broken ? `break ${which.join(", ")}`
        : card.startsWith("fix_") ? `mend ${which.join(", ")}` : card}</span>
    </span>
  );
}

function MapPicture() {
  return (
    <svg width="26" height="24" viewBox="0 0 26 24" fill="none"
      stroke="var(--ink)" stroke-width="1.8">
      <path d="M2 5l7-3 8 3 7-3v17l-7 3-8-3-7 3zM9 2v17M17 5v17" /></svg>
  );
}

function RockPicture() {
  return (
    <svg width="28" height="24" viewBox="0 0 28 24" fill="var(--ink2)">
      <path d="M4 20l3-7 6-2 4 5-2 6zM16 10l3-6 6 2 1 6-5 3z" /></svg>
  );
}
