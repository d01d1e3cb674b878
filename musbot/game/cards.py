"""The forty cards and their values (R1–R4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from musbot.game.errors import BadArgument, MusError, quote_value

SUITS = "oceb"  # oros, copas, espadas, bastos
"""The suits: oros, copas, espadas, bastos."""
RANKS = (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)  # 10 sota, 11 caballo, 12 rey
"""The numbers: 10 is the sota, 11 the caballo, 12 the rey."""
SOTA, REY = 10, 12
"""The numbers of the sota and the rey."""


class BadCard(MusError):
    """A text, or another value, that is not a card of the deck."""

    def __init__(self, text: object) -> None:
        super().__init__(f"{quote_value(text)}: expected a card such as 12o, 7c, 1e or 3b")


class Card(NamedTuple):
    """A card: its number (1–7, 10, 11, 12) and the letter of its suit."""

    rank: int
    """The number."""
    suit: str
    """The letter of the suit."""

    def __str__(self) -> str:
        """Returns the number and the letter of the suit: `12o`."""
        return f"{self.rank}{self.suit}"

    def __repr__(self) -> str:
        return f"Card({self})"


Hand = tuple[Card, ...]
"""Some cards, such as a player's hand, a discard or the pile."""

HAND_SIZE = 4
"""The number of cards of a player in the lances (R20); games with stones deal five and discard one of
them."""

DECK: Hand = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)
"""The forty cards in the documented order: oros, copas, espadas, bastos, each from 1 to 12 (R1)."""
PLACES = range(1, len(DECK) + 1)
"""The places where the deck may be cut (R92); docs/fair-deal.md explains the limit."""
UNCUT = 20
"""The place of the cut if no player cuts."""

_BY_NAME = {str(card): card for card in DECK}


def card(text: str | Card) -> Card:
    """Returns the card written `12o` (R1), ignoring case and outer spaces, or the given Card of the deck.

    Raises BadCard for any other value.
    """
    try:
        return _BY_NAME[str(text).strip().lower()]
    except (KeyError, ValueError):  # a ValueError is Python's, for a number of thousands of digits
        raise BadCard(text) from None


def cards(given: str | Iterable[str | Card]) -> Hand:
    """Returns the cards of a text, separated by spaces, or of several texts or Cards; () for an empty text.

    Raises BadCard for a word or an element that is no card. Raises BadArgument for a value that is neither a
    text nor iterable. A single Card raises BadCard, because it is iterable.
    """
    words = given.split() if isinstance(given, str) else given
    if not isinstance(words, Iterable):
        raise BadArgument("cards", given, "cards such as '12o 3c', or a list of them")
    return tuple(card(word) for word in words)


def write_cards(hand: Hand) -> str:
    """Returns the text that `cards` reads: `12o 7c`; "" for no cards."""
    return " ".join(map(str, hand))


def strength(rank: int, reyes: int) -> int:
    """Returns the number that a card counts as: with eight reyes a 3 is 12 and a 2 is 1; others are unchanged
    (R2, R3)."""
    if reyes == 8:
        return {3: REY, 2: 1}.get(rank, rank)
    return rank


def points(rank: int, reyes: int) -> int:
    """Returns the points of a card (R4): 10 for figures, otherwise its number.

    With eight reyes a 3 has 10 points and a 2 has 1.
    """
    return min(strength(rank, reyes), 10)
