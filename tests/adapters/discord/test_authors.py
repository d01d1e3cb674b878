"""Whose words count on Discord: those that a member of the server types there and then."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import pytest
from discord.utils import time_snowflake

from musbot.game.events import Said
from tests.support.discord_sala import Sala, sala

PUBLISHED, FORWARDED, VOICE, NEXT_YEARS = 1 << 1, 1 << 14, 1 << 13, 1 << 25
"""Flags of messages (docs.discord.com, Message Resource, Message Flags); the last is not taken yet."""
SNAPSHOT = {
    "type": 0,
    "content": "paso",
    "timestamp": "2026-11-26T10:00:00+00:00",
    "edited_timestamp": None,
    "flags": 0,
    "mentions": [],
    "mention_roles": [],
    "attachments": [],
    "embeds": [],
    "components": [],
}


@pytest.fixture
async def room(tmp_path: Path, hasty_discord: None) -> AsyncIterator[Sala]:
    """A channel where the bot reads what is written, at grande."""
    async with sala(tmp_path, read_words=True) as room:
        await room.open("Ane", "Beñat", "Carmen", "Dani")
        await room.speak("No hay mus")
        yield room


async def write(room: Sala, **fields: Any) -> bool:
    """Lets who is asked write "paso", in a message with these fields; returns whether it counts."""
    said: list[Said] = []
    room.manager.tables.listeners.append(
        lambda _, events: said.extend(it for it in events if isinstance(it, Said))
    )
    emit = room.env.backend.emit

    def changed(event: str, payload: Any, *args: Any, **kwargs: Any) -> None:
        if event == "MESSAGE_CREATE" and payload["content"] == "paso":
            payload = payload | fields
            payload = {name: value for name, value in payload.items() if value is not None}
        emit(event, payload, *args, **kwargs)

    room.env.backend.emit = changed  # type: ignore[method-assign]
    await room.people[room.speaker].send(room.channel, "paso")
    await room.env.settle()
    room.env.backend.emit = emit  # type: ignore[method-assign]
    return bool(said)


@pytest.mark.parametrize(
    "fields",
    [{}, {"type": 19}, {"flags": 1 << 12}, {"flags": 1 << 2}, {"tts": True}],
    ids=str,
)
async def test_what_a_member_types_is_theirs(room: Sala, fields: dict[str, Any]) -> None:
    assert await write(room, **fields)


@pytest.mark.parametrize(
    "fields",
    [
        {"webhook_id": "5"},
        {"webhook_id": "5", "flags": PUBLISHED},
        {"application_id": "5"},
        {"author": {"id": "7", "username": "otro", "discriminator": "0", "avatar": None, "bot": True}},
        {"author": {"id": "7", "username": "alguien", "discriminator": "0", "avatar": None}},
        {"flags": FORWARDED, "message_snapshots": [{"message": SNAPSHOT}]},
        {"message_snapshots": [{"message": SNAPSHOT}]},
        {"flags": VOICE},
        {"flags": NEXT_YEARS},
        *({"type": kind} for kind in (6, 7, 18, 20, 21, 23, 24, 46, 99)),
    ],
    ids=str,
)
async def test_all_else_is_talk(room: Sala, fields: dict[str, Any]) -> None:
    alone = "webhook_id" in fields or "author" in fields
    assert not await write(room, **fields | ({"member": None} if alone else {}))


@pytest.mark.parametrize("ours", [0.0, 2e9])
@pytest.mark.parametrize(("age_s", "counts"), [(36_000, False), (125, False), (0, True), (-5, True)])
async def test_a_word_counts_while_it_is_fresh_by_discords_clock(
    room: Sala, age_s: int, ours: float, *, counts: bool
) -> None:
    now = datetime.now(UTC)
    room.clock.now = ours
    room.bot._ages.record_date(format_datetime(now, usegmt=True), room.clock())
    assert await write(room, id=str(time_snowflake(now - timedelta(seconds=age_s)))) is counts
