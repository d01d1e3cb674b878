"""The actual state of a part in a chat, the next request that it needs, and the effect of each result.

These functions are pure: no clock, no task, no table. Plainer forms of refused posts are chosen by `showing`.
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
    """The time of `Times.clock` before which the part gets no further send or edit; `inf` while this send is
    in flight."""
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
    """The message that showed the part before, or "". It gives the next send another idempotency key."""
    current: bool = False
    """Whether this process sent, edited or adopted the message and has not marked it as outdated since."""
    version: Version | None = None
    """The desired version at the last reconciliation, or an outdated one; None if the part is not wanted."""


NOTHING = ShownPart()
"""The state of a part that was never sent."""


def step(shown: ShownPart, post: Post | None, now: float) -> MessageRequest | WaitUntil | None:
    """Returns the next request that makes a chat show `post`; None if it already shows it.

    For a `post` of None, returns Delete, or None if there is no recorded message. Returns WaitUntil while an
    earlier send may still appear. Otherwise returns Send without a recorded message, and Edit with one.
    `now` is a time of `Times.clock`, in seconds.
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
    """Returns the state of a part after a request has ended with `result`.

    `began` is the record when the request started, `after` the record if a send or an edit was made. A send
    follows `_settle_send`, which needs `until`, a time of `Times.clock` in seconds. An edit or a deletion
    changes nothing if the record is no longer `began`. A deleted or gone message loses its record. After
    UNSURE, BROKEN or OUTAGE its content is uncertain. Other refusals change nothing.
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

    After MADE the record is `after`, unless another request has replaced the record `began`. After UNSURE or
    BROKEN the first message pressed during the send is adopted. Without one, the attempt waits until `until`,
    a time of `Times.clock` in seconds. Any other result, OUTAGE too, ends the attempt and keeps the record.
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
    """Returns the state after a pressed message proved to be the one whose send got no answer.

    It becomes the record, with uncertain content, and the attempted send ends. Without an attempt, returns
    `shown` unchanged.
    """
    if shown.attempt is None:
        return shown
    record = replace(shown.attempt.would_show, message=message, digest="")
    return replace(shown, attempt=None, record=record, current=True)
