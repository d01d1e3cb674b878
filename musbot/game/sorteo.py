"""The lottery of sides and of the first dealer (R18, R19)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from musbot.game.actions import Seat, Seats
from musbot.game.cards import SUITS, Card, strength
from musbot.game.rules_base import Primero, RuleSet


@dataclass(frozen=True, slots=True)
class Sorteo:
    """The result of a lottery."""

    drawn: tuple[tuple[Seat | None, Card], ...]
    """The cards in the order of the draw, each with its seat; None for a card turned for the table."""
    order: Seats
    """For each seat, the previous seat of its player."""
    mano: Seat
    """The mano, as a seat after the lottery."""


def draw_sides(deck: Sequence[Card], rules: RuleSet, seats: int) -> Sorteo:
    """Draws the sides (R18): the higher half plays against the lower half, and the highest card is mano.

    Tied players draw again. From the mano on, players of the higher and lower half alternate, each half from
    its highest card down. So the better rival sits to the right of the mano, which has seat 0. Raises
    ValueError for an odd number of seats.
    """
    drawn: list[tuple[Seat | None, Card]] = []
    ranked = _rank_seats(iter(deck), rules, range(seats), drawn)
    high, low = ranked[: seats // 2], ranked[seats // 2 :]
    order = tuple(seat for pair in zip(high, low, strict=True) for seat in pair)
    return Sorteo(tuple(drawn), order, 0)


def draw_dealer(deck: Sequence[Card], rules: RuleSet, seats: int) -> Sorteo:
    """Draws the first mano if sides are fixed (R19): the player after the dealer. Players keep their seats.

    Under `Primero.PALOS` each of four players has a suit, in the order of SUITS. The suit of a turned card
    deals. With other numbers of players, and with stones (R61), the highest card deals. Under the other
    values (R102) the player with the lowest card deals or is mano. Tied players draw again.
    """
    same = tuple(range(seats))
    if seats == len(SUITS) and rules.draws_dealer_by_suit and rules.first_dealer is Primero.PALOS:
        dealer = SUITS.index(deck[0].suit)
        return Sorteo(((None, deck[0]),), same, (dealer + 1) % seats)
    drawn: list[tuple[Seat | None, Card]] = []
    cards, first, lowest = iter(deck), same, rules.first_dealer is not Primero.PALOS
    while len(first) > 1:  # only the tied players draw again
        first = _draw(cards, rules, first, drawn)[-1 if lowest else 0]
    is_mano = rules.first_dealer is Primero.MENOR_MANO  # R102
    return Sorteo(tuple(drawn), same, first[0] if is_mano else (first[0] + 1) % seats)


def _rank_seats(
    deck: Iterator[Card], rules: RuleSet, seats: Sequence[Seat], drawn: list[tuple[Seat | None, Card]]
) -> list[Seat]:
    """Returns the seats from the highest card down; tied players draw again among themselves.

    Takes the cards from `deck`, and appends each to `drawn` with its seat.
    """
    ranked: list[Seat] = []
    for tied in _draw(deck, rules, seats, drawn):
        ranked += tied if len(tied) == 1 else _rank_seats(deck, rules, tied, drawn)
    return ranked


def _draw(
    deck: Iterator[Card], rules: RuleSet, seats: Sequence[Seat], drawn: list[tuple[Seat | None, Card]]
) -> list[Seats]:
    """Takes a card from `deck` for each seat and appends it to `drawn`; returns the seats grouped by equal
    `strength`, the highest first."""
    cards = {seat: next(deck) for seat in seats}
    drawn += cards.items()
    by_strength: dict[int, Seats] = {}
    for seat, card in cards.items():
        value = strength(card.rank, rules.reyes)
        by_strength[value] = (*by_strength.get(value, ()), seat)
    return [by_strength[value] for value in sorted(by_strength, reverse=True)]
