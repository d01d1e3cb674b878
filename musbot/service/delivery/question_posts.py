"""Deletes single posts that describe a question of a table, once that question has passed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from musbot.service.queue.slots import QuestionState, question_state
from musbot.service.tables.tables import Tables
from musbot.table.events import AnyEvent, TableId
from musbot.table.table import Table

READ_S = 15.0
"""Seconds for which a post about a question can still be read after the question has passed."""


class QuestionPosts:
    """The sent posts that describe a question of a table; each is deleted READ_S after that question.

    A longer stay would claim something that is no longer true.
    """

    def __init__(self, tables: Tables, delete_later: Callable[[float, str, str], None]) -> None:
        self._find_table = tables.get
        self._delete_later = delete_later
        self._posts: dict[TableId, list[tuple[QuestionState, str, str]]] = {}
        """For each table: the question, the chat and the message of each post."""
        tables.listeners.append(self._delete_outdated)

    def add(self, about: TableId | None, chat: str, message: str) -> None:
        """Records a sent post that describes the current question of a table.

        No effect without a table or a message.
        """
        table = self._find_table(about) if about is not None else None
        if table is not None and message:
            self._posts.setdefault(table.id, []).append((question_state(table), chat, message))

    def forget(self, person: str) -> None:
        """Forgets the posts in a person's private chat."""
        for posts in self._posts.values():
            posts[:] = [it for it in posts if it[1] != person]

    def _delete_outdated(self, table: Table, events: Sequence[AnyEvent]) -> None:
        """Plans the deletion of the posts about an earlier question of a table, or about a finished table."""
        posts, now = self._posts.pop(table.id, []), question_state(table)
        kept = [it for it in posts if it[0] == now and not table.over]
        if kept:
            self._posts[table.id] = kept
        for asked, chat, message in posts:
            if asked != now or table.over:
                self._delete_later(READ_S, chat, message)
