"""Pares and juego between two, solved, and how far a table can be exploited there.

`python -m tools.aprender.lances TABLE`: one of each side takes part, nothing else is at stake, the score is
0-0. The solution is that of CFR+ over all hands; a best response is exact. In piedras a lance.
"""

from __future__ import annotations

import argparse
import ctypes
import sys
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from typing import NamedTuple

from musbot.game.lances import Lance
from musbot.game.modos.mus.rules import SETS, MusRules
from tools.aprender.library import kernel, reglas
from tools.aprender.shipping import shipped
from tools.aprender.training import Score, Still, layout

PLACES = ((0, 1), (0, 3), (1, 2), (2, 3))
"""Who may be the only two that take part, one of each side, by their places after the mano."""
ROUNDS = 400


class Solved(NamedTuple):
    """A lance between two: piedras that the first wins on average, and that a best response wins more."""

    lance: Lance
    places: tuple[int, int]
    value: float
    """Of the solution, against itself."""
    gap: float
    """How much a best response wins against the solution, of both places on average: 0 were it exact."""
    table: float
    """What the first wins where both play by the table."""
    exploited: float
    """How much a best response wins against the table, of both places on average."""


def worth_of_ordago(rules: MusRules, score: Score) -> float:
    """Returns how many piedras half a juego is, at 0-0, where one is worth what a score says."""
    return 2 * sqrt(2 * rules.piedras) / score.steepness


class Duelo:
    """A lance between two, in the kernel; raises MemoryError where there is no room for it."""

    def __init__(self, rules: MusRules, lance: Lance, places: tuple[int, int], ordago: float) -> None:
        self.lance, self.places = lance, places
        made = kernel().duelo_new
        made.restype = ctypes.c_void_p
        for function in (kernel().duelo_value, kernel().duelo_response):
            function.restype = ctypes.c_double
        self._kept = ctypes.c_void_p(
            made(
                *(ctypes.byref(reglas(rules)), ctypes.byref(layout(rules.reyes, rules.real))),
                *(list(Lance).index(lance), *places, ctypes.c_double(ordago)),
            )
        )
        if not self._kept:
            raise MemoryError("no room for a lance between two")

    def solve(self, rounds: int) -> None:
        """Solves it, in so many rounds of CFR+."""
        kernel().duelo_solve(self._kept, rounds)

    def take(self, solved: Duelo) -> None:
        """Takes the solution of the same lance between others."""
        kernel().duelo_as(self._kept, solved._kept)

    def value(self, table: Still | None) -> float:
        """Returns what the first wins where both play by a table, or (None) by the solution."""
        own = None if table is None else ctypes.byref(table.frozen)
        return float(kernel().duelo_value(self._kept, own, own))

    def exploited(self, table: Still | None) -> float:
        """Returns what a best response to a table, or to the solution, wins, of both places on average."""
        own = None if table is None else ctypes.byref(table.frozen)
        return sum(float(kernel().duelo_response(self._kept, place, own)) for place in (0, 1)) / 2

    def told(self, table: Still) -> Solved:
        """Returns what is to be told of it, once it is solved."""
        return Solved(
            *(self.lance, self.places, self.value(None), self.exploited(None)),
            *(self.value(table), self.exploited(table)),
        )

    def forget(self) -> None:
        """Frees its memory, after which it is not to be asked any more."""
        kernel().duelo_free(self._kept)


def every(rules: MusRules, table: Still, ordago: float, rounds: int = ROUNDS) -> Iterator[Solved]:
    """Yields pares and juego between each two who may be alone in it; raises MemoryError without room."""
    for lance in (Lance.PARES, Lance.JUEGO):
        first = Duelo(rules, lance, PLACES[0], ordago)
        first.solve(rounds)
        yield first.told(table)
        for places in PLACES[1:]:
            other = Duelo(rules, lance, places, ordago)
            other.take(first)
            yield other.told(table)
            other.forget()
        first.forget()


def main() -> None:
    """Prints for each lance between two its solution, and how far the table can be exploited."""
    parser = argparse.ArgumentParser(prog="python -m tools.aprender.lances", description=__doc__)
    parser.add_argument("table", type=Path, help="as it is shipped")
    parser.add_argument("--reglas", choices=SETS, default="castellano-40")
    asked = parser.parse_args()
    rules = SETS[asked.reglas]
    table, score = shipped(asked.table)
    ordago = worth_of_ordago(rules, score)
    sys.stdout.write(f"an órdago counts {ordago:.1f} piedras\n")
    for it in every(rules, Still(rules, table), ordago):
        first, second = (place + 1 for place in it.places)
        sys.stdout.write(
            f"{it.lance.value:6} {first} and {second} from the mano on: solution {it.value:+.3f} (a best"
            f" response {it.gap:.3f} more), the table {it.table:+.3f}, a best response to it"
            f" {it.exploited:.3f} more\n"
        )
        sys.stdout.flush()


if __name__ == "__main__":
    main()
