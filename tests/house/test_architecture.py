"""docs/architecture.md tells of the rooms what their docstrings say, and stays short; decisions too."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tools.tables import ARCHITECTURE, fill_rooms, read_rooms

DECISIONS = sorted((ARCHITECTURE.parent / "decisions").glob("*.md"))
PARTS = ["Context", "Decision", "Rejected", "Consequences"]


def test_the_architecture_lists_every_room_by_the_first_line_of_its_docstring() -> None:
    text = ARCHITECTURE.read_text("utf-8")
    assert text == fill_rooms(text), "python -m tools.tables writes it"
    assert [name for name, told in read_rooms().items() if not told.endswith(".")] == []


def test_the_architecture_is_two_thousand_words_and_two_diagrams() -> None:
    text = ARCHITECTURE.read_text("utf-8")
    assert len(text.split()) <= 2000
    assert text.count("```text") == 2


@pytest.mark.parametrize("file", DECISIONS, ids=lambda file: file.stem)
def test_a_decision_is_a_page_of_four_parts(file: Path) -> None:
    text = file.read_text("utf-8")
    assert re.findall(r"^\*\*(\w+)\.\*\*", text, re.MULTILINE) == PARTS
    assert len(text.split()) <= 300


def test_decisions_are_numbered_without_gaps() -> None:
    assert [int(file.name[:4]) for file in DECISIONS] == list(range(1, len(DECISIONS) + 1))
