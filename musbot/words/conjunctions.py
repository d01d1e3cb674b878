"""Spanish conjunctions before the next word, in messages: `{ Y($last) }` gives "e" if the last is Iñaki."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping

_AS_I = re.compile(r"[\W_]*(?:h?i|y)(?![aeou])", re.IGNORECASE)
"""A word that begins with the sound of i, not with a diphthong: "Iñaki", "Hilario", but not "Ion"."""
_AS_O = re.compile(r"[\W_]*(?:h?o|8|11(?!\d)|11\d{3}(?!\d))", re.IGNORECASE)
"""A word or number that begins with the sound of o: "órdago", "8", "11"."""


def choose_y(word: str) -> str:
    """Returns the conjunction *y* before a word: *e* before the sound of i, but *y* before a diphthong."""
    return "e" if _AS_I.match(_without_accents(word)) else "y"


def choose_o(word: str) -> str:
    """Returns the conjunction *o* before a word or a number: *u* before the sound of o."""
    return "u" if _AS_O.match(_without_accents(word)) else "o"


def _without_accents(word: str) -> str:
    """Returns a word with its accents as separate characters (NFKD), so that "Íñigo" begins with an i."""
    return unicodedata.normalize("NFKD", word)


CONJUNCTIONS: Mapping[str, Callable[[str], str]] = {"Y": choose_y, "O": choose_o}
"""The functions that messages can call, by the conjunctions."""
