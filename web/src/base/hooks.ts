// Small hooks: the width of the window, clocks, what is loaded once.
import { useEffect, useState } from "preact/hooks";
import { faultOf } from "./api";
import type { Fault } from "./types";

export function useMedia(query: string): boolean {
  const [on, setOn] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const m = matchMedia(query);
    const change = () => setOn(m.matches);
    change();
    m.addEventListener("change", change);
    return () => m.removeEventListener("change", change);
  }, [query]);
  return on;
}

/** How wide something is, while it is there. */
export function useWidth(ref: { current: HTMLElement | null },
  first: number): number {
  const [width, setWidth] = useState(first);
  useEffect(() => {
    const see = new ResizeObserver(() => {
      if (ref.current) setWidth(ref.current.clientWidth);
    });
    if (ref.current) see.observe(ref.current);
    return () => see.disconnect();
  }, []);
  return width;
}

export const usePhone = () => useMedia("(max-width: 43.6875em)");

/** Now, a few times a second, while it is wanted. */
export function useNow(on: boolean): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (!on) return;
    const t = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(t);
  }, [on]);
  return now;
}

/** Copies a text, and says for a while that it is done. */
export function useCopy(): [boolean, (text: string) => void] {
  const [times, setTimes] = useState(0);
  useEffect(() => {
    if (!times) return;
    const timer = setTimeout(() => setTimes(0), 2500);
    return () => clearTimeout(timer);
  }, [times]);
  return [times > 0, (text) => {
    void navigator.clipboard?.writeText(text);
    setTimes(times + 1);
  }];
}

export interface Loaded<T> { what: T | null; fault: Fault | null }

export function useLoaded<T>(
  key: string, fetch: (signal: AbortSignal) => Promise<T>,
): Loaded<T> & { again(): void } {
  const [got, setGot] = useState<Loaded<T> & { key: string }>(
    { key: "", what: null, fault: null });
  const [times, setTimes] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    fetch(stop.signal).then(
      (what) => {
        if (!stop.signal.aborted) setGot({ key, what, fault: null });
      },
      (e) => {
        if (!stop.signal.aborted) {
          setGot((g) => ({ key, what: g.key === key ? g.what : null,
            fault: faultOf(e) }));
        }
      });
    return () => stop.abort();
  }, [key, times]);
  const mine = got.key === key;
  return {
    what: mine ? got.what : null, fault: mine ? got.fault : null,
    again: () => setTimes(times + 1),
  };
}
