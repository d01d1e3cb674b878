"""Assembles a running musbot (store, tables, courier, platforms) and shuts it down."""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from musbot import config
from musbot.config import BadSetting, Database, Place, Server, Settings
from musbot.game.errors import MusError
from musbot.health.lag import LoopLag, search_memory_seldom
from musbot.health.watched import Front, Watched
from musbot.narrator import Narrator
from musbot.open_store import open_store
from musbot.pictures.studio import Studio
from musbot.players import PLAYERS, prepare
from musbot.port.chats import platform_of
from musbot.port.platform import (
    Adapter,
    Means,
    Platform,
    ScreenAdapter,
    ServedAdapter,
    ShutOut,
    Sitting,
)
from musbot.service.chat.door import open_door
from musbot.service.choices.kept import Keeping
from musbot.service.choices.narrators import Narrators
from musbot.service.commands.context import House
from musbot.service.delivery.counters import ChatTally
from musbot.service.delivery.courier import Courier
from musbot.service.process.failover import FailoverNews
from musbot.service.process.housekeeping import Housekeeping
from musbot.service.process.retention import folder_of, retained
from musbot.service.queue.dispatch import Times
from musbot.service.review.process_pool import Weigher
from musbot.service.settings.administrators import Administrators
from musbot.service.tables.manager import MakesPlayer, TableManager
from musbot.store.protocol import StoreError
from musbot.store.store import Store
from musbot.table.alarms import Timers
from musbot.table.events import AnyEvent
from musbot.table.table import Table
from musbot.table.view import watch

log = logging.getLogger(__name__)

PARKED_S = 3600
"""After so long a platform that has shut the bot out is tried again."""

SIGNS = [getattr(signal, it) for it in ("SIGTERM", "SIGINT", "SIGBREAK") if hasattr(signal, it)]
"""What tells this process to end: SIGBREAK is Ctrl-Break, and the end of the session, of Windows."""


