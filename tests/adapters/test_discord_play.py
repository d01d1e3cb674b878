"""A table in a Discord channel: what people press and see."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from adapters import discord_messenger, discord_replies
from musbot.messenger import Limit
from tests.adapters.discord_sala import Sala, buttons, sala, says, told


@pytest.fixture
async def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Sala]:
    for name in ("CHANNEL", "WHOLE_BOT"):
        monkeypatch.setattr(discord_messenger, name, Limit(burst=1000, every_s=0.001))
    monkeypatch.setattr(discord_replies, "SETTLE_S", 0)
    async with sala(tmp_path) as room:
        yield room


async def test_a_hand_is_played_by_pressing_what_the_board_offers(room: Sala) -> None:
    await room.open("Ane", "Beñat", "Carmen", "Dani")
    for label in ("No hay mus", "Órdago", "Quiero"):
        result = await room.speak(label)
        assert result.acknowledged
    assert room.table.finished
    print([says(p) for p in room.posts])
