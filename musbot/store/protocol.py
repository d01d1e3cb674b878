"""What a store hands back, and what may go wrong there."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from musbot.game.errors import MusError


class NoteKind(Enum):
    """What a note is about; `noted` is its name in the database. Which there are the service says."""

    noted: str


class StoreError(MusError):
    """The store could not do it: nothing was written."""


class Conflict(StoreError):
    """The log of the table has grown meanwhile: reload it and decide again."""


class Repeated(StoreError):
    """A delivery of this key was recorded before: the press has been applied already."""


class Busy(StoreError):
    """Another program held the database for too long."""


class Unusable(StoreError):
    """The database is damaged, or gone: nothing more can be kept in it."""


class Displaced(Unusable):
    """Another process has taken the database over."""


class RolledBack(Unusable):
    """A failover of the database lost commits that were acknowledged, and they cannot be made again."""


class Locked(StoreError):
    """Another process has the database open for writing."""


@dataclass(frozen=True, slots=True)
class Posted:
    """What a chat shows for one slot of a table.

    The message's id, a digest of what is in it, since when; and of whom it says what they were asked then
    (`17.2 0 3`: `table.clocks.Moment`, and the seats). `seq` is the number of the last event of which it
    tells; 0: not known.
    """

    chat: str
    slot: str
    message: str
    digest: str
    at: float = 0
    moment: str = ""
    seq: int = 0


class Outline(NamedTuple):
    """What is known of a table without its log: who sits there, and how soon something happens by itself.

    `people` are some of whom its log tells. `soon_s` None: nothing will, until somebody comes.
    """

    people: tuple[str, ...] = ()
    soon_s: float | None = None


class Unfinished(NamedTuple):
    """A table that is not over."""

    table: str
    chat: str
    outline: Outline


NOBODY = Outline()


class Gap(NamedTuple):
    """What a failover of the database took of what was answered as done."""

    tables: frozenset[str] | None = None
    """The tables whose last events are gone; None: it is not known which."""
    people: frozenset[str] = frozenset()
    """The people and chats whose last choice, or `/borrar`, is gone."""
