"""Passes the bot's messages to the terminal's stage.

A message with a question is the board: the stage gets it at once, and may show it with the next question. Any
other message is final, so the stage gets it as an ending. Calls to players are stored, but not shown.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Coroutine
from itertools import count

from musbot.narrator.post import Post
from musbot.port import ChatId, MessageId, PersonId
from musbot.port.messenger import Gone, Limit
from musbot.table.acts import Ask
from musbot.table.events import TableId
from musbot.table.view import TableView

from .stage import Stage

CHAT = ChatId("console:mesa")
"""The id of the terminal's only chat."""
_COUNT_BUTTONS = tuple(f"/{ask.value}" for ask in (Ask.FILM, Ask.SHARE, Ask.ANALYSE))
"""Payload endings of the buttons below a result: its animation, its picture and its analysis."""
MOVED_ON = "\0"
"""The value of a line if the table moved on. A user cannot type it."""
NO_LIMIT = Limit(burst=1000, every_s=0.001)
"""A rate limit that in practice delays no send."""


class ConsoleMessenger:
    """A Messenger that keeps the messages of the terminal, and the state of its tables.

    `changes` is set at every send, table update, and edit of a stored message.
    """

    reads = True
    """The bot reads everything that is typed."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.changes = asyncio.Event()
        self.tables: dict[TableId, TableView] = {}
        self._posts: dict[tuple[ChatId, MessageId], Post] = {}
        self._session = secrets.token_hex(4)
        self._numbers = count(1)

    def limit(self, chat: ChatId) -> Limit:
        """Returns `NO_LIMIT` for every chat."""
        return NO_LIMIT

    def total_limit(self) -> Limit:
        """Returns `NO_LIMIT` for all chats together."""
        return NO_LIMIT

    def has_idempotent_sends(self) -> bool:
        """Returns True: the messages of an earlier session cannot appear twice."""
        return True

    def administered_unit(self, chat: ChatId) -> ChatId:
        """Returns the terminal's only chat, whose settings its people share."""
        return CHAT

    async def administers(self, chat: ChatId, person: PersonId) -> bool:
        """Returns True: the person at the machine administers its chat."""
        return True

    def link(self, chat: ChatId, message: MessageId) -> str:
        """Returns "": messages in a terminal have no address."""
        return ""

    def private_link(self, table: str) -> str:
        """Returns "": messages in a terminal have no address."""
        return ""

    async def send(self, chat: ChatId, post: Post) -> MessageId:
        """Stores a message in memory and returns an id that no earlier session has used.

        A message of the terminal's chat that calls no players is shown: as the board if it has a question,
        otherwise as an ending.
        """
        message = MessageId(f"{self._session}-{next(self._numbers)}")
        self._put(chat, message, post)
        return message

    async def edit(self, chat: ChatId, message: MessageId, post: Post) -> None:
        """Replaces a message, and shows it under the conditions of `send`.

        Raises Gone for a message that is not stored, as one of an earlier session.
        """
        if (chat, message) not in self._posts:
            raise Gone("of an earlier session")
        self._put(chat, message, post)

    def _put(self, chat: ChatId, message: MessageId, post: Post) -> None:
        """Stores a message and sets `changes`.

        The stage gets a message of the terminal's chat that calls no players: as the board if it has a
        question, otherwise as an ending.
        """
        self._posts[chat, message] = post
        if chat == CHAT and not post.mentions:
            tell = self.stage.set_board if _has_question(post) else self.stage.show_result
            tell(post)
        self.changes.set()

    async def delete(self, chat: ChatId, message: MessageId) -> None:
        """Removes a message, if it exists; the screen does not change."""
        self._posts.pop((chat, message), None)

    async def strip(self, chat: ChatId, message: MessageId) -> None:
        """Removes the message, because its buttons cannot be used any longer."""
        await self.delete(chat, message)

    def update_table(self, table: TableView) -> None:
        """Stores the current view of a table and sets `changes`."""
        self.tables[table.id] = table
        self.changes.set()

    async def read_until(
        self, line: Coroutine[None, None, str | None], is_over: Callable[[], bool]
    ) -> str | None:
        """Returns the entered line, None at the end of the input, or `MOVED_ON`.

        `MOVED_ON` if `is_over` returns True before a line is entered; the reading is then cancelled.
        `is_over` is called at the start, and each time `changes` is set, which this clears.
        """
        reading = asyncio.ensure_future(line)
        try:
            while not (reading.done() or is_over()):
                self.changes.clear()
                change = asyncio.ensure_future(self.changes.wait())
                await asyncio.wait({reading, change}, return_when=asyncio.FIRST_COMPLETED)
                change.cancel()
            return reading.result() if reading.done() else MOVED_ON
        finally:
            if not reading.done():
                reading.cancel()
                await asyncio.wait({reading})

    def message_with(self, data: str) -> Post | None:
        """Returns the oldest message of the terminal's chat that has a button with this payload.

        None if none has.
        """
        posts = (post for (chat, _), post in self._posts.items() if chat == CHAT)
        return next((post for post in posts if data in _button_data(post)), None)


def _has_question(post: Post) -> bool:
    """Returns whether a post has a button outside `_COUNT_BUTTONS`, the buttons of a result; a link button
    counts."""
    return any(not data.endswith(_COUNT_BUTTONS) for data in _button_data(post))


def _button_data(post: Post) -> list[str]:
    """Returns the payloads of a post's buttons; "" for link buttons."""
    return [button.data for row in post.keyboard() for button in row]
