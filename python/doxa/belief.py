"""Belief bases, and plans with knowledge."""

from ._library import Error, session
from .logic import Answer

__all__ = ["Base", "beliefs", "plan"]


def beliefs(text):
    """Answers the questions of a belief base (.dxb).

    >>> beliefs("believes p, p -> q\\nask implicit[m] q")[0].answer
    True
    """
    reply = session().do("belief", text=text)
    if reply["errors"]:
        raise Error(reply["errors"][0], text)
    return [Answer(q) for q in reply["queries"]]


class Base:
    """What somebody believes, as formulas; a text and nothing else.

    >>> b = Base("p", "p -> q")
    >>> b.ask("implicit[m] q").answer, b.revise("~q").ask("implicit[m] p").answer
    (True, False)
    """

    def __init__(self, *formulas, changes=()):
        self.formulas = formulas
        self.changes = tuple(changes)
        self._text = f"believes {', '.join(formulas)}" if formulas else ""
        if formulas:  # what makes no sense is said here, and not at a question
            beliefs(self._text)

    def __repr__(self):
        return f"Base({', '.join(map(repr, self.formulas + self.changes))})"

    def ask(self, formula):
        """Is it true of the base?  `because` has the beliefs it follows from."""
        after = f"after {'; '.join(self.changes)}: " if self.changes else ""
        return beliefs(f"{self._text}\n{after}ask {formula}\n")[0]

    def expand(self, formula):
        return Base(*self.formulas, changes=self.changes + (f"+{formula}",))

    def revise(self, formula):
        return Base(*self.formulas, changes=self.changes + (f"*{formula}",))


def plan(*texts, serial=False, greedy=False, limit=None):
    """A shortest plan of an EPDDL task, in one text or several."""
    return Answer(session().do("plan", texts=list(texts), serial=serial,
                               greedy=greedy, limit=limit))
