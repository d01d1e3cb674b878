"""A clock whose duration changes goes by its start and the new one, and no two AI players speak at once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from musbot.game.actions import Action, Voz
from musbot.game.engine import awaited_seats
from musbot.game.views import View
from musbot.service.tables.clocks import RunningClock
from musbot.service.tables.manager import TableManager
from musbot.store.sqlite import SqliteStore
from musbot.table.alarms import (
    NUDGE_S,
    GestureClock,
    Moment,
    NudgeClock,
    SpeakClock,
    TurnClock,
    delays_behind_others,
)
from musbot.table.events import Occupant
from musbot.table.table import Table
from musbot.testing import Clock
from tests.support.tables import ANE, BENAT, PEOPLE, a_manager, mesa_of, now, opened, say, speaker, taken_up


def clocks(manager: TableManager, table: Table) -> dict[object, RunningClock]:
    return {alarm: it for alarm, it in manager.clocks._at[table.id].running.items() if not it.fired}


async def seat_ai(manager: TableManager, table: Table, *seats: int) -> Table:
    """The same table with AI players at these seats, as after people have left them."""
    live = manager.tables.live[table.id]
    held = list(live.table.seats)
    for seat in seats:
        held[seat] = Occupant(f"IA {seat}", ai="azar")
    manager.tables.replace_state(live, replace(live.table, seats=tuple(held)))
    return live.table


class Refuses:
    """An AI player that wants no bet."""

    def choose(self, view: View) -> Action:
        return Action(Voz.NO_QUIERO)

    def gesture(self, view: View) -> Action | None:
        return None


async def bet(manager: TableManager, *ais: int) -> Table:
    """A table where two partners answer a bet at once; `ais` says which of the two are AI players."""
    manager._players["azar"] = Refuses()
    table = await opened(manager, "parejas")
    table = await say(manager, table, speaker(table), "nomus")
    table = await say(manager, table, speaker(table), "envido.2")
    asked = awaited_seats(mesa_of(table))
    assert len(asked) == 2
    return await seat_ai(manager, table, *(asked[it] for it in ais))


async def test_an_ai_answers_soon_once_its_partner_no_longer_may(
    manager: TableManager, timers: Clock
) -> None:
    table = await bet(manager, 1)
    person, ai = awaited_seats(mesa_of(table))
    timers.advance(3)
    await manager.wait_for_background()
    table = await say(manager, table, PEOPLE[person], "noquiero")
    asked = table.seq
    assert awaited_seats(mesa_of(table)) == (ai,)
    timers.advance(1)  # its pause is over already
    await manager.wait_for_background()
    assert (await now(manager, table)).seq > asked, "and not after a third of 90 s"


async def test_the_turn_clock_follows_what_is_chosen_while_it_runs(
    manager: TableManager, timers: Clock
) -> None:
    table = await opened(manager)
    live, begun = manager.tables.live[table.id], timers.now
    alarm = next(it for it in clocks(manager, table) if isinstance(it, TurnClock))
    timers.advance(10)
    for turn_s, due in ((30.0, begun + 30), (5.0, timers.now), (120.0, begun + 120)):
        manager.tables.replace_state(live, replace(live.table, turn_s=turn_s))
        assert clocks(manager, table)[alarm].when() == due


async def test_an_ai_that_moves_up_keeps_its_time(manager: TableManager, timers: Clock) -> None:
    await bet(manager, 0, 1)
    begun, spoke = timers.now, list[float]()
    manager.tables.listeners.append(lambda _, events: spoke.extend([timers.now] * bool(events)))
    for _ in range(4):
        timers.advance(0.5)
        await manager.wait_for_background()
    assert spoke == [begun + 1, begun + 2]


async def test_two_ai_players_that_need_wait_for_nobody_any_more_do_not_speak_at_once(
    manager: TableManager, timers: Clock
) -> None:
    table = await bet(manager, 0)
    live = manager.tables.live[table.id]
    timers.advance(20)
    await manager.wait_for_background()
    table = await seat_ai(manager, table, *awaited_seats(mesa_of(table)))
    due = [it.when() for alarm, it in clocks(manager, table).items() if isinstance(alarm, SpeakClock)]
    assert len(due) == 2
    assert min(due) >= timers.now
    assert abs(due[0] - due[1]) >= 0.99
    assert set(delays_behind_others(live.table, 1).values()) == {0, 1}


async def test_a_gesture_and_a_call_come_once_a_question_whatever_is_chosen(
    manager: TableManager, timers: Clock
) -> None:
    table = await opened(manager, people=(ANE, BENAT))
    live = manager.tables.live[table.id]
    timers.advance(0.5)
    await manager.wait_for_background()
    done = {it for it in manager.clocks._at[table.id].running if isinstance(it, GestureClock | NudgeClock)}
    manager.clocks.defaults_s = (40, 8)
    manager.clocks.schedule(live.table)
    kept = manager.clocks._at[table.id].running
    assert all(kept[alarm].fired for alarm in done if isinstance(alarm, GestureClock))


@pytest.mark.parametrize(
    ("seen_s", "late_s"), [(0, 0), (0.2, 0), (1.4, 0), (1.6, 3), (2.9, 3), (9, 9), (9.1, 10.5)]
)
async def test_R57_a_message_that_a_seña_has_delayed_moves_no_call(
    store: SqliteStore, timers: Clock, seen_s: float, late_s: float
) -> None:
    manager = a_manager(store, timers, seen=False)
    await taken_up(manager)
    table = await opened(manager)
    asked_at = timers.now
    timers.advance(seen_s)
    manager.clocks.mark_seen(table.id, Moment.of_table(table), range(4))
    due = {type(alarm): clock.when() for alarm, clock in clocks(manager, table).items()}
    assert due[NudgeClock] == pytest.approx(asked_at + late_s + NUDGE_S)
    assert due[TurnClock] == pytest.approx(asked_at + late_s + manager.clocks.defaults_s[0])
    await manager.stop()


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
async def test_R57_who_saw_the_question_first_does_not_decide_who_is_called(
    store: SqliteStore, timers: Clock, order: tuple[int, int]
) -> None:
    manager = a_manager(store, timers, seen=False)
    await taken_up(manager)
    table = await bet(manager)
    asked = awaited_seats(mesa_of(table))
    for first in order:
        manager.clocks.mark_seen(table.id, Moment.of_table(table), [asked[first]])
        timers.advance(0.1)
    timers.advance(NUDGE_S)
    await manager.wait_for_background()
    called = manager.clocks.nudge_of(table.id)
    assert called is not None
    assert called.seat == min(asked)
    await manager.stop()
