"""Refusals that suggest another command; they are deleted once their reader has given the right command."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from musbot.game.errors import MusError
from musbot.narrator.post import Post
from musbot.port.boundary import guard_callback
from musbot.service.delivery.forms import Posts
from musbot.service.queue.slots import PostSlot
from musbot.table.act_result import Refused
from musbot.table.events import ChatId, MessageId, PersonId

ASKS = ("refused-which-frances", "refused-unknown-command-guess")
"""Reasons of refusals that suggest another command. Every refusal with the fact `press` suggests one too."""
MOST_OPEN = 1000
"""The most questions in memory. Older ones are not deleted before their time."""


class AskedQuestion:
    """A question to a person about the meaning of their command."""

    def __init__(self, command: str) -> None:
        """`command` is the name of the command; "" for an unknown one."""
        self.command = command
        self.is_closed = False
        self._ends: list[Callable[[], object]] = []

    def when_closed(self, end: Callable[[], object]) -> None:
        """Calls a function when the question is closed; at once if it is already."""
        if self.is_closed:
            end()
        else:
            self._ends.append(guard_callback("a question that is answered", end))

    def while_open(self, make: Callable[[], Post]) -> Callable[[], Post | None]:
        """Returns a function that makes a post with `make`, or None once the question is closed."""
        return lambda: None if self.is_closed else make()

    def queue(self, posts: Posts, chat: ChatId, slot: PostSlot) -> None:
        """Queues the question for a chat; its message is deleted when the question is closed."""

        def note_sent(message: MessageId) -> None:
            """Plans the deletion of the sent question."""
            self.when_closed(partial(posts.delete, chat, message))

        posts.queue_answer(chat, replace(slot, sent=note_sent))

    def close(self) -> None:
        """Closes the question, and calls the functions that wait for this."""
        self.is_closed = True
        for end in self._ends:
            end()
        self._ends.clear()


class CommandQuestions:
    """The open question of each person in a chat."""

    def __init__(self) -> None:
        self._open: dict[tuple[PersonId, ChatId], AskedQuestion] = {}

    def ask(self, error: MusError, person: PersonId, chat: ChatId, command: str) -> AskedQuestion | None:
        """Returns the new question of a refused command; None if the refusal asks nothing.

        It closes the person's earlier one in this chat.
        """
        if not (isinstance(error, Refused) and ("press" in error.facts or error.reason in ASKS)):
            return None
        if (earlier := self._open.pop((person, chat), None)) is not None:
            earlier.close()
        if len(self._open) >= MOST_OPEN:
            del self._open[next(iter(self._open))]
        asked = self._open[person, chat] = AskedQuestion(command)
        return asked

    def answer(self, person: PersonId, chat: ChatId, command: str) -> None:
        """Closes a person's question about a command, or about an unknown one, after `command` was done."""
        asked = self._open.get((person, chat))
        if asked is not None and asked.command in ("", command):
            del self._open[person, chat]
            asked.close()

    def forget(self, person: PersonId) -> None:
        """Removes a person's questions from memory; they stay as shown."""
        self._open = {key: it for key, it in self._open.items() if key[0] != person}
