"""What was chosen for each chat, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from musbot.narrator.post import Post
from musbot.port.chats import platform_of, whole
from musbot.service.choices.kept import Kept
from musbot.table.ways import ChatWays, Looks, Suits


class Ways:
    """Says what was `chosen` for a chat; what belongs together is one chat.

    That is a chat with its topics, or what its platform says (`together`, by platform): a whole server.
    """

    def __init__(self, chosen: Kept[ChatWays]) -> None:
        self.together: dict[str, Callable[[str], str]] = {}
        self._chosen = chosen

    def of(self, chat: str) -> ChatWays:
        """Returns what was chosen for a chat."""
        return self._chosen.of(self.home(chat))

    def shaped(self, chat: str, post: Post) -> Post:
        """Returns a post as a chat wants to see it: with its picture, or its text alone."""
        if post.picture is None or self.of(chat).looks is Looks.PICTURES:
            return post
        lean = replace(post.short_form, picture=None) if post.short_form is not None else None
        return replace(post, picture=None, short_form=lean)

    def in_words(self, chat: str) -> bool:
        """Returns whether a chat wants suits told in words."""
        return self.of(chat).suits is Suits.WORDS

    def home(self, chat: str) -> str:
        """Returns what a chat is a part of, for which all is chosen together."""
        return self.together.get(platform_of(chat), whole)(chat)

    async def choose(self, chat: str, ways: ChatWays) -> None:
        """Keeps what was chosen for a chat; raises StoreError, and then nothing has changed."""
        await self._chosen.choose(self.home(chat), ways)

    async def moved(self, chat: str, to: str) -> None:
        """Notes that a chat has another id now."""
        if (ways := self._chosen.facts.get(chat)) is not None and to not in self._chosen.facts:
            await self.choose(to, ways)
