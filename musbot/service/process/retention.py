"""The archive of old tables: an acta without names for each partida; the table is deleted."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable
from pathlib import Path

from musbot.acta.read import read
from musbot.acta.write import write
from musbot.config import BadSetting, Server, Settings
from musbot.game.events import Event
from musbot.service.delivery.courier import LATEST_END_S
from musbot.service.review.keepsakes import promesa_of
from musbot.store.copies import flush_file
from musbot.store.file import PRIVATE, PRIVATE_FOLDER
from musbot.store.refold import FORGED, Log, read_log, refold
from musbot.store.store import Store
from musbot.table.events import TableId

log = logging.getLogger(__name__)

DAY_S = 24 * 3600
"""Seconds of a day."""
SLICE = 20
"""Number of tables deleted at once; a press waits for at most as many deletions."""
SEATS = "ABCDEFGH"
"""The names of players in archived actas."""
ENDING = ".mus.toml"
"""The ending of their file names."""


class Retention:
    """Moves tables that have been over for some days from the store to a folder."""

    def __init__(self, store: Store, folder: Path, days: int, wall: Callable[[], float]) -> None:
        self._store = store
        self.folder = folder
        self._kept_s = days * DAY_S
        self._wall = wall
        self._left: set[str] = set()

    async def sweep(self) -> None:
        """Archives and deletes the tables that ended more than the kept days ago; raises StoreError.

        A table without a partida is deleted without an acta. Tables with an end notice still to send, and
        tables that cannot be read, stay. Actas are on disk before their tables are deleted, so a crash
        between only writes them again. An OSError is logged and ends the sweep; tables of that slice stay.
        """
        now, last = self._wall(), ""
        untold = frozenset(await self._store.list_untold(now - LATEST_END_S))
        while found := await self._store.list_finished_before(now - self._kept_s, last, SLICE):
            due = [it for it in found if it not in untold and it not in self._left]
            try:
                written = [it for it in due if await self._write(it)]
                await asyncio.to_thread(flush_names, self.folder)
            except OSError as error:
                log.warning("actas cannot be written, so tables stay: %s", error.strerror)
                return
            await asyncio.gather(*map(self._store.drop, written))
            last = found[-1]

    async def _write(self, table: TableId) -> bool:
        """Writes the acta of a table, if a partida had begun; returns whether the table may be deleted.

        False, with a warning, if no acta can be made; this process does not try it again. Raises OSError or
        StoreError.
        """
        events = await self._store.load_log(table)
        try:
            acta = await asyncio.to_thread(acta_of, table, events)
        except FORGED as error:
            self._left.add(table)
            log.warning("table %s cannot be made an acta: it stays: %s", table, type(error).__name__)
            return False
        if acta:
            await asyncio.to_thread(write_acta_file, self.folder, table, acta)
        return True


def acta_of(name: TableId, events: Log) -> str:
    """Returns the acta of a finished table as text, with seats named A, B…; "" if no partida had begun.

    Raises one of FORGED for a log without an end, and for a name that is no file name. Raises one too for an
    acta that cannot be read again.
    """
    table = refold(name, events)
    if table is None or not table.over or Path(name).name != name:
        raise ValueError("expected a table that is over")
    if table.mesa is None:
        return ""
    played = [event for event in read_log(name, events) if isinstance(event, Event)]
    acta = write(tuple(SEATS[: len(table.seats)]), played, promesa_of(table))
    read(acta)
    return acta


def write_acta_file(folder: Path, table: str, acta: str) -> None:
    """Writes an acta atomically as `TABLE.mus.toml`, readable only by its owner; creates the folder.

    Replaces an earlier acta of the table. It is durable after `flush_names`. Raises OSError.
    """
    folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
    file = folder / f"{table}{ENDING}"
    part = folder / f".{table}.part"
    opened = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, PRIVATE)
    with os.fdopen(opened, "w", encoding="utf-8", newline="\n") as written:
        written.write(acta)
        written.flush()
        os.fsync(written.fileno())
    part.replace(file)


def flush_names(folder: Path) -> None:
    """Waits until the names of all files in the folder are on the disk; raises OSError.

    No effect if the folder does not exist.
    """
    if folder.exists():
        flush_file(folder)


def can_write_in(folder: Path) -> bool:
    """Returns whether this user may make files in a folder, or in its nearest existing parent if it is
    missing.

    It makes nothing. False if that path is a file.
    """
    there = next(it for it in (folder, *folder.absolute().parents) if os.path.exists(it))
    return there.is_dir() and os.access(there, os.W_OK | os.X_OK)


def make_retention(store: Store, settings: Settings, wall: Callable[[], float]) -> Retention | None:
    """Returns the archiver; None if tables are kept for ever.

    Raises BadSetting if no folder is known. Logs a warning if it will not be able to write, and returns it
    anyway.
    """
    folder = folder_of(settings)
    if settings.keep_days is None or folder is None:
        return None
    if not can_write_in(folder):
        log.warning("actas cannot be written in %s, so tables stay", folder)
    return Retention(store, folder, settings.keep_days, wall)


def folder_of(settings: Settings) -> Path | None:
    """Returns the folder for actas: the configured one, or `actas` in the folder of the database file.

    None if tables are kept for ever. Raises BadSetting for a database server without a configured folder.
    """
    if settings.keep_days is None:
        return None
    if settings.actas is not None:
        return settings.actas
    if isinstance(settings.database, Server):
        raise BadSetting("MUSBOT_ACTAS", "a folder, for the database is no file and MUSBOT_KEEP_DAYS is set")
    return settings.database.parent / "actas"
