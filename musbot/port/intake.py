"""The queue of acts that arrive in batches: one at a time at each table and for each person.

A batch waits only for acts that a kill must not lose. Acts that only read bypass the queue. An act
that needs facts from the platform starts after the platform has answered.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from dataclasses import dataclass
from enum import Enum, auto
from typing import assert_never

from musbot.port.boundary import Background, contain_errors, guard_callback, report, require_containable
from musbot.port.deadline import DeadlineExpired, with_deadline
from musbot.table.events import PersonId

log = logging.getLogger(__name__)

LOOK_S = 0.5
"""After an error in the queue of acts, the pause before acts are started again."""
END_S = 1.0
"""The time that unfinished tasks may still take when the bot ends."""


class Wait(Enum):
    """The condition for which a batch waits."""

    FOR_COMMIT = auto()
    """The act changes something: the batch waits until it is written."""
    FOR_PLATFORM = auto()
    """The platform is asked first, which may take seconds: the batch does not wait."""
    FOR_NOTHING = auto()
    """The act only reads: the batch does not wait."""


@dataclass(frozen=True, slots=True)
class QueuePlace:
    """The queue of an act."""

    table: str
    """The name of the queue: a table, or a person for acts without one."""
    wait: Wait = Wait.FOR_COMMIT
    """Whether the batch waits for the act."""


@dataclass(frozen=True, slots=True)
class PendingAct:
    """An act of a person that has arrived and not started."""

    person: PersonId
    """The person's id."""
    turn: Callable[[], QueuePlace]
    """Returns the queue; called on arrival, for `wait`, and again when the person's earlier acts are done."""
    do: Callable[[], Awaitable[None]]
    """Carries out the act."""
    ready: Callable[[], Awaitable[None]]
    """Fetches the facts that the act needs from the platform."""


@dataclass(slots=True, eq=False)
class _QueuedAct:
    """An act that Intake has accepted."""

    pending: PendingAct
    done: asyncio.Future[None]
    """Done when the act has ended, or is abandoned."""
    table: str = ""
    """Its queue, known when its person's earlier acts are done."""
    asking: asyncio.Task[None] | None = None
    """The task that runs `ready`."""
    started: bool = False


class Intake:
    """Carries out one act at a time at each table and for each person, in the order of delivery.

    Acts with `Wait.FOR_NOTHING` start at once instead. The acts that may start follow from the list of acts
    alone, so an error loses none.
    """

    def __init__(self, platform: str) -> None:
        self._acts: list[_QueuedAct] = []
        self._tasks = Background()
        self._later: asyncio.TimerHandle | None = None
        """The timer of the next try to start acts, after one failed."""
        self._start_next = guard_callback(f"{platform}'s queue of acts", self._start_acts, self._start_later)

    async def take(self, acts: Iterable[PendingAct]) -> None:
        """Queues a batch of acts; returns when its acts with `Wait.FOR_COMMIT` have ended or are given up.

        Acts with `Wait.FOR_NOTHING` start at once. Raises no error of an act: these are logged. If queuing an
        act fails unexpectedly, that is logged. The act then starts at once, out of turn, and the batch does
        not wait for it.
        """
        waits = list[asyncio.Future[None]]()
        for act in acts:
            with contain_errors(f"{act.person}: the queue of acts"):
                waits += self._accept(act)
                continue
            self._begin(act.person, act.do)  # out of its turn
        self._start_next()
        if waits:
            await asyncio.wait(waits)

    async def stop(self) -> None:
        """Waits up to END_S for unfinished tasks, then requests their cancellation without waiting for it.

        Acts that have not started by then never start: their batches no longer wait for them.
        """
        await self._tasks.finish(END_S)
        for act in self._acts:
            act.done.cancel()
        self._tasks.cancel()

    def run_later(self, doing: Coroutine[None, None, None]) -> None:
        """Starts a task that no batch waits for; its error is logged."""
        self._tasks.start(doing, "an update")

    def _accept(self, pending: PendingAct) -> list[asyncio.Future[None]]:
        """Queues an act and returns its future if its batch waits for it.

        Returns an empty list for an act that needs the platform, whose `ready` starts now. It is also empty
        for an act that only reads, which is not queued but starts at once.
        """
        act = _QueuedAct(pending, asyncio.get_running_loop().create_future())
        act.done.add_done_callback(self._start_next)
        match _place(pending).wait:
            case Wait.FOR_COMMIT:
                self._acts.append(act)
                return [act.done]
            case Wait.FOR_PLATFORM:
                act.asking = self._begin(pending.person, pending.ready)
                act.asking.add_done_callback(self._start_next)
                self._acts.append(act)
            case Wait.FOR_NOTHING:
                self._begin(pending.person, pending.do)
            case wait:
                assert_never(wait)
        return []

    def _start_acts(self, *_: object) -> None:
        """Starts each act whose person and table are free, the earliest first. Drops acts that have ended.

        A person's acts keep their order, but later ones may overtake an act whose `ready` has not ended. If a
        start fails, the error is logged, and acts are started again after LOOK_S.
        """
        self._acts = [it for it in self._acts if not it.done.done()]
        people = {it.pending.person for it in self._acts if it.started}
        tables = {it.table for it in self._acts if it.started}
        for act in self._acts:
            if act.started or act.pending.person in people or (act.asking and not act.asking.done()):
                continue
            people.add(act.pending.person)
            act.table = act.table or _place(act.pending).table
            if act.table not in tables:
                tables.add(act.table)
                with contain_errors(f"{act.pending.person}: an act"):
                    self._start(act)
                    continue
                self._start_later()

    def _start_later(self) -> None:
        """Plans to start acts after LOOK_S; a further call before that begins this time again."""
        if self._later is not None:
            self._later.cancel()
        self._later = asyncio.get_running_loop().call_later(LOOK_S, self._start_next)

    def _start(self, act: _QueuedAct) -> None:
        """Starts an act; `done` is cancelled when its first task ends, or when the act is abandoned."""
        task = self._begin(act.pending.person, act.pending.do, act.done.cancel)
        act.started = True
        task.add_done_callback(lambda _: act.done.cancel())

    def _begin(
        self,
        person: PersonId,
        doing: Callable[[], Awaitable[None]],
        abandon: Callable[[], object] = lambda: None,
    ) -> asyncio.Task[None]:
        """Starts to carry out an act, and returns the task; starts another if the first fails unexpectedly.

        An error of the act is no such failure. `abandon` is called if the act does not end after its
        deadline.
        """
        return self._tasks.start(
            _carried_out(person, doing, abandon),
            "an update",
            lambda: self.run_later(_carried_out(person, doing, abandon)),
        )


def _place(pending: PendingAct) -> QueuePlace:
    """Returns the queue of an act. After an unexpected error, logs it and returns the person's own queue."""
    try:
        return pending.turn()
    except BaseException as error:
        require_containable(error)
        report(f"{pending.person}: where an act belongs", error)
        return QueuePlace(pending.person)


async def _carried_out(
    person: PersonId, doing: Callable[[], Awaitable[None]], abandon: Callable[[], object] = lambda: None
) -> None:
    """Carries out an act within its deadline; logs its error, or that it was cancelled there.

    Calls `abandon` if it does not end. An error that `may_contain` forbids propagates.
    """
    try:
        await with_deadline(doing, abandon)
    except DeadlineExpired:
        log.error("what somebody did took too long, and was given up")  # noqa: TRY400
    except BaseException as error:
        require_containable(error)
        report(f"{person}: an act", error)
