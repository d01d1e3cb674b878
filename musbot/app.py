"""Assembles a running musbot (store, tables, courier, platforms) and shuts it down."""

from __future__ import annotations

import asyncio
import logging
import os
import random
import secrets
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from importlib.util import find_spec
from itertools import chain
from typing import Any

from musbot import config
from musbot.config import BadSetting, Database, Place, Server, Settings
from musbot.game.errors import MusError
from musbot.health.lag import LoopLag, search_memory_seldom
from musbot.health.watched import Health, WatchedProcess
from musbot.narrator import Narrator
from musbot.pictures.studio import Studio
from musbot.players import PLAYERS, prepare
from musbot.port.boundary import insist
from musbot.port.chats import platform_of
from musbot.port.platform import (
    Adapter,
    BotRejected,
    Platform,
    PlatformContext,
    ScreenAdapter,
    ServedAdapter,
    Sitting,
    identify_bots,
)
from musbot.service.chat.door import open_door
from musbot.service.choices.kept import PlatformStore
from musbot.service.choices.narrators import Narrators
from musbot.service.commands.context import Services
from musbot.service.delivery.courier import Courier
from musbot.service.process.failover import FailoverNews
from musbot.service.process.housekeeping import Housekeeping, Recovery
from musbot.service.process.retention import folder_of, make_retention
from musbot.service.queue.outboxes import Times
from musbot.service.review.process_pool import Weigher
from musbot.service.tables.counters import ChatTally
from musbot.service.tables.manager import MakesPlayer, TableManager
from musbot.store.open_store import open_store
from musbot.store.protocol import StoreError
from musbot.store.store import Store
from musbot.table.alarms import Timers
from musbot.table.events import AnyEvent
from musbot.table.table import Table
from musbot.table.view import watch

log = logging.getLogger(__name__)

PARKED_S = 3600
"""Seconds before a platform that rejected the bot is tried again."""

SIGNS = [getattr(signal, it) for it in ("SIGTERM", "SIGINT", "SIGBREAK") if hasattr(signal, it)]
"""The signals that end this process; SIGBREAK is Ctrl-Break, or the end of the session, on Windows."""


class NothingToRun(MusError):
    """No installed platform supports the request."""

    lasts = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Nature:
    """The sources of time and chance, and the AI players. Tests pass their own."""

    timers: Timers | None = None
    """The timers of tables; None for the running event loop."""
    clock: Callable[[], float] = time.monotonic
    """The monotonic clock, in seconds."""
    wall: Callable[[], float] = time.time
    """The wall clock, in seconds since 1970."""
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    """Sleeps for a number of seconds."""
    rng: random.Random = field(default_factory=random.SystemRandom)
    """The chance of AI players and lotteries."""
    entropy: Callable[[int], bytes] = secrets.token_bytes
    """Returns random bytes for seeds."""
    players: Mapping[str, MakesPlayer] = field(default_factory=lambda: PLAYERS)
    """The makers of AI players, by kind."""
    weigher: Weigher = field(default_factory=Weigher)
    """Runs heavy calculations."""

    @classmethod
    def from_seed(cls, seed: str | int) -> Nature:
        """Returns a nature whose chance follows from `seed`.

        Clocks, timers, AI players and the weigher are the default ones.
        """
        rng = random.Random(seed)  # noqa: S311 - a reproducible game
        return cls(rng=rng, entropy=rng.randbytes)


