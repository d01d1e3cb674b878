"""A delivery counts once: the store knows each that was applied or refused, also after a start."""

from __future__ import annotations

import asyncio

import pytest

from musbot.game.actions import Action, Voz
from musbot.game.errors import Illegal
from musbot.game.rule_sets import rule_set
from musbot.port.typed import TypedWord
from musbot.service.process.housekeeping import EVERY_S, Housekeeping
from musbot.service.tables.repository import NotSaved
from musbot.store.protocol import StoreError
from musbot.store.sqlite import SqliteStore
from musbot.table.act_result import Refused
from musbot.testing import Clock
from musbot.testing.clock import BEGIN_S
from tests.support.tables import ANE, CHAT, PEOPLE, a_manager, now, opened, say, speaker, taken_up


async def test_a_repeat_is_told_as_one_though_it_would_be_wrong_now(
    store: SqliteStore, timers: Clock
) -> None:
    manager = a_manager(store, timers)
    await taken_up(manager)
    before = await opened(manager)
    first = speaker(before)
    table = await say(manager, before, first, "mus", key="first")
    for n in range(3):
        with pytest.raises(Illegal):
            await say(manager, table, first, "mus", key=f"out of turn {n}")
    restarted = a_manager(store, timers)
    await taken_up(restarted)
    for who in (manager, restarted):
        for key, asked in (("first", before), ("out of turn 0", table), ("first", table)):
            with pytest.raises(Refused, match="repeated"):
                await say(who, asked, first, "mus", key=key)
        assert await now(who, table) == table


async def test_a_repeat_is_not_applied_though_it_would_be_right_now(
    store: SqliteStore, timers: Clock
) -> None:
    manager = a_manager(store, timers)
    await taken_up(manager)
    table = await opened(manager)
    second = PEOPLE[(PEOPLE.index(speaker(table)) + 1) % 4]
    with pytest.raises(Illegal):
        await say(manager, table, second, "mus", key="too early")
    table = await say(manager, table, speaker(table), "mus")
    restarted = a_manager(store, timers)
    await taken_up(restarted)
    with pytest.raises(Refused, match="repeated"):
        await say(restarted, table, second, "mus", key="too early")
    with pytest.raises(Refused, match="repeated"):
        await restarted.apply_word(second, CHAT, TypedWord(Action(Voz.MUS)), key="too early")
    assert await now(restarted, table) == table
    assert (await say(restarted, table, second, "mus", key="in time")).seq == table.seq + 1


async def test_a_command_opens_no_second_table(store: SqliteStore, timers: Clock) -> None:
    manager = a_manager(store, timers)
    await taken_up(manager)
    table = await manager.open(ANE, CHAT, "es", rule_set("parejas", {}), key="update 1")
    again = a_manager(store, timers, seed=2)
    await taken_up(again)
    with pytest.raises(Refused, match="repeated"):
        await again.open(ANE, CHAT, "es", rule_set("parejas", {}), key="update 1")
    assert [it.id for it in again.tables.in_chat(CHAT)] == [table.id]


async def test_a_refusal_that_could_not_be_recorded_is_none_that_was(
    store: SqliteStore, timers: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    manager = a_manager(store, timers)
    await taken_up(manager)
    table = await opened(manager)
    second = PEOPLE[(PEOPLE.index(speaker(table)) + 1) % 4]

    async def full(_: str) -> None:
        raise StoreError("database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(store, "mark", full)
        with pytest.raises(NotSaved):
            await say(manager, table, second, "mus", key="too early")
    with pytest.raises(Illegal):
        await say(manager, table, second, "mus", key="too early")


async def test_the_store_is_swept_at_the_start_and_every_hour_until_the_end(
    store: SqliteStore, timers: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    swept: list[float] = []

    async def sweep() -> None:
        swept.append(timers.now)
        if len(swept) == 2:
            raise StoreError("disk I/O error")

    monkeypatch.setattr(store, "sweep", sweep)
    housekeeping = Housekeeping(store, a_manager(store, timers), timers)
    housekeeping.start()
    for _ in range(3):
        await asyncio.sleep(0)
        timers.advance(EVERY_S)
    await housekeeping.stop()
    timers.advance(EVERY_S)
    await asyncio.sleep(0)
    assert swept == [BEGIN_S, BEGIN_S + EVERY_S, BEGIN_S + 2 * EVERY_S]
    assert "disk I/O error" in caplog.text
