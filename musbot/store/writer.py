"""The writer of a database: a task that commits in groups (docs/reliability.md)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from musbot.runtime.boundary import contain_errors, guard_callback, report, require_containable
from musbot.store.hanging import DatabaseCall, HangWatch
from musbot.store.operations import Write
from musbot.store.protocol import DatabaseBusy, StoreError
from musbot.store.write_counters import StoreTally, WriteFate
from musbot.table.alarms import Timers

log = logging.getLogger(__name__)

MOST_IN_A_BATCH = 100
"""The most writes in one commit."""
DEADLINE_S, LAST_S = 3.0, 1.0
"""Seconds that a write may wait for its turn, and the same while the process ends. A commit that has begun is
awaited."""
PAUSE_S = 0.05
"""After which a database that another program holds is asked again."""

Outcomes = list[StoreError | None]
"""For each write of a batch the error that refused it, or None."""
Commit = Callable[[Sequence[Write]], Awaitable[Outcomes]]
"""Commits a batch in one transaction; raises StoreError if the transaction failed."""


@dataclass(slots=True, eq=False)
class _Pending:
    operations: Write
    done: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    late: bool = False

    def end(self, error: StoreError | None) -> None:
        """Completes the write, with an error unless it is None; does nothing if it is completed already."""
        if self.done.done():
            return
        if error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(error)


class Writer:
    """Commits writes that arrive together as one group, in a task that starts at once.

    `held` is the log line for a database that takes no writes for a while.
    """

    def __init__(self, commit: Commit, timers: Timers, held: str, watch: HangWatch) -> None:
        self._commit = commit
        self._held_by = held
        self._timers = timers
        self._watch = watch
        self._waiting: dict[_Pending, None] = {}
        self._asked = asyncio.Event()
        self._closed = False
        self.is_held = False
        """Whether the last commit failed because the database took no writes."""
        self.patience_s = DEADLINE_S
        self.tally = StoreTally()
        self.ended: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        """Done, with the reason, if an error ends the task that writes."""
        self._task = asyncio.create_task(self._write_on(), name="store writer")
        self._task.add_done_callback(self._check_end)

    async def write(self, operations: Write) -> None:
        """Commits operations in one transaction with other writes.

        Raises DatabaseBusy if no commit that begins within `patience_s` takes it. Raises StoreError if the
        commit fails, a row is refused or the writer is closed. Then no row was written, unless the outcome is
        unknown (`StoreError`). Cancelling the caller does not cancel the write.
        """
        if self._closed:
            raise StoreError("the database is closed")
        write = _Pending(operations)
        self._waiting[write] = None
        self._asked.set()
        deadline = self._timers.call_later(
            self.patience_s, guard_callback("a write that waits", self._give_up), write
        )
        write.done.add_done_callback(lambda done: done.exception())  # the caller may have gone
        write.done.add_done_callback(lambda _: deadline.cancel())
        await asyncio.shield(write.done)

    async def close(self) -> None:
        """Waits until pending operations are written or have failed; later ones raise StoreError.

        Raises no error of an operation.
        """
        self._closed = True
        self._asked.set()
        await asyncio.wait({self._task})  # its error is logged already

    def _check_end(self, task: asyncio.Task[None]) -> None:
        """Logs an unexpected end of the writing task, and completes `ended` with the reason."""
        error = None if task.cancelled() else task.exception()
        if (error is not None or not self._closed) and not self.ended.done():
            log.error("the writer of the database has ended", exc_info=error)
            self.ended.set_result(f"its writer has ended ({type(error).__name__ if error else 'cancelled'})")

    def _give_up(self, write: _Pending) -> None:
        """Marks a write as late. If it is in the queue, removes and counts it, and ends it with DatabaseBusy.

        A write whose commit has begun is only marked.
        """
        write.late = True
        if write in self._waiting:
            del self._waiting[write]
            self.tally.writes[WriteFate.LATE] += 1
            write.end(DatabaseBusy(f"the database took nothing for {DEADLINE_S:g} s"))

    async def _write_on(self) -> None:
        """Commits waiting writes in batches until the writer is closed and no write waits.

        Counts the commits in `tally`. An error of a commit ends or repeats only its batch; an error that
        `may_contain` forbids propagates.
        """
        while await self._wait_for_writes():
            batch = list(self._waiting)[:MOST_IN_A_BATCH]
            for write in batch:
                del self._waiting[write]
            with contain_errors("the counts of the database"):
                self.tally.begin()
            try:
                with self._watch.watch(DatabaseCall.WRITE):
                    outcomes = await self._commit([write.operations for write in batch])
            except BaseException as error:  # the writes must end after every error
                require_containable(error)
                with contain_errors("the counts of the database"):
                    self.tally.count_failure()
                await self._on_failure(batch, error)
            else:
                with contain_errors("the counts of the database"):
                    self.tally.count_commit(len(batch), sum(it is not None for it in outcomes))
                self._hold(held=False)
                for write, refused in zip(batch, outcomes, strict=True):
                    write.end(refused)

    async def _wait_for_writes(self) -> bool:
        """Waits for writes; returns True, or False once the writer is closed and has no write left."""
        while not self._waiting and not self._closed:
            self._asked.clear()
            await self._asked.wait()
        return bool(self._waiting)

    async def _on_failure(self, batch: Sequence[_Pending], error: BaseException) -> None:
        """Ends the writes of a failed batch with a StoreError and counts them; logs an unexpected error.

        After DatabaseBusy it puts the writes back first in the queue, ends late ones with DatabaseBusy, and
        waits PAUSE_S.
        """
        if isinstance(error, StoreError):
            failure = error
        else:
            report("a transaction of the database", error)
            failure = StoreError(f"the database: {type(error).__name__}")
        if not isinstance(failure, DatabaseBusy):
            self.tally.writes[WriteFate.FAILED] += len(batch)
            for write in batch:
                write.end(type(failure)(*failure.args))  # one for each, for each is raised
            return
        self._hold(held=True)
        self._waiting = dict.fromkeys(batch) | self._waiting
        for write in batch:
            if write.late:
                self._give_up(write)
        again = asyncio.Event()
        self._timers.call_later(PAUSE_S, again.set)
        await again.wait()

    def _hold(self, *, held: bool) -> None:
        """Records whether the database takes no writes; logs each change once."""
        if held and not self.is_held:
            log.warning("%s: each write waits %g s at most", self._held_by, DEADLINE_S)
        elif self.is_held and not held:
            log.info("the database can be written again")
        self.is_held = held
