// The bar on top: the mark, what is played, what to do now, and the menu.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { applyTheme, store, type Theme } from "../base/store";
import { Eye, Logo } from "../kit/marks";

export function Top(props: {
  title?: ComponentChildren; children?: ComponentChildren;
}) {
  return (
    <header class="top">
      <a class="brand" href="#/" aria-label="doxa, to the start page">
        <Logo /><span class="serif word">doxa</span></a>
      {props.title}
      {props.children}
    </header>
  );
}

/** For keys: past the bar to what matters. */
export function Skip(props: {
  to: string; part: string; children: ComponentChildren;
}) {
  return (
    <a class="skip" href={`#${props.part}`} onClick={(e) => {
      e.preventDefault();
      document.querySelector<HTMLElement>(props.to)?.focus();
    }}>{props.children}</a>
  );
}

export function LensButton(props: {
  open: boolean; set(open: boolean): void;
  /** At this table L is a seat. */
  taken?: boolean;
}) {
  return (
    <button class="btn lensbtn" aria-pressed={props.open}
      onClick={() => {
        store.setFlag("met-lens", true);
        props.set(!props.open);
      }}><Eye /> Lens <kbd class="wide">{props.taken
        ? "Alt L" : "L"}</kbd></button>
  );
}

const themes: Theme[] = ["system", "light", "dark"];
const themeNames = { system: "System", light: "Light", dark: "Dark" };

export function ThemeButton() {
  const [theme, set] = useState<Theme>(store.theme());
  return (
    <button class="btn quiet" aria-label={`Theme: ${themeNames[theme]}`}
      onClick={() => {
        const next = themes[(themes.indexOf(theme) + 1) % 3];
        store.setTheme(next);
        applyTheme(next);
        set(next);
      }}>◐ {themeNames[theme]}</button>
  );
}

/** A menu under three dots. */
export function Menu(props: { children: ComponentChildren }) {
  const [open, setOpen] = useState(false);
  return (
    <div class="menu" onKeyDown={(e) => {
      if (e.key === "Escape" && open) { e.stopPropagation(); setOpen(false); }
    }}>
      <button class="btn quiet" aria-label="Menu" aria-expanded={open}
        onClick={() => setOpen(!open)}><span aria-hidden="true">···</span>
      </button>
      {open && (
        <div class="menu-items panel" onClick={() => setOpen(false)}>
          {props.children}
        </div>
      )}
    </div>
  );
}
