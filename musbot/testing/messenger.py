"""A Messenger in memory: what stands in every chat, every request that was made, failures on demand."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from musbot.narrator.post import Button, Post
from musbot.port.messenger import Gone, Limit, MessengerError, Unreachable, Unsure
from musbot.testing.clock import Clock

NO_LIMIT = Limit(burst=1_000_000, every_s=0.000_001)
ADDRESS = "https://example.org"


@dataclass(frozen=True, slots=True)
class Made:
    """A request that reached the platform: `what` is `send`, `edit`, `delete` or `strip`."""

    at: float
    what: str
    chat: str
    message: str
    post: Post | None = None


class FakeMessenger:
    """A platform's chats in memory.

    `failing` are errors that the next requests to a chat raise, one each; a chat that is `closed` is always
    Unreachable. A request that is to be Unsure is made before it raises that.
    """

    reads = True

    def __init__(
        self,
        clock: Clock | None = None,
        limit: Callable[[str], Limit] = lambda _: NO_LIMIT,
        whole: Limit = NO_LIMIT,
        *,
        keyed: bool = False,
    ) -> None:
        self.clock = clock or Clock()
        self.made: list[Made] = []
        self.failing: dict[str, list[MessengerError]] = {}
        self.closed: set[str] = set()
        self.standing: dict[str, dict[str, Post]] = {}
        """What every chat shows now: its messages by their ids, the oldest first."""
        self.administrators: set[str] = set()
        """Who administers the chats that are nobody's own."""
        self._limit = limit
        self._whole = whole
        self._keyed = keyed
        self._keys: dict[tuple[str, str], str] = {}
        self._sent = 0

    # ---- as a Messenger ----------------------------------------------------------------------------------

    def limit(self, chat: str) -> Limit:
        """See Messenger."""
        return self._limit(chat)

    def whole(self) -> Limit:
        """See Messenger."""
        return self._whole

    def keyed(self) -> bool:
        """See Messenger."""
        return self._keyed

    def together(self, chat: str) -> str:
        """See WithAdministrators: a chat with its topics."""
        return chat.partition("/")[0]

    async def administers(self, chat: str, person: str) -> bool:
        """See WithAdministrators: whom a test has made one."""
        return person in self.administrators

    def link(self, chat: str, message: str) -> str:
        """See Messenger."""
        return f"{ADDRESS}/{message}"

    def private_link(self, table: str) -> str:
        """See Messenger."""
        return f"{ADDRESS}/bot"

    async def send(self, chat: str, post: Post) -> str:
        """See Messenger."""
        if post.instead:
            await (self.edit(chat, post.instead, post) if post.text else self.delete(chat, post.instead))
            return post.instead
        message = self._keys.get((chat, post.key), "") if self._keyed else ""
        if not message:
            self._sent += 1
            message = self._keys[chat, post.key] = str(self._sent)
        async with self._reached("send", chat, message, post):
            self.standing.setdefault(chat, {})[message] = post
        return message

    async def edit(self, chat: str, message: str, post: Post) -> None:
        """See Messenger."""
        async with self._reached("edit", chat, message, post):
            if message not in self.standing.get(chat, {}):
                raise Gone("no such message")
            self.standing[chat][message] = post

    async def delete(self, chat: str, message: str) -> None:
        """See Messenger."""
        async with self._reached("delete", chat, message):
            self.standing.get(chat, {}).pop(message, None)

    async def strip(self, chat: str, message: str) -> None:
        """See Messenger: the message goes."""
        async with self._reached("strip", chat, message):
            self.standing.get(chat, {}).pop(message, None)

    @asynccontextmanager
    async def _reached(
        self, what: str, chat: str, message: str, post: Post | None = None
    ) -> AsyncIterator[None]:
        if chat in self.closed:
            raise Unreachable("closed")
        error = self.failing[chat].pop(0) if self.failing.get(chat) else None
        if error is not None and not isinstance(error, Unsure):
            raise error
        await asyncio.sleep(0)
        self.made.append(Made(self.clock.now, what, chat, message, post))
        yield
        if error is not None:
            raise error

    # ---- what a test sees --------------------------------------------------------------------------------

    def posts(self, chat: str) -> list[Post]:
        """Returns what stands in a chat, the oldest first."""
        return list(self.standing.get(chat, {}).values())

    def to(self, chat: str, what: str = "") -> list[Made]:
        """Returns the requests that reached a chat, all or those of one kind."""
        return [made for made in self.made if made.chat == chat and made.what.startswith(what)]

    def buttons(self, chat: str) -> list[tuple[str, Button]]:
        """Returns the buttons to be pressed in a chat, each with its message, those of the newest first."""
        messages = reversed(self.standing.get(chat, {}).items())
        return [
            (message, it) for message, post in messages for row in post.keyboard() for it in row if it.data
        ]
