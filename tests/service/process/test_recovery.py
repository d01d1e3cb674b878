"""After an error of our own, memory, clocks and chats agree with the log again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from musbot.narrator.post import Post
from musbot.port.boundary import contain_errors, count_errors, insist
from musbot.port.command import GivenCommand
from musbot.service.delivery.reconciler import Reconciler
from musbot.service.process.housekeeping import RECOVER_S, Recovery
from musbot.service.queue.fair_queue import FairQueue
from musbot.service.queue.outboxes import Outbox
from musbot.service.tables.clocks import TableClocks
from musbot.service.tables.tables import Tables
from musbot.testing import Clock
from tests.support.scenes import Scene, a_door, text_of
from tests.support.tables import ANE, CHAT, now, opened, speaker

KINDS = [KeyError, RuntimeError, asyncio.CancelledError]


def fail_next(
    monkeypatch: pytest.MonkeyPatch, of: type, name: str, kind: type[BaseException], times: int = 1
) -> Callable[[], bool]:
    """Lets the next calls of a method fail; returns a function that says whether they have."""
    real, failed = getattr(of, name), list[bool]()

    def fails(*given: Any, **named: Any) -> Any:
        if len(failed) < times:
            failed.append(True)
            raise kind
        return real(*given, **named)

    monkeypatch.setattr(of, name, fails)
    return lambda: len(failed) == times


@pytest.fixture
async def recovery(scene: Scene, timers: Clock) -> AsyncIterator[Recovery]:
    """The recovery of a scene."""
    made = Recovery(scene.manager, scene.courier.recover, scene.courier.outboxes.end_lost_blocks, timers)
    made.start()
    yield made
    await made.stop()


async def recovered(recovery: Recovery, scene: Scene, timers: Clock) -> None:
    """Returns once a recovery is over, and what it queued is sent."""
    await scene.courier.outboxes.wait_until_idle()
    timers.advance(RECOVER_S)
    await recovery._background.finish()
    await scene.courier.outboxes.wait_until_idle()


@pytest.mark.parametrize("kind", KINDS)
async def test_a_word_that_was_stored_before_an_error_is_in_memory_again(
    scene: Scene,
    recovery: Recovery,
    timers: Clock,
    kind: type[BaseException],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, door = await opened(scene.manager), a_door(scene.manager, scene.courier)
    failed = fail_next(monkeypatch, Tables, "replace_state", kind)
    data = f"{table.id}:{table.question}:nomus"
    await door.presses.press(speaker(table), CHAT, data, key="1")
    assert failed()
    assert (await now(scene.manager, table)).seq == table.seq
    await recovered(recovery, scene, timers)
    assert (await now(scene.manager, table)).seq > table.seq


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("method", ["add", "notify_listeners"])
async def test_a_table_that_was_stored_and_could_not_be_added_is_shown_all_the_same(
    scene: Scene,
    recovery: Recovery,
    timers: Clock,
    kind: type[BaseException],
    method: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    door = a_door(scene.manager, scene.courier)
    failed = fail_next(monkeypatch, Tables, method, kind)
    await door.commands.run_command(GivenCommand("mus", (), ANE, CHAT, key="1"))
    assert failed()
    assert scene.platform.requests_to(CHAT, "send") == []
    await recovered(recovery, scene, timers)
    (table,) = scene.manager.tables.in_chat(CHAT)
    assert scene.courier.projections.message_of(table) is not None


@pytest.mark.parametrize("kind", KINDS)
async def test_a_chat_whose_request_ended_unnoticed_is_written_to_again(
    scene: Scene,
    recovery: Recovery,
    timers: Clock,
    kind: type[BaseException],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    failed = fail_next(monkeypatch, FairQueue, "finish", kind, times=3)
    table = await opened(scene.manager)
    await scene.courier.outboxes.wait_until_idle()
    assert failed()
    assert not scene.platform.to(CHAT, "edit")
    await recovered(recovery, scene, timers)
    shown = {made.post.title for made in scene.platform.to(CHAT) if made.post is not None}
    assert scene.courier.projections.message_of(table) is not None, shown


async def test_nothing_is_done_without_an_error(
    scene: Scene, recovery: Recovery, timers: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await opened(scene.manager)
    await scene.courier.outboxes.wait_until_idle()
    woken: list[object] = []
    wake = Reconciler.reconcile

    def noted(*given: Any) -> None:
        woken.append(given)
        wake(*given)

    monkeypatch.setattr(Reconciler, "reconcile", noted)
    await recovered(recovery, scene, timers)
    assert woken == []
    with contain_errors("a test"):
        raise KeyError
    await recovered(recovery, scene, timers)
    assert woken
    woken.clear()
    await recovered(recovery, scene, timers)
    assert woken == [], "once for each error"


@pytest.mark.parametrize("kind", KINDS)
async def test_a_step_that_fails_is_tried_three_times(kind: type[BaseException]) -> None:
    before, tries = count_errors(), list[int]()

    def fails_twice() -> None:
        tries.append(len(tries))
        if len(tries) < 3:
            raise kind

    insist("a test", fails_twice)
    assert tries == [0, 1, 2]
    assert count_errors() == before + 2


@pytest.mark.parametrize("kind", KINDS)
async def test_the_clocks_of_a_table_that_is_set_aside_stop_although_their_end_failed(
    scene: Scene,
    recovery: Recovery,
    timers: Clock,
    kind: type[BaseException],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = await opened(scene.manager)
    failed = fail_next(monkeypatch, TableClocks, "_drop", kind)
    scene.manager.tables.set_aside_failing(table)
    assert failed()
    assert table.id in scene.manager.clocks._at
    await recovered(recovery, scene, timers)
    assert table.id not in scene.manager.clocks._at


async def test_a_task_of_an_outbox_that_hangs_is_replaced(
    scene: Scene, recovery: Recovery, timers: Clock, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    real, hanging = Outbox._run, [True]

    async def run(outbox: Outbox) -> None:
        if hanging:
            hanging.pop()
            await asyncio.Event().wait()
        await real(outbox)

    monkeypatch.setattr(Outbox, "_run", run)
    scene.courier.posts.post(CHAT, Post("", "waits"))
    await asyncio.sleep(0)
    scene.courier.posts.post(CHAT, Post("", "waits too"))
    timers.advance(RECOVER_S)
    await asyncio.wait_for(scene.courier.outboxes.wait_until_idle(), 5)
    sent = [text_of(made) for made in scene.platform.requests_to(CHAT, "send")]
    assert sent == ["waits", "waits too"]
    assert "sending hangs" in caplog.text
