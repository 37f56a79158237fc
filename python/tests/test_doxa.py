"""The package over the library: what it answers, and how it fails."""

import copy
import doctest
import json
import os
import pickle
import random
import signal
import subprocess
import threading
import unittest

import doxa
from doxa import belief as doxa_belief
from doxa import games as doxa_games_function
from doxa import logic as doxa_logic

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")
MUDDY = os.path.join(ROOT, "examples", "logic", "muddy-children.dx")
SMALL = os.path.join(ROOT, "examples", "records", "hanabi-small.jsonl")


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def fits(schema, shape, value):
    """Does a value fit a shape of the schema?  What is wrong, or None."""
    if "$ref" in shape:
        return fits(schema, schema["$defs"][shape["$ref"].split("/")[-1]], value)
    if "anyOf" in shape:
        wrong = [fits(schema, s, value) for s in shape["anyOf"]]
        return None if None in wrong else f"none of {wrong}"
    kinds = {"string": str, "integer": int, "number": (int, float),
             "boolean": bool, "null": type(None), "array": list,
             "object": dict}
    kind = shape.get("type")
    if kind and (not isinstance(value, kinds[kind]) or
                 (isinstance(value, bool) and kind in ("integer", "number"))):
        return f"{value!r:.60} is no {kind}"
    if kind == "array":
        for one in value:
            wrong = fits(schema, shape.get("items", {}), one)
            if wrong:
                return wrong
    if kind == "object":
        known = shape.get("properties", {})
        other = shape.get("additionalProperties", True)
        for name in shape.get("required", []):
            if name not in value:
                return f"{name} is missing"
        for name, member in value.items():
            if name not in known and other is False:
                return f"{name} is not in the shape"
            wrong = fits(schema, known.get(name, other if isinstance(
                other, dict) else {}), member)
            if wrong:
                return f"{name}: {wrong}"
    return None


class Logic(unittest.TestCase):
    def test_questions_of_a_text_are_answered(self):
        answers = doxa.check(read(MUDDY))
        self.assertTrue(answers)
        self.assertEqual(answers.worlds, "8")
        self.assertEqual(answers[0].answer, 8)
        self.assertIn("<table>", answers._repr_html_())

    def test_errors_point_into_the_text(self):
        with self.assertRaises(doxa.Error) as caught:
            doxa.check("agents a\nvars p: bool\ntrue K[a] q\n")
        self.assertEqual((caught.exception.line, caught.exception.column),
                         (3, 11))
        self.assertIn("  true K[a] q\n            ^", str(caught.exception))
        with self.assertRaises(doxa.Error) as caught:
            doxa.valid("p & (q")
        self.assertEqual(caught.exception.code, "input")
        with self.assertRaises(UnicodeEncodeError):
            doxa.valid("p\ud800")  # no text at all

    def test_a_table_of_answers_says_what_was_expected(self):
        model = "agents a\nvars p: bool\n"
        self.assertIn("1 (expected 7)", doxa.check(
            model + "count p expect 7")._repr_html_())
        self.assertIn("at which of the 2 worlds?", doxa.check(
            model + "true p")._repr_html_())

    def test_models_are_updated_and_asked(self):
        text = read(MUDDY).split("-- Before")[0]
        model = doxa.Model(text)
        self.assertEqual(model.count(), 8)
        self.assertFalse(model.holds("C[1,2,3] someone"))
        after = model.update("!someone")
        self.assertTrue(after.holds("C[1,2,3] someone"))
        self.assertEqual((model.count(), after.count()), (8, 7))
        self.assertEqual(len(after.where("knows(1)")), 1)
        self.assertTrue(model.valid("nobody_knows"))
        self.assertIn("<svg", model._repr_svg_())
        self.assertEqual(len(after.model["worlds"]), 7)
        self.assertEqual(pickle.loads(pickle.dumps(after)), after)
        with self.assertRaises(doxa.Error):
            model.update("!nonsense")
        with self.assertRaises(doxa.Error):
            model.update("!false")

    def test_validity_gives_a_countermodel(self):
        self.assertTrue(doxa.valid("K[a] p -> p"))
        no = doxa.valid("K[a] p -> p", logic="K")
        self.assertFalse(no)
        self.assertIn("worlds", no.model)
        self.assertTrue(doxa.valid("p", satisfiable=True))
        self.assertTrue(doxa.valid("q", given=["p", "p -> q"]))

    def test_bases_are_asked_expanded_and_revised(self):
        base = doxa.Base("p", "p -> q")
        self.assertTrue(base.ask("implicit[m] q").answer)
        self.assertFalse(base.ask("implicit[m] r").answer)
        self.assertTrue(base.expand("r").ask("implicit[m] r").answer)
        with self.assertRaises(doxa.Error):
            doxa.beliefs("believes p &")

    def test_what_makes_no_sense_is_said_when_it_is_made(self):
        with self.assertRaises(doxa.Error) as raised:
            doxa.Base("p ->")
        self.assertEqual((raised.exception.line, raised.exception.column),
                         (1, 14))
        for rules in ("nonsense", "hanabi(players=9)"):
            with self.assertRaises(doxa.Error):
                doxa.Game(rules)
        self.assertEqual(repr(doxa.Base("p").revise("~p")), "Base('p', '*~p')")
        self.assertTrue(doxa.Base().expand("p").ask("implicit[m] p").answer)

    def test_notebook_cells_bind_a_model(self):
        pushed, magics = {}, {}

        class Shell:
            def register_magic_function(self, function, kind, name):
                magics[name] = function

            def push(self, names):
                pushed.update(names)
        doxa.load_ipython_extension(Shell())
        magics["doxa"]("m", "agents a\nvars p: bool\nactual p")
        self.assertEqual(pushed["m"].count(), 2)


