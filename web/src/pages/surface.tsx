// What a table that is played and a replay have in common: the lens on a
// position, what is drawn on cards, notes, the keys of the page.
import { useEffect, useMemo, useState } from "preact/hooks";
import { takeNextKey, useKeys } from "../base/keys";
import { factWords, kindWords, knowingWords, moveWords,
  pathWords, useMenus } from "../base/menus";
import { directions } from "../base/rove";
import { readRules, type Scene } from "../base/scene";
import { everybody, list, type Cast } from "../base/cast";
import type { GameInfo, LensBoard } from "../base/types";
import { useLens, usePublic, type Looked, type Source } from "../base/source";
import { store, type Note } from "../base/store";
import { skinOf } from "../boards/skins";
import { GenericBoard } from "../boards/generic";
import type { BoardProps, Skin } from "../boards/skin";
import type { LensProps, Tab } from "../lens/lens";
import { cap, placesOf } from "../lens/cells";
import { assumeShort, LayerSign } from "../lens/layer";
import { assumedOf } from "../lens/shared";

/** The game's own board, or the generic one where it has no typed state. */
export function boardOf(skin: Skin, scene: Scene) {
  return Object.keys(scene.state).length ? skin.Board : GenericBoard;
}

// What a hook keeps is kept with all that its function knows: the hooks that
// stay over many turns are functions of their own, that know little, or a page
// would keep every board that it has drawn.

/** How the game looks under these rules. */
export function useSkin(game: GameInfo, rules: string): Skin {
  const menus = useMenus(rules);
  return useMemo(() => {
    const skin = skinOf(game, readRules(rules));
    return {
      ...skin,
      face: (kind: string) => {
        const face = skin.face(kind);
        return { ...face, name: kindWords(menus, kind) ?? face.name };
      },
      moveWords: (move: string, cast: Cast) => moveWords(menus, move, cast),
      knowing: (path: number[], cast: Cast) => knowingWords(menus, path, cast),
      pathWords: (path: number[], cast: Cast) => pathWords(menus, path, cast),
      factWords: (f: string, cast: Cast) => factWords(menus, f, cast),
    };
  }, [game, rules, menus]);
}

export interface Surface {
  lens: LensProps | null;
  board: Omit<BoardProps, "move" | "still" | "log" | "phone">;
  open: boolean;
  setOpen(open: boolean): void;
  sheet: number;
  setSheet(height: number): void;
  clearPath(): boolean;
}

/** What the last of several minds knows, in a sentence. */
export function gistOf(s: Surface, skin: Skin, cast: Cast): string | null {
  const { path, deep } = s.board;
  const last = path.at(-1);
  if (!deep || deep.error || !last || path[0] === everybody) return null;
  const told = (skin.gist?.(deep, last) ?? []).map((f) =>
    lower(skin.factWords?.(f, cast) ?? f, cast));
  return told.length ? `${skin.knowing?.(path, cast)} ${list(told)}.` : null;
}

/** Within a sentence: only a name keeps its capital. */
function lower(text: string, cast: Cast): string {
  return cast.seats.some((s) => s.seat !== cast.you &&
    text.startsWith(cast.name(s.seat))) ? text
    : text.charAt(0).toLowerCase() + text.slice(1);
}

/** Notes of a viewer, moved along with what they are about. */
function useNotes(scene: Scene, skin: Skin) {
  const where = `${scene.id}.${scene.you ?? 0}`;
  const [all, setAll] = useState<Record<string, Note>>(() =>
    store.notes(where));
  useEffect(() => setAll(store.notes(where)), [where]);
  const now = useMemo(() => {
    const at: Record<string, string> = {};
    for (const [place, note] of Object.entries(all)) {
      let p: string | null = place;
      for (const s of scene.seen.slice(note.n)) {
        if (p === null) break;
        p = skin.carry ? skin.carry(p, s.event) : p;
      }
      if (p !== null && note.n <= scene.seen.length) at[p] = note.text;
    }
    return at;
  }, [all, scene.n, scene.turn]);
  const set = (place: string, text: string) => {
    const next: Record<string, Note> = {};
    for (const [p, t] of Object.entries({ ...now, [place]: text })) {
      if (t) next[p] = { text: t, n: scene.seen.length };
    }
    store.setNotes(where, next);
    setAll(next);
  };
  return { notes: now, set };
}

