"""Several workers at one database in one seed: any of them is given any delivery, any may be killed."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from musbot.app import Nature, Process
from musbot.service.door import Door
from musbot.service.messenger import Outage
from musbot.service.parts import PARTS
from musbot.service.replies import Reply
from musbot.store import sqlite
from musbot.store.protocol import StoreError
from musbot.store.sqlite import SqliteStore, open_sqlite
from musbot.table.state import Table
from tests.e2e.leaks import known
from tests.simulation import invariants
from tests.simulation.chance import Script
from tests.simulation.evening import Broken, Evening, Ledger
from tests.simulation.hub import Hub, Telling
from tests.simulation.loop import Loop
from tests.simulation.platform import Line, Site, Update

AGAIN_S = 1.0
"""When a delivery that nobody took is made again."""


class SharedSite(Site):
    """A platform that gives each delivery to any of the workers that run."""

    def __init__(self, *of: Any) -> None:
        super().__init__(*of)
        self.lines: list[WorkerLine] = []
        self.happened: dict[int, Update] = {}
        self._any = self._chance.stream("balancer")

    def happens(self, who: str, what: str, call: Any, chat: str = "", data: str = "") -> None:
        super().happens(who, what, call, chat, data)
        self.happened[self._updates] = self.pending[self._updates]
        self._deliver_to_any(self.pending[self._updates], self._deliveries.random() * 0.2)

    def _repeat(self, update: Update) -> None:
        self._deliver_to_any(update, 0)

    def _deliver_to_any(self, update: Update, late_s: float) -> None:
        self.under_way += 1
        self.world.call_later(late_s, self._given, update)

    def _given(self, update: Update) -> None:
        self.under_way -= 1
        running = [line for line in self.lines if not line.loop.dead]
        if running:
            self._any.choice(running).given(update)
        if update.number in self.pending:
            self.world.call_later(AGAIN_S * (1 + self._any.random()), self._once_more, update)

    def _once_more(self, update: Update) -> None:
        if update.number in self.pending and not any(
            update.number in line.handling for line in self.lines if not line.loop.dead
        ):
            self._deliver_to_any(update, 0)
        elif update.number in self.pending:
            self.world.call_later(AGAIN_S, self._once_more, update)

    def taken(self, line: WorkerLine, update: Update) -> None:
        """A worker says that it has taken a delivery."""
        if not line.loop.dead and self.pending.pop(update.number, None) is not None:
            self.done.append(update)


class WorkerLine(Line):
    """A SharedPlatform for one worker."""

    everywhere = True

    def __init__(self, site: SharedSite, loop: Loop) -> None:
        super().__init__(site, loop)
        self.all = site
        self.handling: set[int] = set()

    def meets(self, door: Door) -> None:
        """See SharedPlatform."""
        self.door = door

    async def run(self, door: Door) -> None:
        """See Platform."""
        self.all.lines.append(self)
        try:
            while True:
                out = self.loop.time() < self.site.out_until
                if out != self.failing:
                    (door.platform_down if out else door.platform_up)(self.site.name)
                    self.failing = out
                await asyncio.sleep(5)
        finally:
            if self in self.all.lines:
                self.all.lines.remove(self)

    async def stop(self) -> None:
        """See Platform."""

    def given(self, update: Update) -> None:
        """Begins to handle a delivery."""
        self.busy += 1
        self.handling.add(update.number)
        self.loop.create_task(self._handle(update))

    async def _handle(self, update: Update) -> None:
        assert self.door is not None
        key, body = f"{self.site.name}:{update.number}", str(update.number)
        try:
            if not await self.door.handed_on(update.who, update.chat, update.data, key=key, body=body):
                await self._does(update)
            self.all.taken(self, update)
        except Outage:
            pass  # it comes again
        finally:
            self.handling.discard(update.number)
            self.busy -= 1

    async def take(self, body: str) -> None:  # type: ignore[override]
        """See SharedPlatform."""
        await self._does(self.all.happened[int(body)])

    async def _does(self, update: Update) -> None:
        assert self.door is not None
        reply = await update.call(self.door, f"{self.site.name}:{update.number}")
        if isinstance(reply, Reply):
            self.site.answered(update, reply)


@dataclass(eq=False)
class At:
    """A worker: its loop, and what runs there."""

    number: int
    loop: Loop
    line: WorkerLine
    process: Process | None = None
    store: SqliteStore | None = None
    stopping: bool = False


class AnyTables:
    """The tables of a chat, wherever it is held."""

    def __init__(self, evening: Several) -> None:
        self._evening = evening

    def in_chat(self, chat: str) -> list[Table]:
        """See TableManager."""
        held = [it.process.manager for it in self._evening.at if it.process is not None]
        return next((it.in_chat(chat) for it in held if it.parts.holds(chat)), [])


class Several(Evening):
    """An evening with several workers."""

    def __init__(self, script: Script, folder: Path, *, workers: int = 3, telling: bool = False) -> None:
        super().__init__(script, folder, telling=telling)
        rng = self.chance.stream("workers")
        self.workers = workers
        self.hours.several = True
        self.at: list[At] = []
        self.hub = Hub(self.world, self.chance.stream("hub"))
        self.kills += [(int(rng.random() * 4000), 100 + n) for n in range(4)]
        self.kills.sort()
        for n in range(rng.choice((0, 0, 1, 2))):
            self.world.call_at(rng.random() * self.ends, self._database_restarts, n)

    def _site(self, *of: Any) -> Site:
        return SharedSite(*of)

    def _answers(self) -> bool:
        return False

    def _tables(self) -> Any:
        return AnyTables(self)

    def _made(self, chat: str) -> None:
        """Who starves is looked at in evenings of one process."""

    def _database_restarts(self, number: int) -> None:
        if self.chance.may("database", number):
            self.told(f"{self.hours.now:8.2f} the database begins anew")
            self.hub.restarts()

    # ---- the workers -------------------------------------------------------------------------------------

    def start(self) -> None:
        """Begins new workers until there are as many as there should be."""
        while len(self.at) < self.workers:
            self.started += 1
            self.told(f"{self.hours.now:8.2f} --- worker {self.started} begins")
            loop = Loop(self.hours)  # type: ignore[abstract]
            assert isinstance(self.site, SharedSite)
            at = At(self.started, loop, WorkerLine(self.site, loop))
            self.at.append(at)
            asyncio._set_running_loop(loop)
            loop.create_task(self._works(at), name="worker")
        asyncio._set_running_loop(None)

    async def _works(self, at: At) -> None:
        loop = at.loop
        rng = self.chance.stream(f"process {at.number}")
        nature = Nature(timers=loop, clock=loop.time, wall=self.wall, rng=rng, entropy=rng.randbytes)
        try:
            at.store = await open_sqlite(self.disk.path, self.wall, self.disk.connect, loop)
            store: Any = Telling(Ledger(at.store, self.told.wrote, self.wall), self.hub)

            async def join(lapsed: Any) -> Any:
                return self.hub.join(loop, lapsed)

            at.process = Process(store, {self.site.name: at.line}, self.settings, nature=nature, many=join)
            await at.process.start()
            await at.process.until(loop.create_future())
        except StoreError as error:
            self.told(f"{self.hours.now:8.2f} --- worker {at.number} gives up: {type(error).__name__}")
            self.world.call_soon(self._ends, at)

    def kill(self) -> None:
        """Ends a worker where it is, or lets it stop; another one begins after a while."""
        rng = self.chance.stream(f"which {self.hours.steps}")
        running = [at for at in self.at if not at.stopping]
        if not running:
            return
        at = rng.choice(running)
        if rng.random() < 0.3 and at.process is not None:
            self.told(f"{self.hours.now:8.2f} --- worker {at.number} is stopped at step {self.hours.steps}")
            at.stopping = True
            asyncio._set_running_loop(at.loop)
            at.loop.create_task(self._stops(at))
            return
        self.told(f"{self.hours.now:8.2f} --- worker {at.number} is killed at step {self.hours.steps}")
        self.site.killed(could_write="disk" not in self.chance.carried_out)
        self._ends(at)

    async def _stops(self, at: At) -> None:
        assert at.process is not None
        with suppress(StoreError):
            await at.process.stop()
        self.world.call_soon(self._ends, at)

    def _ends(self, at: At) -> None:
        if at not in self.at:
            return
        self._gone(at)
        self.world.call_later(0.5, self.start)

    def _gone(self, at: At) -> None:
        self.failures += at.loop.errors
        asyncio._set_running_loop(at.loop)
        at.loop.kill()
        asyncio._set_running_loop(None)
        if at.line in at.line.all.lines:
            at.line.all.lines.remove(at.line)
        if at.store is not None:
            with suppress(StopIteration):
                at.store._opened.aclose().send(None)
        self.disk.crash(at.loop)
        self.hub.died(at.loop)
        self.at.remove(at)

    def end(self) -> None:
        """Ends all where they are."""
        for at in list(self.at):
            self._gone(at)
        asyncio._set_running_loop(None)

    # ---- from its first step to its last -----------------------------------------------------------------

    def run(self) -> None:
        """Plays it to its end; raises Broken for what must never happen."""
        with patch.object(sqlite, "FileLock", _Unlocked):
            super().run()

    def _calms(self) -> None:
        self.told(f"{self.hours.now:8.2f} --- nothing fails any more")
        self.site.calm = True
        self.site.out_until = 0
        self.disk.well()
        until = self.hours.now + 10
        while len(self.at) < self.workers or self.hours.now < until:
            self._step()

    def _quiet(self) -> bool:
        if self.hours.busy() or len(self.at) < self.workers or self.hub.errands or self.site.under_way:
            return False
        held = sum(len(at.process.manager.parts.held) for at in self.at if at.process is not None)
        return not self.site.pending and held >= PARTS and not any(map(_busy, self.at))

    def _why_not(self) -> str:
        waiting = f"{self.site.under_way} requests, {len(self.site.pending)} deliveries"
        busy = [at.number for at in self.at if _busy(at)]
        return f"{waiting}, {len(self.hub.errands)} errands; busy are {busy}"

    def _check(self) -> None:
        for at in self.at:
            self.failures += at.loop.errors
        if self.failures:
            raise Broken(self.failures[0])
        for line in self._amiss():
            raise Broken(line)

    def _amiss(self) -> Iterator[str]:
        logs = invariants.logs_of(self)
        yield from invariants._written(self, logs)
        yield from invariants._leaks(self, {name: known(log.events) for name, log in logs.items()})
        held: list[str] = []
        for at in self.at:
            assert at.process is not None
            self.process, self.line, self.loop = at.process, at.line, at.loop
            manager = at.process.manager
            held += manager.parts.held
            yield from invariants._in_memory(self, logs)
            yield from invariants._clocks(self)
            for log in logs.values():
                if manager.parts.holds(log.table.chat):
                    if log.table.id in manager._shelf:
                        continue  # it rests until somebody comes, as after a start
                    if not log.table.over and manager.at(log.table.id) is None:
                        yield f"{log.table.id} is played by nobody"
                    yield from invariants.Due(self, log.table).check()
                elif manager.at(log.table.id) is not None:
                    yield f"{log.table.id} is played by worker {at.number}, which does not hold its part"
        self.process = self.loop = None
        if len(held) != len(set(held)) or len(held) != PARTS:
            yield f"{len(held)} parts are held, {len(set(held))} of them different"


def _busy(at: At) -> bool:
    if at.process is None or at.process.worker is None or at.line.busy or at.line.failing:
        return True
    lines = at.process.courier._lines.values()
    return (
        bool(at.process.manager._tasks)
        or any(line.tasks() for line in lines)
        or bool(at.process.worker.errands._doing)
    )


class _Unlocked:
    """No lock: several workers open the file."""

    def __init__(self, *_: Any, **__: Any) -> None: ...

    def acquire(self) -> None: ...

    def release(self) -> None: ...
