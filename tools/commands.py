"""The table of commands in docs/chat.md: `python -m tools.commands` writes it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from musbot.service.commands.context import Command
from musbot.service.commands.registry import COMMANDS
from musbot.words.guess import plain
from musbot.words.texts import NoText, Texts

ROOT = Path(__file__).parents[1]
DOCUMENT = ROOT / "docs" / "chat.md"
BEGIN, END = "<!-- commands: written by python -m tools.commands -->\n", "<!-- end of commands -->\n"


def table(commands: Sequence[Command], texts: Texts) -> str:
    """Returns the table that says of each command where it may be given; raises NoText."""
    rows = ["| command | in English | in Basque | where | does |", "|---|---|---|---|---|"]
    rows += [
        f"| {_written(row, 'es')} | `/{row.called('en')}` | `/{row.called('eu')}` | {row.where.value} "
        f"| {texts(row.about)} |"
        for row in commands
    ]
    return "\n".join(rows) + "\n"


def filled(text: str, commands: Sequence[Command], texts: Texts | None = None) -> str:
    """Returns the document with its table; raises NoText, or ValueError where it marks no place for one."""
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    return before + BEGIN + table(commands, texts or Texts("en")) + END + after


def _written(command: Command, language: str) -> str:
    return f"`/{f'{plain(command.called(language))} {command.words.value}'.strip()}`"


def main(commands: Sequence[Command] = COMMANDS) -> None:
    """Writes the table, or says which text a command still lacks."""
    try:
        written = filled(DOCUMENT.read_text("utf-8"), commands)
    except NoText as error:
        sys.exit(f"{error}: add what the command does to chat_commands.ftl there, then run this again")
    DOCUMENT.write_text(written, "utf-8")


if __name__ == "__main__":
    main()
