"""The record of a chat that refuses messages, with the requests deferred until it accepts them again."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from math import inf

from musbot.service.queue.slots import MessageSlot, Slot
from musbot.table.alarms import Handle

MOST_OWED = 16
"""The maximum number of deferred cleanup requests for a closed chat; the oldest are dropped."""


@dataclass(slots=True)
class Breaker:
    """The record of a chat that refuses messages or in which the bot lacks permissions."""

    lacking: tuple[str, ...] = ()
    """The permissions that the bot lacks there, as far as the platform says."""
    probe: asyncio.Future[bool] | None = None
    """Its result is whether the chat accepts messages again; None if no probe is running."""
    failed_at: float = -inf
    """The time of the clock when a running probe last ended because the chat was closed again."""
    cleanup: tuple[MessageSlot, ...] = ()
    """Deferred changes of messages, one for each message, sent once the chat accepts messages."""
    timer: Handle | None = None
    """The timer of the next scheduled probe."""
    probes: int = 0
    """The number of scheduled probes so far."""

    def defer(self, slots: Iterable[Slot]) -> None:
        """Keeps the slots that edit, strip or delete a message until the chat opens.

        Ignores new posts and parts of tables. A later slot replaces an earlier one for the same message.
        Above MOST_OWED the oldest are dropped.
        """
        for slot in slots:
            if isinstance(slot, MessageSlot) and slot.message:
                others = (it for it in self.cleanup if it.message != slot.message)
                self.cleanup = (*others, slot)[-MOST_OWED:]
