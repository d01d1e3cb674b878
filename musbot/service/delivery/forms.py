"""Single posts, such as answers and news: their queue, their plainer forms, and their end."""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import partial
from typing import assert_never

from musbot.narrator.post import Button, Post
from musbot.port.boundary import contain_errors, guard_callback, report
from musbot.port.messenger import Gone, Messenger, Rejected, Unreachable, Unsure, is_unsure, unpictured_posts
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
from musbot.table.alarms import Timers
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


class QuestionPosts:
    """The sent posts that describe a question of a table; each is deleted READ_S after that question.

    A longer stay would claim something that is no longer true. In a private chat whose person is asked next,
    it is deleted at once: it may say that it is not their turn.
    """

    def __init__(self, tables: Tables, delete: Callable[[ChatId, MessageId], None], timers: Timers) -> None:
        """Follows the tables; `delete` queues the deletion of a message, given its chat and its id."""
        self._find_table = tables.get
        self._delete = delete
        self._timers = timers
        self._posts: dict[TableId, dict[tuple[ChatId, MessageId], QuestionState | None]] = {}
        """For each table: the question of each post, by chat and message; None once it has passed."""
        tables.listeners.append(self._delete_outdated)

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
            self._posts.setdefault(table.id, {})[chat, message] = asked
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

        At once in a private chat whose person is asked now, otherwise READ_S seconds later.
        """
        now = question_state(table)
        for (chat, message), asked in list(self._posts.get(table.id, {}).items()):
            if asked == now and not table.over:
                continue
            if table.seat_of(PersonId(chat)) in awaited_at(table):
                self._end(table.id, chat, message)
            elif asked is not None:
                self._posts[table.id][chat, message] = None
                end = guard_callback(f"{chat}: a post about a question", self._end)
                self._timers.call_later(READ_S, end, table.id, chat, message)

    def _end(self, table: TableId, chat: ChatId, message: MessageId) -> None:
        """Queues the deletion of a post unless it is already deleted or forgotten."""
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
        """Queues the deletion of a message, when its chat has a request to spare.

        Queued posts for the message are dropped. No effect for NO_MESSAGE, or if its deletion is among the
        last MOST_DELETED.
        """
        if message == NO_MESSAGE or (chat, message) in self._deleted:
            return
        self._deleted.append((chat, message))
        queued = self._outboxes.queued_slots(chat)
        self._outboxes.drop(chat, [it for it in queued if isinstance(it, PostSlot) and it.message == message])
        self._outboxes.put(chat, DeleteSlot(message), SendPriority(Rank.LATER, spare=1))

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
        self._posts: dict[
            TableId, dict[tuple[ChatId, MessageId], tuple[str, Callable[[], Post | None] | None]]
        ] = {}
        """For each table: the kind and the maker of each post, by chat and message. No text is kept."""
        tables.listeners.append(self._delete_outdated)

    def add(self, slot: PostSlot, chat: ChatId, message: MessageId) -> None:
        """Records a sent post that `watches` a table; no effect for other posts, or without a message.

        If it has a `kind`, queues the deletion of the table's earlier posts of that kind in this chat.
        """
        if slot.watches is None or not message:
            return
        posts = self._posts.setdefault(slot.watches, {})
        for place, (kind, _) in list(posts.items()):
            if slot.kind and (place[0], kind) == (chat, slot.kind):
                self._end(slot.watches, *place)
        posts[chat, message] = slot.kind, slot.fresh if slot.about is None else None

    def forget(self, person: PersonId) -> None:
        """Forgets the posts in a person's private chat, and those whose kind names the person; they stay."""
        for posts in self._posts.values():
            for place in [it for it, (kind, _) in posts.items() if it[0] == person or person in kind]:
                del posts[place]

    def _delete_outdated(self, table: Table, events: Sequence[AnyEvent]) -> None:
        """Queues the deletion of a table's posts whose `fresh` makes none; forgets the rest if it is over.

        Posts without `fresh`, and posts about a question, stay.
        """
        for place, (_, fresh) in list(self._posts.get(table.id, {}).items()):
            if fresh is not None and fresh() is None:
                self._end(table.id, *place)
        if table.over:
            self._posts.pop(table.id, None)

    def _end(self, table: TableId, chat: ChatId, message: MessageId) -> None:
        """Forgets a post and queues its deletion; raises KeyError if it is unknown."""
        del self._posts[table][chat, message]
        self._delete(chat, message)


