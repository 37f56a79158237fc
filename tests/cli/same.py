"""The same requests over the command line, HTTP, Python and, with a folder of
`make wasm`, the browser's library: the same bytes from each.

usage: same.py PROGRAM COUNT [WASM]   (DOXA_LIBRARY and PYTHONPATH are set)

COUNT of the requests are taken, evenly over all kinds.  The games are small: the
command line has no limit of steps, and the others have.
"""

import atexit
import http.client
import json
import pathlib
import re
import subprocess
import sys
import tempfile

from doxa._library import Session

PROGRAM, COUNT = sys.argv[1], int(sys.argv[2])
WASM = sys.argv[3] if len(sys.argv) > 3 else None
LOGICS = ["K", "T", "S4", "S5", "KD45", "KB", "KDI4"]
FORMULAS = [
    "K[a] p -> p", "K[a] p -> K[a] K[a] p", "p -> K[a] p", "p | ~p",
    "C[a,b] p -> E[a,b] C[a,b] p", "K[a] (p | q) -> (K[a] p | K[a] q)",
    "~K[a] p -> K[a] ~K[a] p", "K[a", "D[a,b] p -> K[a] p", "p <-> K[b] p"]
GAMES = {"hanabi(players=3,colours=3,ranks=3,hand=3)": "info", "gofish(small,players=2)": "random",
         "kemps(tiny,players=3)": "greedy", "clue(small,players=3)": "detective",
         "saboteur(players=3)": "random", "yokai(nine,players=2)": "natural"}
ASKED = {"hanabi": ["playable(1,1)", "K[2] playable(2,1)", "score",
                    "P[1](holds(1,1,r1))", "K[1", "K[1] K[2] playable(1,1)"],
         "gofish": ["K[1] has(2,7)", "has(2,3)", "K[2] has(1,4)", "nothing"],
         "kemps": ["K[2] in_hand(1,2h)", "in_hand(2,2d)"],
         "clue": ["K[1] holds(2,rope)", "holds(3,hall)"],
         "saboteur": ["saboteur(2)", "K[1] saboteur(3)"],
         "yokai": ["K[1] colour(c1,r)"]}


class Case:
    """A request with its forms: of the command line and of HTTP."""

    def __init__(self, do, members, line, path=None, record=None):
        self.do, self.members, self.line = do, members, line
        self.path, self.record = path, record

    def __str__(self):
        return f"{self.do} {json.dumps(self.members)[:200]} {self.record or ''}"


def logic_cases():
    for logic in LOGICS:
        for formula in FORMULAS:
            yield Case("valid", {"formula": formula, "logic": logic},
                       ["valid", "--json", "--logic", logic, formula])
    for file in sorted(pathlib.Path("examples/logic").glob("*.dx")):
        text = file.read_text()
        if "include" in text or file.stem == "hundred-hats":
            continue
        yield Case("check", {"text": text, "file": str(file)},
                   ["check", "--json", str(file)], "dx")
        for form in ["svg", "dot", "tikz", "json"]:
            yield Case("draw", {"text": text, "format": form},
                       ["draw", "--format", form, str(file)])
    for file in sorted(pathlib.Path("examples/belief").glob("*.dxb")):
        yield Case("belief", {"text": file.read_text(), "file": str(file)},
                   ["sat", "--json", str(file)])


def wrong_cases(folder):
    """Which `logic_cases` have too, but of whole files and games."""
    for file, text in [("wrong.dx", "agents a\nvars p: bool\nsees a 2"),
                       ("wrong.dxb", "believe p\nask implicit[m p")]:
        file = folder / file
        file.write_text(text)
        do, command = ("check", "check") if file.suffix == ".dx" else (
            "belief", "sat")
        yield Case(do, {"text": text, "file": str(file)},
                   [command, "--json", str(file)], {"check": "dx"}.get(do, do))
    for game in ["hanabi(player=3)", "hanaby(players=3)"]:
        yield Case("rules", {"game": game}, ["rules", "--json", game],
                   "rules/" + game[:-1].replace("(", "?"))


