// The start page: a game in two clicks, tables to join or watch, finished
// games, records from elsewhere, logic.
import { useState } from "preact/hooks";
import { faultOf, get, post } from "../base/api";
import { useLoaded } from "../base/hooks";
import { useKeys } from "../base/keys";
import { plural } from "../base/number";
import { go } from "../base/route";
import { store } from "../base/store";
import type { Fault, GameInfo, TableInfo } from "../base/types";
import { makeCast, list } from "../base/cast";
import { cap } from "../lens/cells";
import { LineUpBox } from "./lineup";
import { GamePicture, gameWords } from "./pictures";
import { today } from "./puzzle";
import { Skip, ThemeButton, Top } from "./top";

export function StartPage(props: {
  games: GameInfo[]; programs: string[];
  /** The game that a link names. */
  game?: string;
  /** How many puzzles there are. */
  puzzles?: number;
  /** The address is of no page that there is. */
  lost?: boolean;
}) {
  const { games } = props;
  const [chosen, choose] = useState<string | null>(() => {
    const last = props.game ?? store.lastGame();
    return games.some((g) => g.name === last) ? last : games[0]?.name ?? null;
  });
  const [touched, setTouched] = useState(false);
  useKeys((key) => {
    const i = Number(key) - 1;
    if (!games[i]) return false;
    choose(games[i].name);
    setTouched(true);
    return true;
  });
  const game = games.find((g) => g.name === chosen);
  return (
    <>
      <Skip part="main" to="#main">To the games</Skip>
      <Top>
        <nav class="push row nowrap" aria-label="Pages">
          {!!props.puzzles && <a class="btn quiet wide" href="#/puzzle">Puzzle
          </a>}
          <a class="btn quiet" href="#tables" onClick={(e) => {
            e.preventDefault();
            document.getElementById("tables")?.scrollIntoView();
          }}>Tables</a>
          <a class="btn quiet" href="#/logic">Logic</a>
          <a class="btn quiet wide" href="#open" onClick={(e) => {
            e.preventDefault();
            document.getElementById("file")?.click();
          }}>Open a record</a>
          <ThemeButton />
        </nav>
      </Top>
      <main class="start" id="main" tabIndex={-1}>
        {props.lost && <p role="note">There is nothing at this address (
          <code>{location.hash.slice(0, 60)}</code>). This is where all
          begins.</p>}
        <h1>Games of knowledge</h1>
        <p class="lead serif dim">What do you know, what do they know, and what
          do they know of you? Play it, and look.</p>
        <div class="games" role="group" aria-label="Games">
          {games.map((g) => (
            <>
              <button key={g.name} class={"gamecard" +
                (g.name === chosen ? " chosen" : "")}
                aria-pressed={g.name === chosen} onClick={() => {
                  choose(g.name);
                  setTouched(true);
                }}>
                <GamePicture game={g.name} />
                <span class="gametext">
                  <span class="spread"><b class="serif">{g.title}</b>
                    <span class="dim small" aria-label={`${
                      g.players[0]} to ${g.players[1]} seats`}>{g.players[0]}–{
                      g.players[1]}</span></span>
                  <span class="dim">{gameWords(g)}</span>
                </span>
              </button>
              {g.name === chosen && (
                <div class="narrow">
                  <LineUpBox game={g} programs={props.programs}
                    focus={touched} key={g.name} />
                </div>
              )}
            </>
          ))}
        </div>
        {game && (
          <div class="wide">
            <LineUpBox game={game} programs={props.programs} focus={touched}
              key={game.name} />
          </div>
        )}
        <Lobby games={games} puzzles={props.puzzles ?? 0} />
      </main>
    </>
  );
}

const few = 12;

