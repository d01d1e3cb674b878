"""The values that a store returns, and its errors."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from musbot.game.errors import MusError
from musbot.runtime.boundary import OperatorError
from musbot.table.events import ChatId, MessageId, PersonId, TableId


class NoteKind(Enum):
    """The kind of a note; `noted` is its name in the database. The service defines the kinds."""

    noted: str


class StoreError(MusError, OperatorError):
    """An error of the store. The write that raised it wrote nothing, unless its outcome stayed unknown.

    It stays unknown if PostgreSQL is not asked again: after `Store.hurry`, or with a DatabaseLost. A
    TablesGone of a file may follow a commit to the lost file.
    """


class Conflict(StoreError):
    """A row does not fit, mostly because the log has grown: reload the table or date and decide again."""


class DuplicateDelivery(StoreError):
    """A delivery of this key was recorded before: the press has been applied already."""


class DatabaseBusy(StoreError):
    """The database did not take the operation in time: another program holds it, or it does not answer."""


class DatabaseNeedsOperator(StoreError):
    """This musbot cannot open the database until a person changes something, such as a password."""

    lasts = True


class DatabaseLost(StoreError):
    """The database is damaged, gone, rolled back or taken over: this process can store nothing more in it."""

    lasts = True


class TablesGone(DatabaseLost):
    """The tables or the file of a process were dropped, deleted or replaced."""


class DatabaseTakenOver(DatabaseLost):
    """Another process has taken the database over."""

    lasts = False


class CommitsRolledBack(DatabaseLost):
    """A failover of the database lost commits that were acknowledged, and they cannot be made again."""

    lasts = False


class DatabaseLocked(StoreError):
    """Another process has the database open for writing, or its leftover files look so."""


@dataclass(frozen=True, slots=True)
class Posted:
    """The message that a chat shows for one slot of a table."""

    chat: ChatId
    """The chat."""
    slot: str
    """The slot."""
    message: MessageId
    """The id of the message; "" if there is none."""
    digest: str
    """A digest of its content."""
    at: float = 0
    """The time since when it is shown, in seconds since 1970."""
    moment: str = ""
    """The question that it asks, and the seats (`17.2 0 3`: `table.clocks.Moment`, then seats)."""
    seq: int = 0
    """The number of the last event in it; 0 if unknown."""


class Outline(NamedTuple):
    """The facts about a table that are known without its log."""

    people: tuple[PersonId, ...] = ()
    """The ids of the people at its seats; if loaded, without forgotten people."""
    soon_s: float | None = None
    """Roughly the seconds until a clock of the table acts (`alarms.soon_s`); None if the table is paused."""


class Unfinished(NamedTuple):
    """A table that is not over."""

    table: TableId
    """The id of the table."""
    chat: ChatId
    """The chat of the table."""
    outline: Outline
    """The outline of the table."""


NOBODY = Outline()
"""The outline of a table without people."""


class Gap(NamedTuple):
    """The acknowledged commits that a failover of the database lost."""

    tables: frozenset[TableId] | None = None
    """The tables whose last events are gone; None: it is not known which."""
    people: frozenset[ChatId] = frozenset()
    """The people and chats whose last choice, or `/borrar`, is gone."""
