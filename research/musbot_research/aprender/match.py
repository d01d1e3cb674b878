"""Plays two of the kernel's players on the same decks twice: `python -m musbot_research.aprender.match A B`.

Seats are exchanged between the two juegos of a pair, and intervals are by pair. For the figures of
docs/players.md there is `musbot arena`, in the real engine; this one is some hundred times as quick.
"""

from __future__ import annotations

import argparse
import ctypes
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from math import sqrt
from statistics import fmean, pstdev
from typing import NamedTuple

from musbot.game.modos.mus.rules import MUS_SETS, MusRules
from musbot.game.rules_base import Real
from musbot_research.aprender.library import Player, baraja, kernel, reglas
from musbot_research.arena.estimates import SURE

HABITS = tuple(
    """
    ordago-siempre quiero-siempre envido-siempre ordago-cuarto nunca-envida corta-siempre nunca-corta
    envido-y-quiero paso-siempre
    """.split()
)
"""The stubborn players in the order of tercos.h."""


class Terco(ctypes.Structure):
    """See tercos.h."""

    _fields_ = (("prudente", ctypes.c_void_p), ("habit", ctypes.c_int))


class Seated(NamedTuple):
    """A player of the kernel, and what its `self` points to, which must be kept."""

    player: Player
    kept: object


def prudente(rules: MusRules) -> ctypes.c_void_p:
    """Returns what the kernel's prudente keeps of a deck, made once."""
    return _prudente(rules.reyes, rules.real)


@lru_cache(maxsize=8)
def _prudente(reyes: int, real: Real) -> ctypes.c_void_p:
    made = kernel().prudente_new
    made.restype = ctypes.c_void_p
    return ctypes.c_void_p(made(ctypes.byref(baraja(reyes, real))))


def policy(function: str, own: object, address: ctypes.c_void_p | None) -> Seated:
    """Returns a policy of the kernel by the name of its function; `own` is kept, and lies at an address."""
    return Seated(Player(ctypes.cast(getattr(kernel(), function), ctypes.c_void_p), address), own)


def seated(function: str, own: ctypes.Structure) -> Seated:
    """Returns a policy of the kernel by the name of its function, with what it is told of itself."""
    return policy(function, own, ctypes.cast(ctypes.pointer(own), ctypes.c_void_p))


def _stubborn(habit: int, rules: MusRules) -> Seated:
    return seated("terco_choose", Terco(prudente(rules), habit))


PLAYERS: Mapping[str, Callable[[MusRules], Seated]] = {
    "azar": lambda _: policy("azar_choose", None, None),
    "prudente": lambda rules: policy("prudente_choose", None, prudente(rules)),
    **{name: partial(_stubborn, habit) for habit, name in enumerate(HABITS)},
}
"""The players of the kernel by name."""


class Matched(NamedTuple):
    """The result of a match with 95 % intervals: the first's share of juegos and its lead in piedras a hand.

    As in the arena, the winner of a juego counts as having all its piedras.
    """

    juegos: int
    hands: int
    won: float
    won_error: float
    piedras: float
    piedras_error: float


def match(rules: MusRules, one: Seated, other: Seated, pairs: int, seed: int) -> Matched:
    """Returns how one fares against another in so many pairs of juegos."""
    wins, piedras = (ctypes.c_int8 * pairs)(), (ctypes.c_int16 * pairs)()
    hands = (ctypes.c_int32 * pairs)()
    kernel().mesa_match(
        ctypes.byref(reglas(rules)),
        ctypes.byref(baraja(rules.reyes, rules.real)),
        one.player,
        other.player,
        ctypes.c_long(pairs),
        ctypes.c_uint64(seed),
        wins,
        piedras,
        hands,
    )
    played = sum(hands)
    won, won_error = _interval([n / 2 for n in wins])
    more = sum(piedras) / played
    rest = fmean((led - more * many) ** 2 for led, many in zip(piedras, hands, strict=True))
    return Matched(2 * pairs, played, won, won_error, more, SURE * sqrt(rest * pairs) / played)


def _interval(values: Sequence[float]) -> tuple[float, float]:
    return fmean(values), SURE * pstdev(values) / sqrt(len(values))


def main() -> int:
    """Plays a match and prints what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("one", choices=PLAYERS)
    parser.add_argument("other", choices=PLAYERS)
    parser.add_argument("--juegos", type=int, default=20_000)
    parser.add_argument("--reglas", choices=MUS_SETS, default="castellano-40")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    rules, start = MUS_SETS[asked.reglas], time.perf_counter()
    one, other = PLAYERS[asked.one](rules), PLAYERS[asked.other](rules)
    came = match(rules, one, other, max(1, asked.juegos // 2), asked.seed)
    seconds = time.perf_counter() - start
    sys.stdout.write(
        f"{asked.one} against {asked.other}: {came.won:.1%} ± {came.won_error:.1%} of {came.juegos} juegos,"
        f" {came.piedras:+.2f} ± {came.piedras_error:.2f} piedras a hand"
        f" ({came.hands / seconds:,.0f} hands/s)\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
