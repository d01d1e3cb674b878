"""Event loops whose time costs nothing, and whose next step is drawn from a seed."""

from __future__ import annotations

import asyncio
import heapq
import warnings
from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from contextvars import Context
from inspect import CORO_CREATED, getcoroutinestate
from itertools import count
from random import Random
from typing import Any

STEP_S = 0.000_05
"""What every step takes: so a clock may strike while others are busy."""


class Killed(BaseException):
    """A task of a process that was killed wants to go on."""


class Hours:
    """The one clock of a simulation, and all that is still to happen, to whichever loop it belongs.

    What one step calls for later keeps its order, as an event loop promises; among steps any may be next.
    """

    def __init__(self, rng: Random, *, in_order: bool = False) -> None:
        self.now = 0.0
        self.steps = 0
        self.running: asyncio.AbstractEventLoop | None = None
        """The loop whose step is being done."""
        self._draw = rng.random
        self._in_order = in_order
        self._numbers = count()
        self._later: list[tuple[float, int, asyncio.Handle]] = []
        self._ready: list[deque[asyncio.Handle]] = []
        self._called: deque[asyncio.Handle] = deque()

    def soon(self, handle: asyncio.Handle) -> None:
        """Lets something happen as soon as it may."""
        self._called.append(handle)

    def later(self, at: float, handle: asyncio.Handle) -> None:
        """Lets something happen at a moment."""
        heapq.heappush(self._later, (at, next(self._numbers), handle))

    def busy(self) -> bool:
        """Returns whether anything happens before time has to pass."""
        self._gather()
        return bool(self._ready)

    def step(self) -> bool:
        """Does what is next, after a wait if need be; returns whether there was anything."""
        self._gather()
        while not self._ready:
            if not self._later:
                return False
            self.now = max(self.now, self._later[0][0])
            self._gather()
        place = 0 if self._in_order else int(self._draw() * len(self._ready))
        calls = self._ready[place]
        handle = calls.popleft()
        if not calls:
            del self._ready[place]
        if _stands(handle):
            self.steps += 1
            self.now += STEP_S
            self.running = handle._loop  # type: ignore[attr-defined]
            handle._run()
            self.running = None
        return True

    def _gather(self) -> None:
        if self._called:
            self._ready.append(self._called)
            self._called = deque()
        while self._later and self._later[0][0] <= self.now:
            handle = heapq.heappop(self._later)[2]
            if _stands(handle):
                self._ready.append(deque((handle,)))


def _stands(handle: Any) -> bool:
    return not handle._cancelled and not handle._loop.dead


class Loop(asyncio.AbstractEventLoop):
    """The loop of one process, or of the world around it; without sockets, threads and signals."""

    def __init__(self, hours: Hours, began: float = 0.0) -> None:
        """Makes a loop whose clock shows `began` when the simulation begins."""
        self.hours = hours
        self._began = began
        self.dead = False
        self.errors: list[str] = []
        """What nobody has caught."""
        self._refused = False
        """Whether a task wanted to start another one after the kill."""

    def kill(self) -> None:
        """Ends it between two steps: no task of it goes on, nothing it has begun to wait for comes."""
        self.dead = True
        for task in asyncio.all_tasks(self):
            task._log_destroy_pending = False  # type: ignore[attr-defined]
            coroutine = task.get_coro()
            assert isinstance(coroutine, Coroutine)
            begun = getcoroutinestate(coroutine) != CORO_CREATED
            self._refused = False
            with warnings.catch_warnings(record=True) as warned, suppress(BaseException):  # has no effect
                warnings.simplefilter("always")
                coroutine.close()
            if begun and not self._refused:  # else a coroutine that a task wraps could not begin
                self.errors += [f"{task.get_name()}: {it.message}" for it in warned]

    # ---- as an event loop --------------------------------------------------------------------------------

    def time(self) -> float:
        return self._began + self.hours.now

    def get_debug(self) -> bool:
        return False

    def is_running(self) -> bool:
        return not self.dead

    def is_closed(self) -> bool:
        return self.dead

    def create_future(self) -> asyncio.Future[Any]:
        return asyncio.Future(loop=self)

    def create_task(  # type: ignore[override]
        self, coro: Coroutine[Any, Any, Any], *, name: str | None = None, context: Context | None = None
    ) -> asyncio.Task[Any]:
        if self.dead:
            self._refused = True
            coro.close()
            raise Killed
        return asyncio.Task(coro, loop=self, name=name, context=context)

    def run_in_executor(  # type: ignore[override]
        self, executor: object, func: Callable[..., Any], *args: Any
    ) -> asyncio.Future[Any]:
        """Does in one step what a thread would."""
        done = self.create_future()

        def do() -> None:
            if not done.done():
                done.set_result(func(*args))

        self.call_soon(do)
        return done

    def call_soon(  # type: ignore[override]
        self, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        handle = asyncio.Handle(callback, args, self, context)
        if not self.dead:
            self.hours.soon(handle)
        return handle

    def call_later(  # type: ignore[override]
        self, delay: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        return self.call_at(self.time() + delay, callback, *args, context=context)

    def call_at(  # type: ignore[override]
        self, when: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        handle = asyncio.TimerHandle(when, callback, args, self, context)
        if not self.dead:
            self.hours.later(when - self._began, handle)
        return handle

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """Called by a clock that is stopped: it is passed over when its moment comes."""

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        if not self.dead:
            self.errors.append(f"{context.get('message')}: {context.get('exception')!r}")
