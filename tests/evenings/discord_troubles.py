"""Evenings on which Discord, or who runs the server, stands in the way: nothing is lost, nobody hurried."""

from __future__ import annotations

from dataclasses import replace

from tests.evenings.around import CALM, NUMBERS, SHY
from tests.evenings.channel import TALK, Channel
from tests.evenings.upheaval import down_for_ten_minutes
from tests.fakes.discord_api import FakeDiscord

HOUR_S = 3600
OTHER_SERVER = 1 << 22
"""Of two shards it is the second's, as the ids of servers tell."""
OTHER_CHANNEL = OTHER_SERVER + 1


def gateway_shut(fake: FakeDiscord) -> None:
    """Lets nobody in."""
    fake.gateway.faults.status = 503


def two_shards(fake: FakeDiscord) -> None:
    """Tells the bot to connect with two."""
    fake.gateway.shards = 2
    fake.guild(OTHER_SERVER, "Cuadrilla", members=NUMBERS.values())
    fake.channel(OTHER_CHANNEL, OTHER_SERVER, "cuadrilla")


def _seq(it: Channel) -> int:
    return it.table.seq if it.table is not None else 0


async def the_gateway_is_shut_for_an_hour(it: Channel) -> None:
    """Discord's gateway lets nobody in for an hour: whoever comes is let down, and then it is as ever."""
    it.happens("the gateway lets nobody in")
    await it.slash("Ane", "/mus reglas:vitoria")
    await it.wait(HOUR_S)
    assert not it.fake.connected
    it.happens("the gateway is open")
    it.fake.gateway.faults.clear()
    await it.until(lambda: it.fake.connected, "the bot", patience_s=70)
    await it.wait(5)
    await it.open("Ane", "Beñat", ais=2)
    await it.speak(*CALM)


async def the_gateway_is_shut_in_mid_hand(it: Channel) -> None:
    """The gateway goes in the middle of a hand, for an hour: nobody's time runs, and the hand goes on."""
    await it.open("Ane", "Beñat", ais=2)
    await it.speak(*CALM)
    await it.board()
    said = _seq(it)
    it.happens("the gateway lets nobody in")
    gateway_shut(it.fake)
    await it.fake.drop_gateway()
    await it.press(it.asked()[0], "Paso")
    await it.wait(HOUR_S)
    assert _seq(it) == said
    it.happens("the gateway is open")
    it.fake.gateway.faults.clear()
    await it.until(lambda: it.fake.connected, "the bot", patience_s=70)
    await it.speak(*CALM)
    await it.wait(10)


async def requests_are_answered_503(it: Channel) -> None:
    """Discord answers 503 to all that is sent for some minutes: the hand waits, and nobody is spoken for."""
    await it.open("Ane", "Beñat", ais=2)
    await it.speak(*CALM)
    await it.board()
    it.happens("requests to channels are answered 503")
    it.fake.refuse("*", r"^/channels", 503, times=None)
    await it.press(it.asked()[0], "Paso")
    await it.wait(20)
    said = _seq(it)
    await it.wait(280)
    assert _seq(it) == said
    it.happens("they are answered again")
    it.fake.faults.clear()
    await it.board(70)
    await it.speak(*CALM)
    await it.wait(10)


async def one_of_two_shards_is_down(it: Channel) -> None:
    """Of two connections one is gone: its server's table waits, that of the other plays on."""
    other = replace(it, channel=OTHER_CHANNEL, server=OTHER_SERVER)
    await it.open("Ane", "Beñat", ais=2)
    await other.open("Carmen", "Dani", ais=2)
    for table in (it, other):
        await table.speak(*CALM)
        await table.until(lambda table=table: table.asked() and table.showing(), "a board")  # type: ignore[misc]
    said = _seq(other)
    other.happens("its connection is gone")
    it.fake.gateway.faults.shards.add(1)
    await it.fake.gateway.drop(shard=1)
    for _ in range(3):
        await it.speak(*CALM)
    await it.wait(100)
    assert _seq(other) == said
    other.happens("it may come back")
    it.fake.gateway.faults.clear()
    await it.wait(70)
    await other.speak(*CALM)
    await it.wait(5)


async def a_channel_is_deleted(it: Channel) -> None:
    """The channel is deleted in mid-hand: nothing runs meanwhile, /mesa in another takes the table there."""
    await it.open("Ane", "Beñat", ais=2)
    await it.speak(*CALM)
    await it.board()
    said = _seq(it)
    it.fake.delete_channel(it.channel)
    await it.wait(300)
    assert _seq(it) == said
    it.channel = TALK
    await it.slash("Ane", "/mesa")
    await it.speak(*CALM)
    await it.wait(10)


async def permissions_come_and_go(it: Channel) -> None:
    """Sending is forbidden and allowed, then looking, then files: each time the hand goes on where it was."""
    await it.open("Ane", "Beñat", ais=2)
    for what in ("send", "view", "files"):
        await it.speak(*CALM)
        await it.board()
        it.fake.forbid(it.channel, what)
        await it.wait(120)
        it.fake.forbid(it.channel)
        await it.wait(5)
    await it.speak(*CALM)
    await it.wait(10)


async def no_private_messages(it: Channel) -> None:
    """Who takes no private messages plays from the channel: their cards stand there, for them alone."""
    await it.open("Ane", "Félix", "Beñat", "Eva")
    for _ in range(4):
        await it.speak("Mus")
    for throws in range(1, 5):
        await it.board()
        await it.wait(25)
        name = it.asked()[0]
        assert any(f"<@{NUMBERS[name]}>" in text for text in it.rang()), "who has to throw cards is called"
        where = it.channel if name in SHY else it.home(name)
        await it.choose(name, it.cards(name, where)[:throws], where)
    await it.speak("No hay mus")
    await it.speak("Paso")
    await it.wait(5)
    for name in ("Félix", "Eva"):
        assert not it.posts(it.home(name))


async def the_bot_is_down_for_ten_minutes(it: Channel) -> None:
    """The bot ends in mid-hand; ten minutes later nobody was spoken for, and a turn begins anew."""
    asked = await down_for_ten_minutes(it)
    async with it.down():
        await it.press(asked, "Paso")
        await it.wait(60)
    await it.speak("Paso", name=asked)
    await it.speak(*CALM)
    await it.wait(3)
