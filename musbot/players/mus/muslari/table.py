"""Loads the learnt tables: files from tools/aprender, in the format of its table.h."""

from __future__ import annotations

import json
import lzma
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from musbot.game.errors import MusError
from musbot.game.modos.mus.rules import MusRules
from musbot.game.rules_base import Real
from musbot.players.mus.muslari.sets import WORDS, sizes
from musbot.players.mus.odds import hand_classes

FORMAT = 3
"""The version of the format."""
SHIPPED = ((8, Real.NO), (4, Real.FIGURA))
"""The decks with a table: the number of reyes, and the real."""
HERE = Path(__file__).parent
"""The folder with the tables."""


class BadTable(MusError):
    """A missing or damaged table; the message names the file and the expected content."""

    def __init__(self, path: Path, expected: str) -> None:
        super().__init__(f"{path}: expected {expected}: install the package anew")


@dataclass(frozen=True, slots=True)
class StrategyTable:
    """The table for one deck."""

    words: tuple[tuple[int, ...], ...]
    """The weights of the words in each row."""
    starts: tuple[int, ...]
    """The start of each section in `sets`."""
    sets: bytes
    """The row of each information set; in the last section, the mask of cards to discard."""

    def row(self, section: int, number: int) -> tuple[int, ...]:
        """Returns the weights of the words for an information set."""
        return self.words[self.sets[self.starts[section] + number]]

    def throw(self, number: int) -> int:
        """Returns the cards to discard as a mask of the hand, whose lowest bit is the lowest kind."""
        return self.sets[self.starts[-1] + number]


def path_of(reyes: int, real: Real) -> Path:
    """Returns the path of the table for a deck; the file need not exist."""
    return HERE / f"{reyes}-{real.value}.tabla"


@lru_cache(maxsize=8)
def load_shipped(reyes: int, real: Real) -> StrategyTable | None:
    """Returns the table for a deck, cached; None if no table is shipped for it.

    Raises BadTable for a missing or damaged file.
    """
    return read(path_of(reyes, real), reyes, real) if (reyes, real) in SHIPPED else None


def read(path: Path, reyes: int, real: Real) -> StrategyTable:
    """Loads a table from a file for the given deck; raises BadTable if it is missing, unreadable or not
    valid."""
    try:
        head, _, packed = path.read_bytes().partition(b"\n")
        header = json.loads(head)
        sets = lzma.decompress(packed)
    except FileNotFoundError:
        raise BadTable(path, "a learnt table, but there is no such file") from None
    except (OSError, ValueError, EOFError, lzma.LZMAError):
        raise BadTable(path, "a learnt table, but it is damaged") from None
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise BadTable(path, f"a learnt table of format {FORMAT}")
    if (header.get("reyes"), header.get("real")) != (reyes, real.value):
        raise BadTable(path, f"a learnt table for {reyes} reyes, real {real.value}")
    return _check_table(
        path, header, sets, sizes(len(hand_classes(MusRules(reyes=reyes, real=real)).jugadas))
    )


def _check_table(
    path: Path, told: Mapping[str, object], sets: bytes, expected: tuple[int, ...]
) -> StrategyTable:
    """Returns the table after checking the lengths of its sections and the values of every byte; raises
    BadTable."""
    if told.get("sections") != list(expected) or len(sets) != sum(expected):
        raise BadTable(path, f"sections of {', '.join(map(str, expected))} bytes")
    words = told.get("words")
    rows = words if isinstance(words, list) else []
    if not rows or not all(_is_row(row) for row in rows):
        raise BadTable(path, f"rows of {WORDS} weights, from 0 on and not all 0")
    starts = tuple(sum(expected[:section]) for section in range(len(expected)))
    if max(sets[: starts[-1]]) >= len(rows):
        raise BadTable(path, f"no more than the {len(rows)} rows of weights that it has")
    if not all(0 < mask < 16 for mask in sets[starts[-1] :]):
        raise BadTable(path, "from one to four cards to throw of every hand")
    return StrategyTable(tuple(tuple(row) for row in rows), starts, sets)


def _is_row(row: object) -> bool:
    """Returns whether a value is a list of WORDS weights: whole numbers from 0, at least one above 0."""
    return (
        isinstance(row, list)
        and len(row) == WORDS
        and all(type(weight) is int and weight >= 0 for weight in row)
        and any(row)
    )
