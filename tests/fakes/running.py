"""A fake platform that runs: starting, stopping, and waiting for what the bot does."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Protocol, Self, TypeVar

T = TypeVar("T")

PATIENCE_S = 60.0
"""How long is waited for what has to come: only a failure takes it, and a busy machine is none."""


class Door(Protocol):
    """What a fake's server tells of itself."""

    @property
    def busy(self) -> int:
        """How many requests are being answered."""

    last_request_at: float
    changed: asyncio.Event

    async def start(self, port: int | None = None) -> None:
        """Opens, on the port it had before unless one is named."""

    async def stop(self) -> None:
        """Shuts, in the middle of a word if need be."""


class Running:
    """What every fake can do whose `server` is a Door and whose chats have a transcript."""

    server: Door

    def transcript(self) -> str:
        """Returns the story of all chats."""
        raise NotImplementedError

    def _delivered(self) -> bool:
        """Returns whether the bot has got all that there is for it."""
        return True

    async def start(self, port: int | None = None) -> Self:
        """Starts serving: on a free port at first, later on the same one again."""
        await self.server.start(port)
        return self

    async def stop(self) -> None:
        """Stops serving and keeps everything: connections are refused until the next start."""
        await self.server.stop()

    async def __aenter__(self) -> Self:
        return await self.start()

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    @asynccontextmanager
    async def outage(self) -> AsyncIterator[None]:
        """The platform cannot be reached within the block."""
        await self.stop()
        try:
            yield
        finally:
            await self.start()

    async def until(self, condition: Callable[[], T | None], timeout_s: float = PATIENCE_S) -> T:
        """Returns what the condition returns, once that is true; else fails, with the story of the chats."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + timeout_s
        while not (result := condition()):
            if loop.time() > deadline:
                raise AssertionError(f"not so within {timeout_s} s\n{self.transcript()}")
            changed = self.server.changed
            try:
                await asyncio.wait_for(changed.wait(), 0.02)
            except TimeoutError:
                continue
        return result

    async def settle(self, quiet_s: float = 0.1, timeout_s: float = PATIENCE_S) -> None:
        """Waits until the bot has got everything and asked for nothing more during a while."""
        loop = asyncio.get_running_loop()
        begin = loop.time()

        def quiet() -> bool:
            idle_s = loop.time() - max(self.server.last_request_at, begin)
            return not self.server.busy and idle_s >= quiet_s and self._delivered()

        await self.until(quiet, timeout_s)
