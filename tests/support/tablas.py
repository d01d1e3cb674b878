"""Tables that nobody has learnt: every word as likely as chance has it."""

from __future__ import annotations

import json
import lzma
from functools import lru_cache
from pathlib import Path
from random import Random

from musbot.game.modos.mus.rules import MusRules
from musbot.game.rules_base import Real
from musbot.players.mus.muslari.sets import WORDS, sizes
from musbot.players.mus.muslari.table import FORMAT, StrategyTable
from musbot.players.mus.odds import hand_classes

ROWS = 40


def _any(reyes: int, real: Real) -> tuple[list[list[int]], tuple[int, ...], bytes]:
    rng, sections = Random(1), sizes(len(hand_classes(MusRules(reyes=reyes, real=real)).jugadas))
    words = [[1 + rng.randrange(8) for _ in range(WORDS)] for _ in range(ROWS)]
    rows = rng.randbytes(sum(sections[:-1])).translate(bytes(n % ROWS for n in range(256)))
    masks = rng.randbytes(sections[-1]).translate(bytes(1 + n % 15 for n in range(256)))
    return words, sections, rows + masks


@lru_cache(maxsize=1)
def _packed(sets: bytes) -> bytes:
    return lzma.compress(sets, preset=0)


def written(path: Path, reyes: int, real: Real, /, **changes: object) -> Path:
    """Writes a table of any words, and returns its path; `changes` are made to what its first line tells."""
    words, sections, sets = _any(reyes, real)
    told = {"format": FORMAT, "reyes": reyes, "real": real.value, "words": words, "sections": sections}
    path.write_bytes(json.dumps(told | changes).encode() + b"\n" + _packed(sets))
    return path


@lru_cache(maxsize=8)
def any_table(reyes: int, real: Real) -> StrategyTable:
    """Returns such a table for a deck."""
    words, sections, sets = _any(reyes, real)
    starts = tuple(sum(sections[:section]) for section in range(len(sections)))
    return StrategyTable(tuple(map(tuple, words)), starts, sets)
