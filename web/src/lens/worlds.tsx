// How many worlds are possible and believed, the likeliest ones, and one
// drawn at random.
import { useState } from "preact/hooks";
import { useLens } from "../base/source";
import { bits, chance, count } from "../base/number";
import type { World } from "../base/types";
import type { Skin } from "../boards/skin";
import { Chip } from "../kit/card";
import { cap } from "./cells";
import { assumeWords } from "./layer";
import { MomentPicture } from "./moment";
import type { LensProps } from "./lens";

/** A world as chips, place by place; what breaks a formula is ringed. */
export function SmallWorld(props: {
  world: World; skin: Skin; breaks?: string[]; class?: string;
  note?: string; names?(place: string): string;
}) {
  const { world, skin, breaks = [] } = props;
  const places = Object.entries(world);
  const single = places.every(([, kinds]) => kinds.length <= 1);
  return (
    <div class={`world ${props.class ?? ""}`}>
      <span class={single ? "row tight" : "worldrows"}>
        {places.map(([place, kinds]) => (
          <span class="row tight" key={place} title={props.names?.(place)}>
            {!single && <span class="dim tiny">{props.names?.(place)}</span>}
            {kinds.map((k) => <Chip face={skin.face(k)}
              ringed={breaks.includes(place)}
              faded={breaks.length > 0 && !breaks.includes(place)} />)}
          </span>
        ))}
      </span>
      {props.note && <span class="mono dim push">{props.note}</span>}
    </div>
  );
}

export function Figures(props: LensProps) {
  const know = props.know.board;
  const belief = props.belief.board;
  return (
    <div class={"figures" + (props.know.old ? " old" : "")}>
      {know?.worlds !== undefined && (
        <span><b>{count(know.worlds)}</b> possible</span>)}
      {belief?.believed !== undefined && (
        <span class="believed"><b>{count(belief.believed)}</b> believed,{" "}
          {assumeWords(props.assume, props.scene.game)}</span>)}
      {know?.bits !== undefined && (
        <span><b>{bits(know.bits)}</b> bits</span>)}
    </div>
  );
}

export function WorldsTab(props: LensProps & { title?: boolean }) {
  const { scene, skin, source } = props;
  const [seed, setSeed] = useState(0);
  const worlds = useLens(source, { path: [], assume: "none", worlds: 6 });
  const drawn = useLens(source, seed
    ? { path: [], assume: "none", draw: 1, seed } : null);
  const listed = worlds.board?.likeliest;
  const likeliest = listed && "items" in listed ? listed : undefined;
  const unlisted = worlds.board?.error ??
    (listed && "error" in listed ? listed.error : undefined);
  const name = (place: string) => skin.place(place, scene.cast);
  const deals = likeliest?.deals ?? 0;
  return (
    <div>
      {props.title !== false && <h2 class="place-title">Possible worlds</h2>}
      <Figures {...props} />
      {worlds.slow && <div class="thinbar" />}
      <MomentPicture {...props} />
      {unlisted && (
        <p class="dim small">The likeliest are not listed:{" "}
          {unlisted.text}.{props.know.board?.worlds !== undefined &&
            " The count stands."}</p>
      )}
      {likeliest && (
        <section class={worlds.old ? "old" : ""}>
          <p class="caps">{likeliest.items.some((w) => w.weight)
            ? "Likeliest, counted" : "Some of them"}</p>
          {likeliest.items.map((w, i) => (
            <SmallWorld key={i} world={w.places} skin={skin} names={name}
              note={w.weight && chance(w.weight)} />
          ))}
          {deals > likeliest.items.length && (
            <p class="dim small">{count(deals - likeliest.items.length)} more,{" "}
              {assumeWords("none", props.scene.game)}.</p>
          )}
        </section>
      )}
      <p>
        <button class="link small"
          onClick={() => setSeed(1 + Math.floor(Math.random() * 1e6))}>
          draw one at random</button>
      </p>
      {drawn.board?.error && <p class="dim small">
        {cap(drawn.board.error.text)}</p>}
      {drawn.board?.drawn?.map((w) => (
        <SmallWorld world={w} skin={skin} names={name} class="drawn" />
      ))}
    </div>
  );
}
