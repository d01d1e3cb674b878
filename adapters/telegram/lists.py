"""The command menus that Telegram shows, in the app's language or in the language chosen in the bot."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence

from telegram import Bot, BotCommand, BotCommandScope, BotCommandScopeChat, BotCommandScopeChatMember
from telegram.error import TelegramError

from musbot.port import NO_PERSON, ChatId, PersonId
from musbot.port.chats import without_topic
from musbot.port.door import TakesCommands
from musbot.words.guess import normalise
from musbot.words.texts import LANGUAGES

from .ids import chat_number, is_group

log = logging.getLogger(__name__)

Scope = tuple[ChatId, PersonId]
"""A chat and one of its members; "" for all of them, as in a private chat."""


class CommandLists:
    """Sets the command menus; remembers the language of each menu set by this process."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._told: dict[Scope, str] = {}

    async def set_default_menus(self, commands: TakesCommands) -> None:
        """Sets the default menus: one for each language of the app, and one for all other languages.

        A TelegramError is logged, not raised.
        """
        for language in ("", *LANGUAGES):  # "" is for all other languages
            await self._set(_list_commands(commands, language), None, language)

    def desired_languages(
        self, commands: TakesCommands, chat: ChatId, person: PersonId
    ) -> Mapping[Scope, str]:
        """Returns the chosen language of each menu that an act may change, "" for none, by the menu's scope.

        In a group these are the chat's menu and the person's. In private, and without a known person, there
        is only the chat's.
        """
        everybody = without_topic(chat)
        wanted = {(everybody, NO_PERSON): commands.chosen_language(everybody)}
        if is_group(everybody) and not is_group(person):
            wanted[everybody, person] = commands.chosen_language(person)
        return wanted

    async def follow(
        self, commands: TakesCommands, before: Mapping[Scope, str], now: Mapping[Scope, str]
    ) -> None:
        """Sets each menu to its language in `now` unless this process has done so; "" restores the default.

        `before` has the languages before the act. A menu that this process has not set stays if it has no
        language in both. A TelegramError is logged, and the menu is not tried again until its language
        changes.
        """
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
        """Sets a menu to these rows; None deletes it, which restores the default menu.

        Logs a TelegramError.
        """
        try:
            if rows is None:
                await self._bot.delete_my_commands(scope)
            else:
                await self._bot.set_my_commands(rows, scope, language_code=language or None)
        except TelegramError as error:
            log.warning("the list of commands could not be set: %s", type(error).__name__)


def _list_commands(commands: TakesCommands, language: str) -> list[BotCommand]:
    """Returns the rows of a menu in a language, without commands that are left out of short lists.

    Commands' names are in lower case and without accents.
    """
    rows = commands.list_commands(language)
    return [BotCommand(normalise(called), about) for row, called, about in rows if row.is_listed]


def _scope(scope: Scope) -> BotCommandScope:
    """Returns the scope of a menu; a member's menu overrides the chat's (Bot API, BotCommandScope)."""
    chat, person = scope
    if person:
        return BotCommandScopeChatMember(chat_number(chat), chat_number(person))
    return BotCommandScopeChat(chat_number(chat))
