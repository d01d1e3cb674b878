"""How each step of a write is made in PostgreSQL: a batch is one statement, a few where it must be.

Every step takes its rows as columns (`unnest`), and the steps of a batch are the parts of one `WITH`: so most
batches are one message there and one back, and commit by themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Any

from musbot.store.dialect import MARK
from musbot.store.steps import Row, Step

Values = tuple[Any, ...]

_TEXT, _INT, _FLOAT = "text[]", "bigint[]", "float8[]"
_THE_CHAT = f"coalesce((SELECT '{MARK}' || p.id FROM people p WHERE p.person = x.chat), x.chat)"
_NUMBERS = """
    ARRAY(SELECT p.id FROM json_array_elements_text(x.people::json) WITH ORDINALITY j(person, n)
    JOIN people p ON p.person = j.person ORDER BY j.n)
"""
_NAME_ID = """
    (SELECT n.id FROM people p JOIN names n ON n.who = p.id
    WHERE p.person = {} AND n.name = {} AND n.language = {})
"""
_SEATS = f"""
    (SELECT json_agg({_NAME_ID.format("j.s->>0", "j.s->>1", "j.s->>2")} ORDER BY j.n)::text
    FROM json_array_elements(x.seats::json) WITH ORDINALITY j(s, n))
"""
_EVENTS = "INSERT INTO events (table_id, seq, at, kind, version, body, who)"
_EVENT = {"t": _TEXT, "seq": _INT, "at": _FLOAT, "kind": _TEXT, "version": "int[]", "body": _TEXT}
_NUMBER = r"'^[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?$'"


@dataclass(frozen=True, slots=True)
class _Made:
    """A step's statement, which reads its rows from `x`, and the columns of these.

    `target` says which row a value touches: two that touch one do not go into one statement.
    """

    columns: Mapping[str, str]
    sql: str
    target: Callable[[Values], object] | None = None


def _table_at(place: int) -> Callable[[Values], object]:
    return lambda values: ("tables", values[place])


def _dropped(what: str) -> _Made:
    return _Made(
        {"t": _TEXT},
        f"DELETE FROM {what} d USING {{x}} JOIN tables ON tables.table_id = x.t"
        " WHERE d.table_id = x.t AND over_at IS NOT NULL",
    )


class Absent(Enum):
    """What a step does whose last value is empty."""

    HIDE = "table, chat, slot"
    UNNOTE = "kind, name"


class Forgotten(Enum):
    """Where a person is forgotten: together, for they find the person by what the others take away."""

    SHOWN = "person"
    NOTES = "person, in their names"
    NAMES = "person, called so"
    ID = "person, known as"


Deed = Step | Absent | Forgotten

_MADE: Mapping[Deed, _Made] = {
    Step.PERSON: _Made(
        {"person": _TEXT}, "INSERT INTO people (person) SELECT person FROM {x} ON CONFLICT DO NOTHING"
    ),
    Step.NAME: _Made(
        {"name": _TEXT, "language": _TEXT, "person": _TEXT},
        "INSERT INTO names (who, name, language) SELECT p.id, x.name, x.language"
        " FROM {x} JOIN people p ON p.person = x.person ON CONFLICT DO NOTHING",
    ),
    Step.TABLE: _Made(
        {"t": _TEXT, "chat": _TEXT, "at": _FLOAT, "people": _TEXT, "soon": _FLOAT},
        f"INSERT INTO tables (table_id, chat, opened_at, people, soon_s)"
        f" SELECT x.t, {_THE_CHAT}, x.at, {_NUMBERS}, x.soon FROM {{x}}",
    ),
    Step.SEEN: _Made({"key": _TEXT, "at": _FLOAT}, "INSERT INTO seen SELECT key, at FROM {x}"),
    Step.EVENT: _Made(_EVENT, f"{_EVENTS} SELECT t, seq, at, kind, version, body, NULL FROM {{x}}"),
    Step.EVENT_BY: _Made(
        {**_EVENT, "person": _TEXT},
        f"{_EVENTS} SELECT t, seq, at, kind, version,"
        """ replace(body, '"by":0', '"by":' || p.id), NULL FROM {x} LEFT JOIN people p USING (person)""",
    ),
    Step.EVENT_WHO: _Made(
        {**_EVENT, "person": _TEXT, "name": _TEXT, "language": _TEXT},
        f"{_EVENTS} SELECT t, seq, at, kind, version,"
        """ replace(body, '"who":0', '"who":' || n.id), n.id FROM {x} CROSS JOIN LATERAL"""
        f" (SELECT {_NAME_ID.format('x.person', 'x.name', 'x.language')} AS id) n",
    ),
    Step.CHAT: _Made(
        {"chat": _TEXT, "t": _TEXT},
        "UPDATE tables SET chat = x.chat FROM {x} WHERE table_id = x.t",
        _table_at(1),
    ),
    Step.OUTLINE: _Made(
        {"people": _TEXT, "soon": _FLOAT, "t": _TEXT},
        f"UPDATE tables SET people = {_NUMBERS}, soon_s = x.soon FROM {{x}} WHERE table_id = x.t",
        _table_at(2),
    ),
    Step.SOON: _Made(
        {"soon": _FLOAT, "t": _TEXT},
        "UPDATE tables SET soon_s = x.soon FROM {x} WHERE table_id = x.t",
        _table_at(1),
    ),
    Step.OVER: _Made(
        {"at": _FLOAT, "t": _TEXT},
        "UPDATE tables SET over_at = x.at, people = '{}', soon_s = NULL FROM {x} WHERE table_id = x.t",
        _table_at(1),
    ),
    Step.RESULT: _Made(
        {
            "t": _TEXT,
            "chat": _TEXT,
            "at": _FLOAT,
            "rules": _TEXT,
            "alone": "int[]",
            "seats": _TEXT,
            "winner": "int[]",
            "juegos": _TEXT,
        },
        f"INSERT INTO results SELECT t, chat, at, rules, alone, {_SEATS}, winner, juegos FROM {{x}}"
        " ON CONFLICT DO NOTHING",
    ),
    Step.PLAYED: _Made(
        {"t": _TEXT, "seats": _TEXT},
        "INSERT INTO played SELECT p.id, x.t FROM {x}"
        " CROSS JOIN LATERAL json_array_elements(x.seats::json) j(s) JOIN people p ON p.person = j.s->>0"
        " ON CONFLICT DO NOTHING",
    ),
    Step.SHOWN: _Made(
        {
            "t": _TEXT,
            "chat": _TEXT,
            "slot": _TEXT,
            "message": _TEXT,
            "digest": _TEXT,
            "at": _FLOAT,
            "moment": _TEXT,
            "seq": _INT,
        },
        f"INSERT INTO shown SELECT t, {_THE_CHAT}, slot, message, digest, at, moment, seq FROM {{x}}"
        " ON CONFLICT (table_id, chat, slot) DO UPDATE SET message = excluded.message,"
        " digest = excluded.digest, at = excluded.at, moment = excluded.moment, seq = excluded.seq",
        lambda values: ("shown", *values[:3]),
    ),
    Step.NOTE: _Made(
        {"kind": _TEXT, "name": _TEXT, "value": _TEXT},
        "INSERT INTO notes SELECT kind, name, value FROM {x}"
        " ON CONFLICT (kind, name) DO UPDATE SET value = excluded.value",
        lambda values: ("notes", *values[:2]),
    ),
    Step.RESULTS_MOVE: _Made(
        {"new": _TEXT, "chat": _TEXT},
        "UPDATE results SET chat = x.new FROM {x} WHERE results.chat = x.chat",
        lambda values: ("results", values[1]),
    ),
    Step.RELEASE: _Made(
        {"now": _FLOAT},
        "DELETE FROM notes USING {x} WHERE notes.kind = 'hold'"
        f" AND CASE WHEN value ~ {_NUMBER} THEN value::float8 ELSE 0 END < x.now",
        lambda _: "released",
    ),
    Step.FORGET: _Made(
        {"first": _TEXT, "last": _TEXT, "before": _FLOAT},
        "DELETE FROM seen USING {x} WHERE key > x.first AND key <= x.last AND seen.at < x.before",
    ),
    Step.DROP_EVENTS: _dropped("events"),
    Step.DROP_SHOWN: _dropped("shown"),
    Step.DROP_TABLE: _Made(
        {"t": _TEXT},
        "DELETE FROM tables USING {x} WHERE table_id = x.t AND over_at IS NOT NULL",
        _table_at(0),
    ),
    Absent.HIDE: _Made(
        {"t": _TEXT, "chat": _TEXT, "slot": _TEXT},
        "DELETE FROM shown s USING {x}"
        f" WHERE s.table_id = x.t AND s.chat = {_THE_CHAT} AND s.slot = x.slot",
    ),
    Absent.UNNOTE: _Made(
        {"kind": _TEXT, "name": _TEXT},
        "DELETE FROM notes n USING {x} WHERE n.kind = x.kind AND n.name = x.name",
    ),
}
_PEOPLE = {"person": _TEXT}
_FORGOTTEN: Mapping[Deed, _Made] = {
    Forgotten.SHOWN: _Made(
        _PEOPLE,
        f"DELETE FROM shown s USING {{x}} JOIN people p USING (person) WHERE s.chat = '{MARK}' || p.id"
        " AND s.table_id IN (SELECT e.table_id FROM events e JOIN names n ON n.id = e.who"
        " WHERE n.who = p.id AND e.kind IN ('SatDown', 'Queued'))",
    ),
    Forgotten.NOTES: _Made(
        _PEOPLE,
        "DELETE FROM notes n USING {x} WHERE n.name = x.person"
        " OR n.name > x.person || '/' AND n.name < x.person || '0'",
    ),
    Forgotten.NAMES: _Made(
        _PEOPLE,
        "UPDATE names n SET name = NULL, language = '' FROM {x} JOIN people p USING (person)"
        " WHERE n.who = p.id",
    ),
    Forgotten.ID: _Made(_PEOPLE, "UPDATE people p SET person = NULL FROM {x} WHERE p.person = x.person"),
}
_COMMITTED = "UPDATE active SET process = CASE process WHEN ${} THEN process END, number = ${}"
"""Refused where the row names another process, and with it all that stands in one transaction with it."""
_EARLIEST = {Step.PERSON: 0, Step.NAME: 1}
_AFTER_PEOPLE = 2


@dataclass(frozen=True, slots=True)
class Statement:
    """One that is run with these values."""

    sql: str
    values: Sequence[Any]


@dataclass(frozen=True, slots=True)
class Marker:
    """What is written with a batch: by whom, so it is refused where they may not, and which commit it is."""

    process: str
    number: int


def statements(batch: Sequence[Sequence[Row]], marker: Marker) -> list[Statement]:
    """Returns what writes a batch: one statement, or some to be run in a transaction."""
    waves = _waves(batch)
    made = [Statement(_composed(tuple(wave), marked=False), _columns(wave)) for wave in waves[:-1]]
    last = [*_columns(waves[-1]), marker.process, marker.number]
    return [*made, Statement(_composed(tuple(waves[-1]), marked=True), last)]


Wave = dict[Deed, list[Values]]
"""What one statement does."""


def _waves(batch: Sequence[Sequence[Row]]) -> list[Wave]:
    """The rows of a batch, so that of those in one wave none needs another, nor touches the same row."""
    rows = _last_of_each(batch)
    first = _AFTER_PEOPLE if Step.PERSON in rows else 0
    waves: list[Wave] = []
    touched: dict[object, int] = {}
    forgotten = rows.pop(Step.FORGET_PERSON, ())
    for step in (step for step in Step if step in rows):
        target = _MADE[step].target
        for values in rows[step]:
            place = _EARLIEST.get(step, first)
            if target is not None:
                what = target(values)
                place = max(place, touched.get(what, -1) + 1)
                touched[what] = place
            waves += [{} for _ in range(place + 1 - len(waves))]
            deed, columns = _deed(step, values)
            waves[place].setdefault(deed, []).append(columns)
    if forgotten:
        waves.append({deed: list(forgotten) for deed in Forgotten})
    return [wave for wave in waves if wave] or [{}]


def _last_of_each(batch: Sequence[Sequence[Row]]) -> dict[Step, Sequence[Values]]:
    """The rows by step; of those that do one thing to one row the last. Sorted, so none wait crosswise."""
    found: dict[Step, dict[object, Values]] = {}
    for step, values in (row for rows in batch for row in rows):
        target = _MADE[step].target if step in _MADE else None
        of_step = found.setdefault(step, {})
        of_step[target(values) if target is not None else len(of_step)] = values
    return {
        step: sorted(rows.values(), key=repr) if step in _MADE and _MADE[step].target else [*rows.values()]
        for step, rows in found.items()
    }


def _deed(step: Step, values: Values) -> tuple[Deed, Values]:
    if step is Step.SHOWN and not values[3]:
        return Absent.HIDE, values[:3]
    if step is Step.NOTE and not values[2]:
        return Absent.UNNOTE, values[:2]
    return step, values


def _columns(wave: Wave) -> list[list[Any]]:
    return [list(column) for rows in wave.values() for column in zip(*rows, strict=True)]


@lru_cache(maxsize=500)
def _composed(deeds: tuple[Deed, ...], *, marked: bool) -> str:
    parts, number = list[str](), 0
    for deed in deeds:
        made = _FORGOTTEN[deed] if isinstance(deed, Forgotten) else _MADE[deed]
        columns = ", ".join(f"${number + n}::{kind}" for n, kind in enumerate(made.columns.values(), start=1))
        number += len(made.columns)
        parts.append(made.sql.replace("{x}", f"unnest({columns}) AS x({', '.join(made.columns)})"))
    if marked:
        parts.append(_COMMITTED.format(number + 1, number + 2))
    *first, last = parts
    named = ", ".join(f"p{place} AS ({part})" for place, part in enumerate(first))
    return f"WITH {named} {last}" if named else last
