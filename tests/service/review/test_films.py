"""The film of a hand counts as shown once the chat shows it; one is made at a time for each table."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from musbot.narrator.post import Post
from musbot.port.messenger import Unreachable
from musbot.service.queue.rate_limits import TAPS
from musbot.table.acts import Ask, Payload
from musbot.table.events import ChatId, TableId
from musbot.testing import FakePlatform, playing
from tests.support.partidas import one_hand

MAKING, THERE = "Se está preparando: tarda unos segundos.", "Esa mano está ya en el chat"


async def press_film(fake: FakePlatform, table: TableId, name: str) -> str:
    """Lets somebody ask for the film of the first hand after a while; returns the answer."""
    await fake.wait(TAPS.every_s)
    return (await fake.press_data(fake.person(name), str(Payload(table, 1, Ask.FILM)))).text


def fail_once(
    monkeypatch: pytest.MonkeyPatch, fake: FakePlatform, fail: Callable[[Post], Awaitable[None]]
) -> None:
    """Calls `fail` with the next film before it is sent."""
    send, failed = fake.messenger.send, list[Post]()

    async def sent(chat: ChatId, post: Post) -> str:
        if post.unsent and not failed:
            failed.append(post)
            await fail(post)
        return await send(chat, post)

    monkeypatch.setattr(fake.messenger, "send", sent)


@pytest.mark.parametrize("drawn", [True, False], ids=["not sent", "not drawn"])
async def test_a_film_that_failed_can_be_asked_for_again_at_once(
    monkeypatch: pytest.MonkeyPatch, *, drawn: bool
) -> None:
    async with playing() as fake:
        table = await one_hand(fake)

        async def fail(post: Post) -> None:
            if drawn:
                raise Unreachable("refused")
            fake.messenger.unpictured.add(post.key)

        fail_once(monkeypatch, fake, fail)
        assert await press_film(fake, table, "Ane") == ""
        assert await press_film(fake, table, "Beñat") == "", "nothing is there"
        assert (await press_film(fake, table, "Carmen")).startswith(THERE)


async def test_a_second_film_of_a_table_waits_until_the_first_is_there() -> None:
    async with playing() as fake:
        table = await one_hand(fake)
        data = str(Payload(table, 1, Ask.FILM))
        told = await asyncio.gather(*(fake.press_data(fake.person(name), data) for name in ("Ane", "Beñat")))
        assert [it.text for it in told] == ["", MAKING]
        assert (await press_film(fake, table, "Carmen")).startswith(THERE)
