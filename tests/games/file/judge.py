"""The second judge of games from files: plays them by docs/game-files.md and
finds out who knows what by listing every history that all seats see alike.

Nothing here is clever, and nothing was taken from the C.  Effects are functions
that end by calling what comes next, once for each card that nature may draw.
"""

from fractions import Fraction

from rules import Rules, World, Wrong

HIDDEN = "?"


class Game(Rules):
    def __init__(self, text, settings=None):
        super().__init__(text, settings)
        self.models, self.parted, self.known = {}, {}, {}
        self.ids, self.texts = {}, {}
        self.expected, self.open, self.stop, self.found = None, False, None, []
        self.missed = (-1, "")
        self.beginning = self.block(self.started, {})

    # -- effects: a function of world, names, and what is done next with both

    def block(self, effects, scope):
        """Effects one after the other; a name that one binds is known to the rest."""
        if not effects:
            return lambda w, e, go: go(w, e)
        first, bound = self.effect(effects[0], scope)
        rest = self.block(effects[1:], {**scope, **bound})

        def run(world, names, go):
            first(world, names, lambda w, e: rest(w, e, go))
        return run

    def inner(self, effects, scope):
        """A block whose names end with it."""
        inside = self.block(effects, scope)
        return lambda w, e, go: inside(w, e, lambda later, _: go(later, e))

    def effect(self, tree, scope):
        return getattr(self, "do_" + tree[0])(tree, scope)

    def do_assign(self, tree, scope):
        name, given = tree[1], tree[2]
        value = self.compile(tree[3], scope, self.kinds_of_vars[name])[0]
        index = self.compile(given[0], scope, self.indices[name])[0] if given else None

        def run(world, names, go):
            at = index(world, names) if index else None
            world.vars[name, at] = value(world, names)
            go(world, names)
        return run, {}

    def do_block(self, tree, scope):
        given, effects = self.blocks[tree[1]]
        values = [self.compile(v, scope) for v in tree[2]]
        inside = {g: kind for g, (_, kind) in zip(given, values)}
        if "who" in scope:
            inside["who"] = "seat"
        body = self.block(effects, inside)

        def run(world, names, go):
            own = {g: v(world, names) for g, (v, _) in zip(given, values)}
            if "who" in names:
                own["who"] = names["who"]
            body(world, own, lambda later, _: go(later, names))
        return run, {}

    def do_branch(self, tree, scope):
        test = self.compile(tree[1], scope)[0]
        yes, no = self.inner(tree[2], scope), self.inner(tree[3], scope)
        return (lambda w, e, go: (yes if test(w, e) else no)(w, e, go)), {}

    def do_for(self, tree, scope):
        members, kind = self.domain(tree[2], scope, None)
        body = self.inner(tree[3], {**scope, tree[1]: kind})

        def run(world, names, go):
            each = list(members(world, names))

            def step(world, at):
                if at == len(each):
                    return go(world, names)
                body(world, {**names, tree[1]: each[at]}, lambda w, _: step(w, at + 1))
            step(world, 0)
        return run, {}

    def do_then(self, tree, scope):
        by = None if tree[2] is None else self.compile(tree[2], scope, "seat")[0]

        def run(world, names, go):
            world.over = tree[1] == "over"
            if not world.over:
                world.phase, world.turn = tree[1], by(world, names)
            go(world, names)
        return run, {}

    def do_shuffle(self, _tree, _scope):
        return (lambda w, e, go: go(w, e)), {}

    def do_swap(self, tree, scope):
        first, second = self.place(tree[1], scope), self.place(tree[2], scope)

        def run(world, names, go):
            for a, b in zip(first(world, names), second(world, names)):
                world.places[a], world.places[b] = world.places[b], world.places[a]
            go(world, names)
        return run, {}

    def do_close(self, tree, scope):
        place = self.place(tree[1], scope)

        def run(world, names, go):
            (name, at, slot), = place(world, names)
            for i in range(slot, self.places[name]["slots"]):
                world.places[name, at, i] = world.places[name, at, i + 1]
                world.places[name, at, i + 1] = ()
            go(world, names)
        return run, {}

    def do_move(self, tree, scope):
        count = None if tree[1] is None else self.compile(tree[1], scope, "number")[0]
        whole = tree[2] == ("name", "all") and "all" not in scope
        card = None if whole else self.compile(tree[2], scope, self.pack)[0]
        source, target = self.place(tree[3], scope), self.place(tree[4], scope)

        def run(world, names, go):
            key, = source(world, names)
            cards = list(world.places[key])
            taken = list(cards)
            if not whole:
                taken = [card(world, names)] * (count(world, names) if count else 1)
            for each in taken:
                if each not in cards:
                    raise Wrong(f"{each} is not in {key}")
                cards.remove(each)
            world.places[key] = tuple(cards)
            self.put(world, target(world, names)[0], taken)
            go(world, names)
        return run, {}

    def put(self, world, key, cards):
        if key == "deck":
            for card in cards:
                world.stock[card] += 1
        else:
            world.places[key] = tuple(sorted(
                world.places[key] + tuple(cards), key=self.kinds.index))

    def do_draw(self, tree, scope):
        event = self.events[tree[1]]
        place, source = self.place(tree[2], scope), tree[3]
        by = None if tree[4] is None else self.compile(tree[4], scope, "seat")[0]
        fits = self.source(source, scope)
        named = event["given"][0]["name"]

        def run(world, names, go):
            kinds = [k for k in self.kinds if world.stock[k] and fits(k, world, names)]
            if not kinds:
                return go(world, names)
            if not self.arrive(world):
                return None
            total = sum(world.stock[k] for k in kinds)
            key, = place(world, names)
            who = self.owner(key)
            if by is not None:
                who = by(world, names)
            for kind in kinds:
                after = world.copy()
                own = {**names, "who": who, named: kind}
                fields = [(kind, self.seers(key), self.pack)]
                lot = world.lot
                own = self.tell(after, event, fields, own)
                if own is None:
                    continue
                after.chance *= Fraction(after.stock[kind], total)
                after.stock[kind] -= 1
                self.put(after, key, [kind])
                after.drawn += ((lot, key, kind),)
                if "who" in names:
                    own["who"] = names["who"]
                go(after, own)
        return run, self.bound_by(event)

    def source(self, tree, scope):
        if tree is None:
            return lambda kind, w, e: True
        if tree[0] == "name":
            members = self.sets[tree[1]]
            return lambda kind, w, e: kind in members
        name = tree[1]
        value = self.compile(tree[2][0], scope, name)[0]
        return lambda kind, w, e: self.attributes[kind][name] == value(w, e)

    @staticmethod
    def bound_by(event):
        return {n: k for n, k in event["scope"].items() if n != "who"}

    def owner(self, key):
        return key[1] if self.places[key[0]]["owned"] else None

    def seers(self, key):
        seen, owner = self.places[key[0]]["seen"], self.owner(key)
        return {"all": set(self.seats), "nobody": set(), "owner": {owner},
                "others": set(self.seats) - {owner}}[seen]

    def do_reveal(self, tree, scope):
        event = self.events[tree[1]]
        kinds = [self.plain(a["type"]) for a in event["given"]]
        values = [self.compile(v, scope, k)[0] for v, k in zip(tree[2], kinds)]
        by = None if tree[3] is None else self.compile(tree[3], scope, "seat")[0]
        names_of = [a["name"] for a in event["given"]]

        def run(world, names, go):
            if not self.arrive(world):
                return
            found = [v(world, names) for v in values]
            own = {**names, **dict(zip(names_of, found))}
            who = by(world, names) if by else None
            if event["by"] is not None:
                who = event["by"](world, {**own, "who": None})
            fields = [(v, set(self.seats), k) for v, k in zip(found, kinds)]
            own = self.tell(world, event, fields, {**own, "who": who})
            if own is None:
                return
            if "who" in names:
                own["who"] = names["who"]
            if tree[4] is not None:
                own[tree[4]] = who
            go(world, own)
        bound = self.bound_by(event)
        if tree[4] is not None:
            bound[tree[4]] = "seat"
        return run, bound

    # -- what happens is told

    def arrive(self, world):
        """Whether to go on to the next event, or this is where to stop."""
        if self.stop == len(world.told):
            self.found.append(world.copy())
            return False
        return True

    def tell(self, world, event, fields, names):
        """The event happens: outcomes are worked out, and all see their part of it."""
        who = names["who"]
        given = len(fields)
        for name, value, seen, kind in event["told"]:
            names = {**names, name: value(world, names)}
            fields = fields + [(names[name], self.audience(seen, who, names), kind)]
        if world.waiting or event["tells"]:
            world.lot += 1
        return names if self.note(world, event["name"], who, fields, given) else None

    def audience(self, seen, who, names):
        every = set(self.seats)
        if isinstance(seen, tuple):
            return {names[n] for n in seen}
        return {"all": every, "who": {who}, "others": every - {who}, "nobody": set()}[seen]

    def note(self, world, name, who, fields, given):
        def text(seats):
            shown = [self.word(v, k) if seats <= s else HIDDEN for v, s, k in fields]
            if world.waiting and len(shown) > given:
                shown.insert(given, "->")
            return f"{who or '-'}: {' '.join([name] + shown)}"
        everything, public = text(set()), text(set(self.seats))
        at = len(world.told)
        if self.expected is not None:
            told = public if self.open else everything
            if at >= len(self.expected) or self.expected[at] != told:
                self.missed = max(self.missed, (at, told))
                return False
        world.told += (everything,)
        world.public += (public,)
        world.views = tuple(self.view(view, text({seat}))
                            for seat, view in zip(self.seats, world.views))
        world.waiting = False
        return True

    def view(self, before, text):
        """The number of a stream that has one more event."""
        number = self.ids.setdefault((before, text), len(self.ids) + 1)
        self.texts[number] = (before, text)
        return number

    def word(self, value, kind):
        if value is None:
            return "none"
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, tuple):
            words = [str(v) for v in value]
            short = all(len(str(w)) == 1 and not isinstance(w, int)
                        for w in self.sets.get(kind[1], [1]))
            return ("" if short else ",").join(words) or "none"
        return str(value)

    # -- play

    def blank(self):
        world = World()
        world.stock = dict(self.copies)
        world.views = tuple(0 for _ in self.seats)
        world.choices = {seat: Fraction(1) for seat in self.seats}
        for name in self.places:
            for key in self.keys_of(name):
                world.places[key] = ()
        for name, over, value in self.initial:
            for at in over:
                world.vars[name, at] = value(world, {})
        return world

    def legal(self, world):
        """The moves of who is next: the verb and its values."""
        found = []
        if world.over:
            return found
        for verb in self.phases[world.phase]:
            event = self.events["verb " + verb]
            for names in self.given(event["given"], world, {"who": world.turn}):
                if event["test"] is None or event["test"](world, names):
                    found.append((verb, names))
        return found

    def given(self, arguments, world, names):
        if not arguments:
            yield names
            return
        first = arguments[0]
        kind = first["type"]
        if "domain" in first:
            members = list(dict.fromkeys(first["domain"](world, names)))
            order = self.members(self.plain(kind))
            if first["in"][0] != "range" and first["in"] != ("name", "others"):
                members = [m for m in order if m in members]
        else:
            members = list(self.members(self.plain(kind)))
        if isinstance(kind, tuple) and kind[0] == "maybe":
            members = [None] + members
        for member in members:
            yield from self.given(arguments[1:], world, {**names, first["name"]: member})

    def members(self, kind):
        return {"seat": self.seats, "flag": [False, True]}.get(kind) or self.sets[kind]

    def move_text(self, move):
        verb, names = move
        given = self.events["verb " + verb]["given"]
        return " ".join([verb] + [self.word(names[a["name"]], a["type"]) for a in given])

    def start(self):
        """All ways in which it can begin."""
        return self.collect(lambda go: self.beginning(self.blank(), {}, go))

    def after(self, world, move, count):
        """All ways to go on behind a move, which was one of `count`."""
        verb, names = move
        event = self.events["verb " + verb]

        def begin(go):
            own = world.copy()
            own.decisions += (len(own.told),)
            own.choices[own.turn] *= Fraction(1, count)
            fields = [(names[a["name"]], self.audience(a["seen"], own.turn, names),
                       self.plain(a["type"])) for a in event["given"]]
            own.hidden += (tuple(str(v) for v, _, _ in fields),)
            bound = self.tell(own, event, fields, names)
            if bound is not None:
                event["effects"](own, bound, go)
        return self.collect(begin)

    def collect(self, begin):
        found = []
        def go(world, _):
            if self.expected is None or len(world.told) == len(self.expected):
                world.over = world.over or world.turn is None
                world.waiting = True
                found.append(world)
            else:
                self.missed = max(self.missed, (len(world.told), "a move"))
        begin(go)
        return found

    def seeking(self, expected, is_open, stop, work):
        """Does `work` while events must be as expected, up to where to stop."""
        before = self.expected, self.open, self.stop, self.found
        self.expected, self.open, self.stop, self.found = expected, is_open, stop, []
        self.missed = (-1, "")
        try:
            found = work()
            return self.found if stop is not None else found
        finally:
            self.expected, self.open, self.stop, self.found = before

    def follow(self, world, told, move=None):
        """The one world behind these events, told as from above."""
        if world is None:
            found = self.seeking(told, False, None, self.start)
        else:
            whole = list(world.told) + told
            moves = self.legal(world)
            fits = [m for m in moves if self.move_text(m) == move]
            found = [w for m in fits for w in self.seeking(
                whole, False, None, lambda m=m: self.after(world, m, len(moves)))]
        return found[0] if len(found) == 1 else None

    def scores(self, world):
        var, value = self.scoring
        return [value(world, {var: seat}) for seat in self.seats]

    def won(self, world):
        if self.winning is not None:
            var, test = self.winning
            return [bool(test(world, {var: seat})) for seat in self.seats]
        scores = self.scores(world)
        return [score == max(scores) for score in scores]

    # -- who knows what

    def model(self, told, decisions, waiting):
        """All worlds of which this has been told in public, moves being made where
        they were made; at a move, or before the next event of nature."""
        key = (told, waiting)
        if key not in self.models:
            stop = None if waiting else len(told)
            if decisions:
                before = self.model(told[:decisions[-1]], decisions[:-1], True)
                found = self.seeking(told, True, stop, lambda: self.one_move_on(before))
            else:
                found = self.seeking(told, True, stop, self.start)
            self.models[key] = found
        return self.models[key]

    def one_move_on(self, before):
        found = []
        for world in before:
            moves = self.legal(world)
            begins = self.expected[len(world.told)]
            for move in moves:
                if begins.startswith(f"{world.turn}: {move[0]}"):
                    found += self.after(world, move, len(moves))
        return found

    def sight(self, world, seat):
        """All that a seat has seen, and sees."""
        seen = tuple(cards for key, cards in sorted(world.places.items(), key=str)
                     if seat in self.seers(key))
        own = tuple(world.vars[name, seat] for name in sorted(self.secrets))
        return (world.views[seat - 1], seen, own)

    def around(self, world):
        return self.model(world.public, world.decisions, world.waiting)

    def cells(self, world, seat):
        """The worlds of the model by what the seat sees in them."""
        key = (world.public, world.waiting, seat)
        if key not in self.parted:
            self.parted[key] = {}
            for other in self.around(world):
                self.parted[key].setdefault(self.sight(other, seat), []).append(other)
        return self.parted[key]

    def cell(self, world, seat):
        return self.cells(world, seat)[self.sight(world, seat)]

    def knows(self, what, world, seats, inside, names):
        key = (what, tuple(seats), inside, tuple(names.items()), world.public,
               world.waiting, tuple(self.sight(world, s) for s in seats))
        if key not in self.known:
            self.known[key] = self.find_out(what, world, seats, inside, names)
        return self.known[key]

    def find_out(self, what, world, seats, inside, names):
        if what == "E":
            return all(self.knows("K", world, [s], inside, names) for s in seats)
        if what == "C":
            worlds = self.reached(world, seats)
        else:
            worlds = self.cell(world, seats[0])
            for seat in seats[1:]:
                mine = self.sight(world, seat)
                worlds = [w for w in worlds if self.sight(w, seat) == mine]
        found = [bool(inside(w, names)) for w in worlds]
        if what == "M":
            return any(found)
        return all(found) or what == "Kw" and not any(found)

    def reached(self, world, seats):
        """What some steps of these seats lead to."""
        found, fresh, done = {id(world): world}, [world], set()
        while fresh:
            at = fresh.pop()
            for seat in seats:
                sight = (seat, self.sight(at, seat))
                if sight in done:
                    continue
                done.add(sight)
                for other in self.cell(at, seat):
                    if id(other) not in found:
                        found[id(other)] = other
                        fresh.append(other)
        return list(found.values())

    def weight(self, world, seat, assume):
        """How likely the world is to a seat, up to a factor: what nature did, and
        how the others move.  Its own moves are not weighed."""
        weight = world.chance
        if assume == "uniform":
            for other in self.seats:
                weight *= world.choices[other] if other != seat else 1
        return weight

    def chance(self, world, seat, test, assume):
        """How likely a seat finds it."""
        cell = self.cell(world, seat)
        weights = [self.weight(w, seat, assume) for w in cell]
        return sum(v for v, w in zip(weights, cell) if test(w, {})) / sum(weights)

    def world_key(self, world):
        """What makes worlds different ones: which cards lots have, and what was
        chosen."""
        return (tuple(sorted(world.drawn, key=str)), world.hidden)

    def count_worlds(self, world, seat, by_lots):
        """How many worlds a seat holds possible; by lots, the order does not count
        in which the cards of a lot came."""
        cell = self.cell(world, seat)
        return len({self.world_key(w) for w in cell}) if by_lots else len(cell)

    def stream(self, world, seat):
        """What a seat was told, event by event."""
        found, at = [], world.views[seat - 1]
        while at:
            at, text = self.texts[at]
            found.append(text)
        return found[::-1]
