"""doxa: games of knowledge, and who knows what in them.

    import doxa
    doxa.valid("K[a] p -> p")                     # in every model of a logic
    m = doxa.Model("agents a, b\\nvars p: bool\\nsees a: p\\nactual p")
    m.update("!p").holds("C[a,b] p")              # after an announcement
    r = doxa.Game("hanabi").match("info", "info", seed=7)
    r.ask("playable(1,1)", seat=1, turn=4)        # what can seat 1 know?
    r.lens(seat=1)

The library behind it is libdoxa; `doxa.Session` answers any of its requests.
"""

from ._library import VERSION as __version__
from ._library import Error, Session, library, session
from . import env
from .belief import Base, beliefs, plan
from .games import (Agent, Game, Lens, Match, Record, View, games,
                    tournament)
from .logic import Answer, Check, Model, Validity, check, valid

__all__ = ["Agent", "Answer", "Base", "Check", "Error", "Game", "Lens",
           "Match", "Model", "Record", "Session", "Validity", "View",
           "beliefs", "check", "env", "games", "plan", "schema", "session",
           "tournament", "valid"]


def schema():
    """All requests and replies, as JSON Schema."""
    import json
    return json.loads(library.dx_door_schema())


def load_ipython_extension(ipython):
    """`%load_ext doxa` makes %%doxa cells: the text is checked, its answers
    are shown, and the model is bound to the name behind %%doxa."""
    def cell(line, text):
        try:
            answers = check(text)
        except Error as error:
            print(error)
            return None
        if len(answers):
            from IPython.display import display
            display(answers)
        name = line.strip()
        if name:
            model = Model(text)
            ipython.push({name: model})
            return model
        return None
    ipython.register_magic_function(cell, "cell", "doxa")