class Process:
    """The tables of a store and their platforms; runs between `start` and `stop`.

    `started` has the tasks that already start platforms, by name; other platforms are started in `start`.
    Clocks stop at the tables of platforms that are not running (`pause_platform`); `installed` names all
    platforms.
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
            self._pause_clocks(name)
        narrator = partial(Narrator, keep_days=settings.keep_days)
        narrators = Narrators(narrator, settings.language, self.manager.ways, self.manager.notes)
        times = Times(nature.clock, nature.wall, nature.sleep, timers)
        self.courier = Courier(self.manager, {}, narrators, times, tally)
        self._messengers = {name: it.messenger for name, it in platforms.items()}
        shared = (self.manager, self.courier, narrators)
        self.services = Services(*shared, clock=nature.clock, weigher=nature.weigher)
        for knows in (self.services.administrators, self.services.members):
            knows.join(self._messengers)
        self.door = open_door(self.services, tally)
        old = make_retention(store, settings, nature.wall)
        self.housekeeping = Housekeeping(store, self.manager, timers, nature.wall, old)
        self._recovery = Recovery(
            self.manager, self.courier.recover, self.courier.outboxes.end_lost_blocks, timers
        )
        self._failover = FailoverNews(self.manager, narrators)
        self.running: set[asyncio.Task[None]] = set()
        self._sleep = nature.sleep
        self._started = started or {}
        self._platforms = dict(platforms)
        lag = LoopLag(timers, nature.clock)
        self.watched = WatchedProcess(tuple(platforms), self.manager, self.courier, tally, lag)
        self.manager.tables.listeners.append(self._notify_platform)

    async def start(self) -> None:
        """Loads the index of unfinished tables and starts the platforms, without waiting for their answer.

        Each platform joins once it responds. Also starts the housekeeping and the clocks of dates and
        notices, and resumes the tables. Raises StoreError if the index or other stored facts cannot be read.
        """
        await self.manager.start(self.courier)
        await self.courier.start()
        self.housekeeping.start()
        self._recovery.start()
        await self.services.dates.clock.start()
        self.services.notices.start()
        self.manager.resume_all()
        log.info("musbot runs; open tables: %d", self.manager.tables.count())
        self.running = {asyncio.create_task(self._run(*it), name=it[0]) for it in self._platforms.items()}

    async def _run(self, name: str, platform: Platform) -> None:
        """Runs a platform until it ends.

        If it rejects the bot, pauses its clocks and tries again after `PARKED_S` seconds; raises BotRejected
        if all platforms reject it now. Raises other errors of the platform, and StoreError.
        """
        starting, joined = self._started.get(name), False
        while True:
            try:
                if not joined:
                    await (starting or platform.start())
                    await self._join(name, platform)
                    joined = True
                return await platform.run(self.door)
            except BotRejected as shut:
                shut.lasts = not joined  # a restart tells whether the platform means it
                self._pause_clocks(name)
                self.watched.parking.park(name, shut)
                starting = None
            await self._sleep(PARKED_S)

    def _pause_clocks(self, name: str) -> None:
        """Stops the clocks of a platform's tables; logs an error instead of raising it."""
        insist(f"{name}: the clocks of its tables", partial(self.manager.clocks.pause_platform, name))

    async def _join(self, name: str, platform: Platform) -> None:
        """Connects a platform that has started; raises StoreError.

        Its clocks and its queue run, and interrupted reviews and deletions continue. Notices of moves that a
        failover of the database has lost are queued.
        """
        await self.courier.join(name, platform.messenger)
        insist(f"{name}: the clocks of its tables", partial(self.manager.clocks.resume_platform, name))
        log.info("%s answers", name)
        await self.services.review.go_on(name)
        await self.services.forgetting.go_on(name)
        await self._failover.notify_chats(name, self.courier.posts.post)

    def _notify_platform(self, table: Table, _: Sequence[AnyEvent]) -> None:
        """Calls `on_table_changed` of a changed table's platform, if this process has it.

        The platform may not have joined yet. Its errors propagate.
        """
        platform = self._platforms.get(platform_of(table.chat))
        if platform is not None:
            platform.on_table_changed(table.chat, partial(watch, table))

    async def wait_until_ended(self, stopping: asyncio.Future[None]) -> None:
        """Waits until `stopping` is done, a platform ends or the store fails; then cancels all platforms.

        Raises the error of `stopping` if it has one. Otherwise raises a StoreError of the store's own kind if
        the store failed, or a failed platform's error as MusError.
        """
        ends: set[asyncio.Future[Any]] = {stopping, self.manager.writer.failed, *self.running}
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        await self._stop_platforms()
        if stopping.done():
            stopping.result()
        if self.manager.writer.failed.done():
            lost = self.manager.store.lost
            kind = type(lost.result()) if lost.done() else StoreError
            raise kind(f"the database cannot be written: {self.manager.writer.failed.result()}")
        for platform in self.running:
            if not platform.cancelled():
                _raise_failure(platform)

    async def stop(self) -> None:
        """Stops the platforms, ends pending work and disconnects them. The store stays open.

        Requests in flight have a moment to end; queued sends are dropped, because a restart updates chats.
        Sends notices of moves that a failover lost. An error of a platform's `stop` propagates.
        """
        await self._stop_platforms()
        await self.services.review.stop()
        await self.services.forgetting.stop()
        self.services.dates.clock.stop()
        self.services.notices.stop()
        await self._recovery.stop()
        await self.housekeeping.stop()
        await self.manager.stop()
        await self.courier.stop()
        await self.manager.notes.stop()
        await self._failover.say_farewell(self._messengers)
        await asyncio.gather(*(platform.stop() for platform in self._platforms.values()))

    async def _stop_platforms(self) -> None:
        """Cancels all platforms and waits for them, after shortening the waits of the store.

        Their errors stay in their tasks and are not raised.
        """
        self.manager.store.hurry()
        for platform in self.running:
            platform.cancel()
        if self.running:
            await asyncio.wait(self.running)


def _manager(store: Store, timers: Timers, settings: Settings, nature: Nature) -> TableManager:
    """Returns the table manager of a process, without any table yet."""
    return TableManager(
        store,
        timers,
        turn_s=settings.turn_s,
        ai_pause_s=settings.ai_pause_s,
        rng=nature.rng,
        entropy=nature.entropy,
        players=nature.players,
    )


