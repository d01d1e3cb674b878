"""Sends of which nobody knows whether they were made: no board stands twice if a press can tell."""

from __future__ import annotations

import pytest

from musbot.game.actions import Action, Voz
from musbot.game.rule_sets import rule_set
from musbot.narrator.post import Post
from musbot.port.messenger import Gone, MessengerError, Outage, Unsure
from musbot.service.delivery.actual import Attempt
from musbot.service.delivery.projections import attempt_row
from musbot.service.delivery.showing import GRACE_S, LEAST_GRACE_S
from musbot.store.protocol import Posted
from musbot.store.sqlite import SqliteStore
from musbot.table.acts import InLobby, Payload
from musbot.table.events import NO_MESSAGE, ChatId, MessageId, TableId
from musbot.testing import Clock, FakeMessenger
from tests.support.patience import Patience
from tests.support.scenes import Scene, playing, restarted, says_mus, written
from tests.support.tables import ANE, BENAT, CHAT, PEOPLE, opened, say, seated, speaker


def boards(scene: Scene) -> list[MessageId]:
    """The messages of the group in which a word can be pressed, the oldest first."""
    standing = scene.platform.standing.get(CHAT, {})
    data = {message: [b.data for row in post.keyboard() for b in row] for message, post in standing.items()}
    return [message for message, carried in data.items() if any(it.endswith("mus") for it in carried)]


async def begins(slow: Scene, clock: Patience, *failing: MessengerError) -> None:
    """Opens a table and begins its partida; the sending of the first board fails so."""
    table = await slow.manager.open(ANE, CHAT, "es", rule_set("vitoria"), seated=seated(), key="open")
    await clock.goes_on(9)
    slow.platform.failing[CHAT] = list(failing)
    await slow.manager.press(ANE, Payload(table.id, 0, InLobby.START), key="start")


async def unanswered(slow: Scene, clock: Patience) -> MessageId:
    """A table whose first board is there, and the courier has not heard of it."""
    for who in PEOPLE:
        slow.courier.availability.close_chat(who.id)
    await begins(slow, clock, Unsure("no answer"))
    await clock.goes_on(3)
    (board,) = boards(slow)
    return board


async def test_a_board_whose_sending_was_not_answered_is_known_by_its_first_press(
    slow: Scene, clock: Patience
) -> None:
    board = await unanswered(slow, clock)
    (table,) = slow.manager.tables.in_memory()
    assert slow.courier.projections.message_of(table) is None
    slow.courier.answering.note_press(says_mus(table), CHAT, board)
    assert slow.courier.projections.message_of(table) == board
    await say(slow.manager, table, speaker(table), "mus")
    await clock.goes_on(60)
    assert boards(slow) == [board]
    assert " mus · " in slow.platform.standing[CHAT][board].text


async def test_a_message_known_by_a_press_is_made_at_once_to_show_what_it_should(
    slow: Scene, clock: Patience
) -> None:
    board = await unanswered(slow, clock)
    (table,) = slow.manager.tables.in_memory()
    slow.platform.standing[CHAT][board] = Post("", "a board of before")
    slow.courier.answering.note_press(says_mus(table), CHAT, board)
    await clock.goes_on(3)
    assert "¿MUS?" in slow.platform.standing[CHAT][board].text


async def test_who_sees_a_board_that_was_not_answered_is_known_once_it_is_pressed(
    slow: Scene, clock: Patience
) -> None:
    board = await unanswered(slow, clock)
    (table,) = slow.manager.tables.in_memory()
    seen = slow.manager.clocks._at[table.id].seen
    assert not seen
    slow.courier.answering.note_press(says_mus(table), CHAT, board)
    assert seen


async def test_a_board_that_nobody_presses_is_sent_once_more_after_a_while(
    slow: Scene, clock: Patience
) -> None:
    board = await unanswered(slow, clock)
    await clock.goes_on(GRACE_S - 4)
    assert boards(slow) == [board]
    await clock.goes_on(60)
    first, second = boards(slow)
    (table,) = slow.manager.tables.in_memory()
    assert slow.courier.projections.message_of(table) == second
    slow.courier.answering.note_press(says_mus(table), CHAT, first)
    await clock.goes_on(5)
    assert boards(slow) == [second], "a twin has no buttons after its first press"


async def test_a_board_that_certainly_is_not_there_is_sent_again_at_once(
    slow: Scene, clock: Patience
) -> None:
    await begins(slow, clock, Outage("not reached"))
    await clock.goes_on(1.5)
    (table,) = slow.manager.tables.in_memory()
    assert boards(slow) == [slow.courier.projections.message_of(table)]


