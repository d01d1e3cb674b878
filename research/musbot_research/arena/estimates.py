"""What pairs of games tell: how much one wins and leads, how strong each is, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import exp, log10, sqrt
from random import Random
from typing import NamedTuple

from musbot_research.arena.pairs import Bout, Pair

SURE = 1.96
"""Standard errors on either side of an estimate within which the truth lies 95 times of 100."""

ROUNDS = 200
"""How many times a ladder is reckoned anew from pairs drawn with replacement, for its intervals."""

_STEPS, _PRIOR = 100, 0.5
_FAR, _NOTHING = 30.0, 1e-9
ELO = 400
"""Points of rating by which one is ten times as likely to win as to lose."""


class Estimate(NamedTuple):
    """A value, and the 95 % interval it lies in."""

    value: float
    low: float
    high: float


def share(pairs: Sequence[Pair]) -> Estimate:
    """Returns which part of the games the first wins; pairs are independent, the two games of one are not.

    Where every pair went the same way the interval is that of the rule of three.
    """
    points = [(first.points + second.points) / 2 for first, second in pairs]
    mean = sum(points) / len(points)
    spread = sum((p - mean) ** 2 for p in points)
    error = SURE * sqrt(spread / (len(points) - 1) / len(points)) if len(points) > 1 else 1.0
    error = error or 3 / len(points)
    return Estimate(mean, max(0.0, mean - error), min(1.0, mean + error))


def lead(pairs: Sequence[Pair]) -> Estimate | None:
    """Returns the piedras a hand by which the first leads: all its lead over all hands; None for one pair."""
    if len(pairs) < 2:
        return None
    rows = [(first.lead + second.lead, first.hands + second.hands) for first, second in pairs]
    hands = sum(many for _, many in rows)
    ratio = sum(led for led, _ in rows) / hands
    spread = sum((led - ratio * many) ** 2 for led, many in rows)
    error = SURE * sqrt(spread * len(rows) / (len(rows) - 1)) / hands
    return Estimate(ratio, ratio - error, ratio + error)


def ladder(results: Mapping[Bout, Sequence[Pair]], anchor: str, rng: Random) -> dict[str, Estimate]:
    """Returns everybody's rating over the anchor's, the best first, by Bradley and Terry's model.

    In each pairing half a game won by either is added: nobody's rating is without end. The intervals are
    those of pairs drawn anew.
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
    """Returns the bounds between which 95 of 100 values lie."""
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
    """The strengths of which such results are the likeliest, by the usual steps of minorising."""
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
