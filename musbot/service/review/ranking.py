"""Who wins in a chat: reckoned anew from its results each time, so that nothing else has to be kept.

Strength is that of Weng and Lin, "A Bayesian Approximation Method for Online Ranking" (JMLR 12, 2011), by
their Plackett-Luce model as `openskill` has it: a side is the sum of its players, and one wins out of two as
out of six, which is all that is known where each plays alone. A pair is rated as one player would be.
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
"""Partidas before anybody is rated."""
MOST_TOGETHER = 0.75
"""Of somebody's partidas, with one partner: beyond that nobody can tell the two apart."""
BASE, A_POINT = 1000, 40
"""Points of who is not known yet, and how many a unit of strength is worth."""
SURE = 2.5
"""Deviations to each side, between which a strength is 19 times out of 20: the model is too sure of itself
after hundreds of partidas among few people (tests/service/review/test_ranking.py)."""

_MODEL = PlackettLuce()
Id = TypeVar("Id", bound=Hashable)


@dataclass(slots=True)
class Strength(Generic[Id]):
    """How somebody, or a pair, has fared: `points` are right by `give` more or less, 19 times out of 20."""

    who: Id
    played: int = 0
    won: int = 0
    rating: PlackettLuceRating = field(default_factory=_MODEL.rating)

    @property
    def points(self) -> int:
        return round(BASE + (self.rating.mu - _MODEL.mu) * A_POINT)

    @property
    def give(self) -> int:
        return round(SURE * self.rating.sigma * A_POINT)


@dataclass(frozen=True, slots=True)
class Ranking:
    """The pairs and the people of a chat, the best first; those that have played too little, the most first.

    `inseparable` have played enough, but nearly always with one partner; `with_ai` how people have fared in
    partidas with AI players, which are rated nowhere. People are numbers (`PastPlayer.number`); `names` tells
    whose.
    """

    pairs: tuple[Strength[frozenset[int]], ...]
    few_pairs: tuple[Strength[frozenset[int]], ...]
    people: tuple[Strength[int], ...]
    few_people: tuple[Strength[int], ...]
    inseparable: tuple[Strength[int], ...]
    with_ai: tuple[Strength[int], ...]
    names: Mapping[int, str]


def ranking(results: Iterable[PastPartida]) -> Ranking:
    """Returns who wins, of results in the order in which they were played.

    Partidas that were closed, and games with stones, count for nothing. Who is forgotten is named nowhere.
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
    return _ranked(pairs, people, with_ai, partners, names)


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


def _ranked(
    pairs: _Scores[frozenset[int]],
    people: _Scores[int],
    with_ai: _Scores[int],
    partners: Mapping[int, Counter[int]],
    names: Mapping[int, str],
) -> Ranking:
    def apart(score: Strength[int]) -> bool:
        return max(partners[score.who].values(), default=0) <= MOST_TOGETHER * score.played

    known_pairs = [score for score in pairs.values() if score.who <= names.keys()]
    known = [score for score in people.values() if score.who in names]
    rated = [score for score in known if score.played >= FEWEST]
    return Ranking(
        pairs=_best(score for score in known_pairs if score.played >= FEWEST),
        few_pairs=_most(score for score in known_pairs if score.played < FEWEST),
        people=_best(score for score in rated if apart(score)),
        few_people=_most(score for score in known if score.played < FEWEST),
        inseparable=_most(score for score in rated if not apart(score)),
        with_ai=_most(score for score in with_ai.values() if score.who in names),
        names=names,
    )


def _best(scores: Iterable[Strength[Id]]) -> tuple[Strength[Id], ...]:
    return tuple(sorted(scores, key=lambda score: -score.rating.mu))


def _most(scores: Iterable[Strength[Id]]) -> tuple[Strength[Id], ...]:
    return tuple(sorted(scores, key=lambda score: (-score.played, -score.won)))
