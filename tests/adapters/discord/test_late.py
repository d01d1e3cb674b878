"""What Discord has told its presser had failed is not done later; what was done all the same is told."""

from __future__ import annotations

import asyncio
import random
from datetime import UTC, datetime
from email.utils import formatdate
from pathlib import Path
from types import SimpleNamespace

import pytest

from adapters.discord.interactions import InteractionDeadlines
from musbot.table.events import read_person_id
from tests.e2e.discord_server import ANE, BENAT, DANI, MUS, State
from tests.support.discord_night import Night, lived
from tests.support.discord_wire import Wire

CALLBACK = r"/callback$"
AHEAD_S = (-10, 0, 10)
"""By how much Discord's clock differs from ours."""


@pytest.fixture(autouse=True)
def _pauses(hasty_discord: None) -> None:
    """What is sent goes at once: limits are not what this is about."""


async def in_grande(it: Night) -> State:
    """A hand of four in which grande has begun."""
    await it.process.start()
    await it.connected()
    mesa = it.mesa()
    await mesa.open()
    await mesa.fake.settle()
    await mesa.press(mesa.awaited()[0], "No hay mus")
    await it.fake.until(lambda: "GRANDE" in mesa.boards[-1].text)
    await asyncio.sleep(70)  # a connection that has held so long is tried again at once
    return mesa


async def away(it: Night) -> None:
    """The gateway goes, and the first try to come back fails: the next is after 1.13 s."""
    it.fake.gateway.faults.status = 503
    await it.fake.drop_gateway(4000)
    await asyncio.sleep(0.05)


@pytest.mark.parametrize("ahead_s", AHEAD_S)
def test_a_press_that_is_replayed_after_it_had_failed_is_not_done(tmp_path: Path, ahead_s: float) -> None:
    async def story(it: Night) -> None:
        mesa = await in_grande(it)
        before = it.table(mesa.chat)
        await away(it)
        press = it.fake.press(mesa.awaited()[0], "Órdago", MUS)
        await asyncio.sleep(5)
        it.fake.gateway.faults.clear()
        await it.connected()
        await asyncio.sleep(5)
        assert it.table(mesa.chat) == before
        assert it.fake.told(press) == ""
        await mesa.press(mesa.awaited()[0], "Paso")
        assert it.table(mesa.chat).seq > before.seq

    lived(tmp_path, story, ahead_s=ahead_s)


@pytest.mark.parametrize("ahead_s", AHEAD_S)
def test_a_press_of_a_second_ago_counts_in_a_replay(tmp_path: Path, ahead_s: float) -> None:
    async def story(it: Night) -> None:
        mesa = await in_grande(it)
        before = it.table(mesa.chat)
        await away(it)
        pressed_at = it.hours.now
        it.fake.press(mesa.awaited()[0], "Paso", MUS)
        it.fake.gateway.faults.clear()
        await it.fake.until(lambda: it.table(mesa.chat).seq > before.seq)
        assert 1 <= it.hours.now - pressed_at < 2

    lived(tmp_path, story, ahead_s=ahead_s)


@pytest.mark.parametrize("ahead_s", AHEAD_S)
@pytest.mark.parametrize(("late_s", "counts"), [(0.8, 1), (2.5, 1), (4, 0)])
def test_a_press_that_was_long_on_its_way_is_acknowledged_before_it_is_done(
    tmp_path: Path, late_s: float, counts: int, ahead_s: float
) -> None:
    async def story(it: Night) -> None:
        mesa = await in_grande(it)
        before = it.table(mesa.chat)
        it.fake.gateway.faults.late_s = late_s
        press = it.fake.press(mesa.awaited()[0], "Paso", MUS)
        await asyncio.sleep(late_s + 1)
        assert it.table(mesa.chat).seq == before.seq + counts
        answered = [sent for sent in it.fake.sent if f"/interactions/{press}/" in sent.path]
        assert [sent.code for sent in answered] == [0 if counts else 10062]

    lived(tmp_path, story, ahead_s=ahead_s)


