"""The store of the tables' logs: the reads and writes that both engines share."""

from __future__ import annotations

import asyncio
import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import astuple
from typing import Any

from musbot.runtime.boundary import MOST_TRIES, contain_errors
from musbot.store import queries
from musbot.store.codec import Stored
from musbot.store.hanging import HangWatch
from musbot.store.operations import (
    CloseTable,
    CreateTable,
    DropDates,
    DropTable,
    ForgetPerson,
    MoveResults,
    MoveTable,
    RecordPost,
    ReleaseHolds,
    RemoveNote,
    RemovePost,
    SetNote,
    SetOutline,
    SetSoon,
    SweepKeys,
    add_people,
    append_date_events,
    append_events,
    mark_delivery,
    record_result,
)
from musbot.store.protocol import NOBODY, DatabaseLost, Gap, NoteKind, Outline, Posted, Unfinished
from musbot.store.queries import Query
from musbot.store.reads import Found, Work, load_counted, load_dates, load_log, load_results, load_unfinished
from musbot.store.refold import SEATING
from musbot.store.results import ChatResults, PartidaEnd, PastPartida
from musbot.store.writer import LAST_S, Writer
from musbot.table.events import ChatId, PersonId, TableId

KEEP_KEYS_S = 48 * 3600
"""Seconds for which the key of a delivery is stored."""
KEEP_DATES_S = 7 * 24 * 3600
"""Seconds for which the log of a date is stored after its end."""
AWAY_S = 2
"""Seconds without an answer after which a database counts as away, in ticks of HangWatch."""
SLICE = 5000
"""The keys that one step of a sweep examines."""


_SEATING = frozenset(kind.__name__ for kind in SEATING)
"""The kinds of events that may change the people of a table."""


def _people(outline: Outline) -> str:
    """Returns the people of an outline as a JSON list."""
    return json.dumps(outline.people, ensure_ascii=False)


