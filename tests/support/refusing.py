"""A platform in memory that refuses requests by a rule and logs all of them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import NamedTuple

from musbot.narrator.post import Post
from musbot.port.messenger import MessengerError
from musbot.table.events import ChatId, MessageId
from musbot.testing import FakeMessenger


class LoggedRequest(NamedTuple):
    """A request, refused or not."""

    at: float
    """The time of the request, in seconds."""
    what: str
    """Its kind, as in `Made`."""
    chat: ChatId
    """The chat."""
    post: Post | None
    """The post, for `send` and `edit`."""
    refused: bool
    """Whether it was refused."""


Rule = Callable[[LoggedRequest], MessengerError | None]
"""Returns the refusal of a request; None if it is taken."""


class RefusingMessenger(FakeMessenger):
    """A FakeMessenger whose `rule` decides about each request."""

    asked: list[LoggedRequest]
    """All requests so far."""
    rule: Rule = staticmethod(lambda _: None)
    """Decides about each request."""

    def asked_of(self, chat: ChatId) -> list[LoggedRequest]:
        """Returns the requests to a chat since the last call."""
        found = [it for it in self.asked if it.chat == chat]
        self.asked = [it for it in self.asked if it.chat != chat]
        return found

    @asynccontextmanager
    async def _request(
        self, what: str, chat: ChatId, message: MessageId, post: Post | None = None
    ) -> AsyncIterator[None]:
        asked = LoggedRequest(self.clock.now, what, chat, post, refused=False)
        error = self.rule(asked)
        self.asked.append(asked._replace(refused=error is not None))
        if error is not None:
            raise error
        async with super()._request(what, chat, message, post):
            yield
