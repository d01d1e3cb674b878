"""Guards of delivery: what a race, an old hand or a table set aside may not do to the messages of a chat."""

from __future__ import annotations

import asyncio

import pytest

from musbot.narrator import Narrator
from musbot.narrator.post import Post
from musbot.port.chats import window_in
from musbot.port.messenger import Outage
from musbot.service.queue.fair_queue import Rank, SendPriority
from musbot.service.queue.parts import Part, PartView
from musbot.service.queue.slots import TableSlot
from musbot.service.tables.tables import AGAIN_S
from musbot.store.sqlite import SqliteStore
from musbot.table.act_result import Refused
from musbot.table.acts import Call, Payload, read_act
from musbot.table.alarms import NUDGE_S
from musbot.table.events import ChatId, MessageId, Person, PersonId
from musbot.table.table import Table
from tests.support.patience import Patience
from tests.support.scenes import Scene, a_messenger, playing, says_mus, text_of
from tests.support.tables import ANE, BENAT, CHAT, PEOPLE, opened, say, speaker

EVA = Person(PersonId(ChatId("test:eva")), "Eva", "es")


async def shown(scene: Scene, clock: Patience) -> tuple[Table, MessageId]:
    """A table in play that all its chats show, and the message of its board; what was sent is forgotten."""
    table = await opened(scene.manager, juegos=9)
    await clock.goes_on(60)
    message = scene.courier.projections.message_of(table)
    assert message is not None
    scene.platform.made.clear()
    return table, message


async def hand_over(scene: Scene, clock: Patience, table: Table) -> Table:
    """The same table in its next hand, which all have seen."""
    for word in ("nomus", "ordago", "quiero"):
        table = await say(scene.manager, table, speaker(table), word)
    await clock.goes_on(15)
    return table


# ---- hands -----------------------------------------------------------------------------------------------


async def test_a_board_of_an_old_hand_that_is_still_queued_is_not_sent(slow: Scene, clock: Patience) -> None:
    table, _ = await shown(slow, clock)
    for _ in range(2):
        table = await hand_over(slow, clock, table)
    slow.platform.made.clear()
    slow.courier.outboxes.put(CHAT, TableSlot(table.id, Part(PartView.BOARD, 1)), SendPriority(Rank.REST))
    await clock.goes_on(5)
    assert slow.platform.made == []


async def test_R95_the_count_of_a_hand_stays_with_a_player_who_leaves_in_the_next(
    slow: Scene, clock: Patience
) -> None:
    table = await hand_over(slow, clock, (await shown(slow, clock))[0])
    count, hand = slow.platform.posts(BENAT.id)
    await say(slow.manager, table, BENAT, "leave")
    await clock.goes_on(60)
    assert slow.platform.posts(BENAT.id)[0] == count
    assert slow.platform.posts(BENAT.id)[1] != hand
    assert "Ya no juegas" in slow.platform.posts(BENAT.id)[1].text


@pytest.mark.parametrize("in_window", [True, False])
async def test_a_player_who_sees_their_hand_at_the_table_is_called_in_private_if_they_chose_that(
    slow: Scene, clock: Patience, in_window: bool
) -> None:
    table = await opened(slow.manager)
    await clock.goes_on(5)
    who = speaker(table)
    if in_window:
        slow.platform.windows.add(who.id)
        message = await slow.platform.send(window_in(CHAT, who.id), Post("", "their hand"))
        slow.courier.answering.record_window(who.id, table.id, message, None)
    else:
        await slow.courier.reconciler.show_hand(who.id, here=True)
    await slow.courier.reconciler.set_call(who.id, Call.PRIVATE)
    await clock.goes_on(NUDGE_S + 20)
    await slow.manager.wait_for_background()
    await clock.goes_on(20)
    assert sum("te toca" in text_of(it) for it in slow.platform.requests_to(who.id, "send")) == 1


# ---- a seat that comes free ------------------------------------------------------------------------------


@pytest.mark.parametrize("stays", [True, False])
async def test_a_person_from_the_queue_is_called_only_to_a_seat_that_is_still_theirs(
    slow: Scene, clock: Patience, stays: bool
) -> None:
    table, _ = await shown(slow, clock)
    await slow.manager.press(EVA, Payload(table.id, table.question, read_act("queue")), key="queue")
    slow.platform.made.clear()
    slow.courier.outboxes[CHAT].pause(CHAT, 30)
    await say(slow.manager, table, BENAT, "leave")
    if not stays:
        now = slow.manager.tables.get(table.id)
        assert now is not None
        await slow.manager.press(EVA, Payload(table.id, now.question, read_act("leave")), key="leave")
    await clock.goes_on(60)
    called = [it for it in slow.platform.requests_to(CHAT, "send") if it.post and it.post.mentions]
    names = [name for it in called if it.post for _, name in it.post.mentions]
    assert names.count("Eva") == stays


