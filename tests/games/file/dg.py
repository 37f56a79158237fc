"""The texts of games, docs/game-files.md: from characters to trees.

Written from that page alone.  A tree is a tuple whose first member says what
it is; nothing is checked but that the text can be read.
"""

import pathlib
import re

TOKEN = re.compile(r"""
    (?P<skip>\s+|--[^\n]*|\#[^\n]*)
  | (?P<string>"[^"]*")
  | `(?P<quoted>[^`]*)`
  | (?P<word>[A-Za-z0-9_][A-Za-z0-9_']*)
  | (?P<sign><->|->|:=|\.\.|!=|<=|>=|[-+*/=<>~&|(){}\[\],:])
""", re.X)
STATEMENTS = """game param preset require team set pack include place row vars
    let nature phase verb start def score wins best worst stock sheet
    position""".split()


class Unread(Exception):
    """The text cannot be read."""


def tokens_of(text):
    at, found = 0, []
    while at < len(text):
        match = TOKEN.match(text, at)
        if match is None:
            raise Unread(f"what is {text[at:at + 20]!r}?")
        at = match.end()
        if match.lastgroup != "skip":
            found.append((match.lastgroup, match[match.lastgroup]))
    return found + [("end", "")]


def part_of(name):
    """The text of a part; the page says where they are."""
    source = pathlib.Path(__file__).resolve().parents[3] / "src/games/file/parts.c"
    text = source.read_text()
    found = re.search(rf'char {name}\[\] =\n((?:\s*"(?:[^"\\]|\\.)*"\n?)+);', text)
    if found is None:
        raise Unread(f"no part {name}")
    lines = re.findall(r'"((?:[^"\\]|\\.)*)"', found[1])
    return "".join(lines).replace('\\n', "\n").replace('\\"', '"')


