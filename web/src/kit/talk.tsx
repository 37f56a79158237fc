// How those at the table talk or play: a sentence an agent, in its own voice.
import { list } from "../base/cast";
import type { AgentInfo, GameInfo } from "../base/types";

export interface Sitting { name: string; agent: string }

/** Who speaks which sentence: agents with the names of their seats. */
export function speakers(game: GameInfo, seats: Sitting[]) {
  const by = new Map<AgentInfo, string[]>();
  for (const { name, agent } of seats) {
    const info = game.agents.find((a) => a.name === agent.split("(")[0]);
    if (info?.talk) by.set(info, [...by.get(info) ?? [], name]);
  }
  return [...by].map(([agent, names]) => ({ agent, names }));
}

export function Talk(props: { game: GameInfo; seats: Sitting[] }) {
  const { game } = props;
  return (
    <div class="talk">
      {speakers(game, props.seats).map(({ agent, names }) => (
        <p key={agent.name}><b>How {list(names)} {game.team
          ? names.length > 1 ? "talk" : "talks"
          : names.length > 1 ? "play" : "plays"}.</b>{" "}
          <span class="serif">“{agent.talk}”</span></p>
      ))}
    </div>
  );
}