class First(doxa.Agent):
    """The first legal move."""

    def choose(self, view, memory):
        return 0


class Dice(doxa.Agent):
    """Any legal move, and says so."""

    def choose(self, view, memory):
        return view.luck % view.count

    def odds(self, view, memory):
        return [1] * view.count


class Counting(doxa.Agent):
    """Remembers how many events it was told of."""

    def begin(self, view):
        return 0

    def note(self, view, memory, noted):
        return memory + 1

    def choose(self, view, memory):
        assert memory > 0
        return view.legal[-1]


class Failing(doxa.Agent):
    def choose(self, view, memory):
        raise ValueError("I would rather not")


class Games(unittest.TestCase):
    def test_records_are_asked_looked_at_and_replayed(self):
        record = doxa.Record(read(SMALL))
        self.assertEqual(record.game, "hanabi")
        answers = record.ask(["playable(1,1)", "score", "K[7] x"], seat=1,
                             turn=2)
        self.assertEqual([a.get("answer") for a in answers],
                         ["open", "value", None])
        self.assertEqual(answers[0], record.ask("playable(1,1)", seat=1,
                                                turn=2))
        board = record.lens(seat=1, turn=2)
        self.assertEqual(board.worlds, "8")
        self.assertIn("holds(1,1)", board._repr_html_())
        self.assertEqual(len(record.replay(seat=1)), record.turns + 1)
        self.assertEqual(len(record.line(1, "play 1")), 3)
        self.assertEqual(len(record.track()["seats"]), 2)
        self.assertEqual(doxa.Record(record.text).turns, record.turns)

    def test_agents_of_ones_own_play_every_game(self):
        for name, game in doxa.games().items():
            seats = max(2, game["players"][0])
            match = doxa.Game(name).match(*[Dice()] * seats, seed=3)
            self.assertEqual((name, match.how, match.fault),
                             (name, "over", None))
        for agent in (First(), Counting()):
            match = doxa.Game("hanabi").match(agent, agent, seed=3)
            self.assertEqual((match.how, match.fault), ("over", None))

    def test_dice_of_ones_own_are_assumed_as_uniform(self):
        own = doxa.Session(steps=0)
        doxa.games.__globals__["_seat"](own, [Dice()])
        told = own.do("open", text=read(SMALL))["record"]
        asked = [own.do("ask", record=told, seat=1, turn=3, assume=who,
                        formula="P[1](playable(1,2))")["value"]
                 for who in ("dice-1", "uniform")]
        self.assertEqual(asked[0], asked[1])

    def test_an_exception_forfeits_and_says_where(self):
        match = doxa.Game("hanabi").match("info", Failing(), seed=1)
        self.assertIsInstance(match.fault, ValueError)
        self.assertIn("seat 2", match.how)
        self.assertIn("I would rather not", match.how)
        self.assertIn("test_doxa.py:", match.how)
        told = doxa.tournament("hanabi", ["info", Failing()], games=4)
        self.assertIn("I would rather not", told.fault)
        self.assertEqual(told.lineups[0]["illegal"], 4)

    def test_an_exception_outside_a_choice_forfeits_too(self):
        class Forgetful(First):
            def note(self, view, memory, noted):
                raise KeyError("what was it?")

        class Unready(First):
            def begin(self, view):
                raise KeyError("where am I?")
        for agent in (Forgetful(), Unready()):
            match = doxa.Game("hanabi").match(agent, "info")
            self.assertIsInstance(match.fault, KeyError)
            self.assertIn("seat 1", match.how)
            self.assertEqual(match.turns, 0)
        # A fault is of its match.
        agent = Failing()
        doxa.Game("hanabi").match(agent, "info")
        agent.choose = lambda view, memory: 0
        match = doxa.Game("hanabi").match(agent, "info")
        self.assertEqual((match.how, match.fault), ("over", None))

    def test_what_is_no_move_is_told_what_was_expected(self):
        class Mover(doxa.Agent):
            def choose(self, view, memory):
                return self.move
        for move in (None, "dance", 1.5):
            agent = Mover()
            agent.move = move
            match = doxa.Game("hanabi").match(agent, "info")
            self.assertIn("expected the number of a legal move, or one of "
                          "['play 1'", str(match.fault))
        for move in (-1, 1000, 10 ** 30):
            agent.move = move
            self.assertIn("illegal", doxa.Game("hanabi").match(agent,
                                                               "info").how)
        for seat in (7, Mover):
            with self.assertRaisesRegex(TypeError, "expected an agent"):
                doxa.Game("hanabi").match(seat, "info")

    def test_odds_alone_make_an_agent(self):
        class Odd(doxa.Agent):
            def odds(self, view, memory):
                return self.weights or [1] * view.count
        for weights, how in (None, "over"), ([0] * 3, "seat 1"), (
                [-1] * 10, "seat 1"), ([1] * 100000, "seat 1"), (
                ["x"] * 10, "seat 1"):
            agent = Odd()
            agent.weights = weights
            match = doxa.Game("hanabi").match(agent, agent, seed=2)
            self.assertIn(how, match.how)
        with self.assertRaisesRegex(doxa.Error, "has no|no agent"):
            doxa.Game("hanabi").match("odd-1", "info")
        match = doxa.Game("hanabi").match(doxa.Agent(), "info")
        self.assertIn("choose(view, memory), or odds", match.how)

    def test_a_view_that_is_over_is_not_read(self):
        class Keeping(First):
            def choose(self, view, memory):
                self.view = view
                return 0
        agent = Keeping()
        doxa.Game("hanabi").match(agent, "info")
        with self.assertRaisesRegex(RuntimeError, "this view is over"):
            agent.view.legal

    def test_an_interrupt_ends_a_tournament(self):
        class Interrupted(First):
            def choose(self, view, memory):
                raise KeyboardInterrupt
        with self.assertRaises(KeyboardInterrupt):
            doxa.tournament("hanabi", [Interrupted(), "info"], games=1000000)

        def progress(done, wanted):
            raise KeyboardInterrupt
        with self.assertRaises(KeyboardInterrupt):
            doxa.tournament("hanabi", ["info", "info"], games=1000000,
                            progress=progress)

    def setUp(self):
        # Whoever started the tests may have interrupts ignored.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)

    def interrupted(self, own, ask):
        """Asks, with one interrupt as soon as the session is at it."""
        def interrupt():
            while not own._lock.locked():
                pass
            os.kill(os.getpid(), signal.SIGINT)
        thread = threading.Thread(target=interrupt)
        thread.start()
        with self.assertRaises(KeyboardInterrupt):
            ask()
        thread.join()

    def test_an_interrupt_ends_a_long_request(self):
        own = doxa.Session(steps=0)
        record = own.do("match", game="hanabi", seats=",".join(["info"] * 5))
        for _ in range(2):
            self.interrupted(own, lambda: own.do(
                "course", record=record["record"], seat=1, playouts=200))
        self.interrupted(own, lambda: own.do(
            "tournament", game="hanabi", seats="info,info", games=200000))
        self.assertEqual(own.do("version")["version"], "0.1.0")

    def test_an_interrupt_between_moves_of_ones_own_is_not_lost(self):
        made = []

        class Known(First):
            def _host(self, name, own):
                made.append(own)
                return super()._host(name, own)

        def interrupt():
            while not made or not made[0]._lock.locked():
                pass
            os.kill(os.getpid(), signal.SIGINT)
        thread = threading.Thread(target=interrupt)
        thread.start()
        with self.assertRaises(KeyboardInterrupt):
            doxa.tournament("hanabi", [Known(), "info"], games=100000)
        thread.join()
        self.assertIs(signal.getsignal(signal.SIGINT),
                      signal.default_int_handler)

    def test_a_session_that_is_at_a_request_refuses_another(self):
        seen = []

        def progress(done, wanted):
            with self.assertRaisesRegex(doxa.Error, "at a request") as caught:
                own.do("version")
            seen.append(caught.exception.code)
        own = doxa.Session(progress=progress)
        own.do("tournament", game="hanabi", seats="info,info", games=2)
        self.assertIn("input", seen)
        with self.assertRaisesRegex(ValueError, "steps: expected"):
            doxa.Session(steps=-1)

    def test_what_holds_memory_of_c_is_not_copied(self):
        for made in (doxa.Session(), doxa.env.Vec("hanabi", 2)):
            for copied in (copy.copy, copy.deepcopy, pickle.dumps):
                with self.assertRaisesRegex(TypeError, "neither copied"):
                    copied(made)
        own = doxa.Session()
        own.__del__()
        own.stop()
        with self.assertRaisesRegex(doxa.Error, "is over"):
            own.do("version")

    def test_records_and_errors_are_copied_and_pickled(self):
        match = doxa.Game("hanabi").match("info", "info", seed=3)
        other = pickle.loads(pickle.dumps(match))
        self.assertEqual((other.text, other.scores, other.seed),
                         (match.text, match.scores, 3))
        del other
        copied = copy.copy(match)
        del copied
        self.assertEqual(match.ask("score", seat=1).answer, "value")
        with self.assertRaises(doxa.Error) as caught:
            doxa.valid("p &")
        again = pickle.loads(pickle.dumps(caught.exception))
        self.assertEqual(str(again), str(caught.exception))

    def test_a_view_tells_its_events_when_they_are_asked_for(self):
        class Looking(First):
            def choose(self, view, memory):
                moves = view.legal
                assert len(moves) == view.count and not view._told["events"]
                assert view.events[-1]["event"] == len(view.events) - 1
                return moves[0]
        match = doxa.Game("hanabi").match(Looking(), "info")
        self.assertIsNone(match.fault)

    def test_tournaments_tell_how_far_they_are(self):
        seen = []
        told = doxa.tournament("hanabi", ["info", "info"], ["random", "info"],
                               games=6,
                               progress=lambda d, w: seen.append((d, w)))
        self.assertEqual([line["games"] for line in told.lineups], [6, 6])
        self.assertEqual(seen[-1], (12, 12))

    def test_agents_of_ones_own_play_tournaments(self):
        told = doxa.tournament("hanabi", [First(), Dice()], games=6)
        self.assertEqual(told.lineups[0]["games"], 6)
        # Threads change nothing.
        again = doxa.tournament("hanabi", [First(), Dice()], games=6, threads=2)
        self.assertEqual(told.lineups[0]["mean"], again.lineups[0]["mean"])

    def test_a_request_is_stopped_from_another_thread(self):
        own, done = doxa.Session(steps=0), threading.Event()

        def stop():
            while not done.wait(0.001):
                own.stop()
        thread = threading.Thread(target=stop)
        thread.start()
        with self.assertRaises(doxa.Error) as caught:
            own.do("tournament", game="hanabi", seats="info,info",
                   games=1000000)
        done.set()
        thread.join()
        self.assertEqual(caught.exception.code, "cancelled")


