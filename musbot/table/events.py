"""The events of a table outside the game; its log holds these and the events of the game."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NewType

from musbot.game.actions import Seat
from musbot.game.cards import Hand
from musbot.game.events import Event
from musbot.game.rules_base import RuleSet
from musbot.game.sorteo import Sorteo

TableId = NewType("TableId", str)
"""The id of a table, such as `K7-ab3xyz`."""
ChatId = NewType("ChatId", str)
"""The id of a chat, a topic or a window, such as `telegram:-100123/5`. An adapter makes it."""
PersonId = NewType("PersonId", ChatId)
"""The id of a person, such as `telegram:42`, which is also the id of their private chat."""
MessageId = NewType("MessageId", str)
"""The id of a message in its chat. An adapter makes it."""

NO_TABLE = TableId("")
"""The value of a field that names no table."""
NO_CHAT = ChatId("")
"""The value of a field that names no chat."""
NO_PERSON = PersonId(NO_CHAT)
"""The value of a field that names no person."""
NO_MESSAGE = MessageId("")
"""The value of a field that names no message."""


def read_person_id(text: str) -> PersonId:
    """Returns a text from outside musbot as the id of a person, unchanged and unchecked."""
    return PersonId(ChatId(text))


@dataclass(frozen=True, slots=True)
class Person:
    """A person in a chat, as the platform describes them."""

    id: PersonId
    """An opaque id from an adapter (`telegram:42`)."""
    name: str
    """The display name on the platform, not yet cleaned."""
    language: str = ""
    """The language code on the platform (`pt-BR`), which musbot may not have; "" if unknown."""


@dataclass(frozen=True, slots=True)
class Occupant:
    """The player at a seat: a person, or an AI player."""

    name: str
    """The name at the table."""
    person: PersonId | None = None
    """The person's id; None for an AI player."""
    language: str = ""
    """The person's language code on the platform; "" if unknown."""
    ai: str | None = None
    """The kind of the AI player ("prudente"), possibly from another version; None for a person."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A table opened in a chat, with its secret seed."""

    table: TableId
    """The id of the table (`K7QD-1a2b3c`)."""
    chat: ChatId
    """The id of the chat; "" for the private chat of the person who opened it, which no log stores."""
    by: PersonId
    """The id of the person who opened it."""
    language: str
    """The language of its public messages."""
    rules: RuleSet
    """The rules."""
    seed: str = field(repr=False)
    """The secret seed, in hexadecimal."""
    turn_s: float | None = None
    """The turn clock that the chat chose, in seconds; 0 for none, None if the chat chose none."""
    date: str = ""
    """The id of the date for which it opened; "" if a person opened it."""
    channel: ChatId = NO_CHAT
    """The channel of the thread in which it is played; `chat` itself if the thread still has to be opened.

    "" if it needs no thread.
    """


@dataclass(frozen=True, slots=True)
class RulesChosen:
    """The rules changed in the lobby. If there are fewer seats now, people from the removed ones queue."""

    rules: RuleSet
    """The new rules."""


@dataclass(frozen=True, slots=True)
class SatDown:
    """A player took a seat, which may have had another player before."""

    seat: Seat
    """The seat."""
    who: Occupant
    """The player."""


@dataclass(frozen=True, slots=True)
class StoodIn:
    """A person left a seat during the partida, or was replaced. An AI player took over at once (R95)."""

    seat: Seat
    """The seat, which is reserved for the person."""
    who: Occupant
    """The AI player."""
    banned: bool = False
    """Whether the person was voted out, and may not return before the next hand."""


@dataclass(frozen=True, slots=True)
class Promised:
    """An AI player's seat was promised to a person for the next hand (R96)."""

    seat: Seat
    """The seat."""
    who: Occupant | None
    """The person; None cancels an earlier promise."""


@dataclass(frozen=True, slots=True)
class StoodUp:
    """A seat became free."""

    seat: Seat
    """The seat."""


@dataclass(frozen=True, slots=True)
class Queued:
    """A person joined or left the queue for a seat."""

    who: Occupant
    """The person."""
    leaves: bool = False
    """Whether they left the queue."""


@dataclass(frozen=True, slots=True)
class Barred:
    """The person who opened the table barred a player from it, or lifted the ban (R98)."""

    who: Occupant
    """The barred player."""
    lifted: bool = False
    """Whether the ban was lifted."""


