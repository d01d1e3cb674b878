"""What the id of a chat tells (`telegram:-100123/5`), and which chats cannot be written to."""

from __future__ import annotations

from collections import defaultdict

from musbot.game.actions import Seat
from musbot.table.state import Table


def platform_of(chat: str) -> str:
    """Returns the platform that a chat belongs to."""
    return chat.partition(":")[0]


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
        """Notes that a chat takes none."""
        self._chats[whole(chat)].add(chat)

    def reopened(self, chat: str) -> list[str]:
        """Notes that a chat, and with it its topics, takes messages; returns those that did not."""
        if whole(chat) not in self._chats:
            return []
        closed = self._chats[whole(chat)]
        opened = sorted(closed if chat == whole(chat) else closed & {chat})
        closed.difference_update(opened)
        if not closed:
            del self._chats[whole(chat)]
        return opened

    def seats(self, table: Table) -> tuple[Seat, ...]:
        """Returns the seats whose private chat is closed."""
        if not self._chats:
            return ()
        people = enumerate(who.person if who is not None else None for who in table.seats)
        return tuple(seat for seat, person in people if person is not None and person in self)
