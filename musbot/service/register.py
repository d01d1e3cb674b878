"""Which tables are played where, and by whom: found without a look at all of them."""

from __future__ import annotations

from collections import defaultdict
from itertools import count

from musbot.table.state import Table


class Register:
    """The tables of every chat and of every person, by their ids."""

    def __init__(self) -> None:
        self._places: dict[str, tuple[int, frozenset[str]]] = {}
        self._tables: defaultdict[str, set[str]] = defaultdict(set)
        self._numbers = count()

    def put(self, table: Table) -> None:
        """Notes a table as it is now."""
        names = frozenset((_chat(table.chat), *(who.person for who in table.seats if who and who.person)))
        number, before = self._places.get(table.id, (None, frozenset[str]()))
        if number is None:
            number = next(self._numbers)
        if names != before:
            self._take_out(table.id, before - names)
            for name in names - before:
                self._tables[name].add(table.id)
            self._places[table.id] = (number, names)

    def drop(self, table: str) -> None:
        """Forgets a table."""
        _, names = self._places.pop(table, (0, frozenset()))
        self._take_out(table, names)

    def in_chat(self, chat: str) -> list[str]:
        """Returns the tables of a chat, the newest first."""
        return self._newest_first(_chat(chat))

    def of_person(self, person: str) -> list[str]:
        """Returns the tables where a person sits, the newest first."""
        return self._newest_first(person)

    def _newest_first(self, name: str) -> list[str]:
        tables = self._tables.get(name, ())
        return sorted(tables, key=lambda table: self._places[table][0], reverse=True)

    def _take_out(self, table: str, names: frozenset[str]) -> None:
        for name in names:
            self._tables[name].discard(table)
            if not self._tables[name]:
                del self._tables[name]


def _chat(chat: str) -> str:
    """A key that is no person's: one's private chat has one's own id."""
    return f"chat {chat}"