class Posts:
    """Queues and sends single posts: without duplicates, and deleted at the end of their time."""

    def __init__(self, manager: TableManager, outboxes: Outboxes, forms: PostForms, timers: Timers) -> None:
        self._ways = manager.ways
        self._outboxes = outboxes
        self._forms = forms
        self._timers = timers
        self._unsure: set[str] = set()
        self.delete = Deletions(outboxes)
        self._about = QuestionPosts(manager.tables, self.delete, timers)
        self._standing = StandingPosts(manager.tables, self.delete)

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
        """Queues a single post, unless it replaces no message and an equal post is queued for the chat.

        Within the chat's rate limit `ANSWERS` it ranks with boards; beyond it, it waits for spare requests.
        `fresh` builds the post when it is sent; None cancels it. It is deleted after `lasts_s` seconds, and
        after the question of the table `about`. With a `kind`, the chat's next post of that kind about the
        table deletes it. `ended` gets the result of the last request: MADE if the chat shows the post with
        its picture, otherwise NOTHING. Without a request, or after unexpected errors, it may never be called.
        """
        soon = self._outboxes.take_answer(chat)
        rank, spare = (Rank.BOARD, 1) if soon else (Rank.POST, SPARED)
        priority: SendPriority[Slot] = SendPriority(rank, spare)
        watches = about if kind else None
        self.put(
            chat, PostSlot(post, lasts_s, fresh, ended, about=about, watches=watches, kind=kind), priority
        )

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

    def queue_news_later(self, chat: ChatId, seconds: float, make: Callable[[], Post | None]) -> None:
        """Queues news in `seconds`, as `queue_news` does; `make` builds it then. An error is reported."""
        telling = guard_callback(f"{chat}: news", partial(self.queue_news, chat, make))
        self._timers.call_later(seconds, telling)

    def put(self, chat: ChatId, slot: PostSlot, priority: SendPriority[Slot]) -> None:
        """Queues a post, unless a queued post of the chat has the same content now; adds a missing key.

        A post that replaces a message takes the place of queued ones for that message, and is always queued.
        The message then lasts as the new post does.
        A queued post whose `fresh` fails is reported and left out of the comparison.
        """
        post = self._ways.shape(chat, slot.post)
        waits = [slot for slot in self._outboxes.queued_slots(chat) if isinstance(slot, PostSlot)]
        if post.replaces_message:  # a later change of a message replaces a queued one
            self._about.release(chat, post.replaces_message)
            self._outboxes.drop(
                chat, [slot for slot in waits if slot.post.replaces_message == post.replaces_message]
            )
        said: list[str] = []
        for it in waits:
            with contain_errors(f"{chat}: a post that waits"):
                said += [now.digest() for now in [self._current_post(chat, it)] if now is not None]
        if post.replaces_message or post.digest() not in said:
            post = replace(post, key=post.key or secrets.token_hex(8))
            self._outboxes.put(chat, replace(slot, post=post), priority)

    async def send(self, messenger: Messenger, chat: ChatId, slot: PostSlot) -> SendOutcome:
        """Sends a post that is not outdated, calls its `ended` and `sent`, and plans its deletion.

        Returns MADE also for an outdated post, which is not sent, and if the repeat of an unanswered send
        raises Unsure. Returns AGAIN if a plainer form must follow. Raises any other MessengerError or
        unexpected error. After Rejected, Gone or Unreachable it calls `ended` with NOTHING.
        """
        if (post := self._current_post(chat, slot)) is None:
            return SendOutcome.MADE
        post = self._forms.shape(chat, slot, post)
        again, asked = slot.post.key in self._unsure, self._about.question_of(slot.about)
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
            self._about.add(slot.about, chat, message, asked)
            self._standing.add(slot, chat, message)
            if slot.lasts_s is not None and message:
                self._delete_later(slot.lasts_s, chat, message)
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

    def _delete_later(self, seconds: float, chat: ChatId, message: MessageId) -> None:
        """Plans the deletion of a message after some seconds."""
        delete = guard_callback(f"{chat}: a post that has lasted", self.delete)
        self._timers.call_later(seconds, delete, chat, message)


def _end(slot: PostSlot, outcome: SendOutcome) -> None:
    """Reports the outcome of a queued post to its `ended`, if any; logs an error of the report."""
    if slot.ended is not None:
        with contain_errors("a post that has ended"):
            slot.ended(outcome)
