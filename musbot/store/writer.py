"""The one who writes to the database: a task that commits in groups (see docs/reliability.md)."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from musbot.store.connection import Connection
from musbot.store.faults import OWN, meaning
from musbot.store.people import CHAT as THE_CHAT
from musbot.store.people import NAME, NAME_ID, NUMBERS, PERSON, PERSON_ID
from musbot.store.protocol import Busy, StoreError
from musbot.store.results import PLAYED, RESULT
from musbot.store.tally import StoreTally, WriteFate
from musbot.table.clocks import Timers

log = logging.getLogger(__name__)

MOST_IN_A_BATCH = 100
DEADLINE_S = 5.0
"""How long a write may wait for its turn; one that is under way then is waited for."""
PAUSE_S = 0.05
"""After which a database that another program holds is asked again."""

EVENT = "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)"
EVENT_BY = f"INSERT INTO events VALUES (?, ?, ?, ?, ?, json_replace(?, '$.by', ({PERSON_ID})))"  # noqa: S608
EVENT_WHO = f"INSERT INTO events VALUES (?, ?, ?, ?, ?, json_replace(?, '$.who', ({NAME_ID})))"  # noqa: S608
SEEN = "INSERT INTO seen VALUES (?, ?)"
TABLE = (
    f"INSERT INTO tables (table_id, chat, opened_at, people, soon_s) VALUES (?, {THE_CHAT}, ?, {NUMBERS}, ?)"  # noqa: S608
)
OUTLINE = f"UPDATE tables SET people = {NUMBERS}, soon_s = ? WHERE table_id = ?"  # noqa: S608
SOON = "UPDATE tables SET soon_s = ? WHERE table_id = ?"
CHAT = "UPDATE tables SET chat = ? WHERE table_id = ?"
OVER = "UPDATE tables SET over_at = ?, people = '[]', soon_s = NULL WHERE table_id = ?"
SHOWN = f"INSERT OR REPLACE INTO shown VALUES (?, {THE_CHAT}, ?, ?, ?, ?, ?, ?)"  # noqa: S608
NOTE = "INSERT OR REPLACE INTO notes VALUES (?, ?, ?)"
HIDE = f"DELETE FROM shown WHERE table_id = ? AND chat = {THE_CHAT} AND slot = ? AND message = ''"  # noqa: S608
UNNOTE = "DELETE FROM notes WHERE kind = ? AND name = ? AND value = ''"
RESULTS_MOVE = "UPDATE results SET chat = ? WHERE chat = ?"
RELEASE = "DELETE FROM notes WHERE kind = 'hold' AND CAST(value AS REAL) < ?"
FORGET = "DELETE FROM seen WHERE key > ? AND key <= ? AND at < ?"
_ORDER = (
    *(PERSON, NAME, TABLE, SEEN, EVENT, EVENT_BY, EVENT_WHO, CHAT, OUTLINE, SOON, OVER, RESULT, PLAYED),
    *(SHOWN, HIDE, NOTE, UNNOTE, RESULTS_MOVE, RELEASE, FORGET),
)
"""The statements there are, in the order in which those of a batch are run."""

Row = tuple[str, tuple[Any, ...]]


@dataclass(slots=True, eq=False)
class _Write:
    rows: Sequence[Row]
    done: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    late: bool = False

    def end(self, error: StoreError | None) -> None:
        """Tells who waits, if he still does."""
        if self.done.done():
            return
        if error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(error)


class Writer:
    """Owns the connection that writes: what is asked for at once is committed together."""

    def __init__(self, db: Connection, timers: Timers) -> None:
        self._db = db
        self._timers = timers
        self._waiting: dict[_Write, None] = {}
        self._asked = asyncio.Event()
        self._closed = False
        self._held = False
        self.tally = StoreTally()
        self._task = asyncio.create_task(self._write_on(), name="sqlite writer")

    async def write(self, rows: Sequence[Row]) -> None:
        """Writes rows in one transaction, with others' rows; raises Conflict, Repeated or another StoreError.

        What it raises is true: a write whose commit has begun is waited for.
        """
        if self._closed:
            raise StoreError("the database is closed")
        write = _Write(rows)
        self._waiting[write] = None
        self._asked.set()
        deadline = self._timers.call_later(DEADLINE_S, self._too_late, write)
        write.done.add_done_callback(lambda done: done.exception())  # who has asked may wait no more
        write.done.add_done_callback(lambda _: deadline.cancel())
        await asyncio.shield(write.done)

    async def close(self) -> None:
        """Writes what waits; nothing is written any more."""
        self._closed = True
        self._asked.set()
        await self._task

    def _too_late(self, write: _Write) -> None:
        write.late = True
        if write in self._waiting:
            del self._waiting[write]
            self.tally.writes[WriteFate.LATE] += 1
            write.end(Busy(f"the database took nothing for {DEADLINE_S:g} s"))

    async def _write_on(self) -> None:
        while await self._more():
            batch = list(self._waiting)[:MOST_IN_A_BATCH]
            for write in batch:
                del self._waiting[write]
            self.tally.begin()
            try:
                outcomes = await self._db.run(partial(_committed, batch=[write.rows for write in batch]))
            except Exception as error:  # whatever it is, who waits must hear of it
                self.tally.failed()
                await self._failed(batch, error)
            else:
                self.tally.committed(len(batch), sum(it is not None for it in outcomes))
                self._hold(held=False)
                for write, refused in zip(batch, outcomes, strict=True):
                    write.end(meaning(refused) if refused is not None else None)

    async def _more(self) -> bool:
        """Waits until something is to be written; returns False once nothing ever will be."""
        while not self._waiting and not self._closed:
            self._asked.clear()
            await self._asked.wait()
        return bool(self._waiting)

    async def _failed(self, batch: Sequence[_Write], error: Exception) -> None:
        """Nothing of a batch was written: while another program holds the database it is tried again."""
        told = meaning(error)
        if not isinstance(told, Busy):
            self.tally.writes[WriteFate.FAILED] += len(batch)
            for write in batch:
                write.end(type(told)(*told.args))  # one for each, for each is raised
            return
        self._hold(held=True)
        self._waiting = dict.fromkeys(batch) | self._waiting
        for write in batch:
            if write.late:
                self._too_late(write)
        again = asyncio.Event()
        self._timers.call_later(PAUSE_S, again.set)
        await again.wait()

    def _hold(self, *, held: bool) -> None:
        if held and not self._held:
            log.warning("another program holds the database: each write waits %g s at most", DEADLINE_S)
        elif self._held and not held:
            log.info("the database can be written again")
        self._held = held


Outcomes = list[Exception | None]
"""For each write of a batch what it was refused for, None if it is written."""


def _committed(db: sqlite3.Connection, batch: Sequence[Sequence[Row]]) -> Outcomes:
    """Commits a batch in one transaction; raises what stands in the way of all of it."""
    try:
        with _transaction(db):
            for sql, values in _grouped(batch):
                db.executemany(sql, values)
    except OWN as error:
        return [error] if len(batch) == 1 else _without_the_guilty(db, batch)
    return [None] * len(batch)


def _without_the_guilty(db: sqlite3.Connection, batch: Sequence[Sequence[Row]]) -> Outcomes:
    """Commits those of a batch that can be written."""
    outcomes: Outcomes = []
    with _transaction(db):
        for rows in batch:
            db.execute("SAVEPOINT one")
            try:
                for sql, values in _grouped([rows]):
                    db.executemany(sql, values)
            except OWN as error:
                db.execute("ROLLBACK TO one")
                outcomes.append(error)
            else:
                outcomes.append(None)
            db.execute("RELEASE one")
    return outcomes


@contextmanager
def _transaction(db: sqlite3.Connection) -> Iterator[None]:
    """All that is done in it, or nothing."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.commit()
    except BaseException:
        with suppress(sqlite3.Error):
            db.rollback()
        raise


def _grouped(batch: Iterable[Sequence[Row]]) -> Sequence[tuple[str, list[tuple[Any, ...]]]]:
    """The rows of a batch by statement, tables first, each statement's in the order in which they came."""
    groups: dict[str, list[tuple[Any, ...]]] = {}
    for rows in batch:
        for sql, values in rows:
            groups.setdefault(sql, []).append(values)
    return sorted(groups.items(), key=lambda group: _ORDER.index(group[0]))
