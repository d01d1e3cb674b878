"""Yes-or-no answers of platforms about a person in a chat, cached for a while."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from musbot.port.boundary import Background, contain_errors
from musbot.port.messenger import MessengerError
from musbot.table.events import ChatId, PersonId

AT_MOST_S = 3.0
"""Seconds to wait for a platform's answer."""
MOST_KNOWN = 1000
"""Number of cached answers after which finished ones are dropped."""

Asking = asyncio.Task[tuple[bool | None, float]]
"""A question to a platform: its answer (None on failure), and the time until which it is cached."""


class AnswerCache:
    """The questions to platforms that are under way, and the answers that are still cached."""

    def __init__(self, subject: str, lasts_s: float, clock: Callable[[], float]) -> None:
        self._subject = subject
        self._lasts_s = lasts_s
        self._clock = clock
        self._asked: dict[tuple[ChatId, PersonId], Asking] = {}
        self._tasks = Background()

    def ask(self, chat: ChatId, person: PersonId, question: Callable[[], Awaitable[bool]]) -> Asking:
        """Returns the task that asks about a person in a chat: one under way, a cached one, or a new one.

        Its result is the answer, None for a failure, and the time until which it is cached. Failures are
        cached too. Before a new question, if there are MOST_KNOWN entries, all finished ones are dropped.
        """
        running = self._asked.get((chat, person))
        if running is not None and (not running.done() or self.is_known(chat, person)):
            return running
        if len(self._asked) >= MOST_KNOWN:
            self._asked = {it: task for it, task in self._asked.items() if not task.done()}
        asking = self._tasks.start(self._answer(chat, question), f"{chat}: {self._subject}")
        self._asked[chat, person] = asking
        return asking

    def is_known(self, chat: ChatId, person: PersonId) -> bool:
        """Returns whether an answer, or a failure to get one, is cached and has not expired.

        False while the question is under way.
        """
        task = self._asked.get((chat, person))
        if task is None or not task.done() or task.cancelled() or task.exception() is not None:
            return False
        return task.result()[1] > self._clock()

    def under_way(self, chat: ChatId, person: PersonId) -> Asking | None:
        """Returns the question about a person in a chat that has no answer yet; None without one."""
        task = self._asked.get((chat, person))
        return task if task is not None and not task.done() else None

    def discard_refusal(self, chat: ChatId, person: PersonId) -> None:
        """Deletes a cached "no" about a person in a chat; another answer, or a question under way, stays."""
        task = self._asked.get((chat, person))
        if task is not None and task.done() and read_answer(task) is False:
            del self._asked[chat, person]

    def forget(self, person: PersonId) -> None:
        """Drops the cached answers about a person.

        A question under way continues, but its answer is not cached.
        """
        self._asked = {it: task for it, task in self._asked.items() if it[1] != person}

    async def _answer(
        self, chat: ChatId, question: Callable[[], Awaitable[bool]]
    ) -> tuple[bool | None, float]:
        """Asks a question; returns the answer and the time until which it is cached.

        The answer is None if the question fails or takes longer than AT_MOST_S seconds. Raises nothing.
        """
        answer = None
        with contain_errors(f"{chat}: {self._subject}"), suppress(MessengerError, TimeoutError):
            async with asyncio.timeout(AT_MOST_S):
                answer = await question()
        return answer, self._clock() + self._lasts_s


def read_answer(asking: Asking) -> bool | None:
    """Returns the answer to a question; None if the question is under way, or has failed."""
    if not asking.done() or asking.cancelled() or asking.exception() is not None:
        return None
    return asking.result()[0]