/** What is public as if it were a mind that surely holds it possible. */
function asMind(board: LensBoard | null): LensBoard | null {
  if (!board) return null;
  return { ...board, places: (board.places ?? []).map((p) => ({
    ...p, hidden: !p.seen, cells: Object.fromEntries(Object.entries(p.cells)
      .map(([k, c]) => [k, { ...c, k: c.k === "open" ? "yes" : c.k }])),
  })) };
}

/** A belief to be drawn: one that is of an older turn, or of another
 *  assumption, or that there is not, weighs nothing. */
function weighed(belief: Looked): LensBoard | null {
  const { board, old } = belief;
  if (!board) return null;
  return old || board.error ? { ...board, chances: false, places: [] } : board;
}

/** A place to begin with: hidden from the last mind, its own if there is. */
function firstHidden(lens: ReturnType<typeof useLens>, skin: Skin,
  mind: number | null, deep: boolean): string | null {
  const hand = lens.board?.hands?.[0];
  if (hand) {
    return `hand(${hand.seat})@${Object.keys(hand.cells)[0] ?? ""}`;
  }
  const all = [...placesOf(lens.board)].filter(([, p]) =>
    deep ? p.hidden : !p.seen);
  return (all.find(([key]) => skin.owner(key) === mind) ?? all[0])?.[0] ?? null;
}

export function useSurface(
  scene: Scene, skin: Skin, source: Source | null,
  options: { open: boolean; goTurn?(turn: number): void },
): Surface {
  const [open, setOpen] = useState(options.open);
  const [sheet, setSheet] = useState(1);
  const [tab, setTab] = useState<Tab>("place");
  const [question, setQuestion] =
    useState<{ formula: string } | null>(null);
  const [path, setPath] = useState<number[]>([]);
  const [picked, pick] = useState<string | null>(null);
  const [drawn, setDrawn] = useState<"know" | "belief">("know");
  const [showNotes, setShowNotes] = useState(true);
  const [showSmall, setShowSmall] = useState(store.flag("small", true));
  const [chosen, setChosen] = useState(store.assume(scene.id));
  const assume = chosen || assumedOf(scene, skin);
  const notes = useNotes(scene, skin);
  const watching = scene.you === null && !scene.replay;
  const eyes = scene.you !== null ? source : null;
  const all = usePublic(watching || path[0] === everybody ? source : null);
  const own = useLens(eyes, { path: [], assume: "none",
    ...(showSmall && skin.name === "hanabi" ? { small: true } : {}) });
  const always = skin.name === "saboteur";
  const wanted = drawn === "belief" || always || (open && tab !== "changed");
  const know = watching ? all : own;
  const belief = useLens(wanted ? eyes : null, { path: [], assume });
  const minds = useLens(path.length && path[0] !== everybody ? eyes : null,
    { path, assume: "none" });
  const deep = path[0] === everybody
    ? { ...all, board: asMind(all.board) } : minds;
  const walk = (to: number[]) => {
    setPath(to);
    pick(null);
  };
  useEffect(() => walk([]), [scene.you]);
  const place = picked ?? (!open ? null
    : firstHidden(path.length ? deep : know, skin, path.at(-1) ?? scene.you,
      path.length > 0));
  const choose = (p: string | null) => {
    pick(p);
    if (p && open && tab !== "ask") setTab("place");
  };
  const setAssume = (a: string) => {
    store.setAssume(scene.id, a);
    setChosen(a);
  };
  const lens: LensProps | null = source && (scene.you !== null || watching) ? {
    scene, skin, source, seat: scene.you ?? everybody, know, all, belief, deep, path, setPath: walk,
    place, pick: choose, assume, setAssume, notes: notes.notes,
    setNote: notes.set, tab, setTab, goTurn: options.goTurn, question,
    put: (formula) => { setQuestion({ formula }); setTab("ask"); },
  } : null;
  usePageKeys({
    scene, open, setOpen, path, setPath: walk, setTab, setSheet, canLens: !!lens,
    toggleDrawn: () => setDrawn(drawn === "know" ? "belief" : "know"),
    toggleNotes: () => setShowNotes(!showNotes),
  });
  const layers = () => scene.you !== null && !path.length && (
    <LayerSwitch drawn={drawn} set={setDrawn} notes={showNotes}
      setNotes={setShowNotes} assume={assume}
      small={skin.name === "hanabi" ? showSmall : null}
      setSmall={(on) => { store.setFlag("small", on); setShowSmall(on); }} />
  );
  return {
    lens, open: open && !!lens, setOpen, sheet, setSheet,
    clearPath: () => {
      if (!path.length) return false;
      walk([]);
      return true;
    },
    board: {
      scene, skin, source: eyes, know: know.board?.error ? null : know.board,
      belief: always || drawn === "belief" ? weighed(belief) : null,
      deep: path.length && !deep.other && !deep.board?.error ? deep.board
        : null, path, own: path.length ? null : scene.you,
      notes: notes.notes,
      showNotes, showSmall, place, pick: (p) => {
        choose(p);
        if (p) store.setFlag("met-lens", true);
      },
      layers, changed: () => { setOpen(true); setTab("changed"); },
    },
  };
}

