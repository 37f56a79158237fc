"""Prints requests to the door, one a line, for two libraries to answer."""
import json
import pathlib


def say(do, **members):
    print(json.dumps({"do": do, **members}))


for file in sorted(pathlib.Path("examples/logic").glob("*.dx")):
    text = file.read_text()
    if "include" in text:
        continue
    say("check", text=text, file=file.name)
    # Its places come from springs, where the last digit of a sine decides.
    if file.name == "russian-cards.dx":
        continue
    for form in ["svg", "dot", "tikz"]:
        say("draw", text=text, format=form)
FORMULAS = ["K[a] p -> p", "K[a] p -> K[a] K[a] p", "p -> K[a] p",
            "C[a,b] p -> E[a,b] C[a,b] p", "K[a] (p | q) -> (K[a] p | K[a] q)",
            "~K[a] p -> K[a] ~K[a] p"]
for logic in ["K", "T", "S4", "S5", "KD45", "KB"]:
    for formula in FORMULAS:
        say("valid", formula=formula, logic=logic)
GAMES = {"hanabi": (2, "partner"), "gofish": (3, "random"),
         "kemps": (4, "greedy"), "clue": (3, "detective"),
         "saboteur": (3, "random"), "yokai": (2, "natural")}
ASKED = {"hanabi": "K[1] playable(1,1)", "gofish": "K[1] has(2,7)",
         "kemps": "K[2] in_hand(1,6h)", "clue": "K[1] holds(2,rope)"}
record = 0
for game, (seats, agent) in GAMES.items():
    for seed in [1, 2]:
        record += 1
        handle = f"r-{record}"
        say("games", game=game)
        say("rules", game=game)
        say("match", game=game, seats=",".join([agent] * seats), seed=seed)
        say("replay", record=handle, limit=20)
        for turn in range(0, 12):
            for seat in range(1, seats + 1):
                say("replay", record=handle, turn=turn, limit=1, seat=seat)
            say("lens", record=handle, turn=turn, seat=1 + turn % seats)
            say("changed", record=handle, turn=turn)
            if game in ASKED:
                say("ask", record=handle, turn=turn, seat=1,
                    formula=ASKED[game])
