"""Models, formulas and what holds in every model of a logic."""

from ._library import Error, session

__all__ = ["Answer", "Check", "Model", "Validity", "check", "valid"]


class Answer(dict):
    """The answer to one question; its members are attributes too.

    It is true if the answer is yes (or as it was expected).
    """

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __bool__(self):
        if "fine" in self:
            return bool(self["fine"])
        return self.get("answer") in (True, "yes")


class Check(list):
    """The answers to the questions of a text, in their order."""

    def __init__(self, reply):
        super().__init__(Answer(q) for q in reply["queries"])
        self.agents = reply.get("agents", [])
        self.worlds = reply.get("worlds")
        self.notes = reply.get("notes", [])

    def __bool__(self):
        return all(self)

    @staticmethod
    def _said(q):
        if "error" in q:
            return q["error"]["text"]
        return str(q["answer"]) + ("" if q or "expected" not in q else
                                   f" (expected {q['expected']})")

    def _repr_html_(self):
        from html import escape
        rows = "".join(
            f"<tr><td>{'✓' if q else '✗'}</td><td>{escape(self._said(q))}"
            f"</td><td>{escape(q['kind'])}</td>"
            f"<td><code>{escape(q['question'])}</code></td></tr>" for q in self)
        return f"<table>{rows}</table>"


def check(text, file=None, **limits):
    """Answers the questions of a text in the .dx format.

    >>> bool(check("agents a\\nvars p: bool\\nsees a: p\\nactual p\\ntrue K[a] p"))
    True

    What is wrong with the text is raised as Error, with its place.  The answers
    are false where one is not as it was expected to be.
    """
    reply = session().do("check", text=text, file=file, **limits)
    if reply["errors"]:
        raise Error(reply["errors"][0], text)
    return Check(reply)


class Model:
    """A model in the .dx format, and the updates that happened to it.

    It is a text and nothing else, so it can be kept, compared and sent around.
    In a notebook it draws itself.

    >>> m = Model("agents a, b\\nvars p: bool\\nsees a: p\\nactual p")
    >>> m.holds("K[a] p"), m.holds("K[b] p"), m.update("!p").holds("K[b] p")
    (True, False, True)
    """

    def __init__(self, text, updates=()):
        self.text = text
        self.updates = tuple(updates)
        self._ask("count true")

    def _before(self):
        return f"after {'; '.join(self.updates)}: " if self.updates else ""

    def _asking(self, question):
        return f"{self.text}\n{self._before()}{question}\n"

    def _ask(self, question):
        own = session()
        text = self._before() + question
        reply = own.do("check", model=own.keep(self.text), text=text,
                       states=1000000)
        for error in reply["errors"]:
            raise Error(error, text)
        answer = Answer(reply["queries"][-1])
        if "error" in answer:
            raise Error(answer["error"], text)
        return answer

    def holds(self, formula):
        """Is it true at the actual world?"""
        return self._ask(f"true {formula}").answer

    def valid(self, formula):
        """Is it true at every world?"""
        return self._ask(f"valid {formula}").answer

    def where(self, formula):
        """The worlds where it is true, as lists of what is true there."""
        return self._ask(f"where {formula}").states

    def count(self, formula="true"):
        """At how many worlds it is true."""
        return int(self._ask(f"count {formula}").answer)

    def value(self, term):
        """The value of a term, as a Fraction."""
        from fractions import Fraction
        return Fraction(self._ask(f"value {term}").answer)

    def why(self, formula):
        """The answer with its counterexample or witness."""
        return self._ask(f"valid {formula}")

    def update(self, *updates):
        """The model after more updates: "!p", "a,b !p", "M,e"; a new one."""
        return Model(self.text, self.updates + updates)

    @property
    def model(self):
        """Worlds and cells, if there are few."""
        reply = session().do("check", text=self._asking("count true"),
                             after=len(self.updates))
        return reply.get("model")

    def draw(self, format="svg"):
        """A picture, as svg, dot, tikz or json."""
        return session().do("draw", text=self._asking("count true"),
                            after=len(self.updates), format=format)["data"]

    def _repr_svg_(self):
        return self.draw()

    def __eq__(self, other):
        return isinstance(other, Model) and (self.text, self.updates) == (
            other.text, other.updates)

    def __hash__(self):
        return hash((self.text, self.updates))

    def __repr__(self):
        return f"<Model of {self.count()} worlds>"


class Validity(Answer):
    """Whether a formula is valid; true if it is (or is satisfiable, if that was
    the question)."""

    def __bool__(self):
        if self["answer"] is None:
            raise Error({"code": "limit", "text": self.get("reason", "")})
        return self["answer"]


def valid(formula, logic="S5", given=(), satisfiable=False, **limits):
    """Is it true in every model of a logic?  Otherwise `model` is one where it
    is not.

    >>> bool(valid("K[a] p -> p")), bool(valid("K[a] p -> p", logic="K"))
    (True, False)
    """
    return Validity(session().do("valid", formula=formula, logic=logic,
                                 given=list(given) or None,
                                 satisfiable=satisfiable, **limits))
