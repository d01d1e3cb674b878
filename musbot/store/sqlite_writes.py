"""How each step of a write is made in SQLite, and how a batch of writes is committed together."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from operator import itemgetter
from typing import Any

from musbot.store.faults import OWN, meaning
from musbot.store.people import CHAT as THE_CHAT
from musbot.store.people import NAME, NAME_ID, NUMBERS, PERSON, PERSON_ID
from musbot.store.results import PLAYED, RESULT
from musbot.store.steps import Row, Step
from musbot.store.writer import Outcomes

Values = tuple[Any, ...]

_EVENT = "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, NULL)"
_EVENT_BY = f"INSERT INTO events VALUES (?, ?, ?, ?, ?, json_replace(?, '$.by', ({PERSON_ID})), NULL)"  # noqa: S608
_EVENT_WHO = f"""
    INSERT INTO events
    SELECT ?, ?, ?, ?, ?, json_replace(?, '$.who', n.id), n.id FROM (SELECT ({NAME_ID}) AS id) n
"""  # noqa: S608
_TABLE = (
    f"INSERT INTO tables (table_id, chat, opened_at, people, soon_s) VALUES (?, {THE_CHAT}, ?, {NUMBERS}, ?)"  # noqa: S608
)
_OVER = "UPDATE tables SET over_at = ?, people = '[]', soon_s = NULL WHERE table_id = ?"
_SHOWN = f"INSERT OR REPLACE INTO shown VALUES (?, {THE_CHAT}, ?, ?, ?, ?, ?, ?)"  # noqa: S608
_HIDE = f"DELETE FROM shown WHERE table_id = ? AND chat = {THE_CHAT} AND slot = ? AND message = ''"  # noqa: S608
_NOTED = "SELECT n.id FROM (SELECT ? AS it) JOIN noted n ON n.bucket = bucket(it) AND n.name = it"
_NAMED = f"""
    INSERT INTO noted (bucket, name) SELECT bucket(it), it FROM (SELECT ? AS it) WHERE NOT EXISTS ({_NOTED})
"""  # noqa: S608
_NOTE = f"INSERT OR REPLACE INTO notes VALUES (?, ({_NOTED}), ?)"  # noqa: S608
_UNNOTE = f"DELETE FROM notes WHERE kind = ? AND noted = ({_NOTED}) AND value = ''"  # noqa: S608
_RELEASE = "DELETE FROM notes WHERE kind = 'hold' AND CAST(value AS REAL) < ?"
_FORGET = "DELETE FROM seen WHERE key > ? AND key <= ? AND at < ?"
_IS_OVER = "SELECT table_id FROM tables WHERE table_id = ? AND over_at IS NOT NULL"
_DROP = f"DELETE FROM {{}} WHERE table_id IN ({_IS_OVER})".format  # noqa: S608 - nothing comes from outside


def _all(values: Values) -> Values:
    return values


STATEMENTS: Mapping[Step, Sequence[tuple[str, Callable[[Values], Values]]]] = {
    Step.PERSON: [(PERSON, _all)],
    Step.NAME: [(NAME, _all)],
    Step.TABLE: [(_TABLE, itemgetter(0, 1, 1, 2, 3, 4))],
    Step.SEEN: [("INSERT INTO seen VALUES (?, ?)", _all)],
    Step.EVENT: [(_EVENT, _all)],
    Step.EVENT_BY: [(_EVENT_BY, _all)],
    Step.EVENT_WHO: [(_EVENT_WHO, _all)],
    Step.CHAT: [("UPDATE tables SET chat = ? WHERE table_id = ?", _all)],
    Step.OUTLINE: [(f"UPDATE tables SET people = {NUMBERS}, soon_s = ? WHERE table_id = ?", _all)],  # noqa: S608
    Step.SOON: [("UPDATE tables SET soon_s = ? WHERE table_id = ?", _all)],
    Step.OVER: [(_OVER, _all)],
    Step.RESULT: [(RESULT, _all)],
    Step.PLAYED: [(PLAYED, _all)],
    Step.SHOWN: [(_SHOWN, itemgetter(0, 1, 1, 2, 3, 4, 5, 6, 7)), (_HIDE, itemgetter(0, 1, 1, 2))],
    Step.NOTE: [(_NAMED, itemgetter(1, 1)), (_NOTE, _all), (_UNNOTE, itemgetter(0, 1))],
    Step.RESULTS_MOVE: [("UPDATE results SET chat = ? WHERE chat = ?", _all)],
    Step.RELEASE: [(_RELEASE, _all)],
    Step.FORGET: [(_FORGET, _all)],
    Step.DROP_EVENTS: [(_DROP("events"), _all)],
    Step.DROP_SHOWN: [(_DROP("shown"), _all)],
    Step.DROP_TABLE: [(_DROP("tables"), _all)],
}
"""For each step its statements, and which of its values each takes."""


def write(db: sqlite3.Connection, batch: Iterable[Sequence[Row]]) -> None:
    """Does the steps of a batch in a transaction that is under way, in their order."""
    groups: dict[Step, list[Values]] = {}
    for rows in batch:
        for step, values in rows:
            groups.setdefault(step, []).append(values)
    for step in Step:
        for sql, taken in STATEMENTS[step] if step in groups else ():
            db.executemany(sql, map(taken, groups[step]))


def committed(db: sqlite3.Connection, batch: Sequence[Sequence[Row]]) -> Outcomes:
    """Commits a batch in one transaction; raises what stands in the way of all of it."""
    try:
        with transaction(db):
            write(db, batch)
    except OWN as error:
        return [meaning(error)] if len(batch) == 1 else _without_the_guilty(db, batch)
    return [None] * len(batch)


def _without_the_guilty(db: sqlite3.Connection, batch: Sequence[Sequence[Row]]) -> Outcomes:
    """Commits those of a batch that can be written."""
    outcomes: Outcomes = []
    with transaction(db):
        for rows in batch:
            db.execute("SAVEPOINT one")
            try:
                write(db, [rows])
            except OWN as error:
                db.execute("ROLLBACK TO one")
                outcomes.append(meaning(error))
            else:
                outcomes.append(None)
            db.execute("RELEASE one")
    return outcomes


@contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[None]:
    """All that is done in it, or nothing; it is counted (file.py)."""
    db.execute("BEGIN IMMEDIATE")
    try:
        db.execute("UPDATE commits SET number = number + 1")
        yield
        db.commit()
    except BaseException:
        with suppress(sqlite3.Error):
            db.rollback()
        raise
