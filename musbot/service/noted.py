"""Names that are kept in the store for good: who has opened his private chat, which chats were greeted."""

from __future__ import annotations

import logging

from musbot.service.manager import TableManager
from musbot.store.protocol import StoreError

log = logging.getLogger(__name__)


class Noted:
    """The names that are kept as notes of one kind; read once, at the first question."""

    def __init__(self, manager: TableManager, kind: str) -> None:
        self._manager = manager
        self._kind = kind
        self._names: set[str] | None = None

    async def has(self, name: str) -> bool:
        """Returns whether a name is among them."""
        return name in await self._read()

    async def add(self, name: str) -> bool:
        """Keeps a name from now on; returns whether it is new."""
        names = await self._read()
        if name in names:
            return False
        names.add(name)
        try:
            await self._manager.store.note(self._kind, name, "1")
        except StoreError as error:
            log.warning("a note was not written, it is known until the end of the process: %s", error)
        return True

    def discard(self, name: str) -> None:
        """Notes that a name is kept no more."""
        if self._names is not None:
            self._names.discard(name)

    async def _read(self) -> set[str]:
        if self._names is None:
            try:
                names = set(await self._manager.store.notes(self._kind))
            except StoreError as error:
                log.warning("notes could not be read, they are as if there were none: %s", error)
                return set()
            if self._names is None:  # another may have read them meanwhile, and added to them
                self._names = names
        return self._names
