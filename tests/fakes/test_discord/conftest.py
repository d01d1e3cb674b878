"""A platform to try, a bot of discord.py, and one that asks whatever a test wants."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import discord
import pytest
import yarl

from tests.fakes.clock import Clock
from tests.fakes.discord_api import FakeDiscord
from tests.fakes.test_discord.cast import ANE, BEÑAT, CARMEN, MUS, OTHER, PEÑA, Ask, Bot


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def fake(clock: Clock) -> AsyncIterator[FakeDiscord]:
    """Ane, Beñat and Carmen: Carmen is not in the guild and wants no letters."""
    async with FakeDiscord(clock=clock) as platform:
        platform.user(ANE, "Ane")
        platform.user(BEÑAT, "Beñat", "es-ES")
        platform.user(CARMEN, "Carmen", dms=False)
        platform.guild(PEÑA, members=[ANE, BEÑAT])
        platform.channel(MUS, PEÑA)
        platform.channel(OTHER, PEÑA, "otro")
        yield platform


@pytest.fixture
async def bot(fake: FakeDiscord, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Bot]:
    """A bot that listens, its commands registered."""
    monkeypatch.setattr(discord.http.Route, "BASE", fake.api_url)
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(fake.gateway_url))
    async with Bot() as client:
        await client.login(fake.token)
        task = asyncio.create_task(client.connect())
        await client.wait_until_ready()
        yield client
    await task


@pytest.fixture
async def ask(fake: FakeDiscord) -> AsyncIterator[Ask]:
    headers = {"Authorization": f"Bot {fake.token}", "User-Agent": "DiscordBot (local, 1)"}
    async with aiohttp.ClientSession(headers=headers) as session:

        async def send(method: str, path: str, /, body: Any = None, **fields: Any) -> tuple[int, Any]:
            async with session.request(method, fake.api_url + path, json=body or fields or None) as reply:
                return reply.status, await reply.json() if reply.status != 204 else None

        yield send
