"""A learnt table as a file: see table.h."""

from __future__ import annotations

import json
import lzma
from collections.abc import Mapping
from pathlib import Path

from musbot.game.modos.mus.rules import MusRules
from musbot_research.aprender.training import Packed, Score, layout

FORMAT = 2


def ship(path: Path, rules: MusRules, table: Packed, score: Score, recipe: Mapping[str, object]) -> int:
    """Writes a table with its recipe; returns how many bytes."""
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


def shipped(path: Path) -> tuple[Packed, Score]:
    """Returns a table that was shipped; raises ValueError for one of another format."""
    line, _, body = path.read_bytes().partition(b"\n")
    head = json.loads(line)
    if head["format"] != FORMAT:
        raise ValueError(f"{path}: expected format {FORMAT}")
    words = tuple(tuple(row) for row in head["words"])
    return Packed(words, lzma.decompress(body)), Score(head["steepness"], head["mano"])
