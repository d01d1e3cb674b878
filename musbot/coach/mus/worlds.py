"""Simulated deals: the unseen cards sampled by their probability, given one seat's knowledge."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from random import Random
from typing import NamedTuple

from musbot.coach.mus.likely import HandEstimate, HandEstimator
from musbot.coach.mus.moments import Decision
from musbot.game.actions import Seat
from musbot.game.cards import DECK, Card, Hand
from musbot.game.modos.mus.rules import MusRules
from musbot.game.modos.mus.state import MusState
from musbot.game.state import Descarte
from musbot.game.views import observe
from musbot.players.mus.odds import HandClasses, Kinds, count_ways, hand_classes, unseen_copies

MOST_TRIES = 200_000
"""The number of attempts to sample deals for one decision; after it, the deals found so far are used."""

_STRAY = 0.05
"""The weight of a discarded card whose kind no player is expected to throw."""


def sample_worlds(it: Decision, rng: Random, many: int) -> list[MusState]:
    """Returns up to `many` tables that one seat cannot tell apart from the real one.

    The seat's cards and discards, the declarations and the señas seen always agree. Words and the number of
    cards thrown weight the samples. The list is shorter, or empty, if few or no deals agree.
    """
    unseen = _Unseen(it)
    found: list[MusState] = []
    for _ in range(MOST_TRIES):
        classes = unseen.sample_classes(rng)
        if classes is not None:
            found.append(unseen.build_world(classes, rng))
            if len(found) == many:
                break
    return found


class _Other(NamedTuple):
    """Another seat, and the distribution of its hand."""

    seat: Seat
    """The number of the seat."""
    held: HandEstimate
    """The weights of its possible hands."""
    sums: Sequence[float]
    """The cumulative weights, for sampling."""


class _Unseen:
    """The cards that one seat does not see before a word."""

    def __init__(self, it: Decision) -> None:
        view, rules = observe(it.mesa, it.seat), it.mesa.rules
        self._mesa = it.mesa
        self._seat = it.seat
        self._rules: MusRules = rules
        self._of: HandClasses = hand_classes(rules)
        mine = (*view.mine, *it.own_thrown)
        self._own_gone = tuple(c for c in it.own_thrown if c in it.mesa.discards)
        self._rest = [c for c in DECK if c not in mine]
        self._kind = {c: self._of.kinds((c,), rules)[0] for c in DECK}
        self._told = view.thrown
        self._copies = unseen_copies(self._of, self._of.kinds(mine, rules))
        self._signs = tuple(made for made in it.mesa.signs if made.seat == it.seat or it.seat in made.seen_by)
        likely = HandEstimator(view, rules, self._copies)
        held = {other: likely.estimate(other, it.aloud) for other in range(it.mesa.seats) if other != it.seat}
        self._others = [_Other(seat, row, list(accumulate(row.row))) for seat, row in held.items()]
        self._gone = [sum(many) for many in zip(*(row.thrown_kinds for row in held.values()), strict=True)]

    def sample_classes(self, rng: Random) -> list[int] | None:
        """Returns a sampled class of hands for each other seat, by seat; None if the sample is rejected or
        impossible."""
        return sample_classes([other.sums for other in self._others], self._of, self._copies, rng)

    def build_world(self, classes: Sequence[int], rng: Random) -> MusState:
        """Returns the table with hands of these classes for the other seats, in random suits.

        Their hidden discards are sampled too, and only the señas that the seat made or saw remain. `classes`
        has the other seats in order, without the seat itself.
        """
        cards, mesa = list(self._mesa.cards), self._mesa
        stock = self._by_kind(rng.sample(self._rest, len(self._rest)))
        phase = mesa.phase
        thrown = list(phase.thrown) if isinstance(phase, Descarte) else []
        for other, number in zip(self._others, classes, strict=True):
            hand = tuple(stock[kind].pop() for kind, count in self._of.picks[number] for _ in range(count))
            cards[other.seat] = hand
            if thrown and thrown[other.seat] is not None:
                thrown[other.seat] = away = self._choose_throws(other, number, hand, rng)
                cards[other.seat] = tuple(c for c in hand if c not in away)
        hidden = len(mesa.discards) - len(self._own_gone)
        discards = (*self._own_gone, *self._sample_discards(stock, hidden, rng))
        world = mesa.draft()
        world.cards, world.discards, world.signs = tuple(cards), discards, self._signs
        if thrown:
            world.phase = Descarte(tuple(thrown), None)
        return world.seal()

    def _choose_throws(self, other: _Other, number: int, hand: Hand, rng: Random) -> Hand:
        """Returns the cards that a seat has thrown from its hand, of the public number if that is known.

        They are the expected ones if there are any and their number agrees or is unknown; otherwise random
        ones, without a known number a random number of them.
        """
        count = self._told[other.seat]
        throws: Kinds = other.held.throws[number] if other.held.throws else ()
        if throws and count in (None, len(throws)):
            cards = self._by_kind(hand)
            return tuple(cards[kind].pop() for kind in throws)
        return tuple(rng.sample(hand, rng.randint(1, len(hand)) if count is None else count))

    def _by_kind(self, cards: Sequence[Card]) -> list[list[Card]]:
        """Returns cards in one list for each kind; some lists may be empty."""
        found: list[list[Card]] = [[] for _ in self._of.ranks]
        for c in cards:
            found[self._kind[c]].append(c)
        return found

    def _sample_discards(self, stock: Sequence[list[Card]], count: int, rng: Random) -> Hand:
        """Returns `count` hidden discards sampled from the remaining cards, weighted by the kinds expected
        there.

        It removes them from `stock`.
        """
        found: list[Card] = []
        for _ in range(count):
            chances = [
                len(cards) * (_STRAY + gone) if cards else 0.0
                for cards, gone in zip(stock, self._gone, strict=True)
            ]
            found.append(stock[rng.choices(range(len(stock)), chances)[0]].pop())
        return tuple(found)


def sample_classes(
    sums: Sequence[Sequence[float]], of: HandClasses, copies: Sequence[int], rng: Random
) -> list[int] | None:
    """Returns a sampled class of hands for each player from cumulative weights; None if the sample is
    rejected. None if the sample is rejected or impossible.

    Each class is drawn independently, and accepted in proportion to the ways to deal it from the remaining
    cards. Accepted samples therefore follow the joint distribution.
    """
    rest = list(copies)
    found: list[int] = []
    for row in sums:
        if not row[-1]:
            return None
        number = rng.choices(range(len(row)), cum_weights=row)[0]
        picks = of.picks[number]
        if found and rng.random() * count_ways(picks, copies) >= count_ways(picks, rest):
            return None
        for kind, count in picks:
            rest[kind] -= count
        found.append(number)
    return found
