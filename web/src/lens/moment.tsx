// The worlds of a moment as a picture, where they are few: a world is named by
// the places in which it differs from the others, a line by who can not tell
// its ends apart.  A table says the same.
import type { Moment } from "../base/types";
import type { DxModel } from "../pages/dx";
import { Kripke, KripkeTable, layout } from "../kit/kripke";
import { plural } from "../base/number";
import { useAt } from "./answers";
import { cap } from "./cells";
import type { LensProps } from "./lens";

/** The server draws no more. */
export const drawnMost = 60;

/** As a model of the logic page: only what differs is said of a world. */
export function modelOf(
  moment: Moment, label: (kind: string) => string, letter: (s: number) => string,
): { model: DxModel; places: string[] } {
  const worlds = moment.worlds ?? [];
  const all = [...new Set(worlds.flatMap((w) => Object.keys(w.places)))];
  const said = (w: (typeof worlds)[number], p: string) =>
    (w.places[p] ?? []).join(" ");
  const places = all.filter((p) =>
    worlds.some((w) => said(w, p) !== said(worlds[0], p)));
  const taken = new Map<string, number>();
  return {
    places,
    model: {
      worlds: worlds.map((w) => {
        const words = places.map((p) => (w.places[p] ?? []).map(label)
          .join("+"));
        const name = words.join(" ") || "the only one";
        const nth = (taken.get(name) ?? 0) + 1;
        taken.set(name, nth);
        return { id: w.id, name: nth > 1 ? `${name} (${nth})` : name,
          true: words.length ? words : [name], weight: w.weight };
      }),
      cells: Object.fromEntries(Object.entries(moment.cells ?? {})
        .map(([seat, cells]) => [letter(Number(seat)), cells])),
    },
  };
}

/** The picture, while the viewer holds few worlds possible. */
export function MomentPicture(props: LensProps) {
  const { scene, skin, source, know } = props;
  const { cast } = scene;
  const few = Number(know.board?.worlds ?? Infinity) <= drawnMost;
  const got = useAt<Moment>(few && scene.you !== null && !know.old
    ? `${source.key}|${scene.n}|model` : "", (signal) => source.model(signal));
  if (!few || !got) return few && scene.you !== null
    ? <div class="thinbar late" /> : null;
  if (got.error || !got.worlds?.length) {
    return got.error ? <p class="dim small">No picture: {got.error.text}</p>
      : null;
  }
  const { model, places } = modelOf(got, (k) => skin.face(k).label.length > 2
    ? skin.face(k).label : k, (s) => cast.letter(s));
  const words = `${plural(model.worlds.length, "world")}${got.whole
    ? ", all that is public leaves" : `, ${cast.whose(props.seat)} own`}`;
  return (
    <section class="moment">
      <p class="caps">As a picture</p>
      {model.worlds.length > 1 && <Kripke model={model} at={layout(model)}
        agents={Object.keys(model.cells ?? {})} lit={got.whole
          ? got.mine : undefined}
        name={`${words}; the table below says the same`} />}
      <p class="dim small">{cap(words)}. Each says, in this order,{" "}
        {places.slice(0, 6).map((p) => skin.place(p, cast)).join(", ")}
        {places.length > 6 && " and so on"}. A line with a letter: that seat can
        not tell its ends apart. {got.whole && got.mine
          ? `Coloured: what ${cast.mid(props.seat)} ${cast.verb(props.seat,
            "hold", "holds")} possible.`
          : "Worlds that only others hold possible are not drawn."}</p>
      <details><summary class="dim tiny">as a table</summary>
        <KripkeTable model={model} /></details>
    </section>
  );
}
