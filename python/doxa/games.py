"""Games, records, agents of one's own, and tournaments of them."""

import contextlib
import ctypes
import json
import operator
import signal
import threading

from ._library import Error, Session, _Text, library, session
from .logic import Answer

__all__ = ["Agent", "Game", "Lens", "Match", "Record", "View", "games", "tournament"]


def games():
    """All games, by name."""
    return {g["name"]: g for g in session().do("games")["games"]}


def _one(seats):
    return seats if isinstance(seats, str) else ",".join(seats)


class Record:
    """A game that was played: asked, looked at through a lens, replayed.

    >>> r = Game("hanabi").match("info", "info", "info", seed=4)
    >>> r.ask("playable(1,1)", seat=1).answer in ("yes", "no", "open")
    True
    """

    def __init__(self, text=None, names=None, _session=None, _told=None):
        self._session = _session or session()
        told = _told or self._session.do("open", text=text, names=names)
        self._names = names
        self.handle = told["record"]
        self.game = told["game"]
        self.rules = told["rules"]
        self.seats = told["seats"]
        self.turns = told["turns"]
        self.finished = told["finished"]
        self.damage = told.get("damage")

    @classmethod
    def load(cls, path, **members):
        """Reads a file: a record, or a game of hanab.live."""
        with open(path, encoding="utf-8") as file:
            return cls(file.read(), **members)

    def __del__(self):
        try:
            self._session.do("close", record=self.handle)
        except Exception:  # the interpreter is going away
            pass

    def __reduce__(self):  # a handle is of one session and of one record
        kept = {k: v for k, v in vars(self).items()
                if k not in ("_session", "handle")}
        return _again, (type(self), self.text, kept)

    def __repr__(self):
        return f"<Record of {self.rules}, {self.turns} turns>"

    def _do(self, name, **members):
        return self._session.do(name, record=self.handle, **members)

    @property
    def text(self):
        """The record as it is kept: one JSON object a line."""
        return self._do("export", format="record")["data"]

    def save(self, path):
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.text)

    def ask(self, formula, seat=None, turn=None, assume=None, **more):
        """A formula (or a list of them, at the same moment): from a seat
        whether it knows it, from above whether it is so."""
        where = dict(seat=seat, turn=turn, assume=assume, **more)
        if isinstance(formula, str):
            return Answer(self._do("ask", formula=formula, **where))
        return [Answer(a) for a in
                self._do("ask", formulas=list(formula), **where)["answers"]]

    def lens(self, seat=None, turn=None, path=None, assume=None, **more):
        """All that a seat can know of the board, place by place."""
        return Lens(self._do("lens", seat=seat, turn=turn, path=path,
                             assume=assume, **more))

    def replay(self, seat=None, **more):
        """The turns, from a seat's eyes or from above."""
        steps, turn = [], 0
        while turn is not None:
            part = self._do("replay", seat=seat, turn=turn, **more)
            steps += part["steps"]
            turn = part.get("next")
        return steps

    def line(self, after, *moves, seat=None):
        """What if: the turns with other moves behind turn `after`."""
        return self._do("line", line=list(moves), seat=seat,
                        **{"from": after})["steps"]

    def why(self, turn):
        """The reason of the move that ended a turn."""
        return self._do("why", turn=turn)

    def changed(self, turn, seat=None):
        """What a turn told whom."""
        return self._do("changed", turn=turn, seat=seat)["seats"]

    def values(self, turn, agent=None):
        """What the moves at a turn are worth, and what others would do."""
        return self._do("values", turn=turn, agent=agent)

    def track(self):
        """The bits that each seat misses after each turn."""
        return self._do("track")

    def model(self, turn=None, seat=None):
        """The worlds of a moment, if they are few."""
        return self._do("model", turn=turn, seat=seat)

    def suspicion(self, turn=None, seat=None, fact=None, assume=None):
        """Who suspects whom."""
        return self._do("suspicion", turn=turn, seat=seat, formula=fact,
                        assume=assume)

    def complete(self, formula, seat=None):
        """What may come next in a formula that was begun."""
        return self._do("complete", formula=formula, seat=seat)

    def export(self, format="record", turn=None, card=None):
        return self._do("export", format=format, turn=turn, card=card)["data"]


