"""The ranking of a chat, computed from all its results on each request, so that no rating is stored.

Ratings follow Weng and Lin, "A Bayesian Approximation Method for Online Ranking" (JMLR 12, 2011), with the
Plackett-Luce model of `openskill`. A side's strength is the sum of its players'. With individual sides only
the winner counts, because other places are unknown. A pair is rated like one player.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from openskill.models import PlackettLuce, PlackettLuceRating

from musbot.game.modos.mus.rules import MUS_SETS
from musbot.store.results import PastPartida, PastPlayer

FEWEST = 20
"""Partidas after which a person or pair is rated."""
MOST_TOGETHER = 0.75
"""The largest share of a person's partidas with one partner; beyond it the two cannot be rated apart."""
BASE, A_POINT = 1000, 40
"""Points of an unknown player, and points per unit of strength."""
SURE = 2.5
"""Deviations on each side of a 95 % interval.

The model alone is too confident after hundreds of partidas among few people
(tests/service/review/test_ranking.py).
"""

_MODEL = PlackettLuce()
Id = TypeVar("Id", bound=Hashable)
"""The number of a person, or the numbers of a pair."""


@dataclass(slots=True)
class Strength(Generic[Id]):
    """The record of a person or pair."""

    who: Id
    """The person's number, or the numbers of a pair."""
    played: int = 0
    """Number of partidas."""
    won: int = 0
    """Number of partidas won."""
    rating: PlackettLuceRating = field(default_factory=_MODEL.rating)
    """The rating in the model."""

    @property
    def points(self) -> int:
        """The rating in points."""
        return round(BASE + (self.rating.mu - _MODEL.mu) * A_POINT)

    @property
    def margin(self) -> int:
        """Half of the 95 % interval, in points."""
        return round(SURE * self.rating.sigma * A_POINT)


@dataclass(frozen=True, slots=True)
class Ranking:
    """The pairs and people of a chat. People are numbers (`PastPlayer.number`)."""

    pairs: tuple[Strength[frozenset[int]], ...]
    """Rated pairs, best first."""
    few_pairs: tuple[Strength[frozenset[int]], ...]
    """Pairs with too few partidas, most partidas first."""
    people: tuple[Strength[int], ...]
    """Rated people, best first."""
    few_people: tuple[Strength[int], ...]
    """People with too few partidas, most partidas first."""
    inseparable: tuple[Strength[int], ...]
    """People with enough partidas, but nearly all with one partner; most partidas first."""
    with_ai: tuple[Strength[int], ...]
    """Records of people in partidas with AI players, which are not rated; most partidas first."""
    names: Mapping[int, str]
    """The name of each number."""


def ranking(results: Iterable[PastPartida]) -> Ranking:
    """Returns the ranking for results in the order of play.

    Partidas without a winner, and games with stones, do not count. Forgotten people are left out.
    """
    pairs, people, with_ai = _Scores[frozenset[int]](), _Scores[int](), _Scores[int]()
    partners: defaultdict[int, Counter[int]] = defaultdict(Counter)
    names: dict[int, str] = {}
    for it in results:
        if it.winner is None or it.rules not in MUS_SETS:
            continue
        names |= {player.number: player.now for player in it.seats if player is not None and player.now}
        if not it.among_people:
            with_ai.count(it.winner, [[p.number for p in side if p is not None] for side in it.sides])
            continue
        sides = [[player.number for player in side] for side in _people(it.sides)]
        people.rate(it.winner, sides)
        for side in sides:
            for number in side:
                partners[number].update(other for other in side if other != number)
        if all(len(side) == 2 for side in sides):
            pairs.rate(it.winner, [[frozenset(side)] for side in sides])
    return _build_ranking(pairs, people, with_ai, partners, names)


class _Scores(dict[Id, Strength[Id]]):
    def __missing__(self, who: Id) -> Strength[Id]:
        self[who] = Strength(who)
        return self[who]

    def count(self, winner: int, sides: Sequence[Sequence[Id]]) -> None:
        for side, players in enumerate(sides):
            for who in players:
                self[who].played += 1
                self[who].won += side == winner

    def rate(self, winner: int, sides: Sequence[Sequence[Id]]) -> None:
        self.count(winner, sides)
        before = [[self[who].rating for who in players] for players in sides]
        places = [float(side != winner) for side in range(len(sides))]
        for players, after in zip(sides, _MODEL.rate(before, ranks=places), strict=True):
            for who, rating in zip(players, after, strict=True):
                self[who].rating = rating


def _people(sides: Iterable[Sequence[PastPlayer | None]]) -> Iterator[list[PastPlayer]]:
    return ([player for player in side if player is not None] for side in sides)


def _build_ranking(
    pairs: _Scores[frozenset[int]],
    people: _Scores[int],
    with_ai: _Scores[int],
    partners: Mapping[int, Counter[int]],
    names: Mapping[int, str],
) -> Ranking:
    def is_separable(score: Strength[int]) -> bool:
        return max(partners[score.who].values(), default=0) <= MOST_TOGETHER * score.played

    known_pairs = [score for score in pairs.values() if score.who <= names.keys()]
    known = [score for score in people.values() if score.who in names]
    rated = [score for score in known if score.played >= FEWEST]
    return Ranking(
        pairs=_best(score for score in known_pairs if score.played >= FEWEST),
        few_pairs=_most_played(score for score in known_pairs if score.played < FEWEST),
        people=_best(score for score in rated if is_separable(score)),
        few_people=_most_played(score for score in known if score.played < FEWEST),
        inseparable=_most_played(score for score in rated if not is_separable(score)),
        with_ai=_most_played(score for score in with_ai.values() if score.who in names),
        names=names,
    )


def _best(scores: Iterable[Strength[Id]]) -> tuple[Strength[Id], ...]:
    return tuple(sorted(scores, key=lambda score: -score.rating.mu))


def _most_played(scores: Iterable[Strength[Id]]) -> tuple[Strength[Id], ...]:
    return tuple(sorted(scores, key=lambda score: (-score.played, -score.won)))
