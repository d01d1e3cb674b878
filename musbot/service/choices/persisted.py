"""What is kept in the store for good: who has opened his private chat, which chats were greeted, choices."""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine

from musbot.port.chats import platform_of
from musbot.store.protocol import StoreError
from musbot.store.store import Store

log = logging.getLogger(__name__)


class PersistedSet:
    """The names that are kept as notes of one kind; read once, at the first question."""

    def __init__(self, store: Store, kind: str) -> None:
        self._store = store
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
            await self._store.note(self._kind, name, "1")
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
                names = set(await self._store.notes(self._kind))
            except StoreError as error:
                log.warning("notes could not be read, they are as if there were none: %s", error)
                return set()
            if self._names is None:  # another may have read them meanwhile, and added to them
                self._names = names
        return self._names


class Choices(dict[str, str]):
    """What people have chosen of one kind, by person: notes that are kept until they choose otherwise."""

    def __init__(self, kind: str, store: Store, later: Callable[[Coroutine[None, None, None]], None]) -> None:
        super().__init__()
        self._kind = kind
        self._store = store
        self._later = later

    async def read(self, platform: str) -> None:
        """Finds out what the people of a platform have chosen."""
        notes = await self._store.notes(self._kind)
        self.update({person: noted for person, noted in notes.items() if platform_of(person) == platform})

    def choose(self, person: str, chosen: str) -> bool:
        """Keeps what somebody chooses ("": what is usual); returns whether it is anything new."""
        if chosen == self.get(person, ""):
            return False
        self[person] = chosen
        if not chosen:
            del self[person]
        self._later(self._store.note(self._kind, person, chosen))
        return True
