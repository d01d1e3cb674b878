"""An event loop whose hours pass in no time: its clock goes on when nothing is left to be done before.

Both ends of every connection are in this process, so it is known what is still on its way: bytes sent and not
yet received, connections begun, calls to threads. As long as there is any of these, no time passes, however
busy the machine is; so an evening comes out the same every time.
"""

from __future__ import annotations

import asyncio
import selectors
import socket
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from itertools import count
from typing import Any, TypeVar

import pytest

from musbot.store import sqlite
from musbot.testing.clock import BEGIN_S

T = TypeVar("T")

COUNTED_S = 600.0
"""Seconds after which the commits of a database are counted, in place of `sqlite.COUNT_S`."""

LOST_S = 0.25
"""After so long of the machine's own time what has not come was lost with its connection."""
TICK_S = 0.0001
"""No wait is shorter, as on any machine."""
TIE_S = 1e-11
"""Of two that end at the same moment the one that began first ends first: a heap alone does not say."""


class _Counted(socket.socket):
    """A socket that notes how many bytes are on their way."""

    hours: Hours

    def send(self, data: Any, flags: int = 0, /) -> int:
        sent = super().send(data, flags)
        self.hours.under_way += sent
        return sent

    def recv(self, size: int, flags: int = 0, /) -> bytes:
        received = super().recv(size, flags)
        self.hours.under_way -= len(received)
        return received

    def recv_into(self, buffer: Any, nbytes: int = 0, flags: int = 0, /) -> int:
        received = super().recv_into(buffer, nbytes, flags)
        self.hours.under_way -= received
        return received


class _Patient(selectors.DefaultSelector):
    """Waits for what is under way, and lets the clock jump where nothing is."""

    hours: Hours

    def select(self, timeout: float | None = None) -> Any:
        ready = super().select(0)
        if ready or timeout == 0:
            return ready
        while self.hours.calls:
            if ready := super().select(LOST_S):
                return ready
        if self.hours.under_way:
            if ready := super().select(LOST_S):
                return ready
            self.hours.under_way = 0
        if timeout is None:
            raise RuntimeError("everybody waits, and nothing will ever happen")
        self.hours.now += timeout
        return []


class Hours(asyncio.SelectorEventLoop):
    """The loop; `now` is how many seconds have passed, and its clock began at `BEGIN_S`."""

    def __init__(self) -> None:
        self.now = 0.0
        self._timers = count()
        self.under_way = 0
        """Bytes sent and not yet received."""
        self.calls = 0
        """Connections that are being made, and calls to threads."""
        patient = _Patient()
        patient.hours = self
        super().__init__(patient)

    def time(self) -> float:
        return BEGIN_S + self.now

    def call_later(  # type: ignore[override]
        self, delay: float, callback: Any, *args: Any, context: Any = None
    ) -> asyncio.TimerHandle:
        least = TICK_S if delay > 0 else 0
        later = next(self._timers) * TIE_S
        return super().call_later(max(delay, least) + later, callback, *args, context=context)

    @contextmanager
    def calling(self) -> Iterator[None]:
        """No time passes within the block."""
        self.calls += 1
        try:
            yield
        finally:
            self.calls -= 1

    async def sock_connect(self, sock: socket.socket, address: Any) -> None:
        with self.calling():
            await super().sock_connect(sock, address)

    def run_in_executor(  # type: ignore[override]
        self, executor: Executor | None, func: Callable[..., T], *args: Any
    ) -> asyncio.Future[T]:
        self.calls += 1
        future = super().run_in_executor(executor, func, *args)
        future.add_done_callback(self._returned)
        return future

    async def shutdown_default_executor(self) -> None:
        with self.calling():
            await super().shutdown_default_executor()

    def _returned(self, _: asyncio.Future[Any]) -> None:
        self.calls -= 1

    def _make_socket_transport(self, sock: socket.socket, *args: Any, **kwargs: Any) -> Any:
        counted = _Counted(sock.family, sock.type, sock.proto, fileno=sock.detach())
        counted.setblocking(False)
        counted.hours = self
        return super()._make_socket_transport(counted, *args, **kwargs)  # type: ignore[misc]


class _Unplugged(sqlite3.Connection):
    """Waits for no disk: an evening ends a process, and cuts no power."""

    def execute(self, sql: str, *given: Any) -> sqlite3.Cursor:
        return super().execute("PRAGMA synchronous=OFF" if sql.startswith("PRAGMA sync") else sql, *given)


class _AtOnce:
    """A `Connection` without a thread: in what order two of them are done is the same every time."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        await asyncio.sleep(0)
        return work(self._db)

    async def close(self) -> None:
        self._db.close()


async def at_once(database: Any, **options: Any) -> _AtOnce:
    """Opens a database that works in the loop's own thread (`store.connection.Connect`)."""
    return _AtOnce(sqlite3.connect(database, factory=_Unplugged, **options))


def passes(evening: Callable[[], Any]) -> Any:
    """Runs a coroutine function to its end, however many hours it takes, and returns what it returns.

    Its commits are counted seldom: of a night in which nobody plays, that would take a third of the time.
    """
    with pytest.MonkeyPatch.context() as patch, asyncio.Runner(loop_factory=Hours) as runner:
        patch.setattr(sqlite, "COUNT_S", COUNTED_S)
        return runner.run(evening())