class StoreReader(ABC):
    """The questions that a store answers. Each raises StoreError if the database fails."""

    @abstractmethod
    async def _read(self, work: Work[Found]) -> Found:
        """Runs a piece of work on one connection that reads, and returns its result; raises StoreError.

        An implementation may run the work several times, such as after a broken connection.
        """

    async def load_log(self, table: str) -> list[tuple[int, Stored]]:
        """Returns all events of a table in order, each with its number; empty for an unknown table.

        Forgotten people have the name "" and an unused id. Raises StoreError.
        """
        return await self._read(lambda run: load_log(run, table))

    async def load_seating(self, table: str) -> list[Stored]:
        """Returns the events of a table that tell its players, rules and chat (`SEATING`), in order.

        Forgotten people are as in `load_log`. Empty for an unknown table. Raises StoreError.
        """
        found = await self._read(lambda run: load_log(run, table, queries.SEATED))
        return [event for _, event in found]

    async def dates(self) -> dict[str, list[Stored]]:
        """Returns the events of each date in order, by its id. Forgotten people are as in `load_log`.

        Ended dates are included until `sweep` deletes them. Raises StoreError.
        """
        return await self._read(load_dates)

    async def list_unfinished(self) -> list[Unfinished]:
        """Returns the unfinished tables, lobbies included, the oldest first; raises StoreError."""
        return await self._read(load_unfinished)

    async def load_results(self, chat: ChatId, most: int) -> list[PastPartida]:
        """Returns the latest results of a chat, at most `most`, the oldest first.

        `chat` is an id without a topic. Results without a winner are included. Unreadable ones are left out,
        but count towards `most`. Raises StoreError.
        """
        found = await self._read(lambda run: load_results(run, queries.RESULTS, chat=chat, most=most))
        return found[::-1]

    async def load_counted_results(self, chat: ChatId, since: float, later: float) -> ChatResults:
        """Returns all partidas of a chat that a side won, the oldest first.

        `since` and `later` are times in seconds since 1970, `later` being the later one. Each partida has a
        number: 2 if it ended at or after `later`, 1 at or after `since`, otherwise 0. Raises StoreError.
        """
        return await self._read(lambda run: load_counted(run, chat, since, later))

    async def load_results_of(self, person: PersonId, most: int) -> list[PastPartida]:
        """Returns the latest results of a person, at most `most`, the newest first.

        Results without a winner are included. Unreadable ones are left out, but count towards `most`. Raises
        StoreError.
        """
        return await self._read(lambda run: load_results(run, queries.RESULTS_OF, person=person, most=most))

    async def find_chat(self, table: str) -> ChatId | None:
        """Returns the chat of a table, also of a finished one; None for an unknown table.

        For the private chat of a forgotten person this is the stored name, which no platform has. Raises
        StoreError.
        """
        return next((row[0] for row in await self._fetch_rows(queries.CHAT, table=table)), None)

    async def list_behind(self) -> list[TableId]:
        """Returns the ids of unfinished tables whose last event no chat shows, or that are announced as set
        aside.

        They have no order. Raises StoreError.
        """
        return await self._ids(queries.BEHIND)

    async def list_resting(self, since: float) -> list[TableId]:
        """Returns the ids of unfinished tables that are paused and whose last event is before `since`.

        Paused means that `Outline.soon_s` is None. `since` is a time in seconds since 1970. Raises
        StoreError.
        """
        return await self._ids(queries.RESTING, since=since)

    async def list_tables_of(self, person: PersonId) -> list[TableId]:
        """Returns the ids of unfinished tables at which a person has sat or queued.

        It includes tables that they have left. Raises StoreError.
        """
        return await self._ids(queries.PARTAKES, person=person)

    async def list_shown(self, table: str) -> list[Posted]:
        """Returns the messages that chats show for a table, ordered by chat and slot.

        Empty for an unknown table. Raises StoreError.
        """
        return [Posted(*row) for row in await self._fetch_rows(queries.SHOWN, table=table)]

    async def list_word_times(self, table: str, most: int) -> list[float]:
        """Returns the times of the last words (events Said) of a table, at most `most`, the oldest first.

        They are in seconds since 1970; words of AI players count. Raises StoreError.
        """
        rows = await self._fetch_rows(queries.WORD_TIMES, table=table, most=most)
        return [row[0] for row in reversed(rows)]

    async def load_notes(self, kind: NoteKind) -> dict[ChatId, str]:
        """Returns all notes of a kind as values by name; raises StoreError."""
        return dict(await self._fetch_rows(queries.NOTES, kind=kind.noted))

    async def find_last_over(self, chat: ChatId) -> TableId | None:
        """Returns the id of the chat's table that ended last after its partida began; None if there is none.

        Tables in other topics of the chat do not count. Raises StoreError.
        """
        return await self._first_table(queries.LAST_OVER, chat=chat)

    async def find_last_over_of(self, person: PersonId) -> TableId | None:
        """Returns the id of a person's table that ended last after its partida began; None if there is none.

        A person's tables are the ones at which they have sat. Raises StoreError.
        """
        return await self._first_table(queries.LAST_OVER_OF, person=person)

    async def list_untold(self, since: float) -> list[TableId]:
        """Returns the ids of tables that ended after `since` and whose end no chat shows, by time of end.

        If no partida began, the last event counts as the end. `since` is in seconds since 1970. Raises
        StoreError.
        """
        return await self._ids(queries.UNTOLD, since=since)

    async def list_finished_before(self, at: float, after: str, most: int) -> list[TableId]:
        """Returns the ids of tables that ended before `at`, in seconds since 1970.

        They are in the order of the ids, and begin after the id `after` ("" for the first). There are at most
        `most`. Raises StoreError.
        """
        return await self._ids(queries.FINISHED, at=at, after=after, most=most)

    async def list_chats_since(self, at: float) -> dict[ChatId, float]:
        """Returns the chats whose messages for tables changed after `at`, with the time of the last change.

        Times are in seconds since 1970. Tables that ended at or before `at`, and deleted records of messages,
        do not count. Raises StoreError.
        """
        return dict(await self._fetch_rows(queries.WRITTEN, since=at))

    async def _fetch_rows(self, query: Query, **values: str | float) -> Sequence[Any]:
        """Returns the rows of a query; raises StoreError."""
        return await self._read(lambda run: run(query, **values))

    async def _ids(self, query: Query, **values: str | float) -> list[TableId]:
        """Returns the ids of the tables that answer a query; raises StoreError."""
        return [TableId(row[0]) for row in await self._fetch_rows(query, **values)]

    async def _first_table(self, query: Query, **values: str | float) -> TableId | None:
        """Returns the id of the first table that answers a query; None if there is none.

        Raises StoreError.
        """
        return next(iter(await self._ids(query, **values)), None)


