"""Every example in docs/api.md fits the schema of the door."""

import json
import os
import re
import unittest

import doxa
from test_doxa import ROOT, fits, read

PLACES = {"ID": '"r-1"', "TABLE": "{}", "MODEL": "{}", "N": "1", "S": "1",
          "n": "1"}
ROUTES = {"dx": "check"}
OTHERS = {"tables", "records", "lessons", "examples"}  # the server's own


def objects(text):
    """The objects of a text, from brace to brace, with where they begin."""
    depth, start, quoted, i = 0, 0, False, 0
    while i < len(text):
        c = text[i]
        if quoted:
            i += c == "\\"
            quoted = c != '"'
        elif c == '"' and depth:
            quoted = True
        elif c in "{[" and (depth or c == "{"):
            start = start if depth else i
            depth += 1
        elif c in "}]" and depth:
            depth -= 1
            if depth == 0:
                yield start, text[start:i + 1]
        i += 1


def whole(text):
    """An example as JSON: without what `..` stands for."""
    out = ""
    for part in re.findall(r'"(?:[^"\\]|\\.)*"|\.\.(?:as [^]}]*\.\.)?|\w+|\s+|.',
                           text):
        if part.startswith("..") and not part.startswith('"'):
            out = out.rstrip().rstrip(",")
        elif part == "," and out.rstrip()[-1:] in "[{":
            continue
        else:
            out += PLACES.get(part, part)
    return json.loads(re.sub(r",\s*([]}])", r"\1", out))


def relaxed(shape):
    """A shape of which something may be left out."""
    if isinstance(shape, dict):
        return {k: relaxed(v) for k, v in shape.items() if k != "required"}
    if isinstance(shape, list):
        return [relaxed(one) for one in shape]
    return shape


class Api(unittest.TestCase):
    def setUp(self):
        self.schema = doxa.schema()
        self.loose = relaxed(self.schema)
        self.seen = {}

    def look(self, name, text, is_request):
        name = ROUTES.get(name, name)
        if name in OTHERS:
            return
        value = whole(text)
        bare = re.sub(r'"[^"]*"', "", text)
        schema = self.loose if is_request or re.search(r"\.\.|MODEL", bare) \
            else self.schema
        if name == "games":
            value.pop("programs", None)  # the server adds them
        if is_request:
            shape = next(r for r in schema["oneOf"] if r["title"] == name)
            value.pop("table", None)
        elif set(value) == {"error"}:
            shape = schema["$defs"]["FAILURE"]
        else:
            shape = schema["replies"].get(name) or schema["$defs"][name]
        self.assertIsNone(fits(schema, shape, value), f"{name}: {text}")
        self.seen[name] = self.seen.get(name, 0) + 1

    def test_every_example_fits_its_schema(self):
        page = read(os.path.join(ROOT, "docs", "api.md"))
        page = page[:page.index("## WebSocket")]
        for how, row, cell in re.findall(
                r"^\| `(GET|POST) /api/(\w+)[^|]*\|(.*)", page, re.M):
            for start, text in objects(cell):
                if text.startswith('{"'):
                    self.look(row, text, how == "POST" and start < 4)
        name = "ERROR"
        for block in re.findall(r"(?:^    .*\n)+", page, re.M):
            name = "games" if '"games":' in block else name
            for start, text in objects(block):
                before = block[:start]
                route = re.findall(r"(?:GET|POST) /api/(\w+)(/ID/\w+)?",
                                   before)
                if route:
                    name = route[-1][0] if not route[-1][1] \
                        else route[-1][1].split("/")[-1]
                if before.rstrip().endswith("="):
                    name = before.split()[-2]
                if name == "TABLE" and '"token"' not in text:
                    continue  # a table of the server
                line = before[before.rfind("\n") + 1:]
                self.look(name, text, "POST" in line)
        for name in ["ask", "lens", "games", "valid", "check", "MODEL", "why",
                     "changed", "values", "model", "suspicion", "replay",
                     "words", "rules", "line", "draw", "complete"]:
            self.assertIn(name, self.seen)


if __name__ == "__main__":
    unittest.main()
