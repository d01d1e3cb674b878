"""Names of cards, and of the values of hands, in a language."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from musbot.game.cards import DECK, HAND_SIZE, Card, Hand
from musbot.game.lances import DUPLES, MEDIAS, PAR, REAL, Jugada, Lance, worth
from musbot.game.rules_base import RuleSet
from musbot.words.texts import Key, Texts

SUIT_SIGNS = {"o": "🪙", "c": "🍷", "e": "⚔️", "b": "🪵"}
"""The emoji of each suit."""
FIGURES = (1, 10, 11, 12)
"""Ranks that are written as names, not as numbers."""

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
"""The plural names of ranks."""
_PARES: Mapping[int, Key] = {PAR: "pares-1", MEDIAS: "pares-2"}
"""The kinds of pares that consist of one rank."""
_BRIEF: Mapping[int, Key] = {PAR: "brief-par", MEDIAS: "sena-medias", DUPLES: "sena-duples"}


class ToldCard(NamedTuple):
    """The names of a card in a language."""

    card: Card
    """The card itself."""
    short: str
    """The short form: "Rey🪙"."""
    rank: str
    """The name of the rank: "rey"."""
    suit: str
    """The name of the suit: "oros"."""
    said: str
    """The full name: "rey de oros"."""


def card_names(texts: Texts, card: Card) -> ToldCard:
    """Returns all names of a card."""
    return ToldCard(
        card,
        short_name(texts, card),
        rank_name(texts, card.rank),
        suit_name(texts, card.suit),
        card_name(texts, card),
    )


def card_name(texts: Texts, card: Card) -> str:
    """Returns the full name of a card: "rey de oros"."""
    return texts("card", rank=rank_name(texts, card.rank), suit=suit_name(texts, card.suit))


def rank_name(texts: Texts, number: int) -> str:
    """Returns the name of a rank: "rey"; raises KeyError for a number that no card has."""
    return texts(_RANK[number])


def suit_name(texts: Texts, letter: str) -> str:
    """Returns the name of a suit: "oros"; raises KeyError for a letter that is no suit."""
    return texts(_SUIT[letter])


def short_name(texts: Texts, card: Card) -> str:
    """Returns the short form of a card: "Rey🪙", "3🍷". Texts without emoji (`in_words`) give "Tres de
    copas"."""
    if texts.in_words:
        return card_name(texts, card).capitalize()
    return _rank_text(texts, card) + SUIT_SIGNS[card.suit]


def _rank_text(texts: Texts, card: Card) -> str:
    """Returns the name of a figure or ace with a capital, and the number of any other card."""
    return rank_name(texts, card.rank).capitalize() if card.rank in FIGURES else str(card.rank)


def spell_cards(texts: Texts, hand: Hand) -> str:
    """Returns the full names of cards, separated by commas; "" for no cards."""
    return ", ".join(card_name(texts, card) for card in hand)


def card_signs(texts: Texts, hand: Hand) -> str:
    """Returns cards in their short form, two spaces between them; in texts without emoji their full names,
    with commas."""
    if texts.in_words:
        return spell_cards(texts, hand)
    return "  ".join(short_name(texts, card) for card in hand)


def cards_with_suits(texts: Texts, hand: Hand) -> str:
    """Returns cards with emoji and suit names, separated by commas: "Rey de oros 🪙".

    It suits readers and screen readers. In texts without emoji it returns their full names.
    """
    if texts.in_words:
        return spell_cards(texts, hand)
    return ", ".join(_card_beside(texts, card) for card in hand)


def _card_beside(texts: Texts, card: Card) -> str:
    """Returns a card with its emoji and the name of its suit: "Rey de oros 🪙"."""
    suit = suit_name(texts, card.suit)
    number = 0 if card.rank in FIGURES else card.rank
    rank, sign = _rank_text(texts, card), SUIT_SIGNS[card.suit]
    return texts("card-beside", number=number, rank=rank, sign=sign, suit=suit)


