"""Words weighed in a process of their own: the event loop waits for none of it, and plays on."""

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
"""A word that takes longer than this is given up."""
REST_S = 300.0
"""After so long without a word the process ends: it takes some 60 MB."""
NICENESS = 10
"""By how much the process stands back behind the bot itself."""


T = TypeVar("T")


class NotWeighed(Exception):
    """It could not be done this time: the process has died, or took too long."""


class Weigher:
    """Weighs one word after another, in a process that is begun for the first and let go after the last."""

    def __init__(self, worlds: int = WORLDS) -> None:
        self._worlds = worlds
        self._pool: Executor | None = None
        self._rests: asyncio.TimerHandle | None = None

    async def weigh(self, said: Decision, seed: str) -> ValuedWord | None:
        """Returns what a word was worth, the same for the same seed; None where nothing can be told of it.

        Raises NotWeighed.
        """
        return await self.run(partial(value_word, said, self._worlds, seed, every=True))

    async def run(self, work: Callable[[], T]) -> T:
        """Does any heavy work in the process; raises NotWeighed, and the next has another process."""
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
            raise NotWeighed(type(error).__name__) from None

    def close(self) -> None:
        """Lets the process go; a word that comes later has another."""
        if self._rests is not None:
            self._rests.cancel()
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


class AtOnce(Weigher):
    """One that works here and now, for tests."""

    def __init__(self, worlds: int = 4) -> None:
        super().__init__(worlds)

    async def run(self, work: Callable[[], T]) -> T:
        """See Weigher."""
        return work()


def _worker() -> Executor:
    """A process that knows nothing of this one's threads, sockets and files."""
    return ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=_stand_back)


def _stand_back() -> None:
    """Ctrl-C is for the bot, and so is the processor when both want it; it ends when the bot was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    Thread(target=_end_with_parent, daemon=True, name="parent").start()


def _end_with_parent() -> None:
    if (parent := parent_process()) is not None:
        parent.join()
        os._exit(0)
