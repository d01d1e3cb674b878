"""What was chosen for each chat: kept for good, read once, known at any moment."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace

from musbot.narrator.post import Post
from musbot.port.chats import platform_of, whole
from musbot.store.store import Store
from musbot.table.ways import USUAL, BadWays, ChatWays, Looks, Suits, read_ways, write_ways

log = logging.getLogger(__name__)

_KIND = "ways"


class Ways:
    """Keeps what was chosen (notes "ways", by chat); what belongs together is one chat.

    That is a chat with its topics, or what its platform says (`together`, by platform): a whole server.
    """

    def __init__(self, store: Store) -> None:
        self.together: dict[str, Callable[[str], str]] = {}
        self._store = store
        self._chosen: dict[str, ChatWays] = {}

    async def start(self) -> None:
        """Reads what was chosen; a row that cannot be read is as if nothing were. Raises StoreError."""
        for chat, row in (await self._store.notes(_KIND)).items():
            try:
                self._chosen[chat] = read_ways(row)
            except BadWays:
                log.warning("%s: what was chosen there cannot be read, and is as if nothing were", chat)

    def of(self, chat: str) -> ChatWays:
        """Returns what was chosen for a chat."""
        return self._chosen.get(self.home(chat), USUAL) if self._chosen else USUAL

    def shaped(self, chat: str, post: Post) -> Post:
        """Returns a post as a chat wants to see it: with its picture, or its text alone."""
        if post.picture is None or self.of(chat).looks is Looks.PICTURES:
            return post
        lean = replace(post.lean, picture=None) if post.lean is not None else None
        return replace(post, picture=None, lean=lean)

    def in_words(self, chat: str) -> bool:
        """Returns whether a chat wants suits told in words."""
        return self.of(chat).suits is Suits.WORDS

    def home(self, chat: str) -> str:
        """Returns what a chat is a part of, for which all is chosen together."""
        return self.together.get(platform_of(chat), whole)(chat)

    async def choose(self, chat: str, ways: ChatWays) -> None:
        """Keeps what was chosen for a chat; raises StoreError, and then nothing has changed."""
        home = self.home(chat)
        await self._store.note(_KIND, home, write_ways(ways))
        self._chosen[home] = ways

    async def moved(self, chat: str, to: str) -> None:
        """Notes that a chat has another id now."""
        if (ways := self._chosen.get(chat)) is not None and to not in self._chosen:
            await self.choose(to, ways)

    def forget(self, person: str) -> None:
        """Forgets what somebody has chosen for his private chat, which the store has forgotten."""
        self._chosen.pop(person, None)
