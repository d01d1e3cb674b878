"""The outline of a table, stored next to its log, so that a start need not read ten thousand logs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from musbot.store.dialect import MARK
from musbot.store.protocol import Outline, Unfinished
from musbot.table.alarms import soon_s
from musbot.table.events import ChatId, PersonId
from musbot.table.table import Table


def outline(table: Table) -> Outline:
    """Returns the outline of a table: the people at its seats, each once, and how soon it acts."""
    people = dict.fromkeys(who.person for who in table.seats if who is not None and who.person is not None)
    return Outline(tuple(people), soon_s(table))


def update_outline(known: Outline | None, before: Table, table: Table) -> Outline:
    """Returns `known` itself if the seats and `soon_s` have not changed, otherwise a new outline of `table`.

    `before` is the table before the event; its seats must be the same object to count as unchanged. Without
    `known` the outline is new.
    """
    if known is not None and table.seats is before.seats and known.soon_s == soon_s(table):
        return known
    return outline(table)


Row = Sequence[Any]
"""The row of an unfinished table: its id, its chat, its people as JSON, and how soon it acts."""


def people_in(rows: Iterable[Row]) -> set[int]:
    """Returns the numbers of the people in unfinished tables, and of the owners of their private chats."""
    return {number for _, chat, people, _ in rows for number in (*_numbers(people), _owner(chat)) if number}


def parse_unfinished(rows: Iterable[Row], known: Mapping[int, PersonId]) -> list[Unfinished]:
    """Returns unfinished tables in the order of their rows, with ids for numbers.

    `known` has the id of each person's number. Other people are left out of the outline, because the log has
    the truth; an unknown private chat keeps its stored name.
    """
    found = []
    for table, chat, people, soon in rows:
        named = tuple([known[number] for number in _numbers(people) if number in known])
        found.append(Unfinished(table, known.get(_owner(chat), chat), Outline(named, soon)))
    return found


def _numbers(people: str) -> list[int]:
    """Returns the integers in a JSON list; an empty list if the text is no list."""
    try:
        found = json.loads(people)
    except (ValueError, RecursionError):
        return []
    return [it for it in found if type(it) is int] if isinstance(found, list) else []


def _owner(chat: ChatId) -> int:
    """Returns the number of the person in the stored name of a private chat; 0 for another chat."""
    number = chat.removeprefix(MARK)
    return int(number) if chat.startswith(MARK) and number.isdecimal() else 0
