"""One function of ours raises or hangs: its table goes on, others play, and one line tells of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from musbot.narrator import Narrator
from musbot.narrator.post import Post
from musbot.port import deadline
from musbot.service.chat.chats import Chats
from musbot.service.chat.guarded import FAILED
from musbot.service.choices.narrators import Narrators
from musbot.service.commands.context import Services
from musbot.service.tables.manager import TableManager
from musbot.table.events import ChatId
from musbot.testing import Clock
from tests.simulation.raising import Fault, Kind, faulty, function_named
from tests.support.patience import Patience
from tests.support.scenes import Scene, a_door, text_of
from tests.support.tables import ANE, CHAT, now, opened, say, speaker

RAISES = (Kind.KEY_ERROR, Kind.CANCELLED)
MANAGER, CLOCKS = (
    "musbot/service/tables/manager.py:TableManager",
    "musbot/service/tables/clocks.py:TableClocks",
)
OUTBOX, QUEUE = (
    "musbot/service/queue/outboxes.py:Outbox",
    "musbot/service/queue/fair_queue.py:FairQueue",
)


def fault_in(function: str, kind: Kind, *, nth: int = 1, always: bool = False) -> Fault:
    return Fault(function_named(function), kind, nth, always, active=lambda: True)


def traces(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.exc_info]


async def pass_time(manager: TableManager, timers: Clock, seconds: float) -> None:
    for _ in range(int(seconds)):
        timers.advance(1)
        await manager.wait_for_background()


# ---- clocks ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", RAISES)
@pytest.mark.parametrize(
    "function", [f"{MANAGER}.{it}" for it in ("_on_timer", "_handle_timer", "_fire", "_apply_events")]
)
async def test_a_clock_of_which_any_step_fails_runs_again(
    manager: TableManager, timers: Clock, function: str, kind: Kind, caplog: pytest.LogCaptureFixture
) -> None:
    table = await opened(manager, people=(ANE,))
    with faulty(fault_in(function, kind)):
        await pass_time(manager, timers, 60 * 5)
    assert (await now(manager, table)).seq > table.seq + 3
    assert len(traces(caplog)) == 1
    assert table.id in traces(caplog)[0]


async def test_a_clock_that_hangs_is_cancelled_and_runs_again(
    manager: TableManager, timers: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deadline, "DEADLINE_S", 0.01)
    table = await opened(manager, people=(ANE,))
    with faulty(fault_in(f"{MANAGER}._fire", Kind.HANGS)):
        await pass_time(manager, timers, 60 * 5)
    assert (await now(manager, table)).seq > table.seq + 3


# ---- delivery --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", RAISES)
@pytest.mark.parametrize(
    "function",
    [
        f"{OUTBOX}._run",
        f"{OUTBOX}._send",
        f"{OUTBOX}._send_ready",
        f"{QUEUE}.take",
        f"{QUEUE}.finish",
        f"{QUEUE}._choose",
        f"{QUEUE}._push_to_heaps",
        "musbot/service/queue/rate_limits.py:Bucket.take",
        "musbot/service/delivery/reconciler.py:Reconciler._queue_changes",
        "musbot/service/delivery/courier.py:Courier._deliver",
    ],
)
async def test_a_board_is_shown_after_a_step_of_its_delivery_has_failed(
    slow: Scene, clock: Patience, timers: Clock, function: str, kind: Kind
) -> None:
    table = await opened(slow.manager)
    await clock.goes_on(60)
    with faulty(fault_in(function, kind)):
        await say(slow.manager, table, speaker(table), "nomus")
        for _ in range(20):
            timers.advance(1)
            await asyncio.sleep(0)
            await clock.goes_on(5)
    assert "GRANDE" in text_of(slow.platform.requests_to(CHAT)[-1])


async def test_a_chat_whose_place_in_the_queue_cannot_be_found_keeps_back_no_other(
    slow: Scene, clock: Patience, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue = slow.courier.outboxes[ChatId("test:other")].queue
    real: Callable[..., None] = queue._push_to_heaps

    def weigh(name: str, at: float) -> None:
        if name == CHAT:
            raise KeyError(name)
        real(name, at)

    monkeypatch.setattr(queue, "_push_to_heaps", weigh)
    with pytest.raises(KeyError):
        slow.courier.posts.post(CHAT, Post("", "first"))
    slow.courier.posts.post(ChatId("test:other"), Post("", "second"))
    await clock.goes_on(60)
    assert [text_of(made) for made in slow.platform.requests_to(ChatId("test:other"), "send")] == ["second"]


async def test_a_table_whose_board_can_never_be_shown_is_set_aside_and_its_chat_told(
    slow: Scene, clock: Patience
) -> None:
    table = await opened(slow.manager)
    await clock.goes_on(60)
    with faulty(fault_in("musbot/narrator/narrator.py:Narrator.board", Kind.KEY_ERROR, always=True)):
        await say(slow.manager, table, speaker(table), "nomus")
        await clock.goes_on(60)
    assert slow.manager.tables.quarantine.get(table.id) is not None
    told = Narrator("es").guide.set_aside_notice(table.id.partition("-")[0], failing=True).text
    assert told in [text_of(made) for made in slow.platform.requests_to(CHAT)]


async def test_a_hand_that_could_not_be_shown_is_shown_later_without_news(
    slow: Scene, clock: Patience
) -> None:
    with faulty(fault_in("musbot/narrator/narrator.py:Narrator.hand", Kind.KEY_ERROR, always=True)):
        table = await opened(slow.manager)
        await clock.goes_on(30)
        sorry = Narrator("es").texts("refused-broken")
        assert [text_of(it) for it in slow.platform.requests_to(ANE.id, "send")] == [sorry]
    await clock.goes_on(60)
    told = [text_of(it) for it in slow.platform.requests_to(ANE.id, "send")]
    assert len(told) == 2
    assert slow.manager.tables.quarantine.get(table.id) is None


async def test_a_board_that_could_not_be_shown_again_keeps_its_buttons(slow: Scene, clock: Patience) -> None:
    table = await opened(slow.manager)
    await clock.goes_on(60)
    with faulty(fault_in("musbot/narrator/narrator.py:Narrator.board", Kind.KEY_ERROR, always=True)):
        slow.courier.reconciler.repost(table)
        await clock.goes_on(60)
    assert slow.platform.requests_to(CHAT, "strip") == []


async def test_a_post_that_can_never_be_made_is_told_of_once(slow: Scene, clock: Patience) -> None:
    made: list[Post] = [Post("", "first")]
    slow.courier.posts.queue_news(CHAT, lambda: made.pop())
    await clock.goes_on(60)
    sorry = Narrator("es").texts("refused-broken")
    assert [text_of(it) for it in slow.platform.requests_to(CHAT, "send")] == [sorry]


# ---- people ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", RAISES)
async def test_who_opens_a_private_chat_is_told_that_the_greeting_failed(
    scene: Scene, kind: Kind, caplog: pytest.LogCaptureFixture
) -> None:
    house = Services(scene.manager, scene.courier, Narrators(Narrator, "es"), clock=lambda: 0.0)
    chats = Chats(house)
    with faulty(fault_in("musbot/service/chat/chats.py:Chats._greet_person", kind)):
        await chats.private_opened(ANE)
    await scene.courier.outboxes.wait_until_idle()
    sorry = Narrator("es").texts("refused-broken")
    assert [text_of(it) for it in scene.platform.requests_to(ANE.id, "send")] == [sorry]
    assert len(traces(caplog)) == 1


@pytest.mark.parametrize("kind", RAISES)
@pytest.mark.parametrize("step", ["hold_message", "block_message", "update_by_answer", "unblock"])
async def test_a_pressed_message_that_fails_is_left_to_the_queue(
    scene: Scene, kind: Kind, step: str, caplog: pytest.LogCaptureFixture
) -> None:
    await opened(scene.manager)
    await scene.courier.outboxes.wait_until_idle()
    where = "chat/presses.py:Presses" if step == "hold_message" else "delivery/answering.py:Answering"
    door, board = a_door(scene.manager, scene.courier), next(reversed(scene.platform.standing[CHAT]))

    async def change(_: Post) -> None:
        """Shows it."""

    with faulty(fault_in(f"musbot/service/{where}.{step}", kind)):
        held = door.presses.hold_message(ANE, CHAT, board)
        assert not await held.update(change)
        held.release()
    assert len(traces(caplog)) == 1


async def test_who_presses_is_answered_even_if_no_apology_can_be_made(
    scene: Scene, caplog: pytest.LogCaptureFixture
) -> None:
    door = a_door(scene.manager, scene.courier)
    with faulty(
        fault_in("musbot/service/choices/narrators.py:Narrators.for_one", Kind.KEY_ERROR, always=True)
    ):
        assert (await door.presses.press(ANE, CHAT, "open", key="1")).text == FAILED
    assert len(traces(caplog)) == 1
