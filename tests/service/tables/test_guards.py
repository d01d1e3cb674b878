"""Guards of the tables that are easily lost: each test fails if its guard is taken out."""

from __future__ import annotations

from typing import Any

import pytest

from musbot.game.engine import awaited
from musbot.port.replies import Delivery
from musbot.service.tables.manager import TableManager
from musbot.service.tables.repository import MOST_FAILURES, NotSaved
from musbot.store.protocol import StoreError
from musbot.store.sqlite import SqliteStore
from musbot.table.act_result import Refused
from musbot.table.acts import Payload, read_act
from musbot.table.alarms import Moment
from musbot.testing import Clock
from tests.support.tables import ANE, CHAT, a_manager, mesa_of, now, opened, say, speaker, taken_up


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
    await manager.wait_for_clocks()
    assert (await now(manager, table)).seq == table.seq, "it could not be written"
    timers.advance(91)
    await manager.wait_for_clocks()
    assert (await now(manager, table)).seq > table.seq


async def test_an_old_board_that_is_seen_late_stops_no_clock(store: SqliteStore, timers: Clock) -> None:
    manager = a_manager(store, timers, seen=False)
    await taken_up(manager)
    table = await opened(manager)
    old = Moment.of_table(table)
    table = await say(manager, table, speaker(table), "nomus")
    seat = awaited(mesa_of(table))[0]
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

    monkeypatch.setattr(manager.tables.observer, "reaches", reaches)
    manager.clocks.pause_chat(CHAT)
    await manager.mark_presence(ANE.id, table.id)
    assert (probed, caplog.messages) == ([], [])
