"""What ships for tests of others: its example runs, and the fake platform can do what real ones do."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

import musbot.testing
from musbot.config import Settings
from musbot.game.errors import MusError
from musbot.narrator.post import Post
from musbot.port.door import Door
from musbot.port.messenger import Gone, Outage, Unreachable
from musbot.table.events import ChatId
from musbot.testing import Clock, FakeMessenger, FakePlatform, NoButton, playing, running
from tests.support.partidas import seated

MUS_IS_ASKED = "envido"
"""A seed with which Ane is the first to be asked for mus."""


def test_the_example_runs() -> None:
    found = doctest.testmod(musbot.testing)
    assert (found.attempted, found.failed) == (4, 0)


async def test_cards_come_to_the_private_chat_once_it_is_open() -> None:
    async with playing() as fake:
        ane = fake.person("Ane")
        fake.messenger.closed.add(ane.id)
        await seated(fake)
        assert fake.messenger.posts(ane.id) == []
        await fake.open_private(ane)
        cards, hello = fake.messenger.posts(ane.id)
        assert cards.title == f"Mesa {fake.tables()[0].short} · mano 1 · tus cartas"
        assert "Ane" in hello.text


async def test_one_is_asked_at_a_time_and_others_are_told_so() -> None:
    async with playing(seed=MUS_IS_ASKED) as fake:
        ane, eva = fake.person("Ane"), fake.person("Eva", "en")
        await seated(fake)
        assert [person.name for person in fake.awaited_people()] == ["Ane"]
        assert "You have no seat at this table." in (await fake.press(eva, "No hay mus")).text
        await fake.say(ane, "no mus")
        assert "GRANDE" in fake.messenger.posts(fake.chat)[-1].text
        with pytest.raises(NoButton, match=r"'No hay mus' in fake:sala: expected one of .*, Mis cartas, "):
            await fake.press(ane, "No hay mus")


async def test_a_table_goes_on_in_the_same_folder(tmp_path: Path) -> None:
    async with playing(tmp_path, seed=MUS_IS_ASKED) as fake:
        await seated(fake)
        (left,) = fake.tables()
    async with playing(tmp_path, seed=MUS_IS_ASKED) as fake:
        await fake.command(fake.person("Ane"), "mesa")
        assert fake.tables() == [left]
        await fake.press(fake.person("Ane"), "No hay mus")
    async with playing() as fake:
        assert fake.tables() == []


async def test_time_passes_when_a_test_says_so() -> None:
    async with playing(settings=Settings(turn_s=60, ai_pause_s=0)) as fake:
        await seated(fake)
        before = fake.tables()
        await fake.wait(59)
        assert fake.tables()[0].question == before[0].question
        await fake.wait(2)
        assert fake.tables()[0].seats != before[0].seats, "Ane has missed her turn"
        assert fake.changes[-1] == (fake.chat, fake.tables()[0])


async def test_the_same_seed_deals_the_same_cards() -> None:
    dealt = []
    for seed in ("a", "a", "b"):
        async with playing(seed=seed) as fake:
            await seated(fake)
            dealt.append(fake.messenger.posts(ChatId("fake:ane"))[-1].text)
    assert dealt[0] == dealt[1] != dealt[2]


async def test_a_platform_that_ends_ends_the_test() -> None:
    class Broken(FakePlatform):
        async def run(self, door: Door) -> None:
            raise Outage("the wire is cut")

    async def runs(clock: Clock) -> None:
        async with running({"fake": Broken()}, clock) as process:
            (ended,) = process.running
            await ended

    with pytest.raises(MusError, match="the wire is cut"):
        await runs(Clock())


async def test_a_post_stands_in_place_of_another_and_an_empty_one_takes_it_away() -> None:
    messenger = FakeMessenger()
    message = await messenger.send(ChatId("fake:sala"), Post("", "hola"))
    assert await messenger.send(ChatId("fake:sala"), Post("", "adiós", replaces_message=message)) == message
    assert [post.text for post in messenger.posts(ChatId("fake:sala"))] == ["adiós"]
    await messenger.send(ChatId("fake:sala"), Post("", "", replaces_message=message))
    assert messenger.posts(ChatId("fake:sala")) == []


def test_a_timer_that_was_cancelled_never_strikes() -> None:
    clock, struck = Clock(), list[int]()
    clock.call_later(1, struck.append, 1).cancel()
    clock.call_later(1, struck.append, 2)
    assert clock.advance(1)
    assert struck == [2]


async def test_a_messenger_fails_as_it_is_told_to() -> None:
    messenger = FakeMessenger()
    message = await messenger.send(ChatId("fake:sala"), Post("", "hola"))
    messenger.failing[ChatId("fake:sala")] = [Outage("down")]
    with pytest.raises(Outage):
        await messenger.edit(ChatId("fake:sala"), message, Post("", "adiós"))
    await messenger.edit(ChatId("fake:sala"), message, Post("", "adiós"))
    assert [post.text for post in messenger.posts(ChatId("fake:sala"))] == ["adiós"]
    await messenger.delete(ChatId("fake:sala"), message)
    with pytest.raises(Gone):
        await messenger.edit(ChatId("fake:sala"), message, Post("", "hola"))
    messenger.closed.add(ChatId("fake:sala"))
    with pytest.raises(Unreachable):
        await messenger.send(ChatId("fake:sala"), Post("", "hola"))
    assert [made.what for made in messenger.requests_to(ChatId("fake:sala"))] == [
        "send",
        "edit",
        "delete",
        "edit",
    ]
