"""The table manager: what is answered is stored, counts once, and clocks strike only their question."""

from __future__ import annotations

import asyncio
import random
import time

import pytest

from musbot.game.actions import Action, Voz
from musbot.game.engine import awaited_seats, offers
from musbot.game.errors import Illegal
from musbot.game.rule_sets import rule_set
from musbot.game.state import Mus
from musbot.port.typed import TypedWord
from musbot.service.process.housekeeping import KEPT_S, Housekeeping
from musbot.service.tables.manager import TableManager
from musbot.service.tables.repository import MOST_FAILURES, NotSaved
from musbot.store.protocol import StoreError
from musbot.store.sqlite import SqliteStore
from musbot.table.act_result import Refused
from musbot.table.acts import Anytime, InLobby, Payload, Sit, read_act
from musbot.table.alarms import IDLE_S
from musbot.table.away import MISSED_TO_REPLACE
from musbot.table.events import ChatId, Ending, Person, TableId, read_person_id
from musbot.table.table import Table
from musbot.testing import Clock
from tests.support.tables import (
    ANE,
    BENAT,
    CHAT,
    DANI,
    PEOPLE,
    a_manager,
    mesa_of,
    now,
    opened,
    say,
    say_something,
    seated,
    speaker,
    taken_up,
)


async def test_a_press_that_was_answered_is_there_after_a_restart(store: SqliteStore, timers: Clock) -> None:
    manager = a_manager(store, timers)
    await taken_up(manager)
    table = await opened(manager)
    for _ in range(3):
        table = await say(manager, table, speaker(table), "mus")
    await manager.stop()

    again = a_manager(store, timers, seed=2)
    await taken_up(again)
    assert await now(again, table) == table
    assert [t.id for t in again.tables.in_memory()] == [table.id]


async def test_ai_players_are_of_their_kind_after_a_restart_and_in_the_next_table(
    store: SqliteStore, timers: Clock
) -> None:
    kinds = [None, "novato", "muslari", "novato"]

    def seated_as(table: Table) -> list[str | None]:
        return [who.ai for who in table.seats if who is not None]

    manager = a_manager(store, timers)
    await taken_up(manager)
    ane = PEOPLE[0]
    table = await manager.open(ane, CHAT, "es", rule_set("vitoria"), seated=seated((ane,))[:1])
    for n, act in enumerate(("ai.novato", "ai", "ai.novato", "start")):
        await manager.press(ane, Payload(table.id, 0, read_act(act)), key=f"press {n}")
    assert seated_as(await now(manager, table)) == kinds
    await manager.stop()

    again = a_manager(store, timers, seed=2)
    await taken_up(again)
    table = await now(again, table)
    assert seated_as(table) == kinds
    await again.press(ane, Payload(table.id, table.question, Anytime.END), key="end")
    assert seated_as((await again.rematch(ane, table.id)).table) == kinds
    await again.stop()


async def test_a_delivery_counts_once_even_after_a_restart(store: SqliteStore, timers: Clock) -> None:
    manager = a_manager(store, timers)
    await taken_up(manager)
    table = await opened(manager)
    who = speaker(table)
    after = await say(manager, table, who, "mus", key="update 7")
    with pytest.raises(Refused, match="repeated"):
        await say(manager, table, who, "mus", key="update 7")
    await manager.stop()
    again = a_manager(store, timers)
    await taken_up(again)
    with pytest.raises(Refused, match="repeated"):
        await say(again, table, who, "mus", key="update 7")
    assert await now(again, table) == after


async def test_a_double_tap_is_two_deliveries_and_one_word(manager: TableManager) -> None:
    table = await opened(manager)
    who = speaker(table)
    table = await say(manager, table, who, "mus", key="first tap")
    with pytest.raises(Illegal) as refused:
        await say(manager, table, who, "mus", key="second tap")
    assert refused.value.reason == "not-your-turn"
    assert await now(manager, table) == table


async def test_a_refused_delivery_is_not_applied_when_it_comes_again(manager: TableManager) -> None:
    table = await opened(manager)
    second = PEOPLE[(PEOPLE.index(speaker(table)) + 1) % 4]
    with pytest.raises(Illegal):
        await say(manager, table, second, "mus", key="too early")
    await say(manager, table, speaker(table), "mus")
    with pytest.raises(Refused, match="repeated"):
        await say(manager, table, second, "mus", key="too early")


