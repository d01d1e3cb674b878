"""The commands that other packages bring, by the entry-point group `musbot.commands`."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping
from importlib.metadata import EntryPoint, entry_points

from musbot.cli.language import words
from musbot.cli.shared import FAILED, Subcommand
from musbot.words.texts import Key

GROUP = "musbot.commands"
"""The entry-point group in which other packages name their commands."""
MISSING: Mapping[str, Key] = {"arena": "cli-arena-missing"}
"""Commands of packages that are published separately, with the message that says how to install each."""


def find_installed_commands(own: Iterable[str]) -> tuple[list[Subcommand], dict[str, str]]:
    """Returns the commands of other packages, and by name the reason why a command cannot run.

    Raises no error of a package. A package cannot replace one of musbot's `own` commands, nor an earlier
    package's. A command that cannot be loaded is not listed, but has a reason. A known command that is not
    installed is listed, with its reason.
    """
    taken, reasons = set(own), dict[str, str]()
    found = list[Subcommand]()
    for point in entry_points(group=GROUP):
        if point.name in taken:
            continue
        try:
            command = _load_command(point)
        except Exception as error:  # a faulty package must not break other commands
            reasons[point.name] = words()("cli-not-loaded", name=point.name, why=str(error))
            continue
        names = {command.name, *command.also}
        if not names & taken:
            taken |= names
            found.append(command)
    for name in MISSING.keys() - taken - reasons.keys():
        reasons[name] = words()(MISSING[name])
        found.append(Subcommand(name, MISSING[name], _take_none, _fail))
    return found, reasons


def _load_command(point: EntryPoint) -> Subcommand:
    """Returns the command that an entry point names.

    Raises TypeError for another object, NoText if its description is missing, and any error of its import.
    """
    command = point.load()
    if not isinstance(command, Subcommand):
        raise TypeError(f"{point.value}: expected a Subcommand")
    command.texts()(command.about)
    return command


def _take_none(_: argparse.ArgumentParser) -> None:
    """Adds no arguments: a command that is not installed takes none."""


def _fail(_: argparse.Namespace) -> int:
    """Returns FAILED. Not called by `main`, which reports why the command is missing instead."""
    return FAILED
