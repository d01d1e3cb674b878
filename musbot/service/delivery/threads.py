"""Opens the threads in which tables are played, and moves the tables there."""

from __future__ import annotations

import logging
from contextlib import suppress

from musbot.port.boundary import may_contain
from musbot.port.messenger import Gone, LacksPermissions, Rejected, TooFast, Unreachable
from musbot.service.choices.narrators import Narrators
from musbot.service.delivery.projections import Projections
from musbot.service.queue.fair_queue import SendOutcome
from musbot.service.queue.outboxes import Outboxes
from musbot.service.queue.parts import Part, PartView
from musbot.service.queue.slots import TableSlot
from musbot.service.tables.manager import TableManager
from musbot.table.act_result import Refused
from musbot.table.events import ChatId, MessageId, TableId
from musbot.table.table import Table
from musbot.table.view import watch

log = logging.getLogger(__name__)

MOST_TRIES = 3
"""Failures after which a table stays in the channel, because people wait for its lobby."""


class TableThreads:
    """Moves tables to threads: as a chat has chosen for all its tables, or as people ask for one."""

    def __init__(
        self, manager: TableManager, projections: Projections, outboxes: Outboxes, narrators: Narrators
    ) -> None:
        self._manager = manager
        self._projections = projections
        self._outboxes = outboxes
        self._narrators = narrators
        self._failures: dict[TableId, int] = {}

    async def open(self, table: Table, message: MessageId) -> None:
        """Opens a thread at a message of the table's chat, or takes an existing one; moves the table there.

        The channel is kept in `left`; it gets a note, unless the thread is the table's own. Raises Refused
        (also on a platform without threads), a MessengerError, NotSaved or StoreError.
        """
        platform = self._outboxes.threads(table.chat)
        if platform is None:
            raise Refused("refused-unknown-act")
        name = self._narrators.for_chat(table).lobby(watch(table)).title
        thread = await platform.open_thread(table.chat, message, name)
        await self._manager.show_in(table.id, thread, leaves_note=True)

    async def open_own(self, chat: ChatId, slot: TableSlot) -> SendOutcome:
        """Opens the thread of a table that waits for one, from the message with its commitment; returns MADE.

        The table stays in its channel for good if the thread is refused or fails MOST_TRIES times. It also
        stays there without such a message, or once it is no longer in its lobby. TooFast and earlier failures
        are raised: a MessengerError, NotSaved, StoreError or any other error. If the table no longer waits in
        `chat`, it returns the result of `_close`, which may archive the thread `chat`.
        """
        table = self._manager.tables.get(slot.table)
        if table is None or not (table.awaits_thread and table.chat == chat):
            self._failures.pop(slot.table, None)
            return await self._close(chat)
        message = self._projections.message_of(table, Part(PartView.SEAL))
        try:
            if message is not None and table.in_lobby:
                await self.open(table, message)
        except BaseException as error:
            self._failures[table.id] = self._failures.get(table.id, 0) + 1
            refused = isinstance(error, LacksPermissions | Rejected | Gone | Refused)
            final = refused or self._failures[table.id] >= MOST_TRIES
            if isinstance(error, TooFast) or not (final and may_contain(error)):
                raise
            log.warning(
                "table %s: no thread could be opened, so it stays in its channel: %s", table.id, error
            )
        self._failures.pop(table.id, None)
        now = self._manager.tables.get(table.id)
        if now is not None and now.awaits_thread:
            with suppress(Refused):  # it is over by now
                await self._manager.show_in(table.id, chat)
        return SendOutcome.MADE

    async def _close(self, chat: ChatId) -> SendOutcome:
        """Archives a thread that the bot has opened, unless it has a loaded table; a refusal is ignored.

        Returns MADE, also if `chat` is no such thread; NOTHING if it has a table, or its platform has no
        threads. Raises Outage, TooFast or MovedTo.
        """
        platform = self._outboxes.threads(chat)
        if platform is None or self._manager.tables.in_chat(chat):
            return SendOutcome.NOTHING
        with suppress(Gone, Unreachable, Rejected):
            await platform.archive_thread(chat)
        return SendOutcome.MADE
