"""Finds an update that ends the process at each start.

After an unclean end the pending updates are handled one at a time. The number of each is stored before, and
cleared after. Three processes that end with the same number stored set its update aside.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from musbot.port.boundary import contain_errors
from musbot.port.platform import Memory

log = logging.getLogger(__name__)

NAME = "telegram"
"""The name of the note in the platform's memory."""
RUNNING = "running"
"""The note while a process runs. The number of the update it handles, and its attempts, follow."""
MOST_ATTEMPTS = 3
"""Processes that may end while they handle the same update."""
BATCH = 100
"""Updates that are handled one at a time after an unclean end, at most: a batch (Bot API, getUpdates)."""


class Suspects:
    """Decides whether updates are handled one at a time, and stores the number of the current one."""

    def __init__(self, memory: Memory | None) -> None:
        self._memory = memory
        self._begun = False
        self._left = 0
        self._handling = False
        self._number = ""
        self._attempts = 0

    @property
    def is_careful(self) -> bool:
        """Whether updates are fetched and handled one at a time."""
        return self._left > 0

    async def prepare(self) -> None:
        """Reads the note of the last process, before the first updates; later clears the update handled last.

        If that process did not end in order, the next BATCH updates are handled one at a time. Otherwise
        stores that this process runs. Errors are logged; a requested cancellation is raised.
        """
        if not self._begun:
            self._begun = True
            noted = (await self._recall()).split()
            self._left = BATCH if noted else 0
            self._number, self._attempts = _suspect(noted)
            if not noted:
                await self._keep(RUNNING)
        elif self._handling:
            self._handling, self._number, self._attempts = False, "", 0
            await self._keep(RUNNING)

    async def admit(self, raw: Mapping[str, Any], kinds: list[str]) -> bool:
        """Stores the number of an update before it is handled; returns whether it may be handled.

        It may not if MOST_ATTEMPTS processes have ended with it: it is then logged and not stored. Each call
        uses up one of the BATCH updates of `is_careful`. The log names the first of `kinds` that the update
        has. An error of the store is logged, not raised.
        """
        number = str(raw["update_id"])
        attempts = self._attempts if number == self._number else 0
        self._left -= 1
        self._handling = True
        if attempts >= MOST_ATTEMPTS:
            kind = next((it for it in kinds if it in raw), "of no known kind")
            log.error("update %s (%s) is set aside: %d processes ended with it", number, kind, attempts)
            return False
        self._number, self._attempts = number, attempts + 1
        await self._keep(f"{RUNNING} {number} {self._attempts}")
        return True

    def relax(self) -> None:
        """Ends the caution because no updates are pending."""
        self._left = 0

    async def end(self) -> None:
        """Stores that the process has ended in order, if `prepare` was called.

        Logs a failure instead of raising it.
        """
        if self._begun:
            await self._keep("")

    async def _recall(self) -> str:
        """Returns the stored note; "" without a memory or a note, or if it cannot be read (logged)."""
        with contain_errors("the note of Telegram's updates"):  # updates are handled without it
            return await self._memory.recall(NAME) if self._memory is not None else ""
        return ""

    async def _keep(self, note: str) -> None:
        """Stores a note; logs an error instead of raising it."""
        with contain_errors("the note of Telegram's updates"):
            if self._memory is not None:
                await self._memory.keep(NAME, note)


def _suspect(notes: list[str]) -> tuple[str, int]:
    """Returns the number of the update in a note, and its attempts.

    "" and 0 if the note has none or is damaged.
    """
    match notes:
        case [_, number, attempts] if attempts.isdecimal():
            return number, int(attempts)
        case _:
            return "", 0
