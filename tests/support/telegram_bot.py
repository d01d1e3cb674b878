"""The bot in a test's own loop, the same Process that `app.serve` runs: killed and started again."""

from __future__ import annotations

import asyncio
import gc
import warnings
from collections.abc import Coroutine, Generator, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from adapters.telegram.bot import TelegramBot
from adapters.telegram.platform import TelegramSettings
from musbot.app import Nature, Process
from musbot.config import Settings
from musbot.pictures.specs import Picture
from musbot.service.choices.kept import PlatformStore
from musbot.service.review.process_pool import InlineWeigher
from musbot.store.codec import Stored
from musbot.store.postgres.store import open_postgres
from musbot.store.protocol import StoreError
from musbot.store.sqlite import open_sqlite
from musbot.store.store import Store
from musbot.table.events import AnyEvent, ChatId
from musbot.table.table import Table
from tests.evenings.around import drawn_once
from tests.fakes.telegram_api import FakeTelegram
from tests.support.stores import prepared
from tools.samples import HAND

_OWN: ContextVar[set[asyncio.Task[Any]] | None] = ContextVar("own", default=None)


class Gate:
    """A store whose writes of presses wait while it is shut, or fail while it is `broken`."""

    def __init__(self, store: Store) -> None:
        self.real = store
        self.free = asyncio.Event()
        self.free.set()
        self.broken = False
        self.waiting = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.real, name)

    async def create(self, table: str, chat: ChatId, events: Sequence[Stored], **more: Any) -> None:
        await self._pass()
        await self.real.create(table, chat, events, **more)

    async def append(self, table: str, after: int, events: Sequence[Stored], **more: Any) -> None:
        await self._pass()
        await self.real.append(table, after, events, **more)

    async def _pass(self) -> None:
        self.waiting += 1
        await self.free.wait()
        self.waiting -= 1
        if self.broken:
            raise StoreError("disk I/O error")


@dataclass
class Bot:
    """`musbot run` without its process; its tables are in `mus.sqlite` in a folder."""

    folder: Path
    fake: FakeTelegram
    turn_s: float = 0
    seed: int = 1
    token: str = ""
    url: str = ""
    """The PostgreSQL that it plays with, in place of its file."""
    history: list[AnyEvent] = field(default_factory=list)
    drawn: dict[bytes, Picture] = field(default_factory=dict)
    """What every picture shows that was drawn, by its file."""
    _own: set[asyncio.Task[Any]] = field(default_factory=set)

    async def paint(self, picture: Picture) -> bytes | None:
        """Draws a picture, and remembers what it shows."""
        file = drawn_once(picture)
        self.drawn[file] = picture
        return file

    async def start(self) -> None:
        """Starts it as `app.serve` does, and waits until it asks for updates."""
        drawn_once(HAND)  # the first takes a while, which a test would take for silence
        polls = self.fake.updates.polls
        asyncio.get_running_loop().set_task_factory(_owned)
        file = prepared(self.folder / "mus.sqlite")
        self.store = Gate(await (open_postgres(self.url) if self.url else open_sqlite(file)))
        before = _OWN.set(self._own)
        try:
            await self._start()
        finally:
            _OWN.reset(before)
        await self.fake.until(lambda: self.fake.updates.polls > polls)
        await self.manager.wait_for_background()

    async def _start(self) -> None:
        telegram = TelegramSettings(self.token or self.fake.token, self.fake.url)
        settings = Settings(turn_s=self.turn_s, ai_pause_s=0.01)
        store: Any = self.store
        keeping = PlatformStore(store)
        self.telegram = TelegramBot(telegram, self.paint, keeping.may_make_requests, keeping)
        nature = replace(Nature.from_seed(self.seed), weigher=InlineWeigher())
        self.process = Process(store, {"telegram": self.telegram}, settings, nature=nature)
        self.manager, self.courier = self.process.manager, self.process.courier
        self.door = self.process.door
        self.manager.tables.listeners.append(lambda _, events: self.history.extend(events))
        await self.process.start()
        (self.running,) = self.process.running

    async def stop(self) -> None:
        """Ends it as SIGTERM does."""
        await self.process.stop()
        await self.store.close()

    async def kill(self) -> None:
        """Ends it wherever it is, as `kill -9` does: nothing more is written, sent or confirmed."""
        self.manager.clocks.stopped = True
        with warnings.catch_warnings():  # a connection that was just being made leaves its attempt unawaited
            warnings.filterwarnings("ignore", r"coroutine 'connect_tcp\.", RuntimeWarning)
            for _ in range(3):  # what is cancelled may want to end something else first
                for task in self._own:
                    task.cancel()
                await asyncio.gather(*self._own, return_exceptions=True)
            self._own.clear()
            gc.collect()
        await self.telegram._app.bot.shutdown()
        await self.store.close()

    @property
    def tables(self) -> list[Table]:
        """The tables that are not over, the oldest first."""
        return self.manager.tables.in_memory()

    def table(self, chat: int) -> Table:
        """The newest table of a chat that is not over."""
        return self.manager.tables.in_chat(ChatId(f"telegram:{chat}"))[0]


def _owned(
    loop: asyncio.AbstractEventLoop,
    coro: Coroutine[Any, Any, Any] | Generator[Any, None, Any],
    /,
    **kwargs: Any,
) -> asyncio.Task[Any]:
    """Makes a task that the bot which started it can be killed with."""
    task = asyncio.Task(coro, loop=loop, **kwargs)
    own = _OWN.get()
    if own is not None:
        own.add(task)
        task.add_done_callback(own.discard)
    return task