class Store(StoreReader):
    """A database with the logs of tables. A write is durable once its call returns.

    A read or write raises StoreError if the database fails, and DatabaseLost if it fails for good; `lost` is
    then done.
    """

    lost: asyncio.Future[DatabaseLost]
    """Done, with the error, once the database has failed for good."""
    watch: HangWatch
    """Notices a commit or a read that does not return."""
    gap: Gap | None = None
    """The commits that a failover of the database lost and that chats must hear about; None if none."""
    says_farewell = False
    """Whether an ending process may still tell chats about lost commits, although it may not write."""

    def __init__(self, writer: Writer, clock: Callable[[], float]) -> None:
        self.clock = clock
        self._writer = writer
        self.tally = writer.tally
        self.writer_ended = writer.ended
        """Done, with the reason, if an error ends the writer."""

    @abstractmethod
    def owns_database(self) -> bool:
        """Returns whether no other process can have the database now. If another might, no platform may be
        called.

        Implementations may also return True while `says_farewell`.
        """

    def is_away(self) -> bool:
        """Returns whether the database does not answer now, though it may answer again: this process has not
        lost it.

        The last commit found no database, or a read or write has waited for AWAY_S. A process that was
        stopped and runs again has not waited, so it first learns whether another has taken over.
        """
        longest = self.watch.longest_call()
        waits = longest is not None and longest[1] >= AWAY_S
        return not self.lost.done() and (self._writer.is_held or waits)

    def is_refused(self) -> bool:
        """Returns whether the database refused the last connection. An implementation may answer that; others
        never.

        A database that only does not answer has not refused: another process may have it.
        """
        return False

    @abstractmethod
    async def _erase(self) -> None:
        """Removes the traces that deleted names leave in the files of the database.

        Implementations may wait for other readers, and log a failure or raise StoreError.
        """

    def hurry(self) -> None:
        """Shortens the wait of all further writes to LAST_S, because the process is ending.

        Implementations may shorten other waits too.
        """
        self._writer.patience_s = LAST_S

    @abstractmethod
    async def close(self) -> None:
        """Writes pending operations and closes the database; later reads and writes raise StoreError."""

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
        """Adds events to a table whose log has `after` events, with the delivery's key, in one transaction.

        `over` ends the table and deletes its outline. Otherwise a given `outline` replaces the stored one;
        its people only if an event is in SEATING. `result` is added unless the table has one. An empty key is
        not recorded. Raises Conflict if the log has grown or the table is unknown. Raises DuplicateDelivery
        if `key` is recorded already, or another StoreError. No row is written then, except as `StoreError`
        says.
        """
        now, seated = self.clock(), any(event.kind in _SEATING for event in events)
        added = append_events(table, after, now, events)
        write = [*mark_delivery(key, now), *add_people(added), *added]
        if over:
            write.append(CloseTable(table, now))
        elif outline is not None and seated:
            write.append(SetOutline(table, _people(outline), outline.soon_s))
        elif outline is not None:
            write.append(SetSoon(table, outline.soon_s))
        if result is not None:
            write += record_result(table, now, result)
        await self._writer.write(write)

    async def create(
        self, table: str, chat: ChatId, events: Sequence[Stored], *, key: str = "", outline: Outline = NOBODY
    ) -> None:
        """Begins the log of a new table in a chat, with its `outline` and the delivery's key, in one
        transaction.

        An empty key is not recorded. Raises Conflict if there is a table of this id, DuplicateDelivery if
        `key` is recorded already, or another StoreError. No row is written then, except as `StoreError`
        explains.
        """
        now = self.clock()
        added = append_events(table, 0, now, events)
        begun = CreateTable(table, chat, now, _people(outline), outline.soon_s)
        await self._writer.write([*mark_delivery(key, now), *add_people(added), begun, *added])

    async def append_to_date(self, date: str, after: int, events: Sequence[Stored], *, key: str = "") -> None:
        """Adds events to the log of a date that has `after` events, with the delivery's key, in one
        transaction.

        With `after` 0 it begins the log. An empty key is not recorded. Raises Conflict if the log has grown,
        DuplicateDelivery if `key` is recorded already, or another StoreError. No row is written then, except
        as `StoreError` explains.
        """
        now = self.clock()
        added = append_date_events(date, after, now, events)
        await self._writer.write([*mark_delivery(key, now), *add_people(added), *added])

    async def move(self, table: str, chat: ChatId) -> None:
        """Records that a table continues in another chat; an unknown table is ignored. Raises StoreError."""
        await self._writer.write([MoveTable(table, chat)])

    async def mark(self, key: str) -> None:
        """Records only the key of a delivery, so that it is not applied later; ignores an empty key.

        Raises DuplicateDelivery if it is recorded already, or another StoreError.
        """
        await self._writer.write(mark_delivery(key, self.clock()))

    async def record_shown(self, table: str, shown: Posted) -> None:
        """Records the message that a chat shows for a slot of a table.

        One with the message "" deletes the record. Raises StoreError, also if it records one for an unknown
        table.
        """
        posted = (
            RecordPost(table, *astuple(shown)) if shown.message else RemovePost(table, shown.chat, shown.slot)
        )
        await self._writer.write([posted])

    async def store_note(self, kind: NoteKind, name: str, value: str) -> None:
        """Stores a small fact about a person or a chat, and replaces an earlier value; "" deletes it.

        Raises StoreError.
        """
        operation = SetNote(kind.noted, name, value) if value else RemoveNote(kind.noted, name)
        await self._writer.write([operation])

    async def move_results(self, chat: ChatId, to: ChatId) -> None:
        """Gives all results of a chat to its new id `to`; raises StoreError."""
        await self._writer.write([MoveResults(chat, to)])

    async def drop(self, table: str) -> None:
        """Deletes a finished table with its log and the records of its messages; its result stays.

        An unfinished or unknown table is left alone. Raises StoreError.
        """
        await self._writer.write([DropTable(table)])

    async def forget(self, person: PersonId) -> None:
        """Deletes a person's id, names and notes, and the records of messages in their private chat.

        Notes go also if the id has no other row. Logs and results keep their rows; a log is then read with
        the name "" and an unused id. Afterwards calls `_erase`, which may take seconds, up to MOST_TRIES
        times until it succeeds; its errors are only logged. Raises StoreError if the rows cannot be changed.
        """
        await self._writer.write([ForgetPerson(person)])
        for _ in range(MOST_TRIES):
            with contain_errors("somebody is forgotten"):  # the names are gone; a sweep removes their traces
                await self._erase()
                return

    async def sweep(self) -> None:
        """Deletes keys of deliveries older than 48 hours, expired pauses, and dates that ended a week ago.

        Keys are examined in slices of SLICE, so other writes soon get their turn. Raises StoreError; earlier
        slices stay deleted.
        """
        now, last = self.clock(), ""
        await self._writer.write([ReleaseHolds(now), DropDates(now - KEEP_DATES_S)])
        while True:
            found = await self._fetch_rows(queries.KEYS, after=last, most=SLICE)
            if not found or found[0][0] <= last:  # the end, or damage
                return
            ((until, oldest),) = found
            if oldest < now - KEEP_KEYS_S:
                await self._writer.write([SweepKeys(last, until, now - KEEP_KEYS_S)])
            last = until
