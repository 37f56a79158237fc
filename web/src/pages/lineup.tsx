// Who sits where: the second click is "Sit down".  The last line-up is
// remembered in the browser.
import { useEffect, useRef, useState } from "preact/hooks";
import { faultOf, post } from "../base/api";
import { givenName, strangers } from "../base/cast";
import { useKeys } from "../base/keys";
import { go } from "../base/route";
import { store, type LineUp } from "../base/store";
import type { GameInfo } from "../base/types";
import { alone } from "../base/wire";
import { SeatMark } from "../kit/seat";
import { Talk } from "../kit/talk";

function normal(game: GameInfo): LineUp {
  const few = Math.max(game.players[0] - 1, 2);
  return { seats: ["person", ...game.line_up.slice(0, few)], preset: "",
    params: "" };
}

/** "hanabi(report,players=3,lives=2)". */
export function rulesOf(game: GameInfo, l: LineUp): string {
  const parts = [l.preset, `players=${l.seats.length}`, l.params.trim()];
  return `${game.name}(${parts.filter(Boolean).join(",")})`;
}

export function LineUpBox(props: {
  game: GameInfo; programs: string[]; focus: boolean;
}) {
  const { game } = props;
  const [line, setLine] = useState<LineUp>(() => {
    const kept = store.lineUp(game.name);
    return kept && kept.seats.length >= game.players[0] &&
      kept.seats.length <= game.players[1] ? kept : normal(game);
  });
  const [name, setName] = useState(store.name());
  const [rules, setRules] = useState(false);
  const [clock, setClock] = useState(0);
  const [open, setOpen] = useState(false);
  const [secret, setSecret] = useState(false);
  const [fresh] = useState(() => !store.flag(`met.${game.name}`, false));
  const [fault, setFault] = useState("");
  const [busy, setBusy] = useState(false);
  const ref = useRef<HTMLButtonElement>(null);
  const learn = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    const main = learn.current ?? ref.current;
    if (props.focus && main?.offsetParent) main.focus();
  }, []);
  const seat = (i: number, what: string) => setLine({
    ...line, seats: line.seats.map((s, j) => (j === i ? what : s)),
  });
  const sit = async (seats: string[]) => {
    setBusy(true);
    setFault("");
    store.setLastGame(game.name);
    store.setFlag(`met.${game.name}`, true);
    store.setLineUp(game.name, line);
    store.setName(name.trim());
    try {
      const got = await post<{ id: string;
        seats: { seat: number; token: string }[] }>("tables", {
        rules: rulesOf(game, { ...line, seats }), seats,
        names: seats.map((_, i) => (i === 0 ? name.trim() || "Guest"
          : givenName(i + 1))),
        ...(clock ? { clock: { move_ms: clock * 1000 } } : {}), open,
        ...(secret ? { private: true } : {}),
      });
      const [mine, ...rest] = got.seats;
      if (mine) store.setTicket(got.id, mine);
      store.setLinks(got.id, rest);
      go(`/t/${got.id}`);
    } catch (e) {
      setFault(faultOf(e).text);
      setBusy(false);
    }
  };
  useKeys((key, e) => {
    if (fresh && key.toLowerCase() === "p" && ref.current?.offsetParent) {
      void sit(line.seats);
      return true;
    }
    if (key !== "Enter" || e.target instanceof HTMLButtonElement ||
      e.target instanceof HTMLAnchorElement ||
      !ref.current?.offsetParent) return false;
    if (fresh && game.lesson) go(`/learn/${game.name}`);
    else void sit(line.seats);
    return true;
  });
  const max = line.seats.length >= game.players[1];
  return (
    <section class="lineup" aria-label={`Seats of ${game.title}`}>
      {fresh && (
        <div class="firstband">
          <p><b>New to {game.title}?</b> {game.lesson
            ? "Five moves on a real table, each one explained."
            : "The rules are on one screen."}</p>
          <span class="row">
            {game.lesson && <a class="btn main big" ref={learn}
              href={`#/learn/${game.name}`}>Learn in two minutes{" "}
              <kbd>↵</kbd></a>}
            <button class={`btn big sit${game.lesson ? "" : " main"}`} ref={ref}
              disabled={busy} onClick={() => void sit(line.seats)}>Just play{" "}
              <kbd>P</kbd></button>
            <a href={`#/rules/${game.name}`}>Rules on one screen</a>
          </span>
        </div>
      )}
      <div class="seatrow">
        <label class="seatbox">
          <SeatMark letter="Y" person viewer />
          <b>You</b>
          <input type="text" class="namefield" value={name} maxLength={24}
            placeholder="name" aria-label="Your name"
            onInput={(e) => setName((e.target as HTMLInputElement).value)} />
        </label>
        {line.seats.slice(1).map((s, i) => (
          <SeatBox key={i} game={game} programs={props.programs} what={s}
            seat={i + 2} set={(w) => seat(i + 1, w)}
            drop={line.seats.length > game.players[0] ? () => setLine({
              ...line, seats: line.seats.filter((_, j) => j !== i + 1),
            }) : undefined} />
        ))}
        {!max && (
          <button class="btn quiet" onClick={() => setLine({
            ...line, seats: [...line.seats, line.seats.at(-1) === "person"
              ? game.line_up[0] : line.seats.at(-1) ?? "random"],
          })}>+ seat</button>
        )}
      </div>
      <Talk game={game} seats={line.seats.slice(1).map((agent, i) => (
        { agent, name: givenName(i + 2) }))} />
      <div class="sitrow">
        <span class="dim small rulesline">{line.preset || "standard rules"}
          {line.params && `, ${line.params}`} · {clock ? `${clock} s a move`
            : "no clock"}{open && " · open reasons"}{secret && " · private"}
          {" "}·{" "}
          <button class="link small" aria-expanded={rules}
            onClick={() => setRules(!rules)}>change</button></span>
        {!alone && <button class="btn big" disabled={busy} onClick={() => void sit(
          line.seats.some((s, i) => i > 0 && s === "person") ? line.seats
            : line.seats.map((s, i) => (i === 1 ? "person" : s)))}>
          Invite by link</button>}
        {!fresh && <a class="btn big quiet" href={`#/rules/${game.name}`}>
          Rules</a>}
        {!fresh && <button class="btn main sit" ref={ref} disabled={busy}
          onClick={() => void sit(line.seats)}>Sit down <kbd>↵</kbd></button>}
      </div>
      {strangers(game, line.seats.slice(1).map((agent, i) => (
        { agent, name: givenName(i + 2) }))).map((words) => (
        <p class="banner small plain" role="note">{words}</p>))}
      {rules && (
        <Rules game={game} line={line} set={setLine} clock={clock}
          setClock={setClock} open={open} setOpen={setOpen} secret={secret}
          setSecret={setSecret} />
      )}
      {fault && <p class="banner bad" role="alert">{fault}</p>}
    </section>
  );
}

