"""The courier: the newest state wins, each chat's limits hold, and what went wrong is set right."""

from __future__ import annotations

import random
from functools import partial

import pytest

from musbot.game.rule_sets import rule_set
from musbot.narrator import Narrator
from musbot.narrator.post import Post
from musbot.port.messenger import Gone, Limit, MovedTo, Outage, Rejected, TooFast, Unreachable
from musbot.service.queue.parts import Part, PartView
from musbot.service.queue.rate_limits import Bucket
from musbot.service.queue.slots import TableSlot
from musbot.store.protocol import Gap
from musbot.store.sqlite import SqliteStore
from musbot.table.acts import Call
from musbot.table.alarms import NUDGE_S
from musbot.table.events import ChatId, MessageId
from musbot.table.view import watch
from musbot.testing import Clock
from musbot.testing.clock import BEGIN_S
from tests.support.patience import Patience
from tests.support.scenes import Scene, a_courier, a_messenger, restarted, text_of, written
from tests.support.tables import (
    ANE,
    BENAT,
    CARMEN,
    CHAT,
    PEOPLE,
    a_manager,
    now,
    opened,
    say,
    say_something,
    speaker,
)


async def test_a_bucket_lets_a_burst_go_and_then_one_every_four_seconds() -> None:
    bucket, now, times = Bucket(Limit(5, 4), 0.0), 0.0, list[float]()
    while len(times) < 40:
        wait = bucket.ready_in(now)
        now += wait
        if not wait:
            bucket.take()
            times.append(now)
    assert times[:6] == [0, 0, 0, 0, 0, 4]
    assert max(sum(start <= t <= start + 60 for t in times) for start in times) == 20


async def test_each_hand_is_one_message_and_each_person_gets_their_cards(scene: Scene) -> None:
    table = await opened(scene.manager)
    await scene.courier.outboxes.wait_until_idle()
    boards = [made for made in scene.platform.to(CHAT, "send") if "MUS" in text_of(made)]
    assert len(boards) == 1
    for seat, who in enumerate(PEOPLE):
        assert table.mesa is not None
        dealt = scene.platform.to(who.id, "send")
        assert len(dealt) == 1
        assert dealt[0].post is not None
        assert "tus cartas" in dealt[0].post.title
        assert table.seats[seat] is not None


async def test_twenty_requests_in_any_minute_and_the_newest_state_wins(slow: Scene, clock: Patience) -> None:
    table = await opened(slow.manager)
    rng = random.Random(3)
    for _ in range(180):
        table = await say_something(slow.manager, table, speaker(table), rng)
        await clock.goes_on(1)
    await clock.goes_on(20)
    assert not table.over
    times = [made.at for made in slow.platform.to(CHAT)]
    assert 45 < len(times) < 60, "a word a second would be 180"
    assert max(sum(start <= t < start + 60 for t in times) for start in times) <= 20
    final = [
        made for made in slow.platform.to(CHAT) if made.message == slow.courier.projections.message_of(table)
    ]
    assert final[-1].post is not None
    assert final[-1].post.digest() == Narrator("es").board(watch(table)).digest()


async def test_after_a_restart_nothing_is_posted_twice(scene: Scene, timers: Clock) -> None:
    table = await opened(scene.manager)
    await say(scene.manager, table, speaker(table), "mus")
    await scene.courier.outboxes.wait_until_idle()
    before = len(scene.platform.made)
    scene = await restarted(scene)
    await scene.courier.outboxes.wait_until_idle()
    assert scene.platform.made[before:] == []


async def test_after_a_kill_the_board_is_brought_up_to_date_in_its_place(scene: Scene, timers: Clock) -> None:
    table = await opened(scene.manager)
    await scene.courier.outboxes.wait_until_idle()
    scene.manager.tables.listeners.remove(
        scene.courier.reconciler.reconcile
    )  # what was committed just before the kill was never shown
    await say(scene.manager, table, speaker(table), "nomus")
    scene = await restarted(scene)
    await scene.courier.outboxes.wait_until_idle()
    last = scene.platform.to(CHAT)[-1]
    assert last.what == "edit"
    assert "GRANDE" in text_of(last)


