"""Counts of presses and of requests to platforms, for who looks after a running musbot.

Nothing that is counted tells of whom, or of which chat or table.
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
)
from musbot.port.replies import ActFate, Way
from musbot.service.tables.repository import NotSaved
from musbot.spread import Spread
from musbot.store.protocol import StoreError
from musbot.table.act_result import Refused


class Request(Enum):
    """What a platform is asked for; an ANSWER is what one presser alone is told."""

    SEND = "send"
    EDIT = "edit"
    DELETE = "delete"
    STRIP = "strip"
    ANSWER = "answer"


_RESULTS: tuple[tuple[type[MessengerError], Result], ...] = (
    (TooFast, Result.TOO_FAST),
    (Unsure, Result.UNSURE),
    (Outage, Result.OUTAGE),
    (Rejected, Result.REJECTED),
    (Gone, Result.GONE),
    (Unreachable, Result.UNREACHABLE),
    (MovedTo, Result.MOVED),
)
"""The first that fits: one that is Unsure is an Outage too."""


def result_of(error: MessengerError) -> Result:
    """Returns what a request has come to that raised this."""
    return next((result for kind, result in _RESULTS if isinstance(error, kind)), Result.BROKEN)


def outcome_of(error: MusError) -> ActFate:
    """Returns what an act has come to that raised this."""
    if isinstance(error, NotSaved | StoreError):
        return ActFate.NOT_SAVED
    repeated = isinstance(error, Refused) and error.reason == "refused-repeated"
    return ActFate.REPEATED if repeated else ActFate.REFUSED


@dataclass(slots=True)
class Act:
    """Something that somebody does; None: it is not counted, for it was no act, or another one."""

    outcome: ActFate | None = ActFate.BROKEN


class ChatTally:
    """Counts since the start, by the name of the platform and what it was, and the seconds they took.

    Of an act those until it is known what is told of it, of a request those until it was answered.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self.acts: Counter[tuple[str, Way, ActFate]] = Counter()
        self.act_s: defaultdict[tuple[str, Way], Spread] = defaultdict(Spread)
        self.requests: Counter[tuple[str, Request, Result]] = Counter()
        self.request_s: defaultdict[tuple[str, Request], Spread] = defaultdict(Spread)

    @contextmanager
    def act(self, platform: str, way: Way) -> Iterator[Act]:
        """Counts what somebody does meanwhile; its outcome is to be set."""
        act, begun = Act(), self._clock()
        try:
            yield act
        finally:
            if act.outcome is not None:
                self.acts[platform, way, act.outcome] += 1
                self.act_s[platform, way].add(self._clock() - begun)

    def requested(self, platform: str, kind: Request, result: Result, seconds: float) -> None:
        """Counts a request to a platform."""
        self.requests[platform, kind, result] += 1
        self.request_s[platform, kind].add(seconds)

    @contextmanager
    def request(self, platform: str, kind: Request) -> Iterator[None]:
        """Counts a request that is made meanwhile, by the MessengerError that it raises."""
        begun, result = self._clock(), Result.BROKEN
        try:
            yield
            result = Result.MADE
        except MessengerError as error:
            result = result_of(error)
            raise
        finally:
            self.requested(platform, kind, result, self._clock() - begun)


class CountedMessenger:
    """See Messenger: does what another one does, and counts what becomes of it."""

    def __init__(self, messenger: Messenger, platform: str, tally: ChatTally) -> None:
        self._messenger = messenger
        self._platform = platform
        self._tally = tally

    def limit(self, chat: str) -> Limit:
        """See Messenger."""
        return self._messenger.limit(chat)

    def whole(self) -> Limit:
        """See Messenger."""
        return self._messenger.whole()

    def keyed(self) -> bool:
        """See Messenger."""
        return self._messenger.keyed()

    def link(self, chat: str, message: str) -> str:
        """See Messenger."""
        return self._messenger.link(chat, message)

    def private_link(self, table: str) -> str:
        """See Messenger."""
        return self._messenger.private_link(table)

    async def send(self, chat: str, post: Post) -> str:
        """See Messenger."""
        with self._tally.request(self._platform, Request.SEND):
            return await self._messenger.send(chat, post)

    async def edit(self, chat: str, message: str, post: Post) -> None:
        """See Messenger."""
        with self._tally.request(self._platform, Request.EDIT):
            await self._messenger.edit(chat, message, post)

    async def delete(self, chat: str, message: str) -> None:
        """See Messenger."""
        with self._tally.request(self._platform, Request.DELETE):
            await self._messenger.delete(chat, message)

    async def strip(self, chat: str, message: str) -> None:
        """See Messenger."""
        with self._tally.request(self._platform, Request.STRIP):
            await self._messenger.strip(chat, message)
