"""A platform to try, and a bot that asks it whatever a test wants."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from tests.fakes.clock import Clock
from tests.fakes.telegram_api import FakeTelegram
from tests.fakes.test_telegram.cast import ANE, BEÑAT, CARMEN, MUS, Ask


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def fake(clock: Clock) -> AsyncIterator[FakeTelegram]:
    """Ane, Beñat and Carmen: only Ane has opened the private chat, Carmen is not in the group."""
    async with FakeTelegram(clock=clock) as platform:
        platform.user(ANE, "Ane", started=True)
        platform.user(BEÑAT, "Beñat")
        platform.user(CARMEN, "Carmen")
        platform.group(MUS, members=[ANE, BEÑAT])
        platform.updates.throttle_polls = False
        yield platform


@pytest.fixture
async def ask(fake: FakeTelegram) -> AsyncIterator[Ask]:
    async with aiohttp.ClientSession() as session:

        async def send(method: str, **params: Any) -> dict[str, Any]:
            async with session.post(f"{fake.base_url}{fake.token}/{method}", json=params) as reply:
                body: dict[str, Any] = await reply.json()
                assert reply.status == body.get("error_code", 200)
                return body

        yield send