class Reader:
    def __init__(self, text):
        self.tokens, self.at = tokens_of(text), 0

    # -- tokens

    def peek(self, ahead=0):
        return self.tokens[min(self.at + ahead, len(self.tokens) - 1)]

    def is_at(self, text, ahead=0):
        kind, found = self.peek(ahead)
        return found == text and kind in ("word", "sign")

    def take(self, text):
        if not self.is_at(text):
            return False
        self.at += 1
        return True

    def expect(self, text):
        if not self.take(text):
            near = " ".join(t[1] for t in self.tokens[self.at:self.at + 6])
            raise Unread(f"expected {text!r} at {near!r}")

    def name(self):
        kind, text = self.peek()
        if kind not in ("word", "quoted"):
            raise Unread(f"expected a name at {text!r}")
        self.at += 1
        return text

    def string(self):
        kind, text = self.peek()
        if kind != "string":
            return None
        self.at += 1
        return text[1:-1]

    def some(self, read, close=None):
        """One or more, with commas between them."""
        found = []
        if close is None or not self.is_at(close):
            found.append(read())
            while self.take(","):
                found.append(read())
        if close is not None:
            self.expect(close)
        return found

    # -- values

    def value(self):
        if self.is_at("if"):
            self.at += 1
            test = self.formula()
            self.expect("then")
            yes = self.value()
            self.expect("else")
            return ("if", test, yes, self.value())
        binds = self.peek(1)[0] == "word"
        if self.is_at("first") and binds and self.is_at("in", 2):
            self.at += 1
            var = self.name()
            self.expect("in")
            domain = self.domain()
            return ("first", var, domain, *self.test_and_else())
        if self.is_at("first") and binds and self.is_at("after", 2):
            self.at += 1
            var = self.name()
            self.expect("after")
            seat = self.sum()
            return ("after", var, seat, *self.test_and_else())
        if self.is_at("all") and binds and self.is_at("in", 2):
            self.at += 1
            var = self.name()
            self.expect("in")
            domain = self.domain()
            self.expect(":")
            return ("all", var, domain, self.formula())
        return self.formula()

    def test_and_else(self):
        self.expect(":")
        test = self.formula()
        self.expect("else")
        return test, self.value()

    def formula(self):
        left = self.implication()
        if self.take("<->"):
            return ("iff", left, self.formula())
        return left

    def implication(self):
        left = self.disjunction()
        if self.take("->"):
            return ("or", ("not", left), self.implication())
        return left

    def disjunction(self):
        left = self.conjunction()
        while self.take("|"):
            left = ("or", left, self.conjunction())
        return left

    def conjunction(self):
        left = self.prefixed()
        while self.take("&"):
            left = ("and", left, self.prefixed())
        return left

    def prefix(self, inner):
        """~, K[s] and quantifiers before what `inner` reads."""
        if self.take("~"):
            return ("not", self.prefix(inner))
        for word in ("K", "M", "Kw", "E", "C", "D"):
            if self.is_at(word) and self.is_at("[", 1):
                self.at += 2
                seats = self.some(self.sum, "]")
                return ("know", word, seats, self.prefix(inner))
        for word in ("forall", "exists"):
            if self.is_at(word):
                self.at += 1
                var = self.name()
                self.expect("in")
                domain = self.domain()
                self.expect(":")
                return (word, var, domain, self.formula())
        return inner()

    def prefixed(self):
        return self.prefix(self.comparison)

    def comparison(self):
        left = self.sum()
        for sign in ("=", "!=", "<=", ">=", "<", ">"):
            if self.take(sign):
                return ("compare", sign, left, self.sum())
        if self.take("in"):
            return ("in", left, self.domain())
        return left

    def domain(self):
        if self.take("{"):
            return ("set", self.some(self.sum, "}"))
        low = self.sum()
        if self.take(".."):
            return ("range", low, self.sum())
        return low

    def sum(self):
        left = self.product()
        while True:
            if self.take("+"):
                left = ("+", left, self.product())
            elif self.take("-"):
                left = ("-", left, self.product())
            else:
                return left

    def product(self):
        left = self.factor()
        while True:
            for sign in ("*", "/", "mod"):
                if self.take(sign):
                    left = (sign, left, self.factor())
                    break
            else:
                return left

    def factor(self):
        if self.take("-"):
            return ("-", ("number", 0), self.factor())
        for word in ("count", "sum"):
            if self.is_at(word) and self.peek(1)[0] == "word" and self.is_at("in", 2):
                self.at += 1
                var = self.name()
                self.expect("in")
                domain = self.domain()
                self.expect(":")
                body = self.product() if word == "sum" else self.prefix(self.simple)
                return (word, var, domain, body)
        return self.simple()

    def simple(self):
        if self.take("("):
            inside = self.formula()
            self.expect(")")
            return inside
        kind, text = self.peek()
        name = self.name()
        if kind == "word" and text.isdigit():
            return ("number", int(text))
        if self.take("("):
            return ("call", name, self.some(self.sum, ")"))
        return ("name", name)

    # -- statements

    def type(self):
        if self.is_at("set") and self.is_at("of", 1):
            self.at += 2
            return ("set of", self.name())
        found = self.name()
        if self.is_at("or") and self.is_at("none", 1):
            self.at += 2
            return ("maybe", found)
        return found

    def audience(self):
        if not (self.is_at("seen") and self.is_at("by", 1)):
            return "all"
        self.at += 2
        if self.take("{"):
            return tuple(self.some(self.name, "}"))
        return self.name()

    def argument(self):
        name = self.name()
        self.expect(":")
        kind = self.type()
        domain = self.domain() if self.take("in") else None
        return {"name": name, "type": kind, "in": domain, "seen": self.audience()}

    def outcome(self):
        name = self.name()
        self.expect(":")
        kind = self.type()
        self.expect("=")
        value = self.value()
        return {"name": name, "type": kind, "value": value, "seen": self.audience()}

    def param(self):
        name = self.name()
        self.expect("=")
        value = self.name()
        self.expect("in")
        domain = self.domain()
        self.string()
        return (name, value, domain)

    def var(self):
        name, index, kind = self.name(), None, None
        if self.take("("):
            index = self.name()
            self.expect(")")
        if self.take(":"):
            kind = self.type()
        self.expect("=")
        value = self.value()
        return (name, index, kind, value, self.take("secret"))

    def spoken(self):
        word = self.name()
        self.string()
        return word

    def members(self):
        """What a set is, or a part of one."""
        if self.is_at("{"):
            self.at += 1
            return ("words", self.some(self.spoken, "}"))
        if self.is_at("first") and not self.is_at("+", 1):
            self.at += 1
            count = self.sum()
            self.expect("of")
            self.expect("{")
            return ("part", ("number", 1), count, self.some(self.spoken, "}"))
        low = self.product()
        if self.take(".."):
            high = self.sum()
            if self.take("of"):
                self.expect("{")
                return ("part", low, high, self.some(self.spoken, "}"))
            return ("range", low, high)
        return low

    def joined(self):
        found = [self.members()]
        while self.take("+"):
            found.append(self.members())
        return found

    def pack(self):
        name = self.name()
        self.expect("=")
        sets, sign = [self.name()], None
        while self.is_at("*") or self.is_at("+"):
            sign = self.peek()[1]
            self.at += 1
            sets.append(self.name())
        copies = None
        if self.take("x"):
            if self.take("{"):
                copies = ("set", self.some(self.sum, "}"))
            else:
                copies = self.value()
        found = ("pack", name, sign, sets, copies, self.take("short"))
        self.string()
        return found

    def statement(self):
        word = self.name()
        if word not in STATEMENTS:
            raise Unread(f"what is {word!r}?")
        return getattr(self, "read_" + word)()

    def read_game(self):
        name = self.name()
        self.string()
        return ("game", name)

    def read_param(self):
        return ("param", self.some(self.param))

    def read_preset(self):
        found = ("preset", self.name(), self.string())
        self.string()
        return found

    def read_require(self):
        found = ("require", self.formula())
        self.string()
        return found

    def read_team(self):
        return ("team",)

    def read_set(self):
        name = self.name()
        self.expect("=")
        return ("set", name, self.joined())

    def read_pack(self):
        return self.pack()

    def read_include(self):
        return ("include", self.name())

    def read_place(self):
        name, index = self.name(), None
        if self.take("("):
            index = self.sum()
            self.expect(")")
        found = ("place", name, index, None, self.audience())
        self.said()
        return found

    def read_row(self):
        name = self.name()
        self.expect("(")
        index = self.sum()
        self.expect(")")
        self.expect(":")
        found = ("place", name, index, self.sum(), self.audience())
        self.said()
        return found

    def read_vars(self):
        return ("vars", self.some(self.var))

    def read_let(self):
        name, given = self.name(), []
        if self.take("("):
            given = self.some(self.argument, ")")
        self.expect("=")
        found = ("let", name, given, self.value())
        self.said()
        return found

    def read_nature(self):
        name, given, by, told = self.name(), [], None, []
        if self.take("("):
            given = self.some(self.argument, ")")
        if self.take("by"):
            by = self.value()
        if self.take("tells"):
            told = self.some(self.outcome)
        self.said()
        return ("nature", name, given, by, told)

    def read_phase(self):
        name = self.name()
        self.expect(":")
        return ("phase", name, self.some(self.name))

    def read_verb(self):
        name, given, test, told = self.name(), [], None, []
        if self.take("("):
            given = self.some(self.argument, ")")
        if self.take("if"):
            test = self.formula()
        if self.take("tells"):
            told = self.some(self.outcome)
        found = ("verb", name, given, test, told, self.effects())
        self.said()
        return found

    def read_start(self):
        return ("start", self.effects())

    def read_def(self):
        name, given = self.name(), []
        if self.take("("):
            given = self.some(self.name, ")")
        return ("def", name, given, self.effects())

    def read_score(self):
        self.expect("(")
        var = self.name()
        self.expect(")")
        self.expect("=")
        return ("score", var, self.value())

    def read_wins(self):
        return ("wins",) + self.read_score()[1:]

    def read_best(self):
        self.expect("=")
        return ("best", self.value())

    read_worst = read_best

    def said(self):
        if self.string() is not None:
            self.read_sheet()

    def read_stock(self):
        self.said()
        return ("words",)

    def read_position(self):
        self.name()
        while self.take(","):
            self.name()
        return ("words",)

    def read_sheet(self):
        while self.peek(1)[0] == "string":
            self.at += 1
            while self.string() is not None:
                pass
        return ("words",)

    # -- effects

    def effects(self):
        self.expect("{")
        found = []
        while not self.take("}"):
            if not self.take(","):
                found.append(self.effect())
        return found

    def place(self):
        name = self.name()
        return (name, self.some(self.sum, ")") if self.take("(") else [])

    def effect(self):
        word = self.name()
        read = getattr(self, "effect_" + word, None)
        if read is not None and not self.is_at(":="):
            return read()
        given = self.some(self.value, ")") if self.take("(") else []
        if self.take(":="):
            return ("assign", word, given, self.value())
        return ("block", word, given)

    def effect_draw(self):
        name = self.name()
        self.expect("to")
        place, source = self.place(), None
        if self.take("from"):
            source = self.simple()
        return ("draw", name, place, source, self.value() if self.take("by") else None)

    def effect_reveal(self):
        name = self.name()
        given = self.some(self.value, ")") if self.take("(") else []
        by = self.value() if self.take("by") else None
        return ("reveal", name, given, by, self.name() if self.take("as") else None)

    def effect_move(self):
        count, card = None, self.sum()
        if self.take("of"):
            count, card = card, self.sum()
        self.expect("from")
        source = self.place()
        self.expect("to")
        return ("move", count, card, source, self.place())

    def effect_swap(self):
        first = self.place()
        self.expect(",")
        return ("swap", first, self.place())

    def effect_close(self):
        return ("close", self.place())

    def effect_shuffle(self):
        return ("shuffle",)

    def effect_if(self):
        test = self.formula()
        yes, no = self.effects(), []
        if self.take("else"):
            no = [self.effect_if()] if self.take("if") else self.effects()
        return ("branch", test, yes, no)

    def effect_for(self):
        var = self.name()
        self.expect("in")
        domain = self.domain()
        return ("for", var, domain, self.effects())

    def effect_then(self):
        phase = self.name()
        if phase == "over":
            self.string()
        return ("then", phase, self.value() if self.take("by") else None)


def read(text):
    """All statements of a text, those of its parts among them."""
    reader, found = Reader(text), []
    while reader.peek()[0] != "end":
        statement = reader.statement()
        found += read(part_of(statement[1])) if statement[0] == "include" else [statement]
    return found


def read_formula(text):
    reader = Reader(text)
    found = reader.formula()
    if reader.peek()[0] != "end":
        raise Unread(f"more after {text!r}")
    return found
