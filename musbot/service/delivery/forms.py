"""Single posts, such as answers and news: their queue, their plainer forms, and their end."""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import partial
from typing import NamedTuple, assert_never

from musbot.game.errors import MusError
from musbot.narrator.post import Button, Post
from musbot.port.boundary import contain_errors, guard_callback, report
from musbot.port.messenger import Gone, Messenger, Rejected, Unreachable, Unsure, is_unsure, unpictured_posts
from musbot.port.replies import WhenOutdated
from musbot.service.queue.fair_queue import Rank, SendOutcome, SendPriority
from musbot.service.queue.outboxes import Outboxes
from musbot.service.queue.slots import (
    DeleteSlot,
    PostSlot,
    QuestionState,
    Slot,
    TableSlot,
    awaited_at,
    question_state,
)
from musbot.service.tables.manager import TableManager
from musbot.service.tables.tables import Tables
from musbot.table.act_result import Refused
from musbot.table.alarms import Handle, Timers
from musbot.table.events import NO_MESSAGE, AnyEvent, ChatId, MessageId, PersonId, TableId
from musbot.table.table import Table

PLAIN_S = 3600.0
"""Seconds for which a chat gets the plainer form that passed; then the full form is tried again."""
SPARED = 2
"""Requests that a single post leaves to its chat: one for any board, one for a board that asks a player."""
MOST_DELETED = 256
"""Number of deleted posts that are remembered."""
READ_S = 15.0
"""Seconds for which a post about a question can still be read after the question has passed."""
MOST_REPLIES = 64
"""Number of private replies about one table that are followed; the oldest are dropped."""


def stated_facts(table: Table, *, asks: bool) -> tuple[object, ...]:
    """Returns the facts of a table that a private reply may state: seats, waiting people, votes, a pause.

    If the reply `asks`, also the question of the table.
    """
    people = table.seats, table.queue, table.held, table.promised, table.barred
    now = table.in_lobby, table.asking, table.votes, table.put_off
    return (*people, *now, question_state(table) if asks else None)


class PostForm(IntEnum):
    """The forms of a post, the plainest last."""

    FULL = 0
    PLAIN = 1
    """The text with its buttons, without picture and files."""
    BARE = 2
    """Unformatted text, and buttons that send a payload: no mentions, times, links, menus or colours."""

    def shape(self, post: Post) -> Post:
        """Returns a post in this form. A plainer post does not change."""
        match self:
            case PostForm.FULL:
                return post
            case PostForm.PLAIN:
                return post.without_files()
            case PostForm.BARE:
                return _strip_decorations(post.without_files())
            case _:
                assert_never(self)


def _strip_decorations(post: Post) -> Post:
    """Returns a post with its joined title and text, and only its buttons that send a payload; empty rows go.

    Keeps `silent`, `key` and `replaces_message`; drops all other fields.
    """
    text = "\n".join(filter(None, (post.title, post.text)))
    rows = (tuple(Button(it.label, it.data) for it in row if it.data) for row in post.keyboard())
    return Post(
        "",
        text,
        tuple(filter(None, rows)),
        silent=post.silent,
        key=post.key,
        replaces_message=post.replaces_message,
    )


@dataclass(frozen=True, slots=True)
class _Trial:
    """A slot that was refused and is sent again in a plainer form."""

    form: PostForm
    error: Rejected
    """The first refusal."""


