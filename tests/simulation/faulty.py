"""An evening in which one function of the product fails, and what has to hold of it all the same."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from musbot.port.chats import without_topic
from musbot.port.door import Door
from musbot.port.replies import Reply
from musbot.service.delivery import availability
from musbot.service.delivery.availability import Availability
from musbot.table.events import ChatId
from tests.simulation import invariants
from tests.simulation.chance import Chance, Script
from tests.simulation.evening import Broken, Evening
from tests.simulation.fault_log import Heard, listening, log_problems
from tests.simulation.may_end import BOUNDARY, MAY_END, MAY_HANG, SILENT, UNBOUNDED, UNTOLD
from tests.simulation.platform import Line, Update
from tests.simulation.raising import RAISING, Fault, faulty

GRACE_S = 60.0
"""How soon after the last fault everything is as it should be, or the table is set aside."""
WAIT_S = 1.0
"""How long an act of another chat may take, beside the platform's and the database's own time."""
UNDER_WAY_S = 10.0
"""How long a request that is under way takes at most, while no fault is simulated."""
TOLD_S = 60.0
"""How soon a person is told that their act failed."""
OTHER_FAULTS = ("disk", "kill", "moves", "net", "outage", "repeat", "rights")


class Calm(Chance):
    """The chance of a seed, without any other fault."""

    def may(self, kind: str, number: int) -> bool:
        """See Chance."""
        return kind not in OTHER_FAULTS and super().may(kind, number)


@dataclass
class Act:
    """An act of a person, as it was handled."""

    update: Update
    came: float
    task: asyncio.Task[Any] | None = None
    ended: float | None = None
    reply: Any = None
    raised: BaseException | None = None
    hit: float | None = None
    """When the fault occurred while it was handled, by its own task."""


@dataclass
class Occurrence:
    """One occurrence of the fault."""

    at: float
    error: BaseException | None
    act: Act | None


@dataclass(frozen=True, slots=True)
class Probe:
    """A question to the platform whether a closed chat takes messages, for an act or before it."""

    act: Act | None
    chat: ChatId
    since: float
    until: float


_ACT: ContextVar[Act | None] = ContextVar("act", default=None)


class FaultyEvening(Evening):
    """A calm evening with one fault of our own."""

    def __init__(self, script: Script, folder: Path, fault: Fault, *, telling: bool = False) -> None:
        super().__init__(script, folder, telling=telling)
        self.site.manners = replace(self.site.manners, failing=0, repeats=0)
        self.disk.well()
        self.kills = []
        for who in self.people.everybody:
            self.site.chats[who.id].closed = False
        self.fault = fault
        self.armed = True
        fault.active = self._may_occur
        fault.occurred = self._occurred
        self.acts: dict[int, Act] = {}
        self.occurrences: list[Occurrence] = []
        self.probes: list[Probe] = []
        self.heard = Heard()
        self.died: BaseException | None = None

    def chance_of(self, script: Script) -> Chance:
        """See Evening."""
        return Calm(script)

    def _may_occur(self) -> bool:
        """Returns whether a step of the process is being done that has begun to serve."""
        return self.armed and self.site.line is not None and self.hours.running is self.loop

    def _occurred(self, error: BaseException | None) -> None:
        act = _ACT.get()
        if act is not None and (asyncio.current_task(self.loop) is not act.task or act.ended is not None):
            act = None
        if act is not None:
            act.hit = self.hours.now
        self.chance.carried_out["fault"] = self.fault.hits
        self.occurrences.append(Occurrence(self.hours.now, error, act))
        self.told(f"{self.hours.now:8.2f} *** {self.fault}")

    # ---- the process -------------------------------------------------------------------------------------

    def start(self) -> None:
        """See Evening."""
        super().start()
        _watch_acts(self, self.line)

    async def _runs(self, loop: Any, line: Line) -> None:
        try:
            await super()._runs(loop, line)
        except BaseException as error:
            if loop.dead:
                raise
            self._process_ended(error)
        else:
            if not loop.dead and self.loop is loop:
                self._process_ended(None)

    def _process_ended(self, error: BaseException | None) -> None:
        """Notes that the process ended by itself; another one is begun, without the fault."""
        self.died = self.died or error or SystemExit("it ended")
        self.armed = False
        self.told(f"{self.hours.now:8.2f} --- it ends: {error!r}")
        self.world.call_soon(self.kill)

    # ---- from its first step to its last -----------------------------------------------------------------

    def run(self) -> None:
        """See Evening."""
        try:
            with faulty(self.fault), listening(self.heard), self.causes.noted(), self._probes_noted():
                self.play()
        finally:
            self.end()

    def play(self) -> None:
        """Plays with the fault, then without it, and checks both."""
        self.start()
        while self.hours.now < self.ends:
            self._step()
        self._steps_for(GRACE_S / 2)
        self.armed = False
        self.site.outages.clear()
        if self.loop is None or self.died is not None:
            self._calms()
        broken = list(self._of_the_fault())
        self._steps_for(GRACE_S)
        if self.loop is not None and self.manager is not None:
            broken += self._standing()
        if self.fault.always or self.fault.kind not in RAISING:
            if self.fault.always and self.fault.function.file in MAY_END:
                self.chance.carried_out["disk"] = 1  # as on a full disk, nothing could be recorded
            self.kill()
        self._calms()
        self.wait_until_quiet()
        broken += self._of_the_log()
        if broken:
            raise Broken("\n".join(broken[:6]))
        self._check()

    @contextmanager
    def _probes_noted(self) -> Iterator[None]:
        real = Availability.can_reach

        async def can_reach(of: Availability, chat: ChatId) -> bool:
            since = self.hours.now
            try:
                return await real(of, chat)
            finally:
                until = min(self.hours.now, since + availability.WAIT_S)
                self.probes.append(Probe(_ACT.get(), without_topic(chat), since, until))

        Availability.can_reach = can_reach  # type: ignore[assignment, method-assign]
        try:
            yield
        finally:
            Availability.can_reach = real  # type: ignore[method-assign]

    def _step(self) -> None:
        super()._step()
        if self.store is not None and self.store.watch.hung.done() and self.died is None:
            self._process_ended(SystemExit(self.store.watch.hung.result()))

    def _steps_for(self, seconds: float) -> None:
        until = self.hours.now + seconds
        over: list[bool] = []
        self.world.call_at(until, over.append, True)
        while not over:
            self._step()

    def _check(self) -> None:
        assert self.loop is not None
        for line in invariants.check(self):
            raise Broken(line)

    # ---- what has to hold --------------------------------------------------------------------------------

    def _of_the_fault(self) -> Iterator[str]:
        """Yields what the fault has done to the process, to others, and to whom it happened."""
        may_end = (*MAY_END, BOUNDARY, *(MAY_HANG if self.fault.kind not in RAISING else ()))
        if self.died is not None and not self.fault.function.file.startswith(may_end):
            yield f"the process ended: {self.died!r}"
        hit = {it.act.update.chat for it in self.occurrences if it.act is not None}
        longest = WAIT_S if self.fault.kind in RAISING else WAIT_S + 6.5
        for act in self.acts.values():
            took = (act.ended or self.hours.now) - act.came - self._asked_s(act)
            waited = took > longest and act.hit is None and act.update.chat not in hit
            bounded = str(self.fault.function) not in UNBOUNDED
            if waited and bounded and not self.fault.always and self.died is None:
                yield f"{act.update.chat}: another chat waited {took:.1f} s for {act.update.what}"
            if self._must_be_told(act) and not self._was_told(act):
                yield f"{act.update.who} was told nothing of {act.update.what}: {act.raised!r}"

    def _asked_s(self, act: Act) -> float:
        """Returns how long the platform was asked, for an act, whether a chat takes messages again."""
        chat, asked_s, at = without_topic(act.update.chat), 0.0, act.came
        for it in sorted(self.probes, key=lambda it: it.since):
            if it.act is act or it.chat == chat:
                since, until = max(at, it.since), min(it.until, act.ended or self.hours.now)
                asked_s += max(0.0, until - since)
                at = max(at, until)
        return asked_s

    def _must_be_told(self, act: Act) -> bool:
        """Returns whether a press, word or command failed; of many that fail, the first: apologies are
        limited."""
        if act.hit is None or self.fault.kind not in RAISING or act.update.turn is None:
            return False
        untold = (*UNTOLD, BOUNDARY, *(SILENT if self.fault.always else ()))
        if str(self.fault.function).startswith(untold) or self.died is not None:
            return False
        return all(act.hit <= it.hit for it in self.acts.values() if it.hit is not None)

    def _was_told(self, act: Act) -> bool:
        if act.raised is not None or act.ended is None:
            return False
        if isinstance(act.reply, Reply) and (act.reply.text or act.reply.post or act.reply.page):
            return True
        if isinstance(act.reply, Reply) and act.reply.seen:
            return True
        hit, chats = act.hit or 0.0, {act.update.chat, act.update.who}
        return any(
            hit <= it.at <= hit + TOLD_S and ({it.chat, it.to} & chats or not it.chat)
            for it in self.site.shown
        )

    def _standing(self) -> Iterator[str]:
        """Yields the tables whose clocks do not run, and still do not once a request under way has ended."""
        found = list(invariants._clocks(self))
        if found:
            self._steps_for(UNDER_WAY_S)
            still = set(invariants._clocks(self)) if self.manager is not None else set()
            yield from (line for line in found if line in still)

    def _of_the_log(self) -> Iterator[str]:
        """Yields what was not logged as it must be."""
        gc.collect()
        assert self.loop is not None
        if self.fault.function.file == BOUNDARY:
            return  # the loop itself logs what its last boundary lets through
        yield from (f"nobody caught: {it}" for it in self.loop.errors)
        if self.died is None:
            injected = [it.error for it in self.occurrences if it.error is not None]
            yield from log_problems(injected, self.heard, hangs=self.fault.kind not in RAISING)


def _watch_acts(evening: FaultyEvening, line: Line) -> None:
    """Notes of each act when it came, when it ended and with what."""
    take = line.take

    def taken(update: Update) -> None:
        act = evening.acts.setdefault(update.number, Act(update, evening.hours.now))

        async def call(door: Door, key: str) -> Any:
            token = _ACT.set(act)
            act.task = asyncio.current_task()
            try:
                act.reply = await update.call(door, key)
            except BaseException as error:
                act.raised = error
                raise
            finally:
                act.ended = evening.hours.now
                with suppress(ValueError):  # it is closed elsewhere, by a kill
                    _ACT.reset(token)
            return act.reply

        take(replace(update, call=call))

    line.take = taken  # type: ignore[method-assign]