def game_cases(folder, session):
    for game, agent in GAMES.items():
        name = game.split("(")[0]
        yield Case("rules", {"game": game}, ["rules", "--json", game],
                   f"rules/{name}?{game[len(name) + 1:-1].replace(',', '&')}")
        players = int(re.search(r"players=(\d)", game)[1])
        ask = {"do": "match", "game": game, "seats": ",".join(
            [agent] * players), "seed": 7}
        match = json.loads(session.answer(json.dumps(ask).encode()))["ok"]
        handle = match["record"]
        lines = json.loads(session.answer(json.dumps(
            {"do": "export", "record": handle, "format": "record"}).encode()))
        file = folder / f"{name}.jsonl"
        file.write_text(lines["ok"]["data"])
        for turn in range(1, 1 + min(match["turns"], 10)):
            seat = 1 + turn % players
            at = {"turn": turn, "seat": seat, "you": seat}
            here = ["--turn", str(turn), "--seat", str(seat)]
            if name not in ("saboteur", "yokai"):  # worlds not counted
                yield Case("lens", {**at, "worlds": 1 + turn % 3},
                           ["lens", "--json", *here, "--worlds", str(1 + turn % 3),
                            str(file)], "lens", name)
                yield Case("lens", {**at, "path": [1 + seat % players]},
                           ["lens", "--json", *here, "--path",
                            str(1 + seat % players), str(file)], "lens", name)
            for formula in ASKED[name]:
                yield Case("ask", {**at, "formula": formula},
                           ["ask", "--json", *here, str(file), formula],
                           "ask", name)
                yield Case("ask", {"turn": turn, "formula": formula},
                           ["ask", "--json", "--turn", str(turn), str(file),
                            formula], "ask", name)
            yield Case("complete", {**at, "formula": "K[1] "},
                       ["ask", "--json", "--complete", *here, str(file),
                        "K[1] "], "complete", name)
        for seat in range(players + 1):
            eyes = {"seat": seat, "you": seat} if seat else {}
            yield Case("replay", eyes, ["replay", "--json", str(file)] +
                       (["--seat", str(seat)] if seat else []),
                       f"records/%s/replay" + (f"?seat={seat}&you={seat}"
                                               if seat else ""), name)


def payload(reply):
    """What is inside of a reply of the door."""
    told = json.loads(reply)
    if set(told.get("ok", {})) == {"type", "data"}:
        return told["ok"]["data"].rstrip("\n")
    if "error" in told:
        return reply
    return reply[len('{"ok":'):-1]


class Http:
    def __init__(self, folder):
        self.child = subprocess.Popen(
            [PROGRAM, "serve", "--port", "0", "--memory", "--exempt",
             "127.0.0.1"], stdout=subprocess.PIPE, text=True)
        address = re.search(r"http://([^/\s]+)", self.child.stdout.readline())
        self.link = http.client.HTTPConnection(address[1], timeout=600)
        self.ids = {}
        for game in GAMES:
            name = game.split("(")[0]
            said = self.send("POST", "records",
                             (folder / f"{name}.jsonl").read_text())
            if "id" not in said:
                self.end()
                sys.exit(f"{name}: {said}")
            self.ids[name] = json.loads(said)["id"]

    def send(self, method, path, body=None):
        self.link.request(method, f"/api/{path}", body,
                          {"Content-Type": "text/plain"} if body else {})
        return self.link.getresponse().read().decode()

    def answer(self, case):
        path = case.path or case.do
        if "/" in path:
            return self.send("GET", path % self.ids[case.record]
                             if "%s" in path else path)
        members = dict(case.members)
        if case.record:
            members["record"] = self.ids[case.record]
        return self.send("POST", path, json.dumps(members)).rstrip("\n")

    def end(self):
        self.child.terminate()
        self.child.wait()


def by_browser(requests):
    said = subprocess.run(
        ["node", "tests/long/wasm.mjs", WASM], input="\n".join(requests) + "\n",
        stdout=subprocess.PIPE, text=True, check=True).stdout
    return said.rstrip("\n").split("\n")


def main():
    session, wrong = Session(), []
    with tempfile.TemporaryDirectory() as path:
        folder = pathlib.Path(path)
        cases = [*logic_cases(), *game_cases(folder, session)]
        cases = [c for i, c in enumerate(cases)
                 if i * COUNT // len(cases) != (i - 1) * COUNT // len(cases)]
        cases += wrong_cases(folder)
        web = Http(folder)
        sent, replies, handles = [], [], {}

        def say(request):
            sent.append(json.dumps(request))
            replies.append(session.answer(sent[-1].encode()).decode())
            return replies[-1]

        atexit.register(web.end)
        session = Session()  # its handles are as the browser's will be
        for name in web.ids:
            handles[name] = json.loads(say({"do": "open", "text": (
                folder / f"{name}.jsonl").read_text()}))["ok"]["record"]
        for case in cases:
            members = dict(case.members)
            if case.record:
                members["record"] = handles[case.record]
            told = payload(say({"do": case.do, **members}))
            line = subprocess.run([PROGRAM, *case.line], capture_output=True,
                                  text=True).stdout.rstrip("\n")
            for who, other in [("command line", line),
                               ("HTTP", web.answer(case))]:
                if case.do == "draw" and told.startswith('{"error"'):
                    continue  # the command's output is a picture
                if other != told:
                    wrong.append((who, str(case), told, other))
        if WASM:
            for ours, theirs, line in zip(replies, by_browser(sent), sent):
                if ours.replace("\n", " ") != theirs:
                    wrong.append(("browser", line[:200], ours, theirs))
    for who, case, told, other in wrong[:20]:
        at = next((i for i, (a, b) in enumerate(zip(told, other)) if a != b),
                  min(len(told), len(other)))
        print(f"{who}: {case}\n  Python: {told[max(0, at - 60):at + 80]}\n"
              f"  {who}: {other[max(0, at - 60):at + 80]}")
    print(f"{len(cases)} requests, {len(wrong)} different")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
