"""Boundaries: an error ends what it happened in, is logged once a cause, and a wanted end is no error."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest

from musbot.port.boundary import Background, Periodic, contain_errors, describe_cause, guard_callback
from musbot.testing import Clock


def traces(caplog: pytest.LogCaptureFixture) -> list[tuple[str, bool]]:
    return [(record.getMessage(), bool(record.exc_info)) for record in caplog.records]


@pytest.mark.parametrize(
    "kind", [KeyError, RuntimeError, RecursionError, MemoryError, asyncio.CancelledError]
)
async def test_an_error_is_stopped_and_its_traceback_logged_once(
    kind: type[BaseException], caplog: pytest.LogCaptureFixture
) -> None:
    for table in ("A2", "B3"):
        with contain_errors(f"table {table}"):
            raise kind
    assert traces(caplog) == [(f"table A2: {kind.__name__}", True), (f"table B3: {kind.__name__}", False)]


@pytest.mark.parametrize("kind", [KeyboardInterrupt, SystemExit, GeneratorExit])
async def test_what_ends_the_process_is_not_stopped(kind: type[BaseException]) -> None:
    with pytest.raises(kind), contain_errors("a table"):
        raise kind


async def test_a_cancellation_that_was_requested_is_not_stopped(caplog: pytest.LogCaptureFixture) -> None:
    async def waits() -> None:
        with contain_errors("a table"):
            await asyncio.Event().wait()

    background = Background()
    task = background.start(waits(), "waits")
    await asyncio.sleep(0)
    background.cancel()
    await asyncio.wait({task})
    assert task.cancelled()
    assert traces(caplog) == []


@pytest.mark.parametrize("kind", [KeyError, asyncio.CancelledError])
async def test_a_task_that_nobody_awaits_is_heard_of_when_it_fails(
    kind: type[BaseException], caplog: pytest.LogCaptureFixture
) -> None:
    async def fails() -> None:
        raise kind

    background, heard = Background(), list[str]()
    background.start(fails(), "the clock of table A2", lambda: heard.append("failed"))
    await background.finish()
    assert traces(caplog) == [(f"the clock of table A2: {kind.__name__}", True)]
    assert heard == ["failed"]


async def test_the_end_waits_for_tasks_and_for_those_they_start_but_not_for_ever() -> None:
    background, done = Background(), list[str]()

    async def first() -> None:
        await asyncio.sleep(0)
        background.start(second(), "second")

    async def second() -> None:
        done.append("second")
        await asyncio.Event().wait()

    background.start(first(), "first")
    await background.finish(0.01)
    assert done == ["second"]
    assert background
    background.cancel()
    await background.finish()


class FailsOnce:
    """Raises at its first call."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, *_: object) -> None:
        self.calls += 1
        if self.calls == 1:
            raise KeyError


async def test_what_follows_an_error_is_called_again_if_it_fails_itself(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def fails() -> None:
        raise RuntimeError

    after_task, after_timer = FailsOnce(), FailsOnce()
    background = Background()
    background.start(fails(), "the clock of table A2", after_task)
    await background.finish()
    guard_callback("the timer of table B3", FailsOnce(), after_timer)()
    assert (after_task.calls, after_timer.calls) == (2, 2)
    assert [message for message, _ in traces(caplog)] == [
        "the clock of table A2: RuntimeError",
        "the clock of table A2: KeyError",
        "the timer of table B3: KeyError",
        "the timer of table B3: KeyError",
    ]


def test_a_timer_that_could_not_be_set_once_is_set_again(
    timers: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: list[int] = []
    periodic = Periodic(timers, 1.0, "the count", lambda: counted.append(1))
    periodic.start()
    real, once = timers.call_later, FailsOnce()

    def call_later(*given: Any) -> Any:
        once()
        return real(*given)

    monkeypatch.setattr(timers, "call_later", call_later)
    for _ in range(3):
        timers.advance(1)
    assert len(counted) == 3


def test_a_cause_is_told_by_its_type_and_place_and_never_by_its_text() -> None:
    try:
        try:
            dict[str, int]()["Zubeldia"]
        except KeyError as error:
            raise ValueError("Zubeldia") from error
    except ValueError as error:
        told = describe_cause(error)
    assert re.fullmatch(r"KeyError at test_boundary\.py:\d+", told), told


async def test_a_task_that_has_ended_is_dropped_even_if_its_error_cannot_be_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(*_: object) -> None:
        raise KeyError

    background = Background()
    monkeypatch.setattr(background, "_check_end", fails)
    asyncio.get_running_loop().set_exception_handler(lambda *_: None)
    background.start(asyncio.sleep(0), "a task")
    await asyncio.sleep(0.01)
    assert not background