async def test_after_a_failover_that_lost_moves_no_message_shows_what_was_lost(scene: Scene) -> None:
    table = await opened(scene.manager)
    await scene.courier.outboxes.wait_until_idle()
    seal = scene.courier.projections.message_of(table, Part(PartView.SEAL))
    later = Post("", "a later state, whose record is lost")
    shown = [
        (chat, it) for chat, messages in scene.platform.standing.items() for it in messages if it != seal
    ]
    for chat, message in shown:
        scene.platform.standing[chat][message] = later
    scene.store.gap = Gap()
    scene = await restarted(scene)
    await scene.courier.outboxes.wait_until_idle()
    assert [at for at in shown if scene.platform.standing[at[0]].get(at[1]) == later] == []
    assert len(shown) == 2 + len(PEOPLE), "the lobby, the board and the hands"


async def test_a_board_that_was_deleted_is_posted_again(scene: Scene) -> None:
    table = await opened(scene.manager)
    await scene.courier.outboxes.wait_until_idle()
    scene.platform.failing[CHAT] = [Gone("message to edit not found")]
    await say(scene.manager, table, speaker(table), "nomus")
    await scene.courier.outboxes.wait_until_idle()
    sent, gone = scene.platform.to(CHAT)[-2:]
    assert (sent.what, gone.what) == ("send", "delete"), "an archived thread may still show the old one"
    assert "GRANDE" in text_of(sent)


async def test_cards_ring_once_in_the_first_hand_however_often_they_are_sent(scene: Scene) -> None:
    table = await opened(scene.manager)
    await scene.courier.outboxes.wait_until_idle()
    (first,) = scene.platform.requests_to(ANE.id, "send")
    scene.platform.failing[ANE.id] = [Gone("message to edit not found")]
    await say(scene.manager, table, speaker(table), "nomus")
    await scene.courier.outboxes.wait_until_idle()
    _, again = scene.platform.requests_to(ANE.id, "send")
    assert first.post is not None
    assert again.post is not None
    assert (first.post.silent, again.post.silent) == (False, True)


async def test_a_pause_the_platform_asks_for_is_kept_even_after_a_restart(
    slow: Scene, timers: Clock, clock: Patience
) -> None:
    table = await opened(slow.manager)
    await clock.goes_on(20)
    slow.platform.failing[CHAT] = [TooFast(33)]
    made = len(slow.platform.to(CHAT))
    await say(slow.manager, table, speaker(table), "nomus")
    await clock.goes_on(3)
    await written(slow.store)
    slow = await restarted(slow)
    await clock.goes_on(29.9)
    assert slow.platform.to(CHAT)[made:] == []
    await clock.goes_on(0.2)
    assert ["GRANDE" in text_of(it) for it in slow.platform.to(CHAT)[made:] if it.what == "edit"] == [True]
    await slow.courier.stop()
    await slow.manager.stop()


async def test_what_the_platform_did_not_take_keeps_its_place(slow: Scene, clock: Patience) -> None:
    slow.platform.failing[CHAT] = [TooFast(9)]
    for text in ("uno", "dos", "tres"):
        slow.courier.posts.post(CHAT, Post("", text))
    await clock.goes_on(8.9)
    assert slow.platform.to(CHAT) == []
    await clock.goes_on(10)
    assert [text_of(made) for made in slow.platform.to(CHAT)] == ["uno", "dos", "tres"]


async def test_an_outage_is_waited_out_longer_each_time_but_a_minute_at_most(
    slow: Scene, clock: Patience
) -> None:
    for outages, seconds in ((1, 1), (4, 1 + 2 + 4 + 8), (9, 63 + 3 * 60), (1, 1)):
        began = clock.now
        slow.platform.failing[ANE.id] = [Outage("down")] * outages
        slow.courier.posts.post(ANE.id, Post("", "por fin"))
        await clock.goes_on(seconds + 60)
        assert slow.platform.to(ANE.id)[-1].at - began == pytest.approx(seconds)
    assert len(slow.platform.to(ANE.id)) == 4


async def test_after_an_outage_all_chats_go_on_with_the_first_answer(slow: Scene, clock: Patience) -> None:
    slow.platform.failing = {who.id: [Outage("down")] * 6 for who in (ANE, BENAT, CARMEN)}
    for who in (ANE, BENAT, CARMEN):
        slow.courier.posts.post(who.id, Post("", "por fin"))
        await clock.goes_on(10)
    await clock.goes_on(100)
    assert [slow.platform.to(who.id)[0].at for who in (ANE, BENAT, CARMEN)] == [BEGIN_S + 63] * 3


