"""What a score is worth before a hand: counted in the kernel, and fitted."""

from __future__ import annotations

import ctypes
from math import exp, sqrt

from musbot.game.modos.mus.rules import MusRules
from musbot_research.aprender.library import baraja, kernel, reglas
from musbot_research.aprender.match import Seated
from musbot_research.aprender.training import Score

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
    level, slope = 0.0, 0.9  # slope * mano, and slope
    for _ in range(20):
        g0 = g1 = h00 = h01 = h11 = 0.0
        for a, b, begun, won in rows:
            x0, x1 = 1 / sqrt(a + b), (b - a) / sqrt(a + b)
            p = 1 / (1 + exp(-(level * x0 + slope * x1)))
            off, w = won - begun * p, begun * p * (1 - p)
            g0, g1 = g0 + off * x0, g1 + off * x1
            h00, h01, h11 = h00 + w * x0 * x0, h01 + w * x0 * x1, h11 + w * x1 * x1
        det = h00 * h11 - h01 * h01
        level += (h11 * g0 - h01 * g1) / det
        slope += (h00 * g1 - h01 * g0) / det
    return Score(slope, level / slope)


def off(rows: list[Row], score: Score) -> tuple[float, float]:
    """Returns how far a fit is off, on average and at most, among scores seen often."""
    seen = [row for row in rows if row[2] >= FEWEST]
    apart = [(begun, abs(won / begun - chance(score, a, b))) for a, b, begun, won in seen]
    return sum(n * off for n, off in apart) / sum(n for n, _ in apart), max(off for _, off in apart)
