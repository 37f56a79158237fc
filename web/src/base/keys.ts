// Keys.  Every part that understands keys adds a layer; the newest is asked
// first, so a game's own keys win over the page's.  With Alt only the page's
// layer, the first, is asked.  Single keys rest while somebody types.
import { useLayoutEffect, useRef } from "preact/hooks";
import { store } from "./store";

export type KeyLayer = (key: string, event: KeyboardEvent) => boolean;

let next: KeyLayer | null = null;

/** The next key goes here, before all layers: a command of two keys. */
export function takeNextKey(layer: KeyLayer): void {
  next = layer;
}

const layers: { current: KeyLayer }[] = [];
let pointer = false;

function typing(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable ||
    /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey) return;
  pointer = false;
  const key = event.key;
  if (typing(event.target) && key !== "Escape") return;
  if (document.querySelector("dialog[open]")) return; // it has its own Esc
  const single = key.length === 1 && !event.altKey;
  if (single && !store.flag("keys", true)) return;
  const pending = next;
  next = null;
  if (pending && pending(key, event)) {
    event.preventDefault();
    return;
  }
  const asked = event.altKey ? layers.slice(0, 1) : [...layers].reverse();
  for (const layer of asked) {
    if (layer.current(key, event)) {
      event.preventDefault();
      return;
    }
  }
}

export function startKeys(): void {
  window.addEventListener("keydown", onKey);
  window.addEventListener("pointerdown", () => { pointer = true; }, true);
}

/** Whether the last thing that was used is a mouse or a finger. */
export function pointing(): boolean {
  return pointer;
}

/** Adds a layer of keys while the caller is on the page: as soon as it is seen,
 *  for whoever presses Enter twice. */
export function useKeys(layer: KeyLayer, first = false): void {
  const ref = useRef(layer);
  ref.current = layer;
  useLayoutEffect(() => {
    if (first) layers.unshift(ref);
    else layers.push(ref);
    return () => {
      layers.splice(layers.indexOf(ref), 1);
    };
  }, []);
}
