"""What people do, delivered in batches: each deed in the order of its table and of its person.

A batch waits for what a kill must not lose, and for nothing else. Who only reads waits for nobody; where the
platform has to be asked first, the deed takes its place when the answer is there.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial
from heapq import heappop, heappush
from itertools import count
from typing import assert_never

from musbot.port.boundary import Background, contain_errors, may_contain, report
from musbot.port.deadline import Expired, with_deadline

log = logging.getLogger(__name__)

END_S = 1.0
"""How long what nobody waits for may still take when the bot ends."""


class Wait(Enum):
    """Whether a batch waits for a deed."""

    FOR_COMMIT = auto()
    """Until it is written: it changes something."""
    FOR_PLATFORM = auto()
    """No: the platform is asked first, and may take seconds."""
    FOR_NOTHING = auto()
    """No: it only reads."""


@dataclass(frozen=True, slots=True)
class QueuePlace:
    """The queue of an act, that of its table, and whether the batch waits for the act."""

    table: str
    wait: Wait = Wait.FOR_COMMIT


@dataclass(frozen=True, slots=True)
class Deed:
    """What a `person` did; `turn` is looked up when their own turn comes, `ready` asks the platform."""

    person: str
    turn: Callable[[], QueuePlace]
    do: Callable[[], Awaitable[None]]
    ready: Callable[[], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class _Queued:
    number: int
    deed: Deed
    done: asyncio.Future[None]

    def __lt__(self, other: _Queued) -> bool:
        return self.number < other.number


class Intake:
    """Knows what waits at each table and for each person; one deed is done there at a time."""

    def __init__(self) -> None:
        self._people: dict[str, deque[_Queued]] = {}
        self._tables: dict[str, list[_Queued]] = {}
        """A heap for each table where something is being done."""
        self._tasks = Background()
        self._numbers = count()

    async def take(self, deeds: Iterable[Deed]) -> None:
        """Accepts a batch; returns once nothing of it could be lost by a kill but what only reads or asks."""
        accepted = [self._take_in(deed) for deed in deeds]
        waits = [done for done in accepted if done is not None]
        if waits:
            await asyncio.wait(waits)

    async def stop(self) -> None:
        """Lets what nobody waits for end, while that is soon."""
        await self._tasks.finish(END_S)
        self._tasks.cancel()

    def later(self, doing: Coroutine[None, None, None]) -> None:
        """Does something that nobody waits for."""
        self._tasks.start(doing, "an update")

    def _take_in(self, act: Deed) -> asyncio.Future[None] | None:
        """Accepts an act; after an unexpected error carries it out at once, out of its turn."""
        with contain_errors(f"{act.person}: the queue of acts"):
            return self._accept(act)
        self.later(_carried_out(act.person, act.do))
        return None

    def _accept(self, deed: Deed) -> asyncio.Future[None] | None:
        queued = _Queued(next(self._numbers), deed, asyncio.get_running_loop().create_future())
        match _place(deed).wait:
            case Wait.FOR_COMMIT:
                self._queue(queued)
                return queued.done
            case Wait.FOR_PLATFORM:
                self.later(self._queue_when_ready(queued))
            case Wait.FOR_NOTHING:
                self.later(_carried_out(deed.person, deed.do))
            case wait:
                assert_never(wait)
        return None

    async def _queue_when_ready(self, queued: _Queued) -> None:
        await _carried_out(queued.deed.person, queued.deed.ready)
        self._queue(queued)

    def _queue(self, queued: _Queued) -> None:
        own = self._people.setdefault(queued.deed.person, deque())
        own.append(queued)
        if len(own) == 1:
            self._enter(queued)

    def _enter(self, queued: _Queued) -> None:
        """Puts what its person has come to in the queue of its table, by the order of delivery."""
        table = _place(queued.deed).table
        waiting = self._tables.get(table)
        if waiting is None:
            self._tables[table] = []
            self.later(self._run(queued, table))
        else:
            heappush(waiting, queued)

    async def _run(self, queued: _Queued, table: str) -> None:
        """Does a deed; the next ones of its table and of its person begin when it ends or is abandoned."""
        try:
            await _carried_out(queued.deed.person, queued.deed.do, partial(self._end, queued, table))
        finally:
            self._end(queued, table)

    def _end(self, queued: _Queued, table: str) -> None:
        if queued.done.done():
            return
        queued.done.set_result(None)
        own = self._people[queued.deed.person]
        own.popleft()
        if own:
            self._enter(own[0])
        else:
            del self._people[queued.deed.person]
        if waiting := self._tables[table]:
            self.later(self._run(heappop(waiting), table))
        else:
            del self._tables[table]


def _place(deed: Deed) -> QueuePlace:
    """Where a deed waits; one of which that cannot be told, at its person's own place."""
    try:
        return deed.turn()
    except BaseException as error:
        if not may_contain(error):
            raise
        report(f"{deed.person}: where an act belongs", error)
        return QueuePlace(deed.person)


async def _carried_out(
    person: str, doing: Callable[[], Awaitable[None]], abandon: Callable[[], object] = lambda: None
) -> None:
    """Carries out an act within its deadline; logs an error."""
    try:
        await with_deadline(doing(), abandon)
    except Expired:
        log.error("what somebody did took too long, and was given up")  # noqa: TRY400
    except BaseException as error:
        if not may_contain(error):
            raise
        report(f"{person}: an act", error)
