"""One fault stays with one table: it goes on or is set aside, the rest plays, and people are told."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from musbot.game.actions import Action
from musbot.game.views import View
from musbot.narrator import Narrator
from musbot.players import USUAL
from musbot.port import deadline
from musbot.port.command import GivenCommand
from musbot.service.chat import guarded, presses
from musbot.service.chat.answers import Answers
from musbot.service.chat.guarded import FAILED
from musbot.service.tables import manager as manager_module
from musbot.service.tables.manager import TableManager
from musbot.service.tables.repository import Live
from musbot.store import refold
from musbot.store.sqlite import SqliteStore
from musbot.table import alarms
from musbot.table.act_result import Refused
from musbot.table.acts import Anytime, Payload, read_payload
from musbot.table.alarms import Moment
from musbot.table.decisions import decide_act
from musbot.table.events import ChatId, MessageId, TableId, read_person_id
from musbot.table.fold import fold
from musbot.table.table import Table
from musbot.testing import Clock
from tests.support.scenes import Scene, a_door, a_messenger, started, text_of
from tests.support.tables import (
    ANE,
    BENAT,
    CHAT,
    PEOPLE,
    a_manager,
    all_see,
    now,
    opened,
    say,
    speaker,
    taken_up,
)

KINDS = [KeyError, RuntimeError, RecursionError, MemoryError, asyncio.CancelledError]


class Failing:
    """Raises, so many times or always, and does what it stands for otherwise."""

    def __init__(self, real: Callable[..., Any], kind: type[BaseException], times: int = 1_000) -> None:
        self.real, self.kind, self.times = real, kind, times

    def __call__(self, *given: Any, **named: Any) -> Any:
        self.times -= 1
        if self.times >= 0:
            raise self.kind
        return self.real(*given, **named)


class Player:
    """An AI player that raises whatever it is asked."""

    def __init__(self, kind: type[BaseException]) -> None:
        self.kind = kind

    def choose(self, view: View) -> Action:
        raise self.kind

    def gesture(self, view: View) -> Action | None:
        raise self.kind


async def two_tables(manager: TableManager) -> tuple[Table, Table]:
    """A table with AI players to speak, and one of people in another chat."""
    alone = await opened(manager, people=(ANE,), chat=ChatId("test:alone"))
    return alone, await opened(manager)


def lines(caplog: pytest.LogCaptureFixture, table: Table) -> list[str]:
    return [record.getMessage() for record in caplog.records if table.id in record.getMessage()]


async def pass_time(manager: TableManager, timers: Clock, seconds: float) -> None:
    for _ in range(int(seconds)):
        timers.advance(1)
        await manager.wait_for_background()


# ---- clocks and AI players ---------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
async def test_where_an_ai_player_fails_the_cautious_one_speaks(
    manager: TableManager, timers: Clock, kind: type[BaseException], caplog: pytest.LogCaptureFixture
) -> None:
    manager._players.update(azar=Player(kind), **{USUAL.value: Player(kind)})
    table, _ = await two_tables(manager)
    await pass_time(manager, timers, 60 * 5)
    assert (await now(manager, table)).seq > table.seq + 3
    assert any("an AI player failed" in line for line in lines(caplog, table))


@pytest.mark.parametrize("function", ["alarm_events", "fold"])
@pytest.mark.parametrize("kind", KINDS)
async def test_a_clock_that_fails_runs_again(
    manager: TableManager,
    timers: Clock,
    kind: type[BaseException],
    function: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    table, _ = await two_tables(manager)
    monkeypatch.setattr(manager_module, function, Failing(getattr(manager_module, function), kind, 2))
    await pass_time(manager, timers, 60 * 5)
    assert (await now(manager, table)).seq > table.seq + 3
    assert manager.tables.quarantine.get(table.id) is None
    traces = [record for record in caplog.records if record.exc_info and table.id in record.getMessage()]
    assert len(traces) == 1, "one traceback a cause"


@pytest.mark.parametrize("kind", KINDS)
async def test_a_table_whose_clock_fails_three_times_is_set_aside_and_its_chat_is_told(
    scene: Scene, timers: Clock, kind: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    scene.manager.tables.listeners.append(lambda table, _: all_see(scene.manager, table))
    alone, people = await two_tables(scene.manager)

    def fail_once(table: Table, *given: Any) -> Any:
        if table.id == alone.id:
            raise kind
        return alarms.alarm_events(table, *given)

    monkeypatch.setattr(manager_module, "alarm_events", fail_once)
    await pass_time(scene.manager, timers, 400)
    await scene.courier.outboxes.wait_until_idle()
    told = Narrator("es").guide.set_aside_notice(alone.short, failing=True).text
    assert [text_of(made) for made in scene.platform.to(alone.chat) if made.post][-1:] == [told]
    with pytest.raises(Refused, match="refused-set-aside-failing"):
        await say(scene.manager, alone, ANE, "mus")
    assert scene.manager.tables.get(people.id) is not None
    assert (await now(scene.manager, people)).seq > people.seq, "the other table's clocks run"


@pytest.mark.parametrize("kind", KINDS)
async def test_a_table_whose_clocks_cannot_be_made_keeps_no_other_waiting_after_an_outage(
    manager: TableManager,
    kind: type[BaseException],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    table, other = await two_tables(manager)
    manager.clocks.pause_platform("telegram")
    schedule, made = manager.clocks.schedule, list[str]()

    def fails_at_one(which: Table) -> None:
        if which.id == table.id:
            raise kind
        made.append(which.id)
        schedule(which)

    monkeypatch.setattr(manager.clocks, "schedule", fails_at_one)
    manager.clocks.resume_platform("telegram")
    assert made == [other.id]
    assert any("its clocks" in line for line in lines(caplog, table))


@pytest.mark.parametrize("kind", KINDS)
async def test_a_listener_that_fails_keeps_nothing_from_the_others_and_hears_again(
    manager: TableManager, timers: Clock, kind: type[BaseException]
) -> None:
    heard: list[int] = []
    failing = Failing(lambda table, _: heard.append(table.seq), kind, 1)
    manager.tables.listeners.insert(0, failing)
    table = await opened(manager)
    before = table.seq
    failing.times = 1
    table = await say(manager, table, speaker(table), "mus")
    assert table.seq > before, "the word is stored, and answered"
    assert table.seq not in heard
    timers.advance(1)
    assert heard[-1] == table.seq


# ---- the start ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
async def test_one_table_that_cannot_be_taken_up_keeps_no_other_from_it(
    store: SqliteStore, timers: Clock, kind: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = a_manager(store, timers)
    await taken_up(before)
    tables = [await opened(before, chat=ChatId(f"test:{number}")) for number in range(8)]
    await before.stop()
    manager = a_manager(store, timers, seed=2)
    bad, real = tables[1].id, manager.tables._read

    async def read(table: TableId) -> None:
        if table == bad:
            raise kind
        await real(table)

    monkeypatch.setattr(manager.tables, "_read", read)
    await taken_up(manager)
    assert {it.id for it in manager.tables.in_memory()} == {it.id for it in tables} - {bad}
    await manager.stop()


async def test_a_person_whose_id_no_platform_gave_costs_no_table(
    store: SqliteStore, timers: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As `telegram:x`: the platform cannot even say how often it may be written to."""
    before = a_manager(store, timers)
    await taken_up(before)
    bad = replace(ANE, id=read_person_id("test:x"))
    tables = [await opened(before, people=(bad, *PEOPLE[1:]), chat=ChatId("test:0"))]
    tables += [await opened(before, chat=ChatId(f"test:{number}")) for number in range(1, 8)]
    await before.stop()
    platform = a_messenger(timers)
    real = platform.limit
    monkeypatch.setattr(platform, "limit", lambda chat: int("x") if chat == "test:x" else real(chat))
    scene = await started(a_manager(store, timers, seed=2, seen=False), store, platform)
    await scene.courier.outboxes.wait_until_idle()
    assert {it.id for it in scene.manager.tables.in_memory()} == {it.id for it in tables}
    for table in tables[1:]:
        assert scene.platform.to(table.chat, "send")
    await scene.courier.join("test", platform)
    await scene.manager.stop()
    await scene.courier.stop()


