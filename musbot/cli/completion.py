"""`musbot completion`: what makes a shell complete musbot's commands and options."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import shtab

from musbot.cli.language import words
from musbot.game.rule_sets import RULE_SETS
from musbot.players import PLAYERS


def completed(parser: argparse.ArgumentParser, shell: str) -> str:
    """Returns what a shell reads to complete what is parsed so."""
    for action in _actions(parser):
        if action.type is Path:
            vars(action)["complete"] = shtab.FILE
        action.choices = action.choices or _values(action)
    return shtab.complete(parser, shell=shell)


def _option_text(value: object) -> str:
    if isinstance(value, bool):
        return "si" if value else "no"
    return str(value).replace(" ", "_")


def _values(action: argparse.Action) -> list[str] | None:
    """What may be said first where an argument takes a list, or a field and its value."""
    match action.dest:
        case "option":
            fields = chain.from_iterable(rules.fields.items() for rules in RULE_SETS.values())
            return sorted(
                {f"{name}={_option_text(value)}" for name, field in fields for value in field.usual}
            )
        case "players" | "kinds":
            return list(PLAYERS)
        case "words" if action.metavar == words()("cli-metavar-rules"):
            return list(RULE_SETS)
        case _:
            return None


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Every argument of a command, and of those beneath it."""
    for action in parser._actions:  # there is no other way to them
        yield action
        for below in action.choices.values() if isinstance(action.choices, dict) else ():
            if isinstance(below, argparse.ArgumentParser):
                yield from _actions(below)
