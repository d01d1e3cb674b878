"""`musbot completion`: what makes a shell complete musbot's commands and options."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import shtab


def completed(parser: argparse.ArgumentParser, shell: str) -> str:
    """Returns what a shell reads to complete what is parsed so."""
    for action in _actions(parser):
        if action.type is Path:
            vars(action)["complete"] = shtab.FILE
    return shtab.complete(parser, shell=shell)


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Every argument of a command, and of those beneath it."""
    for action in parser._actions:  # there is no other way to them
        yield action
        for below in action.choices.values() if isinstance(action.choices, dict) else ():
            if isinstance(below, argparse.ArgumentParser):
                yield from _actions(below)
