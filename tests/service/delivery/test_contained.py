"""What fails in delivery through an error of ours stays with one post: others go, and it goes again."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from musbot.narrator import Narrator
from musbot.narrator.post import Post
from musbot.port.messenger import Limit
from musbot.service.delivery import forms
from musbot.service.delivery.projections import Projection
from musbot.service.queue import outboxes
from musbot.service.queue.fair_queue import FairQueue, Rank, SendOutcome, SendPriority
from musbot.table.events import ChatId, MessageId, Person, read_person_id
from tests.support.patience import Patience
from tests.support.scenes import Scene, text_of
from tests.support.tables import CHAT, opened, say, speaker

MOST_FLIGHT_S = outboxes.MOST_FLIGHT_S
ERRORS = [KeyError, RecursionError, asyncio.CancelledError]


class Broken:
    """A post that can be rendered so many times, and then raises."""

    def __init__(self, kind: type[BaseException], times: int = 1) -> None:
        self.kind, self.times = kind, times

    def __call__(self) -> Post:
        self.times -= 1
        if self.times < 0:
            raise self.kind
        return Post("", "tells")


def texts(scene: Scene) -> list[str]:
    return [text_of(made) for made in scene.platform.requests_to(CHAT, "send")]


@pytest.mark.parametrize("kind", ERRORS)
async def test_a_post_that_cannot_be_rendered_keeps_back_no_other(
    slow: Scene, clock: Patience, kind: type[BaseException]
) -> None:
    slow.courier.posts.queue_news(CHAT, Broken(kind))
    slow.courier.posts.post(CHAT, Post("", "second"))
    await clock.goes_on(60)
    assert any("second" in text for text in texts(slow))


@pytest.mark.parametrize("kind", ERRORS)
async def test_a_board_that_fails_once_is_shown_all_the_same(
    scene: Scene, kind: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await opened(scene.manager)
    await scene.courier.outboxes.wait_until_idle()
    real, failures = scene.platform.edit, [kind]

    async def edit(chat: ChatId, message: MessageId, post: Post) -> None:
        if chat == CHAT and failures:
            raise failures.pop()
        await real(chat, message, post)

    monkeypatch.setattr(scene.platform, "edit", edit)
    await say(scene.manager, table, speaker(table), "nomus")
    await scene.courier.outboxes.wait_until_idle()
    assert "GRANDE" in text_of(scene.platform.requests_to(CHAT)[-1])


async def test_a_send_that_was_cancelled_is_not_taken_for_delivered(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may stand there: it waits to be pressed, and is sent once more."""
    real, cancelled = scene.platform.send, [True]

    async def send(chat: ChatId, post: Post) -> str:
        if chat == CHAT and cancelled:
            cancelled.pop()
            raise asyncio.CancelledError
        return await real(chat, post)

    monkeypatch.setattr(scene.platform, "send", send)
    await opened(scene.manager)
    await scene.courier.outboxes.wait_until_idle()
    assert not cancelled
    assert scene.platform.standing[CHAT]


async def test_a_slot_that_always_fails_is_given_up_and_its_chat_goes_on(
    slow: Scene, clock: Patience
) -> None:
    slow.courier.posts.queue_news(CHAT, Broken(KeyError))
    await clock.goes_on(30)
    assert slow.courier.outboxes.queued_slots(CHAT) == []
    slow.courier.posts.post(CHAT, Post("", "later"))
    await clock.goes_on(30)
    assert any("later" in text for text in texts(slow))


def test_chats_to_which_nothing_goes_any_more_are_forgotten() -> None:
    queue = FairQueue[str](Limit(1000, 0.001), lambda _: Limit(5, 4), 0.0)
    for chat in (ChatId(str(number)) for number in range(500)):
        queue.put(chat, "board", SendPriority(Rank.BOARD), 1.0)
    while (key := queue.take(1.0)) is not None:
        queue.finish(*key, SendOutcome.MADE, 1.0)
    queue.pause_until(ChatId("7"), 1000.0, 1.0)
    queue.put(ChatId("8"), "board", SendPriority(Rank.BOARD, not_before=900.0), 1.0)
    assert queue.take(200.0) is None
    assert set(queue._budgets) == {"7", "8"}
    assert queue.next_in_s(200.0) == 700.0


