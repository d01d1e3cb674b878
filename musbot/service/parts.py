"""Which chats are this process's: all of them, unless several workers share one database.

Then the chats of a platform that can be shared fall into 64 parts, all of any other are one. Whoever holds a
part does everything there, as one process does everywhere.
"""

from __future__ import annotations

from collections.abc import Collection
from zlib import crc32

from musbot.service.chats import platform_of, whole

PARTS = 64


class Parts:
    """The parts that are held; `shared` names the platforms of many parts, None tells that all is held."""

    def __init__(self, shared: Collection[str] | None = None) -> None:
        self.alone = shared is None
        self.held: frozenset[str] = frozenset()
        self._shared = frozenset(shared or ())

    def named(self, platform: str) -> list[str]:
        """Returns the parts of a platform."""
        return [f"{platform} {n}" for n in range(PARTS)] if platform in self._shared else [platform]

    def of(self, chat: str) -> str:
        """Returns the part that a chat is in; its topics are in the same."""
        platform = platform_of(chat)
        return f"{platform} {crc32(whole(chat).encode()) % PARTS}" if platform in self._shared else platform

    def holds(self, chat: str) -> bool:
        """Whether what is done in a chat is this process's to do."""
        return self.alone or self.of(chat) in self.held

    def fraction(self, platform: str) -> float:
        """Returns how much of a platform is held, from 0 to 1."""
        named = self.named(platform)
        return 1.0 if self.alone else sum(part in self.held for part in named) / len(named)

    def take(self, parts: Collection[str]) -> None:
        """Notes that parts are held."""
        self.held |= frozenset(parts)

    def leave(self, parts: Collection[str]) -> None:
        """Notes that parts are held no more."""
        self.held -= frozenset(parts)
