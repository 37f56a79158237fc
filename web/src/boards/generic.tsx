// The board of any game: places by owner, kinds as chips, the table in
// letters, legal moves as buttons.  A game plays with this on its first day.
import { Rove } from "../base/rove";
import type { Cast } from "../base/cast";
import type { LensPlace } from "../base/types";
import { Chip } from "../kit/card";
import type { Face } from "../kit/face";
import { byChance, cap, placesOf } from "../lens/cells";
import { Who } from "./parts";
import { FileBoard, isFileState } from "./filegame";
import { MovePicker } from "./moves";
import { facesOf } from "./product";
import { placeParts } from "./skin";
import type { BoardProps, Skin } from "./skin";

export function genericFace(kind: string): Face {
  return { suit: "0", shape: "none", label: kind, name: kind };
}

export function genericOwner(place: string): number | null {
  const seat = Number(placeParts(place)[1]);
  return Number.isInteger(seat) && seat > 0 ? seat : null;
}

const nouns: Record<string, string> = { has: "cards", holds: "card" };

export function genericPlace(place: string, cast: Cast): string {
  const [clean, nth] = place.split("#");
  const [head, ...args] = placeParts(clean);
  const owner = genericOwner(clean);
  const noun = nouns[head] ?? head.replaceAll("_", " ");
  const more = nth ? ` (${nth})` : "";
  return owner === null ? `the ${noun}${more}`
    : [cast.whose(owner), noun, ...args.slice(1)].join(" ") + more;
}

export function genericSkin(name: string, kinds: string[] = []): Skin {
  const looks = facesOf(kinds, []);
  return {
    name, face: (k) => kinds.length ? looks.face(k) : genericFace(k), grid: null, place: genericPlace,
    owner: genericOwner, facts: () => [],
    Board: GenericBoard,
  };
}

export function GenericBoard(props: BoardProps) {
  return isFileState(props.scene.state) ? <FileBoard {...props} />
    : <PlaceBoard {...props} />;
}

function PlaceBoard(props: BoardProps) {
  const { scene, know, deep, path } = props;
  const places = placesOf(path.length ? deep : know);
  const owners = new Map<number | null, string[]>();
  for (const key of places.keys()) {
    const o = props.skin.owner(key);
    owners.set(o, [...(owners.get(o) ?? []), key]);
  }
  const order = [...owners.keys()].sort((a, b) =>
    (a === null ? 99 : a === scene.you ? 98 : a) -
    (b === null ? 99 : b === scene.you ? 98 : b));
  return (
    <div class="generic">
      <Rove label="Table" class="places">
        {order.map((o) => (
          <section class={"panel placebox" +
            (scene.toMove === o ? " moving" : "")} key={String(o)}>
            {o === null ? <b class="who">Table</b>
              : <Who scene={scene} seat={o} viewer={o === scene.you} />}
            <div class="placelist">
              {owners.get(o)!.map((key) => (
                <PlaceButton {...props} key={key} id={key}
                  at={places.get(key)!} />
              ))}
            </div>
          </section>
        ))}
      </Rove>
      {scene.print && !path.length && <pre class="print" aria-label="The table in letters"
        tabIndex={0}>{scene.print}</pre>}
      {props.layers()}
      {props.log}
      {scene.legal && !props.still && !path.length && (
        <MovePicker legal={scene.legal} move={props.move}
          words={(m) => moveWords(m, props)} />
      )}
    </div>
  );
}

/** A move string with its first letter large; seats stay numbers. */
function moveWords(move: string, props: BoardProps): string {
  return props.skin.moveWords?.(move, props.scene.cast) ?? move;
}

function PlaceButton(props: BoardProps & { id: string; at: LensPlace }) {
  const { id, at, skin, scene, path } = props;
  const kinds = byChance(at);
  const sure = kinds.filter((k) => at.cells[k].k === "yes");
  const open = kinds.filter((k) => at.cells[k].k !== "yes");
  const title = cap(skin.place(id, scene.cast));
  const settled = at.seen && !path.length;
  return (
    <button data-rove class={"placebutton" + (props.place === id
      ? " chosen" : "")} aria-pressed={props.place === id}
      onClick={() => props.pick(id)}>
      <span class="spread"><b>{title}</b>
        <span class="dim tiny">{at.size === 1 ? "1 card"
          : `${at.size} cards`}</span></span>
      <span class="row chips">
        {sure.map((k) => <Chip face={skin.face(k)} key={k} />)}
        {!settled && open.map((k) => (
          <Chip face={skin.face(k)} key={k} faded />
        ))}
        {settled && open.map((k) => <Chip face={skin.face(k)} key={k} />)}
      </span>
      {props.showNotes && props.notes[id] && (
        <span class="notestrip">{props.notes[id]}</span>
      )}
    </button>
  );
}
