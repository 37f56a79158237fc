// The board of a game from a file, made from what the file declares: places and
// variables as its typed state has them, kinds by the sets that they are the
// product of, moves word by word with the arguments' names.
import { useMemo } from "preact/hooks";
import { Rove } from "../base/rove";
import { useMenus } from "../base/menus";
import { Back } from "../kit/card";
import { Mark } from "../kit/marks";
import { Veil } from "../kit/veil";
import type { LensPlace } from "../base/types";
import { cap, deepCells, knownCells, placesOf } from "../lens/cells";
import { MoveRows } from "./moves";
import { Who } from "./parts";
import { facesOf, type GenericFace } from "./product";
import { moveLabels, type BoardProps } from "./skin";
import type { Grid } from "../kit/face";

interface FileState {
  stock?: number; phase?: string;
  places: Record<string, (string | null)[][]>;
  vars?: Record<string, unknown[]>;
}

/** Whether a state is that of a game from a file. */
export function isFileState(state: Record<string, unknown>): boolean {
  return typeof state.places === "object" && state.places !== null &&
    "phase" in state;
}

const words = (name: string) => name.replaceAll("_", " ");

/** A card of a game that nobody has drawn. */
export function PlainCard(props: { face: GenericFace; width: string }) {
  const { face } = props;
  const n = face.marks ?? 0;
  const spots = [[[30, 46]], [[19, 38], [41, 54]], [[30, 30], [18, 54],
    [42, 54]]][Math.min(n, 3) - 1] ?? [];
  return (
    <svg class={`card plaincard s-${face.suit}`} style={{ width: props.width }}
      viewBox="0 0 60 84" role="img" aria-label={face.name}>
      <rect x=".6" y=".6" width="58.8" height="82.8" rx="6" fill="var(--t)"
        stroke="var(--m)" stroke-width="1.2" />
      {face.letters
        ? <><text x="30" y="46" text-anchor="middle" font-family="var(--serif)"
            font-style="italic" font-size="27" fill="var(--ink)">
            {face.letters}</text>
          <line x1="8" x2="52" y1="60" y2="60" stroke="var(--line)" />
          <text x="30" y="73" text-anchor="middle" font-size={face.name.length >
            9 ? 7.5 : 9.5} fill="var(--ink)" font-weight="600">{face.name}
          </text></>
        : <>{face.label && <text x="7" y="20" font-family="var(--serif)"
            font-weight="700" font-size="19" fill="var(--ink)">{face.label}
          </text>}
          {spots.map(([x, y]) => <Mark shape={face.shape} x={x} y={y}
            size={n === 1 ? 12 : 8.5} />)}
          {face.below && <text x="30" y="77" text-anchor="middle"
            font-size="8.5" fill="var(--ink)">{face.below}</text>}</>}
    </svg>
  );
}

interface Spot {
  key: string;          // of the lens, if it has it
  name: string; owner: number | null; cards: (string | null)[];
}

/** The places of the state in their order, with their names in the lens. */
export function spotsOf(state: FileState, seats: number,
  lens: string[]): Spot[] {
  const all: Spot[] = [];
  for (const [name, of] of Object.entries(state.places)) {
    of.forEach((cards, i) => all.push({ key: "", name, cards,
      owner: of.length === seats && of.length > 1 ? i + 1 : null }));
  }
  const left = [...lens];
  const take = (s: Spot, fits: (l: string) => boolean) => {
    const i = left.findIndex(fits);
    if (i >= 0) [s.key] = left.splice(i, 1);
  };
  for (const s of all) {
    take(s, (l) => l === s.name || (s.owner !== null &&
      new RegExp(`^\\w+\\(${s.owner}\\)$`).test(l)));
  }
  // What the lens calls otherwise stands in the same order.
  for (const s of all) {
    if (!s.key && s.cards.includes(null)) take(s, () => true);
  }
  all.forEach((s, i) => { s.key ||= `${s.name}.${i}`; });
  return all;
}

