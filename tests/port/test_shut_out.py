"""A platform that lets the bot in no more ends it only where no other plays."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from musbot import app
from musbot.config import Settings
from musbot.health.watched import Health
from musbot.port.platform import BotRejected, Parking


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