async def test_a_platform_that_is_heard_again_frees_what_waits_for_it(slow: Scene, clock: Patience) -> None:
    slow.platform.failing = {who.id: [Outage("down")] * 6 for who in (ANE, BENAT)}
    for who in (BENAT, ANE):
        slow.courier.posts.post(who.id, Post("", "por fin"))
    await clock.goes_on(40)
    slow.courier.outboxes.resume_after_outage("test")
    await clock.goes_on(0.1)
    made = [(made.chat, made.at) for made in slow.platform.made]
    assert made == [(BENAT.id, BEGIN_S + 40), (ANE.id, BEGIN_S + 40)]


async def test_a_pause_that_a_platform_asks_for_is_kept_though_it_answers_others(
    slow: Scene, clock: Patience
) -> None:
    slow.platform.failing = {ANE.id: [Outage("down"), TooFast(30)]}
    slow.courier.posts.post(ANE.id, Post("", "por fin"))
    for _ in range(40):
        slow.courier.posts.post(BENAT.id, Post("", "hola"))
        await clock.goes_on(1)
    assert [made.at for made in slow.platform.to(ANE.id)] == [BEGIN_S + 30]


async def test_a_chat_that_alone_gets_no_answer_waits_longer_each_time(slow: Scene, clock: Patience) -> None:
    slow.platform.failing = {ANE.id: [Outage("500")] * 5}
    slow.courier.posts.post(ANE.id, Post("", "por fin"))
    for _ in range(40):
        slow.courier.posts.post(BENAT.id, Post("", "hola"))
        await clock.goes_on(1)
    assert [made.at for made in slow.platform.to(ANE.id)] == [BEGIN_S + 1 + 2 + 4 + 8]


async def test_a_closed_private_chat_stops_nothing_and_is_told_of_once(scene: Scene) -> None:
    scene.platform.failing[BENAT.id] = [Unreachable("blocked")]
    table = await opened(scene.manager)
    await scene.courier.outboxes.wait_until_idle()
    assert scene.platform.to(BENAT.id) == []
    assert len(scene.platform.to(ANE.id, "send")) == 1
    table = await say(scene.manager, table, speaker(table), "mus")
    await scene.courier.outboxes.wait_until_idle()
    assert "Beñat" in text_of(scene.platform.to(CHAT)[-1]).splitlines()[-1]
    scene.courier.availability.mark_writable(BENAT.id)
    await scene.courier.outboxes.wait_until_idle()
    assert len(scene.platform.to(BENAT.id, "send")) == 1


async def test_a_closed_chat_is_remembered_over_a_restart(scene: Scene, timers: Clock) -> None:
    scene.platform.failing[BENAT.id] = [Unreachable("never started")]
    await opened(scene.manager)
    await scene.courier.outboxes.wait_until_idle()
    scene = await restarted(scene)
    await scene.courier.outboxes.wait_until_idle()
    assert scene.platform.to(BENAT.id) == []
    assert scene.courier.availability.is_closed(BENAT.id)


async def test_a_post_the_platform_refuses_does_not_block_the_chat(scene: Scene) -> None:
    table = await opened(scene.manager)
    await scene.courier.outboxes.wait_until_idle()
    scene.platform.failing[CHAT] = [Rejected("message is too long")]
    table = await say(scene.manager, table, speaker(table), "mus")
    await scene.courier.outboxes.wait_until_idle()
    await say(scene.manager, table, speaker(table), "nomus")
    await scene.courier.outboxes.wait_until_idle()
    assert "GRANDE" in text_of(scene.platform.to(CHAT)[-1])


async def test_what_a_platform_refuses_is_named_in_the_log_without_its_words(
    scene: Scene, caplog: pytest.LogCaptureFixture
) -> None:
    scene.platform.failing[CHAT] = [Rejected("too long")]
    scene.courier.posts.post(CHAT, Post("", "ayuda"))
    await scene.courier.outboxes.wait_until_idle()
    assert caplog.messages == [f"{CHAT}: the platform refuses post: too long"]


