"""Measures predicted chances: their Brier score and calibration error."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log
from random import Random
from typing import NamedTuple, Protocol, TypeVar

from musbot_research.arena.estimates import fit_logistic, middle

TENTHS = 10
"""Number of columns of the calibration table."""
DRAWN = 200
"""Number of bootstrap samples of juegos for intervals."""
_NEAR = 0.005


class Said(NamedTuple):
    """A predicted chance and its result. Predictions of one juego are not independent."""

    juego: int
    """The number of the juego."""
    chance: float
    """The predicted chance to win it."""
    won: bool
    """Whether it was won."""
    lost: float = 0.0
    """The predicted loss against the best word."""


class Blamed(NamedTuple):
    """A word that the coach called a mistake."""

    juego: int
    """The number of the juego."""
    told: float
    """Its predicted cost, in chances of the juego."""
    true: float
    """Its measured cost."""


class Column(NamedTuple):
    """The predictions in a tenth of the range."""

    words: int
    """Number of predictions."""
    said: float
    """Mean predicted chance."""
    won: float
    """Share of juegos won."""
    low: float
    """Lower end of the 95 % interval of `won`."""
    high: float
    """Upper end of the 95 % interval of `won`."""


class Figures(NamedTuple):
    """Measures of a set of predictions. Triples are a value and its 95 % interval."""

    brier: float
    """The Brier score: mean squared error, 0.25 for constant predictions of a half."""
    off: float
    """The calibration error."""
    perfect: float
    """The calibration error that perfect predictions would have with as few words."""
    slope: tuple[float, float, float]
    """The calibration slope: below 1, predictions are too confident; above 1, too cautious."""
    bias: tuple[float, float, float]
    """Mean predicted chance minus share won."""


def columns(told: Sequence[Said]) -> list[Column]:
    """Returns the columns that have predictions, from the lowest chance up."""
    found = []
    for tenth, row in sorted(_tenths(told).items()):
        parts = [_part(_tenths(again).get(tenth, ())) for again in _resample(told, 60 + tenth)]
        low, high = middle([part for part in parts if part is not None])
        said = sum(one.chance for one in row) / len(row)
        found.append(Column(len(row), said, sum(one.won for one in row) / len(row), low, high))
    return found


def figures(told: Sequence[Said]) -> Figures:
    """Returns all measures; raises ZeroDivisionError without predictions."""
    return Figures(
        sum((one.chance - one.won) ** 2 for one in told) / len(told),
        calibration_error(told),
        sum(calibration_error(_as_told(told, seed)) for seed in range(DRAWN)) / DRAWN,
        _with_interval(told, slope),
        _with_interval(told, _bias),
    )


def calibration_error(told: Sequence[Said]) -> float:
    """Returns the expected calibration error: the mean error of a tenth, weighted by its words."""
    return sum(abs(sum(one.chance - one.won for one in row)) for row in _tenths(told).values()) / len(told)


def slope(told: Sequence[Said]) -> float:
    """Returns the best factor for the logits of the predicted chances."""
    near = ((min(1 - _NEAR, max(_NEAR, one.chance)), one.won) for one in told)
    return fit_logistic(((1, log(p / (1 - p)), 1, won) for p, won in near), 0.0, 1.0, rounds=8)[1]


def mean_excess(blamed: Sequence[Blamed]) -> tuple[float, float, float]:
    """Returns the mean predicted cost of mistakes minus their measured cost, with a 95 % interval."""
    return _with_interval(blamed, _excess)


def mean_loss(told: Sequence[Said]) -> tuple[float, float, float]:
    """Returns the mean predicted loss of a word, with a 95 % interval."""
    return _with_interval(told, _loss)


def _excess(blamed: Sequence[Blamed]) -> float:
    """Returns the mean predicted cost of mistakes minus their measured cost."""
    return sum(one.told - one.true for one in blamed) / len(blamed)


def _loss(told: Sequence[Said]) -> float:
    """Returns the mean predicted loss of a word."""
    return sum(one.lost for one in told) / len(told)


def _bias(told: Sequence[Said]) -> float:
    """Returns the mean predicted chance minus the share won."""
    return sum(one.chance - one.won for one in told) / len(told)


def _tenths(told: Sequence[Said]) -> dict[int, list[Said]]:
    """Returns the predictions by the tenth of their chance, from 0 to 9; only tenths that have any."""
    rows: dict[int, list[Said]] = {}
    for one in told:
        rows.setdefault(min(TENTHS - 1, int(one.chance * TENTHS)), []).append(one)
    return rows


def _part(row: Sequence[Said]) -> float | None:
    """Returns the share of predictions that were won; None without any."""
    return sum(one.won for one in row) / len(row) if row else None


class _OfJuego(Protocol):
    @property
    def juego(self) -> int: ...


It = TypeVar("It", bound=_OfJuego)
"""A prediction or a mistake."""


def _with_interval(told: Sequence[It], figure: Callable[[Sequence[It]], float]) -> tuple[float, float, float]:
    """Returns a figure and the bounds of its 95 % interval, bootstrapped over juegos."""
    return (figure(told), *middle([figure(again) for again in _resample(told, 7)]))


def _resample(told: Sequence[It], seed: int) -> list[list[It]]:
    """Returns DRAWN samples of the juegos, with replacement, each with all its words."""
    rng, juegos = Random(seed), _by_juego(told)
    return [[one for juego in rng.choices(juegos, k=len(juegos)) for one in juego] for _ in range(DRAWN)]


def _by_juego(told: Sequence[It]) -> list[list[It]]:
    """Returns the rows of each juego in a list."""
    rows: dict[int, list[It]] = {}
    for one in told:
        rows.setdefault(one.juego, []).append(one)
    return list(rows.values())


def _as_told(told: Sequence[Said], seed: int) -> list[Said]:
    """Returns the predictions with results drawn from the predicted chances."""
    rng = Random(seed)
    return [one._replace(won=rng.random() < one.chance) for one in told]