async def test_twelve_presses_at_once_apply_one_word_each_seat(manager: TableManager) -> None:
    table = await opened(manager)
    presses = [
        manager.press(who, Payload(table.id, table.question, Action(Voz.NO_MUS)), key=f"{who.id}{n}")
        for n in range(3)
        for who in PEOPLE
    ]
    results = await asyncio.gather(*presses, return_exceptions=True)
    assert sum(not isinstance(result, Exception) for result in results) == 1
    assert all(isinstance(r, (Illegal, Refused)) for r in results if isinstance(r, Exception))


async def test_an_old_button_a_stranger_and_a_closed_table_are_refused(manager: TableManager) -> None:
    table = await opened(manager)
    stranger = Person(read_person_id("test:nadie"), "Nadie")
    for who, question, act, why in (
        (speaker(table), table.question - 1, "mus", "old-question"),
        (stranger, table.question, "mus", "no-seat"),
        (ANE, table.question, "noai", "unknown-act"),
        (ANE, table.question, "sit.0", "unknown-act"),
    ):
        with pytest.raises(Refused, match=why):
            await manager.press(who, Payload(table.id, question, read_act(act)))
    with pytest.raises(Refused, match="unknown-table"):
        await manager.press(ANE, Payload(TableId("Z9-nobody"), 1, Action(Voz.MUS)))
    for who in PEOPLE[:3]:
        table = await say(manager, table, who, "end") if not table.over else table
    assert table.ended is Ending.WANTED
    with pytest.raises(Refused, match="over"):
        await manager.press(ANE, Payload(table.id, table.question, Action(Voz.MUS)))


async def test_ai_players_act_after_their_pause_and_never_before(
    manager: TableManager, timers: Clock
) -> None:
    table = await opened(manager, people=(ANE,), senas=False)
    for _ in range(300):
        table = await now(manager, table)
        assert table.mesa is not None
        if table.over or 0 in awaited_seats(table.mesa):
            break
        before = table.seq
        timers.advance(0.9)
        await manager.wait_for_background()
        assert (await now(manager, table)).seq == before
        timers.advance(0.2)
        await manager.wait_for_background()
        assert (await now(manager, table)).seq > before
    assert 0 in awaited_seats(mesa_of(table)), "they have played on to where a person is asked"


async def test_the_suplente_speaks_when_the_turn_clock_runs_out_and_the_seat_stays_theirs(
    manager: TableManager, timers: Clock
) -> None:
    table = await opened(manager)
    who = speaker(table)
    seat = PEOPLE.index(who)
    timers.advance(89)
    await manager.wait_for_background()
    assert await now(manager, table) == table
    timers.advance(2)
    await manager.wait_for_background()
    later = await now(manager, table)
    assert later.missed[seat] == 1
    assert later.seats[seat] == table.seats[seat]
    assert later.question > table.question, "the suplente has cut"


async def test_a_clock_does_not_strike_a_question_that_has_moved_on(
    manager: TableManager, timers: Clock
) -> None:
    table = await opened(manager)
    timers.advance(60)
    table = await say(manager, table, speaker(table), "mus")
    timers.advance(60)
    await manager.wait_for_background()
    assert await now(manager, table) == table


async def test_who_comes_back_takes_over_from_their_suplente(manager: TableManager, timers: Clock) -> None:
    table = await opened(manager)
    seat = PEOPLE.index(speaker(table))
    timers.advance(91)
    await manager.wait_for_background()
    table = await now(manager, table)
    while awaited_seats(mesa_of(table))[0] != seat:
        table = await say(manager, table, speaker(table), "mus" if table.question == 1 else "paso")
    act = "mus" if table.question == 1 else "paso"
    table = await say(manager, table, PEOPLE[seat], act)
    assert table.missed[seat] == 0


async def put_off(manager: TableManager, timers: Clock) -> Table:
    """A table at which everybody has been away for so long that no clock runs any more."""
    table = await opened(manager)
    for _ in range(4 * MISSED_TO_REPLACE * 3):
        timers.advance(91)
        await manager.wait_for_background()
        table = await now(manager, table)
        if table.put_off:
            break
    assert table.put_off
    timers.advance(10_000)
    await manager.wait_for_background()
    assert await now(manager, table) == table
    return table


async def test_R99_a_table_that_all_have_left_alone_goes_on_when_more_than_half_want_it(
    manager: TableManager, timers: Clock
) -> None:
    table = await put_off(manager, timers)
    seat = awaited_seats(mesa_of(table))[0]
    act = "mus" if isinstance(mesa_of(table).phase, Mus) else "paso"
    with pytest.raises(Refused, match="put-off"):
        await say(manager, table, PEOPLE[seat], act)
    for who in (ANE, ANE, BENAT):
        table = await say(manager, table, who, "resume")
        assert table.put_off, "two of four"
    timers.advance(10_000)
    await manager.wait_for_background()
    assert (await now(manager, table)).question == table.question, "no clock runs"
    table = await say(manager, table, PEOPLE[3], "resume")
    assert (table.put_off, table.missed, table.votes) == (False, (0, 0, 0, 0), frozenset())
    timers.advance(91)
    await manager.wait_for_background()
    assert sum((await now(manager, table)).missed) > sum(table.missed), "the clocks run again"