# ---- what people do ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
async def test_a_press_that_fails_inside_is_answered(
    scene: Scene, kind: type[BaseException], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table, door = await opened(scene.manager), a_door(scene.manager, scene.courier)
    monkeypatch.setattr(manager_module, "decide_act", Failing(decide_act, kind, 1))
    data = f"{table.id}:{table.question}:nomus"
    first = await door.presses.press(speaker(table), CHAT, data, key="1")
    assert first.text == "Algo se ha torcido. Prueba otra vez."
    assert lines(caplog, table) == [f"table {table.id}: a press: {kind.__name__}"]
    await door.presses.press(speaker(table), CHAT, data, key="2")
    assert (await now(scene.manager, table)).seq > table.seq


@pytest.mark.parametrize("kind", KINDS)
async def test_a_press_that_is_stored_and_fails_afterwards_is_told_to_count(
    scene: Scene, kind: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, door = await opened(scene.manager), a_door(scene.manager, scene.courier)
    monkeypatch.setattr(Answers, "confirm", Failing(Answers.confirm, kind, 1))
    data = f"{table.id}:{table.question}:nomus"
    reply = await door.presses.press(speaker(table), CHAT, data, key="1")
    assert reply.text == "Ya está."
    assert (await now(scene.manager, table)).seq > table.seq


async def test_a_press_that_hangs_is_refused_for_good_and_its_table_goes_on(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deadline, "DEADLINE_S", 0.02)
    table, door = await opened(scene.manager), a_door(scene.manager, scene.courier)
    data, real = f"{table.id}:{table.question}:nomus", scene.manager._decide

    async def hangs(*_: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(scene.manager, "_decide", hangs)
    pressed = door.presses.press(speaker(table), CHAT, data, key="1")
    assert (await deadline.with_deadline(lambda: pressed)).text == "Algo se ha torcido. Prueba otra vez."
    monkeypatch.setattr(scene.manager, "_decide", real)
    again = await door.presses.press(speaker(table), CHAT, data, key="1")
    assert again.text == "Ya está.", "the delivery was refused, and comes too late"
    assert (await now(scene.manager, table)).seq == table.seq
    await door.presses.press(speaker(table), CHAT, data, key="2")
    assert (await now(scene.manager, table)).seq > table.seq


async def test_a_table_that_hangs_while_somebody_is_forgotten_goes_on_without_their_name(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deadline, "DEADLINE_S", 0.5)
    table, real, hanging = await opened(scene.manager), scene.manager.tables.reread, [True]

    async def hangs(live: Live) -> bool:
        if hanging:
            hanging.pop()
            await asyncio.Event().wait()
        return await real(live)

    monkeypatch.setattr(scene.manager.tables, "reread", hangs)
    await asyncio.wait_for(scene.manager.tables.forget(ANE.id), 5.0)
    assert hanging == []
    assert (await now(scene.manager, table)).seq == table.seq


@pytest.mark.parametrize("kind", KINDS)
async def test_a_command_and_a_typed_word_that_fail_are_told_in_their_chat(
    scene: Scene, kind: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    await opened(scene.manager)
    door = a_door(scene.manager, scene.courier)
    monkeypatch.setattr(scene.manager.tables, "load_all", Failing(scene.manager.tables.load_all, kind))
    await door.commands.run_command(GivenCommand("tanteo", (), ANE, CHAT, key="1", message=MessageId("7")))
    await scene.courier.outboxes.wait_until_idle()
    assert not await door.presses.say(BENAT, CHAT, "mus", key="2", message=MessageId("8"))
    assert not await door.presses.say(BENAT, CHAT, "what a day", key="3", message=MessageId("9"))
    await scene.courier.outboxes.wait_until_idle()
    sorry = [made.post for made in scene.platform.to(CHAT, "send") if "se ha torcido" in text_of(made)]
    assert [post.reply_to for post in sorry if post is not None] == ["7", "8"]


async def test_a_command_and_a_word_that_fail_are_told_even_if_no_apology_can_be_made(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    await opened(scene.manager)
    door = a_door(scene.manager, scene.courier)
    monkeypatch.setattr(scene.manager.tables, "load_all", Failing(scene.manager.tables.load_all, KeyError))
    monkeypatch.setattr(Answers, "apology", Failing(Answers.apology, KeyError))
    await door.commands.run_command(GivenCommand("tanteo", (), ANE, CHAT, key="1", message=MessageId("7")))
    await scene.courier.outboxes.wait_until_idle()
    assert not await door.presses.say(BENAT, CHAT, "mus", key="2", message=MessageId("8"))
    await scene.courier.outboxes.wait_until_idle()
    sorry = [made.post for made in scene.platform.to(CHAT, "send") if text_of(made).endswith(FAILED)]
    assert [post.reply_to for post in sorry if post is not None] == ["7", "8"]


@pytest.mark.parametrize("kind", KINDS)
async def test_a_press_whose_button_cannot_be_read_is_answered_and_logged(
    scene: Scene, kind: type[BaseException], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table, door = await opened(scene.manager), a_door(scene.manager, scene.courier)
    for module in (guarded, presses):
        monkeypatch.setattr(module, "read_payload", Failing(read_payload, kind))
    reply = await door.presses.press(speaker(table), CHAT, f"{table.id}:1:nomus", key="1")
    assert reply.text == "Algo se ha torcido. Prueba otra vez."
    assert {record.getMessage() for record in caplog.records} == {
        f"{CHAT}: a button's table: {kind.__name__}",
        f"{CHAT}: a press: {kind.__name__}",
    }


async def test_a_table_that_cannot_be_read_by_our_fault_is_set_aside_with_the_place_of_the_error(
    store: SqliteStore, timers: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    first = a_manager(store, timers)
    table = await opened(first)
    await first.stop()
    again = a_manager(store, timers, seed=2)
    await again.start()
    monkeypatch.setattr(refold, "fold", Failing(fold, KeyError))
    assert await again.tables.load(table.id) is None
    (line,) = lines(caplog, table)
    assert re.search(r"is set aside, .* \(KeyError at test_contained\.py:\d+\)$", line), line
    await again.stop()


async def test_a_table_that_ends_keeps_no_clock_although_its_question_cannot_be_told(
    manager: TableManager, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await opened(manager, people=(ANE, BENAT))
    assert table.id in manager.clocks._at
    monkeypatch.setattr(Moment, "of_table", Failing(Moment.of_table, KeyError))
    for who in (ANE, BENAT):
        if not (await now(manager, table)).over:
            await manager.press(who, Payload(table.id, table.question, Anytime.END))
    assert table.id not in manager.clocks._at


async def test_a_clock_that_failed_at_a_table_that_is_set_aside_begins_no_clock(
    manager: TableManager, timers: Clock
) -> None:
    table = await opened(manager)
    live, clock = manager.tables.live[table.id], next(iter(manager.clocks._at[table.id].running))
    async with live.lock:
        manager._restart(table.id, clock)
        await asyncio.sleep(0)
        manager.tables.set_aside_failing(table)
    await manager.wait_for_background()
    assert table.id not in manager.clocks._at