function SeatBox(props: {
  game: GameInfo; programs: string[]; what: string; seat: number;
  set(what: string): void; drop?: () => void;
}) {
  const { game, what, seat } = props;
  const person = what === "person" || what === "anyone";
  const name = givenName(seat);
  return (
    <span class="seatbox">
      <SeatMark letter={person ? "?" : name[0]} person={person} />
      <span>{person ? "" : name}</span>
      <span class="dim">{person ? "" : what.startsWith("program:") ? "" : "agent"}
      </span>
      <select class="plain" value={what} aria-label={`Seat ${seat}`}
        onChange={(e) => props.set((e.target as HTMLSelectElement).value)}>
        {game.agents.map((a) => <option value={a.name} title={a.about}>
          {a.name}</option>)}
        {what.includes("(") && <option value={what}>{what}</option>}
        {props.programs.map((p) => (
          <option value={`program:${p}`}>program {p}</option>))}
        {!alone && <><option value="person">a person, by link</option>
          <option value="anyone">anyone</option></>}
      </select>
      {props.drop && <button class="drop-seat" aria-label={`Remove seat ${seat}`}
        onClick={props.drop}>×</button>}
    </span>
  );
}

function Rules(props: {
  game: GameInfo; line: LineUp; set(l: LineUp): void; clock: number;
  setClock(s: number): void; open: boolean; setOpen(on: boolean): void;
  secret: boolean; setSecret(on: boolean): void;
}) {
  const { game, line, set } = props;
  return (
    <div class="rules">
      <label>Rules <select class="field" value={line.preset}
        onChange={(e) => set({ ...line,
          preset: (e.target as HTMLSelectElement).value })}>
        <option value="">standard</option>
        {game.presets.map((p) => (
          <option value={p.name}>{p.name}: {p.help}</option>))}
      </select></label>
      <label>Parameters <input type="text" class="mono" value={line.params}
        placeholder={game.params.filter((p) => p.name !== "players")
          .slice(0, 2).map((p) => `${p.name}=${p.normal}`).join(",")}
        onInput={(e) => set({ ...line,
          params: (e.target as HTMLInputElement).value })} /></label>
      <label>Seconds a move <input type="text" inputMode="numeric"
        value={props.clock || ""} placeholder="no clock" size={6}
        onInput={(e) => props.setClock(Math.min(86400, Math.max(0,
          Number((e.target as HTMLInputElement).value) || 0)))} /></label>
      <label class="row tight"><input type="checkbox" checked={props.open}
        onChange={(e) => props.setOpen(
          (e.target as HTMLInputElement).checked)} /> reasons are open while
        it is played</label>
      <label class="row tight"><input type="checkbox" checked={props.secret}
        onChange={(e) => props.setSecret(
          (e.target as HTMLInputElement).checked)} /> private: in no list, only
        who has the link finds it</label>
      <details class="dim small">
        <summary>All parameters</summary>
        <ul>{game.params.map((p) => (
          <li><code>{p.name}={p.normal}</code> {p.help}</li>))}</ul>
      </details>
    </div>
  );
}
