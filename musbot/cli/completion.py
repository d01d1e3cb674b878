"""`musbot completion`: what makes a shell complete musbot's commands and options."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path

import shtab

from musbot.cli.language import words
from musbot.cli.shared import OK, say


def options(parser: argparse.ArgumentParser) -> None:
    """Says for which shells."""
    parser.add_argument("shell", choices=shtab.SUPPORTED_SHELLS, help=words()("cli-completion-shell"))


def runs(parser: Callable[[], argparse.ArgumentParser]) -> Callable[[argparse.Namespace], int]:
    """Returns the command for what is parsed so."""

    def run(asked: argparse.Namespace) -> int:
        made = parser()
        for action in _actions(made):
            if action.type is Path:
                vars(action)["complete"] = shtab.FILE
        say(shtab.complete(made, shell=asked.shell))
        return OK

    return run


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Every argument of a command, and of those beneath it."""
    for action in parser._actions:  # there is no other way to them
        yield action
        for below in action.choices.values() if isinstance(action.choices, dict) else ():
            if isinstance(below, argparse.ArgumentParser):
                yield from _actions(below)