@pytest.mark.parametrize("method", ["put", "part_at"])
async def test_a_board_that_was_sent_and_not_recorded_is_not_sent_again(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    real, send, failing = getattr(Projection, method), scene.platform.send, list[type[BaseException]]()

    def fails(*given: Any, **named: Any) -> Any:
        if failing:
            raise failing.pop()
        return real(*given, **named)

    async def sends(chat: ChatId, post: Post) -> str:
        message = await send(chat, post)
        if chat == CHAT and "¿MUS?" in post.text:
            failing.append(KeyError)
        return message

    monkeypatch.setattr(Projection, method, fails)
    monkeypatch.setattr(scene.platform, "send", sends)
    table = await opened(scene.manager)
    await scene.courier.outboxes.wait_until_idle()
    assert failing == []
    await say(scene.manager, table, speaker(table), "nomus")
    await scene.courier.outboxes.wait_until_idle()
    assert len([text for text in texts(scene) if "¿MUS?" in text or "GRANDE" in text]) == 1


async def test_the_old_board_stays_the_board_if_the_new_one_fails(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await opened(scene.manager)
    await scene.courier.outboxes.wait_until_idle()
    message = scene.courier.projections.message_of(table)

    def fails(*_: object) -> None:
        raise KeyError

    with monkeypatch.context() as broken:
        broken.setattr(Projection, "invalidate_place", fails)
        with pytest.raises(KeyError):
            scene.courier.reconciler.repost(table)
    await say(scene.manager, table, speaker(table), "nomus")
    await scene.courier.outboxes.wait_until_idle()
    last = scene.platform.requests_to(CHAT)[-1]
    assert message is not None
    assert (last.what, last.message) == ("edit", message)
    assert "GRANDE" in text_of(last)


async def test_the_board_of_a_table_that_is_set_aside_stays_although_a_new_one_was_asked_for(
    slow: Scene, clock: Patience
) -> None:
    table = await opened(slow.manager)
    await clock.goes_on(60)
    message = slow.courier.projections.message_of(table)
    assert message is not None
    slow.courier.reconciler.repost(table)
    slow.manager.tables.set_aside_failing(table)
    await clock.goes_on(60)
    assert message in slow.platform.standing[CHAT]
    assert any("apartada" in text for text in texts(slow))


@pytest.mark.parametrize("kind", ERRORS)
async def test_a_post_that_was_sent_is_not_sent_again_because_its_report_fails(
    slow: Scene, clock: Patience, monkeypatch: pytest.MonkeyPatch, kind: type[BaseException]
) -> None:
    def fails(*_: object) -> None:
        raise kind

    monkeypatch.setattr(forms, "_end", fails)
    slow.courier.posts.post(CHAT, Post("", "only once"))
    await clock.goes_on(60)
    assert sum("only once" in text for text in texts(slow)) == 1


async def test_a_delivery_that_hangs_is_cancelled_after_a_minute_and_its_chat_goes_on(
    slow: Scene, clock: Patience, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, hanging = slow.platform.send, [True]

    async def send(chat: ChatId, post: Post) -> str:
        if hanging:
            hanging.pop()
            await asyncio.Event().wait()
        return await real(chat, post)

    monkeypatch.setattr(slow.platform, "send", send)
    monkeypatch.setattr(outboxes, "MOST_FLIGHT_S", MOST_FLIGHT_S / 600)
    slow.courier.posts.post(CHAT, Post("", "first"))
    slow.courier.posts.post(CHAT, Post("", "second"))
    await asyncio.sleep(0.2)
    await clock.goes_on(70)
    assert MOST_FLIGHT_S == 60.0
    assert any("second" in text for text in texts(slow))


async def test_a_delivery_that_hung_before_its_request_is_made_once(
    slow: Scene, clock: Patience, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, hanging = slow.courier.posts.send, [True]

    async def send(*given: Any) -> SendOutcome:
        if hanging:
            hanging.pop()
            await asyncio.Event().wait()
        return await real(*given)

    monkeypatch.setattr(slow.courier.posts, "send", send)
    monkeypatch.setattr(outboxes, "MOST_FLIGHT_S", MOST_FLIGHT_S / 600)
    slow.courier.posts.post(CHAT, Post("", "only once"))
    await asyncio.sleep(0.2)
    await clock.goes_on(70)
    assert sum("only once" in text for text in texts(slow)) == 1


async def test_a_person_without_a_seat_reads_in_their_language_that_an_answer_failed(
    slow: Scene, clock: Patience
) -> None:
    """Their language is that in which they were last spoken to."""
    person = Person(read_person_id("test:gari"), "Gari", "eu")
    slow.courier.renderer._narrators.for_one(person)
    broken = Broken(KeyError, times=1)
    slow.courier.posts.post(person.id, broken(), fresh=broken)
    await clock.goes_on(60)
    sent = [text_of(made) for made in slow.platform.requests_to(person.id, "send")]
    assert sent == [Narrator("eu").texts("refused-broken")]
