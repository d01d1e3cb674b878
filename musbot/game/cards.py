"""The forty cards and what each is worth (R1–R4)."""

from __future__ import annotations

from typing import NamedTuple

from musbot.game.errors import MusError

SUITS = "oceb"  # oros, copas, espadas, bastos
RANKS = (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)  # 10 sota, 11 caballo, 12 rey
SOTA, REY = 10, 12


class BadCard(MusError):
    """A text that names no card of the deck."""

    def __init__(self, text: str) -> None:
        super().__init__(f"{text!r}: expected a card such as 12o, 7c, 1e or 3b")


class Card(NamedTuple):
    """One card: its number (1–7, 10, 11, 12) and the letter of its suit."""

    rank: int
    suit: str

    def __str__(self) -> str:
        return f"{self.rank}{self.suit}"

    def __repr__(self) -> str:
        return f"Card({self})"


Hand = tuple[Card, ...]

HAND_SIZE = 4
"""How many cards each is dealt (R20)."""

DECK: Hand = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)
"""All forty, in the documented order: oros, copas, espadas, bastos, each from 1 to 12 (R1)."""
PLACES = range(1, len(DECK) + 1)
"""Where a deck may be cut (R92): docs/fair-deal.md says why it is so little."""
UNCUT = 20
"""Where it is cut if nobody has."""

_BY_NAME = {str(card): card for card in DECK}


def card(text: str) -> Card:
    """Returns the card written `12o` (R1); raises BadCard for anything else."""
    try:
        return _BY_NAME[text.strip().lower()]
    except KeyError:
        raise BadCard(text) from None


def cards(text: str) -> Hand:
    """Returns the cards written one after another with spaces, in that order."""
    return tuple(card(word) for word in text.split())


def written(hand: Hand) -> str:
    """Returns the cards as `cards` reads them."""
    return " ".join(map(str, hand))


def strength(rank: int, reyes: int) -> int:
    """Returns what a number counts as in comparisons: with eight reyes 3 is 12 and 2 is 1 (R2, R3)."""
    if reyes == 8:
        return {3: REY, 2: 1}.get(rank, rank)
    return rank


def points(rank: int, reyes: int) -> int:
    """Returns the points of a card (R4): figures 10, with eight reyes the 3 too, and the 2 counts 1."""
    return min(strength(rank, reyes), 10)