class PostForms:
    """Chooses the form in which each chat is sent posts."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._trials: dict[tuple[ChatId, Slot], _Trial] = {}
        self._plainer: dict[ChatId, tuple[PostForm, float]] = {}
        """The form that passed in each chat, and until when it is used."""

    def shape(self, chat: ChatId, slot: Slot, post: Post) -> Post:
        """Returns a post in the form in which a slot is sent to a chat now.

        That is the next plainer form after this slot was refused. Otherwise it is the plainer form that
        passed in the chat within PLAIN_S seconds, or FULL.
        """
        return self._form_of(chat, slot).shape(post)

    def _form_of(self, chat: ChatId, slot: Slot) -> PostForm:
        """Returns the form in which a slot is sent: of its trial, or the plainer form that its chat needs.

        FULL if there is neither. After PLAIN_S seconds it forgets the chat's plainer form.
        """
        if (trial := self._trials.get((chat, slot))) is not None:
            return trial.form
        form, until = self._plainer.get(chat, (PostForm.FULL, 0.0))
        if form is not PostForm.FULL and self._clock() >= until:
            del self._plainer[chat]
            return PostForm.FULL
        return form

    def note_refusal(self, chat: ChatId, slot: Slot, post: Post, error: Rejected) -> bool:
        """Prepares the next plainer form that changes a refused post; returns whether there is one.

        `post` is the refused post in the form in which it was sent.
        """
        tried = self._form_of(chat, slot)
        plainer = next((form for form in PostForm if form > tried and form.shape(post) != post), None)
        if plainer is None:
            return False
        known = self._trials.get((chat, slot))
        self._trials[chat, slot] = _Trial(plainer, known.error if known is not None else error)
        return True

    def note_success(self, chat: ChatId, slot: Slot) -> None:
        """Ends a slot's trial and reports why the full form was refused; no effect without a trial.

        If the slot is a part of a table, its chat gets the form of the trial for PLAIN_S seconds. A single
        post was refused for its own content: other posts to its chat keep their form.
        """
        if (trial := self._trials.pop((chat, slot), None)) is None:
            return
        report(f"{chat}: {slot.name} was refused and passed as plain text", trial.error)
        if isinstance(slot, TableSlot):
            self._plainer[chat] = trial.form, self._clock() + PLAIN_S

    def note_failure(self, chat: ChatId, slot: Slot) -> None:
        """Forgets the refusals of a slot that was refused in every form; it then uses its chat's form."""
        self._trials.pop((chat, slot), None)


class _FollowedReply(NamedTuple):
    """A private reply about a table."""

    asks: bool
    """Whether it states the table's question."""
    facts: tuple[object, ...]
    """The facts when it was made (`stated_facts`)."""
    end: Callable[[], None]
    """Called once when the facts have changed."""


