"""What a write is made of, whatever the engine: steps, each a row of values."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import astuple
from enum import Enum
from typing import Any

from musbot.store.codec import Stored
from musbot.store.outline import written
from musbot.store.people import apart
from musbot.store.protocol import Outline, Posted
from musbot.store.refold import SEATING
from musbot.store.results import PartidaEnd

SEATING_KINDS = frozenset(kind.__name__ for kind in SEATING)
"""The events without which the people of a table stay who they are."""


class Step(Enum):
    """The steps there are, in the order in which those of a batch are done; what the values of each are."""

    PERSON = "person"
    NAME = "name, language, person"
    TABLE = "table, chat, at, people, soon_s"
    SEEN = "key, at"
    EVENT = "table, seq, at, kind, version, body"
    EVENT_BY = "those of an event, person"
    EVENT_WHO = "those of an event, person, name, language"
    CHAT = "chat, table"
    OUTLINE = "people, soon_s, table"
    SOON = "soon_s, table"
    OVER = "at, table"
    RESULT = "table, chat, at, rules, alone, seats, winner, juegos"
    PLAYED = "table, seats"
    SHOWN = "table, chat, slot, message, digest, at, moment, seq: an empty message takes it away"
    NOTE = "kind, name, value: an empty value takes it away"
    RESULTS_MOVE = "to, chat"
    RELEASE = "now"
    FORGET = "after, until, before"
    DROP_EVENTS = "table"
    DROP_SHOWN = "table, too"
    DROP_TABLE = "table, of which nothing else is left"
    FORGET_PERSON = "person; in a file that is more than a step (forget.py)"


Row = tuple[Step, tuple[Any, ...]]


def created(
    table: str, chat: str, now: float, events: Sequence[Stored], key: str, outline: Outline
) -> list[Row]:
    """Returns what is written of a new table."""
    rows: list[Row] = [(Step.TABLE, (table, chat, now, *written(outline)))]
    rows += _logged(table, 0, now, events)
    return [*rows, *marked(key, now)]


def appended(
    table: str,
    after: int,
    now: float,
    events: Sequence[Stored],
    *,
    over: bool,
    outline: Outline | None,
    result: PartidaEnd | None,
) -> list[Row]:
    """Returns what is written of events that follow the first `after` ones, and of what goes with them."""
    rows = _logged(table, after, now, events)
    if over:  # nothing is known any more of one that is over
        rows.append((Step.OVER, (now, table)))
    elif outline is not None:
        people, soon_s = written(outline)
        seated = any(event.kind in SEATING_KINDS for event in events)
        rows.append((Step.OUTLINE, (people, soon_s, table)) if seated else (Step.SOON, (soon_s, table)))
    if result is not None:
        rows += ended(table, now, result)
    return rows


def marked(key: str, now: float) -> list[Row]:
    """Returns what is written of a delivery; nothing of one without a key."""
    return [(Step.SEEN, (key, now))] if key else []


def shown_row(table: str, shown: Posted) -> Row:
    """Returns what is written of what a chat shows."""
    return Step.SHOWN, (table, *astuple(shown))


def dropped(table: str) -> list[Row]:
    """Returns what is written to keep a table no more; its result stays, and a table that is not over."""
    return [(step, (table,)) for step in (Step.DROP_EVENTS, Step.DROP_SHOWN, Step.DROP_TABLE)]


def ended(table: str, at: float, end: PartidaEnd) -> list[Row]:
    """Returns what is written of a result."""
    people = [
        [who.person, who.name, who.language] if who is not None and who.person is not None else []
        for who in end.seats
    ]
    seats = json.dumps(people, ensure_ascii=False)
    row = (table, end.chat, at, end.rules, int(end.alone), seats, end.winner, json.dumps(end.juegos))
    return [(Step.RESULT, row), (Step.PLAYED, (table, seats))]


def _logged(table: str, after: int, now: float, events: Sequence[Stored]) -> list[Row]:
    """Of the events: people stand apart."""
    rows: list[Row] = []
    for seq, event in enumerate(events, start=after + 1):
        told = apart(event)
        if told is None:
            rows.append((Step.EVENT, (table, seq, now, event.kind, event.version, event.body)))
            continue
        row = (table, seq, now, event.kind, event.version, told.event.body, told.person)
        rows.append((Step.PERSON, (told.person,)))
        if told.name is None:
            rows.append((Step.EVENT_BY, row))
        else:
            rows.append((Step.NAME, (told.name, told.language, told.person)))
            rows.append((Step.EVENT_WHO, (*row, told.name, told.language)))
    return rows