def shorten_cards(texts: Texts, text: str) -> str:
    """Returns a text with the cards of `cards_with_suits` shortened to the form of `card_signs`.

    A text without cards in that form is returned unchanged.
    """
    if not any(sign in text for sign in SUIT_SIGNS.values()):
        return text
    short = _short_forms(texts.language)
    each = "|".join(map(re.escape, short))
    return re.sub(f"({each})(, (?={each}))?", lambda it: short[it[1]] + ("  " if it[2] else ""), text)


@lru_cache(maxsize=8)
def _short_forms(language: str) -> Mapping[str, str]:
    """Returns the short form of each card by its form with emoji and suit name; cached."""
    texts = Texts(language)
    return {_card_beside(texts, card): short_name(texts, card) for card in DECK}


def describe_holding(texts: Texts, hand: Hand, rules: RuleSet) -> str:
    """Returns the pares, and the juego or punto, of four cards; only the pares of five, and "" for other
    numbers."""
    return " · ".join(holding_parts(texts, hand, rules))


def holding_parts(texts: Texts, hand: Hand, rules: RuleSet, thrown: Sequence[Card] = ()) -> tuple[str, ...]:
    """Returns the parts of a holding: the pares, and the juego or punto.

    Of five cards (R61), cards in `thrown` do not count. Until a card is thrown, the only part is the best
    pares of any four. `thrown` makes no difference for other numbers of cards. If neither four nor five cards
    count, there are no parts.
    """
    kept = tuple(card for card in hand if card not in thrown) if len(hand) == HAND_SIZE + 1 else hand
    if not HAND_SIZE <= len(kept) <= HAND_SIZE + 1:
        return ()
    each = [worth(four, rules) for four in combinations(kept, HAND_SIZE)]
    pares = _pares(texts, max(each, key=lambda it: it.pares))
    return (pares,) if len(each) > 1 else (pares, _juego_or_punto(texts, each[0]))


def proud_parts(texts: Texts, hand: Hand, rules: RuleSet) -> tuple[str, ...]:
    """Returns the pares and the juego of four cards in words, each only if they have it; () if they have
    neither."""
    held = worth(hand, rules)
    pares = (_pares(texts, held),) if held.has_pares else ()
    return (*pares, _juego_or_punto(texts, held)) if held.has_juego else pares


def short_holding(texts: Texts, hand: Hand, rules: RuleSet) -> str:
    """Returns the pares and points of four cards in the shortest form: "duples · 31".

    Without pares it is only the points. La real has its name instead of its points.
    """
    held = worth(hand, rules)
    points = texts("brief-real") if held.juego == REAL else str(held.puntos)
    return f"{texts(_BRIEF[held.pares[0]])} · {points}" if len(held.pares) > 1 else points


def holding_in_lance(texts: Texts, worth: Jugada, lance: Lance) -> str:
    """Returns the holding that counts in a lance: "medias de sotas", "la una (31)".

    In grande and chica these are the ranks of the cards, in chica from the lowest (R6). A 3 that counts as a
    rey is called rey. A 2 that counts as an as is called as.
    """
    match lance:
        case Lance.PARES:
            return _pares(texts, worth)
        case Lance.JUEGO | Lance.PUNTO:
            return _juego_or_punto(texts, worth)
        case Lance.GRANDE:
            return " ".join(rank_name(texts, value) for value in worth.grande)
        case Lance.CHICA:
            return " ".join(rank_name(texts, value) for value in reversed(worth.grande))


def brief_holding_in_lance(texts: Texts, worth: Jugada, lance: Lance) -> str:
    """Returns the kind of pares in the shortest form ("medias"); raises KeyError for a hand without pares.

    In other lances it returns the same words as `holding_in_lance`.
    """
    if lance is Lance.PARES:
        return texts(_BRIEF[worth.pares[0]])
    return holding_in_lance(texts, worth, lance)


def _pares(texts: Texts, worth: Jugada) -> str:
    """Returns the pares of a hand in words, also when it has none."""
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
    """Returns the juego of a hand in words, or its punto."""
    if worth.juego == REAL:
        return texts("juego-real")
    if worth.puntos == 31:
        return texts("juego-31")
    return texts("juego-other" if worth.has_juego else "punto", points=worth.puntos)
