"""Plays two kernel players on the same decks twice: `python -m musbot_research.aprender.match A B`.

The two exchange seats between the juegos of a pair, and intervals are by pair. It is some hundred times as
fast as `musbot arena`, which plays in the real engine for the figures of docs/players.md.
"""

from __future__ import annotations

import argparse
import ctypes
import sys
import time
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from math import sqrt
from statistics import fmean, pstdev
from typing import NamedTuple, Protocol

from musbot.game.modos.mus.rules import MUS_SETS, MusRules
from musbot.game.rules_base import Real
from musbot_research.aprender.library import Player, baraja, kernel, reglas, require_end
from musbot_research.arena.estimates import CONFIDENCE_ERRORS

HABITS = tuple(
    """
    ordago-siempre quiero-siempre envido-siempre ordago-cuarto nunca-envida corta-siempre nunca-corta
    envido-y-quiero paso-siempre
    """.split()
)
"""The stubborn players in the order of tercos.h."""


class Terco(ctypes.Structure):
    """The struct `Terco` of tercos.h: a stubborn player."""

    _fields_ = (("prudente", ctypes.c_void_p), ("habit", ctypes.c_int))


class Seated(NamedTuple):
    """A player of the kernel."""

    player: Player
    """Its policy."""
    kept: object
    """The object that owns the memory of the policy's `self`; it must outlive the player."""


def prudente(rules: MusRules, copy: int = 0) -> ctypes.c_void_p:
    """Returns the kernel's data of prudente for a deck, cached.

    It caches results, so each thread needs a copy with another number.
    """
    return _new_prudente(rules.reyes, rules.real, copy)


@lru_cache(maxsize=64)
def _new_prudente(reyes: int, real: Real, copy: int) -> ctypes.c_void_p:
    made = kernel().prudente_new
    made.restype = ctypes.c_void_p
    return ctypes.c_void_p(made(ctypes.byref(baraja(reyes, real))))


def policy(function: str, own: object, address: ctypes.c_void_p | None) -> Seated:
    """Returns a policy of the kernel by its function's name; `own` owns the memory at `address`."""
    return Seated(Player(ctypes.cast(getattr(kernel(), function), ctypes.c_void_p), address), own)


def seat_policy(function: str, own: ctypes.Structure) -> Seated:
    """Returns a policy of the kernel by its function's name, with a struct as its `self`."""
    return policy(function, own, ctypes.cast(ctypes.pointer(own), ctypes.c_void_p))


class MakePlayer(Protocol):
    """Makes a player of the kernel."""

    def __call__(self, rules: MusRules, copy: int = 0, /) -> Seated:
        """Returns the player; copies of different numbers may play at the same time."""
        ...


def _azar(rules: MusRules, copy: int = 0, /) -> Seated:
    return policy("azar_choose", None, None)


def _prudente(rules: MusRules, copy: int = 0, /) -> Seated:
    return policy("prudente_choose", None, prudente(rules, copy))


def _stubborn(habit: int, rules: MusRules, copy: int = 0, /) -> Seated:
    return seat_policy("terco_choose", Terco(prudente(rules, copy), habit))


PLAYERS: Mapping[str, MakePlayer] = {
    "azar": _azar,
    "prudente": _prudente,
    **{name: partial(_stubborn, habit) for habit, name in enumerate(HABITS)},
}
"""The players of the kernel by name."""


class Matched(NamedTuple):
    """The result of a match for the first player; errors are half a 95 % interval.

    As in the arena, the winner of a juego counts as having all its piedras.
    """

    juegos: int
    """Number of juegos."""
    hands: int
    """Number of hands."""
    won: float
    """The share of juegos won."""
    won_error: float
    """Its error."""
    piedras: float
    """The lead in piedras per hand."""
    piedras_error: float
    """Its error."""


def match(rules: MusRules, one: Seated, other: Seated, pairs: int, seed: int) -> Matched:
    """Returns the result of `pairs` pairs of juegos of `one` against `other`; raises EndlessHand."""
    wins, piedras = (ctypes.c_int8 * pairs)(), (ctypes.c_int16 * pairs)()
    hands = (ctypes.c_int32 * pairs)()
    require_end(
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
    )
    played = sum(hands)
    won, won_error = _interval([n / 2 for n in wins])
    more = sum(piedras) / played
    rest = fmean((led - more * many) ** 2 for led, many in zip(piedras, hands, strict=True))
    return Matched(2 * pairs, played, won, won_error, more, CONFIDENCE_ERRORS * sqrt(rest * pairs) / played)


def _interval(values: Sequence[float]) -> tuple[float, float]:
    return fmean(values), CONFIDENCE_ERRORS * pstdev(values) / sqrt(len(values))


def main() -> int:
    """Plays a match and prints its result."""
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
