"""Games from files, played and asked by the program and by the second judge.

usage: compare.py PROGRAM GAMES QUESTIONS LARGE SEED FILE..  (DOXA_LIBRARY, PYTHONPATH)

Of each FILE the presets whose names begin with tiny are played at random: moves,
events, what every seat sees of them, what lies where, scores, who won; then random
questions at random turns are asked: yes, no or open, how likely, how many worlds.
LARGE games of the normal rules and of the other presets are played and not asked.
"""

import json
import pathlib
import random
import subprocess
import sys
import tempfile
from fractions import Fraction

import dg
import judge
from doxa._library import Session

TURNS, WORLDS = 60, 3000    # of a game; of a model that is listed
sys.setrecursionlimit(20000)


class Different(Exception):
    """The two do not say the same."""


def same(what, program, mine):
    if program != mine:
        raise Different(f"{what}: doxa {program}, judge {mine}")


class Program:
    """doxa: games by the command line, questions by the library."""

    def __init__(self, path):
        self.path, self.session = path, Session()

    def match(self, file, preset, players, seed):
        with tempfile.TemporaryDirectory() as folder:
            record = pathlib.Path(folder) / "r.jsonl"
            done = subprocess.run(
                [self.path, "match", f"{file}({preset})" if preset else file, "--seats",
                 ",".join(["random"] * players), "--seed", str(seed), "--record",
                 str(record)], capture_output=True, text=True)
            if done.returncode < 0:
                raise Different(f"doxa match was ended by signal {-done.returncode}")
            if done.returncode != 0:
                raise Different("doxa match: " + done.stderr.strip())
            won = [", won" in line for line in done.stdout.splitlines()[-players:]]
            return record.read_text(), won

    def answer(self, do, **members):
        reply = json.loads(self.session.answer(json.dumps({"do": do, **members}).encode()))
        if "ok" not in reply:
            raise Different(f"{do}: {reply['error']['text']}")
        return reply["ok"]


# -- the game

def state_of(game, world):
    """Where all cards lie and what the variables are, in the shape of replay."""
    places, values = {}, {}
    for name in game.places:
        places[name] = [list(world.places[key]) for key in game.keys_of(name)]
    for name, over, _ in game.initial:
        kind = game.kinds_of_vars[name]
        values[name] = [game.word(v, kind) if kind in game.sets and v is not None else v
                        for v in (world.vars[name, at] for at in over)]
    return {"stock": sum(world.stock.values()), "places": places, "vars": values}


def told(step):
    return [e["text"] for e in step["events"]]


def play(game, program, handle):
    """The worlds after each move, if both agree about them."""
    above = program.answer("replay", record=handle)
    eyes = [program.answer("replay", record=handle, seat=s) for s in game.seats]
    world, worlds = None, []
    for at, step in enumerate(above["steps"][:TURNS + 1]):
        move = told(step)[0].split(": ", 1)[1].split(" ->")[0] if world else None
        world = game.follow(world, told(step), move)
        if world is None:
            raise Different(f"turn {at}: doxa {told(step)}, judge {game.missed[1]!r}")
        legal = [game.move_text(m) for m in game.legal(world)]
        same(f"turn {at}, moves", step.get("legal", []), legal)
        world.over = world.over or not legal
        same(f"turn {at}, next", step["to_move"], None if world.over else world.turn)
        if world.over or None not in step["scores"]:
            same(f"turn {at}, scores", step["scores"], game.scores(world))
        mine = state_of(game, world)
        for part, value in mine.items():
            same(f"turn {at}, {part}", step["state"][part], value)
        for seat, seen in zip(game.seats, eyes):
            stream = [t for s in seen["steps"][:at + 1] for t in told(s)]
            same(f"turn {at}, seen by {seat}", stream, game.stream(world, seat))
            if seat == world.turn and not world.over:
                same(f"turn {at}, own moves", seen["steps"][at]["legal"], legal)
        worlds.append(world)
    if len(above["steps"]) <= TURNS:
        same("over", above["finished"], world.over)
    return worlds


# -- questions

def facts_of(game):
    for (name, count), (given, (_, kind)) in game.lets.items():
        if kind in ("flag", "number") and all(
                game.plain(a["type"]) in ("seat", "flag", *game.sets) for a in given):
            yield name, given, kind


def random_fact(game, luck, facts):
    name, given, kind = luck.choice(facts)
    values = [game.word(luck.choice(game.members(game.plain(a["type"]))), a["type"])
              for a in given]
    text = f"{name}({', '.join(values)})" if given else name
    if name in ("given", "public", "mod", "once", "sofar"):
        text = text.replace(name, f"`{name}`", 1)
    if kind == "number":
        text += luck.choice([" = ", " > ", " <= "]) + str(luck.randrange(4))
    return text


