"""Where the logs of the tables are kept: the protocol every engine follows, and what it hands back."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from musbot.game.errors import MusError
from musbot.store.codec import Stored
from musbot.store.results import PartidaEnd, PastPartida
from musbot.store.tally import StoreTally


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


@dataclass(frozen=True, slots=True)
class Outline:
    """What is known of a table without its log: who sits there, and how soon something happens by itself.

    `people` are some of whom its log tells. `soon_s` None: nothing will, until somebody comes.
    """

    people: tuple[str, ...] = ()
    soon_s: float | None = None


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A table that is not over; `behind` if its chat has not yet been told all."""

    table: str
    chat: str
    outline: Outline
    behind: bool


NOBODY = Outline()


class Store(Protocol):
    """The log is the truth. A write is durable when its call returns, or an error says it was not made.

    Every call raises StoreError where the database does not do it, Unusable where it never will again;
    then `lost` is done, and says why.
    """

    lost: asyncio.Future[str]
    tally: StoreTally

    def sure(self) -> bool:
        """Whether no other process can have the database now; else nothing is asked of a platform."""

    async def create(
        self, table: str, chat: str, events: Sequence[Stored], *, key: str = "", outline: Outline = NOBODY
    ) -> None:
        """Begins the log of a new table in a chat; raises Conflict if there is one of that id."""

    async def append(
        self,
        table: str,
        after: int,
        events: Sequence[Stored],
        *,
        key: str = "",
        over: bool = False,
        outline: Outline | None = None,
        result: PartidaEnd | None = None,
    ) -> None:
        """Adds events after the first `after` ones, and the delivery's key with them, in one transaction.

        `over` tells that the table is finished, `result` how its partida ended, `outline` what is known of it
        now, if that has changed: its people only where the events tell who sits there.
        Raises Conflict or Repeated, and writes nothing then.
        """

    async def mark(self, key: str) -> None:
        """Records a delivery that changed nothing; raises Repeated."""

    async def log(self, table: str) -> list[tuple[int, Stored]]:
        """Returns all events of a table with their numbers, in order; none for an unknown one."""

    async def chat(self, table: str) -> str | None:
        """Returns the chat a table was opened in, or went to; None for an unknown one."""

    async def seating(self, table: str) -> list[Stored]:
        """Returns the events of a table that tell who sits there, by which rules and where."""

    async def unfinished(self) -> list[Unfinished]:
        """Returns the tables that are not over, the oldest first."""

    async def resting(self, since: float) -> list[str]:
        """Returns the tables that wait for somebody, and of which nothing has been written after a moment."""

    async def sweep(self) -> None:
        """Forgets the deliveries of more than 48 hours ago, and pauses (notes "hold") that are over.

        It takes its time: whatever else is written meanwhile waits for a small part of it at most.
        """

    async def results(self, chat: str, most: int) -> list[PastPartida]:
        """Returns how the last partidas of a chat have ended, the oldest first."""

    async def results_of(self, person: str, most: int) -> list[PastPartida]:
        """Returns how those partidas ended where a person sat at the end, the newest first."""

    async def results_move(self, chat: str, to: str) -> None:
        """Gives the results of a chat to the id that it has now."""

    async def partakes(self, person: str) -> list[str]:
        """Returns the tables that are not over and where a person sits or waits, or did before."""

    async def forget(self, person: str) -> None:
        """Forgets a person's names and the id of his platform, wherever they are kept.

        Logs stay as they are, but for who he was: there he has a name "", and an id that is nobody's.
        """

    async def shown(self, table: str) -> list[Posted]:
        """Returns what the chats show of a table."""

    async def record_shown(self, table: str, shown: Posted) -> None:
        """Records what a chat now shows for a slot; an empty message: nothing any more."""

    async def move(self, table: str, chat: str) -> None:
        """Records that a table goes on in another chat."""

    async def note(self, kind: str, name: str, value: str) -> None:
        """Keeps a small fact, such as a chat that may not be written to until a moment; "" forgets it."""

    async def notes(self, kind: str) -> dict[str, str]:
        """Returns all facts of a kind, by name."""

    async def last_over(self, chat: str) -> str | None:
        """Returns the table of a chat that was over last, of those whose partida had begun."""

    async def last_over_of(self, person: str) -> str | None:
        """Returns the table that was over last of those of a person, of those whose partida had begun."""

    async def untold(self, since: float) -> list[str]:
        """Returns the tables that were over after a moment, and whose end no chat is known to show."""

    async def finished_before(self, at: float, after: str, most: int) -> list[str]:
        """Returns tables that were over before a moment, by their ids, at most so many after one of them."""

    async def drop(self, table: str) -> None:
        """Keeps nothing more of a table that is over but its result; leaves one that is not as it is."""

    async def written_since(self, at: float) -> dict[str, float]:
        """Returns the chats in which something of a table was shown after a moment, and when last."""

    async def close(self) -> None:
        """Writes what waits and lets the database go."""
