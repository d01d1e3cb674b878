"""Chats that cannot be written to: their tables stand still, who acts is told, all goes on when it can."""

from __future__ import annotations

import asyncio
import logging
from itertools import pairwise

import pytest

from musbot.game.engine import awaited_seats
from musbot.narrator.post import Post
from musbot.port.command import GivenCommand
from musbot.port.messenger import Outage, TooFast, Unreachable
from musbot.port.replies import Reply
from musbot.service.delivery.availability import TALK_S, WAIT_S
from musbot.table.act_result import Refused
from musbot.table.alarms import NudgeClock, TurnClock
from musbot.table.events import ChatId, MessageId
from musbot.table.table import Table
from musbot.testing import Clock
from musbot.words.texts import Texts
from tests.support.patience import Patience
from tests.support.scenes import Scene, a_door, restarted, text_of, written
from tests.support.tables import ANE, BENAT, CARMEN, CHAT, now, opened, say, speaker

OTHER = ChatId("test:otra")


async def passes(scene: Scene, timers: Clock, seconds: int) -> None:
    """Lets time pass at every table, and what follows from it be shown."""
    for _ in range(seconds):
        timers.advance(1)
        await scene.manager.wait_for_background()
        await scene.courier.outboxes.wait_until_idle()


def waits_for_ai(table: Table) -> bool:
    return table.mesa is not None and all(seat not in table.humans for seat in awaited_seats(table.mesa))


async def closed(scene: Scene) -> Table:
    """A table of people whose chat has just refused a word of the board."""
    table = await opened(scene.manager)
    await scene.courier.outboxes.wait_until_idle()
    scene.platform.closed.add(CHAT)
    table = await say(scene.manager, table, speaker(table), "mus")
    await scene.courier.outboxes.wait_until_idle()
    assert scene.courier.availability.is_closed(CHAT)
    return table


def clocks(scene: Scene, table: Table) -> set[type]:
    return {type(alarm) for alarm in scene.manager.clocks._at[table.id].running}


# ---- it stands still -------------------------------------------------------------------------------------


async def test_no_clock_runs_and_no_suplente_speaks_where_the_board_cannot_be_shown(
    scene: Scene, timers: Clock
) -> None:
    table = await closed(scene)
    assert clocks(scene, table) == set()
    await passes(scene, timers, 4000)
    assert await now(scene.manager, table) == table


async def test_private_hands_say_that_the_table_waits_until_its_chat_can_be_written_to(scene: Scene) -> None:
    table = await closed(scene)
    who = speaker(table)
    hand = scene.platform.posts(who.id)[-1].text
    assert "La mesa espera: ahora no puedo escribir en el chat donde se juega." in hand
    assert "Te toca" not in hand
    scene.platform.closed.discard(CHAT)
    scene.courier.availability.probe_after_act(CHAT)
    await scene.courier.outboxes.wait_until_idle()
    hand = scene.platform.posts(who.id)[-1].text
    assert "¿MUS? Te toca." in hand
    assert "La mesa espera" not in hand


