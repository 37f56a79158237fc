"""What needs the package index: others' own checks, run for real.

Run by `make test-python` in an environment that has numpy, PettingZoo,
Gymnasium, nbclient, twine and auditwheel.
"""

import glob
import os
import subprocess
import sys
import unittest
import warnings

import doxa

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
GAMES = ["hanabi(players=2)", "hanabi(players=5)", "gofish", "clue", "kemps",
         "saboteur"]


class PettingZoo(unittest.TestCase):
    def test_api_and_seeds(self):
        from pettingzoo.test import api_test, seed_test
        warnings.simplefilter("ignore")
        for game in GAMES:
            api_test(doxa.env.aec(game), num_cycles=200)
            seed_test(lambda: doxa.env.aec(game), num_cycles=50)

    def test_spaces_contain_what_is_observed(self):
        env = doxa.env.aec("hanabi(players=2)")
        env.reset(seed=1)
        for agent in env.agent_iter(max_iter=50):
            seen, _, over, cut, _ = env.last()
            self.assertIn(seen, env.observation_space(agent))
            env.step(None if over or cut else
                     int(seen["action_mask"].argmax()))


class Numpy(unittest.TestCase):
    def test_rows_are_arrays_of_the_same_memory(self):
        import numpy
        vec = doxa.env.Vec("hanabi(players=2)", 8)
        seats, rows, masks = vec.look()
        self.assertEqual(rows.shape, (8, vec.width))
        before = rows.copy()
        vec.step(masks.argmax(1))
        vec.look()
        self.assertFalse(numpy.array_equal(before, rows))


class Notebook(unittest.TestCase):
    def test_the_tutorial_runs_and_draws(self):
        import nbclient
        import nbformat
        book = nbformat.read(os.path.join(ROOT, "examples", "python",
                                          "tutorial.ipynb"), 4)
        nbclient.NotebookClient(book, timeout=120).execute()
        shown = [o.get("data", {}) for c in book.cells
                 if c.cell_type == "code" for o in c.outputs]
        self.assertGreaterEqual(sum("image/svg+xml" in d for d in shown), 2)
        self.assertTrue(any("7" == d.get("text/plain") for d in shown))


class Wheel(unittest.TestCase):
    def test_others_find_nothing_wrong_with_it(self):
        wheel, = glob.glob(os.path.join(os.environ["DOXA_WHEEL"], "*.whl"))
        for tool in (["twine", "check", "--strict"], ["auditwheel", "show"]):
            told = subprocess.run([sys.executable, "-m", *tool, wheel],
                                  capture_output=True, text=True)
            self.assertEqual(told.returncode, 0, told.stdout + told.stderr)


if __name__ == "__main__":
    unittest.main()
