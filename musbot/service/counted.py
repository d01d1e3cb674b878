"""A Messenger whose requests are counted: all that the courier asks of a platform goes by one."""

from __future__ import annotations

from musbot.narrator.post import Post
from musbot.service.messenger import Limit, Messenger
from musbot.service.tally import ChatTally, Request


class CountedMessenger:
    """See Messenger: does what another one does, and counts what becomes of it."""

    def __init__(self, messenger: Messenger, platform: str, tally: ChatTally) -> None:
        self._messenger = messenger
        self._platform = platform
        self._tally = tally

    def limit(self, chat: str) -> Limit:
        """See Messenger."""
        return self._messenger.limit(chat)

    def whole(self) -> Limit:
        """See Messenger."""
        return self._messenger.whole()

    def keyed(self) -> bool:
        """See Messenger."""
        return self._messenger.keyed()

    def link(self, chat: str, message: str) -> str:
        """See Messenger."""
        return self._messenger.link(chat, message)

    def private_link(self, table: str) -> str:
        """See Messenger."""
        return self._messenger.private_link(table)

    async def send(self, chat: str, post: Post) -> str:
        """See Messenger."""
        with self._tally.request(self._platform, Request.SEND):
            return await self._messenger.send(chat, post)

    async def edit(self, chat: str, message: str, post: Post) -> None:
        """See Messenger."""
        with self._tally.request(self._platform, Request.EDIT):
            await self._messenger.edit(chat, message, post)

    async def delete(self, chat: str, message: str) -> None:
        """See Messenger."""
        with self._tally.request(self._platform, Request.DELETE):
            await self._messenger.delete(chat, message)

    async def strip(self, chat: str, message: str) -> None:
        """See Messenger."""
        with self._tally.request(self._platform, Request.STRIP):
            await self._messenger.strip(chat, message)
