"""The command that this package adds to `musbot`. The arena is imported only when the command runs."""

from __future__ import annotations

import argparse

from musbot.cli.language import language
from musbot.cli.shared import Subcommand, add_rule_options, count_cores, positive_number
from musbot.words.texts import Texts

PACKAGE = "musbot_research"
"""The package whose `locale/` holds these messages."""


def words() -> Texts:
    """Returns the messages of this package in the language of the command line."""
    return Texts(language(), package=PACKAGE)


def _add_options(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `musbot arena`."""
    from musbot.players import PLAYERS

    texts = words()
    kinds = texts("cli-arena-kinds", kinds=", ".join(PLAYERS))
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=kinds)
    add_rule_options(parser, seats=False)
    games = parser.add_mutually_exclusive_group()
    games.add_argument("--juegos", type=positive_number, metavar="N", help=texts("cli-arena-juegos"))
    games.add_argument("--partidas", type=positive_number, metavar="N", help=texts("cli-arena-partidas"))
    parser.add_argument("--seed", metavar="TEXT", help=texts("cli-seed"))
    parser.add_argument(
        "--processes", type=positive_number, default=count_cores(), metavar="N", help=texts("cli-processes")
    )
    parser.add_argument("--keep-going", action="store_true", help=texts("cli-arena-keep-going"))
    parser.add_argument("--json", action="store_true", help=texts("cli-json"))


def _run(args: argparse.Namespace) -> int:
    """Runs `musbot arena` and returns its exit status."""
    from musbot_research.arena.command import run

    return run(args)


ARENA = Subcommand("arena", "cli-arena", _add_options, _run, texts=words)
"""The command `musbot arena`."""
