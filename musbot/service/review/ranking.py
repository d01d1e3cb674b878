"""The ranking of a chat: partidas won and lost, counted on each request, and ratings.

Ratings follow Weng and Lin, "A Bayesian Approximation Method for Online Ranking" (JMLR 12, 2011), with the
Plackett-Luce model of `openskill`. A side's strength is the sum of its players'. With individual sides only
the winner counts, because other places are unknown. A pair is rated like one player.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

from openskill.models import PlackettLuce, PlackettLuceRating

from musbot.game.modos.mus.rules import MUS_SETS
from musbot.game.modos.piedras.rules import STONE_SETS
from musbot.service.review.process_pool import Weigher, WorkFailed
from musbot.store.results import ChatResults
from musbot.table.events import ChatId

FEWEST = 20
"""Partidas after which a person or pair is rated."""
MOST_TOGETHER = 0.75
"""The largest share of a person's partidas with one partner; beyond it the two cannot be rated apart."""
MOST_RATED = 2000
"""Number of latest partidas that ratings are computed from."""
MOST_CHATS = 200
"""Number of chats whose ratings are cached."""
BASE, A_POINT = 1000, 40
"""Points of an unknown player, and points per unit of strength."""
CONFIDENCE_DEVIATIONS = 2.5
"""Deviations on each side of a 95 % interval.

The model alone is too confident after hundreds of partidas among few people
(tests/service/review/test_ranking.py).
"""
SHORTEST_STREAK, MOST_STREAKS = 3, 2
"""Partidas won in a row that make a streak, and the largest number of streaks shown."""
SPANS_DAYS = (90, 7)
"""Spans of time before now that have their own counts, in days, the longest first."""

_MODEL = PlackettLuce()
Who = tuple[int, ...]
"""The number of a person, or the numbers of a pair in ascending order."""


@dataclass(slots=True, eq=False)
class Record:
    """The partidas of a person or pair: in all time, then in each of `SPANS_DAYS`."""

    who: Who
    """The person or pair."""
    won: list[int] = field(default_factory=lambda: [0] * (1 + len(SPANS_DAYS)))
    """Partidas won in each span."""
    lost: list[int] = field(default_factory=lambda: [0] * (1 + len(SPANS_DAYS)))
    """Partidas lost in each span."""
    last_lost: int = -1
    """The place of the last defeat among the chat's partidas; -1 without one."""
    streak: int = 0
    """Partidas won since the last defeat."""

    @property
    def partidas(self) -> int:
        """Number of partidas in all time."""
        return self.won[0] + self.lost[0]


@dataclass(frozen=True, slots=True)
class Counts:
    """The partidas won and lost in a chat, without forgotten people."""

    pairs: tuple[Record, ...]
    """Pairs at Mus without AI players."""
    people: tuple[Record, ...]
    """People at Mus without AI players."""
    with_ai: tuple[Record, ...]
    """People at any game with AI players."""
    stones: tuple[Record, ...]
    """People at games with stones without AI players."""


class _Records(dict[Who, Record]):
    """The records by person or pair; an unknown one gets an empty record."""

    def __missing__(self, who: Who) -> Record:
        """Adds and returns an empty record."""
        self[who] = Record(who)
        return self[who]


@dataclass(slots=True, eq=False)
class _Side:
    """The people who sat together on a side, and the places of their partidas in ascending order.

    A chat has few sides and many seatings: each partida goes to its sides, each side to its people.
    """

    records: list[Record]
    """The records of its people, and of the pair."""
    won: list[int] = field(default_factory=list)
    """The partidas that it won."""
    lost: list[int] = field(default_factory=list)
    """The partidas that it lost."""


class _Sides(dict[tuple[int | None, ...], _Side]):
    """The sides of one kind of partida, by the names of their people.

    An unknown side gets a record for each person, and with `pairs` one for the pair.
    """

    def __init__(self, chat: ChatResults, people: _Records, pairs: _Records | None = None) -> None:
        super().__init__()
        self._chat, self._people, self._pairs = chat, people, pairs

    def __missing__(self, names: tuple[int | None, ...]) -> _Side:
        """Adds and returns a side without partidas, and adds the records that its people lack.

        AI players (None) have no records.
        """
        side = [self._chat.owners[it] for it in names]
        records = [self._people[it,] for it in side if it is not None]
        if self._pairs is not None:
            records.append(self._pairs[_ascending(side)])
        self[names] = _Side(records)
        return self[names]


