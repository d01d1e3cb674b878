"""The bot as its own process: whole partidas in two groups at once, by pressing labelled buttons."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from tests.e2e.bot_process import BotProcess
from tests.e2e.leaks import every_picture, leaks
from tests.e2e.pena import Pena, play_at_one_press_a_second
from tests.e2e.standby import folded_table, logs_of
from tests.fakes.telegram_api import FakeTelegram
from tests.support.pooler import Pooled, pgbouncer

ANE, BENAT, CARMEN, DANI, EVA, FELIX, NADIE = range(101, 108)
COUNTED = ("sends", "edits", "deletes", "answers", "dms", "dm_edits")
PENA, CUADRILLA = -1001000000001, -1001000000002


@pytest.fixture
async def fake() -> AsyncIterator[FakeTelegram]:
    async with FakeTelegram() as fake:
        yield fake


@pytest.fixture
async def bot(fake: FakeTelegram, tmp_path: Path) -> AsyncIterator[BotProcess]:
    bot = BotProcess(tmp_path, fake, {"MUSBOT_AI_PAUSE_SECONDS": "0.3"})
    await bot.start()
    yield bot
    if bot.process is not None and bot.process.returncode is None:
        assert await bot.terminate() == 0, bot.log


def two_groups(fake: FakeTelegram) -> tuple[Pena, Pena]:
    """Four people, two of whom never opened the private chat; two people who will play with AI."""
    names = {"Ane": ANE, "Beñat": BENAT, "Carmen": CARMEN, "Dani": DANI}
    for name, uid in names.items():
        fake.user(uid, name, started=name in ("Ane", "Beñat"))
    others = {"Eva": EVA, "Félix": FELIX}
    for name, uid in others.items():
        fake.user(uid, name, started=True)
    fake.user(NADIE, "Nadie", started=True)
    fake.group(PENA, "Peña", members=(*names.values(), NADIE))
    fake.group(CUADRILLA, "Cuadrilla", members=(*others.values(), NADIE))
    return (
        Pena(fake, PENA, names, random.Random(1), boldness=0.6),
        Pena(fake, CUADRILLA, others, random.Random(2), boldness=0.6),
    )


async def strays_are_answered_privately(group: Pena, old: str) -> None:
    """A press by one who has no seat and one on an old button are told so in private alone."""
    fake = group.fake
    label = next(label for row in group.boards[-1].labels for label in row if label != "Revancha")
    posted = len(fake.group_payloads(group.chat))
    stranger = fake.press(NADIE, label, group.chat)
    assert str((await fake.answer(stranger)).text).startswith("No te has sentado en esta mesa.")
    *_, other = (
        group.people.values()
    )  # who opened the table may have pressed just now: a double tap is silent
    late = fake.press(other, data=old, chat=group.chat)
    assert (await fake.answer(late)).text.startswith("Ese botón es de antes.")
    # nothing is posted but, perhaps, a call that was due
    assert not [
        it
        for it in fake.group_payloads(group.chat)[posted:]
        if "No te has sentado" in str(it) or "Ese botón" in str(it)
    ]


@pytest.mark.long
async def test_two_groups_play_whole_partidas_within_the_limits(
    fake: FakeTelegram, bot: BotProcess, record_property: Callable[[str, object], None]
) -> None:
    pena, cuadrilla = two_groups(fake)
    await asyncio.gather(
        pena.open("/mus vitoria piedras=20 juegos=1", ais=0),
        cuadrilla.open("/mus parejas piedras=20 juegos=1", ais=2),
    )
    await fake.settle(timeout_s=30)
    for group in (pena, cuadrilla):
        table = next(t for t in bot.tables().values() if t.chat == f"telegram:{group.chat}")
        await strays_are_answered_privately(group, f"{table.id}:0:mus")
    fake.mark()
    await asyncio.gather(play_at_one_press_a_second(pena), play_at_one_press_a_second(cuadrilla))
    await fake.settle(timeout_s=30)

    assert fake.violations == []
    assert fake.max_in_any_minute(PENA) <= 20
    assert fake.max_in_any_minute(CUADRILLA) <= 20
    assert [entry for entry in fake.refused if entry.code != 403] == []
    tables = bot.tables().values()
    assert all(table.over and table.mesa is not None for table in tables)
    assert leaks(fake, bot.stored(), every_picture(bot.stored())) == []
    hands = sum(table.hands_over for table in tables)
    count = fake.count()
    each = ", ".join(f"{count[kind] / hands:.1f} {kind}" for kind in COUNTED)
    record_property("figure", f"requests a hand, over {hands} hands at one press a second: {each}")
    assert count["refused"] <= 2, "the two who never opened their private chat, once each"


@pytest.mark.long
async def test_a_partida_is_played_behind_a_pooler_by_session(
    fake: FakeTelegram, tmp_path: Path, url: str
) -> None:
    async with pgbouncer(url, Pooled.SESSION) as through:
        bot = BotProcess(tmp_path, fake, {"DATABASE_URL": through, "MUSBOT_AI_PAUSE_SECONDS": "0.3"})
        await bot.start()
        _, cuadrilla = two_groups(fake)
        await cuadrilla.open("/mus parejas piedras=20 juegos=1", ais=2)
        await play_at_one_press_a_second(cuadrilla)
        assert await bot.terminate() == 0, bot.log
    logs = await logs_of(url)
    assert [folded_table(log).over for log in logs.values()] == [True]
