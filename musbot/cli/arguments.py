"""The parts of argparse that are not public; tests/cli/test_arguments.py checks them."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping


def list_arguments(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """Returns the arguments of a parser, without the arguments of its subcommands."""
    return list(parser._actions)


def list_all_arguments(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Yields the arguments of a parser and of its subcommands; a subcommand's once for each of its names."""
    for action in parser._actions:
        yield action
        for below in action.choices.values() if isinstance(action.choices, dict) else ():
            if isinstance(below, argparse.ArgumentParser):
                yield from list_all_arguments(below)


def list_options(parser: argparse.ArgumentParser) -> list[str]:
    """Returns a parser's option strings, hidden options included."""
    return list(parser._option_string_actions)


def add_aliases(parser: argparse.ArgumentParser, aliases: Mapping[str, str]) -> None:
    """Adds a further name, from `aliases`, to each option that has one. The help does not list it.

    Aliases of missing options are ignored.
    """
    known = parser._option_string_actions
    known |= {aliases[name]: action for name, action in known.items() if name in aliases}
