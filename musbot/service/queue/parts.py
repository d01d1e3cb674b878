"""The parts that chats show of a table, and the only codec of the names under which they are stored."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from musbot.game.actions import Seat


class PartView(Enum):
    """The kinds of parts. The value begins the stored name of a part."""

    SEAL = "seal"
    """The commitment to the deck; it never changes."""
    LOBBY = "lobby"
    """The lobby; in a channel that the table has left, a link to its new place."""
    BOARD = "hand"
    """The board of a hand, then its count. The board of a solo table also shows the player's cards."""
    HAND = "cards"
    """The cards of a seat in its private chat, then the count of the hand."""
    NUDGE = "nudge"
    """The call to a slow player."""
    ORDAGO = "ordago"
    """The call to players who answer an órdago."""
    RESUME = "resume"
    """The call to resume a paused table."""
    END = "end"
    """The end of the table."""
    DAMAGED = "aside"
    """The message that the table cannot be read."""


CALLS = (PartView.NUDGE, PartView.ORDAGO, PartView.RESUME)
"""The views that call players, in the chat of the table or in private."""


class Part(NamedTuple):
    """A part of a table that a chat shows in one message."""

    view: PartView
    """The kind of part."""
    hand: int = 0
    """The number of the hand that a board or a hand shows; 0 for other views."""
    seat: Seat | None = None
    """The seat of a hand or of a private call; None for parts that a whole chat reads."""

    @property
    def name(self) -> str:
        """Returns the stored name, such as `lobby`, `hand.3`, `cards.3.0` or `nudge-2`."""
        return _name(self)

    @classmethod
    def from_name(cls, name: str) -> Part:
        """Parses a stored name; raises ValueError if it names no part."""
        view, dot, numbers = name.partition(".")
        if dot:
            hand, second, seat = numbers.partition(".")
            return cls(PartView(view), int(hand), int(seat) if second else None)
        view, dash, seat = name.partition("-")
        return cls(PartView(view), 0, int(seat) if dash else None)

    @property
    def is_call(self) -> bool:
        """Whether the part calls players."""
        return self.view in CALLS


class PartPlace(NamedTuple):
    """A part of a table in the chat that shows it."""

    chat: str
    """The chat's id."""
    part: Part
    """The part."""


@lru_cache(maxsize=1 << 12)
def _name(part: Part) -> str:
    """Builds a stored name; tables share the strings."""
    view, hand, seat = part
    if hand:
        return f"{view.value}.{hand}" if seat is None else f"{view.value}.{hand}.{seat}"
    return str(view.value) if seat is None else f"{view.value}-{seat}"
