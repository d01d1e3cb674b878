"""PostgreSQL is away: whoever acts is told so within 4 s, and nothing is lost or counts twice."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from musbot.game.events import Said
from musbot.store.codec import decode
from musbot.store.store import Store
from musbot.table.table import Table
from tests.e2e.discord_server import MUS
from tests.support.cut_off import Between, Cut, between
from tests.support.discord_wire import Wire, wired
from tests.support.telegram_bot import Bot
from tests.support.telegram_sala import ANE, BENAT, CARMEN, DANI, Sala

SOON_S = 4.0
"""Within which a person is told; a write waits 3 s."""
NOT_SAVED = "No se ha podido guardar. Prueba otra vez."
MAYBE = "Ahora mismo no se puede guardar nada. Mira la mesa dentro de un momento: puede que haya contado."
Way = tuple[Between, str]


@pytest.fixture
async def way(url: str) -> AsyncIterator[Way]:
    """The way to a server, and the URL that leads through it."""
    async with between(url) as found:
        yield found


@pytest.fixture
async def away_sala(fake: object, tmp_path: Path, hasty: None, way: Way) -> AsyncIterator[Sala]:
    """A group on Telegram in which a hand of four begins."""
    bot = Bot(tmp_path, fake, url=way[1])  # type: ignore[arg-type]
    await bot.start()
    sala = Sala(bot.fake, bot)
    await sala.open(ANE, BENAT, CARMEN, DANI)
    await bot.fake.settle()
    yield sala
    way[0].come_back()
    await bot.stop()
    answered = Counter(it.payload["callback_query_id"] for it in bot.fake.sent if "Query" in it.method)
    assert max(answered.values()) == 1, "a press was answered twice"


@asynccontextmanager
async def on_discord(folder: Path, way: Way) -> AsyncIterator[Wire]:
    """A channel on Discord in which a hand of four begins."""
    async with wired(folder, url=way[1]) as wire:
        await wire.mesa.open()
        await wire.fake.settle()
        yield wire
        way[0].come_back()


async def words(store: Store, table: Table) -> int:
    """How many words of the game are stored."""
    return sum(isinstance(decode(it), Said) for _, it in await store.load_log(table.id))


# ---- Telegram --------------------------------------------------------------------------------------------


async def test_who_presses_while_the_server_is_stopped_reads_that_it_was_not_saved(
    away_sala: Sala, way: Way
) -> None:
    before, fake = away_sala.table, away_sala.fake
    way[0].go_away()
    for _ in range(3):  # the first is fetched by a poll that waited, the others while it is stopped
        query = fake.press(away_sala.speaker, "No hay mus", away_sala.chat)
        assert (await fake.answer(query, SOON_S + 1.5)).text == NOT_SAVED
    assert away_sala.table == before
    way[0].come_back()
    await away_sala.press(away_sala.speaker, "No hay mus")
    await fake.until(lambda: "GRANDE" in away_sala.boards[-1].text)
    assert await words(away_sala.bot.store.real, before) == 1


async def test_a_word_and_a_command_wait_until_the_server_is_back_and_count_once(
    away_sala: Sala, way: Way
) -> None:
    before, fake = away_sala.table, away_sala.fake
    fake.privacy = False
    way[0].go_away()
    first = fake.press(away_sala.speaker, "No hay mus", away_sala.chat)
    await fake.answer(first, SOON_S)
    away_sala.say(away_sala.speaker, "No hay mus")
    away_sala.say(ANE, "/tanteo")
    await fake.answer(fake.press(away_sala.speaker, "No hay mus", away_sala.chat), SOON_S + 1.5)
    assert not set(fake.updates.confirmed) & {it.id for it in fake.updates.pending}
    way[0].come_back()
    await fake.until(lambda: "GRANDE" in away_sala.boards[-1].text)
    await fake.until(lambda: not fake.updates.pending)
    assert await words(away_sala.bot.store.real, before) == 1


async def test_who_presses_while_the_server_hangs_is_told(away_sala: Sala, way: Way) -> None:
    before, fake = away_sala.table, away_sala.fake
    way[0].hangs = True
    query = fake.press(away_sala.speaker, "No hay mus", away_sala.chat)
    assert (await fake.answer(query, SOON_S)).text in (NOT_SAVED, MAYBE)
    assert away_sala.table == before
    way[0].come_back()
    await fake.settle()
    await away_sala.press(ANE, "Mis cartas")


async def test_a_press_in_a_commit_that_is_cut_off_counts_once_and_is_told_that_it_may(
    away_sala: Sala, way: Way
) -> None:
    before, fake = away_sala.table, away_sala.fake
    way[0].cut(Cut.UNANSWERED, b"AppendEvent")
    query = fake.press(away_sala.speaker, "No hay mus", away_sala.chat)
    await fake.until(lambda: way[0].cuts)
    way[0].go_away()
    assert (await fake.answer(query, SOON_S)).text == MAYBE
    way[0].come_back()
    await fake.until(lambda: "GRANDE" in away_sala.boards[-1].text)
    assert await words(away_sala.bot.store.real, before) == 1


# ---- Discord ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hangs", [False, True])
async def test_who_presses_or_gives_a_command_on_discord_is_told(
    tmp_path: Path, hasty_discord: None, way: Way, *, hangs: bool
) -> None:
    async with on_discord(tmp_path, way) as wire:
        mesa, fake = wire.mesa, wire.fake
        before = wire.process.manager.tables.in_chat(mesa.chat)[0]
        if hangs:
            way[0].hangs = True
        else:
            way[0].go_away()
        press = fake.press(mesa.awaited()[0], "No hay mus", MUS)
        command = fake.slash(ANE, "/language language:eu", MUS)
        for act in (press, command):
            await fake.until(lambda act=act: fake.told(act), timeout_s=SOON_S)  # type: ignore[misc]
            assert fake.told(act) in (NOT_SAVED, MAYBE)
        assert wire.process.manager.tables.in_chat(mesa.chat)[0] == before
        way[0].come_back()
        await asyncio.sleep(1)
        await mesa.press(mesa.awaited()[0], "No hay mus")
        await fake.until(lambda: "GRANDE" in mesa.boards[-1].text)
        assert await words(wire.process.manager.store, before) == 1
