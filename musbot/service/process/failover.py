"""Notices about moves and choices that a failover of the database has lost."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Mapping

from musbot.narrator.post import Post
from musbot.port.boundary import Background
from musbot.port.chats import platform_of
from musbot.port.messenger import Messenger, MessengerError
from musbot.service.choices.narrators import Narrators
from musbot.service.tables.manager import TableManager
from musbot.store.protocol import Gap
from musbot.table.act_result import Refused
from musbot.table.events import ChatId
from musbot.table.table import Table

_log = logging.getLogger(__name__)

FAREWELL_S = 5.0
"""Seconds in which a process that ends may still send its notices."""


class FailoverNews:
    """Sends notices about lost moves and choices to the affected chats and people."""

    def __init__(self, manager: TableManager, narrators: Narrators) -> None:
        self._manager = manager
        self._narrators = narrators

    async def notify_chats(self, platform: str, post: Callable[[ChatId, Post], None]) -> None:
        """Calls `post` with the notice of lost moves for every unfinished table with a clock on a platform.

        Does nothing if the store lost no commits. A process that took over does not know the affected tables,
        so it loads each table and notifies its chat. A table in quarantine is left out. Raises StoreError.
        """
        store = self._manager.store
        for it in await store.list_unfinished() if store.gap is not None else ():
            if it.outline.soon_s is None or platform_of(it.chat) != platform:
                continue
            try:
                table = await self._manager.tables.look(it.table)
            except Refused:
                continue  # the table is set aside
            if table is not None:
                post(table.chat, self._table_notice(table))

    async def say_farewell(self, messengers: Mapping[str, Messenger]) -> None:
        """Sends the notices of a process whose database is lost, for FAREWELL_S seconds at most.

        A chat gets only the last of its notices. `messengers` are by platform; chats of other platforms get
        none. Notices that take longer are cancelled. Does nothing if the database is not lost, or lost no
        commits; otherwise sets `says_farewell` of the store. Errors of the platforms are logged, not raised.
        """
        gap = self._manager.store.gap
        if gap is None or not self._manager.store.lost.done():
            return
        self._manager.store.says_farewell = True
        posts = dict(self._gap_notices(gap))
        background = Background()
        sending = [
            background.start(_send(messengers[platform_of(chat)], chat, post), f"{chat}: moves that are lost")
            for chat, post in posts.items()
            if platform_of(chat) in messengers
        ]
        if sending:
            _, late = await asyncio.wait(sending, timeout=FAREWELL_S)
            background.cancel()
            await background.finish()
            _log.warning("%d chats were told that moves are lost, %d could not", len(sending), len(late))

    def _gap_notices(self, gap: Gap) -> Iterator[tuple[ChatId, Post]]:
        """Yields the notices by chat: for people and chats whose choice is lost, then for affected tables.

        Only tables in memory count. If the affected tables are unknown, these are all tables in play;
        otherwise, as the people, they are sorted by id.
        """
        tables = self._manager.tables
        if gap.tables is None:
            lost = [table for table in tables.in_memory() if table.playing]
        else:
            lost = [table for it in sorted(gap.tables) if (table := tables.get(it)) is not None]
        for person in sorted(gap.people):
            language = self._narrators.chosen.get(person, "")
            yield person, self._narrators.find_narrator(language).guide.lost_choice_notice()
        for table in lost:
            yield table.chat, self._table_notice(table)

    def _table_notice(self, table: Table) -> Post:
        """Returns the notice that the last moves of a table are lost, in its language, with its short id."""
        return self._narrators.for_chat(table).guide.lost_moves_notice(table.id.partition("-")[0])


async def _send(messenger: Messenger, chat: ChatId, post: Post) -> None:
    """Sends a notice; logs a MessengerError instead of raising it."""
    try:
        await messenger.send(chat, post)
    except MessengerError as error:
        _log.warning("%s: it could not be told that moves are lost: %s", chat, type(error).__name__)
