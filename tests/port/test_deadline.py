"""An act that hangs is given up after five seconds: its neighbours, and its batch, wait no longer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from musbot.port import deadline
from musbot.port.deadline import committing, list_overdue, with_deadline
from musbot.port.intake import Intake, PendingAct, QueuePlace
from musbot.table.events import PersonId, read_person_id


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DEADLINE_S", "LAST_S", "LOOK_S"):
        monkeypatch.setattr(deadline, name, 0.02)


def deed(person: PersonId, table: str, do: Callable[[], Awaitable[None]]) -> PendingAct:
    async def ready() -> None:
        pass

    return PendingAct(person, lambda: QueuePlace(table), do, ready)


async def hangs() -> None:
    await asyncio.Event().wait()


async def test_a_cancellation_nobody_asked_for_ends_its_act_and_no_other() -> None:
    done: list[int] = []

    async def cancelled() -> None:
        raise asyncio.CancelledError

    async def works() -> None:
        done.append(1)

    intake = Intake("Telegram")
    await intake.take(
        [
            deed(read_person_id("ane"), "a", cancelled),
            deed(read_person_id("ane"), "a", works),
            deed(read_person_id("beñat"), "a", works),
        ]
    )
    await intake.take([deed(read_person_id("ane"), "a", works)])
    assert done == [1, 1, 1]


async def test_an_act_that_hangs_is_given_up_and_the_next_one_goes(caplog: pytest.LogCaptureFixture) -> None:
    done: list[int] = []

    async def works() -> None:
        done.append(1)

    await Intake("Telegram").take(
        [
            deed(read_person_id("ane"), "a", hangs),
            deed(read_person_id("ane"), "a", works),
            deed(read_person_id("beñat"), "a", works),
        ]
    )
    assert done == [1, 1]
    logged = [(it.levelname, it.getMessage()) for it in caplog.records]
    assert logged == [("ERROR", "what somebody did took too long, and was given up")]
    assert not list_overdue()


async def test_an_act_that_does_not_end_when_it_is_cancelled_is_left_alone() -> None:
    over = asyncio.Event()

    async def stubborn() -> None:
        while not over.is_set():
            try:
                await over.wait()
            except asyncio.CancelledError:
                continue

    intake = Intake("Telegram")
    await intake.take([deed(read_person_id("ane"), "a", stubborn)])
    over.set()
    await intake.stop()


async def test_a_commit_that_has_begun_is_awaited_however_late() -> None:
    done: list[str] = []

    async def writes() -> None:
        with committing():
            await asyncio.sleep(0.15)
            assert list_overdue() == ["an update takes too long (0 s)"]
            done.append("written")
        done.append("answered")

    await Intake("Telegram").take([deed(read_person_id("ane"), "a", writes)])
    assert done == ["written", "answered"]


async def test_an_end_that_was_requested_ends_the_act() -> None:
    intake = Intake("Telegram")
    taking = asyncio.ensure_future(intake.take([deed(read_person_id("ane"), "a", hangs)]))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    intake._tasks.cancel()
    await taking


async def test_an_act_that_is_cancelled_before_it_begins_leaves_nothing_unawaited() -> None:
    acting = asyncio.create_task(with_deadline(hangs))
    acting.cancel()
    await asyncio.wait({acting})
    assert acting.cancelled()