# ---- tables that fail, are set aside or go ---------------------------------------------------------------


async def test_a_board_whose_edit_fails_while_its_table_is_set_aside_stays_as_it_was(
    slow: Scene, clock: Patience, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, message = await shown(slow, clock)
    before, edit = slow.platform.standing[CHAT][message], slow.platform.edit

    async def fails_once(chat: ChatId, message: MessageId, post: Post) -> None:
        if chat == CHAT and slow.manager.tables.get(table.id) is not None:
            slow.manager.tables.set_aside_failing(table)
            raise Outage("down")
        await edit(chat, message, post)

    monkeypatch.setattr(slow.platform, "edit", fails_once)
    await say(slow.manager, table, speaker(table), "nomus")
    await clock.goes_on(60)
    assert slow.platform.standing[CHAT][message] == before
    (notice,) = slow.platform.requests_to(CHAT)
    assert "apartada" in text_of(notice)


async def test_the_chat_of_a_table_that_is_set_aside_can_close(scene: Scene) -> None:
    table = await opened(scene.manager)
    scene.manager.tables.set_aside_failing(table)
    scene.courier.availability.close_chat(CHAT)
    assert scene.courier.availability.is_closed(CHAT)


async def test_no_chat_is_closed_whose_platform_is_not_running(scene: Scene) -> None:
    scene.courier.availability.close_chat(ChatId("elsewhere:chat"))
    assert not scene.courier.availability.is_closed(ChatId("elsewhere:chat"))


async def test_a_board_that_was_not_sent_before_its_player_was_forgotten_is_not_sent_again(
    slow: Scene, clock: Patience, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, tried = await opened(slow.manager, people=(ANE,), chat=ANE.id), list[str]()
    slow.manager.clocks.stop()
    await clock.goes_on(60)

    async def fails(chat: ChatId, post: Post) -> MessageId:
        tried.append(post.text)
        slow.courier.on_forget(ANE.id)
        raise Outage("down")

    monkeypatch.setattr(slow.platform, "send", fails)
    slow.courier.reconciler.restore_board(table, at_once=True)
    await clock.goes_on(60)
    assert len(tried) == 1


async def test_a_board_is_not_updated_to_a_word_that_is_no_longer_the_last(
    slow: Scene, clock: Patience, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _ = await shown(slow, clock)
    slow.courier.outboxes[CHAT].pause(CHAT, AGAIN_S / 2)
    table = await say(slow.manager, table, speaker(table), "nomus")

    def fails(*_: object) -> None:
        raise KeyError

    with monkeypatch.context() as broken:
        broken.setattr(slow.courier.reconciler, "_retract_departed", fails)
        await say(slow.manager, table, speaker(table), "paso")
    await clock.goes_on(60)
    assert slow.platform.requests_to(CHAT) != []
    assert all(" paso · " in text_of(it) for it in slow.platform.requests_to(CHAT))


async def test_a_recovery_takes_no_pressed_message_for_a_send_that_is_in_flight(
    slow: Scene, clock: Patience, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, free, send = asyncio.Event(), asyncio.Event(), slow.platform.send

    async def sends_late(chat: ChatId, post: Post) -> MessageId:
        if chat == CHAT and "¿MUS?" in post.text:
            begun.set()
            await free.wait()
        return await send(chat, post)

    monkeypatch.setattr(slow.platform, "send", sends_late)
    table = await opened(slow.manager)
    await asyncio.wait_for(begun.wait(), 10)
    slow.courier.answering.note_press(says_mus(table), CHAT, MessageId("an older message"))
    await slow.courier.recover()
    free.set()
    await clock.goes_on(60)
    assert sum("¿MUS?" in text_of(it) for it in slow.platform.requests_to(CHAT, "send")) == 1


async def test_a_table_goes_to_no_thread_on_a_platform_that_has_none(scene: Scene) -> None:
    table = await opened(scene.manager)
    with pytest.raises(Refused, match="unknown-act"):
        await scene.courier.threads.open(table, MessageId("1"))


# ---- two processes ---------------------------------------------------------------------------------------


async def test_a_process_that_may_have_lost_the_database_sends_only_once_it_knows_better(
    store: SqliteStore, clock: Patience, monkeypatch: pytest.MonkeyPatch
) -> None:
    owns = [False]
    monkeypatch.setattr(store, "owns_database", lambda: owns[0])
    async with playing(store, a_messenger(clock)) as scene:
        await opened(scene.manager)
        await clock.goes_on(30)
        assert scene.platform.made == []
        owns[0] = True
        await clock.goes_on(30)
        assert Narrator("es").texts("refused-broken") not in map(text_of, scene.platform.made)
        assert len(scene.platform.posts(PEOPLE[0].id)) == 1
