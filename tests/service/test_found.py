"""What the simulation has found: a kill, a full disk, an outage or a move of the chat at a bad moment."""

from __future__ import annotations

import time

import pytest

from musbot.game.actions import Action, Voz
from musbot.game.rule_sets import rule_set
from musbot.game.state import Descarte
from musbot.narrator.post import Post
from musbot.port.messenger import MovedTo, Outage, TooFast, Unsure
from musbot.service.tables.repository import NotSaved
from musbot.store.protocol import StoreError
from musbot.table.acts import Anytime, Payload
from musbot.table.alarms import NUDGE_S, alarms
from musbot.table.events import ChatId
from musbot.table.table import Table
from musbot.testing import Clock
from musbot.words.cards import short_name
from musbot.words.texts import Texts
from tests.support.chats import Scene as Sala
from tests.support.chats import scene as sala
from tests.support.patience import Patience
from tests.support.scenes import Scene, restarted, says_mus
from tests.support.tables import ANE, BENAT, CHAT, PEOPLE, now, opened, say, speaker

__all__ = ["sala"]  # a fixture

SUPERGROUP = ChatId("test:supergrupo")


async def test_a_board_goes_only_after_the_one_that_replaces_it_is_there(scene: Scene) -> None:
    table = await opened(scene.manager)
    await scene.courier.outboxes.wait_until_idle()
    old = scene.courier.projections.message_of(table)
    scene.courier.reconciler.repost(table)
    await scene.courier.outboxes.wait_until_idle()
    new = scene.courier.projections.message_of(table)
    assert old is not None
    assert new is not None
    made = [(it.what, it.message) for it in scene.platform.requests_to(CHAT)]
    assert made.index(("delete", old)) > made.index(("send", new)), "a kill leaves one of them at least"


async def test_a_press_of_a_board_that_is_replaced_does_not_make_it_the_board_again(
    slow: Scene, clock: Patience
) -> None:
    for who in PEOPLE:
        slow.courier.availability.close_chat(who.id)
    table = await opened(slow.manager)
    await clock.goes_on(20)
    old = slow.courier.projections.message_of(table)
    assert old is not None
    slow.platform.failing[CHAT] = [Unsure("no answer")]
    slow.courier.reconciler.repost(table)
    await clock.goes_on(1)
    slow.courier.answering.note_press(says_mus(table), CHAT, old)
    await clock.goes_on(60)
    board = slow.courier.projections.message_of(table)
    slow.platform.failing[CHAT] = [Unsure("no answer")]
    slow.courier.reconciler.repost(table)
    await clock.goes_on(1)
    slow.courier.answering.note_press(says_mus(table), CHAT, old)
    await clock.goes_on(60)
    board = slow.courier.projections.message_of(table)
    assert board != old
    assert board in slow.platform.standing[CHAT]
    assert old not in slow.platform.standing[CHAT]