class NothingToRun(MusError):
    """No platform is installed that could do what is asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Nature:
    """Time, chance and the AI players; `timers` None are those of the running loop. A test brings its own."""

    timers: Timers | None = None
    clock: Callable[[], float] = time.monotonic
    wall: Callable[[], float] = time.time
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    rng: random.Random = field(default_factory=random.SystemRandom)
    entropy: Callable[[int], bytes] = secrets.token_bytes
    players: Mapping[str, MakesPlayer] = field(default_factory=lambda: PLAYERS)
    weigher: Weigher = field(default_factory=Weigher)

    @classmethod
    def of(cls, seed: str | int) -> Nature:
        """Returns one whose chance is always the same."""
        rng = random.Random(seed)  # noqa: S311 - a game that can be repeated
        return cls(rng=rng, entropy=rng.randbytes)


class Process:
    """The tables of a store and the platforms they are played on; runs between `start` and `stop`.

    Platforms that have been `started` already, as a standby's are, are not started again.

    Nobody hears a clock at the tables of a platform that does not run: `installed` names all there are.
    """

    def __init__(
        self,
        store: Store,
        platforms: Mapping[str, Platform],
        settings: Settings,
        *,
        installed: Iterable[str] = (),
        nature: Nature | None = None,
        started: Mapping[str, Awaitable[None]] | None = None,
    ) -> None:
        nature = nature or Nature()
        timers = nature.timers or asyncio.get_running_loop()
        tally = ChatTally(nature.clock)
        self.manager = _manager(store, timers, settings, nature)
        for name in (*installed, *platforms):
            self.manager.clocks.hold(name)
        narrator = partial(Narrator, turn_s=settings.turn_s, keep_days=settings.keep_days)
        narrators = Narrators(narrator, settings.language, self.manager.ways.in_words, self.manager.notes)
        times = Times(nature.clock, nature.wall, nature.sleep, timers)
        self.courier = Courier(self.manager, {}, narrators, times, tally)
        administrators = Administrators(self.manager, nature.clock)
        self._messengers = {name: it.messenger for name, it in platforms.items()}
        administrators.join(self._messengers)
        shared = (self.manager, self.courier, narrators)
        self.house = House(*shared, clock=nature.clock, administrators=administrators, weigher=nature.weigher)
        self.door = open_door(self.house, tally)
        old = retained(store, settings, nature.wall)
        self.housekeeping = Housekeeping(store, self.manager, timers, nature.wall, old)
        self._failover = FailoverNews(self.manager, narrators)
        self.running: set[asyncio.Task[None]] = set()
        self._sleep = nature.sleep
        self._started = started or {}
        self._platforms = dict(platforms)
        lag = LoopLag(timers, nature.clock)
        self.watched = Watched(tuple(platforms), self.manager, self.courier, tally, lag)
        self.manager.tables.listeners.append(self._changed)

    async def start(self) -> None:
        """Takes up every table where its log ends; each platform joins when it answers."""
        await self.manager.start(self.courier)
        await self.courier.start()
        self.housekeeping.start()
        self.manager.go_on()
        log.info("musbot runs: %d tables are not over", self.manager.tables.count())
        self.running = {asyncio.create_task(self._run(*it), name=it[0]) for it in self._platforms.items()}

    async def _run(self, name: str, platform: Platform) -> None:
        """Runs a platform until it ends; while it shuts the bot out and another plays, once an hour."""
        starting, joined = self._started.get(name), False
        while True:
            try:
                if not joined:
                    await (starting or platform.start())
                    await self._join(name, platform)
                    joined = True
                return await platform.run(self.door)
            except ShutOut as shut:
                self.manager.clocks.hold(name)
                self.watched.parking.takes(name, shut)
                starting = None
            await self._sleep(PARKED_S)

    async def _join(self, name: str, platform: Platform) -> None:
        await self.courier.join(name, platform.messenger)
        self.manager.clocks.release(name)
        log.info("%s answers", name)
        await self.house.review.go_on(name)
        await self._failover.tell(name, self.courier.posts.post)

    def _changed(self, table: Table, _: Sequence[AnyEvent]) -> None:
        platform = self._platforms.get(platform_of(table.chat))
        if platform is not None:
            platform.changed(table.chat, partial(watch, table))

    async def until(self, stopping: asyncio.Future[None]) -> None:
        """Waits until it is to stop or a platform has ended; raises what made that, or the store, end."""
        ends: set[asyncio.Future[Any]] = {stopping, self.manager.writer.failed, *self.running}
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        await self._take_nothing_more()
        if stopping.done():
            stopping.result()
        if self.manager.writer.failed.done():
            raise StoreError(f"the database cannot be written: {self.manager.writer.failed.result()}")
        for platform in self.running:
            if not platform.cancelled():
                _ended_well(platform)

    async def stop(self) -> None:
        """Lets what is under way end, and nothing more come; the store is left open."""
        await self._take_nothing_more()
        await self.house.review.stop()
        await self.housekeeping.stop()
        await self.manager.stop()
        await self.courier.stop()
        await self.manager.notes.stop()
        await self._failover.say_farewell(self._messengers)
        await asyncio.gather(*(platform.stop() for platform in self._platforms.values()))

    async def _take_nothing_more(self) -> None:
        self.manager.store.hurry()
        for platform in self.running:
            platform.cancel()
        if self.running:
            await asyncio.wait(self.running)


def _manager(store: Store, timers: Timers, settings: Settings, nature: Nature) -> TableManager:
    return TableManager(
        store,
        timers,
        turn_s=settings.turn_s,
        ai_pause_s=settings.ai_pause_s,
        rng=nature.rng,
        entropy=nature.entropy,
        players=nature.players,
    )


def _ended_well(platform: asyncio.Task[None]) -> None:
    """Raises what made a platform end, if anything did."""
    if (error := platform.exception()) is None:
        return
    if isinstance(error, MusError):
        raise error
    log.error("musbot cannot go on", exc_info=error)  # the log leaves tokens out
    raise MusError(f"{platform.get_name()}: {type(error).__name__}") from error


def wanted(installed: Mapping[str, Adapter]) -> dict[str, ServedAdapter]:
    """Returns the platforms that are set to run."""
    return {name: it for name, it in installed.items() if isinstance(it, ServedAdapter) and it.wanted}


async def serve(settings: Settings, installed: Mapping[str, Adapter]) -> None:
    """Runs every platform that is set to run until SIGTERM or SIGINT; raises MusError for what ends it."""
    platforms = wanted(installed)
    if not platforms:
        raise _nothing_to_run(installed)
    stopping = _stopping()

    def made(means: Means) -> dict[str, Platform]:
        return {name: it.make(means) for name, it in platforms.items()}

    async with (
        _looked_after(settings.health) as page,
        _running(settings, made, installed, stopping, Nature(), page) as process,
    ):
        if process is not None:
            page.shows(process.watched)
            search_memory_seldom()
            await asyncio.gather(process.until(stopping), _prepared(stopping))
    log.info("musbot has stopped")


async def play(settings: Settings, installed: Mapping[str, Adapter], sitting: Sitting, seed: str) -> None:
    """Plays a table in front of this machine, or goes on with the one that was left; raises MusError.

    It is left in order at SIGTERM and SIGINT too.
    """
    screens = {name: it for name, it in installed.items() if isinstance(it, ScreenAdapter)}
    if not screens:
        raise NothingToRun("no platform is installed that plays at this machine")
    name, screen = next(iter(screens.items()))
    nature = Nature.of(seed) if seed else Nature()

    def made(means: Means) -> dict[str, Platform]:
        return {name: screen.sit(sitting, means)}

    stopping = _stopping()
    async with _running(replace(settings, turn_s=0), made, installed, stopping, nature) as process:
        if process is not None:
            await asyncio.gather(process.until(stopping), _prepared(stopping))


@asynccontextmanager
async def _running(
    settings: Settings,
    made: Callable[[Means], Mapping[str, Platform]],
    installed: Iterable[str],
    stopping: asyncio.Future[None],
    nature: Nature,
    page: Front | None = None,
) -> AsyncIterator[Process | None]:
    """A process on the store that is set, started, with what the platforms need; stopped in the end.

    None if it was to stop before it had the store. Where another process has that it waits if there is a
    `page`, which tells meanwhile how it stands by.
    """
    folder_of(settings)  # told before anything is opened
    studio, keeping = Studio(heavy=nature.weigher.run), Keeping()
    clock = asyncio.get_running_loop().time
    platforms = made(Means(clock, settings.language, studio.paint, keeping, keeping.sure))
    started = {name: asyncio.create_task(it.start(), name=name) for name, it in platforms.items()}
    try:
        keeping.store = store = await _opened(settings.database, stopping, started.values(), page)
        if store is None:
            yield None
            return
        try:
            process = Process(store, platforms, settings, installed=installed, nature=nature, started=started)
            process.house.forgets.append(studio.forget)
            try:
                await process.start()
                yield process
            finally:
                await process.stop()
        finally:
            await store.close()
    finally:
        for task in started.values():
            task.cancel()
        await asyncio.gather(*started.values(), return_exceptions=True)
        if keeping.store is None:
            await asyncio.gather(*(platform.stop() for platform in platforms.values()))
        studio.close()


async def _opened(
    database: Database,
    stopping: asyncio.Future[None],
    started: Iterable[asyncio.Task[None]],
    page: Front | None,
) -> Store | None:
    """The store, None if it is to stop before that is open; raises what a platform ended with meanwhile."""
    if isinstance(database, Server):
        prepare()  # this is not to be waited for at a takeover
    waits, unfit = page is not None, (page or Front()).stands_by
    opening = asyncio.create_task(open_store(database, waits=waits, unfit=unfit), name="store")
    everyone = tuple(started)
    starting = set(everyone)
    try:
        while not (opening.done() or stopping.done()):
            waited: set[asyncio.Future[Any]] = {opening, stopping, *starting}
            done, _ = await asyncio.wait(waited, return_when=asyncio.FIRST_COMPLETED)
            for platform in starting & done:
                if not _shut_out(platform) or all(map(_shut_out, everyone)):
                    _ended_well(platform)
            starting -= done
        if opening.done():
            return await opening
    finally:
        opening.cancel()
        await asyncio.wait({opening})
    return None


def _shut_out(platform: asyncio.Task[None]) -> bool:
    """Whether a platform has let the bot in no more: it is tried again where another plays."""
    return platform.done() and isinstance(platform.exception(), ShutOut)


async def _prepared(stopping: asyncio.Future[None]) -> None:
    """Makes AI players ready beside the loop; what is damaged there ends the process."""
    try:
        await asyncio.to_thread(prepare)
    except MusError as error:
        if not stopping.done():
            stopping.set_exception(error)


@asynccontextmanager
async def _looked_after(place: Place | None) -> AsyncIterator[Front]:
    """Serves how a process is, if a place for that is set; what that needs is loaded only then."""
    if place is None:
        yield Front()
        return
    from musbot.health.server import serving

    async with serving(place) as (page, port):
        log.info("/livez, /readyz and /metrics are served on %s, port %d", place.host, port)
        yield page


def _nothing_to_run(installed: Mapping[str, Adapter]) -> MusError:
    tokens = [name for it in installed.values() for name in config.names(type(it), secret=True)]
    if not tokens:
        return NothingToRun("no platform is installed that could run")
    names = sorted(tokens, reverse=True)  # in whatever order packages are found
    return BadSetting(" or ".join(names), "a token, or there is nothing to run")


def _stopping() -> asyncio.Future[None]:
    """What is done as soon as this process is told to end."""
    loop = asyncio.get_running_loop()
    stopping: asyncio.Future[None] = loop.create_future()
    for sign in SIGNS:
        try:
            loop.add_signal_handler(sign, _now, stopping)
        except NotImplementedError:  # Windows
            signal.signal(sign, partial(_heard, loop, stopping))
    return stopping


def _heard(loop: asyncio.AbstractEventLoop, stopping: asyncio.Future[None], sign: int, _: object) -> None:
    """Stops it at the first sign; the second is the system's own, for what does not stop."""
    signal.signal(sign, signal.default_int_handler)
    with suppress(RuntimeError):  # the loop has ended already
        loop.call_soon_threadsafe(_now, stopping)


def _now(stopping: asyncio.Future[None]) -> None:
    if not stopping.done():
        stopping.set_result(None)
