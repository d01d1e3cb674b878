"""What comes back when updates are asked for: no press is lost to it, and nothing is asked for in haste."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Any

import pytest
from telegram import Update
from telegram.error import Conflict, NetworkError, RetryAfter

from adapters.telegram.updates import AGAIN_S, POLL_S, UNDISPUTED_S, Updates
from adapters.telegram.wire import _NotSentWithoutLease
from musbot.port.messenger import Purpose, current_purpose
from tests.evenings.hours import passes
from tests.support.raw_updates import press

NONSENSE: list[object] = [
    None,
    {},
    "x",
    5,
    [5],
    [None],
    [{}],
    [{"update_id": "x", "message": {}}],
    [{"update_id": True, "message": {}}],
    [{"update_id": 7}],
]
ERRORS = [
    NetworkError("down"),
    Conflict("terminated by other getUpdates request"),
    TypeError("of the library"),
]


class Line:
    """A Telegram that answers so, the last answer for ever; `heard` is what the bot was told of it.

    `look` is the answer to a look for presses without the lease, and `looks` how many there were.
    """

    def __init__(self, *answers: object, waits: bool = True) -> None:
        self.answers = list(answers)
        self.waits = waits
        self.offsets: list[int] = []
        self.heard: list[str] = []
        self.look: object = _NotSentWithoutLease("")
        self.looks = 0
        self.found: list[int] = []
        self.updates = Updates(self, self._down, self._up, None, self._find)  # type: ignore[arg-type]

    async def _post(self, endpoint: str, data: dict[str, Any], read_timeout: float) -> object:
        assert endpoint == "getUpdates"
        if current_purpose() is Purpose.FIND_PRESSES:
            self.looks += 1
            if isinstance(self.look, Exception):
                raise self.look
            return self.look
        self.offsets.append(data["offset"])
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            raise answer
        if answer == [] and self.waits:
            await asyncio.sleep(data["timeout"])
        return answer

    def _find(self, updates: Sequence[Update]) -> None:
        self.found += [it.update_id for it in updates]

    def _down(self) -> None:
        self.heard.append("down")

    def _up(self) -> None:
        self.heard.append("up")

    async def take(self, times: int = 1) -> list[int]:
        """Fetches and handles; returns the numbers of what came."""
        taken: list[Update] = []
        for _ in range(times):
            taken += await self.updates.fetch()
            self.updates.confirm_last_fetch()
        return [update.update_id for update in taken]


@pytest.mark.parametrize("answer", [*NONSENSE, *ERRORS], ids=lambda it: type(it).__name__)
def test_nonsense_confirms_nothing_and_is_asked_for_again_after_a_pause(answer: object) -> None:
    async def asked() -> None:
        line = Line([press(700)], *[answer] * 100, [press(701)])
        assert await line.take() == [700]
        assert await line.take(100) == []
        assert asyncio.get_running_loop().time() >= 100 * AGAIN_S
        assert line.heard == ["down"]
        assert await line.take() == [701]
        assert line.offsets == [0, *[701] * 101], "the press that waits behind it is still to come"
        assert line.heard == ["down", "up"]

    passes(asked)


@pytest.mark.parametrize("nonsense", [5, None, {}, {"update_id": "x"}, {"update_id": 7}])
def test_a_press_among_nonsense_counts(nonsense: object) -> None:
    async def asked() -> None:
        line = Line([press(700), nonsense, press(701)], [nonsense, press(702), nonsense], [])
        assert await line.take(3) == [700, 701, 702]
        assert line.offsets == [0, 702, 703]

    passes(asked)


def test_while_another_program_fetches_too_the_log_says_so_once(caplog: pytest.LogCaptureFixture) -> None:
    """Telegram ends each program's poll in turn, so that every other one of ours is answered."""
    caplog.set_level(logging.INFO)

    async def asked() -> None:
        conflict = Conflict("terminated by other getUpdates request")
        line = Line(*[conflict, []] * 100, NetworkError("down"), [])
        for _ in range(200):
            await line.take()
        assert line.heard == ["down", "up"] * 100, "clocks wait while no update can come"
        (said,) = (it.getMessage() for it in caplog.records)
        assert said.startswith("another program takes this bot's updates")
        caplog.clear()
        for _ in range(UNDISPUTED_S // POLL_S + 3):
            await line.take()
        said, *more = (it.getMessage() for it in caplog.records)
        assert said.startswith("Telegram does not answer"), "what is new is said"
        assert more == ["Telegram answers again"]

    passes(asked)


@pytest.mark.parametrize("also", [[], [NetworkError("down")] * 3])
def test_a_database_that_is_away_is_not_told_as_an_outage_of_telegram(
    caplog: pytest.LogCaptureFixture, also: list[object]
) -> None:
    caplog.set_level(logging.INFO)

    async def asked() -> None:
        line = Line(*[_NotSentWithoutLease("")] * 9, *also, [press(700)])
        assert await line.take(10 + len(also)) == [700]
        assert line.heard == ["down", "up"], "clocks wait for what people press"
        outage = ["Telegram does not answer (NetworkError): clocks wait", "Telegram answers again"]
        assert caplog.messages == (outage if also else [])

    passes(asked)


def test_presses_that_wait_while_the_database_refuses_are_found_once_and_not_handled_again() -> None:
    async def asked() -> None:
        line = Line(*[_NotSentWithoutLease("")] * 5, [press(700), press(701)], [])
        line.look = [press(700)]
        assert await line.take(6) == [701]
        assert (line.found, line.looks) == ([700], 5)

    passes(asked)


def test_no_presses_are_looked_for_once_another_program_asks_for_updates() -> None:
    async def asked() -> None:
        line = Line(_NotSentWithoutLease(""))
        line.look = Conflict("terminated by other getUpdates request")
        await line.take(5)
        assert line.looks == 1, "it may have taken over"

    passes(asked)


def test_what_was_fetched_is_not_confirmed_before_it_is_handled() -> None:
    async def asked() -> None:
        line = Line([press(700)])
        for _ in range(2):
            await line.updates.fetch()
        assert line.offsets == [0, 0]
        line.updates.confirm_last_fetch()
        await line.updates.fetch()
        assert line.offsets[-1] == 701

    passes(asked)


def test_an_update_that_cannot_be_read_does_not_come_for_ever(caplog: pytest.LogCaptureFixture) -> None:
    async def asked() -> None:
        line = Line([press(700), {"update_id": 701, "message": {"text": "of tomorrow"}}], [])
        assert await line.take(2) == [700]
        assert line.offsets == [0, 702]
        assert "of tomorrow" not in caplog.text
        assert "cannot be read" in caplog.text

    passes(asked)


def test_numbers_that_begin_anew_are_followed_and_no_haste_is_made() -> None:
    async def asked() -> None:
        line = Line([press(700)], [press(9), press(10)], [press(10)])
        assert await line.take(2) == [700, 9, 10]
        assert line.offsets[-1] == 701
        assert set(await line.take(50)) == {10}
        assert line.offsets[-1] == 11
        assert asyncio.get_running_loop().time() >= 50 * AGAIN_S

    passes(asked)


def test_who_does_not_wait_for_updates_is_not_asked_in_haste() -> None:
    async def asked() -> None:
        line = Line([], waits=False)
        began = asyncio.get_running_loop().time()
        await line.take(100)
        assert asyncio.get_running_loop().time() - began >= 99 * AGAIN_S

    passes(asked)


def test_a_pause_that_is_asked_for_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PTB_TIMEDELTA", "1")  # as TelegramBot sets it

    async def asked() -> None:
        line = Line(RetryAfter(40), [])
        began = asyncio.get_running_loop().time()
        await line.take()
        assert asyncio.get_running_loop().time() - began == pytest.approx(40, abs=0.1)
        assert line.heard == ["down"]
        await line.take()
        assert line.heard == ["down", "up"]
        await line.take()
        assert asyncio.get_running_loop().time() - began == pytest.approx(40 + POLL_S, abs=0.1)

    passes(asked)
