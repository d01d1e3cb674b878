"""A platform that lets the bot in no more ends it only where no other plays."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from musbot import app
from musbot.config import Settings
from musbot.health.watched import Health
from musbot.port.door import Door
from musbot.port.platform import BotRejected, Parking
from musbot.testing import Clock, FakeMessenger, FakePlatform, running


async def let_in() -> None:
    """A platform that answers."""


async def refused() -> None:
    """A platform that knows the token no more."""
    raise BotRejected("its token")


@pytest.mark.parametrize("others", [0, 1])
async def test_a_standby_ends_where_every_platform_has_shut_it_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, others: int
) -> None:
    opened = asyncio.Event()

    async def opening(*_: object, **__: object) -> str:
        await opened.wait()
        return "the store"

    monkeypatch.setattr(app, "open_store", opening)
    loop = asyncio.get_running_loop()
    starting = [asyncio.create_task(refused()), *(asyncio.create_task(let_in()) for _ in range(others))]
    loop.call_later(0.05, opened.set)
    waiting = app._open_unless_stopping(
        Settings(tmp_path / "x").database, loop.create_future(), starting, Health()
    )
    if others:
        assert await waiting == "the store"  # type: ignore[comparison-overlap]
    else:
        with pytest.raises(BotRejected, match="its token"):
            await waiting


class Revoked(FakePlatform):
    """A platform that rejects the bot at its start, or once it has started."""

    at_start = True

    async def start(self) -> None:
        await super().start()
        if self.at_start:
            await refused()

    async def run(self, door: Door) -> None:
        await refused()


@pytest.mark.parametrize("at_start", [True, False])
async def test_only_a_rejection_at_the_start_leaves_the_bot_stopped(tmp_path: Path, at_start: bool) -> None:
    fake = Revoked(FakeMessenger(Clock()))
    fake.at_start = at_start
    with pytest.raises(BotRejected) as ended:
        async with running({fake.name: fake}, fake.clock, tmp_path) as process:
            await process.wait_until_ended(asyncio.get_running_loop().create_future())
    assert ended.value.lasts is at_start, "a restart tells whether it means it"


def test_one_line_tells_of_a_platform_and_another_of_the_next_time(caplog: pytest.LogCaptureFixture) -> None:
    away = {"a", "b"}
    parking = Parking(2, away.__contains__)
    for _ in range(3):
        parking.park("a", BotRejected("its token"))
    assert len(caplog.records) == 1
    away.discard("a")
    assert parking.list_parked() == {}
    parking.park("b", BotRejected("its token"))
    away.add("a")
    with pytest.raises(BotRejected):
        parking.park("a", BotRejected("its token"))