async def test_R99_looking_at_a_table_that_was_put_off_starts_nothing(
    manager: TableManager, timers: Clock
) -> None:
    table = await put_off(manager, timers)
    await manager.mark_presence(ANE.id, table.id)
    assert (await now(manager, table)).put_off


async def test_R99_with_ai_players_alone_one_press_goes_on(manager: TableManager, timers: Clock) -> None:
    table = await opened(manager, people=(ANE,))
    timers.advance(IDLE_S)
    await manager.wait_for_background()
    for _ in range(99):
        timers.advance(91)
        await manager.wait_for_background()
    table = await now(manager, table)
    assert table.put_off
    assert not (await say(manager, table, ANE, "resume")).put_off


async def test_R94_a_press_that_is_refused_brings_one_back(manager: TableManager, timers: Clock) -> None:
    table = await opened(manager)
    away = PEOPLE[awaited_seats(mesa_of(table))[0]]
    timers.advance(91)
    await manager.wait_for_background()
    table = await now(manager, table)
    assert table.missed[PEOPLE.index(away)] == 1
    while PEOPLE.index(away) in awaited_seats(mesa_of(table)):
        said = "mus" if isinstance(mesa_of(table).phase, Mus) else "paso"
        table = await say(manager, table, speaker(table), said)
    with pytest.raises(Illegal):
        await manager.press(away, Payload(table.id, table.question, read_act("mus")), key="late")
    table = await now(manager, table)
    assert table.missed[PEOPLE.index(away)] == 0
    with pytest.raises(Refused, match="repeated"):
        await manager.press(away, Payload(table.id, table.question, read_act("mus")), key="late")


async def test_R94_who_is_back_before_their_short_clock_has_struck_has_all_their_time_again(
    manager: TableManager, timers: Clock
) -> None:
    table = await opened(manager)
    who, seat = speaker(table), awaited_seats(mesa_of(table))[0]
    table = await turn_of(manager, timers, await missed_by(manager, timers, table), seat)
    assert table.missed[seat] == 1
    timers.advance(29)
    await manager.wait_for_background()
    assert (await now(manager, table)).question == table.question
    await manager.mark_presence(who.id, table.id)
    timers.advance(89)
    await manager.wait_for_background()
    assert (await now(manager, table)).missed[seat] == 0
    timers.advance(2)
    await manager.wait_for_background()
    assert (await now(manager, table)).missed[seat] == 1


async def missed_by(manager: TableManager, timers: Clock, table: Table) -> Table:
    """Lets the turn clock of who is asked run out."""
    timers.advance(91)
    await manager.wait_for_background()
    return await now(manager, table)


async def turn_of(manager: TableManager, timers: Clock, table: Table, seat: int) -> Table:
    """Plays on calmly until a seat is asked."""
    while seat not in awaited_seats(mesa_of(table)):
        words = {offer.voz: offer for offer in offers(mesa_of(table), awaited_seats(mesa_of(table))[0])}
        calm = next(voz for voz in (Voz.PASO, Voz.NO_QUIERO, Voz.NO_MUS) if voz in words)
        act = {Voz.PASO: "paso", Voz.NO_QUIERO: "noquiero", Voz.NO_MUS: "nomus"}[calm]
        table = await say(manager, table, speaker(table), act)
    return table


async def test_a_lobby_nobody_touches_expires_after_a_quarter_of_an_hour(
    manager: TableManager, timers: Clock
) -> None:
    table = await manager.open(ANE, CHAT, "es", rule_set("parejas"))
    timers.advance(800)
    await manager.press(ANE, Payload(table.id, 0, Sit(0)))
    timers.advance(800)
    await manager.wait_for_background()
    assert not (await now(manager, table)).over
    with pytest.raises(Refused, match="not-full"):
        await manager.press(ANE, Payload(table.id, 0, InLobby.START))
    timers.advance(101)
    await manager.wait_for_background()
    assert not (await now(manager, table)).over, "what was refused has touched it too"
    timers.advance(800)
    await manager.wait_for_background()
    assert (await now(manager, table)).ended is Ending.EXPIRED


