"""Worlds: what the others may hold, of all that one seat could not see, drawn as likely as they are."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from random import Random
from typing import NamedTuple

from musbot.coach.mus.likely import Likely, MayHold
from musbot.coach.mus.moments import Uttered
from musbot.game.actions import Seat
from musbot.game.cards import DECK, Card, Hand
from musbot.game.modos.mus.rules import MusRules
from musbot.game.modos.mus.state import MusState
from musbot.game.state import Descarte
from musbot.game.views import observe
from musbot.players.mus.odds import HandClasses, Kinds, hand_classes, left, ways

MOST_TRIES = 200_000
"""Deals tried for one moment, before what was found has to do."""

_STRAY = 0.05
"""How often a card of a kind is thrown that nobody is thought to throw, beside those of the others."""


def worlds(it: Uttered, rng: Random, many: int) -> list[MusState]:
    """Returns so many tables that look the same to a seat at this moment, drawn as likely as they are.

    Known are its cards and those it has thrown, what was declared, shown and seen as a seña; those that the
    words said, and how many cards were thrown, make likely come more often. None are found where nothing
    agrees with all of it.
    """
    unseen = _Unseen(it)
    found: list[MusState] = []
    for _ in range(MOST_TRIES):
        classes = unseen.classes(rng)
        if classes is not None:
            found.append(unseen.world(classes, rng))
            if len(found) == many:
                break
    return found


class _Other(NamedTuple):
    """Another seat: what it may hold, and the running sums of it."""

    seat: Seat
    held: MayHold
    sums: Sequence[float]


class _Unseen:
    """All that a seat does not see at a moment."""

    def __init__(self, it: Uttered) -> None:
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
        self._copies = left(self._of, self._of.kinds(mine, rules))
        self._signs = tuple(sign for sign in it.mesa.signs if sign.seat == it.seat or it.seat in sign.seen_by)
        likely = Likely(view, rules, self._copies)
        held = {other: likely.held(other, it.aloud) for other in range(it.mesa.seats) if other != it.seat}
        self._others = [_Other(seat, row, list(accumulate(row.row))) for seat, row in held.items()]
        self._gone = [sum(many) for many in zip(*(row.gone for row in held.values()), strict=True)]

    def classes(self, rng: Random) -> list[int] | None:
        """Returns a class of hands for each of the others, or None where they are not dealt together."""
        return together([other.sums for other in self._others], self._of, self._copies, rng)

    def world(self, classes: Sequence[int], rng: Random) -> MusState:
        """Returns the table on which the others hold such hands, of cards drawn at random."""
        cards, mesa = list(self._mesa.cards), self._mesa
        stock = self._by_kind(rng.sample(self._rest, len(self._rest)))
        phase = mesa.phase
        thrown = list(phase.thrown) if isinstance(phase, Descarte) else []
        for other, number in zip(self._others, classes, strict=True):
            hand = tuple(stock[kind].pop() for kind, count in self._of.picks[number] for _ in range(count))
            cards[other.seat] = hand
            if thrown and thrown[other.seat] is not None:
                thrown[other.seat] = away = self._throws(other, number, hand, rng)
                cards[other.seat] = tuple(c for c in hand if c not in away)
        hidden = len(mesa.discards) - len(self._own_gone)
        discards = (*self._own_gone, *self._discards(stock, hidden, rng))
        world = mesa.draft()
        world.cards, world.discards, world.signs = tuple(cards), discards, self._signs
        if thrown:
            world.phase = Descarte(tuple(thrown), None)
        return world.seal()

    def _throws(self, other: _Other, number: int, hand: Hand, rng: Random) -> Hand:
        """The cards of a hand that its seat has thrown: as many as was told, if it was."""
        count = self._told[other.seat]
        throws: Kinds = other.held.throws[number] if other.held.throws else ()
        if throws and count in (None, len(throws)):
            cards = self._by_kind(hand)
            return tuple(cards[kind].pop() for kind in throws)
        return tuple(rng.sample(hand, rng.randint(1, len(hand)) if count is None else count))

    def _by_kind(self, cards: Sequence[Card]) -> list[list[Card]]:
        found: list[list[Card]] = [[] for _ in self._of.ranks]
        for c in cards:
            found[self._kind[c]].append(c)
        return found

    def _discards(self, stock: Sequence[list[Card]], count: int, rng: Random) -> Hand:
        """So many of the cards that are left, of the kinds that were likely thrown."""
        found: list[Card] = []
        for _ in range(count):
            chances = [
                len(cards) * (_STRAY + gone) if cards else 0.0
                for cards, gone in zip(stock, self._gone, strict=True)
            ]
            found.append(stock[rng.choices(range(len(stock)), chances)[0]].pop())
        return tuple(found)


def together(
    sums: Sequence[Sequence[float]], of: HandClasses, copies: Sequence[int], rng: Random
) -> list[int] | None:
    """Returns a class of hands for each player, by the running sums of how likely each is to hold which.

    Each is drawn by itself and taken as often as the cards of those before leave it, so that all together
    come as often as deals of them, and as likely as each makes its words. None where they are not dealt so.
    """
    rest = list(copies)
    found: list[int] = []
    for row in sums:
        if not row[-1]:
            return None
        number = rng.choices(range(len(row)), cum_weights=row)[0]
        picks = of.picks[number]
        if found and rng.random() * ways(picks, copies) >= ways(picks, rest):
            return None
        for kind, count in picks:
            rest[kind] -= count
        found.append(number)
    return found
