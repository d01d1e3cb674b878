"""What a chat shows of a part, the next request that it needs, and what each result of a request makes true.

Pure: no clock, no task, no table. Nothing else decides what a request has changed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf
from typing import NamedTuple, assert_never

from musbot.narrator.post import Post
from musbot.port.messenger import Result
from musbot.store.protocol import Posted


class Send(NamedTuple):
    """A request for a new message."""

    post: Post


class Edit(NamedTuple):
    """A request to change a message."""

    message: str
    post: Post


class Delete(NamedTuple):
    """A request to delete a message."""

    message: str


class WaitUntil(NamedTuple):
    """Nothing may be requested before this time."""

    until: float


MessageRequest = Send | Edit | Delete


@dataclass(frozen=True, slots=True)
class Attempt:
    """A send that is in flight, or that got no answer: its message may stand in the chat."""

    would_show: Posted
    """What the chat shows if the message is there; its id is not known yet."""
    question: int
    until: float = inf
    """No other send goes before this time; `inf` while the send is in flight."""
    pressed: tuple[str, ...] = ()
    """Unknown messages of the chat that were pressed during the send: one of them may be its message."""

    @property
    def in_flight(self) -> bool:
        """Whether the request has not ended."""
        return self.until == inf


UNWANTED = object()
"""The version of a part that is not wanted, or has to be looked at again."""


@dataclass(frozen=True, slots=True)
class ShownPart:
    """What a chat shows of one part, and what is known about it."""

    posted: Posted | None = None
    """The message that shows the part, as it is stored. Its digest is "" if its content is uncertain."""
    attempt: Attempt | None = None
    previous: str = ""
    """The message that showed the part before; the next send has another key because of it."""
    current: bool = False
    """Whether this process has brought the message up to date, and nothing but words came later."""
    version: object = UNWANTED
    """What the part was last made of."""


NOTHING = ShownPart()


def step(shown: ShownPart, post: Post | None, now: float) -> MessageRequest | WaitUntil | None:
    """Returns the next request that makes a chat show a post (None: no message), if it needs one."""
    posted, attempt = shown.posted, shown.attempt
    if post is None:
        return Delete(posted.message) if posted is not None else None
    if posted is not None and posted.digest == post.digest():
        return None
    if attempt is not None and now < attempt.until:
        return WaitUntil(attempt.until)
    return Send(post) if posted is None else Edit(posted.message, post)


def settle(
    shown: ShownPart,
    began: Posted | None,
    request: MessageRequest,
    result: Result,
    after: Posted,
    until: float,
) -> ShownPart:
    """Returns what a chat shows once a request has ended.

    The request `began` from that record; a record that another one has replaced since stays as it is. `after`
    is what the chat shows if the request was made. An unanswered send waits `until` then for a press of its
    message.
    """
    if isinstance(request, Send):
        return _settle_send(shown, began, result, after, until)
    if shown.posted is not began or began is None:
        return shown
    match result:
        case Result.MADE if isinstance(request, Edit):
            return replace(shown, posted=after, current=True)
        case Result.MADE | Result.GONE:
            return replace(shown, posted=None, previous=began.message)
        case Result.UNSURE | Result.BROKEN | Result.OUTAGE:
            return replace(shown, posted=replace(began, digest=""))
        case Result.REJECTED | Result.TOO_FAST | Result.UNREACHABLE | Result.MOVED:
            return shown
        case _:
            assert_never(result)


def _settle_send(
    shown: ShownPart, began: Posted | None, result: Result, after: Posted, until: float
) -> ShownPart:
    match result:
        case Result.MADE if shown.posted is began:
            return replace(shown, attempt=None, posted=after, current=True)
        case Result.UNSURE | Result.BROKEN if shown.attempt is not None:
            if shown.attempt.pressed:
                return adopt(shown, shown.attempt.pressed[0])
            return replace(shown, attempt=replace(shown.attempt, until=until))
        case _:
            return replace(shown, attempt=None)


def adopt(shown: ShownPart, message: str) -> ShownPart:
    """Returns what a chat shows if a pressed message is that of its attempt. Its content is uncertain."""
    if shown.attempt is None:
        return shown
    posted = replace(shown.attempt.would_show, message=message, digest="")
    return replace(shown, attempt=None, posted=posted, current=True)
