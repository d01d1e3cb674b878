"""Permissions in a chat: its administrators, and the acts that its settings reserve for them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from functools import partial

from musbot.port.chats import platform_of
from musbot.port.messenger import WithAdministrators, WithThreads
from musbot.service.settings.answer_cache import AnswerCache
from musbot.service.tables.manager import TableManager
from musbot.table.act_result import Refused
from musbot.table.events import ChatId, PersonId
from musbot.table.table import Table
from musbot.table.ways import AllowedPeople

LASTS_S = 3.0
"""Seconds for which an answer of a platform is cached, also a failure."""


class Administrators:
    """Asks platforms about administrators. A platform that cannot tell has none."""

    def __init__(self, manager: TableManager, clock: Callable[[], float] = time.monotonic) -> None:
        self._manager = manager
        self._told: dict[str, WithAdministrators] = {}
        self._threads: dict[str, WithThreads] = {}
        self._answers = AnswerCache("its administrators", LASTS_S, clock)
        self.forget = self._answers.forget

    def join(self, messengers: Mapping[str, object]) -> None:
        """Adds platforms by name; a platform without administrators or threads is left out.

        Settings of chats on a platform with administrators are then stored by its larger unit.
        """
        for name, messenger in messengers.items():
            if isinstance(messenger, WithAdministrators):
                self._told[name] = messenger
                self._manager.ways.administered_units[name] = messenger.administered_unit
            if isinstance(messenger, WithThreads):
                self._threads[name] = messenger

    def reads(self, chat: ChatId) -> bool:
        """Returns whether messages that people type in a chat reach the bot; True if its platform does not
        say."""
        known = self._told.get(platform_of(chat))
        return known is None or known.reads

    async def require_administrator(self, person: PersonId, chat: ChatId, *, admin: bool = False) -> None:
        """Raises Refused unless a person administers a chat; in their private chat they do.

        Also raises it if the platform does not answer. `admin` means that the platform already confirmed it.
        """
        if not (admin or await self._administers(person, chat)):
            raise Refused("refused-not-administrator")

    async def require_may_open(self, person: PersonId, chat: ChatId, *, admin: bool = False) -> None:
        """Raises Refused if a table may not be opened in a chat, or not by this person.

        If only administrators may open tables, asks the platform, and also raises it without an answer.
        `admin` means that the person is known as an administrator.
        """
        self.require_allowed_chat(chat)
        if self._manager.ways.for_chat(chat).opens is AllowedPeople.ADMINISTRATORS and not (
            admin or await self._administers(person, chat)
        ):
            raise Refused("refused-only-administrators-open")

    def require_allowed_chat(self, chat: ChatId) -> None:
        """Raises Refused if tables are not allowed in this chat.

        A thread is allowed if its channel is, too.
        """
        ways, threads = self._manager.ways.for_chat(chat), self._threads.get(platform_of(chat))
        if not (
            ways.is_allowed_in(chat) or (threads is not None and ways.is_allowed_in(threads.channel_of(chat)))
        ):
            raise Refused("refused-not-in-this-place")

    def require_may_vote_end(self, table: Table) -> None:
        """Raises Refused for a table in play if its chat lets only administrators end tables.

        The table's players may not vote for its end then.
        """
        if table.playing and self._manager.ways.for_chat(table.chat).ends is AllowedPeople.ADMINISTRATORS:
            raise Refused("refused-only-administrators-end")

    async def _administers(self, person: PersonId, chat: ChatId) -> bool:
        """Returns whether a person administers a chat; raises Refused if the platform does not answer."""
        if (answer := await self.learn(person, chat)) is None:
            raise Refused("refused-administrators-unknown")
        return answer

    async def learn(self, person: PersonId, chat: ChatId) -> bool | None:
        """Returns whether a person administers a chat, from the cache or the platform.

        True in their private chat. None if the platform fails or does not answer in time; False if it has no
        administrators. Raises nothing.
        """
        if person == chat:
            return True
        if (known := self._told.get(platform_of(chat))) is None:
            return False
        asking = self._answers.ask(chat, person, partial(known.administers, chat, person))
        answer, _ = await asyncio.shield(asking)
        return answer
