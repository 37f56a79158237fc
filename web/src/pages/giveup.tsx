// Giving up a seat: asked first, and then the link with which somebody, or the
// leaver, may take it again.  The server tells it once and to nobody else.
import { useEffect, useRef } from "preact/hooks";
import type { Live } from "../base/live";
import { go, seatLink } from "../base/route";
import { store } from "../base/store";
import { SeatLink } from "./waiting";

export function GiveUp(props: { live: Live; close(): void }) {
  const { live } = props;
  const ref = useRef<HTMLDialogElement>(null);
  const given = live.left !== null;
  useEffect(() => ref.current?.showModal(), []);
  useEffect(() => {
    if (!live.left) return;
    store.setTicket(live.id, null);
    store.setLeft(live.id, { seat: live.seat!, token: live.left });
  }, [live.left]);
  return (
    <dialog ref={ref} onClose={given ? () => go("/") : props.close}
      aria-label="Give up the seat">
      {given ? <Given live={live} /> : (
        <>
          <h2>Give up the seat?</h2>
          <p>Your link to it becomes void, and the others wait until somebody
            comes or an agent is put there. To go away for a while, just close
            the page: the seat is kept.</p>
          <p class="row">
            <button class="btn main" onClick={props.close}>Stay</button>
            <button class="btn" disabled={live.link !== "open"}
              onClick={() => live.leave()}>Give it up</button>
          </p>
        </>
      )}
    </dialog>
  );
}

function Given({ live }: { live: Live }) {
  return (
    <>
      <h2>The seat is given up</h2>
      {live.left && <>
        <p>This is its new link. Hand it on, or come back with it; nobody else
          has been told.</p>
        <SeatLink href={seatLink(live.id, live.seat!, live.left)} />
      </>}
      <p class="row">
        {live.left && <button class="btn" onClick={() => takeBack(live)}>Take it
          back</button>}
        <button class="btn" onClick={() => live.again()}>Watch</button>
        <a class="btn main" href="#/">To the tables</a>
      </p>
    </>
  );
}

/** Sits down again where one got up, if nobody else has. */
export function takeBack(live: Live): void {
  const left = store.left(live.id);
  store.setTicket(live.id, left);
  store.setLeft(live.id, null);
  live.again();
}
