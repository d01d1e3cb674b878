"""What a chat is told besides what it is shown: that a seat was left, who is asked before the start."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from musbot.narrator.post import Post
from musbot.service.narrators import Narrators
from musbot.table.clocks import READY_S
from musbot.table.state import AnyEvent, ReadyAsked, SatDown, StoodIn, Table
from musbot.table.view import watch


class Posts(Protocol):
    """Who brings a single post to a chat, and deletes it after so long if told so."""

    def __call__(self, chat: str, post: Post, *, lasts_s: float | None = None) -> None:
        """Queues it."""


class News:
    """Hears of what happens at tables and posts what is news to their chats; the boards tell it too."""

    def __init__(self, post: Posts, narrators: Narrators) -> None:
        self._post = post
        self._narrators = narrators

    def hear(self, table: Table, events: Sequence[AnyEvent]) -> None:
        """Tells the chat of a table who has left, and calls those who are to say that they are there."""
        for event in events:
            if isinstance(event, ReadyAsked) and table.asking:
                call = self._narrators.for_chat(table).ready(watch(table))
                self._post(table.chat, call, lasts_s=READY_S)
            if isinstance(event, StoodIn) and any(held.seat == event.seat for held in table.held):
                self._post(table.chat, self._narrators.for_chat(table).leaves(watch(table), event.seat))
            if isinstance(event, SatDown) and event.who.ai and table.playing:  # only for who is forgotten
                self._post(table.chat, self._narrators.for_chat(table).vanishes(watch(table), event.seat))