async def test_a_chat_that_moves_while_nothing_can_be_written_is_followed_once_it_can(
    slow: Scene, clock: Patience, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await opened(slow.manager)
    await clock.goes_on(20)
    real, refused = slow.store.move, [StoreError("full")]

    async def move(name: str, chat: ChatId) -> None:
        if refused:
            raise refused.pop()
        await real(name, chat)

    monkeypatch.setattr(slow.store, "move", move)
    slow.platform.failing[CHAT] = [MovedTo(SUPERGROUP), MovedTo(SUPERGROUP)]
    await say(slow.manager, table, speaker(table), "nomus")
    await clock.goes_on(60)
    assert (await now(slow.manager, table)).chat == SUPERGROUP
    assert slow.platform.requests_to(SUPERGROUP, "send")


async def test_a_table_opened_in_a_chat_that_is_moving_goes_with_it(
    slow: Scene, clock: Patience, monkeypatch: pytest.MonkeyPatch
) -> None:
    await opened(slow.manager)
    await clock.goes_on(20)
    late: list[Table] = []
    real = slow.store.move

    async def move(name: str, chat: ChatId) -> None:
        if not late:
            late.append(await slow.manager.open(BENAT, CHAT, "es", rule_set("vitoria")))
        await real(name, chat)

    monkeypatch.setattr(slow.store, "move", move)
    await slow.manager.move(CHAT, SUPERGROUP)
    assert (await now(slow.manager, late[0])).chat == SUPERGROUP
    assert not slow.manager.tables.in_chat(CHAT)


async def test_a_refused_word_that_could_not_be_recorded_leaves_the_clocks_as_they_should_be(
    slow: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await opened(slow.manager)

    async def mark(_: str) -> None:
        raise StoreError("full")

    monkeypatch.setattr(slow.store, "mark", mark)
    with pytest.raises(NotSaved):
        await slow.manager.press(speaker(table), Payload(table.id, 0, Action(Voz.MUS)), key="an old one")
    clocks = slow.manager.clocks
    at, times = clocks._at[table.id], clocks.defaults_s
    assert set(at.running) == set(alarms(await now(slow.manager, table), at.touched, *times, at.seen))


async def test_the_end_of_a_table_whose_chat_has_moved_is_told_where_it_is_now(scene: Scene) -> None:
    table = await opened(scene.manager, people=(ANE,))
    await scene.courier.outboxes.wait_until_idle()
    scene.platform.failing[CHAT] = [MovedTo(SUPERGROUP)] * 9
    await say(scene.manager, table, ANE, "leave")
    await scene.courier.outboxes.wait_until_idle()
    assert any("Semilla" in post.text for post in scene.platform.posts(SUPERGROUP))


async def test_a_partida_that_ends_while_its_group_moves_counts_in_the_supergroup(
    slow: Scene, clock: Patience, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await at_the_last_word(slow)
    await clock.goes_on(20)
    real = slow.store.move

    async def move(name: str, chat: ChatId) -> None:
        await say(slow.manager, table, speaker(table), "quiero")
        await real(name, chat)

    monkeypatch.setattr(slow.store, "move", move)
    await slow.manager.move(CHAT, SUPERGROUP)
    assert [it.table for it in await slow.store.load_results(SUPERGROUP, 9)] == [table.id]


async def test_the_end_of_a_partida_that_is_shown_in_the_supergroup_says_how_long_it_took(
    slow: Scene, clock: Patience, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await at_the_last_word(slow)
    monkeypatch.setattr(slow.store, "clock", lambda: time.time() + 80)
    await clock.goes_on(80)
    slow.platform.failing[CHAT] = [Outage("down")] * 99
    await say(slow.manager, table, speaker(table), "quiero")
    await clock.goes_on(20)
    await slow.manager.move(CHAT, SUPERGROUP)
    slow.platform.failing[CHAT] = [MovedTo(SUPERGROUP)] * 99
    slow = await restarted(slow)
    await clock.goes_on(60)
    assert any("Habéis jugado 1 min." in post.text for post in slow.platform.posts(SUPERGROUP))
    await slow.courier.stop()
    await slow.manager.stop()


async def at_the_last_word(scene: Scene) -> Table:
    """Opens a table where an órdago waits for its answer; "quiero" ends the partida."""
    table = await opened(scene.manager, juegos=1)
    for word in ("nomus", "ordago"):
        table = await say(scene.manager, table, speaker(table), word)
    return table


async def test_who_was_called_while_the_platform_was_out_is_called_when_it_answers(
    slow: Scene, timers: Clock, clock: Patience
) -> None:
    table = await opened(slow.manager)
    await clock.goes_on(20)
    slow.platform.failing[CHAT] = [Outage("out")]
    timers.advance(NUDGE_S)
    await slow.manager.wait_for_background()
    await clock.goes_on(0.5)
    slow.manager.clocks.pause_platform("test")
    await clock.goes_on(5)
    slow.manager.clocks.resume_platform("test")
    slow.courier.outboxes.resume_after_outage("test")
    await clock.goes_on(20)
    assert any(speaker(table).id in dict(post.mentions) for post in slow.platform.posts(CHAT))


async def test_who_has_thrown_all_their_cards_sees_the_new_ones_though_the_board_was_asked_for_meanwhile(
    scene: Scene,
) -> None:
    table = await opened(scene.manager)
    for _ in PEOPLE:
        table = await say(scene.manager, table, speaker(table), "mus")
    first = speaker(table)
    for place in range(1, 5):
        await say(scene.manager, table, first, f"pick.{place}")
    table = await say(scene.manager, table, first, "throw")
    scene.courier.reconciler.repost(table)
    while table.mesa is not None and isinstance(table.mesa.phase, Descarte):
        await say(scene.manager, table, speaker(table), "pick.1")
        table = await say(scene.manager, table, speaker(table), "throw")
    await scene.courier.outboxes.wait_until_idle()
    (hand,) = scene.platform.posts(first.id)
    seat = table.seat_of(first.id)
    assert seat is not None
    assert table.mesa is not None
    assert all(short_name(Texts("es"), card) in hand.title + hand.text for card in table.mesa.cards[seat])


async def test_an_edit_that_may_have_been_made_is_made_again_when_all_is_as_it_was_before(
    slow: Scene, clock: Patience
) -> None:
    table = await opened(slow.manager)
    for _ in PEOPLE:
        table = await say(slow.manager, table, speaker(table), "mus")
    await clock.goes_on(20)
    who = speaker(table)
    (before,) = slow.platform.posts(who.id)
    slow.platform.failing[who.id] = [Unsure("no answer")]
    await say(slow.manager, table, who, "pick.1")
    await clock.goes_on(0.5)
    assert slow.platform.posts(who.id) != [before], "it was made, and nobody knows"
    await say(slow.manager, table, who, "pick.1")
    await clock.goes_on(20)
    assert slow.platform.posts(who.id) == [before]


async def test_a_press_in_the_lobby_is_not_taken_for_one_of_a_message_without_buttons(
    slow: Scene, clock: Patience
) -> None:
    slow.platform.failing[CHAT] = [Unsure("no answer")]
    table = await slow.manager.open(ANE, CHAT, "es", rule_set("vitoria"))
    await clock.goes_on(30)
    lobby = slow.courier.projections.message_of(table)
    assert lobby is not None
    slow.platform.failing[CHAT] = [Unsure("no answer")]
    slow.courier.answering.note_press(Payload(table.id, 0, Anytime.QUEUE), CHAT, lobby)
    shown = {it.slot: it.message for it in await slow.store.list_shown(table.id) if it.message.isdecimal()}
    assert list(shown.values()).count(lobby) <= 1


async def test_who_has_left_is_not_shown_the_cards_of_who_plays_for_them(
    slow: Scene, timers: Clock, clock: Patience
) -> None:
    table = await opened(slow.manager)
    for _ in PEOPLE:
        table = await say(slow.manager, table, speaker(table), "mus")
    await clock.goes_on(20)
    who = speaker(table)
    slow.platform.failing[who.id] = [TooFast(60)]
    await say(slow.manager, table, who, "pick.1")
    await clock.goes_on(1)
    brought = len(slow.platform.requests_to(who.id))
    table = await say(slow.manager, table, who, "leave")
    timers.advance(5)  # the AI player in that seat throws cards, and gets others
    await slow.manager.wait_for_background()
    await clock.goes_on(120)
    (stands,) = slow.platform.posts(who.id)
    assert stands.text.startswith("Ya no juegas"), "its cards go"
    assert not any(button.data for row in stands.keyboard() for button in row), "and its buttons"
    assert [made.what for made in slow.platform.requests_to(who.id)[brought:]] == ["edit"]


async def test_who_looked_at_a_table_before_others_spoke_does_not_show_it_as_it_was(scene: Scene) -> None:
    before = await opened(scene.manager)
    table = await say(scene.manager, before, speaker(before), "mus")
    scene.courier.reconciler.repost(before)
    await scene.courier.outboxes.wait_until_idle()
    assert any(" mus · " in post.text for post in scene.platform.posts(CHAT))
    assert table.question == before.question


async def test_a_lobby_that_nobody_has_seen_is_replaced_without_a_word(slow: Scene, clock: Patience) -> None:
    slow.platform.failing[CHAT] = [Outage("out")]
    first = await slow.manager.open(ANE, CHAT, "es", rule_set("vitoria"))
    await clock.goes_on(0.5)
    await slow.manager.open(BENAT, CHAT, "es", rule_set("vitoria"))
    await slow.manager.close_unused_lobby(first.id)
    await clock.goes_on(60)
    of_first = [post.title for post in slow.platform.posts(CHAT) if first.short in post.title]
    assert of_first == []


async def test_a_forged_button_of_a_page_takes_no_board_away(sala: Sala) -> None:
    table = await opened(sala.manager)
    await sala.courier.outboxes.wait_until_idle()
    board = sala.courier.projections.message_of(table)
    assert board is not None
    for data in (f"{table.id}:99999/page.more", "A2-aaaaaa:3/page.more"):
        await sala.door.presses.press(ANE, CHAT, data, key=data, message=board)
        await sala.courier.outboxes.wait_until_idle()
        assert board in sala.platform.standing[CHAT]


async def test_the_end_of_a_table_is_told_in_the_supergroup_though_the_group_had_shut_the_bot_out(
    sala: Sala,
) -> None:
    await opened(sala.manager, people=(ANE,))
    await sala.courier.outboxes.wait_until_idle()
    sala.door.availability.close_chat(CHAT)
    await sala.manager.forget(ANE)
    sala.platform.failing[CHAT] = [MovedTo(SUPERGROUP)] * 9
    await sala.door.chats.chat_moved(CHAT, SUPERGROUP)
    await sala.courier.outboxes.wait_until_idle()
    assert any("Semilla" in post.text for post in sala.platform.posts(SUPERGROUP))


async def test_who_floods_a_group_that_moves_is_told_once_to_go_slowly(slow: Scene, clock: Patience) -> None:
    slow.platform.failing |= {CHAT: [TooFast(5), MovedTo(SUPERGROUP)], SUPERGROUP: [TooFast(60)]}
    for chat in (SUPERGROUP, CHAT):
        slow.courier.posts.post(chat, Post("", "Poco a poco."))
    await clock.goes_on(120)
    assert [post.text for post in slow.platform.posts(SUPERGROUP)] == ["Poco a poco."]


async def test_two_answers_that_wait_and_say_the_same_by_then_come_once(slow: Scene, clock: Patience) -> None:
    slow.platform.failing[CHAT] = [TooFast(30)]
    for before in ("MUS. Habla Ane.", "GRANDE. Habla Ane."):
        slow.courier.posts.post(CHAT, Post("", before), fresh=lambda: Post("", "GRANDE. Habla Ane."))
    await clock.goes_on(120)
    assert [post.text for post in slow.platform.posts(CHAT)] == ["GRANDE. Habla Ane."]
