"""`musbot completion`: the script that makes a shell complete commands and options."""

from __future__ import annotations

import argparse
from itertools import chain
from pathlib import Path

import shtab

from musbot.cli.arguments import list_all_arguments
from musbot.cli.language import words
from musbot.game.rule_sets import RULE_SETS
from musbot.players import PLAYERS


def completion_script(parser: argparse.ArgumentParser, shell: str) -> str:
    """Returns the completion script of a parser for a shell.

    Changes the parser: its arguments without a fixed list get suggested values as `choices`, paths get the
    names of files.
    """
    for action in list_all_arguments(parser):
        if action.type is Path:
            vars(action)["complete"] = shtab.FILE
        action.choices = action.choices or _values(action)
    return shtab.complete(parser, shell=shell)


def _option_text(value: object) -> str:
    """Returns a field's value as `--option` reads it: "si" or "no" for a bool, "_" for a space."""
    if isinstance(value, bool):
        return "si" if value else "no"
    return str(value).replace(" ", "_")


def _values(action: argparse.Action) -> list[str] | None:
    """Returns suggested values for an argument without a fixed list; None without suggestions.

    Rules, their options and AI kinds have suggestions.
    """
    match action.dest:
        case "option":
            fields = chain.from_iterable(rules.fields.items() for rules in RULE_SETS.values())
            return sorted(
                {f"{name}={_option_text(value)}" for name, field in fields for value in field.usual}
            )
        case "players" | "kinds":
            return list(PLAYERS)
        case "rules":
            return list(RULE_SETS)
        case "words" if action.metavar == words()("cli-metavar-rules"):
            return list(RULE_SETS)
        case _:
            return None
