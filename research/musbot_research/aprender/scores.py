"""What a score is worth before a hand: counted in the kernel, and fitted."""

from __future__ import annotations

import ctypes
from math import exp, sqrt

from musbot.game.modos.mus.rules import MusRules
from musbot_research.aprender.library import baraja, kernel, reglas
from musbot_research.aprender.match import Seated
from musbot_research.aprender.training import Score
from musbot_research.arena.estimates import fit_logistic

LACKED = 64
FEWEST = 200
"""Scores that were seen less often are left out where the fit is looked at."""


class Scores(ctypes.Structure):
    """See mixed.h."""

    _fields_ = (
        ("begun", ctypes.c_int32 * LACKED * LACKED),
        ("won", ctypes.c_int32 * LACKED * LACKED),
    )


Row = tuple[int, int, int, int]
"""Piedras wanted by the side of the mano and by the other; hands begun so, juegos won by the first."""


def scores(rules: MusRules, player: Seated, juegos: int) -> list[Row]:
    """Returns how juegos of a player against itself went on from every score that came."""
    counted = Scores()
    kernel().scores_count(
        ctypes.byref(reglas(rules)),
        ctypes.byref(baraja(rules.reyes, rules.real)),
        player.player,
        ctypes.c_long(juegos),
        ctypes.c_uint64(8),
        ctypes.byref(counted),
    )
    all_of_them = ((a, b) for a in range(1, LACKED) for b in range(1, LACKED))
    return [(a, b, counted.begun[a][b], counted.won[a][b]) for a, b in all_of_them if counted.begun[a][b]]


def chance(score: Score, wanted: int, by_rivals: int) -> float:
    """Returns the chance of the juego for the side of the mano."""
    lead = by_rivals - wanted + score.mano
    return 1 / (1 + exp(-score.steepness * lead / sqrt(wanted + by_rivals)))


def fitted(rows: list[Row]) -> Score:
    """Returns the likeliest steepness and worth of the mano, by Newton's method."""
    inputs = ((1 / sqrt(a + b), (b - a) / sqrt(a + b), begun, won) for a, b, begun, won in rows)
    level, slope = fit_logistic(inputs, 0.0, 0.9, rounds=20)  # slope * mano, and slope
    return Score(slope, level / slope)


def off(rows: list[Row], score: Score) -> tuple[float, float]:
    """Returns how far a fit is off, on average and at most, among scores seen often."""
    seen = [row for row in rows if row[2] >= FEWEST]
    apart = [(begun, abs(won / begun - chance(score, a, b))) for a, b, begun, won in seen]
    return sum(n * off for n, off in apart) / sum(n for n, _ in apart), max(off for _, off in apart)