def random_question(game, luck, facts):
    one, two = (random_fact(game, luck, facts) for _ in range(2))
    s, t = luck.choice(game.seats), luck.choice(game.seats)
    every = ",".join(map(str, game.seats))
    return luck.choice([
        f"{one}", f"{one}", f"({one}) & ({two})", f"K[{s}] ({one})",
        f"K[{s}] (({one}) | ({two}))", f"Kw[{s}] ({one})", f"M[{s}] ({one})",
        f"K[{s}] K[{t}] ({one})", f"K[{s}] ~K[{t}] ({one})", f"K[{s}] M[{t}] ({one})",
        f"K[{s}] Kw[{t}] ({one})", f"C[{every}] ({one})", f"D[{s},{t}] ({one})",
        f"P[{s}]({one})", f"P[{s}](({one}) & ({two}))", f"P[{s}](K[{t}] ({one}))"])


class Asked:
    """What was asked, and of how much both said something."""

    def __init__(self):
        self.counts = {}

    def note(self, what, number=1):
        self.counts[what] = self.counts.get(what, 0) + number

    def one(self, game, world, seat, text, assume, reply):
        """Compares one answer."""
        if "error" in reply or reply["answer"] == "undecided":
            return self.note("undecided")
        likely = text.startswith("P[")
        asker = int(text[2:text.index("]")]) if likely else seat
        inside = text[text.index("(") + 1:-1] if likely else text
        test = game.compile(dg.read_formula(inside), {})[0]
        if likely:
            if reply["answer"] == "value":
                mine = game.chance(world, asker, test, assume)
                same(text, Fraction(reply["value"]), mine)
                self.note("chance")
        elif seat is None:
            same(text, reply["answer"], "yes" if test(world, {}) else "no")
            self.note("answer")
        else:
            found = {bool(test(w, {})) for w in game.cell(world, seat)}
            mine = "open" if len(found) > 1 else "yes" if True in found else "no"
            same(text, reply["answer"], mine)
            self.note("answer")
            if reply.get("chance") is not None and reply["quality"] == "exact":
                same(f"{text}, chance", Fraction(reply["chance"]),
                     game.chance(world, seat, test, assume))
                self.note("chance")
        if reply.get("worlds") is not None and asker is not None:
            same(f"{text}, worlds ({reply['engine']})", int(reply["worlds"]),
                 game.count_worlds(world, asker, reply["engine"] == "places"))
            self.note("worlds")


def ask(game, program, handle, worlds, luck, count, asked):
    facts = list(facts_of(game))
    for turn in sorted(luck.sample(range(len(worlds)), min(4, len(worlds)))):
        for before in worlds[:turn + 1]:
            if len(game.around(before)) > WORLDS:
                return asked.note("too large")
        for _ in range(2):
            seat, assume = luck.choice([None, *game.seats]), luck.choice(["none", "uniform"])
            texts = [random_question(game, luck, facts) for _ in range(count // 8)]
            if seat is not None:
                texts = [t for t in texts if not t.startswith("P[")]
            where = {"record": handle, "turn": turn, "assume": assume}
            if seat is not None:
                where["seat"] = seat
            if not texts:
                continue
            replies = program.answer("ask", formulas=texts, **where)["answers"]
            for text, reply in zip(texts, replies):
                try:
                    asked.one(game, worlds[turn], seat, text, assume, reply)
                except Different as fault:
                    raise Different(f"turn {turn}, seat {seat}, {assume}: {fault}") from None


def compare(file, program, games, questions, large, seed, asked, original=None):
    """Plays the presets of a file; what is different is said by an exception."""
    text = pathlib.Path(original or file).read_text()
    lists = "K[" in text or "Kw[" in text   # to play is to list, and so for tiny decks
    for preset in ["", *judge.Game(text).presets]:
        tiny = preset.startswith("tiny")
        for number in range(games if tiny else 0 if lists else large):
            try:
                compare_one(text, file, program, preset, seed + number,
                            questions if tiny else 0, asked)
            except Different as fault:
                raise Different(f"{preset}, seed {seed + number}: {fault}") from None


def compare_one(text, file, program, preset, seed, questions, asked):
    game = judge.Game(text, preset)
    luck = random.Random(f"{seed} {preset}")
    record, won = program.match(file, preset, game.players, seed)
    handle = program.answer("open", text=record)["record"]
    try:
        worlds = play(game, program, handle)
    except judge.Wrong as fault:
        raise Different(f"judge: {fault}") from None
    asked.note("turns", len(worlds))
    if worlds[-1].over and not game.team:
        same("won", won, game.won(worlds[-1]))
    if questions > 0:
        ask(game, program, handle, worlds, luck, questions, asked)
    program.answer("close", record=handle)


def main():
    path, games, questions, large, seed = sys.argv[1], *map(int, sys.argv[2:6])
    program, faults = Program(path), 0
    for file in sys.argv[6:]:
        asked = Asked()
        try:
            compare(file, program, games, questions, large, seed, asked)
        except Different as fault:
            faults += 1
            print(f"{file}: {fault}")
        counts = ", ".join(f"{n} {what}" for what, n in sorted(asked.counts.items()))
        print(f"{file}: {games} games a preset; {counts}")
    sys.exit(faults > 0)


if __name__ == "__main__":
    main()