@pytest.mark.parametrize("lose", ["request", "reply"])
def test_an_acknowledgement_that_is_lost_is_given_once_more(tmp_path: Path, lose: str) -> None:
    async def story(it: Night) -> None:
        mesa = await in_grande(it)
        before = it.table(mesa.chat)
        it.fake.gateway.faults.late_s = 2.5
        (it.fake.lose_request if lose == "request" else it.fake.lose_reply)("POST", CALLBACK)
        it.fake.press(mesa.awaited()[0], "Paso", MUS)
        await asyncio.sleep(3)
        assert it.table(mesa.chat).seq == before.seq + 1
        assert mesa.labels

    lived(tmp_path, story)


async def test_what_waits_for_its_table_until_it_has_failed_is_not_done(wire: Wire) -> None:
    await wire.mesa.open()
    wire.store.free.clear()
    wire.fake.press(wire.mesa.awaited()[0], "No hay mus", MUS)
    await wire.fake.until(lambda: wire.store.waiting)
    wire.fake.refuse("POST", CALLBACK, 404, 10062)
    leaves = wire.fake.slash(BENAT, "/salir", MUS)
    await wire.fake.until(lambda: wire.fake.refused)
    wire.clock.on(3)
    wire.store.free.set()
    await wire.fake.until(lambda: "GRANDE" in wire.mesa.boards[-1].text)
    await wire.fake.settle()
    (table,) = wire.process.manager.tables.in_chat(wire.mesa.chat)
    assert table.seat_of(read_person_id(f"discord:{BENAT}")) is not None
    assert wire.fake.told(leaves) == ""


@pytest.mark.parametrize("presser", [ANE, DANI])
async def test_who_was_told_that_it_failed_hears_that_it_counts(wire: Wire, presser: int) -> None:
    """Dani has no private chat with the bot and is told in the channel."""
    await wire.mesa.open()
    name = wire.fake.world.users[presser].global_name
    wire.fake.refuse("POST", CALLBACK, 404, 10062, times=None)
    wire.fake.slash(presser, "/salir", MUS)
    where = wire.fake.dm(presser) if presser != DANI else MUS
    told = f"{name}: la aplicación dice que ha fallado, pero cuenta."
    await wire.fake.until(lambda: told in wire.fake.texts(where))


async def test_who_only_looked_is_not_told_that_it_counts(wire: Wire) -> None:
    await wire.mesa.open()
    wire.fake.refuse("POST", CALLBACK, 404, 10062, times=None)
    wire.fake.press(ANE, "Tanteo", MUS)
    await wire.fake.until(lambda: wire.fake.refused)
    await wire.fake.settle()
    assert not any("pero cuenta" in text for text in wire.fake.texts(wire.fake.dm(ANE)))


# ---- Discord's clock -------------------------------------------------------------------------------------


def test_of_whole_seconds_the_nearest_is_known_after_some_answers() -> None:
    rng, now = random.Random(1), [0.0]
    ages = InteractionDeadlines(lambda: now[0])
    for _ in range(50):
        asked_at, now[0] = now[0], now[0] + 0.1
        ages.record_date(formatdate(1_800_000_010 + asked_at + 0.05, usegmt=True), asked_at)
        now[0] += rng.random()
    assert ages._platform.most_age_s(now[0]) == pytest.approx(1_800_000_010.1, abs=0.1)


def test_a_clock_that_stood_still_meanwhile_is_noticed_and_nonsense_changes_nothing() -> None:
    ages = InteractionDeadlines(lambda: 7.0)
    for date in (formatdate(1_800_000_000, usegmt=True), formatdate(1_800_000_060, usegmt=True), "", "soon"):
        ages.record_date(date, 7.0)
    assert ages._platform.most_age_s(7.0) == 1_800_000_060 + 1 - 7


def test_nothing_is_late_before_discord_has_told_its_time() -> None:
    assert not InteractionDeadlines(lambda: 1e9).is_late(SimpleNamespace(created_at=datetime.now(UTC)))  # type: ignore[arg-type]
