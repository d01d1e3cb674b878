"""`musbot quejas`: the hands that people found badly played by an AI partner, as actas without names."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

from musbot.cli.database import the_database
from musbot.cli.language import words
from musbot.cli.shared import OK, say, writing
from musbot.config import Database, Server
from musbot.open_store import need_postgres
from musbot.service.choices.kept import Fact
from musbot.service.process.retention import keep, settled
from musbot.store import checkup


def run(asked: argparse.Namespace) -> int:
    """Writes an acta a hand, for the eyes of its owner; raises MusError for what stands in the way."""
    folder: Path = asked.folder
    kept = _kept(the_database(asked))
    with writing(folder):
        for name, acta in kept.items():
            keep(folder, name, acta)
        settled(folder)
    say(words()("cli-quejas-made", count=len(kept), folder=str(folder)))
    return OK


def _kept(database: Database) -> dict[str, str]:
    """What is kept in a database, which a bot may be writing to."""
    if isinstance(database, Server):
        need_postgres()
        from musbot.store.postgres import checkup as server

        return asyncio.run(server.noted(database.url, Fact.BADLY))
    return checkup.noted(database, Fact.BADLY)
