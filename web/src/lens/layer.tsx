// Three layers, never mixed: knowledge is solid, belief is hatched and names
// its assumption, a note is handwriting.  And the bars that show chances.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { GameInfo, LensBoard, LensPlace } from "../base/types";
import { shown } from "../base/number";
import type { Face } from "../kit/face";
import { Chip } from "../kit/card";
import { byChance } from "./cells";

export type Sign = "know" | "belief" | "note";

export function LayerSign({ sign }: { sign: Sign }) {
  return (
    <svg class={`sign sign-${sign}`} width="14" height="14" viewBox="0 0 14 14"
      aria-hidden="true">
      <rect x="1" y="1" width="12" height="12" rx="2.5" stroke-width="1.5"
        fill={sign === "know" ? "var(--ink)"
          : sign === "belief" ? "url(#hatch-lens)" : "var(--note-tint)"}
        stroke={sign === "know" ? "var(--ink)"
          : sign === "belief" ? "var(--lens)" : "var(--note)"}
        stroke-dasharray={sign === "note" ? "2.4 1.6" : undefined} />
      {sign === "note" && (
        <path d="M4.5 9.5 9.5 4.5" stroke="var(--note)" stroke-width="2" />
      )}
    </svg>
  );
}

export function Layer(props: {
  sign: Sign; head: ComponentChildren; children?: ComponentChildren;
}) {
  return (
    <section class={`layer layer-${props.sign}`}>
      <LayerSign sign={props.sign} />
      <div class="layer-body">
        <h3>{props.head}</h3>
        {props.children}
      </div>
    </section>
  );
}

/** A chance in a list: the bar, the fraction if it is a short one, per cent. */
export function Bar(props: {
  label: ComponentChildren; p: string; belief?: boolean; suit?: string;
}) {
  const { belief, suit = "0" } = props;
  const { exact, words, x: p } = shown(props.p);
  return (
    <li class="bar" title={exact ? undefined : props.p.replace("≈", "about ")}>
      <span class="bar-label">{props.label}</span>
      <span class={`trough s-${suit}` + (belief ? " hatched" : "") +
        (belief && !(p > 0) ? " none" : "")}>
        {belief && !(p > 0)
          ? <span class="tiny">still possible</span>
          : <span class="fill" style={{
              width: `${Math.max(0.5, 100 * Math.min(1, p))}%`,
            }} />}
      </span>
      <span class="bar-text mono">{exact}</span>
      <span class="bar-percent dim" tabIndex={exact || /^[01]$/.test(props.p)
        ? undefined : 0}>{words}</span>
    </li>
  );
}

const many = 8;

/** What may lie in a place: the likeliest eight, and the others on demand. */
export function Dist(props: {
  board: LensBoard; place: LensPlace; face(kind: string): Face;
  belief?: boolean; kinds?: string[];
}) {
  const { board, place, face, belief } = props;
  const [all, setAll] = useState(false);
  const kinds = props.kinds ?? byChance(place);
  const shown = all || kinds.length <= many + 1 ? kinds : kinds.slice(0, many);
  const rest = kinds.length - shown.length;
  if (!board.chances) {
    return (
      <div>
        <div class="row chips">
          {kinds.map((k) => <Chip face={face(k)} key={k} />)}
        </div>
        <p class="dim small">{belief
          ? "Possible; too many deals could have led here to weigh each."
          : "Possible; how likely depends on choices that nobody saw, so a " +
            "chance needs an assumption."}</p>
      </div>
    );
  }
  return (
    <div>
      <ul class="dist">
        {shown.map((k) => {
          return (
            <Bar key={k} label={<Chip face={face(k)} />}
              p={place.cells[k]?.p ?? "0"} belief={belief}
              suit={face(k).suit} />
          );
        })}
      </ul>
      {rest > 0 && (
        <button class="link small" onClick={() => setAll(true)}>
          {rest} more</button>
      )}
    </div>
  );
}

/** What an assumption says of how somebody plays, in the agent's own words. */
function aboutOf(assume: string, game: GameInfo): string {
  const name = /^(?:truthful|source)\((.*)\)$/.exec(assume)?.[1] ?? assume;
  return game.agents?.find((a) => a.name === name.split("(")[0])?.about ?? "";
}

/** An assumption in a sentence. */
export function assumeWords(assume: string, game: GameInfo): string {
  const about = aboutOf(assume, game);
  const means = about && ` (${about})`;
  if (assume === "none") return "assuming nothing about how anybody plays";
  if (assume === "uniform") return "assuming every choice is as likely";
  if (assume.startsWith("truthful")) {
    return `assuming hints are truthful${means}`;
  }
  if (assume.startsWith("source(")) {
    return `as ${assume.slice(7, -1)} weighs it${means}`;
  }
  return `assuming they play as ${assume}${means}`;
}

/** An assumption on a button or pill. */
export function assumeShort(assume: string): string {
  return assume.startsWith("truthful") ? "if truthful"
    : assume === "uniform" ? "if at random"
    : `as ${assume.replace(/^source\((.*)\)$/, "$1")}`;
}

/** What is chosen where an assumption is: its name. */
export function assumeName(assume: string): string {
  return assume === "none" ? "nothing"
    : assume.replace(/^source\((.*)\)$/, "$1")
      .replace(/^truthful\(.*\)$/, "truthful");
}

function prefix(assume: string): string {
  if (assume === "uniform") return "If choices are ";
  if (assume.startsWith("truthful")) return "If hints are ";
  if (assume.startsWith("source(")) return "If all play as ";
  return "If they play as ";
}

/** "If they play as info ▾", and what that means. */
export function AssumptionPicker(props: {
  assume: string; all: string[]; game: GameInfo; set(assume: string): void;
}) {
  const { assume, all, game, set } = props;
  const about = aboutOf(assume, game);
  return (
    <span class="assume">
      {prefix(assume)}
      <select class="plain" aria-label="Assumption about behaviour"
        value={assume}
        onChange={(e) => set((e.target as HTMLSelectElement).value)}>
        {all.filter((a) => a !== "none").map((a) => (
          <option value={a} title={aboutOf(a, game)}>{assumeName(a)}</option>
        ))}
      </select>
      {about && <><span class="unseen">: </span>
        <span class="thin small means">{about}</span></>}
    </span>
  );
}