async def test_a_chat_with_a_new_id_takes_the_table_along(scene: Scene) -> None:
    table = await opened(scene.manager)
    await scene.courier.outboxes.wait_until_idle()
    scene.platform.failing[CHAT] = [MovedTo(ChatId("test:supergrupo"))]
    await say(scene.manager, table, speaker(table), "nomus")
    await scene.courier.outboxes.wait_until_idle()
    (board,) = scene.platform.to(ChatId("test:supergrupo"))
    assert (board.what, "🔒" in text_of(board)) == ("send", False), "what stood above it is told no more"
    assert (await now(scene.manager, table)).chat == "test:supergrupo"


async def test_the_board_is_shown_again_at_the_bottom_and_the_old_one_goes(scene: Scene) -> None:
    table = await opened(scene.manager)
    await scene.courier.outboxes.wait_until_idle()
    old = scene.courier.projections.message_of(table)
    scene.courier.reconciler.repost(table)
    await scene.courier.outboxes.wait_until_idle()
    assert [made.message for made in scene.platform.to(CHAT, "delete")] == [old]
    assert scene.courier.projections.message_of(table) not in (None, old)


async def test_a_lobby_replaced_while_it_is_shown_again_stands_nowhere(scene: Scene) -> None:
    table = await scene.manager.open(ANE, CHAT, "es", rule_set("vitoria"))
    await scene.courier.outboxes.wait_until_idle()
    old, slot = scene.courier.projections.message_of(table), TableSlot(table.id, Part(PartView.LOBBY))
    scene.courier.outboxes[CHAT].block(CHAT, slot)
    scene.courier.reconciler.repost(table)
    await scene.manager.close_unused_lobby(table.id)
    scene.courier.outboxes[CHAT].unblock(CHAT, slot)
    await scene.courier.outboxes.wait_until_idle()
    assert old in [made.message for made in scene.platform.to(CHAT, "delete")]
    posted = [made.message for made in scene.platform.to(CHAT, "send")]
    assert set(posted) == {made.message for made in scene.platform.to(CHAT, "delete")}


async def test_who_has_not_acted_for_20_s_is_called_and_the_call_deleted_once_they_act(
    scene: Scene, timers: Clock
) -> None:
    table = await opened(scene.manager)
    await scene.courier.outboxes.wait_until_idle()
    who = speaker(table)
    timers.advance(21)
    await scene.manager.wait_for_background()
    await scene.courier.outboxes.wait_until_idle()
    call = scene.platform.to(CHAT, "send")[-1]
    assert call.post is not None
    assert call.post.mentions == ((who.id, who.name),)
    await say(scene.manager, table, who, "mus")
    await scene.courier.outboxes.wait_until_idle()
    assert [made.message for made in scene.platform.to(CHAT, "delete")] == [call.message]


async def test_private_posts_name_only_their_owners_cards(scene: Scene) -> None:
    table = await opened(scene.manager)
    await scene.courier.outboxes.wait_until_idle()
    assert table.mesa is not None
    narrator = Narrator("es")
    from musbot.game.views import sort_hand
    from musbot.words.cards import spell_cards

    hands = [spell_cards(narrator.texts, sort_hand(hand, 8)).capitalize() for hand in table.mesa.cards]
    for made in scene.platform.made:
        for seat, hand in enumerate(hands):
            if hand in text_of(made):
                assert made.chat == PEOPLE[seat].id


async def test_a_platform_that_answers_only_later_is_brought_up_to_date_then(
    store: SqliteStore, timers: Clock
) -> None:
    manager = a_manager(store, timers, seen=False)
    platform = a_messenger(timers)
    courier = a_courier(manager, platform, joined=False)
    scene = Scene(manager, store, platform, courier)
    await manager.start(courier)
    await courier.start()
    await opened(manager)
    await scene.courier.outboxes.wait_until_idle()
    assert platform.made == []
    await courier.join("test", platform)
    await scene.courier.outboxes.wait_until_idle()
    assert [made.what for made in platform.to(CHAT)] == ["send", "send", "send"]
    await manager.stop()
    await courier.stop()


async def test_a_send_repeated_after_a_kill_has_the_key_of_the_first(scene: Scene, timers: Clock) -> None:
    await opened(scene.manager)
    await scene.courier.outboxes.wait_until_idle()
    again = await restarted(scene)
    for display in again.courier.projections:
        display.places.clear()  # as if the kill had come before anything was recorded
        display.invalidate()
    before = {made.post.key for made in scene.platform.to(CHAT, "send") if made.post}
    again.platform.made.clear()
    for table in again.manager.tables.in_memory():
        again.courier.reconciler.reconcile(table)
    await again.courier.outboxes.wait_until_idle()
    assert {made.post.key for made in again.platform.to(CHAT, "send") if made.post} == before
    assert len(before) == 3


