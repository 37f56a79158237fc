// The same cards once more: a link to the deal of a game that is over.  Nothing
// of how that game went is shown before one's own is done.
import { useState } from "preact/hooks";
import { faultOf, get, post } from "../base/api";
import { makeCast, list } from "../base/cast";
import { useLoaded } from "../base/hooks";
import { go } from "../base/route";
import { store } from "../base/store";
import type { GameInfo, TableInfo } from "../base/types";
import { Top } from "./top";

/** A new table like another, with its cards if `deal` names a game; the name
 *  of the table. */
export async function sameSeats(table: TableInfo, seat: number | null,
  deal: string): Promise<string> {
  const { rules, seats } = table;
  const t = await post<{ id: string; seats: { seat: number; token: string }[] }>(
    "tables", { rules, names: seats.map((s) => s.seat === seat
      ? store.name() || s.name : s.name), ...(deal ? { deal } : {}),
    seats: seats.map((s) => s.seat === seat ? "person"
      : s.kind === "agent" ? s.agent! : "anyone") });
  if (t.seats[0]) store.setTicket(t.id, t.seats[0]);
  if (deal) store.setDealOf(t.id, deal);
  return t.id;
}

export function DealPage(props: { id: string; games: GameInfo[] }) {
  const table = useLoaded(`dealt.${props.id}`, (signal) =>
    get<TableInfo>(`tables/${encodeURIComponent(props.id)}`, signal));
  const [fault, setFault] = useState("");
  const t = table.what;
  const game = props.games.find((g) => g.name === t?.game);
  if (!t || !game) {
    return <><Top /><main class="plainpage"><p class="dim">{table.fault?.text
      ?? "Looking for the deal …"}</p></main></>;
  }
  const cast = makeCast(t.seats, null);
  const seat = t.seats.find((s) => s.kind === "person")?.seat ?? 1;
  const others = t.seats.filter((s) => s.seat !== seat);
  return (
    <><Top /><main class="plainpage">
      <h1>{game.title}: the same cards</h1>
      {t.state === "over"
        ? <p class="serif">{cast.name(seat)} played this deal beside{" "}
          {list(others.map((s) => cast.name(s.seat)))}. You sit in the same
          seat and get the same cards. How it went there is told when you are
          done.</p>
        : <p class="serif">That game is not over yet. Its cards stay its
          own until then.</p>}
      <p class="row">{t.state === "over" && <button class="btn main"
        onClick={() => sameSeats(t, seat, t.id).then((id) => go(`/t/${id}`),
          (e) => setFault(faultOf(e).text))}>Play these cards</button>}
        <a class="btn" href={`#/rules/${game.name}`}>Rules</a>
        <a class="btn" href="#/">To the tables</a></p>
      {fault && <p class="banner bad" role="alert">{fault}</p>}
    </main></>
  );
}
