"""Words weighed in a process of their own: the event loop waits for none of it, and plays on."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Protocol

from musbot.coach.hand import WORLDS
from musbot.coach.moments import Uttered
from musbot.coach.value import Judged, judged
from musbot.coach.worlds import NoWorlds

log = logging.getLogger(__name__)

WORD_S = 30.0
"""A word that takes longer than this is given up."""
REST_S = 300.0
"""After so long without a word the process ends: it takes some 60 MB."""
NICENESS = 10
"""By how much the process stands back behind the bot itself."""


class NotWeighed(Exception):
    """It could not be done this time: the process has died, or took too long."""


class Reckoner(Protocol):
    """Weighs one word after another."""

    async def weigh(self, said: Uttered, seed: str) -> Judged | None:
        """Returns what a word was worth, the same for the same seed; None where nothing can be told of it.

        Raises NotWeighed.
        """

    def close(self) -> None:
        """Weighs nothing more."""


class AtOnce:
    """A Reckoner that works here and now, for tests."""

    def __init__(self, worlds: int = 4) -> None:
        self._worlds = worlds

    async def weigh(self, said: Uttered, seed: str) -> Judged | None:
        """See Reckoner."""
        return weighed(said, seed, self._worlds)

    def close(self) -> None:
        """See Reckoner."""


class OwnProcess:
    """A Reckoner with one process, begun when the first word comes, and let go when none does for a while."""

    def __init__(self, worlds: int = WORLDS, made: Callable[[], Executor] | None = None) -> None:
        self._worlds = worlds
        self._made = made or _worker
        self._pool: Executor | None = None
        self._rests: asyncio.TimerHandle | None = None

    async def weigh(self, said: Uttered, seed: str) -> Judged | None:
        """See Reckoner."""
        pool = self._pool = self._pool or self._made()
        self._rest_later()
        try:
            async with asyncio.timeout(WORD_S):
                return await asyncio.get_running_loop().run_in_executor(
                    pool, weighed, said, seed, self._worlds
                )
        except (TimeoutError, BrokenProcessPool, RuntimeError) as error:
            self._drop(pool)
            raise NotWeighed(type(error).__name__) from None

    def _rest_later(self) -> None:
        if self._rests is not None:
            self._rests.cancel()
        self._rests = asyncio.get_running_loop().call_later(REST_S, self.close)

    def _drop(self, pool: Executor) -> None:
        """Lets a process go that is of no use; the next word has another."""
        pool.shutdown(wait=False, cancel_futures=True)
        if self._pool is pool:
            self._pool = None

    def close(self) -> None:
        """See Reckoner; a word that comes later has another process."""
        if self._rests is not None:
            self._rests.cancel()
        if self._pool is not None:
            self._drop(self._pool)


def weighed(said: Uttered, seed: str, worlds: int) -> Judged | None:
    """Returns what a word was worth in so many worlds, None where there are none that agree with it."""
    try:
        return judged(said, worlds, seed, every=True)
    except NoWorlds:
        return None


def _worker() -> Executor:
    """A process that knows nothing of this one's threads, sockets and files."""
    return ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=_stand_back)


def _stand_back() -> None:
    """Ctrl-C is for the bot, and so is the processor when both want it; it ends when the bot was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICENESS)
    Thread(target=_end_with_parent, daemon=True, name="parent").start()


def _end_with_parent() -> None:
    if (parent := parent_process()) is not None:
        parent.join()
        os._exit(0)
