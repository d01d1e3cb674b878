"""What is known of a table without its log: kept beside it, so that a start need not read ten thousand."""

from __future__ import annotations

import json

from musbot.store.protocol import Outline
from musbot.table.clocks import soon_s
from musbot.table.state import Table


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


def read(people: str, soon_s: float | None) -> Outline:
    """Returns what was stored; what cannot be read is nobody, for the log is the truth."""
    try:
        names = json.loads(people)
    except ValueError:
        return Outline((), soon_s)
    listed = names if isinstance(names, list) else []
    return Outline(tuple(name for name in listed if isinstance(name, str)), soon_s)
