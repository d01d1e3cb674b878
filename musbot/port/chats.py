"""The parts of a chat's id (`telegram:-100123/5`), and which chats cannot be written to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection

from musbot.game.actions import Seat
from musbot.table.table import Table


def platform_of(chat: str) -> str:
    """Returns the platform that a chat belongs to."""
    return chat.partition(":")[0]


def everywhere(_: str) -> bool:
    """Whether a chat is one of all."""
    return True


def every_chat(platform: str) -> str:
    """Returns the name of all chats of a platform together."""
    return f"{platform}:*"


def whole(chat: str) -> str:
    """Returns the chat that a topic is part of, or the chat itself."""
    return chat.partition("/")[0]


class ClosedChats:
    """The chats that are known not to take messages."""

    def __init__(self) -> None:
        self._chats: defaultdict[str, set[str]] = defaultdict(set)

    def __contains__(self, chat: str) -> bool:
        return chat in self._chats.get(whole(chat), ())

    def add(self, chat: str) -> None:
        """Adds a chat that refuses messages."""
        self._chats[whole(chat)].add(chat)

    def discard(self, chat: str) -> None:
        """Removes a chat that takes messages again."""
        closed = self._chats.get(whole(chat), set())
        closed.discard(chat)
        if not closed:
            self._chats.pop(whole(chat), None)

    def closed_in(self, chat: str) -> list[str]:
        """Returns the closed chats among a chat and its topics."""
        closed = self._chats.get(whole(chat), set())
        return sorted(closed if chat == whole(chat) else closed & {chat})

    def __len__(self) -> int:
        return len(self._chats)


def seats_of(table: Table, chats: Collection[str] | ClosedChats) -> tuple[Seat, ...]:
    """Returns the seats of those whose private chat is among some."""
    if not len(chats):
        return ()
    people = enumerate(who.person if who is not None else None for who in table.seats)
    return tuple(seat for seat, person in people if person is not None and person in chats)
