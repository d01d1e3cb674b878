"""A platform to try, and one who asks it whatever a test wants."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import aiohttp
import pytest

from tests.fakes.clock import Clock
from tests.fakes.discord_api import FakeDiscord

ANE, BEÑAT, CARMEN = 1, 2, 3
PEÑA, MUS, OTHER = 10, 11, 12

Ask = Callable[..., Awaitable[tuple[int, Any]]]
"""Asks an endpoint with a body; returns status and body of the answer."""


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def fake(clock: Clock) -> AsyncIterator[FakeDiscord]:
    """Ane, Beñat and Carmen: Carmen is not in the guild and wants no letters."""
    async with FakeDiscord(clock=clock) as platform:
        platform.user(ANE, "Ane")
        platform.user(BEÑAT, "Beñat")
        platform.user(CARMEN, "Carmen", dms=False)
        platform.guild(PEÑA, members=[ANE, BEÑAT])
        platform.channel(MUS, PEÑA)
        platform.channel(OTHER, PEÑA, "otro")
        yield platform


@pytest.fixture
async def ask(fake: FakeDiscord) -> AsyncIterator[Ask]:
    headers = {"Authorization": f"Bot {fake.token}", "User-Agent": "DiscordBot (local, 1)"}
    async with aiohttp.ClientSession(headers=headers) as session:

        async def send(method: str, path: str, /, body: Any = None, **fields: Any) -> tuple[int, Any]:
            async with session.request(method, fake.api_url + path, json=body or fields or None) as reply:
                return reply.status, await reply.json() if reply.status != 204 else None

        yield send