function Lobby({ games, puzzles }: { games: GameInfo[]; puzzles: number }) {
  const tables = useLoaded("tables", (signal) => get<{
    tables: TableInfo[]; playing?: number; over?: number;
  }>(`tables?limit=${few}`, signal));
  const all = tables.what?.tables ?? [];
  const now = all.filter((t) => t.state === "open" || t.state === "running");
  const over = all.filter((t) => t.state === "over");
  return (
    <div class="lobby" id="tables">
      <section aria-label="Think">
        {puzzles > 0 && <OfTheDay games={games} puzzles={puzzles} />}
        <h2 class="caps">Logic</h2>
        <div class="logicbox">
          <CubePicture />
          <div>
            <h3 class="serif">Write a model, ask it</h3>
            <p class="dim">Muddy children, sum and product, Russian cards, Monty
              Hall and more, drawn and checked as you type.</p>
            <p class="row"><a class="btn" href="#/logic">Open the logic
              page</a><a class="btn" href="#/exercise">Exercises</a></p>
          </div>
        </div>
      </section>
      <section aria-label="Tables now">
        <div class="spread"><h2 class="caps">Tables now</h2>
          <span class="dim">{plural(Math.max(tables.what?.playing ?? 0,
            now.length), "table")}{" "}
            <button class="link small" onClick={tables.again}>look again
            </button></span></div>
        {tables.fault && <p class="banner bad">{tables.fault.text}</p>}
        {tables.what && !now.length && <p class="dim">No table is open. Yours
          would be the first.</p>}
        <Rows tables={now} games={games} state="playing"
          total={tables.what?.playing} />
      </section>
      <section aria-label="Finished">
        <div class="spread"><h2 class="caps">Finished</h2></div>
        <Rows tables={over} games={games} state="over"
          total={tables.what?.over} />
        <OpenRecord />
      </section>
    </div>
  );
}

/** The puzzle of the day, by its question. */
function OfTheDay({ games, puzzles }: { games: GameInfo[]; puzzles: number }) {
  const n = today();
  const file = `puzzle-${((n - 1) % puzzles) + 1}`;
  const got = useLoaded(file, (signal) => get<{ game: string;
    question: string }>(`lessons/${file}`, signal));
  if (!got.what) return null;
  const title = games.find((g) => g.name === got.what!.game)?.title ?? "";
  return (
    <div class="oftheday">
      <h2 class="caps">Puzzle of the day</h2>
      <p class="serif">{got.what.question}</p>
      <p class="row"><a class="btn" href={`#/puzzle/${n}`}>{store.flag(
        `solved.${n}`, false) ? "Look again" : "Solve it"}</a>
        <span class="dim">{title} · number {n}</span></p>
    </div>
  );
}

/** The newest dozen; the older ones on demand, fifty at a time. */
function Rows(props: {
  tables: TableInfo[]; games: GameInfo[]; state: "playing" | "over";
  /** How many there are, where the server says so. */
  total?: number;
}) {
  const [more, setMore] = useState<TableInfo[]>([]);
  const [shown, setShown] = useState(few);
  const [end, setEnd] = useState(false);
  const known = new Set(props.tables.map((t) => t.id));
  const all = [...props.tables, ...more.filter((t) => !known.has(t.id))];
  const title = (name: string) =>
    props.games.find((g) => g.name === name)?.title ?? name;
  const total = Math.max(props.total ?? 0, all.length);
  const left = shown < all.length || (!end && total > all.length);
  const older = async () => {
    setShown(shown + 50);
    if (all.length >= shown + 50 || end) return;
    const got = await get<{ tables: TableInfo[] }>(`tables?state=${props.state
    }&before=${encodeURIComponent(all.at(-1)!.id)}`)
      .catch(() => ({ tables: [] }));
    const fresh = got.tables.filter((t) => !all.some((u) => u.id === t.id) &&
      (t.state === "over") === (props.state === "over"));
    setMore([...more, ...fresh]);
    setEnd(!fresh.length);
  };
  return (
    <>
      <ul>{all.slice(0, shown).map((t) => <TableRow key={t.id}
        table={t} title={title(t.game)} />)}</ul>
      {left && <p><button class="link small" onClick={() => void older()}>
        {shown > few ? "older ones" : `all ${total}`}</button></p>}
    </>
  );
}

function TableRow({ table, title }: { table: TableInfo; title: string }) {
  const cast = makeCast(table.seats, null);
  const free = table.seats.find((s) => s.kind === "anyone");
  const mine = store.ticket(table.id);
  const who = list(table.seats.map((s) => cast.name(s.seat)));
  const what = table.state === "over"
    ? `${scoreWords(table)}` : table.state === "open" ? "not begun"
    : `turn ${table.turn}`;
  const sit = async () => {
    try {
      const t = await post<{ seat: number; token: string }>(
        `tables/${table.id}/sit`, { name: store.name() || "Guest" });
      store.setTicket(table.id, t);
      go(`/t/${table.id}`);
    } catch (e) {
      alert(faultOf(e).text);
    }
  };
  return (
    <li class="tablerow">
      <div><b>{table.id}</b> <span class="dim">{title}</span>
        <p class="dim small">{who} · {what}</p></div>
      {table.state === "over"
        ? <a class="btn" href={`#/r/${table.id}`}
            aria-label={`Replay ${table.id}`}>Replay</a>
        : mine ? <a class="btn main" href={`#/t/${table.id}`}>Go on</a>
        : free ? <button class="btn" onClick={() => void sit()}>Join</button>
        : <a class="btn" href={`#/t/${table.id}`}
            aria-label={`Watch ${table.id}`}>Watch</a>}
    </li>
  );
}

