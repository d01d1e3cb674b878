"""The settings of chats, and their effect on posts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from musbot.narrator.post import Post
from musbot.port.chats import platform_of, without_topic
from musbot.service.choices.kept import FactCache
from musbot.table.events import ChatId
from musbot.table.ways import ChatWays, Looks, Suits


class Ways:
    """The settings of chats. A chat and its topics share them.

    For some platforms `administered_units` has a function that returns a larger unit, such as a server.
    `default_language` is the language of chats without a chosen one; "" leaves it to each table.
    """

    def __init__(self, chosen: FactCache[ChatWays]) -> None:
        self.administered_units: dict[str, Callable[[ChatId], ChatId]] = {}
        self.default_language = ""
        self._chosen = chosen

    def for_chat(self, chat: ChatId) -> ChatWays:
        """Returns the settings of a chat; the defaults if it has chosen none."""
        return self._chosen.get(self.settings_id(chat))

    def shape(self, chat: ChatId, post: Post) -> Post:
        """Returns a post without pictures, also in its short form, unless the chat wants pictures.

        A post without a picture is returned unchanged.
        """
        if post.picture is None or self.for_chat(chat).looks is Looks.PICTURES:
            return post
        lean = replace(post.short_form, picture=None) if post.short_form is not None else None
        return replace(post, picture=None, short_form=lean)

    def wants_words(self, chat: ChatId) -> bool:
        """Returns whether a chat wants suits in words."""
        return self.for_chat(chat).suits is Suits.WORDS

    def language_of(self, chat: ChatId) -> str:
        """Returns a chat's chosen language, or otherwise the default; "" leaves it to each table."""
        return self.for_chat(chat).language or self.default_language

    def chat_zone(self, chat: ChatId) -> ZoneInfo | None:
        """Returns the time zone that a chat chose; None before a choice, or if this system lacks the zone."""
        try:
            return ZoneInfo(self.for_chat(chat).zone or "?")
        except (ZoneInfoNotFoundError, ValueError, OSError):
            return None

    def settings_id(self, chat: ChatId) -> ChatId:
        """Returns the id under which a chat's settings are stored.

        That is the larger unit on platforms in `administered_units`, elsewhere the chat without its topic.
        """
        return self.administered_units.get(platform_of(chat), without_topic)(chat)

    async def choose(self, chat: ChatId, ways: ChatWays) -> None:
        """Stores the settings under the `settings_id` of a chat, which its topics or server share.

        Raises StoreError, and then they are unchanged.
        """
        await self._chosen.choose(self.settings_id(chat), ways)

    async def copy_to(self, chat: ChatId, to: ChatId) -> None:
        """Copies the settings of a chat to its new id; raises StoreError.

        No effect if the old id has no settings or the new id has some already.
        """
        if (ways := self._chosen.facts.get(chat)) is not None and to not in self._chosen.facts:
            await self.choose(to, ways)
