// Somebody has not come yet: the link to hand on, or an agent instead.
import { useState } from "preact/hooks";
import { post, faultOf } from "../base/api";
import type { Cast } from "../base/cast";
import type { Live } from "../base/live";
import { useCopy } from "../base/hooks";
import { seatLink } from "../base/route";
import { store } from "../base/store";
import type { GameInfo } from "../base/types";
import { SeatMark } from "../kit/seat";

export function Waiting(props: { live: Live; cast: Cast; game: GameInfo }) {
  const { live, cast, game } = props;
  const links = store.links(live.id);
  const [fault, setFault] = useState("");
  const ticket = store.ticket(live.id);
  const agent = game.line_up[0] ?? game.agents[0]?.name;
  return (
    <section class="panel waiting">
      <p class="caps">Waiting for a person</p>
      <ul>
        {cast.seats.map((s) => {
          const link = links.find((l) => l.seat === s.seat);
          const free = (s.kind === "person" || s.kind === "anyone") && !s.here &&
            s.seat !== live.seat;
          return (
            <li key={s.seat}>
              <span class="row tight">
                <SeatMark letter={free ? "?" : cast.letter(s.seat)}
                  person={cast.person(s.seat)} viewer={s.seat === live.seat} />
                <b class="nm">{free && s.kind === "anyone" ? "free seat"
                  : cast.name(s.seat)}</b>
                {free && <span class="dim">has not come yet</span>}
              </span>
              {free && link && <SeatLink href={seatLink(live.id, s.seat,
                link.token)} />}
              {free && ticket && agent && (
                <p class="dim small">Who has the link takes the seat.{" "}
                  <button class="link small" onClick={() => {
                    post(`tables/${live.id}/seat`, { seat: s.seat, agent },
                      undefined, ticket.token).catch((e) =>
                      setFault(faultOf(e).text));
                  }}>Put an agent there</button> instead.</p>
              )}
            </li>
          );
        })}
      </ul>
      {fault && <p class="banner bad">{fault}</p>}
    </section>
  );
}

export function SeatLink({ href }: { href: string }) {
  const [copied, copy] = useCopy();
  return (
    <div class="linkline">
      <input type="text" class="mono" readOnly value={href}
        aria-label="Link to the seat"
        onFocus={(e) => (e.target as HTMLInputElement).select()} />
      <button class="btn" onClick={() => copy(href)}>{copied ? "Copied" : "Copy"}</button>
    </div>
  );
}
