"""Small faults put into a room, a test run each: `python -m tools.mutants musbot/game --sample 150 --seed 1`.

Copies of the working tree are changed, never itself. `--at musbot/game/order.py:31` tries every mutant of
that line alone, `--tests` takes other tests. Ends with 1 where fewer die than `--at-least` (90 of 100). What
was found out is kept in .mutants as long as nothing of the tree changes: a run that was broken off goes on.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from random import Random

from tools.mutants.kept import Notebook
from tools.mutants.spots import Mutant, mutants
from tools.mutants.trial import Baseline, Fate, baseline, copied, tried

ROOT = Path(__file__).parents[2]
TESTS = {"musbot/game": ("game/test_*", "test_acta*", "test_partidas*", "test_vistas*", "test_verify*")}
"""Which tests are run for a room; for any other all those right under tests/."""
LEFT_OUT = re.compile(r"test_(machine|perft|properties|scorekeeper|stones|types|mutants)\.py")
"""Those that try all there is: they find much and mean little (`make coverage`). And those of this tool."""


def main(arguments: Sequence[str]) -> int:
    """Returns 0 if enough of the mutants died, 1 if not."""
    asked = _asked(arguments)
    every = _every(asked)
    sample = every if asked.at else Random(asked.seed).sample(every, min(asked.sample, len(every)))  # noqa: S311
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(asked.jobs) as pool:
        trees = [copied(ROOT, Path(folder) / f"tree{number}") for number in range(asked.jobs)]
        tests = _tests(asked)
        kept = Notebook.of(asked.kept, trees[0], asked.room, tests)
        known = kept.baseline() or kept.keep(_baseline(pool, trees, asked, tests))
        _say(f"{len(known.seconds)} tests take {sum(known.seconds.values()):.0f} s; {len(every)} mutants")
        free: SimpleQueue[Path] = SimpleQueue()
        for tree in trees:
            free.put(tree)

        def fate(mutant: Mutant) -> Fate:
            tree = free.get()
            try:
                return kept.fate(mutant) or kept.note(tried(tree, mutant, known))
            finally:
                free.put(tree)

        soonest = sorted(sample, key=lambda mutant: len(known.of(mutant)))
        fates = [_told(each) for each in pool.map(fate, soonest)]
    survived = [fate.mutant for fate in fates if not fate.by]
    died = 100 * (1 - len(survived) / len(fates))
    _say(f"of {len(fates)} mutants {len(survived)} survived; {died:.1f} % died")
    for mutant in survived:
        _say(str(mutant))
    return 0 if died >= asked.at_least else 1


def _asked(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__)
    parser.add_argument("room", help="a folder of the project, as musbot/game")
    parser.add_argument("--sample", type=int, default=150, help="how many mutants")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument(
        "--at", nargs="+", default=[], metavar="FILE[:LINE]", help="the mutants of these alone"
    )
    parser.add_argument("--tests", nargs="+", default=[], help="files and folders of tests")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time")
    parser.add_argument("--kept", type=Path, default=ROOT / ".mutants", help="where what was found out stays")
    parser.add_argument("--wait", type=float, default=1200, help="the seconds that all tests may take")
    parser.add_argument("--at-least", type=float, default=90, help="how many in a hundred must die")
    return parser.parse_args(arguments)


def _baseline(
    pool: ThreadPoolExecutor, trees: Sequence[Path], asked: argparse.Namespace, tests: Sequence[str]
) -> Baseline:
    """What the tests do without a fault, a part of them in each tree."""

    def part(number: int) -> Baseline:
        return baseline(trees[number], asked.room, tests[number :: len(trees)], asked.wait)

    return Baseline.joined([*pool.map(part, range(len(trees)))])


def _every(asked: argparse.Namespace) -> list[Mutant]:
    """Every mutant of the room, or of the places asked for."""
    room = (file.relative_to(ROOT).as_posix() for file in (ROOT / asked.room).rglob("*.py"))
    places = (place.partition(":") for place in asked.at or sorted(room))
    return [
        mutant
        for path, _, line in places
        for mutant in mutants(ROOT, path)
        if line in ("", str(mutant.lines.start))
    ]


def _tests(asked: argparse.Namespace) -> list[str]:
    """The tests that are run, as paths in the tree."""
    if asked.tests:
        return list(asked.tests)
    named = TESTS.get(asked.room, ("test_*",))
    files = (file.relative_to(ROOT).as_posix() for name in named for file in ROOT.glob(f"tests/{name}.py"))
    return sorted(file for file in files if not LEFT_OUT.search(file))


def _told(fate: Fate) -> Fate:
    _say(f"died      {fate.mutant}  [{fate.by}]" if fate.by else f"SURVIVED  {fate.mutant}")
    return fate


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
