// One tab stop with arrow keys inside: the board and the hands.  Whatever has
// `data-rove` within takes part; an arrow goes to the nearest in its direction,
// and up or down from the last of a group to the next group of the board.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

export const directions: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};

function members(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>("[data-rove]")]
    .filter((e) => !(e as HTMLButtonElement).disabled);
}

function centre(e: HTMLElement): [number, number] {
  const r = e.getBoundingClientRect();
  return [r.left + r.width / 2, r.top + r.height / 2];
}

export function nearest(from: HTMLElement, all: HTMLElement[], dir: [number, number]) {
  const [x, y] = centre(from);
  let best: HTMLElement | null = null;
  let least = Infinity;
  for (const e of all) {
    if (e === from) continue;
    const [ex, ey] = centre(e);
    const along = (ex - x) * dir[0] + (ey - y) * dir[1];
    const aside = Math.abs((ex - x) * dir[1]) + Math.abs((ey - y) * dir[0]);
    if (along < 4 || aside > 2.5 * along + 40) continue;
    const far = along + 2 * aside;
    if (far < least) [best, least] = [e, far];
  }
  return best;
}

export function Rove(props: {
  label: string; class?: string; children: ComponentChildren;
}) {
  const ref = useRef<HTMLDivElement>(null);
  const settle = (chosen?: HTMLElement) => {
    const all = ref.current ? members(ref.current) : [];
    const stop = chosen ?? all.find((e) => e.tabIndex === 0) ?? all[0];
    for (const e of all) {
      const want = e === stop ? 0 : -1;
      if (e.tabIndex !== want || !e.hasAttribute("tabindex")) e.tabIndex = want;
    }
  };
  useEffect(() => settle());
  return (
    <div ref={ref} class={props.class} role="group" aria-label={props.label}
      onFocusCapture={(e) => {
        const t = (e.target as HTMLElement).closest<HTMLElement>("[data-rove]");
        if (t) settle(t);
      }}
      onKeyDown={(e) => {
        const dir = directions[e.key];
        const from = (e.target as HTMLElement)
          .closest<HTMLElement>("[data-rove]");
        if (!dir || !from || !ref.current || e.altKey) return;
        const board = dir[1] ? ref.current.closest<HTMLElement>("main") : null;
        const to = nearest(from, members(ref.current), dir) ??
          (board && nearest(from, members(board), dir));
        if (!to) return;
        e.preventDefault();
        settle(to);
        to.focus();
      }}>
      {props.children}
    </div>
  );
}
