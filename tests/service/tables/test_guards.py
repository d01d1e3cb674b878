"""Guards of the tables that are easily lost: each test fails if its guard is taken out."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Any

import pytest

from musbot.game.engine import awaited_seats
from musbot.game.rule_sets import rule_set
from musbot.port.replies import Delivery
from musbot.service.tables.manager import TableManager
from musbot.service.tables.repository import MOST_FAILURES, NotSaved
from musbot.store.protocol import StoreError
from musbot.store.sqlite import SqliteStore
from musbot.table.act_result import Refused
from musbot.table.acts import Payload, read_act
from musbot.table.alarms import IDLE_S, READY_S, WAITED_S, Moment, NudgeClock, TurnClock
from musbot.table.events import ChatId, TableId
from musbot.table.table import Table
from musbot.testing import Clock
from tests.support.tables import (
    ANE,
    BENAT,
    CHAT,
    a_manager,
    mesa_of,
    now,
    opened,
    say,
    seated,
    speaker,
    taken_up,
)


class Full:
    """The `append` of a store whose disk is full for some writes."""

    def __init__(self, store: SqliteStore) -> None:
        self.left = 0
        self._append = store.append

    async def __call__(self, *given: Any, **how: Any) -> None:
        if self.left:
            self.left -= 1
            raise StoreError("database or disk is full")
        await self._append(*given, **how)


@pytest.fixture
def full(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> Full:
    disk = Full(store)
    monkeypatch.setattr(store, "append", disk)
    return disk


async def test_a_press_whose_player_was_told_that_it_failed_is_never_applied(manager: TableManager) -> None:
    table = await opened(manager)
    word = Payload(table.id, table.question, read_act("nomus"))
    manager.deliveries["late"] = Delivery(lambda: True)
    with pytest.raises(Refused, match="refused-late"):
        await manager.press(speaker(table), word, key="late")
    assert await now(manager, table) == table
    manager.deliveries["late"].is_answered = True
    await manager.press(speaker(table), word, key="late")
    assert (await now(manager, table)).seq > table.seq


async def test_failed_writes_end_the_process_only_if_none_between_them_succeeds(
    manager: TableManager, full: Full
) -> None:
    table = await opened(manager)
    for _ in range(3):
        for _ in range(MOST_FAILURES - 1):
            full.left = 1
            with pytest.raises(NotSaved):
                await say(manager, table, speaker(table), "mus")
        table = await say(manager, table, speaker(table), "mus")
    assert not manager.writer.failed.done()


async def test_the_word_of_a_turn_clock_that_could_not_be_written_is_said_later(
    manager: TableManager, full: Full, timers: Clock
) -> None:
    table = await opened(manager)
    full.left = 1
    timers.advance(91)
    await manager.wait_for_background()
    assert (await now(manager, table)).seq == table.seq, "it could not be written"
    timers.advance(91)
    await manager.wait_for_background()
    assert (await now(manager, table)).seq > table.seq


async def test_an_old_board_that_is_seen_late_stops_no_clock(store: SqliteStore, timers: Clock) -> None:
    manager = a_manager(store, timers, seen=False)
    await taken_up(manager)
    table = await opened(manager)
    old = Moment.of_table(table)
    table = await say(manager, table, speaker(table), "nomus")
    seat = awaited_seats(mesa_of(table))[0]
    manager.clocks.mark_seen(table.id, Moment.of_table(table), range(4))
    left_s = manager.clocks.left_s(table.id, seat)
    assert left_s is not None
    manager.clocks.mark_seen(table.id, old, range(4))
    assert manager.clocks.left_s(table.id, seat) == left_s
    await manager.stop()


async def test_looking_at_a_table_of_a_closed_chat_asks_the_chat_nothing(
    manager: TableManager, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table, probed = await opened(manager), list[str]()

    async def reaches(chat: str) -> bool:
        probed.append(chat)
        return False

    monkeypatch.setattr(manager.tables.observer, "can_reach", reaches)
    manager.clocks.pause_chat(CHAT)
    await manager.mark_presence(ANE.id, table.id)
    assert (probed, caplog.messages) == ([], [])


async def test_a_clock_of_an_earlier_question_that_fires_late_says_nothing(
    manager: TableManager, timers: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    table = await opened(manager)
    late = TurnClock(table.question, awaited_seats(mesa_of(table))[0])
    assert manager.clocks.left_s(table.id, late.seat) == 90
    table = await say(manager, table, speaker(table), "nomus")
    manager._on_timer(table.id, late)
    await manager.wait_for_background()
    assert await now(manager, table) == table
    assert not manager.clocks.take_fired(table, late)
    assert not manager.clocks.take_fired(replace(table, id=TableId("Z9-nobody")), late), (
        "a table without clocks"
    )
    assert [it.getMessage() for it in caplog.records if it.levelno >= logging.ERROR] == []


async def test_a_clock_fires_once_and_a_call_is_noted(manager: TableManager, timers: Clock) -> None:
    table = await opened(manager)
    seat = awaited_seats(mesa_of(table))[0]
    turn, nudge = TurnClock(table.question, seat), NudgeClock(table.question, seat)
    assert manager.clocks.nudge_of(table.id) is None
    assert manager.clocks.take_fired(table, nudge)
    assert manager.clocks.nudge_of(table.id) == nudge
    assert manager.clocks.take_fired(table, turn)
    assert not manager.clocks.take_fired(table, turn)


async def test_the_time_that_is_left_is_that_of_the_seat_that_is_asked(
    manager: TableManager, timers: Clock
) -> None:
    table = await opened(manager)
    seat = awaited_seats(mesa_of(table))[0]
    timers.advance(30)
    await manager.wait_for_background()
    left = {it: manager.clocks.left_s(table.id, it) for it in (None, *range(4))}
    assert left == dict.fromkeys((None, *range(4))) | dict.fromkeys(awaited_seats(mesa_of(table)), 60)
    assert left[seat] == 60
    assert manager.clocks.left_s(TableId("Z9-nobody"), 0) is None


async def test_the_time_that_is_left_in_a_lobby_is_that_of_those_who_are_to_confirm(
    manager: TableManager, timers: Clock
) -> None:
    table = await manager.open(ANE, CHAT, "es", rule_set("vitoria"), seated=seated(), key="")
    assert manager.clocks.left_s(table.id) is None
    timers.advance(WAITED_S + 1)
    await manager.wait_for_background()
    await manager.press(ANE, Payload(table.id, 0, read_act("start")))
    timers.advance(10)
    assert manager.clocks.left_s(table.id) == READY_S - 10


async def test_a_refused_press_brings_back_who_was_away_and_is_never_applied_later(
    manager: TableManager, timers: Clock
) -> None:
    table = await opened(manager)
    gone = speaker(table)
    seat = table.seat_of(gone.id)
    assert seat is not None
    timers.advance(91)
    await manager.wait_for_background()
    table = await now(manager, table)
    assert table.missed[seat] == 1
    old = Payload(table.id, table.question - 1, read_act("nomus"))
    with pytest.raises(Refused, match="old-question"):
        await manager.press(gone, old, key="refused")
    assert (await now(manager, table)).missed[seat] == 0
    with pytest.raises(Refused, match="repeated"):
        await manager.press(gone, old, key="refused")


async def test_a_refused_press_keeps_a_table_from_being_put_off(manager: TableManager, timers: Clock) -> None:
    table = await opened(manager)
    manager.clocks.defaults_s = 0, 1
    manager.clocks.schedule(table)
    for _ in range(3):
        timers.advance(IDLE_S - 60)
        await manager.wait_for_background()
        with pytest.raises(Refused, match="old-question"):
            await manager.press(ANE, Payload(table.id, table.question + 1, read_act("nomus")))
    assert not (await now(manager, table)).put_off
    timers.advance(IDLE_S + 1)
    await manager.wait_for_background()
    assert (await now(manager, table)).put_off


async def test_a_process_that_ends_while_it_loads_its_tables_loads_no_more(
    store: SqliteStore, timers: Clock
) -> None:
    before = a_manager(store, timers)
    await before.start()
    for n in range(2):
        await opened(before, people=(ANE,), chat=ChatId(f"{CHAT}{n}"))
    await before.stop()
    after = a_manager(store, timers)
    await after.start()
    await after.stop()
    await after.load_unfinished()
    assert after.tables.in_memory() == []


async def test_a_closed_chat_gets_no_second_table(manager: TableManager) -> None:
    await opened(manager)
    manager.notes.closed.note(CHAT, "1")
    manager.clocks.pause_chat(CHAT)
    with pytest.raises(Refused, match="refused-chat-closed"):
        await manager.open(BENAT, CHAT, "es", rule_set("vitoria"), key="second")


async def test_no_table_follows_one_that_does_not_exist(manager: TableManager) -> None:
    with pytest.raises(Refused, match="refused-unknown-table"):
        await manager.rematch(ANE, TableId("Z9-nobody"))


async def test_a_word_that_is_stored_after_its_table_was_set_aside_is_shown_nowhere(
    manager: TableManager, store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, told, append = await opened(manager), list[Table](), store.append

    async def appends_late(*given: Any, **how: Any) -> None:
        manager.tables.set_aside_failing(table)
        await append(*given, **how)

    manager.tables.listeners.append(lambda now, _: told.append(now))
    monkeypatch.setattr(store, "append", appends_late)
    await manager.press(speaker(table), Payload(table.id, table.question, read_act("nomus")))
    assert told == []
