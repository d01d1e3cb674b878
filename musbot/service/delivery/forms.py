"""Plainer forms of a post, for chats that refuse the full one, and the end of posts about a past question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import assert_never

from musbot.narrator.post import Button, Post
from musbot.port.boundary import guard_callback, report
from musbot.port.messenger import Rejected
from musbot.service.queue.slots import QuestionState, Slot, TableSlot, awaited_at, question_state
from musbot.service.tables.tables import Tables
from musbot.table.alarms import Timers
from musbot.table.events import AnyEvent, ChatId, MessageId, PersonId, TableId
from musbot.table.table import Table

PLAIN_S = 3600.0
"""Seconds for which a chat gets the plainer form that passed; then the full form is tried again."""
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
    """Returns a post's title and text, joined, with only its buttons that send a payload; empty rows go."""
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

        That is the last form that passed there, or the next plainer one after this slot was refused.
        """
        return self._form_of(chat, slot).shape(post)

    def _form_of(self, chat: ChatId, slot: Slot) -> PostForm:
        """Returns the form in which a slot is sent: of its trial, or the plainer form that its chat needs.

        FULL if there is neither, or PLAIN_S seconds have passed since the chat's plainer form was set.
        """
        if (trial := self._trials.get((chat, slot))) is not None:
            return trial.form
        form, until = self._plainer.get(chat, (PostForm.FULL, 0.0))
        if form is not PostForm.FULL and self._clock() >= until:
            del self._plainer[chat]
            return PostForm.FULL
        return form

    def note_refusal(self, chat: ChatId, slot: Slot, post: Post, error: Rejected) -> bool:
        """Prepares the next plainer form that changes a refused post; returns False if no form is left.

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
        """Ends a slot's trial: logs why the full form was refused, and keeps the form for a table's chat.

        A single post was refused for its own content: other posts to its chat keep their form. No effect if
        the slot was not refused.
        """
        if (trial := self._trials.pop((chat, slot), None)) is None:
            return
        report(f"{chat}: {slot.name} was refused and passed as plain text", trial.error)
        if isinstance(slot, TableSlot):
            self._plainer[chat] = trial.form, self._clock() + PLAIN_S

    def note_failure(self, chat: ChatId, slot: Slot) -> None:
        """Forgets the refusals of a slot that was refused in every form; the next send begins as usual."""
        self._trials.pop((chat, slot), None)


class QuestionPosts:
    """The sent posts that describe a question of a table; each is deleted READ_S after that question.

    A longer stay would claim something that is no longer true. It is deleted as soon as its reader is asked:
    it may say that it is not their turn.
    """

    def __init__(self, tables: Tables, delete: Callable[[ChatId, MessageId], None], timers: Timers) -> None:
        """Sets the tables; `delete` queues the deletion of a message, given its chat and its id."""
        self._find_table = tables.get
        self._delete = delete
        self._timers = timers
        self._posts: dict[TableId, dict[tuple[ChatId, MessageId], QuestionState | None]] = {}
        """For each table: the question of each post, by chat and message; None once it has passed."""
        tables.listeners.append(self._delete_outdated)

    def question_of(self, about: TableId | None) -> QuestionState | None:
        """Returns the current question of a table; None without a table."""
        table = self._find_table(about) if about is not None else None
        return question_state(table) if table is not None else None

    def add(
        self, about: TableId | None, chat: ChatId, message: MessageId, asked: QuestionState | None
    ) -> None:
        """Records a sent post that describes a question of a table: the one before the request of the send.

        No effect without a table or a message.
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

    def _delete_outdated(self, table: Table, events: Sequence[AnyEvent]) -> None:
        """Deletes the posts about an earlier question of a table, or about a finished table.

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