def _raise_failure(platform: asyncio.Task[None]) -> None:
    """Raises the error of a finished platform task, if it failed.

    Raises a MusError unchanged; logs another error and raises it as MusError.
    """
    if (error := platform.exception()) is None:
        return
    if isinstance(error, MusError):
        raise error
    log.error("musbot cannot go on", exc_info=error)  # the log formatter removes tokens
    raise MusError(f"{platform.get_name()}: {type(error).__name__}") from error


def configured_platforms(installed: Mapping[str, Adapter]) -> dict[str, ServedAdapter]:
    """Returns the platforms for `musbot run` that are configured, by name; empty if there are none."""
    return {name: it for name, it in installed.items() if isinstance(it, ServedAdapter) and it.is_configured}


async def serve(settings: Settings, installed: Mapping[str, Adapter]) -> None:
    """Runs configured platforms and health pages until a platform ends, the store fails or a signal comes.

    `installed` has the settings of all installed platforms by name. With PostgreSQL, waits as a standby while
    another process has the database. Raises NothingToRun or BadSetting without a configured platform, and
    another MusError for a fatal error. Ends the process at once if a call to the database hangs.
    """
    platforms = configured_platforms(installed)
    if not platforms:
        raise _nothing_to_run(installed)
    stopping = _stop_on_signals()

    def make_platforms(means: PlatformContext) -> dict[str, Platform]:
        """Returns the configured platforms by name, not yet started."""
        return {name: it.make(means) for name, it in platforms.items()}

    async with (
        _serve_health(settings.health, identify_bots(platforms)) as page,
        _run_process(settings, make_platforms, installed, stopping, Nature(), page) as process,
    ):
        if process is not None:
            page.watch(process.watched)
            search_memory_seldom()
            await asyncio.gather(process.wait_until_ended(stopping), _prepare_players(stopping))
    log.info("musbot has stopped")


async def play(settings: Settings, installed: Mapping[str, Adapter], sitting: Sitting, seed: str) -> None:
    """Plays a table in this terminal, or continues the saved one, without a turn clock; or opens the course.

    The first installed ScreenAdapter shows it. Raises NothingToRun without one, and another MusError for a
    fatal error. `seed` makes chance reproducible; "" takes the system's. SIGTERM and SIGINT end it cleanly; a
    call to the database that hangs ends the process at once.
    """
    screens = {name: it for name, it in installed.items() if isinstance(it, ScreenAdapter)}
    if not screens:
        raise NothingToRun("no platform is installed that plays at this machine")
    name, screen = next(iter(screens.items()))
    nature = Nature.from_seed(seed) if seed else Nature()

    def make_platforms(means: PlatformContext) -> dict[str, Platform]:
        """Returns the terminal's platform by its name, not yet started."""
        return {name: screen.sit(sitting, means)}

    stopping = _stop_on_signals()
    async with _run_process(
        replace(settings, turn_s=0), make_platforms, installed, stopping, nature
    ) as process:
        if process is not None:
            process.manager.ways.default_language = sitting.usual_language  # before any table is shown
            await asyncio.gather(process.wait_until_ended(stopping), _prepare_players(stopping))


@asynccontextmanager
async def _run_process(
    settings: Settings,
    make_platforms: Callable[[PlatformContext], Mapping[str, Platform]],
    installed: Iterable[str],
    stopping: asyncio.Future[None],
    nature: Nature,
    page: Health | None = None,
) -> AsyncIterator[Process | None]:
    """Runs a process on the configured store with its platforms, until the block ends.

    Then stops it and closes the store. Yields None if `stopping` was done before the store was open. If
    another process owns a PostgreSQL database, this process waits only if it has a `page`, which reports the
    standby; otherwise it raises DatabaseLocked. Clocks of `installed` platforms that do not run stop. A
    hanging call to the database ends the process at once. Raises MusError.
    """
    folder_of(settings)  # check the setting before anything is opened
    studio, keeping = Studio(heavy=nature.weigher.run), PlatformStore()
    clock = asyncio.get_running_loop().time
    platforms = make_platforms(
        PlatformContext(clock, settings.language, studio.paint, keeping, keeping.may_make_requests)
    )
    started = {name: asyncio.create_task(it.start(), name=name) for name, it in platforms.items()}
    try:
        keeping.store = store = await _open_unless_stopping(
            settings.database, stopping, started.values(), page
        )
        if store is None:
            yield None
            return
        store.watch.hung.add_done_callback(_end_process)
        try:
            process = Process(store, platforms, settings, installed=installed, nature=nature, started=started)
            process.services.forgets.append(studio.forget)
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


