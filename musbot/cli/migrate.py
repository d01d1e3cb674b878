"""`musbot migrate`: copies an SQLite file into a PostgreSQL database."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from musbot.cli.errors import translate
from musbot.cli.language import words
from musbot.cli.progress import progress
from musbot.cli.shared import OK, UsageError, print_line
from musbot.config import Database, Server, Settings, read_environment, read_settings
from musbot.store.file import require_readable
from musbot.store.open_store import need_postgres
from musbot.store.protocol import StoreError

if TYPE_CHECKING:
    from musbot.store.postgres.moving import MoveResult


def run(args: argparse.Namespace) -> int:
    """Copies a file into the server, and prints the number of rows and the rows left out; returns 0.

    Without a target, the settings name it. Raises BadSetting, and UsageError if the source is not a file or
    the target is not a server. Raises StoreError if it cannot be copied, as while a bot uses either; then no
    row of the file is in the server.
    """
    texts = words()
    file: Database = args.file
    to: Database = args.to or read_settings(Settings, read_environment()).database
    if not isinstance(file, Path):
        raise UsageError(texts("cli-migrate-from-what"))
    if not isinstance(to, Server):
        raise UsageError(texts("cli-migrate-to-what"))
    need_postgres()
    require_readable(file)
    try:
        moved = asyncio.run(_move_rows(file, to))
    except OSError as error:
        raise StoreError(
            texts("cli-cannot-write", file=str(file), why=translate(texts, error.strerror or ""))
        ) from error
    for name, count in moved.rows.items():
        print_line(f"{name:8} {count}")
    for what in moved.left_out:
        print_line(texts("cli-migrate-aside", what=what))
    print_line(texts("cli-migrate-made", to=str(to), file=str(file)))
    return OK


async def _move_rows(file: Path, to: Server) -> MoveResult:
    """Copies all rows, with a progress line on stderr, and returns the numbers.

    Raises StoreError or OSError.
    """
    from musbot.store.postgres.moving import take_over

    with progress() as bar:
        return await take_over(file, to.url, bar(words()("cli-migrate-rows")))
