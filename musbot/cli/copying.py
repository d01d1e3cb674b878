"""`musbot backup` and `musbot restore`: copy a database while it is in use, and restore a copy."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from types import ModuleType

from musbot import MusError
from musbot.cli.database import chosen_database
from musbot.cli.errors import translate
from musbot.cli.language import words
from musbot.cli.progress import progress
from musbot.cli.shared import FAILED, OK, error_text, print_line, report_os_errors
from musbot.config import Database, Server
from musbot.store.checkup import Report
from musbot.store.copies import AlreadyExists, CopyResult, backup, restore
from musbot.store.open_store import need_postgres
from musbot.words.texts import Texts


def run_backup(args: argparse.Namespace) -> int:
    """Copies the database into a file and reports the result; returns 0.

    Returns 1 if the copy has faults; the copy is kept. Raises BadSetting, or another MusError if no copy can
    be made, also for an existing file without `--overwrite`.
    """
    texts = words()
    where = chosen_database(args)
    try:
        made = _backup(texts, where, args)
    except AlreadyExists as error:
        if args.overwrite:  # not even so: it is a folder
            raise
        raise MusError(texts("cli-backup-there", why=error_text(error, texts))) from error
    for fault in made.found.faults:
        print_line(translate(texts, fault))
    if made.found.faults:
        print_line(texts("cli-backup-faults", file=str(args.file), count=len(made.found.faults)))
        return FAILED
    size = args.file.stat().st_size / 1e6
    print_line(texts("cli-backup-made", file=str(args.file), tables=made.found.tables, size=f"{size:.1f}"))
    return OK


def run_restore(args: argparse.Namespace) -> int:
    """Replaces the database with a copy and prints the new name of the former one, if any; returns 0.

    Returns 1 if a faulty copy was refused; with `--damaged` it is restored. Raises MusError if the copy
    cannot be restored, also for an existing database without `--replace`.
    """
    texts = words()
    where = chosen_database(args)
    try:
        made = _restore(texts, where, args)
    except AlreadyExists as error:
        if args.replace:  # not even so: it is a folder
            raise
        raise MusError(texts("cli-restore-there", why=error_text(error, texts))) from error
    for fault in made.found.faults:
        print_line(translate(texts, fault))
    if made.found.faults and not args.damaged:
        print_line(texts("cli-restore-faults", file=str(args.file), count=len(made.found.faults)))
        return FAILED
    if isinstance(made.former, Path):
        print_line(texts("cli-restore-aside", file=str(made.former)))
    elif made.former:
        print_line(texts("cli-restore-aside-schema", schema=made.former))
    print_line(texts("cli-restore-made", file=str(where), tables=made.found.tables))
    return OK


def _backup(texts: Texts, where: Database, args: argparse.Namespace) -> CopyResult:
    """Copies the database; raises AlreadyExists, DatabaseLocked, or another MusError."""
    if isinstance(where, Server):
        with report_os_errors(args.file):
            return CopyResult(asyncio.run(_server().backup(where.url, args.file, overwrite=args.overwrite)))
    return _run_copy(texts, args.file, partial(backup, where, args.file, overwrite=args.overwrite))


def _restore(texts: Texts, where: Database, args: argparse.Namespace) -> CopyResult:
    """Restores the copy; raises AlreadyExists, DatabaseLocked, or another MusError."""
    if isinstance(where, Server):
        put = _server().restore(args.file, where.url, replace=args.replace, damaged=args.damaged)
        return CopyResult(*asyncio.run(put))
    work = partial(restore, args.file, where, replace=args.replace, damaged=args.damaged)
    return _run_copy(texts, where, work)


def _server() -> ModuleType:
    """Returns the module that copies PostgreSQL databases; raises BadSetting if the driver is missing."""
    need_postgres()
    return import_module("musbot.store.postgres.copies")


def _run_copy(texts: Texts, to: Path, work: Callable[[Report, Report], CopyResult]) -> CopyResult:
    """Does the work with two progress lines on stderr; an OSError becomes a MusError about `to`."""
    with progress() as bar, report_os_errors(to):
        return work(bar(texts("cli-copying")), bar(texts("cli-folding")))