def _again(kind, text, kept):
    """A record that was copied or pickled."""
    record = kind.__new__(kind)
    Record.__init__(record, text, kept["_names"])
    vars(record).update(kept)
    return record


class Lens(dict):
    """A board through somebody's eyes; its members are attributes too."""

    __getattr__ = Answer.__getattr__

    def _repr_html_(self):
        from html import escape
        rows = []
        for place in self.get("places", self.get("hands", [])):
            cells = ", ".join(
                f"{escape(kind)} {cell.get('p', cell['k'])}"
                for kind, cell in place.get("cells", {}).items())
            rows.append(f"<tr><td>{escape(str(place.get('place', '')))}</td>"
                        f"<td>{cells}</td></tr>")
        return "<table>" + "".join(rows) + "</table>"


class Match(Record):
    """A record that was just played, with its `scores` and `how` it ended."""

    def __init__(self, told, own):
        super().__init__(_session=own, _told=told)
        self.scores = told["scores"]
        self.how = told["how"]
        self.seed = told["seed"]


# ---- agents ----

_view = ctypes.c_void_p
_begin = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_void_p, _view)
_note = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_uint64, _view,
                         ctypes.c_uint)
_copy = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_void_p, ctypes.c_uint64)
_end = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_uint64)
_choose = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_uint64,
                           _view, ctypes.c_uint, ctypes.c_uint64)
_odds = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_uint64, _view,
                         ctypes.c_uint, ctypes.POINTER(ctypes.c_uint32))


class _Host(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("context", ctypes.c_void_p),
                ("begin", _begin), ("note", _note), ("copy", _copy),
                ("end", _end), ("choose", _choose), ("odds", _odds)]


library.dx_session_host.argtypes = [ctypes.c_void_p, ctypes.POINTER(_Host),
                                    ctypes.c_void_p]
library.dx_view_json.argtypes = [_view, ctypes.c_uint, ctypes.POINTER(_Text)]
library.dx_view_json.restype = None


_NO_EVENTS = 2 ** 32 - 1  # which there are not that many of


class View:
    """What a seat sees at its turn.  Nothing is read before it is asked for,
    and nothing of it lives longer than the call that was given it."""

    __slots__ = ("_at", "count", "luck", "_told", "_seen")

    def __init__(self, at, count, luck=0):
        self._at = at
        self.count = count  #: how many legal moves there are
        self.luck = luck  #: a random number, if the agent has odds
        self._told = self._seen = None

    def _read(self, first):
        if self._at is None:
            raise RuntimeError("this view is over: it is of the call that "
                               "was given it, so read there what is needed")
        text = _Text()
        library.dx_view_json(self._at, first, ctypes.byref(text))
        told = json.loads(ctypes.string_at(text.at, text.length))
        library.dx_text_release(ctypes.byref(text))
        return told

    def _tell(self):
        if self._told is None:
            self._told = self._read(_NO_EVENTS)
        return self._told

    @property
    def legal(self):
        """The legal moves, as they are typed."""
        return self._tell()["legal"]

    @property
    def state(self):
        """What the seat sees, typed."""
        return self._tell()["state"]

    @property
    def events(self):
        """All that it has seen, one after the other."""
        if self._seen is None:  # a long list, which moves do not need
            self._seen = self._read(0)["events"]
        return self._seen

    @property
    def table(self):
        return self._tell()["table"]

    @property
    def seat(self):
        return self._tell()["seat"]

    @property
    def turn(self):
        return self._tell()["turn"]


