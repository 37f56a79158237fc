"""Does the second judge notice when a game is not what its file says?

usage: mutate.py PROGRAM COUNT SEED FILE..   (DOXA_LIBRARY and PYTHONPATH are set)

COUNT changes of each FILE are tried: the program reads the changed file, the judge
the file as it was.  A change that the program refuses to read is not counted.
"""

import pathlib
import random
import sys
import tempfile

import compare
import dg

SIGNS = {"=": "!=", "!=": "=", "<": "<=", "<=": "<", ">": ">=", ">=": ">"}
AUDIENCES = {"place": ["all", "nobody", "owner", "others"],
             "event": ["all", "who", "others", "nobody"]}


class Marks(dg.Reader):
    """Reads a text, and notes what could be changed in it: from which token to which,
    what stands there instead, and what kind of change it is."""

    def __init__(self, text):
        super().__init__(text)
        self.found, self.kind, self.skips = [], None, True
        self.spans = [m.span() for m in dg.TOKEN.finditer(text) if m.lastgroup != "skip"]

    def mark(self, kind, first, last, text):
        if not self.skips:
            self.found.append((kind, first, last, text))

    def statement(self):
        word = self.peek()[1]
        self.kind = "place" if word in ("place", "row") else "event"
        self.skips = word in ("game", "param", "preset", "require", "set", "pack",
                              "stock", "sheet", "position", "best",
                              "worst")
        return super().statement()

    def audience(self):
        at = self.at
        found = super().audience()
        if self.at > at:
            for other in AUDIENCES[self.kind]:
                if other != found:
                    self.mark("audience", at, self.at, f"seen by {other}")
        return found

    def outcome(self):
        found = super().outcome()
        if found["seen"] == "all":
            self.mark("audience", self.at, self.at, " seen by who ")
            self.mark("audience", self.at, self.at, " seen by nobody ")
        return found

    def argument(self):
        found = super().argument()
        if found["seen"] == "all" and self.kind == "event":
            self.mark("audience", self.at, self.at, " seen by who ")
        return found

    def comparison(self):
        start = self.at
        found = super().comparison()
        if found[0] == "compare":
            depth = 0
            for at in range(start, self.at):
                text = self.tokens[at][1]
                depth += (text in "([{") - (text in ")]}") if len(text) == 1 else 0
                if depth == 0 and text == found[1]:
                    self.mark("comparison", at, at + 1, SIGNS[text])
        return found

    def conjunction(self):
        return self.joined_by("&", "|", super().conjunction)

    def disjunction(self):
        return self.joined_by("|", "&", super().disjunction)

    def joined_by(self, sign, other, read):
        start = self.at
        found = read()
        depth = 0
        for at in range(start, self.at):
            text = self.tokens[at][1]
            depth += (text in "([{") - (text in ")]}") if len(text) == 1 else 0
            if depth == 0 and text == sign and self.tokens[at][0] == "sign":
                self.mark("connective", at, at + 1, other)
        return found

    def simple(self):
        at = self.at
        found = super().simple()
        if found[0] == "number":
            self.mark("number", at, self.at, str(found[1] + 1))
        if found in (("name", "yes"), ("name", "no")):
            self.mark("number", at, self.at, "no" if found[1] == "yes" else "yes")
        if found[0] == "call" and found[1] == "left":
            self.mark("number", at, at + 1, "seat")
        return found

    def read_verb(self):
        """As in Reader, but the precondition is marked."""
        start = self.at
        found = super().read_verb()
        if found[3] is not None:
            at = self.first("if", start)
            self.mark("precondition", at, self.until(at, ("tells", "{")), "")
        return found

    def first(self, text, at):
        while self.tokens[at][1] != text:
            at += 1
        return at

    def until(self, at, ends):
        depth = 0
        while depth > 0 or self.tokens[at][1] not in ends:
            text = self.tokens[at][1]
            if text == "in" and self.tokens[at + 1][1] == "{":
                at = self.first("}", at)
            depth += text == "("
            depth -= text == ")"
            at += 1
        return at

    def effect(self):
        start = self.at
        found = super().effect()
        if found[0] in ("assign", "move", "reveal", "draw", "swap", "close", "block"):
            self.mark("effect", start, self.at, "")
        if found[0] == "branch":
            at = start + 1
            self.mark("branch", at, self.until(at, ("{",)), None)
        return found

    def place(self):
        start = self.at
        found = super().place()
        self.mark("place", start, start + 1, None)
        return found


def changes_of(text):
    """All changes that can be made: their kind, and the text with each."""
    reader = Marks(text)
    while reader.peek()[0] != "end":
        reader.statement()
    places = [s[1] for s in dg.read(text) if s[0] == "place"]
    for kind, first, last, other in dict.fromkeys(reader.found):
        start = reader.spans[first][0]
        end = reader.spans[last - 1][1] if last > first else start
        if last == first:
            start = end = reader.spans[first - 1][1]
        old = text[start:end]
        others = [other]
        if kind == "place":
            others = [p for p in places if p != old]
        elif kind == "branch":
            others = [f"~({old})"]
        for new in others:
            yield kind, old, new, text[:start] + new + text[end:], text.count("\n", 0, start) + 1


def judge_change(program, file, folder, changed):
    """None if the program refuses it, else what was different; '' if nothing was."""
    path = folder / "changed.dg"
    path.write_text(changed)
    try:
        for games, questions, large, seed in [(2, 24, 1, 1), (8, 64, 2, 20), (20, 64, 4, 50)]:
            compare.compare(str(path), program, games, questions, large, seed,
                            compare.Asked(), original=file)
    except compare.Different as fault:
        return None if f"{path}:" in str(fault) else str(fault)
    return ""


def main():
    program, count, seed = compare.Program(sys.argv[1]), *map(int, sys.argv[2:4])
    kinds, survivors = {}, []
    with tempfile.TemporaryDirectory() as name:
        for file in sys.argv[4:]:
            every = list(changes_of(pathlib.Path(file).read_text()))
            random.Random(f"{seed} {file}").shuffle(every)
            tried = 0
            for kind, old, new, changed, line in every:
                said = judge_change(program, file, pathlib.Path(name), changed)
                counts = kinds.setdefault(kind, {"noticed": 0, "survived": 0, "refused": 0})
                what = "refused" if said is None else "noticed" if said else "survived"
                counts[what] += 1
                tried += said is not None
                if said == "":
                    survivors.append(f"{file}:{line}: {kind}: {old!r} -> {new!r}")
                    print(survivors[-1], flush=True)
                if tried == count:
                    break
    noticed = sum(c["noticed"] for c in kinds.values())
    survived = sum(c["survived"] for c in kinds.values())
    for kind, counts in sorted(kinds.items()):
        print(f"{kind}: " + ", ".join(f"{n} {what}" for what, n in counts.items()))
    print(f"{noticed} of {noticed + survived} noticed")


if __name__ == "__main__":
    main()
