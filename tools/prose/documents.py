"""How the English documents read: long sentences, crammed cells of tables, and phrases to avoid."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]
LONG, LONGEST, CELL, SHARE = 40, 60, 60, 0.005
"""Words in a long sentence, in the longest, in a cell of a table; how many sentences may be long."""

BANNED = re.compile(
    r"^Who\b(?![^?]*\?)"
    r"|\b(?:he|his|him|himself|anew|one's|as yet|all the same|(?:for|to|of|by|from) who)\b"
)
"""Turns that no engineer writes: a generic *he*, a statement that begins with *Who*, *for who plays*."""

_LEFT_OUT = re.compile(
    r"(?ms)(?<=\n\n)(?: {4}[^\n]*\n|\n)+|^```.*?^```|<!--.*?-->|^#.*?$|^---\n.*?^---$|^Rule nothing: .*?\.$"
)
_BLOCK = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*|]|\d+\.)\s)|\n(?=\|)")


@dataclass(slots=True)
class Reading:
    """The sentences and table cells of one document."""

    sentences: list[str] = field(default_factory=list)
    cells: list[str] = field(default_factory=list)

    @property
    def long(self) -> list[str]:
        """The sentences of more than LONG words."""
        return [it for it in self.sentences if words(it) > LONG]

    @property
    def faults(self) -> list[str]:
        """Lines about sentences above LONGEST words, cells above CELL words, and phrases of BANNED."""
        told = [f"more than {LONGEST} words: {it}" for it in self.sentences if words(it) > LONGEST]
        told += [f"a cell of more than {CELL} words: {it}" for it in self.cells if words(it) > CELL]
        every = self.sentences + [part for cell in self.cells for part in _sentences(cell)]
        return told + [f"{found[0]!r}: {it}" for it in every if (found := BANNED.search(it))]


def words(text: str) -> int:
    """Returns the number of words in a text; a piece of code counts as one, and signs alone do not count."""
    return sum(any(map(str.isalnum, it)) for it in text.split())


def read(text: str) -> Reading:
    """Returns the sentences and cells of a Markdown document, without headings, code blocks and comments."""
    plain = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", _LEFT_OUT.sub("\n\n", text))
    plain = re.sub(r"`[^`]*`", "`code`", plain)
    found = Reading()
    for block in _BLOCK.split(plain):
        line = re.sub(r"^\s*(?:[-*>]|\d+\.)\s+", "", " ".join(block.split())).replace("*", "")
        if line.startswith("|"):
            found.cells += [cell.strip() for cell in line.split("|")]
        else:
            found.sentences += _sentences(line)
    return found


def documents() -> list[Path]:
    """Returns the English Markdown files of the project, sorted."""
    beside = (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "research").rglob("*.md"))
    return sorted(it for it in beside if it.name != "README.es.md" and it.parent.name not in ("es", "eu"))


def _sentences(text: str) -> Iterator[str]:
    """Yields the sentences of a text that have a word."""
    return (it for it in re.split(r"(?<=[.!?])[)\"”]?\s+(?=[A-ZÓ¿\"“(`])", text) if words(it))


def print_reading(file: Path, out: Callable[[str], object], *, details: bool) -> None:
    """Prints a line of figures for a document; with `details`, its long sentences and faults too."""
    text = file.read_text("utf-8")
    it = read(text)
    longest, cell = (max(map(words, some), default=0) for some in (it.sentences, it.cells))
    out(f"{len(text.split()):6} words {len(it.sentences):5} sentences {len(it.long):4} long, ")
    out(f"longest {longest:3}, cell {cell:3}, {len(it.faults):3} faults  {file.name}\n")
    for told in [*(f"long: {each}" for each in it.long), *it.faults] if details else []:
        out(f"  {told}\n")
