"""Reads and writes the file of a trained table, as table.h describes it."""

from __future__ import annotations

import json
import lzma
from collections.abc import Mapping
from pathlib import Path

from musbot.game.modos.mus.rules import MusRules
from musbot_research.aprender.training import Packed, Score, layout

FORMAT = 3
"""The version of the file format."""


def ship(path: Path, rules: MusRules, table: Packed, score: Score, recipe: Mapping[str, object]) -> int:
    """Writes a table with its recipe and returns the number of bytes."""
    head = {
        "format": FORMAT,
        "reyes": rules.reyes,
        "real": rules.real.value,
        "piedras": rules.piedras,
        "words": table.words,
        "sections": list(layout(rules.reyes, rules.real).many),
        **score._asdict(),
        "recipe": recipe,
    }
    body = lzma.compress(table.coded, preset=9 | lzma.PRESET_EXTREME)
    whole = json.dumps(head, separators=(",", ":")).encode() + b"\n" + body
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(whole)
    return len(whole)


def read_shipped(path: Path) -> tuple[Packed, Score]:
    """Returns the table and score in a file. Raises ValueError for another format."""
    line, _, body = path.read_bytes().partition(b"\n")
    head = json.loads(line)
    if head["format"] != FORMAT:
        raise ValueError(f"{path}: expected format {FORMAT}")
    words = tuple(tuple(row) for row in head["words"])
    return Packed(words, lzma.decompress(body)), Score(head["steepness"], head["mano"])