class Environments(unittest.TestCase):
    def test_legal_actions_are_played_in_every_game(self):
        dice = random.Random(7)
        for name in doxa.games():
            vec = doxa.env.Vec(name, 3, seed=5)
            for _ in range(8):
                seats, rows, masks = vec.look()
                self.assertEqual(len(rows[0]), vec.width)
                first, moves, numbers = vec.moves()
                for g in range(3):
                    mine = moves[first[g]:first[g + 1]]
                    self.assertEqual(sorted(mine), [
                        i for i, fine in enumerate(masks[g]) if fine])
                    told = numbers[first[g]:first[g + 1]]
                    self.assertEqual({int(m[1]) for m in told},
                                     {int(seats[g])})
                    self.assertEqual(len({tuple(m) for m in told}), len(mine))
                actions = [dice.choice([i for i, fine in enumerate(masks[g])
                                        if fine]) for g in range(3)]
                rewards, done = vec.step(actions)
                self.assertNotIn(2, list(done))
                self.assertEqual(len(rewards[0]), vec.players)

    def test_the_same_seed_is_the_same_games(self):
        def play(seed):
            vec, out = doxa.env.Vec("hanabi", 2, seed), []
            for _ in range(20):
                seats, rows, masks = vec.look()
                out += [list(rows[0]), list(rows[1])]
                vec.step([list(masks[g]).index(1) for g in range(2)])
            return out
        self.assertEqual(play(1), play(1))
        self.assertNotEqual(play(1), play(2))
        vec = doxa.env.Vec("hanabi", 2, 2)
        vec.look()
        vec.step([0, 0])
        vec.restart(1)
        self.assertEqual([list(r) for r in vec.look()[1]], play(1)[:2])

    def test_what_is_not_legal_ends_the_game(self):
        vec = doxa.env.Vec("hanabi(players=2)", 1)
        _, _, masks = vec.look()
        _, done = vec.step([list(masks[0]).index(0)])
        self.assertEqual(list(done), [2])
        with self.assertRaisesRegex(doxa.Error, "no game 'chess'"):
            doxa.env.Vec("chess")
        with self.assertRaisesRegex(doxa.Error, "expected 2 to 5"):
            doxa.env.Vec("hanabi(players=9)")

    def test_threads_may_share_games(self):
        vec, failed = doxa.env.Vec("hanabi(players=2)", 16), []

        def play():
            try:
                for _ in range(200):
                    vec.look()
                    vec.moves()
                    vec.step([0] * 16)
            except Exception as fault:
                failed.append(fault)
        threads = [threading.Thread(target=play) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failed, [])

    def test_what_does_not_fit_the_games_is_refused(self):
        for count in (-1, 0, 10 ** 9, 2 ** 32 + 1):
            with self.assertRaisesRegex(ValueError, "from 1 to"):
                doxa.env.Vec("hanabi", count)
        vec = doxa.env.Vec(doxa.Game("hanabi(players=2)"), 3)
        for actions in ([0], [0] * 4, []):
            with self.assertRaisesRegex(ValueError, "each of 3 games"):
                vec.step(actions)
        for game, seat in (3, 0), (0, 2), (-1, 0):
            with self.assertRaises(IndexError):
                vec.row(game, seat)


