"""discord.py talks with the fake over the wire."""

from __future__ import annotations

import io
import time
from typing import Any

import discord
import pytest
from discord import ui

from tests.fakes.clock import Clock
from tests.fakes.discord_api import FakeDiscord, Limits
from tests.fakes.test_discord.cast import ANE, BEÑAT, CARMEN, MUS, PNG, Bot


async def test_a_command_a_press_a_form_and_what_one_sees_alone(fake: FakeDiscord, bot: Bot) -> None:
    answer = await fake.answer(fake.slash(ANE, "/mus reyes:8", MUS))
    assert (answer.kind, answer.private) == ("message", False)
    assert answer.text == "Mesa a 8 reyes"
    assert fake.labels(MUS) == ["Sentarme", "Palabra", "Quitar"]

    alone = await fake.answer(fake.press(BEÑAT, "Sentarme", MUS))
    assert (alone.text, alone.private) == ("Te sientas, Beñat.", True)
    assert "Te sientas, Beñat." in fake.seen_by(BEÑAT)
    assert "Te sientas, Beñat." not in fake.seen_by(ANE)
    assert [fake.texts(MUS, viewer)[1:] for viewer in (ANE, BEÑAT)] == [[], ["Te sientas, Beñat."]]

    form = fake.press(ANE, "Palabra", MUS)
    assert (await fake.answer(form)).kind == "modal"
    said = await fake.answer(fake.submit(ANE, form, {"Palabra": "txakurra"}))
    assert (said.text, said.private) == ("Tu palabra: txakurra", True)

    cards = await fake.answer(fake.slash(ANE, "/cartas", MUS))
    assert (cards.files, cards.private) == ([PNG], True)
    assert fake.files_seen_by(BEÑAT) == []

    await fake.answer(fake.press(ANE, "Quitar", MUS))
    assert fake.texts(MUS) == ["Quitada"]
    assert fake.labels(MUS) == []
    assert fake.violations == []


async def test_what_discord_py_asks_for_is_known(fake: FakeDiscord, bot: Bot) -> None:
    channel = bot.get_channel(MUS)
    assert isinstance(channel, discord.TextChannel)
    assert channel.permissions_for(channel.guild.me).send_messages
    sent = [
        await channel.send("Reyes", nonce="n1", file=discord.File(io.BytesIO(PNG), "a.png")) for _ in "ab"
    ]
    assert sent[0].id == sent[1].id  # discord.py enforces a nonce
    embed = discord.Embed(title="Órdago", description="Quiero").set_image(url="attachment://a.png")
    await sent[0].edit(content=None, embed=embed)
    assert fake.texts(MUS) == ["Órdago\nQuiero"]
    assert await sent[0].attachments[0].read() == PNG
    thread = await channel.create_thread(name="Mesa 2", type=discord.ChannelType.public_thread)
    await thread.send(f"<@{ANE}>", allowed_mentions=discord.AllowedMentions(users=[discord.Object(ANE)]))
    assert fake.visible(thread.id)[0].pings == {ANE}
    await (await sent[0].create_thread(name="Mesa 1")).edit(archived=True)
    async with channel.typing():
        await sent[0].pin()
    await sent[0].delete()
    assert fake.visible(MUS) == []
    emoji = await bot.create_application_emoji(name="sota", image=PNG)
    assert [e.id for e in await bot.fetch_application_emojis()] == [emoji.id]
    await (await bot.fetch_user(ANE)).send("Hola")
    assert fake.texts(fake.dm(ANE)) == ["Hola"]
    with pytest.raises(discord.Forbidden) as refused:
        await (await bot.fetch_user(CARMEN)).send("Hola")
    assert refused.value.code == 50007
    assert (await fake.answer(fake.slash(ANE, "/cartas"))).files == [PNG]
    assert fake.violations == []


async def test_a_bot_in_haste_waits_as_it_is_told(fake: FakeDiscord, bot: Bot, clock: Clock) -> None:
    channel = bot.get_channel(MUS)
    assert isinstance(channel, discord.TextChannel)
    fake.flood.limits = Limits(sends=(2, 0.3))
    fake.flood.clock = time.time
    for text in "abcde":
        await channel.send(text)
    assert fake.texts(MUS) == list("abcde")
    assert fake.flood.refused == 0  # it read the headers


async def test_all_sorts_of_components_pass(fake: FakeDiscord, bot: Bot) -> None:
    channel = bot.get_channel(MUS)
    assert isinstance(channel, discord.TextChannel)
    picture = discord.File(io.BytesIO(PNG), "a.png")
    acta = discord.File(io.BytesIO(b"acta"), "acta.txt")
    view = ui.LayoutView(timeout=None)
    box: ui.Container[Any] = ui.Container(accent_colour=discord.Colour.red())
    box.add_item(ui.Section("Tanteo", accessory=ui.Thumbnail(picture, description="as")))
    box.add_item(ui.Separator(spacing=discord.SeparatorSpacing.large))
    box.add_item(ui.Section("Acta", accessory=ui.Button(label="Ver", custom_id="v", emoji="🃏")))
    options = [
        discord.SelectOption(label="Ocho", value="8", emoji="👑"),
        discord.SelectOption(label="Cuatro"),
    ]
    box.add_item(ui.ActionRow(ui.Select(custom_id="s", placeholder="Reyes", options=options)))
    view.add_item(box)
    view.add_item(ui.File(acta))
    await channel.send(view=view, files=[picture, acta])
    assert fake.texts(MUS) == ["Tanteo\nActa"]
    assert fake.visible(MUS)[0].alt_texts == ["as"]
    press = fake.choose(ANE, "Ocho", MUS)
    assert fake.world.presses[press].message is fake.visible(MUS)[0]
    assert fake.violations == []
