"""Writes the tables of rooms and commands into the documents: `python -m tools.tables`."""

from __future__ import annotations

import ast
import sys
from collections.abc import Sequence
from pathlib import Path

from musbot.service.commands.context import Command
from musbot.service.commands.registry import COMMANDS
from musbot.words.guess import normalise
from musbot.words.texts import NoText, Texts

ROOT = Path(__file__).parents[1]
ARCHITECTURE = ROOT / "docs" / "architecture.md"
CHAT = ROOT / "docs" / "chat.md"
OPENED = ("adapters", "musbot", "musbot/service")
"""The packages whose own packages and modules are rooms."""


def fill(text: str, name: str, table: str) -> str:
    """Returns a document with a table between the marks of `name`; raises ValueError without these marks."""
    begin, end = f"<!-- {name}: written by python -m tools.tables -->\n", f"<!-- end of {name} -->\n"
    before, rest = text.split(begin)
    _, after = rest.split(end)
    return f"{before}{begin}{table}{end}{after}"


def read_rooms() -> dict[str, str]:
    """Returns the first line of each room's docstring, by the room's path."""
    found: dict[str, str] = {}
    for package in OPENED:
        for file in sorted((ROOT / package).iterdir()):
            source = file / "__init__.py" if file.is_dir() else file
            if source.suffix == ".py" and source.is_file() and file.stem not in ("__init__", "__main__"):
                told = ast.get_docstring(ast.parse(source.read_text("utf-8"))) or ""
                found[str(file.relative_to(ROOT))] = told.partition("\n")[0]
    return found


def fill_rooms(text: str) -> str:
    """Returns the architecture page with its table of rooms filled."""
    rows = "".join(f"| `{name}` | {told} |\n" for name, told in read_rooms().items())
    return fill(text, "rooms", f"| room | what it does |\n|---|---|\n{rows}")


def fill_commands(text: str, commands: Sequence[Command], texts: Texts | None = None) -> str:
    """Returns the chat page with its table of commands filled; raises NoText for a command without a text."""
    texts = texts or Texts("en")
    rows = ["| command | in English | in Basque | where | does |", "|---|---|---|---|---|"]
    rows += [
        f"| {_shown_name(row, 'es')} | `/{row.name_in('en')}` | `/{row.name_in('eu')}` | {row.where.value} "
        f"| {texts(row.about)} |"
        for row in commands
    ]
    return fill(text, "commands", "\n".join(rows) + "\n")


def _shown_name(command: Command, language: str) -> str:
    """Returns a command as a person types it, with its arguments, as Markdown code."""
    return f"`/{f'{normalise(command.name_in(language))} {command.words.value}'.strip()}`"


def main(commands: Sequence[Command] = COMMANDS) -> None:
    """Writes the tables into the documents; exits with a message if a command has no text."""
    try:
        chat = fill_commands(CHAT.read_text("utf-8"), commands)
    except NoText as error:
        sys.exit(f"{error}: add what the command does to chat_commands.ftl there, then run this again")
    CHAT.write_text(chat, "utf-8")
    ARCHITECTURE.write_text(fill_rooms(ARCHITECTURE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
