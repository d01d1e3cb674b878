"""The value of a score before a hand: counted in the kernel, then fitted."""

from __future__ import annotations

import ctypes
from math import exp, sqrt

from musbot.game.modos.mus.rules import MusRules
from musbot_research.aprender.library import baraja, kernel, reglas, require_end
from musbot_research.aprender.match import Seated
from musbot_research.aprender.training import Score
from musbot_research.arena.estimates import fit_logistic

LACKED = 64
"""Size of the tables by piedras wanted, as in mixed.h."""
FEWEST = 200
"""Scores that began fewer hands do not count in the error of a fit."""


class Scores(ctypes.Structure):
    """The struct `Scores` of mixed.h: hands begun and juegos won, by the piedras that each side wants."""

    _fields_ = (
        ("begun", ctypes.c_int32 * LACKED * LACKED),
        ("won", ctypes.c_int32 * LACKED * LACKED),
    )


Row = tuple[int, int, int, int]
"""Piedras wanted by the side of the mano and by the rivals; hands begun there; juegos the mano's side won."""


def scores(rules: MusRules, player: Seated, juegos: int) -> list[Row]:
    """Returns the counts for every score in juegos of a player against itself; raises EndlessHand."""
    counted = Scores()
    require_end(
        kernel().scores_count(
            ctypes.byref(reglas(rules)),
            ctypes.byref(baraja(rules.reyes, rules.real)),
            player.player,
            ctypes.c_long(juegos),
            ctypes.c_uint64(8),
            ctypes.byref(counted),
        )
    )
    all_of_them = ((a, b) for a in range(1, LACKED) for b in range(1, LACKED))
    return [(a, b, counted.begun[a][b], counted.won[a][b]) for a, b in all_of_them if counted.begun[a][b]]


def chance(score: Score, wanted: int, by_rivals: int) -> float:
    """Returns the chance of the juego for the side of the mano, by the piedras each side wants."""
    lead = by_rivals - wanted + score.mano
    return 1 / (1 + exp(-score.steepness * lead / sqrt(wanted + by_rivals)))


def fit_score(rows: list[Row]) -> Score:
    """Returns the maximum-likelihood steepness and value of the mano, by Newton's method."""
    inputs = ((1 / sqrt(a + b), (b - a) / sqrt(a + b), begun, won) for a, b, begun, won in rows)
    level, slope = fit_logistic(inputs, 0.0, 0.9, rounds=20)  # level is slope * mano
    return Score(slope, level / slope)


def fit_errors(rows: list[Row], score: Score) -> tuple[float, float]:
    """Returns the mean and the largest error of a fit, among scores with at least `FEWEST` hands."""
    seen = [row for row in rows if row[2] >= FEWEST]
    apart = [(begun, abs(won / begun - chance(score, a, b))) for a, b, begun, won in seen]
    return sum(n * off for n, off in apart) / sum(n for n, _ in apart), max(off for _, off in apart)