async def test_R30_the_answer_of_one_stands_after_the_gracia(manager: TableManager, timers: Clock) -> None:
    table = await opened(manager, rules="parejas")
    table = await say(manager, table, speaker(table), "nomus")
    table = await say(manager, table, speaker(table), "envido.2")
    question = table.question
    table = await say(manager, table, speaker(table), "quiero")
    assert table.question == question
    timers.advance(2.9)
    await manager.wait_for_background()
    assert await now(manager, table) == table
    timers.advance(0.2)
    await manager.wait_for_background()
    table = await now(manager, table)
    assert table.mesa is not None
    assert [(lance.lance, lance.piedras) for lance in table.mesa.lances] == [("grande", 2)]


async def test_clocks_of_people_wait_while_the_platform_is_down(manager: TableManager, timers: Clock) -> None:
    table = await opened(manager)
    timers.advance(80)
    manager.clocks.pause_platform("test")
    timers.advance(1000)
    await manager.wait_for_background()
    assert await now(manager, table) == table
    manager.clocks.resume_platform("test")
    timers.advance(80)
    await manager.wait_for_background()
    assert await now(manager, table) == table
    timers.advance(11)
    await manager.wait_for_background()
    assert (await now(manager, table)).seq > table.seq


async def test_clocks_wait_only_in_the_chats_where_the_platform_is_down(
    manager: TableManager, timers: Clock
) -> None:
    here, there = await opened(manager), await opened(manager, chat=ChatId("test:cuadrilla"))
    manager.clocks.pause_platform("test")
    timers.advance(100)
    manager.clocks.pause_platform("test", here.chat.__eq__)
    timers.advance(89)
    await manager.wait_for_background()
    assert await now(manager, there) == there, "its clock began when it was held no longer"
    timers.advance(2)
    await manager.wait_for_background()
    assert await now(manager, here) == here
    assert (await now(manager, there)).seq > there.seq
    assert manager.clocks.is_paused("test")
    manager.clocks.resume_platform("test")
    timers.advance(91)
    await manager.wait_for_background()
    assert (await now(manager, here)).seq > here.seq


async def test_R30_the_gracia_ends_though_the_platform_is_down(manager: TableManager, timers: Clock) -> None:
    table = await opened(manager, rules="parejas")
    for act in ("nomus", "envido.2", "quiero"):
        table = await say(manager, table, speaker(table), act)
    manager.clocks.pause_platform("test")
    timers.advance(3.1)
    await manager.wait_for_background()
    table = await now(manager, table)
    assert table.mesa is not None
    assert [(lance.lance, lance.piedras) for lance in table.mesa.lances] == [("grande", 2)]


async def test_ai_players_play_on_though_the_platform_is_down(manager: TableManager, timers: Clock) -> None:
    table = await opened(manager, people=(DANI,), senas=False)
    assert table.mesa is not None
    assert 0 not in awaited_seats(table.mesa)
    manager.clocks.pause_platform("test")
    timers.advance(1.1)
    await manager.wait_for_background()
    assert (await now(manager, table)).seq > table.seq


async def test_a_typed_word_binds_only_whom_it_is_asked_of(manager: TableManager) -> None:
    table = await opened(manager)
    first = speaker(table)
    other = PEOPLE[(PEOPLE.index(first) + 1) % 4]
    assert await manager.apply_word(other, CHAT, TypedWord(Action(Voz.MUS))) is None
    assert await manager.apply_word(first, ChatId("test:elsewhere"), TypedWord(Action(Voz.MUS))) is None
    assert await manager.apply_word(first, CHAT, TypedWord(Action(Voz.ENVIDO, 2))) is None
    assert await manager.apply_word(first, CHAT, TypedWord(Action(Voz.MUS))) is not None
    assert speaker(await now(manager, table)) == other


async def test_R90_a_typed_quiero_is_the_conforme_that_is_asked_for(manager: TableManager) -> None:
    table = await opened(manager, "tres-mus")
    for _ in range(4):
        table = await say(manager, table, speaker(table), "pick.1")
        table = await say(manager, table, speaker(table), "throw")
    for act in ("envido.1", "quiero", "noquiero", "noquiero", "mas.1"):
        table = await say(manager, table, speaker(table), act)
    assert await manager.apply_word(speaker(table), CHAT, TypedWord(Action(Voz.ACEPTO, 1))) is None
    assert await manager.apply_word(speaker(table), CHAT, TypedWord(Action(Voz.QUIERO))) is not None
    mesa = (await now(manager, table)).mesa
    assert mesa is not None
    assert mesa.words()[-1].action.voz is Voz.CONFORME