class Agent:
    """A player of one's own.

    `choose` is given a View and answers the number of a legal move, or the move
    as it is typed.  `begin` answers what the agent remembers of a game (None:
    nothing) and `note` brings it up to date; memory is a cache of what was seen.
    With `odds`, the weight of each legal move, it can be assumed by questions,
    and without a `choose` of its own plays by them and `view.luck`; without odds
    it must choose the same whenever it has seen the same.  An exception, in any
    of them, ends that game as an illegal move does; `fault` keeps it, and the
    match says where it was.

    >>> class First(Agent):
    ...     def choose(self, view, memory):
    ...         return 0
    >>> Game("hanabi").match(First(), First(), seed=1).how
    'over'
    """

    name = None

    def begin(self, view):
        return None

    def note(self, view, memory, noted):
        return memory

    def choose(self, view, memory):
        if self.odds is None:
            raise NotImplementedError("an agent has choose(view, memory), or odds")
        weights = self._weights(view, memory)
        luck = view.luck % max(1, sum(weights))
        for i, weight in enumerate(weights):
            luck -= weight
            if luck < 0:
                return i
        return view.luck % view.count  # all are 0

    odds = None

    def _weights(self, view, memory):
        weights = [operator.index(w) for w in self.odds(view, memory)]
        if len(weights) != view.count or any(not 0 <= w < 2 ** 32
                                             for w in weights):
            raise ValueError(f"odds: expected {view.count} whole numbers from 0 "
                             f"to {2 ** 32 - 1}, found {weights!r:.200}")
        return weights

    def __init__(self):
        self.fault = None

    # -- for the library --

    def _host(self, name, own):
        """The C functions; kept alive by who sits it down."""
        self.fault = None
        memories, free = {}, iter(range(1, 2 ** 62))
        has_memory = (type(self).begin is not Agent.begin or
                      type(self).note is not Agent.note)
        choose_, View_ = self.choose, View
        lock = threading.Lock()

        def failed(fault):  # no exception may cross C
            if self.fault is None:
                self.fault = fault
            if not isinstance(fault, Exception):
                own._raised.append(fault)  # wants the end of all of it
                own.stop()

        def remember(number, view, call):
            """A memory, or _FAILED: then the next move is none."""
            try:
                memories[number] = call()
            except BaseException as fault:
                memories[number] = _FAILED
                failed(fault)
            finally:
                if view is not None:
                    view._at = None
            return number

        def begin(_, at):
            with lock:
                number = next(free)
            view = View_(at, 0)
            return remember(number, view, lambda: self.begin(view))

        def note(_, number, at, noted):
            memory, view = memories.get(number), View_(at, 0)
            if memory is not _FAILED:
                remember(number, view, lambda: self.note(view, memory, noted))

        def copy(_, number):
            import copy as copying
            memory = memories.get(number)
            with lock:
                new = next(free)
            return remember(new, None, lambda: memory if memory is _FAILED
                            else copying.deepcopy(memory))

        def end(_, number):
            memories.pop(number, None)

        def choose(_, number, at, count, luck):
            memory = memories.get(number)
            if memory is _FAILED:
                return -1
            view = View_(at, count, luck)
            try:
                move = choose_(view, memory)
                if move.__class__ is not int:
                    move = _number(move, view)
                return move if 0 <= move < count else -1
            except BaseException as fault:
                failed(fault)
                return -1
            finally:
                view._at = None

        def odds(_, number, at, count, out):
            view = View_(at, count)
            try:
                for i, weight in enumerate(self._weights(view, memories.get(
                        number))):
                    out[i] = weight
            except BaseException as fault:
                failed(fault)
            finally:
                view._at = None

        return _Host(name=name.encode(),
                     begin=_begin(begin) if has_memory else _begin(),
                     note=_note(note), copy=_copy(copy), end=_end(end),
                     choose=_choose(choose),
                     odds=_odds(odds) if self.odds is not None else _odds())


_FAILED = object()  # the memory of an agent that raised an exception


