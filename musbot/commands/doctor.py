"""`musbot doctor`: whether all is well with the database, and what can be saved of a table."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from musbot.store.checkup import Checkup, check, exported
from musbot.store.file import PRIVATE

__all__ = ["check", "export", "told"]


def told(path: Path, found: Checkup) -> Iterator[str]:
    """Yields what is said of a database, a line for each fault."""
    tables = f"{found.tables} table{'' if found.tables == 1 else 's'} looked at"
    yield f"{path}: schema {found.schema}, {tables}"
    yield from found.faults
    yield f"wrong: {len(found.faults)}" if found.faults else "all is well"


def export(path: Path, table: str, to: Path) -> int:
    """Writes a table's log into a file of its owner's alone; returns how many events; raises OSError too."""
    events = 0
    with os.fdopen(
        os.open(to, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, PRIVATE), "w", encoding="utf-8"
    ) as file:
        to.chmod(PRIVATE)
        for line in exported(path, table):
            file.write(f"{line}\n")
            events += 1
    return events