@dataclass(frozen=True, slots=True)
class Waited:
    """A person who sat down or confirmed long ago (`WaitedClock`) must confirm that they are present."""

    seat: Seat
    """The seat."""


@dataclass(frozen=True, slots=True)
class ReadyAsked:
    """The seats in `Table.waited` must confirm; after the last one the partida starts, if enough sit."""


@dataclass(frozen=True, slots=True)
class Ready:
    """A person confirmed that they are present."""

    seat: Seat
    """The seat."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A player cut the deck (R92). A later cut replaces this one."""

    seat: Seat
    """The seat."""
    place: int
    """The place of the cut, from 1 to 40."""


@dataclass(frozen=True, slots=True)
class Picked:
    """A player picked the cards of a coming discard; secret."""

    seat: Seat
    """The seat."""
    cards: Hand
    """The cards picked so far; they replace the previous selection."""


@dataclass(frozen=True, slots=True)
class Missed:
    """A turn clock ran out, and the suplente spoke for the player (R94)."""

    seat: Seat
    """The seat."""


@dataclass(frozen=True, slots=True)
class Returned:
    """A player who had missed turns acted again (R94)."""

    seat: Seat
    """The seat."""


@dataclass(frozen=True, slots=True)
class Departed:
    """The platform said that a player is no longer in the table's chat: they count as absent (R95)."""

    seat: Seat
    """The seat."""


class Vote(StrEnum):
    """The subject of a vote."""

    END = "terminar"
    """Ending the table."""
    REPLACE = "sustituir"
    """Replacing a player by an AI player."""
    RESUME = "seguir"
    """Resuming a paused table."""


@dataclass(frozen=True, slots=True)
class Voted:
    """A player voted."""

    seat: Seat
    """The seat of the voter."""
    what: Vote
    """The subject."""
    about: Seat | None = None
    """The seat of the player to be replaced; None for other subjects."""


@dataclass(frozen=True, slots=True)
class Gathered:
    """Before the start, empty seats are removed and the players move together (R16)."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """The lottery before the start decided the seats and the first mano (R18, R19)."""

    sorteo: Sorteo
    """The result of the lottery."""


@dataclass(frozen=True, slots=True)
class Moved:
    """The table moved to another chat: a group became a supergroup, or play moved into or out of a thread."""

    chat: ChatId
    """The id of the new chat."""
    left: ChatId = NO_CHAT
    """The channel of the new thread; "" if the new chat is no thread."""


@dataclass(frozen=True, slots=True)
class PutOff:
    """The table paused: its clocks stop until it resumes."""


@dataclass(frozen=True, slots=True)
class Resumed:
    """A paused table resumed."""


class Ending(StrEnum):
    """The reason why a table closed without a winner."""

    WANTED = "terminada"
    """Its players ended it, or its lobby was cancelled."""
    EXPIRED = "caducada"
    """Its lobby was idle for too long."""
    EMPTY = "vacía"
    """The last person left."""
    REPLACED = "reemplazada"
    """A new table replaced its unused lobby."""
    FORGOTTEN = "olvidada"
    """It was paused for too long."""
    CLOSED = "cerrada"
    """An administrator of the chat closed it, for a `Reason` or one in words."""


class Reason(StrEnum):
    """The reason that an administrator gave for closing a table."""

    LATE = "tarde"
    AWAY = "ausencias"
    STUCK = "parada"
    NEEDED = "sitio"
    MANNERS = "maneras"


@dataclass(frozen=True, slots=True)
class Ended:
    """The table closed without a winner."""

    why: Ending
    """Why it closed."""
    reason: Reason | None = None
    """The administrator's reason; None for other endings, or if they wrote one in words."""


Presence = Waited | ReadyAsked | Ready
"""Events about the presence of people in the lobby."""
Seating = RulesChosen | SatDown | StoodUp | Queued | Barred | Presence | Cut | Gathered | Drawn
"""Events about seats, queue and rules; most occur only in the lobby."""
Course = Picked | Missed | Returned | Departed | Voted | Moved | PutOff | Resumed | Ended
"""Events that occur during a partida, and events that end or move a table."""
Replacing = StoodIn | Promised
"""Events about players who are replaced during a partida."""
TableEvent = Opened | Seating | Replacing | Course
"""Any event of this module."""
AnyEvent = TableEvent | Event
"""Any event in a table's log, of the table or of the game."""