def _number(move, view):
    """Which legal move that is, as a number or as it is typed."""
    try:
        return view.legal.index(move) if isinstance(move, str) else (
            operator.index(move))
    except (TypeError, ValueError):
        raise ValueError("expected the number of a legal move, or one of "
                         f"{view.legal}, found {move!r:.200}") from None


def _seat(own, seats):
    """Names for who plays; agents of one's own are made known to a session."""
    names, known = [], {}
    for seat in seats:
        if isinstance(seat, str):
            names.append(seat)
            continue
        if not isinstance(seat, Agent):
            raise TypeError("expected an agent, by its name or an Agent, found "
                            f"{seat!r:.200}")
        if id(seat) not in known:
            name = seat.name or f"{type(seat).__name__.lower()}-{len(known) + 1}"
            host = seat._host(name, own)
            own._hosts.append((seat, host))
            if library.dx_session_host(own._session, ctypes.byref(host), None):
                raise Error({"code": "input", "text":
                             f"there is an agent '{name}' already"})
            known[id(seat)] = name
        names.append(known[id(seat)])
    return names


@contextlib.contextmanager
def _heard(own):
    """Meanwhile an interrupt ends what `own` is at and is raised by it.  Raised
    where C calls an agent it would be lost."""
    before = signal.getsignal(signal.SIGINT)
    if (threading.current_thread() is not threading.main_thread() or
            not callable(before)):
        yield
        return

    def note(*what):
        try:
            before(*what)
        except BaseException as fault:
            own._raised.append(fault)
            own.stop()

    signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _fault(own):
    return next((seat.fault for seat, _ in own._hosts if seat.fault is not None),
                None)


class Game:
    """A game with its rules: Game("hanabi(players=3)")."""

    def __init__(self, rules):
        self.rules = rules
        session().do("rules", game=rules)  # or what is wrong with them

    def __repr__(self):
        return f"Game({self.rules!r})"

    @property
    def about(self):
        return games()[self.rules.split("(")[0]]

    def match(self, *seats, seed=1, deal=None):
        """One game between agents, by name or of one's own; a Match.

        Who raises an exception forfeits: `how` says which seat, and the
        exception is `fault` of the agent and of the match.
        """
        own = Session(steps=0)
        names = _seat(own, seats)
        with _heard(own):
            told = own.do("match", game=self.rules, seats=_one(names),
                          seed=seed, deal=deal)
        match = Match(told, own)
        match.fault = _fault(own)
        if match.fault is not None:
            where = match.fault.__traceback__
            while where is not None and where.tb_next is not None:
                where = where.tb_next
            match.how += (f" ({type(match.fault).__name__}: {match.fault}, "
                          f"{where.tb_frame.f_code.co_filename}:"
                          f"{where.tb_lineno})")
        return match


def tournament(game, *lineups, round_robin=None, games=100, seed=1, threads=None,
               progress=None):
    """Many games between line-ups, each a list of agents; the summary.

    `progress` is called with how many games there are, and of how many; True
    shows a bar.

    >>> t = tournament("hanabi", ["info", "info"], games=10)
    >>> t["lineups"][0]["games"]
    10
    """
    rules = game.rules if isinstance(game, Game) else game
    if progress is True:
        progress = _bar
    own = Session(steps=0, progress=progress)
    names = ";".join(_one(_seat(own, lineup)) for lineup in lineups)
    with _heard(own):
        told = own.do("tournament", game=rules, seats=names or None,
                      round_robin=",".join(round_robin) if round_robin else None,
                      games=games, seed=seed, threads=threads)
    fault = _fault(own)
    if fault is not None:
        told["fault"] = repr(fault)
    return Answer(told)


def _bar(done, wanted):
    import sys
    width = 40 * done // max(1, wanted)
    sys.stderr.write(f"\r[{'#' * width:<40}] {done} of {wanted}")
    if done >= wanted:
        sys.stderr.write("\n")