async def test_a_board_shown_again_at_the_bottom_has_another_key(scene: Scene) -> None:
    table = await opened(scene.manager)
    await scene.courier.outboxes.wait_until_idle()
    scene.courier.reconciler.repost(table)
    await scene.courier.outboxes.wait_until_idle()
    keys = [made.post.key for made in scene.platform.to(CHAT, "send") if made.post]
    assert len(set(keys)) == len(keys) == 4


async def test_a_chat_that_is_no_more_gets_nothing_until_it_opens(scene: Scene) -> None:
    table = await opened(scene.manager)
    await scene.courier.outboxes.wait_until_idle()
    scene.courier.availability.close_chat(CHAT)
    made = len(scene.platform.to(CHAT))
    scene.courier.reconciler.repost(table)
    await scene.courier.outboxes.wait_until_idle()
    assert len(scene.platform.to(CHAT)) == made
    assert scene.courier.availability.is_closed(CHAT)
    scene.courier.availability.mark_writable(CHAT)
    await scene.courier.outboxes.wait_until_idle()
    assert [it.what for it in scene.platform.to(CHAT)[made:]] == ["send", "delete"]


async def test_a_chat_that_is_no_more_is_remembered_over_a_restart(scene: Scene, timers: Clock) -> None:
    await opened(scene.manager)
    await scene.courier.outboxes.wait_until_idle()
    scene.courier.availability.close_chat(CHAT)
    await written(scene.store)
    made = len(scene.platform.to(CHAT))
    scene = await restarted(scene)
    scene.courier.posts.post(CHAT, Post("", "hola"))
    await scene.courier.outboxes.wait_until_idle()
    assert scene.courier.availability.is_closed(CHAT)
    assert len(scene.platform.to(CHAT)) == made


async def test_a_table_that_is_over_is_kept_until_all_of_it_is_shown(slow: Scene, clock: Patience) -> None:
    slow.platform.failing[BENAT.id] = [TooFast(60)]
    table = await opened(slow.manager)
    for who in PEOPLE[:3]:
        table = await say(slow.manager, table, who, "end")
    await clock.goes_on(59)
    assert any("Semilla" in text_of(made) for made in slow.platform.to(CHAT, "send"))
    assert slow.platform.to(BENAT.id) == []
    assert slow.courier.projections.message_of(table) is not None
    await clock.goes_on(2)
    assert slow.platform.to(BENAT.id) == [], "a hand that is over is not dealt any more"
    assert slow.courier.projections.message_of(table) is None, "and no longer"


async def test_an_answer_that_waited_tells_how_it_is_when_it_is_sent(slow: Scene, clock: Patience) -> None:
    slow.platform.failing[CHAT] = [TooFast(60)]
    now: list[Post | None] = [Post("", "0 – 0")]
    tells = partial(now.__getitem__, 0)
    for asked in ("nothing yet", "0 – 0"):
        slow.courier.posts.post(CHAT, Post("", asked), fresh=tells)
    slow.courier.posts.post(CHAT, Post("", "gone"), fresh=lambda: None)
    await clock.goes_on(30)
    now[0] = Post("", "5 – 0")
    await clock.goes_on(60)
    assert [post.text for post in slow.platform.posts(CHAT)] == ["5 – 0"]


async def test_of_two_changes_of_a_message_that_wait_the_later_is_made(slow: Scene, clock: Patience) -> None:
    slow.courier.posts.post(ANE.id, Post("", "page 1"))
    await clock.goes_on(2)
    (made,) = slow.platform.to(ANE.id)
    slow.platform.failing[ANE.id] = [TooFast(20)]
    for page in range(2, 30):
        slow.courier.posts.post(ANE.id, Post("", f"page {page}", replaces_message=made.message))
    await clock.goes_on(60)
    assert [post.text for post in slow.platform.posts(ANE.id)] == ["page 29"]
    assert len(slow.platform.to(ANE.id)) <= 4


