"""`musbot migrate`: an SQLite file is taken over into PostgreSQL."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from musbot.cli.errors import translated
from musbot.cli.language import words
from musbot.cli.progress import progress
from musbot.cli.shared import OK, Misused, say
from musbot.config import Database, Server, Settings, read_environment, read_settings
from musbot.open_store import need_postgres
from musbot.store.protocol import StoreError

if TYPE_CHECKING:
    from musbot.store.postgres.moving import TakenOver


def run(asked: argparse.Namespace) -> int:
    """Takes a file over, and says how much of what; raises StoreError where nothing was."""
    texts = words()
    file: Database = asked.file
    to: Database = asked.to or read_settings(Settings, read_environment()).database
    if not isinstance(file, Path):
        raise Misused(texts("cli-migrate-from-what"))
    if not isinstance(to, Server):
        raise Misused(texts("cli-migrate-to-what"))
    need_postgres()
    if not file.is_file():
        raise StoreError(f"{file}: expected a database file")
    try:
        moved = asyncio.run(_moved(file, to))
    except OSError as error:
        raise StoreError(
            texts("cli-cannot-write", file=str(file), why=translated(texts, error.strerror or ""))
        ) from error
    for name, count in moved.rows.items():
        say(f"{name:8} {count}")
    for what in moved.aside:
        say(texts("cli-migrate-aside", what=what))
    say(texts("cli-migrate-made", to=str(to), file=str(file)))
    return OK


async def _moved(file: Path, to: Server) -> TakenOver:
    from musbot.store.postgres.moving import take_over

    with progress() as bar:
        return await take_over(file, to.url, bar(words()("cli-migrate-rows")))
