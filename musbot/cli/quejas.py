"""`musbot complaints`: exports hands that players reported as badly played by an AI, without names."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

from musbot.cli.database import chosen_database
from musbot.cli.language import words
from musbot.cli.shared import OK, create_file, report_os_errors, say
from musbot.config import Database, Server
from musbot.open_store import need_postgres
from musbot.service.choices.kept import Fact
from musbot.service.process.retention import ENDING
from musbot.store import checkup
from musbot.store.copies import not_in_the_way
from musbot.store.file import PRIVATE, PRIVATE_FOLDER


def run(asked: argparse.Namespace) -> int:
    """Writes an acta for each reported hand, readable only by its owner.

    Raises MusError if a file exists already or cannot be written.
    """
    folder: Path = asked.folder
    kept = {
        folder / f"{name}{ENDING}": acta for name, acta in _load_complaints(chosen_database(asked)).items()
    }
    for file in kept:
        not_in_the_way(file, overwrite=False)
    with report_os_errors(folder):
        folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
    for file, acta in kept.items():
        with create_file(file, PRIVATE) as new:
            new.write(acta.encode())
    say(words()("cli-quejas-made", count=len(kept), folder=str(folder)))
    return OK


def _load_complaints(database: Database) -> dict[str, str]:
    """Returns the actas of reported hands by file name. A bot may be using the database."""
    if isinstance(database, Server):
        need_postgres()
        from musbot.store.postgres import checkup as server

        return asyncio.run(server.noted(database.url, Fact.BADLY))
    return checkup.noted(database, Fact.BADLY)
