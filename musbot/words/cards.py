"""Cards and what they are worth, in words: the same in every chat, in an acta told, and read aloud."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from musbot.game.cards import HAND_SIZE, Card, Hand
from musbot.game.lances import DUPLES, MEDIAS, PAR, REAL, Jugada, Lance, worth
from musbot.game.rules_base import RuleSet
from musbot.words.texts import Key, Texts

SUIT_SIGNS = {"o": "🪙", "c": "🍷", "e": "⚔️", "b": "🪵"}
FIGURES = (1, 10, 11, 12)

_SUIT: Mapping[str, Key] = {"o": "suit-o", "c": "suit-c", "e": "suit-e", "b": "suit-b"}
_RANK: Mapping[int, Key] = {
    1: "rank-1",
    2: "rank-2",
    3: "rank-3",
    4: "rank-4",
    5: "rank-5",
    6: "rank-6",
    7: "rank-7",
    10: "rank-10",
    11: "rank-11",
    12: "rank-12",
}
_RANKS: Mapping[int, Key] = {
    1: "ranks-1",
    2: "ranks-2",
    3: "ranks-3",
    4: "ranks-4",
    5: "ranks-5",
    6: "ranks-6",
    7: "ranks-7",
    10: "ranks-10",
    11: "ranks-11",
    12: "ranks-12",
}
"""Several of a rank."""
_PARES: Mapping[int, Key] = {PAR: "pares-1", MEDIAS: "pares-2"}
"""The kinds of pares that are of one rank."""
_BRIEF: Mapping[int, Key] = {PAR: "brief-par", MEDIAS: "sena-medias", DUPLES: "sena-duples"}


class ToldCard(NamedTuple):
    """A card as it is told: in short, its rank and its suit, and as one says it."""

    card: Card
    short: str
    rank: str
    suit: str
    said: str


def face(texts: Texts, card: Card) -> ToldCard:
    """Returns a card as it is told, for the player who draws it."""
    return ToldCard(
        card, short(texts, card), rank(texts, card.rank), suit(texts, card.suit), name(texts, card)
    )


def name(texts: Texts, card: Card) -> str:
    """Returns a card as one says it: "rey de oros"."""
    return texts("card", rank=rank(texts, card.rank), suit=suit(texts, card.suit))


def rank(texts: Texts, number: int) -> str:
    """Returns the name of a rank: "rey"."""
    return texts(_RANK[number])


def suit(texts: Texts, letter: str) -> str:
    """Returns the name of a suit: "oros"."""
    return texts(_SUIT[letter])


def short(texts: Texts, card: Card) -> str:
    """Returns a card as short as it stays readable: "Rey🪙", "3🍷"; in words "Tres de copas"."""
    if texts.in_words:
        return name(texts, card).capitalize()
    return _number(texts, card) + SUIT_SIGNS[card.suit]


def _number(texts: Texts, card: Card) -> str:
    """A figure or an ace by its name, any other card by its number."""
    return rank(texts, card.rank).capitalize() if card.rank in FIGURES else str(card.rank)


def spoken(texts: Texts, hand: Hand) -> str:
    """Returns cards as one says them, one after another."""
    return ", ".join(name(texts, card) for card in hand)


def signs(texts: Texts, hand: Hand) -> str:
    """Returns cards in their short form, side by side; in words as one says them."""
    if texts.in_words:
        return spoken(texts, hand)
    return "  ".join(short(texts, card) for card in hand)


def beside(texts: Texts, hand: Hand) -> str:
    """Returns cards with their suits in signs and in words, for who looks and who listens: "Rey 🪙 oros"."""
    if texts.in_words:
        return spoken(texts, hand)
    return ", ".join(
        texts(
            "card-beside", rank=_number(texts, card), sign=SUIT_SIGNS[card.suit], suit=suit(texts, card.suit)
        )
        for card in hand
    )


def holds(texts: Texts, hand: Hand, rules: RuleSet) -> str:
    """Returns what four cards hold: their pares, and their juego or their punto."""
    return " · ".join(held(texts, hand, rules))


def held(texts: Texts, hand: Hand, rules: RuleSet, thrown: Sequence[Card] = ()) -> tuple[str, ...]:
    """Returns what cards hold: their pares, and their juego or their punto.

    Of five (R61) it is that of those which stay; until one is thrown, the best pares that four make.
    """
    kept = tuple(card for card in hand if card not in thrown) if len(hand) == HAND_SIZE + 1 else hand
    if not HAND_SIZE <= len(kept) <= HAND_SIZE + 1:
        return ()
    each = [worth(four, rules) for four in combinations(kept, HAND_SIZE)]
    pares = _pares(texts, max(each, key=lambda it: it.pares))
    return (pares,) if len(each) > 1 else (pares, _juego_or_punto(texts, each[0]))


def brief(texts: Texts, hand: Hand, rules: RuleSet) -> str:
    """Returns what four cards hold in as few words as can be: "duples · 31"."""
    held = worth(hand, rules)
    points = texts("brief-real") if held.juego == REAL else str(held.puntos)
    return f"{texts(_BRIEF[held.pares[0]])} · {points}" if len(held.pares) > 1 else points


def in_lance(texts: Texts, worth: Jugada, lance: Lance) -> str:
    """Returns what a hand has in a lance: "medias de sotas", "la una (31)"; in grande and chica its cards.

    Chica is told from the lowest card (R6).
    """
    match lance:
        case Lance.PARES:
            return _pares(texts, worth)
        case Lance.JUEGO | Lance.PUNTO:
            return _juego_or_punto(texts, worth)
        case Lance.GRANDE:
            return " ".join(rank(texts, value) for value in worth.grande)
        case Lance.CHICA:
            return " ".join(rank(texts, value) for value in reversed(worth.grande))


def _pares(texts: Texts, worth: Jugada) -> str:
    match worth.pares:
        case (_,):
            return texts("pares-0")
        case (kind, high):
            return texts(_PARES[kind], high=texts(_RANKS[high]))
        case (_, high, low) if high == low:
            return texts("pares-4", high=texts(_RANKS[high]))
        case (_, high, low):
            return texts("pares-3", high=texts(_RANKS[high]), low=texts(_RANKS[low]))
    raise AssertionError(worth.pares)


def _juego_or_punto(texts: Texts, worth: Jugada) -> str:
    if worth.juego == REAL:
        return texts("juego-real")
    if worth.puntos == 31:
        return texts("juego-31")
    return texts("juego-other" if worth.has_juego else "punto", points=worth.puntos)