class Door(unittest.TestCase):
    """The table: what it promises is so."""

    def requests(self):
        text = read(MUDDY)
        yield from (dict(do=n) for n in ("version", "games"))
        yield dict(do="check", text=text, after=1)
        yield dict(do="check", text=text, file="muddy.dx")
        yield dict(do="check", text="agents a b c")
        yield dict(do="draw", text=text, format="dot")
        yield dict(do="valid", formula="K[a] p -> p")
        yield dict(do="valid", formula="K[a] p -> p", logic="K")
        yield dict(do="belief", text="believes p\nask implicit[m] p")
        yield dict(do="match", game="hanabi", seats="info,info", seed=2)
        yield dict(do="tournament", game="hanabi", seats="info,info", games=2)
        yield dict(do="open", text=read(SMALL))
        dice = random.Random(30)
        at = dict(record="r-2")
        for turn in range(9):
            for seat in (None, 1, 2):
                here = dict(at, turn=turn)
                if seat:
                    here["seat"] = seat
                yield dict(here, do="lens", worlds=3, draw=1, small=True)
                yield dict(here, do="ask", formula="playable(1,1)")
                yield dict(here, do="ask", formulas=["score", "K[1] x("])
                yield dict(here, do="ask", formula="P[1](playable(1,2))",
                           assume=dice.choice(["none", "uniform"]))
                yield dict(here, do="complete", formula="K[1] pl")
                yield dict(here, do="model")
                yield dict(here, do="replay", limit=2, lens=True)
                yield dict(here, do="line", line=["play 1"], **{"from": 1})
                if turn:
                    yield dict(here, do="changed")
                    yield dict(here, do="why")
                yield dict(here, do="suspicion")
            yield dict(at, do="values", turn=turn)
        yield dict(at, do="track")
        yield dict(at, do="export", format="hanablive")
        yield dict(at, do="close")

    def test_replies_fit_the_schema(self):
        schema, session, count = doxa.schema(), doxa.Session(), 0
        for request in self.requests():
            reply = json.loads(session.answer(json.dumps(request).encode()))
            count += 1
            shape = schema["replies"][request["do"]]
            if "error" in reply:
                shape, reply = schema["$defs"]["ERROR"], {"ok": reply["error"]}
            wrong = fits(schema, shape, reply["ok"])
            self.assertIsNone(wrong, f"{request} {wrong}")
        self.assertGreater(count, 250)

    def test_the_command_line_prints_the_same_bytes(self):
        doxa_program = os.environ.get("DOXA_PROGRAM")
        if not doxa_program:
            self.skipTest("DOXA_PROGRAM is not set")
        session = doxa.Session(steps=0)
        session.do("open", text=read(SMALL))
        for turn in (1, 4, 8):
            for seat in (1, 2):
                for formula in ("playable(1,1)", "P[1](playable(1,2))"):
                    said = subprocess.run(
                        [doxa_program, "ask", SMALL, "--turn", str(turn),
                         "--seat", str(seat), "--json", formula],
                        capture_output=True).stdout
                    reply = session.answer(json.dumps(dict(
                        do="ask", record="r-1", turn=turn, seat=seat, you=seat,
                        formula=formula)).encode())
                    self.assertEqual(said, reply[len('{"ok":'):-1] + b"\n")


def load_tests(loader, tests, pattern):
    from doxa import games
    for module in (doxa_logic, doxa_belief, __import__("doxa.games",
                                                       fromlist=["x"])):
        tests.addTests(doctest.DocTestSuite(module))
    return tests


if __name__ == "__main__":
    unittest.main()