def _end_process(hung: asyncio.Future[str]) -> None:
    """Logs the reason and ends this process at once with status 1.

    No cleanup could stop the thread or the connection of a call that hangs.
    """
    log.critical("%s: musbot ends", hung.result())
    logging.shutdown()
    os._exit(1)


async def _open_unless_stopping(
    database: Database,
    stopping: asyncio.Future[None],
    started: Iterable[asyncio.Task[None]],
    page: Health | None,
) -> Store | None:
    """Returns the open store, or None if `stopping` was done first. With a `page` it waits as a standby.

    For PostgreSQL it first loads the AI players. Raises StoreError, BadSetting, and the error of a platform
    that fails during the wait, as MusError. A platform that rejected the bot counts only if all did.
    """
    if isinstance(database, Server):
        prepare()  # prepare now, to keep a takeover short
    waits, unfit = page is not None, (page or Health()).set_standby_problem
    opening = asyncio.create_task(open_store(database, waits=waits, unfit=unfit), name="store")
    everyone = tuple(started)
    starting = set(everyone)
    try:
        while not (opening.done() or stopping.done()):
            waited: set[asyncio.Future[Any]] = {opening, stopping, *starting}
            done, _ = await asyncio.wait(waited, return_when=asyncio.FIRST_COMPLETED)
            for platform in starting & done:
                if not _has_rejected_bot(platform) or all(map(_has_rejected_bot, everyone)):
                    _raise_failure(platform)
            starting -= done
        if opening.done():
            return await opening
    finally:
        opening.cancel()
        await asyncio.wait({opening})
    return None


def _has_rejected_bot(platform: asyncio.Task[None]) -> bool:
    """Returns whether a platform has ended because it rejected the bot; False while it still starts."""
    return platform.done() and isinstance(platform.exception(), BotRejected)


async def _prepare_players(stopping: asyncio.Future[None]) -> None:
    """Loads the AI players in a thread.

    A MusError, as for damaged files, becomes the error of `stopping` unless that is done; it is not raised.
    Other errors propagate.
    """
    try:
        await asyncio.to_thread(prepare)
    except MusError as error:
        if not stopping.done():
            stopping.set_exception(error)


@asynccontextmanager
async def _serve_health(place: Place | None, bot: str) -> AsyncIterator[Health]:
    """Yields the health of this process; if an address is configured, serves its pages until the block ends.

    `bot` is the ids of the bots. Raises BadSetting for an address that cannot be used.
    """
    if place is None:
        yield Health()
        return
    from musbot.health.server import NO_LIBRARY, serve_health

    async with serve_health(place, bot=bot) as (page, port):
        if find_spec("prometheus_client"):
            log.info("/livez, /readyz and /metrics are served on %s, port %d", place.host, port)
        else:
            log.info("/livez and /readyz are served on %s, port %d (%s)", place.host, port, NO_LIBRARY)
        yield page


def _nothing_to_run(installed: Mapping[str, Adapter]) -> MusError:
    """Returns the error for a run without a configured platform.

    A BadSetting names the secret settings of each installed ServedAdapter. Of one without secrets it names
    all settings. Without an installed ServedAdapter the error is NothingToRun.
    """
    kinds = [type(it) for it in installed.values() if isinstance(it, ServedAdapter)]
    if not kinds:
        return NothingToRun("no platform is installed that could run")
    tokens = [config.setting_names(kind, secret=True) for kind in kinds]
    setting_names = [its or config.setting_names(kind) for its, kind in zip(tokens, kinds, strict=True)]
    names = sorted(chain.from_iterable(setting_names), reverse=True)  # packages are found in no fixed order
    listed = " or ".join(filter(None, (", ".join(names[:-1]), names[-1])))
    if all(tokens):
        return BadSetting(listed, "a token, or there is nothing to run")
    return BadSetting(listed, "a value, or there is nothing to run")


def _stop_on_signals() -> asyncio.Future[None]:
    """Returns a future that is done when this process receives a signal in SIGNS.

    It replaces the handlers of these signals.
    """
    loop = asyncio.get_running_loop()
    stopping: asyncio.Future[None] = loop.create_future()
    for signal_number in SIGNS:
        try:
            loop.add_signal_handler(signal_number, _complete, stopping)
        except NotImplementedError:  # Windows
            signal.signal(signal_number, partial(_on_signal, loop, stopping))
    return stopping


def _on_signal(
    loop: asyncio.AbstractEventLoop, stopping: asyncio.Future[None], number: int, _: object
) -> None:
    """Completes `stopping` at the first signal; a second one raises KeyboardInterrupt."""
    signal.signal(number, signal.default_int_handler)
    with suppress(RuntimeError):  # the loop has already ended
        loop.call_soon_threadsafe(_complete, stopping)


def _complete(stopping: asyncio.Future[None]) -> None:
    """Completes a future, unless it is done."""
    if not stopping.done():
        stopping.set_result(None)
