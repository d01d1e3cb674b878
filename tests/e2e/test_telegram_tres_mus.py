"""Tres Mus with eight at the table, two people and six AI, in one group: the bot as its own process."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.e2e.bot_process import BotProcess
from tests.e2e.leaks import every_picture, leaks
from tests.e2e.pena import Pena, play_at_one_press_a_second
from tests.fakes.telegram_api import FakeTelegram

PENA = -1001000000003
PEOPLE = {"Ane": 101, "Beñat": 102}


@pytest.mark.long
async def test_eight_play_a_partida_of_tres_mus_within_the_limits(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    async with FakeTelegram() as fake:
        for name, uid in PEOPLE.items():
            fake.user(uid, name, started=name == "Ane")
        fake.group(PENA, "Peña", members=tuple(PEOPLE.values()))
        bot = BotProcess(tmp_path, fake, {"MUSBOT_AI_PAUSE_SECONDS": "0.1"})
        await bot.start()
        pena = Pena(fake, PENA, PEOPLE, random.Random(1), boldness=0.9)
        await _open(pena)
        fake.mark()
        await play_at_one_press_a_second(pena)
        await fake.settle(timeout_s=30)

        assert fake.violations == []
        assert fake.max_in_any_minute(PENA) <= 20
        assert [entry for entry in fake.refused if entry.code != 403] == []
        (table,) = bot.tables().values()
        assert table.over
        assert table.mesa is not None
        assert table.mesa.seats == 8
        assert sorted(table.mesa.juegos) == [0] + [1] * 7
        assert leaks(fake, bot.stored(), every_picture(bot.stored())) == []
        texts = [message.text for message in fake.from_bot(PENA)]
        assert any("pierde el juego (ya 1 de 1)" in text for text in texts)
        assert any("queda fuera de la partida" in text for text in texts)
        told = [message.text for uid in PEOPLE.values() for message in fake.from_bot(uid)]
        assert told
        assert not any("Ahora no tienes cartas" in text for text in told), "who is out is left in peace"
        record_property("figure", f"Tres Mus of eight: {table.hands_over} hands, {len(texts)} messages")
        assert await bot.terminate() == 0, bot.log


async def _open(pena: Pena) -> None:
    """Opens a table with few stones, seats the people and six AI, and starts."""
    pena.fake.say(PEOPLE["Ane"], "/mus tres-mus piedras=1 juegos=1", PENA)
    await pena.fake.until(lambda: pena.boards, timeout_s=20)
    for name in PEOPLE:
        await pena.press(name, "Sentarme")
    for _ in range(6):
        await pena.press("Ane", "Añadir IA")
        await asyncio.sleep(0.2)
    await pena.press("Ane", "Empezar")
    await pena.fake.until(lambda: "Mis cartas" in pena.fake.labels(PENA), timeout_s=20)
