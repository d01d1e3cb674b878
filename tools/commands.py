"""The tables of commands in docs/chat.md and the READMEs: `python -m tools.commands` writes them anew."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from musbot.service.commands.context import Command
from musbot.service.commands.registry import COMMANDS
from musbot.words.guess import plain
from musbot.words.texts import Texts

ROOT = Path(__file__).parents[1]
BEGIN, END = "<!-- commands: written by python -m tools.commands -->\n", "<!-- end of commands -->\n"


def in_chat_md(commands: Sequence[Command], texts: Texts) -> str:
    """Returns the table that says of each command where it may be given."""
    rows = ["| command | in English | in Basque | where | does |", "|---|---|---|---|---|"]
    rows += [
        f"| {_written(row, 'es')} | `/{row.called('en')}` | `/{row.called('eu')}` | {row.where.value} "
        f"| {texts(row.about)} |"
        for row in commands
    ]
    return "\n".join(rows) + "\n"


def in_readme(commands: Sequence[Command], texts: Texts) -> str:
    """Returns the table that says what each command does."""
    rows = ["| | |", "|---|---|"]
    rows += [f"| {_written(row, texts.language)} | {texts(row.about)} |" for row in commands]
    return "\n".join(rows) + "\n"


@dataclass(frozen=True, slots=True)
class Place:
    """What a document has of the commands, and in which language."""

    language: str
    table: Callable[[Sequence[Command], Texts], str]

    def written(self, commands: Sequence[Command]) -> str:
        """Returns its table."""
        return self.table(commands, Texts(self.language))


TABLES: dict[str, Place] = {
    "docs/chat.md": Place("en", in_chat_md),
    "README.md": Place("en", in_readme),
    "README.es.md": Place("es", in_readme),
}


def filled(text: str, table: str) -> str:
    """Returns a document with its table of commands; raises ValueError for one that marks no place for it."""
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    return before + BEGIN + table + END + after


def _written(command: Command, language: str) -> str:
    return f"`/{f'{plain(command.called(language))} {command.words.value}'.strip()}`"


def main() -> None:
    """Writes the tables."""
    for name, place in TABLES.items():
        document = ROOT / name
        document.write_text(filled(document.read_text("utf-8"), place.written(COMMANDS)), "utf-8")


if __name__ == "__main__":
    main()