async def test_who_wants_their_cards_where_they_play_is_sent_none_after_a_restart_too(
    scene: Scene, timers: Clock
) -> None:
    table = await opened(scene.manager)
    await scene.courier.outboxes.wait_until_idle()
    await scene.courier.reconciler.show_hand(ANE.id, here=True)
    await scene.courier.outboxes.wait_until_idle()
    assert scene.platform.posts(ANE.id) == []
    scene = await restarted(scene)
    for word in ("nomus", "ordago", "quiero"):
        table = await say(scene.manager, table, speaker(table), word)
    await scene.courier.outboxes.wait_until_idle()
    assert table.hand == 2
    assert scene.platform.posts(ANE.id) == []
    await scene.courier.reconciler.show_hand(ANE.id, here=False)
    await scene.courier.outboxes.wait_until_idle()
    assert "mano 2" in scene.platform.posts(ANE.id)[-1].title


async def test_the_private_hand_of_one_who_is_forgotten_tells_that_they_play_no_more(scene: Scene) -> None:
    table = await opened(scene.manager)
    await scene.courier.outboxes.wait_until_idle()
    (cards,) = scene.platform.to(CARMEN.id, "send")
    await scene.manager.forget(CARMEN)
    await scene.courier.outboxes.wait_until_idle()
    (_, left) = scene.platform.to(CARMEN.id, "edit")  # the first led to the board
    assert (left.message, left.post and left.post.rows) == (cards.message, ())
    assert CARMEN.id not in {posted.chat for posted in await scene.manager.store.list_shown(table.id)}
    assert len(scene.platform.to(CARMEN.id)) == 3


async def test_a_call_still_on_its_way_to_one_who_leaves_is_taken_away(
    scene: Scene, timers: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await opened(scene.manager)
    await scene.courier.outboxes.wait_until_idle()
    who = speaker(table)
    await scene.courier.reconciler.set_call(who.id, Call.PRIVATE)
    send = scene.platform.send

    async def slowly(chat: ChatId, post: Post) -> str:
        message = await send(chat, post)
        if "te toca" in post.text:
            await say(scene.manager, table, who, "leave")
        return message

    monkeypatch.setattr(scene.platform, "send", slowly)
    timers.advance(NUDGE_S)
    await scene.courier.outboxes.wait_until_idle()
    (call,) = [made for made in scene.platform.to(who.id, "send") if "te toca" in text_of(made)]
    assert [made.message for made in scene.platform.to(who.id, "delete")] == [call.message]


async def test_a_call_that_went_in_an_outage_is_made_again_for_who_is_called_again(
    scene: Scene, timers: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await opened(scene.manager)
    await scene.courier.outboxes.wait_until_idle()
    who = speaker(table)
    await scene.courier.reconciler.set_call(who.id, Call.PRIVATE)
    timers.advance(NUDGE_S)
    await scene.courier.outboxes.wait_until_idle()
    (call,) = [post for post in scene.platform.posts(who.id) if "te toca" in post.text]
    delete = scene.platform.delete

    async def unanswered(chat: ChatId, message: MessageId) -> None:
        await delete(chat, message)
        calls_him.undo()
        raise Outage("no answer")

    monkeypatch.setattr(scene.platform, "delete", unanswered)
    with monkeypatch.context() as calls_him:
        calls_him.setattr(scene.manager.clocks, "nudge_of", lambda _: None)
        scene.courier.reconciler.reconcile(await now(scene.manager, table))
        await scene.courier.outboxes.wait_until_idle()
    said, _, _ = call.text.partition(" en 70 s")
    assert scene.platform.posts(who.id)[-1].text.startswith(said), "fewer seconds are left"


async def test_cards_still_on_their_way_to_one_who_is_forgotten_lose_their_buttons_and_are_not_recorded(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    send = scene.platform.send

    async def slowly(chat: ChatId, post: Post) -> str:
        message = await send(chat, post)
        if chat == CARMEN.id:
            await scene.manager.forget(CARMEN)
        return message

    monkeypatch.setattr(scene.platform, "send", slowly)
    table = await opened(scene.manager)
    await scene.courier.outboxes.wait_until_idle()
    (cards,) = scene.platform.to(CARMEN.id, "send")
    assert [made.message for made in scene.platform.to(CARMEN.id, "strip")] == [cards.message]
    assert CARMEN.id not in {posted.chat for posted in await scene.manager.store.list_shown(table.id)}
