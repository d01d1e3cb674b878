"""The lottery of sides and of the first dealer (R18, R19): who drew what, who sits where, who is mano."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from musbot.game.actions import Seat
from musbot.game.cards import SUITS, Card, strength
from musbot.game.rules_base import RuleSet


@dataclass(frozen=True, slots=True)
class Sorteo:
    """A lottery: the cards in the order in which they were drawn, and by whom (None: one turned for all).

    `order` says who comes to sit in each seat (by their seat before it), `mano` is a seat of the new order.
    """

    drawn: tuple[tuple[Seat | None, Card], ...]
    order: tuple[Seat, ...]
    mano: Seat


def draw_sides(deck: Sequence[Card], rules: RuleSet, seats: int) -> Sorteo:
    """Returns who plays with whom (R18): the higher half against the lower, the highest mano.

    From the mano on sit, alternately, the higher half and the lower, each from its highest down: so the mano
    has the better of the other side on the right.
    """
    drawn: list[tuple[Seat | None, Card]] = []
    ranked = _ranked(iter(deck), rules, range(seats), drawn)
    high, low = ranked[: seats // 2], ranked[seats // 2 :]
    order = tuple(seat for pair in zip(high, low, strict=True) for seat in pair)
    return Sorteo(tuple(drawn), order, 0)


def draw_dealer(deck: Sequence[Card], rules: RuleSet, seats: int) -> Sorteo:
    """Returns who is mano where sides are fixed (R19): the first after the dealer.

    Four are given a suit each, in the order of the deck, and a card is turned: its suit deals. With another
    number of players, and where each wants to be rid of stones (R61), the highest card deals.
    """
    same = tuple(range(seats))
    if seats == len(SUITS) and rules.suit_deals:
        dealer = SUITS.index(deck[0].suit)
        return Sorteo(((None, deck[0]),), same, (dealer + 1) % seats)
    drawn: list[tuple[Seat | None, Card]] = []
    cards, highest = iter(deck), same
    while len(highest) > 1:  # those tied for it draw again, and nobody else
        highest = _draw(cards, rules, highest, drawn)[0]
    return Sorteo(tuple(drawn), same, (highest[0] + 1) % seats)


def _ranked(
    deck: Iterator[Card], rules: RuleSet, seats: Sequence[Seat], drawn: list[tuple[Seat | None, Card]]
) -> list[Seat]:
    """The seats from the highest card down; equal ones draw again, only between themselves."""
    ranked: list[Seat] = []
    for tied in _draw(deck, rules, seats, drawn):
        ranked += tied if len(tied) == 1 else _ranked(deck, rules, tied, drawn)
    return ranked


def _draw(
    deck: Iterator[Card], rules: RuleSet, seats: Sequence[Seat], drawn: list[tuple[Seat | None, Card]]
) -> list[tuple[Seat, ...]]:
    """Each draws a card: the seats that drew equal ones together, the highest first."""
    cards = {seat: next(deck) for seat in seats}
    drawn += cards.items()
    by_strength: dict[int, tuple[Seat, ...]] = {}
    for seat, card in cards.items():
        value = strength(card.rank, rules.reyes)
        by_strength[value] = (*by_strength.get(value, ()), seat)
    return [by_strength[value] for value in sorted(by_strength, reverse=True)]
