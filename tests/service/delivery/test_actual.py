"""What a chat shows: which request it needs next, and what each result of each request makes true."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from musbot.narrator.post import Post
from musbot.port.messenger import Result
from musbot.service.delivery.actual import (
    NOTHING,
    Attempt,
    Delete,
    Edit,
    MessageRequest,
    Send,
    ShownPart,
    WaitUntil,
    adopt,
    settle,
    step,
)
from musbot.service.queue.slots import Version
from musbot.store.protocol import Posted
from musbot.table.events import ChatId, MessageId

NEW = Post("", "new")
SEEN = Version(words=1)
OLD = Posted(ChatId("test:peña"), "hand.1", MessageId("5"), "old")
AFTER = Posted(ChatId("test:peña"), "hand.1", MessageId("7"), NEW.digest())
DOUBTED = replace(OLD, digest="")
STANDS = ShownPart(OLD, version=SEEN)
SENDING = ShownPart(attempt=Attempt(AFTER, question=3), previous=MessageId("4"), version=SEEN)
UNTIL = 20.0

SHOWN_AFTER = ShownPart(AFTER, current=True, version=SEEN)
UNANSWERED = replace(SENDING, attempt=Attempt(AFTER, 3, UNTIL))
FAILED = replace(SENDING, attempt=None)
UNSURE = {Result.UNSURE, Result.BROKEN}
TABLE: dict[tuple[str, Result], ShownPart] = {
    **{("send", it): UNANSWERED if it in UNSURE else FAILED for it in Result},
    **{("edit", it): replace(STANDS, record=DOUBTED) if it in UNSURE else STANDS for it in Result},
    **{("delete", it): replace(STANDS, record=DOUBTED) if it in UNSURE else STANDS for it in Result},
    ("send", Result.MADE): replace(SHOWN_AFTER, previous=MessageId("4")),
    ("edit", Result.MADE): SHOWN_AFTER,
    ("delete", Result.MADE): ShownPart(None, previous=MessageId("5"), version=SEEN),
    ("edit", Result.GONE): ShownPart(None, previous=MessageId("5"), version=SEEN),
    ("delete", Result.GONE): ShownPart(None, previous=MessageId("5"), version=SEEN),
    ("edit", Result.OUTAGE): replace(STANDS, record=DOUBTED),
    ("delete", Result.OUTAGE): replace(STANDS, record=DOUBTED),
}
REQUESTS: dict[str, tuple[ShownPart, MessageRequest]] = {
    "send": (SENDING, Send(NEW)),
    "edit": (STANDS, Edit(MessageId("5"), NEW)),
    "delete": (STANDS, Delete(MessageId("5"))),
}


@pytest.mark.parametrize(("what", "result"), [*product(REQUESTS, Result)])
def test_each_result_of_each_request_makes_one_thing_true(what: str, result: Result) -> None:
    shown, request = REQUESTS[what]
    assert settle(shown, shown.record, request, result, AFTER, UNTIL) == TABLE[what, result]


@pytest.mark.parametrize(("what", "result"), [*product(("edit", "delete"), Result)])
def test_a_record_that_was_replaced_during_a_request_stays(what: str, result: Result) -> None:
    _, request = REQUESTS[what]
    for newer in (replace(STANDS, record=replace(OLD)), replace(STANDS, record=None), NOTHING):
        assert settle(newer, OLD, request, result, AFTER, UNTIL) is newer


@pytest.mark.parametrize("result", Result)
def test_a_message_pressed_during_its_send_is_known_if_the_send_gets_no_answer(result: Result) -> None:
    pressed = replace(SENDING, attempt=Attempt(AFTER, 3, pressed=(MessageId("8"), MessageId("9"))))
    then = settle(pressed, None, Send(NEW), result, AFTER, UNTIL)
    if result in UNSURE:
        assert then == ShownPart(
            replace(AFTER, message=MessageId("8"), digest=""),
            None,
            MessageId("4"),
            current=True,
            version=SEEN,
        )
    else:
        assert then == TABLE["send", result]


def test_a_send_that_ends_after_another_message_was_known_leaves_that() -> None:
    known = replace(SENDING, record=OLD)
    assert settle(known, None, Send(NEW), Result.MADE, AFTER, UNTIL) == replace(known, attempt=None)


def test_an_unknown_message_is_adopted_only_for_an_attempt() -> None:
    assert adopt(STANDS, MessageId("9")) is STANDS
    assert adopt(UNANSWERED, MessageId("9")).record == replace(AFTER, message=MessageId("9"), digest="")


@pytest.mark.parametrize(
    ("shown", "post", "now", "request_"),
    [
        (NOTHING, None, 0.0, None),
        (NOTHING, NEW, 0.0, Send(NEW)),
        (STANDS, None, 0.0, Delete(MessageId("5"))),
        (STANDS, NEW, 0.0, Edit(MessageId("5"), NEW)),
        (SHOWN_AFTER, NEW, 0.0, None),
        (replace(SHOWN_AFTER, record=replace(AFTER, digest="")), NEW, 0.0, Edit(MessageId("7"), NEW)),
        (UNANSWERED, NEW, UNTIL - 0.1, WaitUntil(UNTIL)),
        (UNANSWERED, NEW, UNTIL, Send(NEW)),
        (UNANSWERED, NEW, UNTIL - 1e-10, Send(NEW)),
        (UNANSWERED, None, 0.0, None),
        (replace(UNANSWERED, record=OLD), NEW, 0.0, WaitUntil(UNTIL)),
        (replace(UNANSWERED, record=AFTER), NEW, 0.0, None),
        (replace(UNANSWERED, record=OLD), None, 0.0, Delete(MessageId("5"))),
    ],
)
def test_the_next_request_is_the_least_that_makes_it_right(
    shown: ShownPart, post: Post | None, now: float, request_: MessageRequest | WaitUntil | None
) -> None:
    assert step(shown, post, now) == request_


FAILURES = (Result.OUTAGE, Result.UNSURE, Result.GONE, Result.TOO_FAST)


@pytest.mark.parametrize("results", [*product(FAILURES, repeat=3)])
@pytest.mark.parametrize("begins", [NOTHING, STANDS, UNANSWERED, replace(STANDS, record=DOUBTED)])
def test_after_any_failures_three_requests_that_succeed_make_it_right(
    begins: ShownPart, results: tuple[Result, ...]
) -> None:
    shown, now = begins, 100.0
    for result in (*results, *(Result.MADE,) * 3):
        now += 100
        request = step(shown, NEW, now)
        assert not isinstance(request, WaitUntil)
        if request is not None:
            began = shown.record
            if isinstance(request, Send):
                shown = replace(shown, attempt=Attempt(AFTER, 3))
            shown = settle(shown, began, request, result, AFTER, now + 10)
    assert step(shown, NEW, now + 100) is None
    assert shown.record == AFTER
    assert shown.attempt is None or not shown.attempt.in_flight
