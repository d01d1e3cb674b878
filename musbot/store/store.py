"""Where the logs of the tables are kept: what every engine does in the same way, and what is left to each."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from enum import Enum, auto
from typing import Any

from musbot.store.codec import Stored
from musbot.store.hanging import HangWatch
from musbot.store.protocol import NOBODY, Gap, NoteKind, Outline, Posted, Unfinished
from musbot.store.results import PartidaEnd, PastPartida
from musbot.store.steps import Step, appended, created, dropped, marked, shown_row
from musbot.store.writer import LAST_S, Writer

KEEP_KEYS_S = 48 * 3600
SLICE = 5000
"""How many deliveries are looked at, and swept, at once."""


class Query(Enum):
    """What is asked of the tables; most are answered by ids."""

    CHAT = auto()
    BEHIND = auto()
    RESTING = auto()
    OLDEST_KEYS = auto()
    PARTAKES = auto()
    SHOWN = auto()
    NOTES = auto()
    LAST_OVER = auto()
    LAST_OVER_OF = auto()
    UNTOLD = auto()
    FINISHED = auto()
    WRITTEN = auto()


class Store(ABC):
    """The log is the truth. A write is durable when its call returns, or an error says it was not made.

    Every call raises StoreError where the database does not do it, Unusable where it never will again;
    then `lost` is done, and says why. How a step is made and a question worded in SQL is each engine's own.
    """

    lost: asyncio.Future[str]
    watch: HangWatch
    """Notices a commit or a read that does not return."""
    gap: Gap | None = None
    """What a failover of the database took, which people have to be told; None: nothing."""
    says_farewell = False
    """Set when the process ends and still tells people what was lost, though it may not write any more."""

    def __init__(self, writer: Writer, clock: Callable[[], float]) -> None:
        self.clock = clock
        self._writer = writer
        self.tally = writer.tally
        self.writer_ended = writer.ended
        """Done, with the reason, if an error ends the writer."""

    @abstractmethod
    async def _asked(self, query: Query, *values: Any) -> list[Any]:
        """Returns the rows that answer; raises StoreError."""

    @abstractmethod
    def sure(self) -> bool:
        """Whether no other process can have the database now; else nothing is asked of a platform."""

    @abstractmethod
    async def log(self, table: str) -> list[tuple[int, Stored]]:
        """Returns all events of a table with their numbers, in order; none for an unknown one."""

    @abstractmethod
    async def seating(self, table: str) -> list[Stored]:
        """Returns the events of a table that tell who sits there, by which rules and where."""

    @abstractmethod
    async def unfinished(self) -> list[Unfinished]:
        """Returns the tables that are not over, the oldest first."""

    @abstractmethod
    async def results(self, chat: str, most: int) -> list[PastPartida]:
        """Returns how the last partidas of a chat have ended, the oldest first."""

    @abstractmethod
    async def results_of(self, person: str, most: int) -> list[PastPartida]:
        """Returns how those partidas ended where a person sat at the end, the newest first."""

    @abstractmethod
    async def forget(self, person: str) -> None:
        """Forgets a person's names and the id of their platform, wherever they are kept.

        Logs stay as they are, but for who they were: there they have a name "", and an id that is nobody's.
        """

    def hurry(self) -> None:
        """Lets what is written from now on wait for a moment only: the process is to end."""
        self._writer.patience_s = LAST_S

    @abstractmethod
    async def close(self) -> None:
        """Writes what waits and lets the database go."""

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
        now = self.clock()
        rows = appended(table, after, now, events, over=over, outline=outline, result=result)
        await self._writer.write([*rows, *marked(key, now)])

    async def create(
        self, table: str, chat: str, events: Sequence[Stored], *, key: str = "", outline: Outline = NOBODY
    ) -> None:
        """Begins the log of a new table in a chat; raises Conflict if there is one of that id."""
        await self._writer.write(created(table, chat, self.clock(), events, key, outline))

    async def move(self, table: str, chat: str) -> None:
        """Records that a table goes on in another chat."""
        await self._writer.write([(Step.CHAT, (chat, table))])

    async def mark(self, key: str) -> None:
        """Records a delivery that changed nothing; raises Repeated."""
        await self._writer.write(marked(key, self.clock()))

    async def record_shown(self, table: str, shown: Posted) -> None:
        """Records what a chat now shows for a slot; an empty message: nothing any more."""
        await self._writer.write([shown_row(table, shown)])

    async def note(self, kind: NoteKind, name: str, value: str) -> None:
        """Keeps a small fact, such as a chat that may not be written to until a moment; "" forgets it."""
        await self._writer.write([(Step.NOTE, (kind.noted, name, value))])

    async def results_move(self, chat: str, to: str) -> None:
        """Gives the results of a chat to the id that it has now."""
        await self._writer.write([(Step.RESULTS_MOVE, (to, chat))])

    async def drop(self, table: str) -> None:
        """Keeps nothing more of a table that is over but its result; leaves one that is not as it is."""
        await self._writer.write(dropped(table))

    async def sweep(self) -> None:
        """Forgets the deliveries of more than 48 hours ago, and pauses (notes "hold") that are over.

        It takes its time: whatever else is written meanwhile waits for a small part of it at most.
        """
        now, last = self.clock(), ""
        await self._writer.write([(Step.RELEASE, (now,))])
        while True:
            found = await self._asked(Query.OLDEST_KEYS, last)
            if not found or found[0][0] <= last:  # the end, or damage
                return
            ((until, oldest),) = found
            if oldest < now - KEEP_KEYS_S:
                await self._writer.write([(Step.FORGET, (last, until, now - KEEP_KEYS_S))])
            last = until

    async def chat(self, table: str) -> str | None:
        """Returns the chat a table was opened in, or went to; None for an unknown one."""
        return await self._one(Query.CHAT, table)

    async def behind(self) -> list[str]:
        """Returns the tables that are not over and whose chats have not been told all."""
        return await self._ids(Query.BEHIND)

    async def resting(self, since: float) -> list[str]:
        """Returns the tables that wait for somebody, and of which nothing has been written after a moment."""
        return await self._ids(Query.RESTING, since)

    async def partakes(self, person: str) -> list[str]:
        """Returns the tables that are not over and where a person sits or waits, or did before."""
        return await self._ids(Query.PARTAKES, person)

    async def shown(self, table: str) -> list[Posted]:
        """Returns what the chats show of a table."""
        return [Posted(*row) for row in await self._asked(Query.SHOWN, table)]

    async def notes(self, kind: NoteKind) -> dict[str, str]:
        """Returns all facts of a kind, by name."""
        return dict(await self._asked(Query.NOTES, kind.noted))

    async def last_over(self, chat: str) -> str | None:
        """Returns the table of a chat that was over last, of those whose partida had begun."""
        return await self._one(Query.LAST_OVER, chat)

    async def last_over_of(self, person: str) -> str | None:
        """Returns the table that was over last of those of a person, of those whose partida had begun."""
        return await self._one(Query.LAST_OVER_OF, person)

    async def untold(self, since: float) -> list[str]:
        """Returns the tables that were over after a moment, and whose end no chat is known to show."""
        return await self._ids(Query.UNTOLD, since)

    async def finished_before(self, at: float, after: str, most: int) -> list[str]:
        """Returns tables that were over before a moment, by their ids, at most so many after one of them."""
        return await self._ids(Query.FINISHED, at, after, most)

    async def written_since(self, at: float) -> dict[str, float]:
        """Returns the chats in which something of a table was shown after a moment, and when last."""
        return dict(await self._asked(Query.WRITTEN, at))

    async def _ids(self, query: Query, *values: Any) -> list[str]:
        return [row[0] for row in await self._asked(query, *values)]

    async def _one(self, query: Query, *values: Any) -> str | None:
        return next(iter(await self._ids(query, *values)), None)
