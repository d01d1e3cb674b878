"""`musbot complaints`: the hands that people found badly played by an AI partner, as actas without names."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

from musbot.cli.database import the_database
from musbot.cli.language import words
from musbot.cli.shared import OK, created, say, writing
from musbot.config import Database, Server
from musbot.open_store import need_postgres
from musbot.service.choices.kept import Fact
from musbot.service.process.retention import ENDING
from musbot.store import checkup
from musbot.store.copies import not_in_the_way
from musbot.store.file import PRIVATE, PRIVATE_FOLDER


def run(asked: argparse.Namespace) -> int:
    """Writes an acta a hand, for the eyes of its owner; raises MusError for what stands in the way."""
    folder: Path = asked.folder
    kept = {folder / f"{name}{ENDING}": acta for name, acta in _kept(the_database(asked)).items()}
    for file in kept:
        not_in_the_way(file, overwrite=False)
    with writing(folder):
        folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
    for file, acta in kept.items():
        with created(file, PRIVATE) as new:
            new.write(acta.encode())
    say(words()("cli-quejas-made", count=len(kept), folder=str(folder)))
    return OK


def _kept(database: Database) -> dict[str, str]:
    """What is kept in a database, which a bot may be writing to."""
    if isinstance(database, Server):
        need_postgres()
        from musbot.store.postgres import checkup as server

        return asyncio.run(server.noted(database.url, Fact.BADLY))
    return checkup.noted(database, Fact.BADLY)
