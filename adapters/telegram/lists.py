"""The lists of commands that Telegram shows: in its app's language, or in one that was chosen here."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence

from telegram import Bot, BotCommand, BotCommandScope, BotCommandScopeChat, BotCommandScopeChatMember
from telegram.error import TelegramError

from adapters.telegram.ids import chat_number, is_group
from musbot.port.chats import whole
from musbot.port.door import TakesCommands
from musbot.words.guess import normalise
from musbot.words.texts import LANGUAGES

log = logging.getLogger(__name__)

Scope = tuple[str, str]
"""A chat and one of its members; "" for all of them, as in a private chat."""


class CommandLists:
    """Tells Telegram the commands; knows in which language it has told them to whom since it began."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._told: dict[Scope, str] = {}

    async def tell(self, commands: TakesCommands) -> None:
        """Tells them to everybody, in the language of the app."""
        for language in ("", *LANGUAGES):  # "" is for whoever speaks none of them
            await self._set(_list_commands(commands, language), None, language)

    def wanted(self, commands: TakesCommands, chat: str, person: str) -> Mapping[Scope, str]:
        """Returns which languages were chosen for a chat, and by one who writes or presses there."""
        everybody = whole(chat)
        wanted = {(everybody, ""): commands.chosen(everybody)}
        if is_group(everybody) and not is_group(person):
            wanted[everybody, person] = commands.chosen(person)
        return wanted

    async def follow(
        self, commands: TakesCommands, before: Mapping[Scope, str], now: Mapping[Scope, str]
    ) -> None:
        """Tells the commands in what was chosen, where Telegram lists others; `before` they were of late."""
        for scope, language in now.items():
            known = self._told.get(scope)
            if known == language or (known is None and not language and not before[scope]):
                continue
            self._told.pop(scope, None)
            if language:
                self._told[scope] = language
            rows = _list_commands(commands, language) if language else None
            await self._set(rows, _scope(scope))

    async def _set(
        self, rows: Sequence[BotCommand] | None, scope: BotCommandScope | None, language: str = ""
    ) -> None:
        """Sets a list, or takes it away, so that the one of the app's language counts again."""
        try:
            if rows is None:
                await self._bot.delete_my_commands(scope)
            else:
                await self._bot.set_my_commands(rows, scope, language_code=language or None)
        except TelegramError as error:
            log.warning("the list of commands could not be set: %s", type(error).__name__)


def _list_commands(commands: TakesCommands, language: str) -> list[BotCommand]:
    rows = commands.offered(language)
    return [BotCommand(normalise(called), about) for row, called, about in rows if row.listed]


def _scope(scope: Scope) -> BotCommandScope:
    """See Bot API, BotCommandScope: that of one member goes before that of their chat."""
    chat, person = scope
    if person:
        return BotCommandScopeChatMember(chat_number(chat), chat_number(person))
    return BotCommandScopeChat(chat_number(chat))
