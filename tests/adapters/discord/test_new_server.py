"""A server that adds the bot reads one soundless greeting, if the bot may write there."""

from __future__ import annotations

import discord

from tests.e2e.discord_server import ANE, MUS
from tests.support.discord_wire import Wire

NEW, GENERAL = 20, 21
QUIET = discord.MessageFlags(suppress_notifications=True).value


async def test_a_new_server_is_greeted_once_and_a_press_opens_a_table(wire: Wire) -> None:
    fake = wire.fake
    await wire.bot.client.wait_until_ready()
    fake.new_guild(NEW, GENERAL)
    await fake.until(lambda: fake.from_bot(GENERAL))
    (greeting,) = fake.from_bot(GENERAL)
    assert fake.labels(GENERAL) == ["Abrir mesa", "🎓 Aprender"]
    assert len(greeting.text.splitlines()) == 2
    assert greeting.kept.flags & QUIET
    await fake.answer(fake.press(ANE, "Abrir mesa", GENERAL))
    await fake.until(lambda: len(fake.from_bot(GENERAL)) > 1)


async def test_a_server_where_the_bot_may_not_write_reads_no_greeting(wire: Wire) -> None:
    await wire.bot.client.wait_until_ready()
    wire.fake.new_guild(NEW, GENERAL, lacking=discord.Permissions(send_messages=True).value)
    await wire.fake.answer(wire.fake.slash(ANE, "/mus", MUS))
    assert wire.fake.from_bot(GENERAL) == []