class _Tally:
    """The records of a chat while its partidas are counted."""

    def __init__(self, chat: ChatResults) -> None:
        self.chat = chat
        self.every = pairs, people, with_ai, stones = tuple(_Records() for _ in range(4))
        """The records of each kind, in the order of `Counts`."""
        self._in_pairs, self._alone = _Sides(chat, people, pairs), _Sides(chat, people)
        self._with_ai, self._stones = _Sides(chat, with_ai), _Sides(chat, stones)

    def count(self) -> None:
        """Adds the chat's partidas to the records; partidas of unknown rules do not count."""
        kinds: dict[tuple[str, str, int, bool], _Sides | None] = {}
        for place, line in enumerate(self.chat.lines):
            _, winner, alone, rules, seats = line.split(" ", 4)
            sat = self.chat.seats.get(seats, ())
            game = alone, rules, len(sat), None in sat
            if game not in kinds:
                kinds[game] = self._find_kind(*game)
            if (kind := kinds[game]) is not None:
                many, won = 2 if alone == "0" else len(sat), int(winner)
                for number in range(many):
                    side = kind[sat[number::many]]
                    (side.won if number == won else side.lost).append(place)
        self._add_up([bisect_left(self.chat.lines, str(span)) for span in range(1 + len(SPANS_DAYS))])

    def _find_kind(self, alone: str, rules: str, players: int, has_ai: bool) -> _Sides | None:  # noqa: FBT001
        """Returns the sides of this kind of partida; None if its rules do not count.

        `alone` is "0" if two sides played. If `has_ai`, an AI player sat there, and any counted rules are one
        kind.
        """
        if rules not in MUS_SETS and rules not in STONE_SETS:
            return None
        if has_ai:
            return self._with_ai
        if rules in STONE_SETS:
            return self._stones
        return self._in_pairs if (alone, players) == ("0", 4) else self._alone

    def _add_up(self, starts: Sequence[int]) -> None:
        """Adds the partidas of sides to the records, with streaks; a span begins at the place in `starts`."""
        every = [*self._in_pairs.values(), *self._alone.values()]
        every += [*self._with_ai.values(), *self._stones.values()]
        for side in every:
            for record in side.records:
                for span, start in enumerate(starts):
                    record.won[span] += len(side.won) - bisect_left(side.won, start)
                    record.lost[span] += len(side.lost) - bisect_left(side.lost, start)
                record.last_lost = max([record.last_lost, *side.lost[-1:]])
        for side in every:
            for record in side.records:
                record.streak += len(side.won) - bisect_left(side.won, record.last_lost + 1)


def count(chat: ChatResults) -> Counts:
    """Returns the partidas won and lost in a chat; partidas of unknown rules do not count.

    Forgotten people, and pairs with one, are left out. The records are in no order.
    """
    tally, names = _Tally(chat), chat.names.keys()
    tally.count()
    return Counts(*(tuple(it for it in row.values() if names >= {*it.who}) for row in tally.every))


def _ascending(side: Sequence[int | None]) -> Who:
    """Returns the numbers of a side's people in ascending order, without AI players."""
    return tuple(sorted(it for it in side if it is not None))


def sides_of(chat: ChatResults, alone: str, seats: str) -> list[tuple[int | None, ...]]:
    """Returns the people of each side of a partida, None for an AI player; [] if its seats are unknown.

    `alone` is "0" for two sides, and otherwise each player is a side. `seats` is a key of `chat.seats`.
    """
    sat = tuple(chat.owners[it] for it in chat.seats.get(seats, ()))
    sides = min(2, len(sat)) if alone == "0" else len(sat)
    return [sat[side::sides] for side in range(sides)]


def longest_streaks(counts: Counts) -> list[Record]:
    """Returns the longest current streaks of pairs and people, the longest first.

    No person is in two of them; of equal streaks a pair's comes first. They are MOST_STREAKS at most, of
    SHORTEST_STREAK partidas at least. Pairs and people without a won partida in the longest of `SPANS_DAYS`
    are left out.
    """
    found: list[Record] = []
    going = [it for it in (*counts.pairs, *counts.people) if it.streak >= SHORTEST_STREAK and it.won[1]]
    for record in sorted(going, key=lambda it: (-it.streak, -len(it.who))):
        if not any({*record.who} & {*it.who} for it in found):
            found.append(record)
    return found[:MOST_STREAKS]


