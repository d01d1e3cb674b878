"""What people have written, as it is given back to them: never more of it than fits a line."""

from __future__ import annotations

MOST_CHARACTERS = 40
"""Of what somebody wrote; Fluent refuses a fact of more than 2,500, and an alert has room for 200."""


def quoted(text: str) -> str:
    """Returns what somebody wrote on one line, printable, and cut where it is too long."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text[: 4 * MOST_CHARACTERS]).split())
    return line if len(line) <= MOST_CHARACTERS else f"{line[: MOST_CHARACTERS - 1]}…"
