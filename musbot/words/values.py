"""The values of a rule's fields in words."""

from __future__ import annotations

from musbot.words.texts import Texts


def value_words(texts: Texts, value: object) -> str:
    """Returns a field's value as people read it."""
    if isinstance(value, bool):
        return texts("yes" if value else "no")
    return str(value)