async def test_a_platform_that_knows_keys_is_sent_to_again_at_once(
    store: SqliteStore, timers: Clock, clock: Patience
) -> None:
    keyed = FakeMessenger(clock, has_idempotent_sends=True)
    async with playing(store, keyed) as scene:
        await begins(scene, clock, Outage("no answer"))
        await clock.goes_on(1.5)
        (table,) = scene.manager.tables.in_memory()
        assert boards(scene) == [scene.courier.projections.message_of(table)]
        assert all(it.message.isdecimal() for it in await store.list_shown(table.id)), (
            "nothing is noted before"
        )


async def test_a_send_without_a_key_makes_a_message_of_its_own() -> None:
    keyed, chat = FakeMessenger(has_idempotent_sends=True), ChatId("fake:1")
    sent = [await keyed.send(chat, Post("", "hello", key=key)) for key in ("", "", "1", "1")]
    assert len(set(sent)) == 3


async def test_a_board_pressed_before_its_sending_was_given_up_is_not_sent_again(
    slow: Scene, clock: Patience, monkeypatch: pytest.MonkeyPatch
) -> None:
    send = slow.platform.send

    async def pressed_and_not_answered(chat: ChatId, post: Post) -> str:
        message = await send(chat, post)
        (table,) = slow.manager.tables.in_memory()
        if chat == CHAT and table.mesa is not None:
            slow.courier.answering.note_press(says_mus(table), chat, message)
            raise Unsure("no answer")
        return message

    monkeypatch.setattr(slow.platform, "send", pressed_and_not_answered)
    await begins(slow, clock)
    await clock.goes_on(60)
    (table,) = slow.manager.tables.in_memory()
    assert boards(slow) == [slow.courier.projections.message_of(table)]


