"""A person is forgotten: neither their name nor the id that their platform gave is left in the file.

No index holds either, and their rows stay where they were written (`people`, `names`, `noted`: nothing is
deleted there, nothing grows), so no page that is split keeps a copy; `secure_delete` overwrites the row.
"""

from __future__ import annotations

import sqlite3

from musbot.store.dialect import MARK
from musbot.store.people import NAMES_OF, PERSON_ID
from musbot.store.sqlite_writes import transaction

_NOTED = """
    SELECT n.id FROM (SELECT ? AS it) JOIN noted n ON n.bucket = bucket(it)
    WHERE n.name = it OR substr(n.name, 1, length(it) + 1) = it || '/'
"""
_SHOWN = f"""
    DELETE FROM shown WHERE chat = '{MARK}' || ({PERSON_ID})
    AND table_id IN (SELECT table_id FROM events WHERE who IN ({NAMES_OF}) AND kind IN ('SatDown', 'Queued'))
"""  # noqa: S608 - nothing of it comes from outside
_STEPS = (
    (_SHOWN, 2),
    (f"DELETE FROM notes WHERE noted IN ({_NOTED})", 1),  # noqa: S608
    (f"UPDATE noted SET bucket = NULL, name = NULL WHERE id IN ({_NOTED})", 1),  # noqa: S608
    (f"UPDATE names SET name = NULL, language = '' WHERE who = ({PERSON_ID})", 1),  # noqa: S608
    (f"UPDATE people SET bucket = NULL, person = NULL WHERE id = ({PERSON_ID})", 1),  # noqa: S608
)
"""What is done, and how often the person is named in it."""


def forget(db: sqlite3.Connection, person: str) -> None:
    """Takes a person out of a file in one transaction; then its log has to be emptied (`emptied`)."""
    with transaction(db):
        for statement, times in _STEPS:
            db.execute(statement, (person,) * times)


def emptied(db: sqlite3.Connection) -> bool:
    """Brings all of the write-ahead log into the file and leaves it empty; False while somebody reads."""
    ((busy, _, _),) = db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return not busy
