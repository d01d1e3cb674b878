"""The answers to presses: each press is answered once, and soon, also while the database is away."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress

from telegram import CallbackQuery
from telegram.error import BadRequest, NetworkError, RetryAfter, TelegramError

from musbot.port.boundary import Background
from musbot.port.messenger import Purpose, Result, requesting
from musbot.port.replies import ActOutcome, Reply

from .library import pause_seconds
from .updates import UNREADABLE, report_own

log = logging.getLogger(__name__)

LIFE_S = 15
"""Seconds in which a press can be answered. The lifetime of its query is undocumented (15 s: unverified)."""
ANSWER_AGAIN_S = 0.5
"""Seconds before a failed answer is retried."""
SLOW_S = 3.5
"""Seconds after which an unanswered press gets the reply that the database is away; a write waits 3 s."""
OPEN_S = 60
"""Seconds after its arrival in which a press is answered at all."""


class PressAnswers:
    """Answers presses, each at most once.

    `is_active` is `PlatformContext.is_active`. `unsaved` returns the reply of `GivesAnswers.maybe_unsaved` to
    a press. `count` is called with the result and the seconds of each answer.
    """

    def __init__(
        self,
        is_active: Callable[[], bool],
        unsaved: Callable[[CallbackQuery], Reply | None],
        count: Callable[[Result, float], None],
    ) -> None:
        self._is_active = is_active
        self._unsaved = unsaved
        self._count = count
        self._tasks = Background()
        self._open: dict[str, asyncio.Task[None]] = {}
        """The presses without an answer, by the ids of their queries, each with its `_answer_if_slow`."""

    def expect(self, query: CallbackQuery) -> None:
        """Records that a press has arrived.

        If the database is away after SLOW_S, the press is answered then.
        """
        self._open[query.id] = self._tasks.start(self._answer_if_slow(query), "a press without an answer")

    async def answer(self, query: CallbackQuery, reply: Reply) -> None:
        """Answers a press unless it has an answer, and counts the result and the time.

        A failure of Telegram is not raised.
        """
        begun = asyncio.get_running_loop().time()
        purpose = Purpose.TELL_UNSAVED if reply.outcome is ActOutcome.NOT_SAVED else Purpose.ANY
        with requesting(purpose):
            result = await self._send(query, reply)
        if result is not None:
            self._count(result, asyncio.get_running_loop().time() - begun)

    def stop(self) -> None:
        """Stops answering the presses that still have no answer."""
        self._tasks.cancel()

    async def _answer_if_slow(self, query: CallbackQuery) -> None:
        """Answers a press that has no answer after SLOW_S, as soon as the database is away.

        Forgets the press after OPEN_S, unless it is cancelled before.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(OPEN_S):
                await asyncio.sleep(SLOW_S)
                while (reply := self._unsaved(query)) is None:  # noqa: ASYNC110
                    await asyncio.sleep(ANSWER_AGAIN_S)
                await self.answer(query, reply)
        self._open.pop(query.id, None)

    async def _send(self, query: CallbackQuery, reply: Reply) -> Result | None:
        """Answers a press; retries once after a failure of the network or a requested pause, within LIFE_S.

        Returns MADE, or GONE for a query that is too old; None if another answer came first. Returns REJECTED
        if Telegram refuses the answer, and UNSURE after another failure or LIFE_S; both are logged. Waits
        while this process may not make the request.
        """
        try:
            async with asyncio.timeout(LIFE_S):
                while not self._is_active():  # noqa: ASYNC110 - what it is told holds for another process too
                    await asyncio.sleep(ANSWER_AGAIN_S)
                if (slow := self._open.pop(query.id, None)) is None:
                    return None
                if slow is not asyncio.current_task():
                    slow.cancel()
                try:
                    return await self._answer(query, reply)
                except BadRequest:
                    raise
                except RetryAfter as error:
                    await asyncio.sleep(pause_seconds(error))
                    return await self._answer(query, reply)
                except (NetworkError, *UNREADABLE) as error:
                    report_own("an answer to a press on Telegram", error)
                    await asyncio.sleep(ANSWER_AGAIN_S)
                    return await self._answer(query, reply)
        except BadRequest as error:
            log.warning("a press could not be answered: %s", error.message)
            return Result.REJECTED
        except (TelegramError, TimeoutError, *UNREADABLE) as error:
            report_own("an answer to a press on Telegram", error)
            log.warning("a press was never answered: %s", type(error).__name__)
            return Result.UNSURE

    async def _answer(self, query: CallbackQuery, reply: Reply) -> Result:
        """Answers a press once; returns GONE for a query that is too old. Raises TelegramError."""
        try:
            await query.answer(reply.text or None, show_alert=reply.alert, url=reply.url or None)
        except BadRequest as error:
            if "query is too old" not in error.message.lower():  # an earlier attempt may have answered it
                raise
            return Result.GONE
        return Result.MADE
