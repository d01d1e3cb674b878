"""An index of tables by chat and person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import count

from musbot.table.events import ChatId, PersonId, TableId
from musbot.table.table import Table


class NameIndex:
    """Ids of tables by a name that several may share. Tuples save memory, because most names have one."""

    def __init__(self) -> None:
        self._tables: dict[str, tuple[TableId, ...]] = {}

    def tables_of(self, name: str) -> tuple[TableId, ...]:
        """Returns the ids under a name, in the order of addition; empty for an unknown name."""
        return self._tables.get(name, ())

    def add(self, name: str, table: TableId) -> None:
        """Adds a table to a name; no effect if the name has it already."""
        tables = self._tables.get(name, ())
        if table not in tables:
            self._tables[name] = (*tables, table)

    def discard(self, name: str, table: TableId) -> None:
        """Removes a table from a name; no effect if it is not there."""
        left = tuple(other for other in self._tables.get(name, ()) if other != table)
        if left:
            self._tables[name] = left
        else:
            self._tables.pop(name, None)


class Register:
    """The tables of every chat and person, by id."""

    def __init__(self) -> None:
        self._places: dict[TableId, tuple[int, tuple[str, ...]]] = {}
        self._tables = NameIndex()
        self._shorts: Counter[str] = Counter()
        self._numbers = count()

    def __len__(self) -> int:
        """Returns the number of tables in the register."""
        return len(self._places)

    def has_short(self, short: str) -> bool:
        """Returns whether a table of the register has this short name."""
        return self._shorts[short] > 0

    def put(self, table: Table) -> None:
        """Indexes a table by its chat and the people at its seats, in place of its earlier entry."""
        self.note(table.id, table.chat, (who.person for who in table.seats if who and who.person))

    def note(self, table: TableId, chat: ChatId, people: Iterable[PersonId]) -> None:
        """Indexes a table by its chat and people, in place of its earlier entry.

        Its age, by which lists are sorted, is from its first entry.
        """
        names = (_chat_key(chat), *dict.fromkeys(people))
        number, before = self._places.get(table, (None, ()))
        if number is None:
            number = next(self._numbers)
            self._shorts[_short_name(table)] += 1
        if names != before:
            self._take_out(table, before)
            for name in names:
                self._tables.add(name, table)
            self._places[table] = (number, names)

    def drop(self, table: TableId) -> None:
        """Removes a table; no effect if it is not there."""
        if table in self._places:
            _, names = self._places.pop(table)
            self._take_out(table, names)
            self._shorts[_short_name(table)] -= 1

    def in_chat(self, chat: ChatId) -> list[TableId]:
        """Returns the ids of a chat's tables, newest first, without the tables of its topics."""
        return self._newest_first(_chat_key(chat))

    def in_topics(self, chat: ChatId) -> list[TableId]:
        """Returns the ids of the tables in the topics of a chat, oldest first."""
        return [
            table for table, (_, names) in self._places.items() if names[0].startswith(_chat_key(chat) + "/")
        ]

    def list_for(self, person: PersonId) -> list[TableId]:
        """Returns the ids of the tables at which a person sits, newest first."""
        return self._newest_first(person)

    def _newest_first(self, name: str) -> list[TableId]:
        """Returns the ids of the tables under a person's id or a chat's key, newest first."""
        return sorted(self._tables.tables_of(name), key=lambda table: self._places[table][0], reverse=True)

    def _take_out(self, table: TableId, names: Iterable[str]) -> None:
        """Removes a table from the index of these names; its entry in `_places` stays."""
        for name in names:
            self._tables.discard(name, table)


def _short_name(table: TableId) -> str:
    """Returns the short name of a table, the part of its id before the "-"."""
    return table.partition("-")[0]


def _chat_key(chat: ChatId) -> str:
    """Returns a key that no person has; a private chat has its person's id."""
    return f"chat {chat}"
