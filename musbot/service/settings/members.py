"""Membership: acts from outside a table's chat count only for people who are still in that chat."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from functools import partial

from musbot.port.boundary import contain_errors
from musbot.port.chats import platform_of, without_topic
from musbot.port.messenger import MessengerError, WithMembers
from musbot.service.settings.answer_cache import AT_MOST_S, AnswerCache, read_answer
from musbot.service.tables.manager import TableManager
from musbot.table.act_result import Refused
from musbot.table.events import ChatId, PersonId
from musbot.table.table import Table

LASTS_S = 600.0
"""Seconds for which an answer of a platform is cached, also a failure."""
PATIENCE_S = 0.5
"""Seconds that an act waits for an answer. Without one the person counts as a member."""


class Members:
    """Asks platforms whether people are in the chats of their tables."""

    def __init__(self, manager: TableManager, clock: Callable[[], float] = time.monotonic) -> None:
        self._manager = manager
        self._platforms: dict[str, WithMembers] = {}
        self._answers = AnswerCache("its members", LASTS_S, clock)
        self.forget = self._answers.forget

    def join(self, messengers: Mapping[str, object]) -> None:
        """Adds platforms by name; a platform that cannot tell its members is left out."""
        for name, messenger in messengers.items():
            if isinstance(messenger, WithMembers):
                self._platforms[name] = messenger

    async def require_member(self, person: PersonId, chat: ChatId, table: Table) -> None:
        """Raises Refused if a person acts in `chat` at a table whose chat they have left.

        First makes a seated player absent (Departed), so that the other players may replace them (R95).
        """
        if not await self.is_member(person, chat, table):
            await self._manager.mark_presence(person, table.id, departed=True)
            raise Refused("refused-not-member")

    async def is_member(self, person: PersonId, chat: ChatId, table: Table) -> bool:
        """Returns whether a person who acts in `chat` is in the table's chat.

        An act in the table's chat proves it and discards a cached no. It first waits up to PATIENCE_S while
        the platform is being asked, so that one person's acts keep their order. For an act in another chat
        the platform is asked; if it fails, or does not answer in PATIENCE_S, membership is assumed.
        """
        unit = self._manager.ways.settings_id(table.chat)
        if not self._is_elsewhere(chat, table):
            if (asking := self._answers.under_way(unit, person)) is not None:
                await asyncio.wait({asking}, timeout=PATIENCE_S)
            self._answers.discard_refusal(unit, person)
            return True
        return not await self.find_departed([person], table.chat)

    async def find_departed(self, people: Collection[PersonId], chat: ChatId) -> set[PersonId]:
        """Asks the platform about people, all at once, and returns the people who have left a chat.

        Cached answers count. If it fails, cannot tell, or does not answer in PATIENCE_S seconds, they count
        as members.
        """
        platform, unit = self._platforms.get(platform_of(chat)), self._manager.ways.settings_id(chat)
        if platform is None or not people:
            return set()
        answers = {it: self._answers.ask(unit, it, partial(platform.is_member, chat, it)) for it in people}
        if not all(it.done() for it in answers.values()):
            await asyncio.wait(answers.values(), timeout=PATIENCE_S)
        return {person for person, asking in answers.items() if read_answer(asking) is False}

    async def ask_member(self, person: PersonId, chat: ChatId) -> bool | None:
        """Returns whether a person is in a chat by a new answer of its platform; None if it gives none.

        The answer is neither read from the cache nor cached: a person who has just left must get no notice.
        """
        if (platform := self._platforms.get(platform_of(chat))) is not None:
            with contain_errors(f"{chat}: its members"), suppress(MessengerError, TimeoutError):
                async with asyncio.timeout(AT_MOST_S):
                    return await platform.is_member(chat, person)
        return None

    def must_ask(self, person: PersonId, chat: ChatId, table: Table) -> bool:
        """Returns whether an act in `chat` has to wait for the platform's answer.

        False if the answer is cached, or the act is in the table's chat. False if the platform cannot tell
        its members.
        """
        if platform_of(table.chat) not in self._platforms or not self._is_elsewhere(chat, table):
            return False
        return not self._answers.is_known(self._manager.ways.settings_id(table.chat), person)

    def _is_elsewhere(self, chat: ChatId, table: Table) -> bool:
        """Returns whether a chat is outside of the group or server of a table; False for a solo table.

        A topic of the group, and its id from before a move, are not outside.
        """
        unit = self._manager.ways.settings_id
        moved = self._manager.notes.moved.get(without_topic(chat))
        return not table.solo and unit(table.chat) != unit(chat) and without_topic(table.chat) != moved