function scoreWords(table: TableInfo): string {
  const s = table.scores ?? [];
  if (!s.length) return table.how ?? "over";
  return s.every((x) => x === s[0]) ? `${s[0]} points` : s.join(" : ");
}

export function OpenRecord() {
  const [text, setText] = useState("");
  const [fault, setFault] = useState("");
  const [over, setOver] = useState(false);
  const send = async (body: string) => {
    setFault("");
    try {
      const got = await post<{ id: string }>("records", body);
      go(`/r/${got.id}${turnIn(body)}`);
    } catch (e) {
      setFault(unread(body, faultOf(e)));
    }
  };
  return (
    <div class={"drop" + (over ? " over" : "")}
      onDragOver={(e) => { e.preventDefault(); setOver(true); }}
      onDragLeave={() => setOver(false)}
      onDrop={(e) => {
        e.preventDefault();
        setOver(false);
        void e.dataTransfer?.files[0]?.text().then(send);
      }}>
      <p class="dim">Drop a record (<code>.jsonl</code>) or a hanab.live game
        (<code>.json</code>) here, or{" "}
        <label class="link" tabIndex={0}>choose a file
          <input type="file" id="file" class="unseen" tabIndex={-1}
            aria-label="A record" onChange={(e) => {
              const f = (e.target as HTMLInputElement).files?.[0];
              void f?.text().then(send);
            }} /></label></p>
      <form class="row nowrap" onSubmit={(e) => {
        e.preventDefault();
        if (text.trim()) void send(text);
      }}>
        <input type="text" value={text} aria-label="A hanab.live link or JSON"
          placeholder="or paste: hanab.live/replay-json/…" class="grow"
          aria-describedby="paste-help"
          onInput={(e) => setText((e.target as HTMLInputElement).value)} />
        <button class="btn" disabled={!text.trim()}>Open</button>
      </form>
      {fault && <p class="banner bad small" role="alert" ref={(e) =>
        e?.scrollIntoView({ block: "nearest" })}>{fault}</p>}
      <p class="dim small" id="paste-help">A link with{" "}
        <code>replay-json</code> holds the whole game and can be pasted as it
        is. A link that ends in a number, as <code>hanab.live/replay/123</code>,
        does not: open <code>hanab.live/export/123</code> and paste all the text
        that it shows.</p>
    </div>
  );
}

/** A link of hanab.live may name a turn; its first is before all moves. */
function turnIn(body: string): string {
  const turn = /hanab\.live\/\S*#(\d+)\s*$/.exec(body)?.[1];
  return turn && body.length < 2000 ? `?turn=${Math.max(0, Number(turn) - 1)}`
    : "";
}

/** Why it could not be opened, and what could be. */
function unread(body: string, fault: Fault): string {
  const start = body.trimStart();
  const game = start.startsWith("{") || /hanab\.live|^\d+[a-z]?\d/i.test(start);
  return game || fault.code === "busy" || !fault.code ? cap(fault.text)
    : "This is neither a record of doxa (lines of JSON) nor a game of " +
      `hanab.live. The server says: ${fault.text}.`;
}

function CubePicture() {
  const p = [[8, 34], [34, 34], [8, 10], [34, 10]];
  const edges = [[0, 1], [0, 2], [1, 3], [2, 3]];
  const at = (i: number, back: boolean) =>
    back ? [p[i][0] + 11, p[i][1] - 7] : p[i];
  return (
    <svg width="56" height="46" viewBox="0 0 56 46" aria-hidden="true">
      {edges.map(([a, b]) => (
        <g stroke="var(--line2)" fill="none">
          <path d={`M${at(a, false)} L${at(b, false)}`} />
          <path d={`M${at(a, true)} L${at(b, true)}`} stroke-dasharray="3 2" />
        </g>
      ))}
      {[0, 1, 2, 3].map((i) => (
        <g fill="var(--surface)" stroke="var(--ink2)">
          <circle cx={at(i, true)[0]} cy={at(i, true)[1]} r="3.2"
            fill={i === 3 ? "var(--lens)" : "var(--surface)"} />
          <circle cx={at(i, false)[0]} cy={at(i, false)[1]} r="3.2" />
        </g>
      ))}
    </svg>
  );
}