async def test_no_ai_speaks_unseen_and_the_table_of_another_chat_goes_on(
    scene: Scene, timers: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    here = await opened(scene.manager, people=(ANE, BENAT))
    there = await opened(scene.manager, people=(CARMEN,), chat=OTHER)
    await scene.courier.outboxes.wait_until_idle()
    while not waits_for_ai(here):
        here = await say(scene.manager, here, speaker(here), "mus")
    await scene.courier.outboxes.wait_until_idle()
    scene.platform.closed.add(CHAT)
    await passes(scene, timers, 3)
    here, before = await now(scene.manager, here), await now(scene.manager, there)
    await passes(scene, timers, 200)
    assert await now(scene.manager, here) == here
    assert (await now(scene.manager, there)).seq > before.seq
    warned = [it.getMessage() for it in caplog.records if it.levelno == logging.WARNING]
    assert [CHAT in line for line in warned] == [True]


async def test_a_deleted_channel_stops_its_table_in_an_ais_turn(scene: Scene, timers: Clock) -> None:
    table = await opened(scene.manager, people=(ANE,))
    await scene.courier.outboxes.wait_until_idle()
    while not waits_for_ai(table):
        table = await say(scene.manager, table, speaker(table), "mus")
    scene.platform.closed.add(CHAT)
    scene.courier.availability.close_chat(CHAT)
    await passes(scene, timers, 100)
    assert await now(scene.manager, table) == table


async def test_a_table_of_a_deleted_channel_goes_on_where_a_player_shows_it(
    scene: Scene, timers: Clock
) -> None:
    table = await closed(scene)
    await a_door(scene.manager, scene.courier).commands.run_command(
        GivenCommand("mesa", (), ANE, OTHER, key="mesa")
    )
    await scene.courier.outboxes.wait_until_idle()
    assert (await now(scene.manager, table)).chat == OTHER
    assert clocks(scene, table) >= {TurnClock, NudgeClock}


async def test_after_a_restart_a_closed_chat_is_still_closed_and_its_table_stands_still(
    scene: Scene, timers: Clock
) -> None:
    table = await opened(scene.manager, people=(ANE,))
    await scene.courier.outboxes.wait_until_idle()
    while not waits_for_ai(table):
        table = await say(scene.manager, table, speaker(table), "mus")
    scene.platform.closed.add(CHAT)
    scene.courier.availability.close_chat(CHAT)
    scene = await restarted(scene)
    await passes(scene, timers, 100)
    assert await now(scene.manager, table) == table
    scene.platform.closed.clear()
    scene.courier.availability.mark_writable(CHAT)
    await passes(scene, timers, 5)
    assert (await now(scene.manager, table)).seq > table.seq
    await scene.courier.stop()
    await scene.manager.stop()


# ---- who acts there --------------------------------------------------------------------------------------


async def test_a_word_that_nobody_would_see_does_not_count_and_is_said_so(scene: Scene) -> None:
    table = await closed(scene)
    tried = len(scene.platform.made)
    data = f"{table.id}:{table.question}:mus"
    reply = await a_door(scene.manager, scene.courier).presses.press(speaker(table), CHAT, data, key="one")
    assert reply.alert
    assert reply.text.startswith("No puedo escribir en el chat de la mesa.")
    assert await now(scene.manager, table) == table
    assert len(scene.platform.made) == tried


async def test_a_command_that_shows_a_board_is_refused_in_a_closed_chat(scene: Scene) -> None:
    await closed(scene)
    answers: list[Reply] = []
    await a_door(scene.manager, scene.courier).commands.run_command(
        GivenCommand("mesa", (), ANE, CHAT, key="mesa", answer=answers.append)
    )
    assert [it.text for it in answers] == [Texts("es")("refused-chat-closed")]


async def test_the_next_press_after_the_right_is_back_counts_once_and_brings_the_board_up_to_date(
    scene: Scene, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    table = await closed(scene)
    door, data = a_door(scene.manager, scene.courier), f"{table.id}:{table.question}:nomus"
    who = speaker(table)
    await door.presses.press(who, CHAT, data, key="unseen")
    scene.platform.closed.clear()
    assert (await door.presses.press(who, CHAT, data, key="unseen")).text == "Ya está."
    assert await now(scene.manager, table) == table
    await door.presses.press(who, CHAT, data, key="seen")
    await scene.courier.outboxes.wait_until_idle()
    assert (await now(scene.manager, table)).seq > table.seq
    assert "GRANDE" in text_of(scene.platform.requests_to(CHAT)[-1])
    told = [it.getMessage() for it in caplog.records if "written to" in it.getMessage()]
    assert told == [
        f"{CHAT} cannot be written to: its tables stand still until it can",
        f"{CHAT} can be written to again",
    ]


@pytest.mark.parametrize("how", ["word", "command", "start", "score", "private"])
async def test_whatever_somebody_does_makes_the_board_come_back(
    scene: Scene, timers: Clock, how: str
) -> None:
    table = await closed(scene)
    scene.platform.closed.clear()
    door, who = a_door(scene.manager, scene.courier), speaker(table)
    match how:
        case "word":
            await door.presses.say(CARMEN, CHAT, "qué pasa aquí", key="talk")
        case "command":
            await door.commands.run_command(GivenCommand("ayuda", (), CARMEN, CHAT, key="help"))
        case "start":
            await door.chats.greeting_requested(CARMEN, CHAT, reads=True)
        case "score":
            await door.presses.press(CARMEN, CHAT, f"{table.id}:0:score", key="score")
        case _:
            await door.presses.press(who, who.id, f"{table.id}:{table.question}:mus", key="private")
    await scene.courier.outboxes.wait_until_idle()
    assert not scene.courier.availability.is_closed(CHAT)
    assert clocks(scene, table) >= {TurnClock, NudgeClock}


async def test_a_clock_starts_anew_when_the_board_is_seen_again(scene: Scene, timers: Clock) -> None:
    table = await closed(scene)
    await passes(scene, timers, 600)
    scene.platform.closed.clear()
    scene.courier.availability.mark_writable(CHAT)
    await scene.courier.outboxes.wait_until_idle()
    await passes(scene, timers, 89)
    assert await now(scene.manager, table) == table
    await passes(scene, timers, 2)
    assert (await now(scene.manager, table)).seq > table.seq, "the suplente has spoken"


async def test_both_tables_of_a_chat_go_on(scene: Scene, timers: Clock) -> None:
    first = await closed(scene)
    scene.platform.closed.clear()
    second = await scene.manager.open(CARMEN, CHAT, "es", first.rules)
    await scene.courier.outboxes.wait_until_idle()
    scene.platform.closed.add(CHAT)
    scene.courier.availability.close_chat(CHAT)
    assert clocks(scene, first) == clocks(scene, second) == set()
    scene.platform.closed.clear()
    scene.courier.availability.probe_after_act(CHAT)
    await scene.courier.outboxes.wait_until_idle()
    assert clocks(scene, first) >= {TurnClock}
    assert clocks(scene, second)
    assert not scene.courier.outboxes.breakers, "nothing is kept of an open chat"


async def test_a_board_that_was_shown_again_in_vain_leaves_no_second_one_with_buttons(scene: Scene) -> None:
    table = await opened(scene.manager)
    await scene.courier.outboxes.wait_until_idle()
    scene.platform.closed.add(CHAT)
    scene.courier.reconciler.repost(table)
    await scene.courier.outboxes.wait_until_idle()
    scene.platform.closed.clear()
    scene.courier.availability.mark_writable(CHAT)
    await scene.courier.outboxes.wait_until_idle()
    asks = [it for _, it in scene.platform.buttons(CHAT) if it.data.endswith(":nomus")]
    assert len(asks) == 1


async def test_no_word_waits_longer_for_a_chat_than_two_seconds(
    slow: Scene, timers: Clock, clock: Patience
) -> None:
    table = await opened(slow.manager)
    await clock.goes_on(60)
    slow.courier.availability.close_chat(CHAT)
    slow.platform.failing[CHAT] = [TooFast(30)]
    pressing = asyncio.create_task(say(slow.manager, table, speaker(table), "mus"))
    await clock.waits()
    assert not pressing.done()
    timers.advance(WAIT_S)
    with pytest.raises(Refused, match="chat-closed"):
        await pressing
    await clock.goes_on(31)
    assert not slow.courier.availability.is_closed(CHAT), "the try went on"
    assert (await say(slow.manager, table, speaker(table), "mus")).seq > table.seq


async def test_talk_tries_a_closed_chat_only_now_and_then(scene: Scene, timers: Clock) -> None:
    await closed(scene)
    tried: list[float] = []
    scene.platform.closed.clear()
    scene.platform.failing[CHAT] = [Unreachable("no")] * 9
    for _ in range(30):
        left = len(scene.platform.failing[CHAT])
        await a_door(scene.manager, scene.courier).presses.say(CARMEN, CHAT, "hola", key="")
        await scene.courier.outboxes.wait_until_idle()
        scene.platform.clock.advance(1)
        if len(scene.platform.failing[CHAT]) < left:
            tried.append(scene.platform.clock.now)
    assert len(tried) in (3, 4)
    assert all(later - earlier >= TALK_S for earlier, later in pairwise(tried))


async def test_an_edit_made_before_the_chat_was_closed_does_not_open_it(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await opened(scene.manager)
    await scene.courier.outboxes.wait_until_idle()
    edit, answered = scene.platform.edit, asyncio.Event()

    async def late(chat: ChatId, message: MessageId, post: Post) -> None:
        if chat == CHAT and not answered.is_set():
            await answered.wait()
        else:
            await edit(chat, message, post)

    monkeypatch.setattr(scene.platform, "edit", late)
    table = await say(scene.manager, table, speaker(table), "mus")
    for _ in range(9):
        await asyncio.sleep(0)
    scene.platform.closed.add(CHAT)
    scene.courier.availability.close_chat(CHAT)
    pressing = asyncio.create_task(say(scene.manager, table, speaker(table), "mus"))
    for _ in range(9):
        await asyncio.sleep(0)
    answered.set()
    with pytest.raises(Refused, match="chat-closed"):
        await pressing
    assert scene.courier.availability.is_closed(CHAT)
    assert await now(scene.manager, table) == table


# ---- what is missing -------------------------------------------------------------------------------------


async def test_what_the_bot_lacks_is_named_also_in_private_and_after_a_restart(
    scene: Scene, timers: Clock
) -> None:
    table = await opened(scene.manager)
    await scene.courier.outboxes.wait_until_idle()
    scene.courier.availability.record_missing(CHAT, ["permission-view-channel", "permission-send-messages"])
    for _ in range(2):
        who, data = speaker(table), f"{table.id}:{table.question}:mus"
        for where in (CHAT, who.id):
            reply = await a_door(scene.manager, scene.courier).presses.press(who, where, data, key="")
            assert "no tengo permiso para ver el canal y enviar mensajes." in reply.text
        await written(scene.store)
        scene = await restarted(scene)
    scene.courier.availability.record_missing(CHAT, [])
    await scene.courier.outboxes.wait_until_idle()
    assert (await say(scene.manager, table, speaker(table), "mus")).seq > table.seq
    await scene.courier.stop()
    await scene.manager.stop()


async def test_what_is_missing_in_a_chat_that_has_refused_already_is_named_after_a_restart_too(
    scene: Scene, timers: Clock
) -> None:
    table = await closed(scene)
    scene.courier.availability.record_missing(CHAT, ["permission-send-messages"])
    await written(scene.store)
    scene = await restarted(scene)
    who, data = speaker(table), f"{table.id}:{table.question}:mus"
    reply = await a_door(scene.manager, scene.courier).presses.press(who, CHAT, data, key="")
    assert "no tengo permiso para enviar mensajes." in reply.text
    await scene.courier.stop()
    await scene.manager.stop()


async def test_a_chat_without_a_table_is_not_closed_by_what_is_missing_there(
    scene: Scene, timers: Clock
) -> None:
    scene.courier.availability.record_missing(OTHER, ["permission-send-messages"])
    for _ in range(2):
        assert not scene.courier.availability.is_closed(OTHER)
        await written(scene.store)
        scene = await restarted(scene)
    await scene.courier.stop()
    await scene.manager.stop()


async def test_a_chat_that_only_does_not_answer_is_not_closed(scene: Scene) -> None:
    table = await opened(scene.manager)
    await scene.courier.outboxes.wait_until_idle()
    scene.platform.failing[CHAT] = [Outage("down")]
    scene.courier.posts.post(CHAT, Post("", "hola"))
    await scene.courier.outboxes.wait_until_idle()
    assert not scene.courier.availability.is_closed(CHAT)
    assert clocks(scene, table) >= {TurnClock}
