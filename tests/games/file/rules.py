"""What a game's file says, as functions of a world and of the names that are bound.

Written from docs/game-files.md alone, as all of the second judge (judge.py).
"""

import itertools
from fractions import Fraction

import dg


def within(number):
    """Numbers end at 30000 and -30000."""
    return max(-30000, min(30000, number))


class Wrong(Exception):
    """The file says something that the judge does not understand."""


class World:
    """A history, and where it has led."""

    def __init__(self):
        self.stock, self.places, self.vars = {}, {}, {}
        self.phase, self.turn, self.over = None, None, False
        self.told, self.views, self.public = (), (), ()
        self.waiting = False    # for a move
        self.decisions = ()     # how many events were told before each move
        self.chance, self.choices = Fraction(1), {}
        self.lot, self.drawn, self.hidden = 0, (), ()

    def copy(self):
        other = World.__new__(World)
        other.__dict__.update(self.__dict__)
        for name in ("stock", "places", "vars", "choices"):
            setattr(other, name, dict(getattr(self, name)))
        return other


class Rules:
    def __init__(self, text, settings=None):
        self.params, self.choices, self.presets = {}, {}, {}
        self.sets, self.words, self.lets, self.places = {}, {}, {}, {}
        self.secrets, self.kinds_of_vars, self.indices = set(), {}, {}
        self.events, self.phases, self.blocks, self.verbs = {}, {}, {}, set()
        self.pack, self.kinds, self.copies, self.attributes = None, [], {}, {}
        self.started, self.scoring, self.winning, self.team = None, None, None, False
        self.requires, self.initial, self.compiled = [], [], {}
        self.statements = dg.read(text)
        self.settings = self.read_settings(settings)
        for statement in self.statements:
            getattr(self, "declare_" + statement[0])(*statement[1:])
        self.players = self.params["players"]
        self.seats = list(range(1, self.players + 1))
        self.allowed = all(test(World(), {}) for test in self.requires)

    def read_settings(self, settings):
        presets = {s[1]: s[2] for s in self.statements if s[0] == "preset"}
        self.presets = presets
        text = presets.get(settings, settings or "")
        return dict(pair.split("=") for pair in text.split(",") if pair)

    # -- what is declared

    def declare_game(self, name):
        self.name = name

    def declare_preset(self, *_):
        pass

    declare_words = declare_best = declare_preset

    def declare_team(self):
        self.team = True

    def declare_param(self, params):
        for name, value, domain in params:
            value = self.settings.get(name, value)
            if domain[0] == "set":
                words = [w[1] for w in domain[1]]
                at = words.index(value)
                flag = words == ["no", "yes"]
                self.params[name] = bool(at) if flag else at
                self.choices[name] = None if flag else [str(w) for w in words]
            else:
                self.params[name] = int(value)

    def declare_require(self, tree):
        self.requires.append(self.compile(tree, {})[0])

    def number(self, tree):
        return self.compile(tree, {})[0](World(), {})

    def declare_set(self, name, parts):
        members = []
        for part in parts:
            if part[0] == "words":
                members += part[1]
            elif part[0] == "part":
                low, high = self.number(part[1]), self.number(part[2])
                members += part[3][low - 1:high]
            elif part[0] == "range":
                members += range(self.number(part[1]), self.number(part[2]) + 1)
            else:
                members += self.sets[part[1]]
        self.sets[name] = members
        for word in members:
            self.words.setdefault(word, name)

    def declare_pack(self, name, sign, sets, copies, short):
        self.pack = name
        members = [self.sets[s] for s in sets]
        rows = itertools.product(*members) if sign == "*" else \
            ((w,) for part in members for w in part)
        for at, row in enumerate(rows):
            cut = [str(w)[0] if short and not str(w).isdigit() else str(w) for w in row]
            kind = "".join(cut)
            self.kinds.append(kind)
            self.words.setdefault(kind, name)
            if sign == "*":
                self.attributes[kind] = dict(zip(sets, row))
            self.copies[kind] = self.copies_of(at, row, sets, copies)
        self.sets[name] = self.kinds

    def copies_of(self, at, row, sets, copies):
        if copies is None:
            return 1
        if copies[0] == "set":
            return self.number(copies[1][at])
        scope = dict(zip(sets, sets))
        return self.compile(copies, scope)[0](World(), dict(zip(sets, row)))

    def declare_place(self, name, index, slots, seen):
        if index is None:
            over = [None]
        elif index == ("name", "seat"):
            over = list(range(1, self.params["players"] + 1))
        elif index[0] == "name" and index[1] in self.sets:
            over = self.sets[index[1]]
        else:
            over = list(range(1, self.number(index) + 1))
        slots = None if slots is None else self.number(slots)
        owned = index == ("name", "seat")
        self.places[name] = {"over": over, "slots": slots, "seen": seen,
                             "owned": owned, "index": index}

    def keys_of(self, name):
        place = self.places[name]
        for at in place["over"]:
            if place["slots"] is None:
                yield (name, at, None)
            for slot in range(1, (place["slots"] or 0) + 1):
                yield (name, at, slot)

    def declare_vars(self, declared):
        for name, index, kind, value, secret in declared:
            over = {None: [None], "seat": range(1, self.params["players"] + 1)}
            over = over[index] if index in over else self.sets[index]
            function, found = self.compile(value, {}, self.plain(kind) if kind else None)
            self.kinds_of_vars[name] = self.plain(kind) if kind else found
            self.indices[name] = index
            self.initial.append((name, list(over), function))
            if secret:
                self.secrets.add(name)

    def declare_let(self, name, given, tree):
        scope = {a["name"]: self.plain(a["type"]) for a in given}
        self.lets[name, len(given)] = (given, self.compile(tree, scope))

    def declare_nature(self, name, given, by, told):
        self.events[name] = self.event(name, given, None, told, by)

    def declare_phase(self, name, verbs):
        self.phases[name] = verbs

    def declare_verb(self, name, given, test, told, effects):
        self.verbs.add(name)
        event = self.event(name, given, test, told, None)
        self.events["verb " + name] = event
        event["effects"] = self.block(effects, dict(event["scope"]))

    def declare_def(self, name, given, effects):
        self.blocks[name] = (given, effects)

    def declare_start(self, effects):
        self.started = effects

    def declare_score(self, var, tree):
        self.scoring = (var, self.compile(tree, {var: "seat"})[0])

    def declare_wins(self, var, tree):
        self.winning = (var, self.compile(tree, {var: "seat"})[0])

    def event(self, name, given, test, told, by):
        scope = {"who": "seat"}
        for argument in given:
            kind = self.plain(argument["type"])
            if argument["in"] is not None:
                argument["domain"] = self.domain(argument["in"], scope, kind)[0]
            scope[argument["name"]] = kind
        by = None if by is None else self.compile(by, scope, "seat")[0]
        test = None if test is None else self.compile(test, scope)[0]
        outcomes = []
        for outcome in told:
            kind = self.plain(outcome["type"])
            value = self.compile(outcome["value"], scope, kind)[0]
            scope = {**scope, outcome["name"]: kind}
            outcomes.append((outcome["name"], value, outcome["seen"], kind))
        tells = any(o["value"][0] != "number" and
                    o["value"] not in (("name", w) for w in ("yes", "no", "none"))
                    for o in told)
        return {"name": name, "given": given, "test": test, "by": by,
                "told": outcomes, "tells": tells, "scope": scope}

    @staticmethod
    def plain(kind):
        return kind[1] if isinstance(kind, tuple) and kind[0] == "maybe" else kind

    # -- values: a function of world and names, and its type

    def compile(self, tree, scope, want=None):
        kind = tree[0]
        if kind in ("+", "-", "*", "/", "mod"):
            return self.arithmetic(tree, scope)
        return getattr(self, "value_" + kind)(tree, scope, want)

    def arithmetic(self, tree, scope):
        left = self.compile(tree[1], scope, "number")[0]
        right = self.compile(tree[2], scope, "number")[0]
        work = {"+": lambda a, b: a + b, "-": lambda a, b: a - b,
                "*": lambda a, b: a * b, "/": lambda a, b: int(a / b) if b else 0,
                "mod": lambda a, b: a % b if b else 0}[tree[0]]
        return (lambda w, e: within(work(left(w, e), right(w, e)))), "number"

    def value_number(self, tree, _scope, want):
        number = tree[1]
        members = self.sets.get(want, [])
        if str(number) in members:
            return self.constant(str(number), want)
        return self.constant(number, want or "number")

    @staticmethod
    def constant(value, kind):
        return (lambda w, e: value), kind

    def value_name(self, tree, scope, want):
        name = tree[1]
        if name in scope:
            return (lambda w, e: e[name]), scope[name]
        if name in self.sets.get(want, []):
            return self.constant(name, want)
        if isinstance(want, tuple) and want[0] == "choice" and name in want[1]:
            return self.constant(want[1].index(name), want)
        if name in self.kinds_of_vars and self.indices[name] is None:
            return (lambda w, e: w.vars[name, None]), self.kinds_of_vars[name]
        if (name, 0) in self.lets:
            function, kind = self.lets[name, 0][1]
            return (lambda w, e: function(w, {})), kind
        fixed = {"none": (None, want), "yes": (True, "flag"), "no": (False, "flag"),
                 "true": (True, "flag"), "false": (False, "flag")}
        if name in fixed:
            return self.constant(*fixed[name])
        if name == "deck":
            return (lambda w, e: sum(w.stock.values())), "number"
        if name in self.params:
            return self.parameter(name)
        if name in self.words:
            return self.constant(name, self.words[name])
        raise Wrong(f"unknown: {name}")

    def parameter(self, name):
        value = self.params[name]
        kind = "flag" if isinstance(value, bool) else "number"
        if self.choices.get(name):
            kind = ("choice", tuple(self.choices[name]))
        return self.constant(value, kind)

    def value_call(self, tree, scope, want):
        name, given = tree[1], tree[2]
        place = self.place_in(given[0], scope) if len(given) == 1 else None
        if name == "size" and place is not None:
            return (lambda w, e: sum(len(w.places[k]) for k in place(w, e))), "number"
        if name == "the" and place is not None:
            return (lambda w, e: self.only(w, place(w, e))), self.pack
        if (name, len(given)) in self.lets:
            return self.call_let(name, given, scope)
        if name in self.kinds_of_vars:
            index = self.compile(given[0], scope, self.indices[name])[0]
            return (lambda w, e: w.vars[name, index(w, e)]), self.kinds_of_vars[name]
        inside, kind = self.compile(given[0], scope)
        if name == "left":
            return (lambda w, e: inside(w, e) % self.players + 1), "seat"
        if name == "seat":
            return (lambda w, e: (inside(w, e) - 1) % self.players + 1), "seat"
        if name == "order":
            return (lambda w, e: self.order(inside(w, e), kind)), "number"
        if name in self.sets:
            return (lambda w, e: self.attribute(inside(w, e), name)), name
        raise Wrong(f"unknown: {name}(..)")

    def only(self, world, keys):
        cards = self.cards(world, keys)
        return min(cards, key=self.kinds.index) if cards else None

    def order(self, value, kind):
        if value is None or kind in ("seat", "number"):
            return value
        return self.sets[kind].index(value) + 1

    def attribute(self, card, name):
        return None if card is None else self.attributes[card][name]

    def call_let(self, name, given, scope):
        declared, (function, kind) = self.lets[name, len(given)]
        names = [a["name"] for a in declared]
        values = [self.compile(g, scope, self.plain(a["type"]))[0]
                  for g, a in zip(given, declared)]
        return (lambda w, e: function(w, {n: v(w, e) for n, v in zip(names, values)})), kind

    def value_if(self, tree, scope, want):
        test = self.compile(tree[1], scope)[0]
        yes, kind = self.compile(tree[2], scope, want)
        no, other = self.compile(tree[3], scope, want)
        return (lambda w, e: yes(w, e) if test(w, e) else no(w, e)), kind or other

    def value_first(self, tree, scope, want):
        members, kind = self.domain(tree[2], scope, want)
        test = self.compile(tree[3], {**scope, tree[1]: kind})[0]
        other = self.compile(tree[4], scope, want or kind)[0]

        def find(world, names):
            for member in members(world, names):
                if test(world, {**names, tree[1]: member}):
                    return member
            return other(world, names)
        return find, want or kind

    def value_after(self, tree, scope, _want):
        seat = self.compile(tree[2], scope, "seat")[0]
        test = self.compile(tree[3], {**scope, tree[1]: "seat"})[0]
        other = self.compile(tree[4], scope, "seat")[0]

        def find(world, names):
            start = seat(world, names)
            for ahead in range(1, self.players):
                at = (start - 1 + ahead) % self.players + 1
                if test(world, {**names, tree[1]: at}):
                    return at
            return other(world, names)
        return find, "seat"

    def value_all(self, tree, scope, _want):
        members, kind = self.domain(tree[2], scope, None)
        test = self.compile(tree[3], {**scope, tree[1]: kind})[0]
        return (lambda w, e: tuple(
            m for m in members(w, e) if test(w, {**e, tree[1]: m}))), ("set of", kind)

    def value_not(self, tree, scope, _want):
        inside = self.compile(tree[1], scope)[0]
        return (lambda w, e: not inside(w, e)), "flag"

    def value_and(self, tree, scope, _want):
        left, right = self.compile(tree[1], scope)[0], self.compile(tree[2], scope)[0]
        return (lambda w, e: left(w, e) and right(w, e)), "flag"

    def value_or(self, tree, scope, _want):
        left, right = self.compile(tree[1], scope)[0], self.compile(tree[2], scope)[0]
        return (lambda w, e: left(w, e) or right(w, e)), "flag"

    def value_iff(self, tree, scope, _want):
        left, right = self.compile(tree[1], scope)[0], self.compile(tree[2], scope)[0]
        return (lambda w, e: bool(left(w, e)) == bool(right(w, e))), "flag"

    def pair(self, first, second, scope):
        """Both sides of a comparison: what one is helps to read the other."""
        loose = first[0] in ("name", "number") and first[1] not in scope
        if loose and not (first[1] in self.params and second[0] == "name"):
            right, kind = self.compile(second, scope)
            left, found = self.compile(first, scope, kind)
            if found != kind:
                right = self.compile(second, scope, found)[0]
            return left, right
        left, kind = self.compile(first, scope)
        return left, self.compile(second, scope, kind)[0]

    def value_compare(self, tree, scope, _want):
        left, right = self.pair(tree[2], tree[3], scope)
        sign = tree[1]
        if sign in ("=", "!="):
            return (lambda w, e: (left(w, e) == right(w, e)) == (sign == "=")), "flag"
        work = {"<": lambda a, b: a < b, "<=": lambda a, b: a <= b,
                ">": lambda a, b: a > b, ">=": lambda a, b: a >= b}[sign]

        def compare(world, names):
            a, b = left(world, names), right(world, names)
            return a is not None and b is not None and work(a, b)
        return compare, "flag"

    def value_in(self, tree, scope, _want):
        place = self.place_in(tree[2], scope)
        if place is not None:
            card = self.compile(tree[1], scope, self.pack)[0]
            return (lambda w, e: card(w, e) in self.cards(w, place(w, e))), "flag"
        kind = self.compile(tree[1], scope)[1] if tree[1][0] != "name" \
            or tree[1][1] in scope else None
        members, other = self.domain(tree[2], scope, kind)
        value = self.compile(tree[1], scope, kind or other)[0]
        return (lambda w, e: value(w, e) in members(w, e)), "flag"

    def value_forall(self, tree, scope, _want):
        members, test = self.bound(tree, scope)
        return (lambda w, e: all(
            test(w, {**e, tree[1]: m}) for m in dict.fromkeys(members(w, e)))), "flag"

    def value_exists(self, tree, scope, _want):
        members, test = self.bound(tree, scope)
        return (lambda w, e: any(
            test(w, {**e, tree[1]: m}) for m in dict.fromkeys(members(w, e)))), "flag"

    def value_count(self, tree, scope, _want):
        members, test = self.bound(tree, scope)
        return (lambda w, e: sum(
            bool(test(w, {**e, tree[1]: m})) for m in members(w, e))), "number"

    def value_sum(self, tree, scope, _want):
        members, term = self.bound(tree, scope)
        return (lambda w, e: sum(
            term(w, {**e, tree[1]: m}) for m in members(w, e))), "number"

    def bound(self, tree, scope):
        members, kind = self.domain(tree[2], scope, None)
        return members, self.compile(tree[3], {**scope, tree[1]: kind})[0]

    def value_know(self, tree, scope, _want):
        seats = [self.compile(s, scope, "seat")[0] for s in tree[2]]
        inside = self.compile(tree[3], scope)[0]
        return (lambda w, e: self.knows(
            tree[1], w, [s(w, e) for s in seats], inside, e)), "flag"

    # -- domains and places

    def domain(self, tree, scope, want):
        place = self.place_in(tree, scope)
        if place is not None:
            return (lambda w, e: self.cards(w, place(w, e))), self.pack
        if tree[0] == "set":
            found = [self.compile(member, scope, want) for member in tree[1]]
            kind = want or next((k for _, k in found if k), None)
            return (lambda w, e: [f(w, e) for f, _ in found]), kind
        if tree[0] == "range":
            low, high = (self.compile(t, scope, "number")[0] for t in tree[1:])
            return (lambda w, e: range(low(w, e), high(w, e) + 1)), "number"
        name = tree[1]
        if name == "seats":
            return (lambda w, e: self.seats), "seat"
        if name == "others":
            return (lambda w, e: [(e["who"] - 1 + i) % self.players + 1
                                  for i in range(1, self.players)]), "seat"
        if name in self.sets and name not in scope:
            members = self.sets[name]
            return (lambda w, e: members), name
        function, kind = self.compile(tree, scope)
        if not isinstance(kind, tuple) or kind[0] != "set of":
            raise Wrong(f"{name} is no domain")
        return function, kind[1]

    def place_in(self, tree, scope):
        """The places that a tree names, or None if it names none."""
        if tree[0] not in ("name", "call") or tree[1] in scope:
            return None
        name = tree[1]
        if name == "deck":
            return lambda w, e: ["deck"]
        if name not in self.places or (tree[0] == "name" and name in self.sets):
            return None
        return self.place((name, tree[2] if tree[0] == "call" else []), scope)

    def place(self, named, scope):
        name, given = named
        if name == "deck":
            return lambda w, e: ["deck"]
        place = self.places[name]
        wants = ["seat" if place["owned"] else "number", "number"]
        if place["index"] is not None and place["index"][1] in self.sets:
            wants[0] = place["index"][1]
        if place["index"] is None:
            wants = ["number"]
        values = [self.compile(g, scope, k)[0] for g, k in zip(given, wants)]

        def keys(world, names):
            found = [v(world, names) for v in values]
            at = found[0] if place["index"] is not None else None
            slots = found[len(found) - 1:] if len(found) == len(wants) else None
            if place["slots"] is None:
                return [(name, at, None)]
            return [(name, at, s) for s in slots or range(1, place["slots"] + 1)]
        return keys

    @staticmethod
    def cards(world, keys):
        if keys == ["deck"]:
            return [kind for kind, n in world.stock.items() for _ in range(n)]
        return [c for key in keys for c in world.places.get(key, ())]
