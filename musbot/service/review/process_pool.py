"""Heavy work, such as valuing words, in a worker process, so that the event loop stays free."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import TypeVar

from musbot.coach.account import ValuedWord
from musbot.coach.mus.moments import Decision
from musbot.coach.mus.value import WORLDS, value_word
from musbot.port.boundary import guard_callback

WORD_S = 30.0
"""Seconds after which a piece of work is abandoned."""
REST_S = 300.0
"""Idle seconds after which the worker ends; it takes some 60 MB."""
NICENESS = 10
"""The worker's niceness, which gives the bot priority."""


T = TypeVar("T")


class WorkFailed(Exception):
    """The work failed this time: the worker died, or took too long."""


class Weigher:
    """Runs one piece of work after another in a worker, which starts on demand and ends when idle."""

    def __init__(self, worlds: int = WORLDS) -> None:
        self._worlds = worlds
        self._pool: Executor | None = None
        self._rests: asyncio.TimerHandle | None = None

    async def weigh(self, decision: Decision, seed: str) -> ValuedWord | None:
        """Returns the value of a word; None if the coach cannot value it. Raises WorkFailed.

        Equal seeds give equal values.
        """
        return await self.run(partial(value_word, decision, self._worlds, seed, every=True))

    async def run(self, work: Callable[[], T]) -> T:
        """Runs `work` in the worker and returns its result. `work` and its result must be picklable.

        Raises WorkFailed if the worker died, and for a TimeoutError or a RuntimeError. Raises it also after
        WORD_S seconds, which include its wait for earlier work. The next call then starts a new worker. Other
        errors of `work` are raised unchanged. Each call also restarts the idle time (REST_S) of the worker.
        """
        loop = asyncio.get_running_loop()
        if self._rests is not None:
            self._rests.cancel()
        self._rests = loop.call_later(REST_S, guard_callback("the process that weighs", self.close))
        self._pool = self._pool or _worker()
        try:
            async with asyncio.timeout(WORD_S):
                return await loop.run_in_executor(self._pool, work)
        except (TimeoutError, BrokenProcessPool, RuntimeError) as error:
            self.close()
            raise WorkFailed(type(error).__name__) from None

    def close(self) -> None:
        """Ends the worker after its current piece of work; later work starts another.

        Waiting pieces may be cancelled (CancelledError) or still be done.
        """
        if self._rests is not None:
            self._rests.cancel()
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


class InlineWeigher(Weigher):
    """A weigher that works in this process, for tests."""

    def __init__(self, worlds: int = 4) -> None:
        super().__init__(worlds)

    async def run(self, work: Callable[[], T]) -> T:
        """Runs `work` at once and returns its result; its errors propagate."""
        return work()


def _worker() -> Executor:
    """Returns a pool of one spawned process, which shares no threads, sockets or files with this one."""
    return ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=_prepare_worker)


def _prepare_worker() -> None:
    """Prepares the worker: it ignores Ctrl-C, has low priority, and ends with its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    Thread(target=_end_with_parent, daemon=True, name="parent").start()


def _end_with_parent() -> None:
    """Waits for the parent process to end, then ends this one at once; no effect if there is no parent."""
    if (parent := parent_process()) is not None:
        parent.join()
        os._exit(0)