export function FileBoard(props: BoardProps) {
  const { scene, path } = props;
  const state = scene.state as unknown as FileState;
  const rules = `${scene.game.name}(${Object.entries(scene.params).map(
    ([k, v]) => `${k}=${v}`).join(",")})`;
  const menus = useMenus(rules);
  const looks = useMemo(() => facesOf(scene.game.kinds,
    Object.values(menus?.values ?? {}).map((v) => v.map((x) => x[0]))),
    [menus, scene.game]);
  const lens = placesOf(path.length ? props.deep : props.know);
  const spots = spotsOf(state, scene.seats, [...lens.keys()]);
  const order = Array.from({ length: scene.seats }, (_, i) => i + 1);
  const others = scene.you === null ? order : order.filter((s) =>
    s !== scene.you);
  const spot = (s: Spot, large: boolean) => <SpotBox key={s.key} {...props}
    spot={s} at={lens.get(s.key)} looks={looks} large={large} />;
  const shared = spots.filter((s) => s.owner === null);
  const vars = Object.entries(state.vars ?? {});
  const seatVars = (seat: number) => vars.flatMap(([name, v]) =>
    v.length === scene.seats && scene.seats > 1
      ? [[name, v[seat - 1]] as [string, unknown]] : []);
  const own = scene.you;
  return (
    <div class="generic filegame">
      <Rove label="Table" class="gtable">
        <div class="gseats">{others.map((seat) => (
          <section key={seat} class={"panel gseat" + (scene.toMove === seat
            ? " moving" : "")}>
            <Who scene={scene} seat={seat} />
            <div class="gspots">{spots.filter((s) => s.owner === seat)
              .map((s) => spot(s, false))}</div>
            <Vars of={seatVars(seat)} scene={scene} />
          </section>))}</div>
        <div class="gmiddle">
          <div class="gspots">
            {!!state.stock && <div class="gspot"><span class="gback"><Back
              width="44px" name="face down" /></span>
              <span class="dim small">deck · <b>{state.stock}</b></span></div>}
            {shared.map((s) => spot(s, false))}</div>
          <Vars scene={scene} of={vars.filter(([, v]) => v.length !==
            scene.seats || scene.seats < 2).map(([n, v]) => [n, v[0]])} />
          {state.phase && <span class="pill">{words(state.phase)}</span>}
        </div>
      </Rove>
      {props.log}
      {own !== null && <section class="own panel gown" aria-label="Your cards">
        <Who scene={scene} seat={own} viewer />
        <Rove label="Your cards" class="gspots">{spots.filter((s) =>
          s.owner === own).map((s) => spot(s, true))}</Rove>
        <Vars of={seatVars(own)} scene={scene} />
      </section>}
      {props.layers()}
      {scene.legal && !props.still && !path.length && (
        <MoveRows legal={scene.legal} move={props.move} scene={scene}
          values={menus?.values ?? {}} words={moveLabels(props)} />)}
    </div>
  );
}

/** "asked 2"; a flag is its word, while it is up. */
function Vars(props: { of: [string, unknown][]; scene: BoardProps["scene"] }) {
  const shown = props.of.filter(([, v]) => v !== false && v !== null &&
    v !== "none");
  if (!shown.length) return null;
  return (
    <p class="row gvars small">{shown.map(([name, v]) => v === true
      ? <span key={name} class="pill">{words(name)}</span>
      : <span key={name} class="dim">{words(name)} <b>{String(v)}</b></span>)}
    </p>
  );
}

function SpotBox(props: BoardProps & {
  spot: Spot; at?: LensPlace; large: boolean;
  looks: { face(kind: string): GenericFace; grid: Grid | null };
}) {
  const { spot, at, looks, scene, path } = props;
  const hidden = spot.cards.some((c) => c === null) ||
    (path.length > 0 && at?.hidden !== false && !at?.seen);
  const sees = spot.owner === null ? hidden ? "unseen" : "all see it" : "";
  const n = spot.cards.length;
  const title = spot.owner === null ? words(spot.name)
    : `${scene.cast.whose(spot.owner)} ${words(spot.name)}`;
  const cells = at && props.know ? path.length ? deepCells(at)
    : knownCells(props.know, at, scene.turn) : null;
  const left = at ? Object.keys(at.cells).filter((k) =>
    at.cells[k].k !== "no") : [];
  return (
    <div class={"gspot" + (props.large ? " large" : "")}>
      <button data-rove data-place={spot.key} class={"place gplace" +
        (props.place === spot.key ? " chosen" : "")}
        aria-pressed={props.place === spot.key} disabled={!at}
        onClick={() => props.pick(spot.key)} aria-label={cap(`${title}, ${n} ${
          n === 1 ? "card" : "cards"}: ${hidden ? at ? left.length < 7
          ? `can be ${left.map((k) => looks.face(k).name).join(", ")}`
          : `${left.length} kinds are possible` : "hidden"
          : spot.cards.map((c) => looks.face(c!).name).join(", ")}`)}>
        {!hidden ? (spot.cards.length ? spot.cards.map((c, i) =>
          <PlainCard key={i} face={looks.face(c!)}
            width={props.large ? "56px" : "38px"} />)
          : <span class="dim small">empty</span>)
          : !at || !cells ? <Back width="44px" name="hidden" />
          : n === 1 && looks.grid ? <Veil grid={looks.grid} face={looks.face}
            cells={cells} width="150px" name="" />
          : left.length <= 8 ? <span class="gkinds">{left.map((k) =>
            <PlainCard key={k} face={looks.face(k)} width="30px" />)}</span>
          : <Bounds at={at} looks={looks} />}
      </button>
      <span class="dim small">{words(spot.name)} · {n} {n === 1 ? "card"
        : "cards"}{sees && ` · ${sees}`}</span>
    </div>
  );
}

/** Of a place of many cards: how many of each value of the first set. */
function Bounds(props: {
  at: LensPlace; looks: { grid: Grid | null; face(k: string): GenericFace };
}) {
  const { at, looks } = props;
  const rows = looks.grid?.rows ?? [];
  const of = (row: string) => Object.keys(at.cells).filter((k) =>
    k.startsWith(row));
  return (
    <span class="gbounds small">{rows.map((r) => {
      const sure = of(r.id).filter((k) => at.cells[k].k === "yes").length;
      const most = Math.min(at.size, of(r.id).filter((k) =>
        at.cells[k].k !== "no").length);
      return <span key={r.id} class={`s-${r.suit ?? "0"}`}><b>{r.name}</b>{" "}
        {sure === most ? `exactly ${sure}` : `${sure} to ${most}`}</span>;
    })}{!rows.length && `${at.size} cards`}</span>
  );
}