async def test_a_twin_pressed_while_the_board_is_sent_anew_loses_its_buttons(
    slow: Scene, clock: Patience, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await unanswered(slow, clock)
    send = slow.platform.send

    async def pressed_meanwhile(chat: ChatId, post: Post) -> str:
        (table,) = slow.manager.tables.in_memory()
        slow.courier.answering.note_press(says_mus(table), CHAT, first)
        return await send(chat, post)

    monkeypatch.setattr(slow.platform, "send", pressed_meanwhile)
    await clock.goes_on(60)
    (table,) = slow.manager.tables.in_memory()
    assert boards(slow) == [slow.courier.projections.message_of(table)] != [first]


async def test_a_twin_of_an_earlier_question_is_not_taken_for_the_board(slow: Scene, clock: Patience) -> None:
    board = await unanswered(slow, clock)
    (table,) = slow.manager.tables.in_memory()
    old = Payload(table.id, table.question + 7, Action(Voz.MUS))
    slow.courier.answering.note_press(old, CHAT, board)
    assert slow.courier.projections.message_of(table) is None


async def test_who_asks_for_the_board_does_not_wait_for_a_press(slow: Scene, clock: Patience) -> None:
    await unanswered(slow, clock)
    (table,) = slow.manager.tables.in_memory()
    slow.courier.reconciler.repost(table)
    await clock.goes_on(1)
    assert slow.courier.projections.message_of(table) == boards(slow)[-1]


# ---- a kill between the sending and the answer -----------------------------------------------------------


async def test_after_a_kill_a_board_that_is_there_is_known_by_its_first_press(
    slow: Scene, clock: Patience, timers: Clock
) -> None:
    board = await unanswered(slow, clock)
    slow = await restarted(slow)
    (table,) = slow.manager.tables.in_memory()
    await clock.goes_on(1)
    slow.courier.answering.note_press(says_mus(table), CHAT, board)
    await clock.goes_on(60)
    await written(slow.store)
    assert boards(slow) == [board] == [slow.courier.projections.message_of(table)]
    slow = await restarted(slow)
    assert slow.courier.projections.message_of(table) == board, "and after another kill too"
    await slow.courier.stop()
    await slow.manager.stop()


async def test_after_a_kill_a_board_that_nobody_presses_is_sent_once_more(
    slow: Scene, clock: Patience, timers: Clock
) -> None:
    await unanswered(slow, clock)
    await clock.goes_on(GRACE_S - 5)
    slow = await restarted(slow)
    await clock.goes_on(LEAST_GRACE_S - 0.5)
    assert len(boards(slow)) == 1
    await clock.goes_on(60)
    (table,) = slow.manager.tables.in_memory()
    assert boards(slow)[1:] == [slow.courier.projections.message_of(table)]
    await slow.courier.stop()
    await slow.manager.stop()


async def test_after_a_kill_an_end_that_may_not_have_been_told_is_told(
    slow: Scene, clock: Patience, timers: Clock
) -> None:
    table = await opened(slow.manager)
    for who in PEOPLE[:3]:
        table = await say(slow.manager, table, who, "end")
    await clock.goes_on(60)
    begun = Attempt(Posted(CHAT, "end", NO_MESSAGE, "digest", clock.now), table.question)
    await slow.store.record_shown(table.id, attempt_row(begun))
    before = len(slow.platform.requests_to(CHAT, "send"))
    slow = await restarted(slow)
    await clock.goes_on(60)
    (end,) = slow.platform.requests_to(CHAT, "send")[before:]
    assert end.post is not None
    assert "se termina aquí" in end.post.title
    await slow.courier.stop()
    await slow.manager.stop()


# ---- what cannot be pressed ------------------------------------------------------------------------------


async def test_a_single_post_goes_twice_at_most(slow: Scene, clock: Patience) -> None:
    slow.platform.failing[ANE.id] = [Unsure("no answer")] * 9
    slow.courier.posts.post(ANE.id, Post("", "ayuda"))
    await clock.goes_on(200)
    assert len(slow.platform.requests_to(ANE.id)) == 2
    slow.platform.failing[ANE.id] = [Unsure("no answer")]
    slow.courier.posts.post(ANE.id, Post("", "señas"))
    await clock.goes_on(200)
    assert len(slow.platform.requests_to(ANE.id)) == 4
    assert slow.courier.posts._unsure == set(), "nothing is known any more of what was posted"


async def test_each_single_post_that_was_not_answered_goes_once_more(slow: Scene, clock: Patience) -> None:
    for who in (ANE, BENAT):
        slow.platform.failing[who.id] = [Unsure("no answer")]
        slow.courier.posts.post(who.id, Post("", "ayuda"))
        await clock.goes_on(0.2)
    await clock.goes_on(200)
    assert [len(slow.platform.requests_to(who.id)) for who in (ANE, BENAT)] == [2, 2]


# ---- twins -----------------------------------------------------------------------------------------------


async def test_a_twin_of_a_board_loses_its_buttons_when_it_is_pressed(scene: Scene) -> None:
    table = await opened(scene.manager)
    await scene.courier.outboxes.wait_until_idle()
    board = scene.courier.projections.message_of(table)
    assert board is not None
    scene.courier.answering.note_press(says_mus(table), CHAT, board)
    scene.courier.answering.note_press(says_mus(table), CHAT, MessageId("9999"))
    scene.courier.answering.note_press(
        Payload(TableId("Z9-nobody"), 1, Action(Voz.MUS)), CHAT, MessageId("9998")
    )
    await scene.courier.outboxes.wait_until_idle()
    assert [made.message for made in scene.platform.requests_to(CHAT, "strip")] == ["9999"]


async def test_a_message_pressed_while_it_is_being_sent_is_no_twin(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await opened(scene.manager)
    await scene.courier.outboxes.wait_until_idle()
    send = scene.platform.send

    async def pressed_at_once(chat: ChatId, post: Post) -> str:
        message = await send(chat, post)
        scene.courier.answering.note_press(says_mus(table), chat, message)  # before the bot has heard its id
        return message

    monkeypatch.setattr(scene.platform, "send", pressed_at_once)
    old = scene.courier.projections.message_of(table)
    scene.courier.reconciler.repost(table)
    await scene.courier.outboxes.wait_until_idle()
    assert scene.courier.projections.message_of(table) != old
    assert [made.message for made in scene.platform.requests_to(CHAT, "delete")] == [old]


async def test_a_press_is_no_twins_where_nothing_is_known_to_be_shown(slow: Scene, clock: Patience) -> None:
    slow.platform.failing[CHAT] = [Outage("down")]
    table = await opened(slow.manager)
    await clock.waits()
    slow.courier.answering.note_press(says_mus(table), CHAT, MessageId("7"))
    await clock.goes_on(20)
    slow.courier.answering.note_press(says_mus(table), CHAT, NO_MESSAGE)
    await clock.goes_on(20)
    assert slow.courier.projections.message_of(table) is not None
    assert slow.platform.requests_to(CHAT, "strip") == []


async def test_a_hand_that_was_found_deleted_is_recorded_as_gone_before_a_new_one_is_sent(
    slow: Scene, clock: Patience, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await opened(slow.manager)
    await clock.goes_on(60)
    who, real, recorded = speaker(table), slow.store.record_shown, list[str]()

    async def record(table: str, shown: Posted) -> None:
        if shown.chat == who.id:
            recorded.append(shown.message)
        await real(table, shown)

    monkeypatch.setattr(slow.store, "record_shown", record)
    slow.platform.failing[who.id] = [Gone("deleted")]
    slow.courier.reconciler.repost(table)  # its hand links to the new board
    await clock.goes_on(20)
    assert recorded[0] == "", "after a kill the next process would take it for shown"
    assert recorded[-1] != ""
