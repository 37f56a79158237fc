"""Games for who learns: rows of numbers, many games at once.

    vec = doxa.env.Vec("hanabi(players=2)", 256)
    seats, rows, masks = vec.look()
    rewards, done = vec.step(actions)

With numpy these are arrays; without they are memoryviews of the same shape.
`aec` is the same as an environment of PettingZoo.
"""

import ctypes
import threading

from ._library import Fixed, library, session, whole

__all__ = ["Vec", "aec"]

GAMES_MAX, SEED_MAX = 1 << 20, 2 ** 64 - 1


class _Shape(ctypes.Structure):
    _fields_ = [("games", ctypes.c_uint), ("seats", ctypes.c_uint),
                ("width", ctypes.c_uint), ("actions", ctypes.c_uint),
                ("moves", ctypes.c_uint), ("numbers", ctypes.c_uint),
                ("by_index", ctypes.c_bool)]


_pointer = ctypes.c_void_p
library.dx_rows_new.argtypes = [ctypes.c_char_p, ctypes.c_uint,
                                ctypes.c_uint64, ctypes.POINTER(_pointer),
                                _pointer]
library.dx_rows_free.argtypes = [_pointer]
library.dx_rows_free.restype = None
library.dx_rows_restart.argtypes = [_pointer, ctypes.c_uint64]
library.dx_rows_restart.restype = None
library.dx_rows_shape_of.argtypes = [_pointer]
library.dx_rows_shape_of.restype = _Shape
library.dx_rows_look.argtypes = [_pointer] * 4
library.dx_rows_look.restype = None
library.dx_rows_look_at.argtypes = [_pointer, ctypes.c_uint, ctypes.c_uint,
                                    _pointer]
library.dx_rows_look_at.restype = None
library.dx_rows_moves.argtypes = [_pointer] * 4
library.dx_rows_moves.restype = None
library.dx_rows_step.argtypes = [_pointer] * 4
library.dx_rows_step.restype = None


def _array(kind, *shape):
    """A block of memory as C has it, and how Python sees it."""
    count = 1
    for size in shape:
        count *= size
    block = (kind * max(1, count))()
    try:
        import numpy
        return block, numpy.ctypeslib.as_array(block)[:count].reshape(shape)
    except ImportError:
        view = memoryview(block).cast("B").cast(kind._type_)[:count]
        return block, view if len(shape) == 1 else _Table(view, shape)


class _Table:
    """Rows of a block, without numpy."""

    def __init__(self, view, shape):
        self._view, self.shape = view, shape

    def __len__(self):
        return self.shape[0]

    def __getitem__(self, i):
        if not 0 <= i < self.shape[0]:
            raise IndexError(i)
        width = self.shape[1]
        return self._view[i * width:(i + 1) * width]


