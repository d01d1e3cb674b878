"""The actual state of a part in a chat, the next request that it needs, and the effect of each result.

These functions are pure: no clock, no task, no table. No other module interprets the results of requests.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf
from typing import NamedTuple, assert_never

from musbot.narrator.post import Post
from musbot.port.messenger import Result
from musbot.service.queue.rate_limits import TINY
from musbot.service.queue.slots import Version
from musbot.store.protocol import Posted
from musbot.table.events import NO_MESSAGE, MessageId


class Send(NamedTuple):
    """A request for a new message."""

    post: Post
    """The content."""


class Edit(NamedTuple):
    """A request to change a message."""

    message: MessageId
    """The message's id."""
    post: Post
    """The new content."""


class Delete(NamedTuple):
    """A request to delete a message."""

    message: MessageId
    """The message's id."""


class WaitUntil(NamedTuple):
    """A wait during which the part needs no request."""

    until: float
    """Its end, on the clock."""


MessageRequest = Send | Edit | Delete
"""A request to a messenger."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A send that is in flight or got no answer, so that the chat may contain its message."""

    would_show: Posted
    """The record of the message if it exists; its id is not known yet."""
    question: int
    """The number of the table's question at the send."""
    until: float = inf
    """The time before which no other send may start; `inf` while this send is in flight."""
    pressed: tuple[MessageId, ...] = ()
    """Unknown messages of the chat that were pressed during the send; its message may be among them."""

    @property
    def in_flight(self) -> bool:
        """Whether the request has not ended."""
        return self.until == inf


@dataclass(frozen=True, slots=True)
class ShownPart:
    """The actual state of one part in one chat."""

    record: Posted | None = None
    """The stored record of the message that shows the part. Its digest is "" if its content is uncertain."""
    attempt: Attempt | None = None
    """The send whose result is not known yet."""
    previous: MessageId = NO_MESSAGE
    """The message that showed the part before. It gives the next send a different idempotency key."""
    current: bool = False
    """Whether this process has updated the message, and only words were said since."""
    version: Version | None = None
    """The version of the part that was last queued; None if the part is not wanted."""


NOTHING = ShownPart()
"""The state of a part that was never sent."""


def step(shown: ShownPart, post: Post | None, now: float) -> MessageRequest | WaitUntil | None:
    """Returns the next request that makes a chat show a post, or no message if `post` is None.

    The request is Send without a record, otherwise Edit, or Delete. WaitUntil if a send in flight or without
    an answer may still show it; None if the record has this content already.
    """
    record, attempt = shown.record, shown.attempt
    if post is None:
        return Delete(record.message) if record is not None else None
    if record is not None and record.digest == post.digest():
        return None
    if attempt is not None and now + TINY < attempt.until:  # the queue would send it back at once
        return WaitUntil(attempt.until)
    return Send(post) if record is None else Edit(record.message, post)


def settle(
    shown: ShownPart,
    began: Posted | None,
    request: MessageRequest,
    result: Result,
    after: Posted,
    until: float,
) -> ShownPart:
    """Returns the state of a part after a request has ended.

    `began` is the record when the request started; if another request has replaced it since, the record does
    not change. `after` is the record if the request was made. A message that is gone loses its record;
    without an answer its content is uncertain; other refusals change nothing. An unanswered send waits until
    `until`, by the clock of `step`, for a press of its message.
    """
    if isinstance(request, Send):
        return _settle_send(shown, began, result, after, until)
    if shown.record is not began or began is None:
        return shown
    match result:
        case Result.MADE if isinstance(request, Edit):
            return replace(shown, record=after, current=True)
        case Result.MADE | Result.GONE:
            return replace(shown, record=None, previous=began.message)
        case Result.UNSURE | Result.BROKEN | Result.OUTAGE:
            return replace(shown, record=replace(began, digest=""))
        case Result.REJECTED | Result.TOO_FAST | Result.UNREACHABLE | Result.MOVED:
            return shown
        case _:
            assert_never(result)


def _settle_send(
    shown: ShownPart, began: Posted | None, result: Result, after: Posted, until: float
) -> ShownPart:
    """Returns the state after a send has ended.

    If it was made, and no other request has replaced the record, the record is `after`. If it got no answer,
    a message pressed during it is adopted; otherwise the attempt waits until `until`. Any other result ends
    the attempt and keeps the record.
    """
    match result:
        case Result.MADE if shown.record is began:
            return replace(shown, attempt=None, record=after, current=True)
        case Result.UNSURE | Result.BROKEN if shown.attempt is not None:
            if shown.attempt.pressed:
                return adopt(shown, shown.attempt.pressed[0])
            return replace(shown, attempt=replace(shown.attempt, until=until))
        case _:
            return replace(shown, attempt=None)


def adopt(shown: ShownPart, message: MessageId) -> ShownPart:
    """Returns the state after a pressed message turned out to be the attempt's. Its content is uncertain.

    Without an attempt the state stays unchanged.
    """
    if shown.attempt is None:
        return shown
    record = replace(shown.attempt.would_show, message=message, digest="")
    return replace(shown, attempt=None, record=record, current=True)
