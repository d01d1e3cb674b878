"""How posts reach the terminal: as how the table stands, or as how something has ended.

A message with buttons is kept, to be shown when somebody is asked. Of one without nothing more will change:
it is told, and read. What is sent to one alone is shown with their cards, and nobody need be called.
"""

from __future__ import annotations

import asyncio
import secrets
from itertools import count

from adapters.console.stage import Stage
from musbot.narrator.post import Post
from musbot.port.messenger import Gone, Limit
from musbot.table.acts import Ask
from musbot.table.view import TableView

CHAT = "console:mesa"
_UNDER_A_COUNT = (f"/{Ask.FILM.value}", f"/{Ask.ANALYSE.value}")
NO_LIMIT = Limit(burst=1000, every_s=0.001)


class ConsoleMessenger:
    """A Messenger for the terminal; keeps all that reaches it, and sets `changes` whenever something does."""

    reads = True

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.changes = asyncio.Event()
        self.tables: dict[str, TableView] = {}
        self._posts: dict[tuple[str, str], Post] = {}
        self._session = secrets.token_hex(4)
        self._numbers = count(1)

    def limit(self, chat: str) -> Limit:
        """See Messenger."""
        return NO_LIMIT

    def whole(self) -> Limit:
        """See Messenger."""
        return NO_LIMIT

    def keyed(self) -> bool:
        """See Messenger: what was printed in an earlier session is not there any more."""
        return True

    def together(self, chat: str) -> str:
        """See WithAdministrators."""
        return chat

    async def administers(self, chat: str, person: str) -> bool:
        """See WithAdministrators: who sits at the machine does."""
        return True

    def link(self, chat: str, message: str) -> str:
        """See Messenger: a terminal has no addresses."""
        return ""

    def private_link(self, table: str) -> str:
        """See Messenger: a terminal has no addresses."""
        return ""

    async def send(self, chat: str, post: Post) -> str:
        """See Messenger; no message has the number of one of an earlier session."""
        message = f"{self._session}-{next(self._numbers)}"
        self._put(chat, message, post)
        return message

    async def edit(self, chat: str, message: str, post: Post) -> None:
        """See Messenger; the messages of an earlier session are Gone."""
        if (chat, message) not in self._posts:
            raise Gone("of an earlier session")
        self._put(chat, message, post)

    def _put(self, chat: str, message: str, post: Post) -> None:
        self._posts[chat, message] = post
        if chat == CHAT and not post.mentions:
            tell = self.stage.board if _asks(post) else self.stage.last_word
            tell(post)
        self.changes.set()

    async def delete(self, chat: str, message: str) -> None:
        """See Messenger."""
        self._posts.pop((chat, message), None)

    async def strip(self, chat: str, message: str) -> None:
        """See Messenger."""
        await self.delete(chat, message)

    def changed(self, table: TableView) -> None:
        """Keeps how a table is now."""
        self.tables[table.id] = table
        self.changes.set()

    def offering(self, data: str) -> Post | None:
        """Returns the message with the button that carries this, if it is there."""
        posts = (post for (chat, _), post in self._posts.items() if chat == CHAT)
        return next((post for post in posts if data in _carried(post)), None)


def _asks(post: Post) -> bool:
    """Whether somebody is to press a button of a post: what stands under a count is not pressed here."""
    return any(not data.endswith(_UNDER_A_COUNT) for data in _carried(post))


def _carried(post: Post) -> list[str]:
    return [button.data for row in post.keyboard() for button in row]
