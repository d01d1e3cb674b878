"""Who may do what in a chat: whether somebody administers it, and what its ways leave to such people."""

from __future__ import annotations

from collections.abc import Mapping

from musbot.port.chats import platform_of
from musbot.port.messenger import MessengerError, WithAdministrators, WithThreads
from musbot.service.tables.manager import TableManager
from musbot.table.table import Table
from musbot.table.told import Refused
from musbot.table.ways import Who


class Administrators:
    """Asks platforms who administers their chats; nobody does where a platform cannot tell."""

    def __init__(self, manager: TableManager) -> None:
        self._manager = manager
        self._told: dict[str, WithAdministrators] = {}
        self._threads: dict[str, WithThreads] = {}

    def join(self, messengers: Mapping[str, object]) -> None:
        """Takes up platforms, each by its name."""
        for name, messenger in messengers.items():
            if isinstance(messenger, WithAdministrators):
                self._told[name] = messenger
                self._manager.ways.together[name] = messenger.together
            if isinstance(messenger, WithThreads):
                self._threads[name] = messenger

    async def must_administer(self, person: str, chat: str, *, sure: bool = False) -> None:
        """Raises Refused for one who does not administer a chat; `sure` tells that his platform says he does.

        In his private chat everybody does.
        """
        if not (sure or await self._administers(person, chat)):
            raise Refused("refused-not-administrator")

    async def may_open(self, person: str, chat: str, *, sure: bool = False) -> None:
        """Raises Refused where a table may not be opened, or not by him."""
        self.may_be(chat)
        if self._manager.ways.of(chat).opens is Who.ADMINISTRATORS and not (
            sure or await self._administers(person, chat)
        ):
            raise Refused("refused-only-administrators-open")

    def may_be(self, chat: str) -> None:
        """Raises Refused where tables may not be; a thread is where its channel is."""
        ways, threads = self._manager.ways.of(chat), self._threads.get(platform_of(chat))
        if not (ways.allows(chat) or (threads is not None and ways.allows(threads.channel_of(chat)))):
            raise Refused("refused-not-in-this-place")

    def may_vote_end(self, table: Table) -> None:
        """Raises Refused where players do not end a table themselves."""
        if table.playing and self._manager.ways.of(table.chat).ends is Who.ADMINISTRATORS:
            raise Refused("refused-only-administrators-end")

    async def _administers(self, person: str, chat: str) -> bool:
        """Whether somebody administers a chat; raises Refused where that cannot be found out now."""
        if person == chat:
            return True
        told = self._told.get(platform_of(chat))
        try:
            return told is not None and await told.administers(chat, person)
        except MessengerError:
            raise Refused("refused-administrators-unknown") from None
