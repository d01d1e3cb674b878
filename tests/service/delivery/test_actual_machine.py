"""Whatever a platform answers and whenever a process is killed, a record says what a chat shows."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

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
from musbot.store.protocol import Posted
from musbot.table.events import NO_MESSAGE, ChatId, MessageId

GRACE_S = 10.0
POSTS = (Post("", "one"), Post("", "two"), None)
NEVER_MADE = (Result.OUTAGE, Result.REJECTED, Result.TOO_FAST, Result.UNREACHABLE)


class PartMachine(RuleBasedStateMachine):
    """One part of a table in one chat, with a platform whose answers get lost."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: ShownPart = NOTHING
        self.post: Post | None = POSTS[0]
        self.now = 100.0
        self.chat: dict[MessageId, str] = {}
        """The digest of each message of the chat."""
        self.sent = 0
        self.excused: set[str] = set()
        """Messages that may stand in the chat without a record: an answer was lost, or they were replaced."""
        self.flight: tuple[Posted | None, MessageRequest, Posted] | None = None
        """The request under way: the record before it, and the record if it is made, without its message."""

    @rule(post=st.sampled_from(POSTS))
    def another_post_is_wanted(self, post: Post | None) -> None:
        self.post = post

    @rule(seconds=st.sampled_from((1.0, GRACE_S)))
    def time_passes(self, seconds: float) -> None:
        self.now += seconds

    @precondition(lambda self: self.flight is None)
    @rule()
    def a_request_begins(self) -> None:
        request = step(self.shown, self.post, self.now)
        if request is None or isinstance(request, WaitUntil):
            return
        digest = "" if isinstance(request, Delete) else request.post.digest()
        after = Posted(ChatId("test:peña"), "hand.1", NO_MESSAGE, digest)
        if isinstance(request, Send):
            attempt = self.shown.attempt
            assert attempt is None or self.now >= attempt.until, "it may have been sent already"
            self.shown = replace(self.shown, attempt=Attempt(after, question=3))
        self.flight = self.shown.record, request, after

    @precondition(lambda self: self.flight is None)
    @rule(result=st.sampled_from((Result.MADE, Result.UNSURE)))
    def a_request_is_made(self, result: Result) -> None:
        self.a_request_begins()
        if self.flight is not None:
            self.the_request_ends(result, made=True)

    def _make(self, request: MessageRequest) -> MessageId:
        """The platform carries a request out; returns the message that shows the part."""
        match request:
            case Send(post):
                self.sent += 1
                self.chat[MessageId(str(self.sent))] = post.digest()
                return MessageId(str(self.sent))
            case Edit(message, post):
                self.chat[message] = post.digest()
                return message
            case Delete(message):
                del self.chat[message]
                return NO_MESSAGE

    @precondition(lambda self: self.flight is not None)
    @rule(
        result=st.sampled_from((Result.MADE, Result.UNSURE, Result.BROKEN, *NEVER_MADE)), made=st.booleans()
    )
    def the_request_ends(self, result: Result, *, made: bool) -> None:
        assert self.flight is not None
        began, request, after = self.flight
        self.flight = None
        if not isinstance(request, Send) and request.message not in self.chat:
            result, made = Result.GONE, False
        if result is Result.MADE or (made and result not in NEVER_MADE):
            message = self._make(request)
            if isinstance(request, Send) and (result is not Result.MADE or self.shown.record is not began):
                self.excused.add(message)
            after = replace(after, message=message if result is Result.MADE else NO_MESSAGE)
        self.shown = settle(self.shown, began, request, result, after, self.now + GRACE_S)

    @precondition(lambda self: self.chat)
    @rule(data=st.data())
    def somebody_presses_an_unknown_message(self, data: st.DataObject) -> None:
        record, attempt = self.shown.record, self.shown.attempt
        message = data.draw(st.sampled_from(sorted(self.chat)))
        if attempt is None or (record is not None and record.message == message):
            return
        if attempt.in_flight:
            self.shown = replace(self.shown, attempt=replace(attempt, pressed=(*attempt.pressed, message)))
        else:
            self.shown = adopt(self.shown, message)
            self.excused |= {record.message} if record is not None else set()

    @precondition(lambda self: self.chat)
    @rule(data=st.data())
    def somebody_deletes_a_message(self, data: st.DataObject) -> None:
        del self.chat[data.draw(st.sampled_from(sorted(self.chat)))]

    @rule()
    def the_part_is_posted_again(self) -> None:
        record = self.shown.record
        if record is not None:
            attempt = self.shown.attempt if self.shown.attempt and self.shown.attempt.in_flight else None
            self.shown = replace(self.shown, record=None, previous=record.message, attempt=attempt)
            self.excused.add(record.message)

    @rule(made=st.booleans())
    def the_process_is_killed(self, *, made: bool) -> None:
        began = self.shown.record
        if self.flight is not None and made:
            request = self.flight[1]
            if isinstance(request, Send) or request.message in self.chat:
                message = self._make(request)
                self.excused |= {message} if isinstance(request, Send) else set()
            # the state that an edit showed is stored: its part never needs the old digest again
            began = (
                replace(began, digest="") if began is not None and not isinstance(request, Send) else began
            )
        self.flight = None
        attempt = self.shown.attempt
        if attempt is not None:
            attempt = replace(attempt, until=self.now + GRACE_S, pressed=())
        self.shown = ShownPart(began, attempt)

    @invariant()
    def a_certain_record_says_what_the_chat_shows(self) -> None:
        record = self.shown.record
        if record is not None and record.digest and self.flight is None and record.message in self.chat:
            assert self.chat[record.message] == record.digest

    @invariant()
    def only_a_send_in_flight_is_under_way(self) -> None:
        attempt = self.shown.attempt
        sends = self.flight is not None and isinstance(self.flight[1], Send)
        assert sends == (attempt is not None and attempt.in_flight)

    @invariant()
    def no_message_is_sent_twice_without_a_cause(self) -> None:
        record = self.shown.record
        assert self.chat.keys() <= self.excused | {record.message if record is not None else ""}

    def teardown(self) -> None:
        """If requests succeed from now on, five of them make the chat right."""
        for _ in range(5):
            if self.flight is not None:
                self.the_request_ends(Result.MADE, made=True)
            self.now += GRACE_S
            self.a_request_begins()
        assert self.flight is None
        self.a_certain_record_says_what_the_chat_shows()
        self.no_message_is_sent_twice_without_a_cause()
        assert step(self.shown, self.post, self.now) is None


TestPart = PartMachine.TestCase
TestPart.settings = settings(max_examples=300, stateful_step_count=30, deadline=None)
