"""Counts of acts and of requests to platforms, for operators.

The counts name no person, chat or table.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum

from musbot.game.errors import MusError
from musbot.narrator.post import Post
from musbot.port.messenger import (
    Gone,
    Limit,
    Messenger,
    MessengerError,
    MovedTo,
    Outage,
    Rejected,
    Result,
    TooFast,
    Unreachable,
    Unsure,
    calls_in_private,
    delete_or_change,
    unpictured_posts,
)
from musbot.port.replies import ActKind, ActOutcome
from musbot.runtime.histogram import Histogram
from musbot.service.tables.repository import NotSaved
from musbot.store.protocol import StoreError
from musbot.table.act_result import Refused
from musbot.table.events import ChatId, MessageId


class Request(Enum):
    """The kinds of requests to a platform."""

    SEND = "send"
    """A new message."""
    EDIT = "edit"
    """A change of a message."""
    DELETE = "delete"
    """A deletion of a message."""
    STRIP = "strip"
    """A removal of a message's buttons."""
    ANSWER = "answer"
    """An answer that only the person who pressed a button sees."""


_RESULTS: tuple[tuple[type[MessengerError], Result], ...] = (
    (TooFast, Result.TOO_FAST),
    (Unsure, Result.UNSURE),
    (Outage, Result.OUTAGE),
    (Rejected, Result.REJECTED),
    (Gone, Result.GONE),
    (Unreachable, Result.UNREACHABLE),
    (MovedTo, Result.MOVED),
)
"""The result for each error. The first match counts, because Unsure is also an Outage."""


def result_of(error: MessengerError) -> Result:
    """Returns the result of a request that raised this error; BROKEN for an unknown kind of error."""
    return next((result for kind, result in _RESULTS if isinstance(error, kind)), Result.BROKEN)


def outcome_of(error: MusError) -> ActOutcome:
    """Returns the outcome of an act that raised this error.

    NOT_SAVED for an error of the store, REPEATED for a repeated delivery, otherwise REFUSED.
    """
    if isinstance(error, NotSaved | StoreError):
        return ActOutcome.NOT_SAVED
    repeated = isinstance(error, Refused) and error.reason == "refused-repeated"
    return ActOutcome.REPEATED if repeated else ActOutcome.REFUSED


@dataclass(slots=True)
class Act:
    """An act that is being counted."""

    outcome: ActOutcome | None = ActOutcome.BROKEN
    """Its outcome; None if it is not counted, because it was no act, or belongs to another act."""


class ChatTally:
    """Counts and durations of acts and requests since the start, by platform and kind.

    The duration of an act ends when its answer is known; a request's ends when the platform answers.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self.acts: Counter[tuple[str, ActKind, ActOutcome]] = Counter()
        self.act_s: defaultdict[tuple[str, ActKind], Histogram] = defaultdict(Histogram)
        self.requests: Counter[tuple[str, Request, Result]] = Counter()
        self.request_s: defaultdict[tuple[str, Request], Histogram] = defaultdict(Histogram)

    @contextmanager
    def time_act(self, platform: str, way: ActKind) -> Iterator[Act]:
        """Counts the act in the block and its duration, by the outcome that the block sets in its Act.

        BROKEN if it sets no outcome. If it sets None, the act is left out. Errors are raised.
        """
        act, begun = Act(), self._clock()
        try:
            yield act
        finally:
            if act.outcome is not None:
                self.acts[platform, way, act.outcome] += 1
                self.act_s[platform, way].add(self._clock() - begun)

    def count_request(self, platform: str, kind: Request, result: Result, seconds: float) -> None:
        """Counts a request to a platform, its result and its duration."""
        self.requests[platform, kind, result] += 1
        self.request_s[platform, kind].add(seconds)

    @contextmanager
    def time_request(self, platform: str, kind: Request) -> Iterator[None]:
        """Counts the request in the block and its duration: MADE, or by its MessengerError.

        Any other error counts as BROKEN. Errors are raised again.
        """
        begun, result = self._clock(), Result.BROKEN
        try:
            yield
            result = Result.MADE
        except MessengerError as error:
            result = result_of(error)
            raise
        finally:
            self.count_request(platform, kind, result, self._clock() - begun)


class CountedMessenger:
    """A Messenger that passes requests to another messenger and counts their results."""

    def __init__(self, messenger: Messenger, platform: str, tally: ChatTally) -> None:
        self._messenger = messenger
        self._platform = platform
        self._tally = tally
        self.unpictured = unpictured_posts(messenger)
        """The keys of posts that were sent without their picture."""

    def limit(self, chat: ChatId) -> Limit:
        """Returns the rate limit of a chat."""
        return self._messenger.limit(chat)

    def total_limit(self) -> Limit:
        """Returns the rate limit of the whole bot."""
        return self._messenger.total_limit()

    def has_idempotent_sends(self) -> bool:
        """Returns whether the platform deduplicates sends by key."""
        return self._messenger.has_idempotent_sends()

    def link(self, chat: ChatId, message: MessageId) -> str:
        """Returns a link to a message; "" if the platform has none."""
        return self._messenger.link(chat, message)

    def private_link(self, table: str) -> str:
        """Returns a link to the bot's private chat about a table; "" if the platform has none."""
        return self._messenger.private_link(table)

    def calls_in_private(self) -> bool:
        """Returns whether a slow player is called in private by default, as the messenger says."""
        return calls_in_private(self._messenger)

    async def send(self, chat: ChatId, post: Post) -> MessageId:
        """Sends a message and counts the request; returns the message's id. Raises a MessengerError."""
        with self._tally.time_request(self._platform, Request.SEND):
            return await self._messenger.send(chat, post)

    async def edit(self, chat: ChatId, message: MessageId, post: Post) -> None:
        """Changes a message and counts the request; raises a MessengerError."""
        with self._tally.time_request(self._platform, Request.EDIT):
            await self._messenger.edit(chat, message, post)

    async def delete(self, chat: ChatId, message: MessageId) -> None:
        """Deletes a message and counts the request; raises a MessengerError."""
        with self._tally.time_request(self._platform, Request.DELETE):
            await self._messenger.delete(chat, message)

    async def delete_or_change(self, chat: ChatId, message: MessageId, instead: str) -> None:
        """Deletes a message, or edits it if it has to stay, as one request; raises a MessengerError."""
        with self._tally.time_request(self._platform, Request.DELETE):
            await delete_or_change(self._messenger, chat, message, instead)

    async def strip(self, chat: ChatId, message: MessageId) -> None:
        """Removes a message's buttons and counts the request; raises a MessengerError."""
        with self._tally.time_request(self._platform, Request.STRIP):
            await self._messenger.strip(chat, message)