class QuestionPosts:
    """The sent posts that describe a question of a table; each is deleted READ_S after that question.

    A longer stay would claim something that is no longer true. It is deleted at once when the partida begins,
    is paused or resumes. It is also deleted when a seat changes hands, because it may name a player who left.
    In a private chat it is deleted at once when its person is asked next: it may say that it is not their
    turn. Private replies, which their platform deletes, are followed too.
    """

    def __init__(self, tables: Tables, delete: Callable[[ChatId, MessageId], None], timers: Timers) -> None:
        """Follows the tables; `delete` queues the deletion of a message, given its chat and its id."""
        self._find_table = tables.get
        self._delete = delete
        self._timers = timers
        self._posts: dict[TableId, dict[tuple[ChatId, MessageId], tuple[QuestionState, bool]]] = {}
        """For each table: the question of each post, by chat and message, and whether it has passed."""
        self._replies: dict[TableId, deque[_FollowedReply]] = {}
        """For each table: the last private replies about it, MOST_REPLIES at most."""
        tables.listeners.append(self._delete_outdated)

    def when_outdated(self, table: Table | None, *, asks: bool = False) -> WhenOutdated | None:
        """Returns the `Reply.when_outdated` of a reply about the state `table`.

        The reply is outdated once its facts (`stated_facts`) have changed, or the table is over. With `asks`
        it states the table's question, and is outdated once that changes, too. None without a table, or if
        that is over already.
        """
        if table is None or table.over:
            return None
        return partial(self._follow_reply, table.id, stated_facts(table, asks=asks), asks=asks)

    def _follow_reply(
        self, name: TableId, facts: tuple[object, ...], end: Callable[[], None], *, asks: bool
    ) -> None:
        """Records a private reply; calls `end` at once if the reply is outdated or its table not loaded.

        `asks` says whether `facts` have the table's question.
        """
        followed = _FollowedReply(asks, facts, guard_callback(f"table {name}: a private reply", end))
        if (table := self._find_table(name)) is None:
            followed.end()
            return
        self._replies.setdefault(name, deque(maxlen=MOST_REPLIES)).append(followed)
        self._end_replies(table)

    def _end_replies(self, table: Table) -> None:
        """Calls the `end` of a table's outdated private replies, and forgets these replies."""
        for it in self._replies.pop(table.id, ()):
            if table.over or stated_facts(table, asks=it.asks) != it.facts:
                it.end()
            else:
                self._replies.setdefault(table.id, deque(maxlen=MOST_REPLIES)).append(it)

    def question_of(self, about: TableId | None) -> QuestionState | None:
        """Returns the current question of a table; None for None, and for a table that is not in memory."""
        table = self._find_table(about) if about is not None else None
        return question_state(table) if table is not None else None

    def add(
        self, about: TableId | None, chat: ChatId, message: MessageId, asked: QuestionState | None
    ) -> None:
        """Records a sent post that describes a question of a table; no effect without a table or a message.

        `asked` is the question before the request of the send. If it has passed, the deletion is queued or
        planned at once.
        """
        table = self._find_table(about) if about is not None else None
        if table is not None and message and asked is not None:
            self._posts.setdefault(table.id, {})[chat, message] = asked, False
            self._delete_outdated(table, ())

    def forget(self, person: PersonId) -> None:
        """Forgets the posts in a person's private chat; they stay as shown."""
        for posts in self._posts.values():
            for place in [it for it in posts if it[0] == person]:
                del posts[place]

    def release(self, chat: ChatId, message: MessageId) -> None:
        """Forgets a message that now shows another post; it stays."""
        for posts in self._posts.values():
            posts.pop((chat, message), None)

    def _delete_outdated(self, table: Table, events: Sequence[AnyEvent]) -> None:
        """Queues the deletion of posts about an earlier question of a table, or about a finished table.

        At once if more than words has changed, or in a private chat whose person is asked now; otherwise
        READ_S seconds later. Also ends outdated private replies.
        """
        self._end_replies(table)
        now = question_state(table)
        for (chat, message), (question, passed) in list(self._posts.get(table.id, {}).items()):
            if question == now and not table.over and not passed:
                continue
            is_next = table.seat_of(PersonId(chat)) in awaited_at(table)
            if is_next or not question.differs_in_words(now):
                self._end(table.id, chat, message)
            elif not passed:
                self._posts[table.id][chat, message] = question, True
                end = guard_callback(f"{chat}: a post about a question", self._end)
                self._timers.call_later(READ_S, end, table.id, chat, message)

    def _end(self, table: TableId, chat: ChatId, message: MessageId) -> None:
        """Queues the deletion of a post, unless it is already deleted or forgotten."""
        posts = self._posts.get(table, {})
        if (chat, message) not in posts:
            return
        del posts[chat, message]
        if not posts:
            del self._posts[table]
        self._delete(chat, message)


class Deletions:
    """Queues deletions of single posts. A repeated deletion would cost a request, so it is not queued."""

    def __init__(self, outboxes: Outboxes) -> None:
        self._outboxes = outboxes
        self._deleted: deque[tuple[ChatId, MessageId]] = deque(maxlen=MOST_DELETED)

    def __call__(self, chat: ChatId, message: MessageId) -> None:
        """Queues the deletion of a message.

        Queued posts for the message are dropped. No effect for NO_MESSAGE, or if its deletion is among the
        last MOST_DELETED.
        """
        if message == NO_MESSAGE or (chat, message) in self._deleted:
            return
        self._deleted.append((chat, message))
        queued = self._outboxes.queued_slots(chat)
        self._outboxes.drop(chat, [it for it in queued if isinstance(it, PostSlot) and it.message == message])
        self._outboxes.put(chat, DeleteSlot(message), SendPriority(Rank.LATER))

    def release(self, chat: ChatId, message: MessageId) -> None:
        """Drops the queued deletion of a message that now shows another post, unless it is in flight."""
        if (chat, message) in self._deleted:
            self._deleted.remove((chat, message))
            self._outboxes.drop(chat, [DeleteSlot(message)])

    def forget(self, person: PersonId) -> None:
        """Forgets the deletions in a person's private chat."""
        kept = [it for it in self._deleted if it[0] != person]
        self._deleted.clear()
        self._deleted.extend(kept)


