"""Names that are kept in the store for good: who has opened his private chat, which chats were greeted."""

from __future__ import annotations

from musbot.service.manager import TableManager


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
        await self._manager.store.note(self._kind, name, "1")
        return True

    async def _read(self) -> set[str]:
        if self._names is None:
            self._names = set(await self._manager.store.notes(self._kind))
        return self._names
