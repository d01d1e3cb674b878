"""One seed from its first step to its last: a process on a disk and a platform, killed and begun anew."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from musbot.app import Nature, Process
from musbot.config import Settings
from musbot.game.errors import MusError
from musbot.port.chats import without_topic
from musbot.port.door import Door
from musbot.port.messenger import backoff_s
from musbot.service.delivery.availability import MOST_PROBE_S, MOST_REFUSALS, PROBE_S
from musbot.service.queue.parts import PartPlace
from musbot.service.queue.slots import main_part
from musbot.service.review.process_pool import InlineWeigher
from musbot.service.tables.manager import TableManager
from musbot.store.codec import Stored
from musbot.store.protocol import StoreError
from musbot.store.sqlite import SqliteStore, open_sqlite
from musbot.table.events import ChatId
from musbot.testing.clock import BEGIN_S
from tests.simulation.batches import Batches
from tests.simulation.chance import Chance, Script
from tests.simulation.disk import Disk
from tests.simulation.invariants import check, starving
from tests.simulation.loop import Hours, Loop
from tests.simulation.people import People, companies
from tests.simulation.platform import Line, Manners, Site
from tests.support.causes import Causes

ACTS, GATHER = 40, 12
EIGHT = 1_800_000_000.0
"""When an evening begins, by the clock on the wall."""
QUIET_WITHIN_S = 900.0 + sum(backoff_s(n, PROBE_S, MOST_PROBE_S) for n in range(1, MOST_REFUSALS + 1))
OPEN_WITHIN_S = MOST_PROBE_S + QUIET_WITHIN_S
"""Once nothing fails any more, so soon all is quiet: the longest pause and backoff, and what waits behind."""


class Broken(AssertionError):
    """Something that must never happen."""


@dataclass(slots=True)
class Wrote:
    """What a process gave its store to write, and whether it was told that it is written."""

    key: str
    table: str
    after: int
    events: tuple[Stored, ...]
    at: float
    acknowledged: bool = False


@dataclass
class Told:
    """What happened in an evening: its lines, and its figures."""

    lines: list[str] | None
    figures: dict[str, float] = field(default_factory=dict)
    wrote: list[Wrote] = field(default_factory=list)

    def __call__(self, line: str) -> None:
        if self.lines is not None:
            self.lines.append(line)


class Ledger:
    """A store, and a note of all that is given to it with a key."""

    def __init__(self, store: SqliteStore, wrote: list[Wrote], wall: Callable[[], float]) -> None:
        self._store = store
        self._wrote = wrote
        self._wall = wall

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def append(self, table: str, after: int, events: Sequence[Stored], **more: Any) -> None:
        """See Store."""
        noted = self._note(table, after, events, more)
        await self._store.append(table, after, events, **more)
        noted.acknowledged = True

    async def create(self, table: str, chat: ChatId, events: Sequence[Stored], **more: Any) -> None:
        """See Store."""
        noted = self._note(table, 0, events, more)
        await self._store.create(table, chat, events, **more)
        noted.acknowledged = True

    def _note(self, table: str, after: int, events: Sequence[Stored], more: dict[str, Any]) -> Wrote:
        self._wrote.append(noted := Wrote(more.get("key", ""), table, after, tuple(events), self._wall()))
        return noted


class Evening:
    """Everything of one seed; `run` plays it to its end."""

    def __init__(self, script: Script, folder: Path, *, telling: bool = False) -> None:
        self.causes = Causes(EIGHT)
        self.chance = self.chance_of(script)
        self.told = Told([] if telling else None)
        rng = self.chance.stream("evening")
        self.hours = Hours(self.chance.stream("order"), in_order=script.in_order)
        self.world = Loop(self.hours)  # type: ignore[abstract]
        manners = Manners(
            keeps_keys=rng.random() < 0.3,
            alone=rng.random() < 0.2,
            failing=rng.choice((0, 0.02, 0.1)),
            repeats=rng.choice((0, 0.1)),
            answers=self.chance.stream("answers").random() < 0.5,
        )
        self.site = Site(self.world, self.chance, manners, self.told)
        self.makes_line: type[Line] = Batches if self.chance.stream("batches").random() < 0.5 else Line
        self.disk = Disk(folder, self.chance, rng.choice((0, 0, 0.01, 0.05)))
        self.companies = companies(rng)
        self.people = People(self.site, self.chance, self.companies, lambda: self.manager)
        for who in self.people.everybody:
            self.site.chats[who.id].closed = rng.random() < 0.25
        self.settings = Settings(
            turn_s=rng.choice((0.0, 0.0, 30.0, 90.0)), ai_pause_s=rng.choice((0.5, 2.0)), language="es"
        )
        self.kills = _moments(self.chance, rng.choice((0, 1, 2, 4)))
        self.started = 0
        self.loop: Loop | None = None
        self.process: Process | None = None
        self.store: SqliteStore | None = None
        self.failures: list[str] = []
        self.most_queued: dict[ChatId, int] = {}
        """The most requests that waited for a chat, or its topics, since none did."""
        self.hands = 0
        self.site.made = self._made
        self._plan(rng)

    def chance_of(self, script: Script) -> Chance:
        """Returns what a script decides."""
        return Chance(script)

    def _plan(self, rng: Any) -> None:
        """Lays out when people do something, and when the platform is out."""
        for place in range(len(self.companies)):
            for number in range(GATHER):
                self.world.call_at(0.5 + number, self.people.gather, place, number)
        at, pace = 4.0, rng.choice((0.4, 1.5, 4.0))
        for number in range(ACTS):
            at += rng.expovariate(1 / pace)
            self.world.call_at(at, self.people.act, number)
        self.ends = at + 5
        for number in range(rng.choice((0, 0, 0, 1, 2))):
            self.world.call_at(rng.random() * at, self._goes_out, number, rng.random() * 60)
        if rng.random() < 0.05:
            self.world.call_at(rng.random() * at, self._moves, rng.choice(self.companies).chat)
        self._plan_backlog(at)
        servers = self.chance.stream("servers")
        if servers.random() < 0.15:
            chat = servers.choice(self.companies).chat
            self.world.call_at(servers.random() * at, self._loses_touch, chat, servers.random() * 300)
        rights = self.chance.stream("rights")
        if rights.random() < 0.25:
            lost, told = rights.random() * at * 0.8, rights.random() < 0.5
            chat = rights.choice(self.companies).chat
            if rights.random() < 0.4:
                self.world.call_at(lost, self._mutes, chat, 10 + rights.random() * 600)
                return
            self.world.call_at(lost, self._forbids, chat, min(lost + rights.random() * 60, at), told)

    def _plan_backlog(self, at: float) -> None:
        """Lays out when, before a time, people begin to be heard late."""
        late = self.chance.stream("late")
        if late.random() < 0.25:
            begins, seconds = late.random() * at, 30 + late.random() * 600
            self.world.call_at(begins, self._holds_back, seconds, late.random() < 0.5)
            self.ends = max(self.ends, begins + seconds + 5)

    @property
    def manager(self) -> TableManager | None:
        """The tables of the process that runs, once they have been taken up."""
        running = self.process is not None and self.site.line is not None
        return self.process.manager if running and self.process is not None else None

    # ---- what happens to it ------------------------------------------------------------------------------

    def _goes_out(self, number: int, seconds: float) -> None:
        if self.chance.may("outage", number):
            self.told(f"{self.hours.now:8.2f} the platform is out for {seconds:.0f} s")
            self.site.out_until = self.hours.now + seconds

    def _holds_back(self, seconds: float, out: bool) -> None:
        """What people do is delivered late and all at once; with `out` no request is answered until then."""
        if self.chance.may("backlog", 0):
            self.told(f"{self.hours.now:8.2f} nothing is delivered for {seconds:.0f} s")
            self.site.hold_back(seconds)
            if out:
                self.site.out_until = self.hours.now + seconds

    def _moves(self, chat: ChatId) -> None:
        whole = ChatId(chat.partition("/")[0])
        if self.chance.may("moves", 0):
            self.told(f"{self.hours.now:8.2f} {whole} moves")
            self.site.chats[whole].moved_to = to = ChatId(f"{whole}00")
            if self.chance.stream("moves").random() < 0.5:
                told = partial(_moved, site=self.site, chat=whole, to=to)
                self.site.happens("the bot", f"hears that {whole} is {to}", told)

    def _forbids(self, chat: ChatId, until: float, told: bool) -> None:
        if self.chance.may("rights", 0):
            self.people.forbid(chat, shut=True, told=told)
            self.world.call_at(until, partial(self.people.forbid, chat, shut=False, told=told))

    def _mutes(self, chat: ChatId, seconds: float) -> None:
        if self.chance.may("mute", 0):
            self.people.mute(chat, seconds, self.wall())

    def _loses_touch(self, chat: ChatId, seconds: float) -> None:
        if self.chance.may("outage of one", 0):
            self.told(f"{self.hours.now:8.2f} {chat} does not answer for {seconds:.0f} s")
            self.site.outages[without_topic(chat)] = self.hours.now + seconds

    def _made(self, chat: ChatId) -> None:
        if starved := starving(self, chat):
            self.failures.append(starved)

    # ---- the process -------------------------------------------------------------------------------------

    def start(self) -> None:
        """Begins a new process."""
        self.started += 1
        self.told(f"{self.hours.now:8.2f} --- a process begins")
        self.loop = Loop(self.hours, BEGIN_S)  # type: ignore[abstract]
        self.line = self.makes_line(self.site, self.loop)
        asyncio._set_running_loop(self.loop)
        self.loop.create_task(self._runs(self.loop, self.line), name="process")

    async def _runs(self, loop: Loop, line: Line) -> None:
        nature_rng = self.chance.stream(f"process {self.started}")
        nature = Nature(
            timers=loop,
            clock=loop.time,
            wall=self.wall,
            rng=nature_rng,
            entropy=nature_rng.randbytes,
            weigher=InlineWeigher(worlds=1),
        )
        try:
            self.store = await open_sqlite(self.disk.path, self.wall, self.disk.connect, loop)
            ledger: Any = Ledger(self.store, self.told.wrote, self.wall)
            self.process = Process(ledger, {self.site.name: line}, self.settings, nature=nature)
            await self.process.start()
            await self.process.wait_until_ended(loop.create_future())
        except StoreError as error:
            self.told(f"{self.hours.now:8.2f} --- it gives up: {type(error).__name__}")
            self.world.call_soon(self.kill)

    def wall(self) -> float:
        """The time of day."""
        return EIGHT + self.hours.now

    def kill(self) -> None:
        """Ends the process where it is, and begins another one after a while."""
        if self.loop is None:
            return
        self.told(f"{self.hours.now:8.2f} --- killed at step {self.hours.steps}")
        self.site.killed(could_write="disk" not in self.chance.carried_out)
        loop = self.loop
        self.end()
        self.failures += loop.errors
        self.world.call_later(0.5, self.start)

    def end(self) -> None:
        """Ends the process where it is."""
        if self.loop is not None:
            self.loop.kill()
        asyncio._set_running_loop(None)
        if self.store is not None:
            with suppress(StopIteration):
                self.store._opened.aclose().send(None)  # the file and its lock, as the end of a process does
        self.disk.crash()
        self.loop = self.process = self.store = self.site.line = None

    # ---- from its first step to its last -----------------------------------------------------------------

    def run(self) -> None:
        """Plays it to its end; raises Broken for what must never happen."""
        try:
            with _heard(self.failures), self.causes.noted():
                self.play()
        finally:
            self.end()

    def play(self) -> None:
        """The same, and leaves the process where it is then."""
        self.start()
        while self.hours.now < self.ends:
            self._step()
            if self.kills and self.hours.steps >= self.kills[0][0]:
                _, number = self.kills.pop(0)
                if self.chance.may("kill", number):
                    self.kill()
        self._calms()
        self.wait_until_quiet()
        self._opens()
        self._check()

    def wait_until_quiet(self) -> None:
        """Goes on until nothing is under way; raises Broken if that takes longer than QUIET_WITHIN_S."""
        until = self.hours.now + QUIET_WITHIN_S
        while not self._quiet():
            self._step()
            if self.hours.now > until:
                raise Broken(f"not quiet within {QUIET_WITHIN_S:.0f} s: {self._why_not()}")

    def _opens(self) -> None:
        """Waits until the bot knows of every group that it takes messages, without being told."""
        until = self.hours.now + OPEN_WITHIN_S
        while (closed := self._wrongly_closed()) or not self._quiet():
            self._step()
            if self.hours.now > until:
                raise Broken(f"{closed} stay closed after their cause has gone: {self._why_not()}")

    def _wrongly_closed(self) -> list[str]:
        """Returns groups with tables that take messages, and that the bot takes for closed."""
        assert self.manager is not None
        tables, closed, chats = self.manager.tables, self.manager.notes.closed.facts, self.site.chats
        known = {self.site.moved(without_topic(company.chat)) for company in self.companies}
        found = (chat for chat in closed if without_topic(chat) in known)
        return [
            chat
            for chat in found
            if tables.any_in(chat) and not (chats[chat].closed or chats[without_topic(chat)].closed)
        ]

    def figures(self) -> dict[str, int]:
        """Returns what it came to."""
        done = {f"decided: {kind}": many for kind, many in self.chance.carried_out.items()}
        return done | {
            "steps": self.hours.steps,
            "hours of play": int(self.hours.now) // 3600,
            "presses and words": len(self.site.done) + len(self.site.pending),
            "requests": self.site.requests,
            "writes": len(self.told.wrote),
            "processes": self.started,
            "hands": self.hands,
        }

    def complete(self, work: Coroutine[Any, Any, object]) -> None:
        """Runs a coroutine of the process to its end."""
        assert self.loop is not None
        task = self.loop.create_task(work)
        while not task.done():
            self._step()

    def _step(self) -> None:
        if not self.hours.step():
            raise Broken("everybody waits, and nothing will ever happen")
        if self.world.errors:
            raise RuntimeError(self.world.errors[0])

    def _calms(self) -> None:
        self.told(f"{self.hours.now:8.2f} --- nothing fails any more")
        self.site.calm = True
        self.site.out_until = min(self.site.out_until, self.hours.now)
        self.site.outages.clear()
        self.site.release()
        self.disk.well()
        if self.loop is None:
            while self.loop is None:
                self._step()

    def _quiet(self) -> bool:
        if self.hours.busy() or self.manager is None or self.process is None:
            return False
        if self.manager.clocks.is_paused(self.site.name):
            return False  # its platform notices within 5 s that all chats answer again
        return not (
            self.site.under_way or self.site.pending or self.line.busy or self.line.failing or self._waits()
        )

    def _waits(self) -> bool:
        """Returns whether anything is still to be brought, also what is kept back after an answer was lost.

        A board that gives the order of speaking names the next speaker after a pause.
        """
        assert self.process is not None
        for it in self.process.courier.projections:
            if it.table is not None and it.gives_order(PartPlace(it.table.chat, main_part(it.table))):
                return True
        lines = [line for _, line in self.process.courier.outboxes.items()]
        kept = any(of_chat.blocked for line in lines for of_chat in line.queue._budgets.values())
        tasks = (self.process.manager.background, self.process.services.forgetting._background)
        return kept or any(map(bool, tasks)) or any(line.tasks() for line in lines)

    def _why_not(self) -> str:
        errors = self.loop.errors if self.loop is not None else []
        waiting = f"{self.site.under_way} requests, {len(self.site.pending)} deliveries"
        return f"{waiting} under way; {errors[:2]}"

    def _check(self) -> None:
        assert self.loop is not None
        self.failures += self.loop.errors
        if self.failures:
            raise Broken(self.failures[0])
        for line in check(self):
            raise Broken(line)


async def _moved(door: Door, _: str, *, site: Site, chat: ChatId, to: ChatId) -> None:
    with suppress(MusError):  # it could not be saved: the next request there tells it again
        await door.chats.chat_moved(chat, to)
        site.known_to_move.add(chat)


def _moments(chance: Chance, many: int) -> list[tuple[int, int]]:
    rng, at, moments = chance.stream("kills"), 0.0, []
    for number in range(many):
        at += rng.expovariate(1 / 1500)
        moments.append((int(at), number))
    return moments


@contextmanager
def _heard(failures: list[str]) -> Iterator[None]:
    """Takes what musbot logs as an error that it did not expect."""

    class Ear(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            error = record.exc_info[1] if record.exc_info else None
            passed = "passed as plain text" in record.getMessage()  # the platform had refused it
            if not (passed or isinstance(error, StoreError)):
                failures.append(f"logged: {record.getMessage()} {error!r}")

    logger, ear = logging.getLogger("musbot"), Ear(logging.ERROR)
    level, propagate = logger.level, logger.propagate
    logger.addHandler(ear)
    logger.setLevel(logging.ERROR)
    logger.propagate = False
    try:
        yield
    finally:
        logger.removeHandler(ear)
        logger.setLevel(level)
        logger.propagate = propagate