class StandingPosts:
    """The sent posts about tables that are deleted once outdated, or after a newer one of their kind."""

    def __init__(self, tables: Tables, delete: Callable[[ChatId, MessageId], None]) -> None:
        """Follows the tables; `delete` queues the deletion of a message, given its chat and its id."""
        self._delete = delete
        self._posts: dict[TableId, dict[tuple[ChatId, MessageId], tuple[str, Callable[[], bool] | None]]] = {}
        """For each table: the kind of each post, and whether it is outdated, by chat and message. No text is
        kept."""
        tables.listeners.append(self._delete_outdated)

    def add(self, slot: PostSlot, chat: ChatId, message: MessageId) -> None:
        """Records a sent post that `watches` a table; no effect for other posts, or without a message.

        If it has a `kind`, queues the deletion of the table's earlier posts of that kind in this chat. A post
        that was outdated while it was sent is deleted too.
        """
        if slot.watches is None or not message:
            return
        posts = self._posts.setdefault(slot.watches, {})
        for place, (kind, _) in list(posts.items()):
            if slot.kind and (place[0], kind) == (chat, slot.kind):
                self._end(slot.watches, *place)
        outlived, fresh = slot.outlived, slot.fresh
        if outlived is None and fresh is not None and slot.about is None:
            outlived = partial(_makes_none, fresh)
        posts[chat, message] = slot.kind, outlived
        if slot.outlived is not None and slot.outlived():
            self._end(slot.watches, chat, message)

    def forget(self, person: PersonId) -> None:
        """Forgets the posts in a person's private chat, and those whose kind names the person; they stay."""
        for posts in self._posts.values():
            for place in [it for it, (kind, _) in posts.items() if it[0] == person or person in kind]:
                del posts[place]

    def release(self, chat: ChatId, message: MessageId) -> None:
        """Forgets a message that now shows another post; it stays."""
        for posts in self._posts.values():
            posts.pop((chat, message), None)

    def _delete_outdated(self, table: Table, events: Sequence[AnyEvent]) -> None:
        """Queues the deletion of a table's outdated posts; forgets the rest if it is over.

        Posts about a question stay, and so do posts without a check.
        """
        for place, (_, outlived) in list(self._posts.get(table.id, {}).items()):
            if outlived is not None and outlived():
                self._end(table.id, *place)
        if table.over:
            self._posts.pop(table.id, None)

    def _end(self, table: TableId, chat: ChatId, message: MessageId) -> None:
        """Forgets a post and queues its deletion; raises KeyError if it is unknown."""
        del self._posts[table][chat, message]
        self._delete(chat, message)


def _makes_none(fresh: Callable[[], Post | None]) -> bool:
    """Returns whether a post is outdated because its maker makes none."""
    return fresh() is None


MOST_GREETINGS = 1000
"""The most greetings in memory that a newer one of their chat replaces."""