async def test_a_leaver_is_replaced_and_the_last_one_puts_the_table_off(manager: TableManager) -> None:
    table = await opened(manager, people=(ANE, BENAT))
    table = await say(manager, table, ANE, "leave")
    assert table.humans == (1,)
    assert table.seats[0] is not None
    assert table.seats[0].ai
    table = await say(manager, table, BENAT, "leave")
    assert (table.put_off, table.ended) == (True, None), "both may come back"
    table = await say(manager, table, BENAT, "return")
    assert (table.put_off, table.humans) == (False, (1,))


async def test_a_group_that_becomes_a_supergroup_takes_its_tables_along(
    manager: TableManager, store: SqliteStore, timers: Clock
) -> None:
    table = await opened(manager)
    await manager.move(CHAT, ChatId("test:supergrupo"))
    assert manager.tables.in_chat(CHAT) == []
    assert [t.id for t in manager.tables.in_chat(ChatId("test:supergrupo"))] == [table.id]
    again = a_manager(store, timers)
    await taken_up(again)
    assert [t.id for t in again.tables.in_chat(ChatId("test:supergrupo"))] == [table.id]


async def test_a_table_that_ends_keeps_no_other_from_following_its_group(
    manager: TableManager, store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends = await opened(manager)
    follows = await manager.open(ANE, CHAT, ends.language, ends.rules, key="another")
    real = store.move

    async def move(name: TableId, chat: ChatId) -> None:
        await real(name, chat)
        if name == ends.id:
            await manager.close_for_reason(name, None)

    monkeypatch.setattr(store, "move", move)
    await manager.move(CHAT, ChatId("test:supergrupo"))
    assert manager.tables.in_chat(CHAT) == []
    assert [it.id for it in manager.tables.in_chat(ChatId("test:supergrupo"))] == [follows.id]


async def test_a_commit_that_fails_changes_nothing_and_after_some_the_process_ends(
    manager: TableManager, store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def append(*_: object, **__: object) -> None:
        raise StoreError("database or disk is full")

    table = await opened(manager)
    monkeypatch.setattr(store, "append", append)
    for _ in range(MOST_FAILURES):
        assert not manager.writer.failed.done()
        with pytest.raises(NotSaved):
            await say(manager, table, speaker(table), "mus")
        assert await now(manager, table) == table
    assert "full" in manager.writer.failed.result()
    monkeypatch.undo()
    assert (await say(manager, table, speaker(table), "mus")).seq == table.seq + 1


async def test_another_process_that_wrote_first_is_heard_and_the_press_decided_again(
    manager: TableManager, store: SqliteStore, timers: Clock
) -> None:
    table = await opened(manager)
    other = a_manager(store, timers)
    await taken_up(other)
    first = speaker(table)
    await say(other, table, first, "mus")
    with pytest.raises(Illegal):  # decided on the log as it is now: first has spoken
        await say(manager, table, first, "mus")
    table = await now(manager, table)
    assert (await say(manager, table, speaker(table), "mus")).seq == table.seq + 1
    await other.stop()


async def test_the_log_of_a_table_folds_to_what_is_in_memory(manager: TableManager, timers: Clock) -> None:
    table = await opened(manager, people=(ANE,))
    rng = random.Random(5)
    for _ in range(400):
        table = await now(manager, table)
        if table.over or table.mesa is None:
            break
        if 0 in awaited_seats(table.mesa):
            table = await say_something(manager, table, ANE, rng)
        else:
            timers.advance(20)
            await manager.wait_for_background()
    assert table.hands_over > 2
    again = a_manager(manager.store, timers)
    await taken_up(again)
    assert await now(again, table) == table


async def test_a_table_that_was_put_off_is_kept_for_30_days_and_then_closed(
    manager: TableManager, store: SqliteStore, timers: Clock
) -> None:
    asleep, wall = await put_off(manager, timers), time.time()
    playing = await opened(manager, chat=ChatId("test:cuadrilla"))
    assert await store.list_resting(wall + 60) == [asleep.id]
    await manager.close_resting(wall - 60)
    assert not (await now(manager, asleep)).over
    await Housekeeping(store, manager, timers, lambda: wall + KEPT_S - 60)._sweep()
    assert not (await now(manager, asleep)).over
    await Housekeeping(store, manager, timers, lambda: wall + KEPT_S + 60)._sweep()
    assert (await now(manager, asleep)).ended is Ending.FORGOTTEN
    assert not (await now(manager, playing)).over
    assert await store.list_resting(wall + 60) == []