class Vec(Fixed):
    """`count` games of the same rules, a step in all of them at once.

    A row is a function of what its seat has seen.  `actions` is how many there
    are; `by_index` says that an action is the number of a legal move, for games
    whose table of moves would be huge.
    """

    def __init__(self, rules, count=1, seed=1):
        made = _pointer()
        rules = getattr(rules, "rules", rules)
        session().do("games", game=rules)  # says what is wrong with them
        count = whole(count, 1, GAMES_MAX, "count")
        seed = whole(seed, 0, SEED_MAX, "seed")
        if library.dx_rows_new(rules.encode(), count, seed, ctypes.byref(made),
                               None):
            raise ValueError(f"no rows of {rules}")
        self._rows = made
        self._lock = threading.Lock()  # ctypes lets other threads run
        shape = library.dx_rows_shape_of(made)
        self.count, self.players = shape.games, shape.seats
        self.width, self.actions = shape.width, shape.actions
        self.by_index = shape.by_index
        self._seats, self.seats = _array(ctypes.c_int32, count)
        self._observed, self.rows = _array(ctypes.c_int16, count, self.width)
        self._masks, self.masks = _array(ctypes.c_uint8, count, self.actions)
        self._actions, self._chosen = _array(ctypes.c_int32, count)
        self._rewards, self.rewards = _array(ctypes.c_float, count,
                                             self.players)
        self._done, self.done = _array(ctypes.c_uint8, count)
        self._one, self._row = _array(ctypes.c_int16, 1, self.width)
        self._legal, self._most = None, (shape.moves, shape.numbers)

    def __del__(self):
        if getattr(self, "_rows", None):
            library.dx_rows_free(self._rows)
            self._rows = None

    def restart(self, seed):
        """All games from their beginning, dealt from another seed."""
        seed = whole(seed, 0, SEED_MAX, "seed")
        with self._lock:
            library.dx_rows_restart(self._rows, seed)

    def _look(self, rows):
        with self._lock:
            library.dx_rows_look(self._rows, self._seats, rows, self._masks)

    def look(self):
        """Who is to move in each game (from 0), its row, and what is legal;
        the same arrays every time."""
        self._look(self._observed)
        return self.seats, self.rows, self.masks

    def moves(self):
        """The legal moves of all games: `first`, where those of each game
        begin and, at last, end; the action of each move; and its numbers: the
        verb from 1, the seat, the arguments (0 where there is none)."""
        if self._legal is None:
            most = self.count * self._most[0]
            self._legal = [_array(ctypes.c_int32, self.count + 1),
                           _array(ctypes.c_int32, most),
                           _array(ctypes.c_int16, most, self._most[1])]
        with self._lock:
            library.dx_rows_moves(self._rows,
                                  *(block for block, _ in self._legal))
        first, actions, numbers = (seen for _, seen in self._legal)
        count = int(first[self.count])
        if isinstance(numbers, _Table):
            return first, actions[:count], [numbers[i] for i in range(count)]
        return first, actions[:count], numbers[:count]

    def row(self, game, seat):
        """The row of any seat of a game (from 0)."""
        if not (0 <= game < self.count and 0 <= seat < self.players):
            raise IndexError(f"expected one of {self.count} games and of "
                             f"{self.players} seats, from 0")
        with self._lock:
            library.dx_rows_look_at(self._rows, game, seat, self._one)
        return self._row[0]

    def step(self, actions):
        """Plays an action in each game (below 0: none): what each seat's score
        rose by, and where a game ended (1; 2: the action was not legal), whose
        next deal is on the table then."""
        if len(actions) != self.count:
            raise ValueError(f"expected an action for each of {self.count} "
                             f"games, found {len(actions)}")
        try:
            self._chosen[:] = actions
        except (TypeError, ValueError):
            for i, action in enumerate(actions):
                self._chosen[i] = action
        with self._lock:
            library.dx_rows_step(self._rows, self._actions, self._rewards,
                                 self._done)
        return self.rewards, self.done


def aec(rules, seed=1):
    """The game as an AEC environment of PettingZoo, with action masks."""
    import numpy
    from gymnasium import spaces
    from pettingzoo import AECEnv
    rules = getattr(rules, "rules", rules)

    class Environment(AECEnv):
        metadata = {"name": "doxa_" + rules.split("(")[0], "render_modes": [],
                    "is_parallelizable": False}
        render_mode = None

        def __init__(self):
            super().__init__()
            self._vec = Vec(rules, 1, seed)
            vec = self._vec
            self.possible_agents = [f"seat_{i + 1}"
                                    for i in range(vec.players)]
            self._number = {a: i for i, a in enumerate(self.possible_agents)}
            self.observation_spaces = {
                a: spaces.Dict({
                    "observation": spaces.Box(-32768, 32767, (vec.width,),
                                              numpy.int16),
                    "action_mask": spaces.Box(0, 1, (vec.actions,),
                                              numpy.int8)})
                for a in self.possible_agents}
            self.action_spaces = {a: spaces.Discrete(vec.actions)
                                  for a in self.possible_agents}

        def observation_space(self, agent):
            return self.observation_spaces[agent]

        def action_space(self, agent):
            return self.action_spaces[agent]

        def reset(self, seed=None, options=None):
            self._vec.restart(numpy.random.randint(2 ** 31)
                              if seed is None else seed)
            self.agents = self.possible_agents[:]
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
            self.terminations = dict.fromkeys(self.agents, False)
            self.truncations = dict.fromkeys(self.agents, False)
            self.infos = {a: {} for a in self.agents}
            self._look()

        def _look(self):
            self._vec._look(None)
            self.agent_selection = self.possible_agents[int(
                self._vec.seats[0])]

        def observe(self, agent):
            mask = numpy.zeros(self._vec.actions, numpy.int8)
            if self.terminations.get(agent, True):  # the next deal is not its
                row = numpy.zeros(self._vec.width, numpy.int16)
            else:
                row = self._vec.row(0, self._number[agent]).copy()
                if agent == self.agent_selection:
                    mask[:] = self._vec.masks[0]
            return {"observation": row, "action_mask": mask}

        def step(self, action):
            agent = self.agent_selection
            if self.terminations[agent] or self.truncations[agent]:
                self._was_dead_step(action)
                return
            rewards, done = self._vec.step([action])
            self._cumulative_rewards[agent] = 0.0
            self.rewards = {a: float(rewards[0][i])
                            for i, a in enumerate(self.possible_agents)}
            if done[0]:
                self.terminations = dict.fromkeys(self.agents, True)
            else:
                self._look()
            self._accumulate_rewards()
            self._deads_step_first()

        def render(self):
            return None

        def close(self):
            pass

    return Environment()
