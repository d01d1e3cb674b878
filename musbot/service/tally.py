"""What is counted of presses and of requests to platforms, for who looks after a running musbot.

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
from musbot.service.manager import NotSaved
from musbot.service.messenger import (
    Gone,
    MessengerError,
    MovedTo,
    Outage,
    Rejected,
    Result,
    TooFast,
    Unreachable,
    Unsure,
)
from musbot.spread import Spread
from musbot.store.protocol import StoreError
from musbot.table.told import Refused


class Way(Enum):
    """How somebody acts: a button or a form, a typed word of the game, a command."""

    BUTTON = "button"
    WORD = "word"
    COMMAND = "command"


class ActFate(Enum):
    """What became of it; BROKEN is a fault of the program."""

    DONE = "done"
    REFUSED = "refused"
    REPEATED = "repeated"
    NOT_SAVED = "not_saved"
    BROKEN = "broken"


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
