"""Cards and what they are worth, in words: the same in every chat, in an acta told, and read aloud."""

from __future__ import annotations

from musbot.game.cards import Card, Hand
from musbot.game.lances import DUPLES, NO_PARES, REAL, Jugada, Lance, worth
from musbot.game.rules import RuleSet
from musbot.words.texts import Texts

SUIT_SIGNS = {"o": "🪙", "c": "🏆", "e": "⚔️", "b": "🪵"}
FIGURES = (1, 10, 11, 12)


def name(texts: Texts, card: Card) -> str:
    """Returns a card as one says it: "rey de oros"."""
    return texts("card", rank=texts(f"rank-{card.rank}"), suit=texts(f"suit-{card.suit}"))


def short(texts: Texts, card: Card) -> str:
    """Returns a card as short as it stays readable: "Rey🪙", "3🏆"."""
    rank = texts(f"rank-{card.rank}").capitalize() if card.rank in FIGURES else str(card.rank)
    return rank + SUIT_SIGNS[card.suit]


def spoken(texts: Texts, hand: Hand) -> str:
    """Returns cards as one says them, one after another."""
    return ", ".join(name(texts, card) for card in hand)


def signs(texts: Texts, hand: Hand) -> str:
    """Returns cards in their short form, side by side."""
    return "  ".join(short(texts, card) for card in hand)


def holds(texts: Texts, hand: Hand, rules: RuleSet) -> str:
    """Returns what four cards hold: their pares, and their juego or their punto."""
    held = worth(hand, rules)
    return f"{in_lance(texts, held, Lance.PARES)} · {_juego_or_punto(texts, held)}"


def in_lance(texts: Texts, worth: Jugada, lance: Lance) -> str:
    """Returns what a hand has in a lance: "medias de sotas", "la una (31)"; in grande and chica its cards."""
    match lance:
        case Lance.PARES:
            return _pares(texts, worth)
        case Lance.JUEGO | Lance.PUNTO:
            return _juego_or_punto(texts, worth)
        case _:
            return " ".join(_rank(texts, value) for value in worth.grande)


def _pares(texts: Texts, worth: Jugada) -> str:
    match worth.pares:
        case (kind,):
            return texts(f"pares-{NO_PARES}")
        case (kind, high):
            return texts(f"pares-{kind}", high=texts(f"ranks-{high}"))
        case (kind, high, low):
            if high == low:
                return texts(f"pares-{DUPLES + 1}", high=texts(f"ranks-{high}"))
            return texts(f"pares-{kind}", high=texts(f"ranks-{high}"), low=texts(f"ranks-{low}"))
    raise AssertionError(worth.pares)


def _juego_or_punto(texts: Texts, worth: Jugada) -> str:
    if worth.juego == REAL:
        return texts("juego-real")
    if worth.puntos == 31:
        return texts("juego-31")
    return texts("juego-other" if worth.has_juego else "punto", points=worth.puntos)


def _rank(texts: Texts, value: int) -> str:
    return texts(f"rank-{value}")
