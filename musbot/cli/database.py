"""The database that a command is about."""

from __future__ import annotations

import argparse
from pathlib import Path

from musbot.cli.language import words
from musbot.config import Database, Expected, Settings, database, read_environment, read_settings


def database_option(parser: argparse.ArgumentParser) -> None:
    """Lets another database be named than that of the settings."""
    about = words()("cli-option-database")
    parser.add_argument("--database", type=a_database, metavar="FILE", help=about)


def a_database(text: str) -> Database:
    """Reads a database as an option: a URL, or the path of a file; raises ArgumentTypeError."""
    if "://" not in text:
        return Path(text)
    try:
        return database(text)
    except Expected as error:
        from musbot.cli.errors import translated

        texts = words()
        raise argparse.ArgumentTypeError(texts("cli-expected", what=translated(texts, str(error)))) from None


def the_database(asked: argparse.Namespace) -> Database:
    """Returns the one that is asked about, else that of the settings; raises BadSetting."""
    named: Database | None = asked.database
    return read_settings(Settings, read_environment()).database if named is None else named
