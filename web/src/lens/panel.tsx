// The lens: a crumb of minds and five tabs.  Beside the table when there is
// room, a drawer when there is less, on a phone a sheet of three heights.
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { everybody } from "../base/cast";
import { Crumb } from "./crumb";
import { PlaceTab } from "./place";
import { WorldsTab } from "./worlds";
import { AskTab } from "./ask";
import { ChangedTab, WhyTab } from "./why";
import type { LensProps, Tab } from "./lens";

export function tabsOf(props: LensProps): [Tab, string][] {
  const all: [Tab, string][] = [["place", props.skin.tab ?? "Place"],
    ["worlds", "Worlds"], ["ask", "Ask"], ["why", "Why"],
    ["changed", "Changed"]];
  // Who only watches may look, and only seats may ask.
  return props.seat === everybody ? all.slice(0, 2) : all;
}

export function Tabs(props: LensProps) {
  const tabs = tabsOf(props);
  const step = (by: number) => {
    const i = tabs.findIndex(([t]) => t === props.tab);
    props.setTab(tabs[(i + by + tabs.length) % tabs.length][0]);
  };
  return (
    <div class="tabs" role="tablist" aria-label="Lens">
      {tabs.map(([tab, words]) => (
        <button role="tab" id={`tab-${tab}`} aria-selected={props.tab === tab}
          aria-controls="lens-body" tabIndex={props.tab === tab ? 0 : -1}
          onClick={() => props.setTab(tab)}
          onKeyDown={(e) => {
            if (e.key !== "ArrowRight" && e.key !== "ArrowLeft") return;
            e.preventDefault();
            e.stopPropagation();
            step(e.key === "ArrowRight" ? 1 : -1);
            const list = e.currentTarget.parentElement;
            requestAnimationFrame(() => list?.querySelector<HTMLElement>(
              "[aria-selected=true]")?.focus());
          }}>{words}</button>
      ))}
    </div>
  );
}

export function TabBody(props: LensProps) {
  const { skin } = props;
  return (
    <div class="lens-body" id="lens-body" role="tabpanel" tabIndex={0}
      aria-labelledby={`tab-${props.tab}`}>
      {props.tab === "place" && (skin.Lens
        ? <skin.Lens {...props} /> : <PlaceTab {...props} />)}
      {props.tab === "worlds" && <WorldsTab {...props} />}
      {props.tab === "ask" && <AskTab {...props} />}
      {props.tab === "why" && <WhyTab {...props} />}
      {props.tab === "changed" && <ChangedTab {...props} />}
    </div>
  );
}

export function LensPanel(props: LensProps & {
  phone: boolean; sheet: number; setSheet(height: number): void;
  log?: ComponentChildren;
}) {
  const { scene, phone, sheet, setSheet } = props;
  return (
    <aside class={`lens sheet-${sheet}`} aria-label="Lens">
      {phone && <Handle sheet={sheet} set={setSheet} />}
      {props.log}
      <Crumb cast={scene.cast} seat={props.seat} path={props.path}
        depthMax={scene.game.depth_max} setPath={props.setPath}
        initials={scene.seats > 4} />
      <Tabs {...props} setTab={(t) => {
        if (phone && sheet === 0) setSheet(1);
        props.setTab(t);
      }} />
      <TabBody {...props} />
    </aside>
  );
}

/** Drag it, or tap it for the next height. */
function Handle(props: { sheet: number; set(height: number): void }) {
  const from = useRef<number | null>(null);
  const moved = useRef(false);
  return (
    <button class="handle" aria-label={`Lens: ${
      ["crumb only", "half", "full"][props.sheet]}. Next height`}
      onPointerDown={(e) => {
        from.current = e.clientY;
        moved.current = false;
        e.currentTarget.setPointerCapture(e.pointerId);
      }}
      onPointerUp={(e) => {
        const by = from.current === null ? 0 : e.clientY - from.current;
        from.current = null;
        if (Math.abs(by) > 24) {
          moved.current = true;
          props.set(Math.max(0, Math.min(2, props.sheet + (by < 0 ? 1 : -1))));
        }
      }}
      onClick={() => {
        if (!moved.current) props.set((props.sheet + 1) % 3);
      }}><span /></button>
  );
}