class Posts:
    """Queues and sends single posts: without duplicates, and deleted at the end of their time."""

    def __init__(self, manager: TableManager, outboxes: Outboxes, forms: PostForms, timers: Timers) -> None:
        self._ways = manager.ways
        self._outboxes = outboxes
        self._forms = forms
        self._timers = timers
        self._unsure: set[str] = set()
        self._lasting: dict[tuple[ChatId, str], MessageId] = {}
        """The newest message of each page that waits for its deletion, by chat and digest."""
        self._greetings: dict[ChatId, MessageId] = {}
        """The last greeting of each group since the start of the process, MOST_GREETINGS at most."""
        self.delete = Deletions(outboxes)
        self._about = QuestionPosts(manager.tables, self.delete, timers)
        self.when_outdated = self._about.when_outdated
        self._standing = StandingPosts(manager.tables, self.delete)
        self._ends: dict[tuple[ChatId, MessageId], Handle] = {}
        """The running clock of each post that is deleted after a time, by chat and message."""

    def forget(self, person: PersonId) -> None:
        """Forgets the posts and deletions of a person's private chat, and posts whose kind names the person.

        They stay as shown.
        """
        for posts in (self._about, self._standing, self.delete):
            posts.forget(person)

    def post(
        self,
        chat: ChatId,
        post: Post,
        *,
        lasts_s: float | None = None,
        fresh: Callable[[], Post | None] | None = None,
        ended: Callable[[SendOutcome], None] | None = None,
        about: TableId | None = None,
        kind: str = "",
    ) -> None:
        """Queues a single post, as `queue_answer` does.

        `fresh` builds the post when it is sent; None cancels it. It is deleted after `lasts_s` seconds, and
        after the question of the table `about`. With a `kind`, the chat's next post of that kind about the
        table deletes it. `ended` gets the result of the last request: MADE if the chat shows the post with
        its picture, otherwise NOTHING. Without a request, or after unexpected errors, it may never be called.
        """
        watches = about if kind else None
        self.queue_answer(
            chat, PostSlot(post, lasts_s, fresh, ended, about=about, watches=watches, kind=kind)
        )

    def post_greeting(self, chat: ChatId, greeting: Post) -> None:
        """Queues the greeting of a group; once it is sent, the one before is deleted."""
        self.queue_answer(chat, PostSlot(greeting, sent=partial(self._note_greeting, chat)))

    def _note_greeting(self, chat: ChatId, message: MessageId) -> None:
        """Records the message of a group's greeting, and queues the deletion of the one before."""
        self.delete(chat, self._greetings.pop(chat, NO_MESSAGE))
        if len(self._greetings) >= MOST_GREETINGS:
            del self._greetings[next(iter(self._greetings))]
        self._greetings[chat] = message

    def queue_answer(self, chat: ChatId, slot: PostSlot, *, urgent: bool = False) -> None:
        """Queues a post, unless it replaces no message and an equal post is queued for the chat.

        Within the chat's rate limit `ANSWERS` it ranks with boards. Beyond it, it waits for spare requests,
        or if `urgent` ranks with the parts of a table. An equal page (a post with a title) may still wait for
        the end of its time. It is deleted once the post is sent.
        """
        late = (Rank.REST, 1) if urgent else (Rank.POST, SPARED)
        rank, spare = (Rank.BOARD, 1) if self._outboxes.take_answer(chat) else late
        self.put(chat, slot, SendPriority(rank, spare))

    def queue_news(
        self,
        chat: ChatId,
        fresh: Callable[[], Post | None],
        *,
        lasts_s: float | None = None,
        watches: TableId | None = None,
        kind: str = "",
    ) -> None:
        """Queues news for a whole chat, with the rank of a new board, unless an equal post is queued.

        `fresh` builds the post now, and again when it is sent; None queues or sends none. The post is deleted
        after `lasts_s` seconds, if given. News that `watches` a table is also deleted once `fresh` makes
        none. With a `kind`, it is deleted when the chat gets the table's next post of that kind.
        """
        if (post := fresh()) is not None:
            self.put(
                chat, PostSlot(post, lasts_s, fresh, watches=watches, kind=kind), SendPriority(Rank.BOARD)
            )

    def when_waited(self, error: MusError) -> WhenOutdated | None:
        """Returns the `Reply.when_outdated` of a refusal that names the seconds to wait; None for others."""
        seconds = error.facts.get("seconds") if isinstance(error, Refused) else None
        if not isinstance(seconds, int):
            return None

        def end_later(end: Callable[[], None]) -> None:
            """Calls `end` once the seconds are over."""
            self._timers.call_later(seconds, guard_callback("a refusal that named a wait", end))

        return end_later

    def queue_news_later(self, chat: ChatId, seconds: float, make: Callable[[], Post | None]) -> None:
        """Queues news in `seconds`, as `queue_news` does; `make` builds it then. An error is reported."""
        telling = guard_callback(f"{chat}: news", partial(self.queue_news, chat, make))
        self._timers.call_later(seconds, telling)

    def put(self, chat: ChatId, slot: PostSlot, priority: SendPriority[Slot]) -> None:
        """Queues a post, unless a queued post of the chat has the same content now; adds a missing key.

        A post that replaces a message takes the place of queued ones for that message, and is always queued.
        The message then lasts as the new post does, and a queued deletion of it is dropped.
        A queued post whose `fresh` fails is reported and left out of the comparison.
        """
        post = self._ways.shape(chat, slot.post)
        waits = [slot for slot in self._outboxes.queued_slots(chat) if isinstance(slot, PostSlot)]
        if post.replaces_message:  # a later change of a message replaces a queued one
            for posts in (self._about, self._standing, self.delete):
                posts.release(chat, post.replaces_message)
            if slot.lasts_s is not None:
                self.delete_later(slot.lasts_s, chat, post.replaces_message, post)
            self._outboxes.drop(
                chat, [slot for slot in waits if slot.post.replaces_message == post.replaces_message]
            )
        names: list[str] = []
        for it in waits:
            with contain_errors(f"{chat}: a post that waits"):
                names += [now.digest() for now in [self._current_post(chat, it)] if now is not None]
        if post.replaces_message or post.digest() not in names:
            post = replace(post, key=post.key or secrets.token_hex(8))
            self._outboxes.put(chat, replace(slot, post=post), priority)

    async def send(self, messenger: Messenger, chat: ChatId, slot: PostSlot) -> SendOutcome:
        """Sends a post that is not outdated, calls its `ended` and `sent`, and plans its deletion.

        Returns MADE also for an outdated post, which is not sent. Returns it too if the repeat of an
        unanswered send raises Unsure. Returns AGAIN if a plainer form must follow. Raises any other
        MessengerError or unexpected error. After Rejected, Gone or Unreachable it calls `ended` with NOTHING.
        """
        if (post := self._current_post(chat, slot)) is None:
            return SendOutcome.MADE
        post = self._forms.shape(chat, slot, post)
        again, question = slot.post.key in self._unsure, self._about.question_of(slot.about)
        self._unsure.discard(slot.post.key)
        try:
            message = await messenger.send(chat, post)
        except Rejected as error:
            if self._forms.note_refusal(chat, slot, post, error):
                return SendOutcome.AGAIN
            _end(slot, SendOutcome.NOTHING)
            raise
        except BaseException as error:
            if is_unsure(error) and not again:
                self._unsure.add(slot.post.key)
            elif isinstance(error, Unsure):
                with contain_errors(f"{chat}: a post that may be shown"):
                    _end(slot, SendOutcome.MADE)
                return SendOutcome.MADE
            if isinstance(error, Gone | Unreachable):
                _end(slot, SendOutcome.NOTHING)
            raise
        with contain_errors(f"{chat}: a post that is shown"):  # the post itself is not repeated
            lost = unpictured_posts(messenger)
            _end(slot, SendOutcome.NOTHING if post.key in lost else SendOutcome.MADE)
            lost.discard(post.key)
            self._forms.note_success(chat, slot)
            slot.sent(message)
            self._about.add(slot.about, chat, message, question)
            self._standing.add(slot, chat, message)
            if slot.lasts_s is not None and message:
                self.delete_later(slot.lasts_s, chat, message, post)
        return SendOutcome.MADE

    def _current_post(self, chat: ChatId, slot: PostSlot) -> Post | None:
        """Returns the current content of a post, in the form that its chat wants; None if it is outdated.

        It is outdated if `fresh` returns None or no text. If it replaces a message, it then becomes empty,
        which deletes the message. Without `fresh` the post is returned unchanged. Raises errors of `fresh`.
        """
        was = slot.post
        if slot.fresh is None:
            return was
        post = self._ways.shape(chat, slot.fresh() or Post("", ""))
        if not (post.text or was.replaces_message):
            return None
        return replace(
            post, key=was.key, silent=was.silent, reply_to=was.reply_to, replaces_message=was.replaces_message
        )

    def delete_later(self, seconds: float, chat: ChatId, message: MessageId, post: Post) -> None:
        """Plans the deletion of a message after some seconds, instead of an earlier plan for it.

        Deletes an equal page (a post with a title) at once. Other messages answer one person.
        """
        digest = post.digest() if post.title else ""
        before = self._lasting.get((chat, digest), message)
        if digest:
            self._lasting[chat, digest] = message
        if before != message:
            self._end_post(chat, before, digest)
        if (plan := self._ends.pop((chat, message), None)) is not None:
            plan.cancel()
        end = guard_callback(f"{chat}: a post that has lasted", self._end_post)
        self._ends[chat, message] = self._timers.call_later(seconds, end, chat, message, digest)

    def _end_post(self, chat: ChatId, message: MessageId, digest: str) -> None:
        """Queues the deletion of a message whose time has passed."""
        if (plan := self._ends.pop((chat, message), None)) is not None:
            plan.cancel()
        if self._lasting.get((chat, digest)) == message:
            del self._lasting[chat, digest]
        self.delete(chat, message)


def _end(slot: PostSlot, outcome: SendOutcome) -> None:
    """Reports the outcome of a queued post to its `ended`, if any; logs an error of the report."""
    if slot.ended is not None:
        with contain_errors("a post that has ended"):
            slot.ended(outcome)
