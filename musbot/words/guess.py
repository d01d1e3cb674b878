"""Guesses the intended word from a mistyped one."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable

MIN_LIKENESS = 0.65
"""Least likeness (difflib.SequenceMatcher.ratio) of a guess."""
LONGEST_WORD = 40
"""Longest word that is compared, in characters."""


def guess(word: str, known: Iterable[str], alike: float = MIN_LIKENESS) -> str | None:
    """Returns the known word that is most like a mistyped one; None if all differ too much.

    Case and accents are ignored. `alike` is the least likeness, from 0 to 1. None too for a word of more than
    LONGEST_WORD characters.
    """
    if len(word) > LONGEST_WORD:
        return None
    names = {normalise(name): name for name in known}
    found = difflib.get_close_matches(normalise(word), names, n=1, cutoff=alike)
    return names[found[0]] if found else None


def normalise(word: str) -> str:
    """Returns a word in lower case, without accents, and with hyphens for spaces and underscores."""
    plain = word.casefold().replace("_", "-").replace(" ", "-")
    return (
        plain
        if plain.isascii()
        else "".join(it for it in unicodedata.normalize("NFD", plain) if not unicodedata.combining(it))
    )
