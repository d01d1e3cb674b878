"""The `--database` option, and the database that a command uses."""

from __future__ import annotations

import argparse
from pathlib import Path

from musbot.cli.language import words
from musbot.config import Database, InvalidValue, Settings, read_database_url, read_environment, read_settings


def add_database_option(parser: argparse.ArgumentParser) -> None:
    """Adds the option `--database`, which replaces the database of the settings."""
    about = words()("cli-option-database")
    parser.add_argument("--database", type=read_database, metavar="FILE", help=about)


def read_database(text: str) -> Database:
    """Returns the database of a URL or file path. Raises ArgumentTypeError for an invalid URL.

    A file need not exist.
    """
    if "://" not in text:
        return Path(text)
    try:
        return read_database_url(text)
    except InvalidValue as error:
        from musbot.cli.errors import translate

        texts = words()
        raise argparse.ArgumentTypeError(texts("cli-expected", what=translate(texts, str(error)))) from None


def chosen_database(args: argparse.Namespace) -> Database:
    """Returns the database of `--database`, or else of the settings. Raises BadSetting."""
    named: Database | None = args.database
    return read_settings(Settings, read_environment()).database if named is None else named
