"""What happens at a table besides the game, as its log tells it, and who does it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from musbot.game.actions import Seat
from musbot.game.cards import Hand
from musbot.game.events import Event
from musbot.game.rules_base import RuleSet
from musbot.game.sorteo import Sorteo


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in a chat: an opaque id from an adapter (`telegram:42`), a name, a language.

    This is what the platform says, of which there may be no texts (`pt-BR`); "" where it says none.
    """

    id: str
    name: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class Occupant:
    """Who holds a seat: a person, or an AI player by its kind ("prudente") when `person` is None."""

    name: str
    person: str | None = None
    language: str = ""
    ai: str | None = None


@dataclass(frozen=True, slots=True)
class Opened:
    """A table opens in a chat, bound to its secret seed (hex) from then on.

    `turn_s` is what its turn clock allows (0: there is none), where its chat has chosen that. A `chat` of ""
    is the private one of who opens it, whose id no log has.
    """

    table: str
    chat: str
    by: str
    language: str
    rules: RuleSet
    seed: str = field(repr=False)
    turn_s: float | None = None


@dataclass(frozen=True, slots=True)
class RulesChosen:
    """Another rule set, or another field of it; with another number of seats all keep what they can."""

    rules: RuleSet


@dataclass(frozen=True, slots=True)
class SatDown:
    """Somebody takes a seat, or takes it over from who had it."""

    seat: Seat
    who: Occupant


@dataclass(frozen=True, slots=True)
class StoodIn:
    """A person leaves their seat in play, or is replaced: an AI plays on, and the seat is held for them.

    One who was voted out while there is `banned` until the next hand.
    """

    seat: Seat
    who: Occupant
    banned: bool = False


@dataclass(frozen=True, slots=True)
class Promised:
    """Somebody is to sit down in an AI's place before the next hand is dealt; None: nobody any more."""

    seat: Seat
    who: Occupant | None


@dataclass(frozen=True, slots=True)
class StoodUp:
    """A seat becomes free."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Queued:
    """Somebody waits for a seat, or (`leaves`) no longer does."""

    who: Occupant
    leaves: bool = False


@dataclass(frozen=True, slots=True)
class Barred:
    """Who opened the table lets somebody sit there no more, or (`lifted`) again (R98)."""

    who: Occupant
    lifted: bool = False


@dataclass(frozen=True, slots=True)
class Waited:
    """Somebody has sat in the lobby for long: they are asked before it begins."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ReadyAsked:
    """It is to begin as soon as those who have sat there for long are heard of."""


@dataclass(frozen=True, slots=True)
class Ready:
    """Who had sat there for long is heard of."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Cut:
    """A seat cuts the deck; whoever cut before has not (R92)."""

    seat: Seat
    place: int


@dataclass(frozen=True, slots=True)
class Picked:
    """The cards a seat has picked to throw, not yet thrown; secret."""

    seat: Seat
    cards: Hand


@dataclass(frozen=True, slots=True)
class Missed:
    """The turn clock of a seat ran out: the suplente speaks for its player."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Returned:
    """Who had missed turns has acted again."""

    seat: Seat


class Vote(StrEnum):
    """What is voted on: ending the table, replacing an absent player, resuming a table that was put off."""

    END = "terminar"
    REPLACE = "sustituir"
    RESUME = "seguir"


@dataclass(frozen=True, slots=True)
class Voted:
    """A seat votes; `about` is the absent one whom it would replace."""

    seat: Seat
    what: Vote
    about: Seat | None = None


@dataclass(frozen=True, slots=True)
class Gathered:
    """Who sits draws together before the start: free seats are taken away (individual Mus, R16)."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """The lottery before the start (R18, R19): everybody moves to the seat it gives them."""

    sorteo: Sorteo


@dataclass(frozen=True, slots=True)
class Moved:
    """The table goes on in another chat: a group that became a supergroup, a thread of its channel.

    `left` is the channel where a note leads to it, if one does.
    """

    chat: str
    left: str = ""


@dataclass(frozen=True, slots=True)
class PutOff:
    """Nobody has touched the table for long: no clocks until somebody does."""


@dataclass(frozen=True, slots=True)
class Resumed:
    """A table that was put off goes on."""


class Ending(StrEnum):
    """Why a table was closed.

    It was wanted, its lobby lay untouched, nobody was left, another came, it had been put off for too long.
    """

    WANTED = "terminada"
    EXPIRED = "caducada"
    EMPTY = "vacía"
    REPLACED = "reemplazada"
    FORGOTTEN = "olvidada"
    CLOSED = "cerrada"
    """By who administers its chat, for a `Reason`."""


class Reason(StrEnum):
    """Why who administers a chat has closed a table."""

    LATE = "tarde"
    AWAY = "ausencias"
    STUCK = "parada"
    NEEDED = "sitio"
    MANNERS = "maneras"


@dataclass(frozen=True, slots=True)
class Ended:
    """The table is closed without a winner; for a `reason` where who administers its chat did so."""

    why: Ending
    reason: Reason | None = None


Presence = Waited | ReadyAsked | Ready
Seating = RulesChosen | SatDown | StoodUp | Queued | Barred | Presence | Cut | Gathered | Drawn
Course = Picked | Missed | Returned | Voted | Moved | PutOff | Resumed | Ended
Replacing = StoodIn | Promised
TableEvent = Opened | Seating | Replacing | Course
AnyEvent = TableEvent | Event
