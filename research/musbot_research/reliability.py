"""How well chances hold that were told: their Brier score, how far off they are, a plot of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, log
from random import Random
from typing import NamedTuple, Protocol, TypeVar

TENTHS = 10
DRAWN = 200
"""How often juegos are drawn anew to find how sure a figure is."""
_NEAR, _FAR, _NOTHING = 0.005, 30.0, 1e-9


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
        parts = [_part(_tenths(again).get(tenth, ())) for again in _drawn(told, 60 + tenth)]
        low, high = _middle([part for part in parts if part is not None])
        said = sum(one.chance for one in row) / len(row)
        found.append(Column(len(row), said, sum(one.won for one in row) / len(row), low, high))
    return found


def figures(told: Sequence[Said]) -> Figures:
    """Returns how good the chances are."""
    return Figures(
        sum((one.chance - one.won) ** 2 for one in told) / len(told),
        off(told),
        sum(off(_as_told(told, seed)) for seed in range(DRAWN)) / DRAWN,
        _with_interval(told, slope),
        _with_interval(told, _bias),
    )


def off(told: Sequence[Said]) -> float:
    """Returns how far the columns are off on average, by their words (the expected calibration error)."""
    return sum(abs(sum(one.chance - one.won for one in row)) for row in _tenths(told).values()) / len(told)


def slope(told: Sequence[Said]) -> float:
    """Returns by what the logit of the chance told is best multiplied, by Newton's method."""
    level, steep = 0.0, 1.0
    for _ in range(8):
        g0 = g1 = h00 = h01 = h11 = 0.0
        for one in told:
            near = min(1 - _NEAR, max(_NEAR, one.chance))
            x = log(near / (1 - near))
            p = 1 / (1 + exp(-max(-_FAR, min(_FAR, level + steep * x))))
            gap, weight = one.won - p, p * (1 - p)
            g0, g1 = g0 + gap, g1 + gap * x
            h00, h01, h11 = h00 + weight, h01 + weight * x, h11 + weight * x * x
        det = h00 * h11 - h01 * h01
        if det < _NOTHING:
            return steep
        level += (h11 * g0 - h01 * g1) / det
        steep += (h00 * g1 - h01 * g0) / det
    return steep


def mean_of(blamed: Sequence[Blamed]) -> tuple[float, float, float]:
    """Returns by how much more was told than was true, with an interval."""

    def more(some: Sequence[Blamed]) -> float:
        return sum(one.told - one.true for one in some) / len(some)

    return (more(blamed), *_middle([more(again) for again in _drawn(blamed, 7)]))


def lost(told: Sequence[Said]) -> tuple[float, float, float]:
    """Returns what a word was said to lose on average, with an interval."""
    return _with_interval(told, _lost)


def in_order(rows: Sequence[Sequence[Said]], words: int) -> float:
    """Returns how often the first loses more than the second, that more than the others, by so many words.

    All of some juegos, drawn at random, are taken.
    """
    rng, right = _random(11), 0
    juegos = [_by_juego(told) for told in rows]
    for _ in range(DRAWN):
        first, second, *rest = (_lost(_some(of, words, rng)) for of in juegos)
        right += first > second > max(rest)
    return right / DRAWN


def _some(juegos: Sequence[list[Said]], words: int, rng: Random) -> list[Said]:
    found: list[Said] = []
    while len(found) < words:
        found += rng.choice(juegos)
    return found[:words]


def _lost(told: Sequence[Said]) -> float:
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


def _with_interval(told: Sequence[Said], of: Callable[[Sequence[Said]], float]) -> tuple[float, float, float]:
    return (of(told), *_middle([of(again) for again in _drawn(told, 7)]))


def _middle(found: Sequence[float]) -> tuple[float, float]:
    """Between what 95 of 100 lie."""
    ranked = sorted(found)
    cut = round(0.025 * len(ranked))
    return ranked[cut], ranked[-1 - cut]


def _drawn(told: Sequence[It], seed: int) -> list[list[It]]:
    """The juegos drawn anew, so often, with all their words."""
    rng, juegos = _random(seed), _by_juego(told)
    return [[one for juego in rng.choices(juegos, k=len(juegos)) for one in juego] for _ in range(DRAWN)]


def _by_juego(told: Sequence[It]) -> list[list[It]]:
    rows: dict[int, list[It]] = {}
    for one in told:
        rows.setdefault(one.juego, []).append(one)
    return list(rows.values())


def _as_told(told: Sequence[Said], seed: int) -> list[Said]:
    """The same words, had each come as often as was told."""
    rng = _random(seed)
    return [one._replace(won=rng.random() < one.chance) for one in told]


def _random(seed: int) -> Random:
    return Random(seed)  # noqa: S311 - an estimate to be repeated, not a secret


SIDE, MARGIN = 320, 46
_COLOURS = ("#1b5e8c", "#b3541e", "#4b7d2c")


def plot(populations: Sequence[tuple[str, Sequence[Column]]]) -> str:
    """Returns a reliability plot as SVG: what was told across, what was won upwards."""
    size = SIDE + 2 * MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" viewBox="0 0 {size} {size}"'
        ' font-family="sans-serif" font-size="12">',
        f'<rect width="{size}" height="{size}" fill="#ffffff"/>',
        *_grid(),
    ]
    for number, (name, found) in enumerate(populations):
        parts += _curve(name, found, number)
    return "\n".join([*parts, "</svg>", ""])


def _x(chance: float) -> float:
    return round(MARGIN + SIDE * chance, 1)


def _y(chance: float) -> float:
    return round(MARGIN + SIDE * (1 - chance), 1)


def _grid() -> list[str]:
    lines = []
    for fifth in range(6):
        at = fifth / 5
        lines += [
            f'<path d="M{_x(at)} {_y(0)}V{_y(1)}M{_x(0)} {_y(at)}H{_x(1)}" stroke="#dddddd"/>',
            f'<text x="{_x(at)}" y="{_y(0) + 16}" text-anchor="middle">{at:.0%}</text>',
            f'<text x="{_x(0) - 6}" y="{_y(at) + 4}" text-anchor="end">{at:.0%}</text>',
        ]
    middle = _x(0.5)
    return [
        *lines,
        f'<path d="M{_x(0)} {_y(0)}L{_x(1)} {_y(1)}" stroke="#888888" stroke-dasharray="4 4"/>',
        f'<text x="{middle}" y="{_y(0) + 36}" text-anchor="middle">chance of the juego that was told</text>',
        f'<text transform="translate(12 {_y(0.5)}) rotate(-90)" text-anchor="middle">juegos won</text>',
    ]


def _curve(name: str, found: Sequence[Column], number: int) -> list[str]:
    colour = _COLOURS[number % len(_COLOURS)]
    shift = 3 * number
    line = " ".join(f"{_x(column.said) + shift:.1f},{_y(column.won)}" for column in found)
    most = max((column.words for column in found), default=1)
    bars = [
        f'<path d="M{_x(column.said) + shift:.1f} {_y(column.low)}V{_y(column.high)}" stroke="{colour}"/>'
        for column in found
    ]
    dots = [
        f'<circle cx="{_x(column.said) + shift:.1f}" cy="{_y(column.won)}"'
        f' r="{2 + 4 * (column.words / most) ** 0.5:.1f}" fill="{colour}"/>'
        for column in found
    ]
    return [
        f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.5"/>',
        *bars,
        *dots,
        f'<text x="{_x(0.03)}" y="{_y(0.95) + 16 * number}" fill="{colour}">{name}</text>',
    ]
