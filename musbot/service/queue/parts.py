"""The parts that chats show of a table, the only codec of their stored names, and where players see hands."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from musbot.game.actions import Seat
from musbot.port.chats import person_of
from musbot.table.events import ChatId, PersonId
from musbot.table.table import Table


class PartView(Enum):
    """The kinds of parts. The value begins the stored name of a part."""

    SEAL = "seal"
    """The commitment to the deck; never edited, and deleted if the table ends before its first hand."""
    THREAD = "thread"
    """The opening of the table's thread, from the commitment; it has no message."""
    LOBBY = "lobby"
    """The lobby; in a channel that the table has left, a link to its new place."""
    BOARD = "hand"
    """The board of a hand, then its count. The board of a solo table also shows the player's cards."""
    HAND = "cards"
    """The cards of a seat in its private chat or window, then the count of the hand in private."""
    NUDGE = "nudge"
    """The call to a slow player."""
    ORDAGO = "ordago"
    """The call to players who answer an órdago."""
    RESUME = "resume"
    """The call to resume a paused table."""
    READY = "ready"
    """The call in the lobby to players who must confirm their presence (R97)."""
    END = "end"
    """The end of the table."""
    DAMAGED = "aside"
    """The notice that the table is in quarantine: it cannot be read, or keeps failing."""


CALLS = (PartView.NUDGE, PartView.ORDAGO, PartView.RESUME)
"""The views that call players in a partida, in the chat of the table or in private."""


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
        """Parses a name as `name` writes it; raises ValueError if it names no part."""
        view, dot, numbers = name.partition(".")
        if dot:
            hand, second, seat = numbers.partition(".")
            return cls(PartView(view), int(hand), int(seat) if second else None)
        view, dash, seat = name.partition("-")
        return cls(PartView(view), 0, int(seat) if dash else None)

    @property
    def is_call(self) -> bool:
        """Whether the part calls players."""
        return self.view in (*CALLS, PartView.READY)


class PartPlace(NamedTuple):
    """A part of a table in the chat that shows it."""

    chat: ChatId
    """The chat's id."""
    part: Part
    """The part."""

    @property
    def person(self) -> PersonId:
        """The reader of a hand or of a private call; for other parts the id of the chat itself."""
        return person_of(self.chat)


@lru_cache(maxsize=1 << 12)
def _name(part: Part) -> str:
    """Returns the stored name of a part; equal parts share the string while it is cached."""
    view, hand, seat = part
    if hand:
        return f"{view.value}.{hand}" if seat is None else f"{view.value}.{hand}.{seat}"
    return str(view.value) if seat is None else f"{view.value}-{seat}"


class HandPlace(Enum):
    """Where a player sees their hand."""

    PRIVATE = "private"
    """In their private chat, with buttons."""
    BOARD = "board"
    """In their private chat without buttons, because they use the buttons of the public board."""
    WINDOW = "window"
    """In an ephemeral message at the table; their private chat only links to it."""
    CHANNEL = "channel"
    """At the table when they ask for it, because they chose so."""
    UNREACHABLE = "unreachable"
    """At the table when they ask for it, because their private chat is closed."""

    @property
    def is_private(self) -> bool:
        """Whether the hand is only in the player's private chat: PRIVATE or BOARD."""
        return self in (HandPlace.PRIVATE, HandPlace.BOARD)

    @property
    def is_at_table(self) -> bool:
        """Whether the player acts at the table or has a window: BOARD or WINDOW.

        Then their private chat asks nothing.
        """
        return self in (HandPlace.BOARD, HandPlace.WINDOW)


@dataclass(frozen=True, slots=True)
class HandPlaces:
    """Where the players of one table see their hands. No other code decides it."""

    prefers_channel: Container[ChatId] = ()
    """The persons who chose to see their hand at the table."""
    refuses: Container[ChatId] = ()
    """The closed chats."""
    on_board: set[ChatId] = field(default_factory=set)
    """The persons who use the buttons of the public board."""
    windows: set[ChatId] = field(default_factory=set)
    """The persons who see their hand in an ephemeral message at the table."""

    def place_of_person(self, chat: ChatId) -> HandPlace:
        """Returns the place of the hand of a private chat's person; PRIVATE by default.

        A closed private chat counts before their choice, the choice before a window, and a window before the
        board.
        """
        if chat in self.refuses:
            return HandPlace.UNREACHABLE
        if chat in self.prefers_channel:
            return HandPlace.CHANNEL
        if chat in self.windows:
            return HandPlace.WINDOW
        return HandPlace.BOARD if chat in self.on_board else HandPlace.PRIVATE

    def by_seat(self, table: Table) -> dict[Seat, HandPlace]:
        """Returns the places of the hands of a table's people, by seat."""
        return {seat: self.place_of_person(person) for seat, person in table.people}
