"""Guesses the known word behind a mistyped one."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable

ALIKE = 0.65
"""Least likeness (difflib.SequenceMatcher.ratio) at which a known word is guessed."""
MOST_CHARACTERS = 40
"""A longer word is compared with nothing."""


def guess(word: str, known: Iterable[str], alike: float = ALIKE) -> str | None:
    """Returns the one of the known words that is most like a mistyped one, or None."""
    if len(word) > MOST_CHARACTERS:
        return None
    names = {plain(name): name for name in known}
    found = difflib.get_close_matches(plain(word), names, n=1, cutoff=alike)
    return names[found[0]] if found else None


def plain(word: str) -> str:
    """Returns a word in small letters, without accents, however its parts are joined."""
    letters = unicodedata.normalize("NFD", word.casefold().replace("_", "-").replace(" ", "-"))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
