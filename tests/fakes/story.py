"""What an edit changed, as the story of a chat tells it."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher


def changed(before: Sequence[str], after: Sequence[str]) -> list[str]:
    """Returns the lines that were changed, "…" for those between them that were not, or that none was.

    Where nothing new is to be read, it returns the lines that are gone too.
    """
    told: list[str] = []
    gone: list[str] = []
    for how, begin, end, first, last in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if how == "equal" and end - begin > 1:
            told.append("…" if end - begin < len(before) else "as it was")
        else:
            told += after[first:last]
            gone += before[begin:end]
    if all(line == "…" for line in told):
        told += [f"(gone: {line})" for line in gone if line]
    return told
