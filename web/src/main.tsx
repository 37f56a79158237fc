// The page: which of its faces is shown.
import { render } from "preact";
import { get } from "./base/api";
import { useLoaded } from "./base/hooks";
import { startKeys } from "./base/keys";
import { useRoute } from "./base/route";
import { applyTheme, store } from "./base/store";
import type { GameInfo } from "./base/types";
import { gameTitle } from "./boards/skins";
import { Hatchings } from "./kit/marks";
import { BasePage } from "./pages/base";
import { DealPage } from "./pages/deal";
import { ExercisePage } from "./pages/exercise";
import { LearnPage } from "./pages/learn";
import { LogicPage } from "./pages/logic";
import { FindPage, PuzzleOfDay, today } from "./pages/puzzle";
import { ReplayPage } from "./pages/replay";
import { RulesPage } from "./pages/rules";
import { StartPage } from "./pages/start";
import { TablePage } from "./pages/table";
import { Top } from "./pages/top";

function App() {
  const route = useRoute();
  const games = useLoaded("games", (signal) =>
    get<{ games: GameInfo[]; programs?: string[]; lessons?: string[];
      puzzles?: number }>("games", signal));
  const all = games.what?.games.map((g) => ({ ...g, title: gameTitle(g),
    lesson: !!games.what?.lessons?.includes(g.name) }));
  if (!all) {
    return (
      <><Top /><main class="plainpage">{games.fault
        ? <><h1>The server could not answer</h1><p>{games.fault.text}</p>
          <button class="btn" onClick={games.again}>Try again</button></>
        : <div class="late" role="status"><p class="dim">Asking the server …</p>
            <div class="thinbar" /></div>}</main></>
    );
  }
  const puzzles = games.what?.puzzles ?? 0;
  const game = "game" in route
    ? all.find((g) => g.name === route.game) : undefined;
  switch (route.page) {
    case "learn":
      return game?.lesson ? <LearnPage game={game} step={route.step}
        key={game.name} /> : <StartPage games={all} programs={[]} lost />;
    case "rules":
      return game ? <RulesPage game={game} /> : <StartPage games={all}
        programs={[]} lost />;
    case "table":
      return <TablePage id={route.id} games={all} key={route.id} />;
    case "replay":
      return <ReplayPage {...route} games={all} key={route.id} />;
    case "puzzle": return puzzles > 0
      ? <PuzzleOfDay number={route.number ?? today()} count={puzzles}
          games={all} key={route.number} />
      : <StartPage games={all} programs={[]} lost />;
    case "find": return <FindPage {...route} games={all}
      key={`${route.id}.${route.turn}.${route.seat}`} />;
    case "deal": return <DealPage id={route.id} games={all} key={route.id} />;
    case "exercise": return <ExercisePage {...route}
      key={`${route.name}.${route.text}`} />;
    case "logic": return <LogicPage text={route.text} />;
    case "base": return <BasePage text={route.text} />;
    default:
      return <StartPage games={all} programs={games.what?.programs ?? []}
        puzzles={puzzles} game={game?.name} key={game?.name}
        lost={route.lost || (!!route.game && !game)} />;
  }
}

applyTheme(store.theme());
startKeys();
render(<><Hatchings /><App /></>, document.getElementById("app")!);
