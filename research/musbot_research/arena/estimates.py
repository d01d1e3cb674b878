"""Estimates from pairs of games: shares, leads and ratings, with 95 % intervals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import exp, log10, sqrt
from random import Random
from typing import NamedTuple

from musbot.game.errors import BadArgument
from musbot_research.arena.pairs import Bout, Pair

CONFIDENCE_ERRORS = 1.96
"""Standard errors on either side of an estimate within which the truth lies 95 times of 100."""

ROUNDS = 200
"""Number of bootstrap samples for the intervals of a ladder."""

_STEPS, _PRIOR = 100, 0.5
_FAR, _NOTHING = 30.0, 1e-9
ELO = 400
"""Rating points for odds of ten to one."""


class Estimate(NamedTuple):
    """A value and its 95 % interval."""

    value: float
    """The value."""
    low: float
    """Lower end of the interval."""
    high: float
    """Upper end of the interval."""


def share(pairs: Sequence[Pair]) -> Estimate:
    """Returns the share of games that the first player wins. Pairs are independent; games of a pair are not.

    If all pairs are equal, the interval follows the rule of three; for a single pair it is 0 to 1. Raises
    BadArgument without pairs.
    """
    if not pairs:
        raise BadArgument("pairs", pairs, "one pair of games at least")
    points = [(first.points + second.points) / 2 for first, second in pairs]
    mean = sum(points) / len(points)
    spread = sum((p - mean) ** 2 for p in points)
    error = CONFIDENCE_ERRORS * sqrt(spread / (len(points) - 1) / len(points)) if len(points) > 1 else 1.0
    error = error or 3 / len(points)
    return Estimate(mean, max(0.0, mean - error), min(1.0, mean + error))


def lead(pairs: Sequence[Pair]) -> Estimate | None:
    """Returns the first player's lead in piedras per hand, over all hands; None for a single pair."""
    if len(pairs) < 2:
        return None
    rows = [(first.lead + second.lead, first.hands + second.hands) for first, second in pairs]
    hands = sum(many for _, many in rows)
    ratio = sum(led for led, _ in rows) / hands
    spread = sum((led - ratio * many) ** 2 for led, many in rows)
    error = CONFIDENCE_ERRORS * sqrt(spread * len(rows) / (len(rows) - 1)) / hands
    return Estimate(ratio, ratio - error, ratio + error)


def ladder(results: Mapping[Bout, Sequence[Pair]], anchor: str, rng: Random) -> dict[str, Estimate]:
    """Returns all ratings relative to the anchor, best first, by the Bradley–Terry model.

    To keep ratings finite, half a game won is added for each player of each bout. Intervals are bootstrapped
    over pairs. Bouts without pairs are left out; raises KeyError if the anchor has not played.
    """
    points = {
        bout: [pair[0].points + pair[1].points for pair in pairs] for bout, pairs in results.items() if pairs
    }
    fitted = _ratings({bout: (sum(row), 2 * len(row)) for bout, row in points.items()}, anchor)
    drawn: dict[str, list[float]] = {kind: [] for kind in fitted}
    for _ in range(ROUNDS):
        again = {bout: (sum(rng.choices(row, k=len(row))), 2 * len(row)) for bout, row in points.items()}
        for kind, rating in _ratings(again, anchor).items():
            drawn[kind].append(rating)
    best = sorted(fitted, key=lambda kind: -fitted[kind])
    return {kind: Estimate(fitted[kind], *middle(drawn[kind])) for kind in best}


def middle(values: Sequence[float]) -> tuple[float, float]:
    """Returns the bounds of the middle 95 % of the values; raises IndexError without values."""
    row, out = sorted(values), round(len(values) * 0.025)
    return row[out], row[-1 - out]


def fit_logistic(
    rows: Iterable[tuple[float, float, int, float]], level: float, slope: float, rounds: int
) -> tuple[float, float]:
    """Returns the likeliest weights of two inputs, by Newton's method from `level` and `slope`.

    A row has both inputs, the games played with them, and the games won.
    """
    rows = tuple(rows)
    for _ in range(rounds):
        g0 = g1 = h00 = h01 = h11 = 0.0
        for x0, x1, many, won in rows:
            p = 1 / (1 + exp(-max(-_FAR, min(_FAR, level * x0 + slope * x1))))
            off, weight = won - many * p, many * p * (1 - p)
            g0, g1 = g0 + off * x0, g1 + off * x1
            h00, h01, h11 = h00 + weight * x0 * x0, h01 + weight * x0 * x1, h11 + weight * x1 * x1
        det = h00 * h11 - h01 * h01
        if det < _NOTHING:
            break
        level += (h11 * g0 - h01 * g1) / det
        slope += (h00 * g1 - h01 * g0) / det
    return level, slope


def _ratings(results: Mapping[Bout, tuple[float, int]], anchor: str) -> dict[str, float]:
    """Returns maximum-likelihood ratings, by minorisation–maximisation steps; the anchor has 0.

    `results` has each bout's games won by the first player (draws count half), and the games played.
    """
    games = [
        (*bout, points + _PRIOR, many - points + _PRIOR, many + 2 * _PRIOR)
        for bout, (points, many) in results.items()
    ]
    strength = {kind: 1.0 for one, other, *_ in games for kind in (one, other)}
    for _ in range(_STEPS):
        won, met = dict.fromkeys(strength, 0.0), dict.fromkeys(strength, 0.0)
        for one, other, ones, others, many in games:
            each = many / (strength[one] + strength[other])
            won[one], won[other] = won[one] + ones, won[other] + others
            met[one], met[other] = met[one] + each, met[other] + each
        strength = {kind: won[kind] / met[kind] for kind in strength}
    return {kind: ELO * log10(value / strength[anchor]) for kind, value in strength.items()}
