"""Are the chances of a hand those of counting? `python -m tools.aprender.equities [--hands N]`.

What the AI players and the table are told of a hand (musbot/players/mus/odds.py, and in C) is compared, in
every lance, with a count of all 58,905 hands that a rival may hold; and with one of all hands that two rivals
may hold, whom the odds take as independent.
"""

from __future__ import annotations

import argparse
import ctypes
import sys
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import NamedTuple

from musbot.game.cards import DECK, Hand
from musbot.game.lances import Jugada, Lance, jugada
from musbot.game.modos.mus.rules import SETS, MusRules
from musbot.players.mus.odds import HandClasses, Kinds, Other, duel, hand_classes, ways
from tools.aprender import library


class KernelOther(ctypes.Structure):
    """See odds.h."""

    _fields_ = tuple((name, ctypes.c_int8) for name in ("seat", "ours", "turn", "known", "heard"))


class Equity(NamedTuple):
    """The chance of a mano's hand in a lance: as the odds have it, as the kernel has it, and counted."""

    hand: Hand
    lance: Lance
    rivals: int
    odds: float
    kernel: float
    counted: float


@lru_cache(maxsize=4)
def _all(rules: MusRules) -> tuple[tuple[int, Jugada], ...]:
    """Every hand of four cards: which cards, as bits, and what it is worth."""
    return tuple(
        (sum(1 << place for place in places), jugada(tuple(DECK[n] for n in places), rules.reyes, rules.real))
        for places in combinations(range(len(DECK)), 4)
    )


def _against_one(rules: MusRules, hand: Hand, lances: Sequence[Lance]) -> list[float]:
    held = sum(1 << DECK.index(card) for card in hand)
    own = jugada(hand, rules.reyes, rules.real)
    others = [theirs for bits, theirs in _all(rules) if not bits & held]
    return [sum(own.value(x) >= it.value(x) for it in others) / len(others) for x in lances]


def _against_two(of: HandClasses, own: Kinds, lances: Sequence[Lance]) -> list[float]:
    """Counted by classes: of every hand of one rival, all that are left for the other."""
    place = of.index[own]
    left = [copies - own.count(kind) for kind, copies in enumerate(of.copies)]
    won, total = [0] * len(lances), 0
    beaten = [[of.places[x][place] >= it for it in of.places[x]] for x in lances]
    for one, picks in enumerate(of.picks):
        first = ways(picks, left) if all(left[kind] >= n for kind, n in picks) else 0
        if not first:
            continue
        after = list(left)
        for kind, n in picks:
            after[kind] -= n
        row = [first * ways(more, after) for more in of.picks]
        total += sum(row)
        for n, beats in enumerate(beaten):
            if beats[one]:
                won[n] += sum(many for many, also in zip(row, beats, strict=True) if also)
    return [n / total for n in won]


def _kernels(rules: MusRules) -> ctypes.c_void_p:
    made = library.kernel().odds_new
    made.restype = ctypes.c_void_p
    library.kernel().odds_win.restype = ctypes.c_double
    return ctypes.c_void_p(made(ctypes.byref(library.baraja(rules.reyes, rules.real))))


def equities(rules: MusRules, hands: int, seed: int, *, two: bool) -> Iterator[Equity]:
    """Yields the chances of so many hands drawn at random in all lances they take part in."""
    of, kernels, rng = hand_classes(rules), _kernels(rules), Random(seed)  # noqa: S311 - repeatable
    for _ in range(hands):
        hand = tuple(rng.sample(DECK, 4))
        own = of.kinds(hand, rules)
        j = of.jugadas[of.index[own]]
        lances = [x for x in Lance if (not j.has_juego if x is Lance.PUNTO else j.has(x))]
        counts = [(1, _against_one(rules, hand, lances))]
        counts += [(2, _against_two(of, own, lances))] if two else []
        for rivals, counted in counts:
            others = tuple(Other(ours=False, turn=turn) for turn in range(1, 1 + rivals))
            rows = (KernelOther * rivals)(*(KernelOther(seat=n, turn=n) for n in range(1, 1 + rivals)))
            for x, chance in zip(lances, counted, strict=True):
                here = library.kernel().odds_win(
                    kernels, of.index[own], list(Lance).index(x), 0, rows, rivals
                )
                said = duel(rules.reyes, rules.real, own, x, 0, others).win
                yield Equity(hand, x, rivals, said, here, chance)
    library.kernel().odds_free(kernels)


def main() -> None:
    """Prints how far the odds are off, on average and at most, by lance and number of rivals."""
    parser = argparse.ArgumentParser(prog="python -m tools.aprender.equities", description=__doc__)
    parser.add_argument("--hands", type=int, default=100, help="drawn at random (100)")
    parser.add_argument("--reglas", choices=SETS, default="castellano-40")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    rows = list(equities(SETS[asked.reglas], asked.hands, asked.seed, two=True))
    for rivals in (1, 2):
        for lance in Lance:
            off = [abs(it.odds - it.counted) for it in rows if (it.rivals, it.lance) == (rivals, lance)]
            apart = [abs(it.odds - it.kernel) for it in rows if (it.rivals, it.lance) == (rivals, lance)]
            if off:
                sys.stdout.write(
                    f"{rivals} rival{'s' * (rivals > 1)}, {lance.value:6} {len(off)} hands: off by"
                    f" {sum(off) / len(off):.2%} on average, {max(off):.2%} at most;"
                    f" the kernel's apart by {max(apart):.1e}\n"
                )


if __name__ == "__main__":
    main()
