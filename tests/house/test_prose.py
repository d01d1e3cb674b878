"""Documents read well: short sentences, short cells, no turns that sound translated (tools/prose.py)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.prose import LONG, SHARE, documents, read

UNREAD = frozenset(
    """
    fuentes.md operating.md reglamento.md reliability.md
    """.split()
)
"""Documents that nobody has gone through yet: take a name out once it passes."""
READ = [file for file in documents() if file.name not in UNREAD]


@pytest.mark.parametrize("file", READ, ids=lambda file: file.name)
def test_a_document_has_no_endless_sentence_no_crammed_cell_and_no_banned_turn(file: Path) -> None:
    assert read(file.read_text("utf-8")).faults == []


def test_hardly_a_sentence_is_long() -> None:
    readings = [read(file.read_text("utf-8")) for file in READ]
    long = [it for reading in readings for it in reading.long]
    assert len(long) <= SHARE * sum(len(reading.sentences) for reading in readings), long


def test_what_sounds_translated_is_found() -> None:
    text = f"# Head\n\nWho plays, wins. So does he.\n\n| a | {'b ' * 61}|\n\n- {'c ' * 61}\n\n```\nhis\n```\n"
    found = read(text)
    assert len(found.sentences) == 3
    assert len(found.faults) == 4
    assert len(read(f"{'d ' * (LONG + 1)}. Who plays?").long) == 1
