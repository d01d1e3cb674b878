"""A Messenger in memory: it keeps the messages of every chat and a log of requests, and fails on demand."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from musbot.narrator.post import Button, Post
from musbot.port.chats import without_topic
from musbot.port.messenger import Gone, Limit, MessengerError, Unreachable, Unsure
from musbot.table.events import NO_MESSAGE, ChatId, MessageId, PersonId
from musbot.testing.clock import Clock

NO_LIMIT = Limit(burst=1_000_000, every_s=0.000_001)
"""A rate limit that no test reaches."""
ADDRESS = "https://example.org"
"""The start of every link."""


@dataclass(frozen=True, slots=True)
class Made:
    """A request that reached the platform."""

    at: float
    """The time of the request by the messenger's Clock, in seconds."""
    what: str
    """Its kind: `send`, `edit`, `delete` or `strip`."""
    chat: ChatId
    """The chat."""
    message: MessageId
    """The id of the message."""
    post: Post | None = None
    """The post, for `send` and `edit`."""


class FakeMessenger:
    """The chats of a platform in memory.

    `failing` are errors that the next requests to a chat raise, one each. Requests to a `closed` chat raise
    Unreachable. A request that fails with Unsure is carried out first.
    """

    reads = True
    """Whether the bot reads the messages of its chats."""

    def __init__(
        self,
        clock: Clock | None = None,
        limit: Callable[[ChatId], Limit] = lambda _: NO_LIMIT,
        whole: Limit = NO_LIMIT,
        *,
        has_idempotent_sends: bool = False,
    ) -> None:
        self.clock = clock or Clock()
        self.made: list[Made] = []
        self.failing: dict[ChatId, list[MessengerError]] = {}
        self.closed: set[ChatId] = set()
        self.standing: dict[ChatId, dict[MessageId, Post]] = {}
        """The messages of every chat by their ids, the oldest first."""
        self.windows: set[ChatId] = set()
        """The people to whom a window can be sent."""
        self.administrators: set[PersonId] = set()
        """The people who administer group chats."""
        self.unpictured: set[str] = set()
        """The keys of posts that were sent without their picture."""
        self.quiet_groups = False
        """Whether slow players are called in private by default."""
        self._limit = limit
        self._whole = whole
        self._has_idempotent_sends = has_idempotent_sends
        self._keys: dict[tuple[ChatId, str], MessageId] = {}
        self._sent = 0

    # ---- as a Messenger ----------------------------------------------------------------------------------

    def limit(self, chat: ChatId) -> Limit:
        """Returns the rate limit of a chat."""
        return self._limit(chat)

    def total_limit(self) -> Limit:
        """Returns the rate limit of all chats together."""
        return self._whole

    def has_idempotent_sends(self) -> bool:
        """Returns whether a repeated `send` with the same key makes only one message."""
        return self._has_idempotent_sends

    def administered_unit(self, chat: ChatId) -> ChatId:
        """Returns the group chat of a topic; any other chat itself."""
        return without_topic(chat)

    async def administers(self, chat: ChatId, person: PersonId) -> bool:
        """Returns whether a test has put this person into `administrators`, for any chat."""
        return person in self.administrators

    def can_open_window(self, chat: ChatId, person: PersonId) -> bool:
        """Returns whether a test lets this person have windows."""
        return person in self.windows

    def link(self, chat: ChatId, message: MessageId) -> str:
        """Returns a link to a message, which depends only on its id."""
        return f"{ADDRESS}/{message}"

    def private_link(self, table: str) -> str:
        """Returns one link to the bot's private chat for every table."""
        return f"{ADDRESS}/bot"

    def calls_in_private(self) -> bool:
        """Returns whether a slow player is called in private by default: `quiet_groups`, which a test may
        set."""
        return self.quiet_groups

    async def send(self, chat: ChatId, post: Post) -> MessageId:
        """Adds a message to a chat and returns its id, or edits the message `post.replaces_message`.

        A post without text deletes that message; both return its id, and count as `edit` or `delete` in
        `made`. With idempotent sends, a known key in this chat replaces its message; "" is no key. Raises
        Unreachable for a closed chat, Gone if there is no message to edit, or an error of `failing`.
        """
        if post.replaces_message:
            if post.text:
                await self.edit(chat, post.replaces_message, post)
            else:
                await self.delete(chat, post.replaces_message)
            return post.replaces_message
        message = (self._keys if self._has_idempotent_sends and post.key else {}).get(
            (chat, post.key), NO_MESSAGE
        )
        if not message:
            self._sent += 1
            message = self._keys[chat, post.key] = MessageId(str(self._sent))
        async with self._request("send", chat, message, post):
            self.standing.setdefault(chat, {})[message] = post
        return message

    async def edit(self, chat: ChatId, message: MessageId, post: Post) -> None:
        """Replaces a message, and records the request in `made`.

        Raises Gone, after recording, if the message does not exist. Raises Unreachable for a closed chat, or
        the next error of `failing`, before recording. Raises Unsure after the edit instead.
        """
        async with self._request("edit", chat, message, post):
            if message not in self.standing.get(chat, {}):
                raise Gone("no such message")
            self.standing[chat][message] = post

    async def delete(self, chat: ChatId, message: MessageId) -> None:
        """Deletes a message, if it exists, and records the request in `made`.

        Raises Unreachable for a closed chat, or an error of `failing`.
        """
        async with self._request("delete", chat, message):
            self.standing.get(chat, {}).pop(message, None)

    async def strip(self, chat: ChatId, message: MessageId) -> None:
        """Deletes a message, if it exists, and records it; a real platform may only remove its buttons.

        Raises Unreachable for a closed chat, or an error of `failing`.
        """
        async with self._request("strip", chat, message):
            self.standing.get(chat, {}).pop(message, None)

    @asynccontextmanager
    async def _request(
        self, what: str, chat: ChatId, message: MessageId, post: Post | None = None
    ) -> AsyncIterator[None]:
        """Records a request in `made`, then runs the block.

        Raises Unreachable for a closed chat, or the next error of `failing`, which it removes. Then it does
        not record the request or run the block, except that it raises Unsure only after both.
        """
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

    def posts(self, chat: ChatId) -> list[Post]:
        """Returns the messages that a chat shows now, the oldest first."""
        return list(self.standing.get(chat, {}).values())

    def requests_to(self, chat: ChatId, what: str = "") -> list[Made]:
        """Returns the requests that reached a chat, the oldest first.

        `what` selects the kinds that begin with it, such as "send"; "" selects all.
        """
        return [made for made in self.made if made.chat == chat and made.what.startswith(what)]

    to = requests_to
    """Deprecated; use `requests_to`."""

    def buttons(self, chat: ChatId) -> list[tuple[MessageId, Button]]:
        """Returns the buttons of a chat that send a payload, each as its message's id and the button.

        The newest message is first. A menu counts as its buttons. Link buttons are left out.
        """
        messages = reversed(self.standing.get(chat, {}).items())
        return [
            (message, it) for message, post in messages for row in post.keyboard() for it in row if it.data
        ]
