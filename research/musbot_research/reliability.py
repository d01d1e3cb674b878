"""Measures how well told chances hold: their Brier score, and how far off they are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log
from random import Random
from typing import NamedTuple, Protocol, TypeVar

from musbot_research.arena.estimates import fit_logistic, middle

TENTHS = 10
DRAWN = 200
"""How often juegos are drawn anew to find how sure a figure is."""
_NEAR = 0.005


class Said(NamedTuple):
    """A chance that was told, whether it came so, and by how much more the best word was said to win.

    Words of one juego are not independent.
    """

    juego: int
    chance: float
    won: bool
    lost: float = 0.0


class Blamed(NamedTuple):
    """A mistake: what it was said to cost, and what it cost in truth."""

    juego: int
    told: float
    true: float


class Column(NamedTuple):
    """The words of a tenth: the chance told and the part won, both on average, and an interval of 95 %."""

    words: int
    said: float
    won: float
    low: float
    high: float


class Figures(NamedTuple):
    """What tells how good the chances are.

    `brier` is the mean square of what they were off (0.25 for who always says a half), `off` how far the
    columns are off, by their words, `perfect` how far those of a perfect coach would be with so few words.
    `slope`: they are too sure below 1, not sure enough above; `bias` is how much more was told than won, on
    average; each with an interval of 95 %.
    """

    brier: float
    off: float
    perfect: float
    slope: tuple[float, float, float]
    bias: tuple[float, float, float]


def columns(told: Sequence[Said]) -> list[Column]:
    """Returns the tenths in which anything was told."""
    found = []
    for tenth, row in sorted(_tenths(told).items()):
        parts = [_part(_tenths(again).get(tenth, ())) for again in _resample(told, 60 + tenth)]
        low, high = middle([part for part in parts if part is not None])
        said = sum(one.chance for one in row) / len(row)
        found.append(Column(len(row), said, sum(one.won for one in row) / len(row), low, high))
    return found


def figures(told: Sequence[Said]) -> Figures:
    """Returns how good the chances are."""
    return Figures(
        sum((one.chance - one.won) ** 2 for one in told) / len(told),
        calibration_error(told),
        sum(calibration_error(_as_told(told, seed)) for seed in range(DRAWN)) / DRAWN,
        _with_interval(told, slope),
        _with_interval(told, _bias),
    )


def calibration_error(told: Sequence[Said]) -> float:
    """Returns the expected calibration error: how far the tenths are off, weighted by their words."""
    return sum(abs(sum(one.chance - one.won for one in row)) for row in _tenths(told).values()) / len(told)


def slope(told: Sequence[Said]) -> float:
    """Returns by what the logit of the chance told is best multiplied."""
    near = ((min(1 - _NEAR, max(_NEAR, one.chance)), one.won) for one in told)
    return fit_logistic(((1, log(p / (1 - p)), 1, won) for p, won in near), 0.0, 1.0, rounds=8)[1]


def mean_excess(blamed: Sequence[Blamed]) -> tuple[float, float, float]:
    """Returns by how much the told cost of mistakes exceeds the true one, with an interval."""
    return _with_interval(blamed, _excess)


def mean_loss(told: Sequence[Said]) -> tuple[float, float, float]:
    """Returns the mean told loss of a word, with an interval."""
    return _with_interval(told, _loss)


def _excess(blamed: Sequence[Blamed]) -> float:
    return sum(one.told - one.true for one in blamed) / len(blamed)


def _loss(told: Sequence[Said]) -> float:
    return sum(one.lost for one in told) / len(told)


def _bias(told: Sequence[Said]) -> float:
    return sum(one.chance - one.won for one in told) / len(told)


def _tenths(told: Sequence[Said]) -> dict[int, list[Said]]:
    rows: dict[int, list[Said]] = {}
    for one in told:
        rows.setdefault(min(TENTHS - 1, int(one.chance * TENTHS)), []).append(one)
    return rows


def _part(row: Sequence[Said]) -> float | None:
    return sum(one.won for one in row) / len(row) if row else None


class _OfJuego(Protocol):
    @property
    def juego(self) -> int: ...


It = TypeVar("It", bound=_OfJuego)


def _with_interval(told: Sequence[It], figure: Callable[[Sequence[It]], float]) -> tuple[float, float, float]:
    return (figure(told), *middle([figure(again) for again in _resample(told, 7)]))


def _resample(told: Sequence[It], seed: int) -> list[list[It]]:
    """Returns DRAWN samples of the juegos, with replacement, each with all its words."""
    rng, juegos = Random(seed), _by_juego(told)
    return [[one for juego in rng.choices(juegos, k=len(juegos)) for one in juego] for _ in range(DRAWN)]


def _by_juego(told: Sequence[It]) -> list[list[It]]:
    rows: dict[int, list[It]] = {}
    for one in told:
        rows.setdefault(one.juego, []).append(one)
    return list(rows.values())


def _as_told(told: Sequence[Said], seed: int) -> list[Said]:
    """The same words, had each come as often as was told."""
    rng = Random(seed)
    return [one._replace(won=rng.random() < one.chance) for one in told]