# ---- ratings ---------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Strength:
    """The rating of a person or pair."""

    who: Who
    """The person or pair."""
    played: int = 0
    """Number of partidas."""
    rating: PlackettLuceRating = field(default_factory=_MODEL.rating)
    """The rating in the model."""

    @property
    def points(self) -> int:
        """The rating in points."""
        return round(BASE + (self.rating.mu - _MODEL.mu) * A_POINT)

    @property
    def margin(self) -> int:
        """Half of the 95 % interval, in points."""
        return round(CONFIDENCE_DEVIATIONS * self.rating.sigma * A_POINT)


@dataclass(frozen=True, slots=True)
class Ratings:
    """The pairs and people with enough partidas of Mus without AI players; forgotten ones too."""

    pairs: tuple[Strength, ...] = ()
    """Rated pairs, best first."""
    people: tuple[Strength, ...] = ()
    """Rated people, best first; without people who nearly always have the same partner."""


class _Strengths(dict[Who, Strength]):
    """The ratings by person or pair; an unknown one gets the rating of a new player."""

    def __missing__(self, who: Who) -> Strength:
        """Adds and returns the rating of an unknown player."""
        self[who] = Strength(who)
        return self[who]

    def rate(self, winner: int, sides: Sequence[Sequence[Who]]) -> None:
        """Updates the ratings after a partida, and counts it; `winner` is the index of the winning side."""
        before = [[self[who].rating for who in players] for players in sides]
        places = [float(side != winner) for side in range(len(sides))]
        for players, after in zip(sides, _MODEL.rate(before, ranks=places), strict=True):
            for who, rating in zip(players, after, strict=True):
                self[who].rating = rating
                self[who].played += 1

    def best(self) -> tuple[Strength, ...]:
        """Returns the strengths with at least FEWEST partidas, the highest rating first."""
        rated = (it for it in self.values() if it.played >= FEWEST)
        return tuple(sorted(rated, key=lambda it: -it.rating.mu))


def rate(chat: ChatResults) -> Ratings:
    """Returns the ratings from the latest MOST_RATED partidas of a chat at Mus without AI players.

    Partidas with two people on each side also rate the pairs. People who nearly always have the same partner
    are left out of `people`.
    """
    pairs, people = _Strengths(), _Strengths()
    partners: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for winner, sides in _rated_partidas(chat)[-MOST_RATED:]:
        people.rate(winner, [[(it,) for it in side] for side in sides])
        for side in sides:
            for one in side:
                partners[one].update(other for other in side if other != one)
        if all(len(side) == 2 for side in sides):
            pairs.rate(winner, [[_ascending(side)] for side in sides])

    def is_separable(it: Strength) -> bool:
        """Returns whether a person has not played nearly always with the same partner (MOST_TOGETHER)."""
        (one,) = it.who
        return max(partners[one].values(), default=0) <= MOST_TOGETHER * it.played

    return Ratings(pairs.best(), tuple(filter(is_separable, people.best())))


def _rated_partidas(chat: ChatResults) -> list[tuple[int, list[list[int]]]]:
    """Returns the partidas of Mus without AI players, the oldest first.

    Each is the index of the winning side, and the numbers of the people of each side.
    """
    found = []
    for _, winner, alone, rules, seats in (line.split(" ", 4) for line in chat.lines):
        sides = [[it for it in side if it is not None] for side in sides_of(chat, alone, seats)]
        if rules in MUS_SETS and sides and None not in chat.seats[seats]:
            found.append((int(winner), sides))
    return found


class RatingCache:
    """The ratings of chats, computed in the worker process, cached until the number of results changes."""

    def __init__(self, worker: Weigher) -> None:
        self._worker = worker
        self._cached: OrderedDict[ChatId, tuple[int, Ratings]] = OrderedDict()
        self._turn = asyncio.Lock()

    async def find(self, chat: ChatId, results: ChatResults, counts: Counts) -> Ratings:
        """Returns the ratings of a chat from the cache, or computes and caches them.

        They are computed in the worker, or after its failure in a thread. Empty until a person in `counts`
        has FEWEST partidas of Mus without AI players. Above MOST_CHATS, drops the least recently used.
        """
        if all(it.partidas < FEWEST for it in counts.people):
            return Ratings()
        latest = len(results.lines)
        async with self._turn:
            if chat not in self._cached or self._cached[chat][0] != latest:
                work = partial(rate, results)
                try:
                    ratings = await self._worker.run(work)
                except WorkFailed:
                    ratings = await asyncio.to_thread(work)
                self._cached[chat] = latest, ratings
            self._cached.move_to_end(chat)
            if len(self._cached) > MOST_CHATS:
                self._cached.popitem(last=False)
            return self._cached[chat][1]