/** "Drawn on cards": know or belief, and notes. */
function LayerSwitch(props: {
  drawn: "know" | "belief"; set(d: "know" | "belief"): void;
  notes: boolean; setNotes(on: boolean): void; assume: string;
  small: boolean | null; setSmall(on: boolean): void;
}) {
  const { drawn, set } = props;
  return (
    <div class="layerswitch" role="group" aria-label="Drawn on cards">
      <span class="caps">Drawn on cards</span>
      <button class="btn" aria-pressed={drawn === "know"}
        onClick={() => set("know")}><LayerSign sign="know" /> Counted</button>
      <button class="btn" aria-pressed={drawn === "belief"}
        onClick={() => set("belief")}><LayerSign sign="belief" />{" "}
        {cap(assumeShort(props.assume).replace(/^as/, "if as"))}</button>
      <button class="btn" aria-pressed={props.notes}
        onClick={() => props.setNotes(!props.notes)}>
        <LayerSign sign="note" /> Notes</button>
      {props.small !== null && (
        <label class="tiny dim row tight">
          <input type="checkbox" checked={props.small} onChange={(e) =>
            props.setSmall((e.target as HTMLInputElement).checked)} />
          what partners can know</label>
      )}
    </div>
  );
}

interface PageKeys {
  scene: Scene; open: boolean; setOpen(open: boolean): void; canLens: boolean;
  path: number[]; setPath(path: number[]): void; setTab(tab: Tab): void;
  setSheet(height: number): void; toggleDrawn(): void; toggleNotes(): void;
}

/** An arrow while nothing has the focus begins in the board, where it can be
 *  moved. */
function intoBoard(event: KeyboardEvent): boolean {
  if (event.target !== document.body) return false;
  const stop = ["main [data-rove].target", "main [data-rove][tabindex='0']"]
    .map((s) => document.querySelector<HTMLElement>(s)).find(Boolean);
  stop?.focus();
  return !!stop;
}

/** L E C V N / Y H and Backspace, Esc. */
function usePageKeys(k: PageKeys): void {
  const show = (tab: Tab) => {
    k.setOpen(true);
    k.setSheet(1);
    k.setTab(tab);
  };
  const enter = (letter: string) => {
    const last = k.path.at(-1) ?? k.scene.you;
    const to = k.scene.cast.seats.find((s) => s.seat !== last &&
      k.scene.cast.letter(s.seat).toLowerCase() === letter);
    if (!to || k.path.length + 1 >= k.scene.game.depth_max) return false;
    k.setOpen(true);
    k.setPath([...k.path, to.seat]);
    return true;
  };
  useKeys((key, event) => {
    const low = key.toLowerCase();
    if (directions[key]) return intoBoard(event);
    if (!k.canLens) return false;
    switch (low) {
      case "l":
        store.setFlag("met-lens", true);
        k.setOpen(!k.open);
        return true;
      case "e": takeNextKey((letter) => enter(letter.toLowerCase()));
        return true;
      case "backspace":
        if (!k.path.length) return false;
        k.setPath(k.path.slice(0, -1));
        return true;
      case "c":
        k.setOpen(true);
        k.setPath(k.path[0] === everybody ? [] : [everybody]);
        return true;
      case "v": k.toggleDrawn(); return true;
      case "n": k.toggleNotes(); return true;
      case "y": show("why"); return true;
      case "h": show("changed"); return true;
      case "/":
        show("ask");
        setTimeout(() => { // what is typed takes the place of what is there
          const line = document.querySelector<HTMLInputElement>("[data-formula]");
          line?.focus();
          line?.select();
        }, 30);
        return true;
      case "escape":
        if (k.path.length) { k.setPath([]); return true; }
        return false;
      default: return false;
    }
  }, true);
}
