"""Commits batches of writes to a database file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from musbot.store.dialect import SQLITE, fill_in
from musbot.store.faults import OWN, to_store_error
from musbot.store.operations import Write, operations
from musbot.store.writer import Outcomes

_STATEMENTS = {kind: [fill_in(sql, SQLITE) for sql in kind.sql] for kind in operations()}


def commit(db: sqlite3.Connection, batch: Sequence[Write]) -> Outcomes:
    """Commits a batch in one transaction, without the writes that are refused, and counts it in `commits`.

    Returns for each write None, or the StoreError that refused it. Raises an error of SQLite that concerns
    the whole batch; then no row is written.
    """
    outcomes: Outcomes = []
    with _transaction(db):
        for write in batch:
            db.execute("SAVEPOINT one")
            try:
                for operation in write:
                    for sql in _STATEMENTS[type(operation)]:
                        db.execute(sql, vars(operation))
            except OWN as error:
                db.execute("ROLLBACK TO one")
                outcomes.append(to_store_error(error))
            else:
                outcomes.append(None)
            db.execute("RELEASE one")
    return outcomes


def empty_wal(db: sqlite3.Connection) -> bool:
    """Moves the write-ahead log into the file and empties it; raises sqlite3.Error.

    Returns False if another program prevented that.
    """
    ((busy, _, _),) = db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return not busy


@contextmanager
def _transaction(db: sqlite3.Connection) -> Iterator[None]:
    """Runs the block in one transaction that also counts itself in `commits`.

    An error in the block rolls it back and propagates.
    """
    db.execute("BEGIN IMMEDIATE")
    try:
        db.execute("UPDATE commits SET number = number + 1")
        yield
        db.commit()
    except BaseException:
        with suppress(sqlite3.Error):
            db.rollback()
        raise
