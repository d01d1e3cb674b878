"""What is known of a table without its log: kept beside it, so that a start need not read ten thousand."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from musbot.store.people import MARK
from musbot.store.protocol import Outline, Unfinished
from musbot.table.alarms import soon_s
from musbot.table.table import Table


def outline(table: Table) -> Outline:
    """Returns what is kept of a table as it is."""
    people = dict.fromkeys(who.person for who in table.seats if who is not None and who.person is not None)
    return Outline(tuple(people), soon_s(table))


def renewed(known: Outline | None, before: Table, table: Table) -> Outline:
    """Returns what is kept of a table after something happened; the same where nothing of it has changed."""
    if known is not None and table.seats is before.seats and known.soon_s == soon_s(table):
        return known
    return outline(table)


def written(outline: Outline) -> tuple[str, float | None]:
    """Returns how it is stored."""
    return json.dumps(outline.people, ensure_ascii=False), outline.soon_s


def retold(rows: Iterable[Sequence[Any]], known: Mapping[int, str]) -> list[Unfinished]:
    """Returns tables that are not over, as they are stored: id, chat, people, how soon.

    People stand there as numbers, `known` names them; who is not known is nobody, for the log is the truth.
    """
    found = []
    for table, chat, people, soon in rows:
        named = tuple([known[number] for number in people if number in known])
        found.append(Unfinished(table, _chat(chat, known), Outline(named, soon)))
    return found


def numbers(people: str) -> list[int]:
    """Returns the people of an outline in a file; what cannot be read is nobody."""
    try:
        found = json.loads(people)
    except (ValueError, RecursionError):
        return []
    return [it for it in found if type(it) is int] if isinstance(found, list) else []


def _chat(chat: str, known: Mapping[int, str]) -> str:
    """Whose private chat it is, or the chat itself."""
    if not chat.startswith(MARK):
        return chat
    number = chat.removeprefix(MARK)
    return known.get(int(number), chat) if number.isdecimal() else chat
