"""What people have written, as it is given back to them: never more of it than fits a line."""

from __future__ import annotations

import re

from musbot.words.texts import Texts

MOST_CHARACTERS = 40
"""Of what somebody wrote; Fluent refuses a fact of more than 2,500, and an alert has room for 200."""


MOST_REASON = 150
"""Of what an administrator of a chat writes."""
_COMMAND = re.compile(r"(\(|: )?(?<![\w/.:<])/([a-zñáéíóú]+)\b(?!/)")
_MARKS = str.maketrans(dict.fromkeys('«»“”„"', "'"))


def quoted(text: str, most: int = MOST_CHARACTERS) -> str:
    """Returns what somebody wrote on one line, printable, and cut where it is too long."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text[: 4 * most]).split())
    return line if len(line) <= most else f"{line[: most - 1]}…"


def reason(text: str) -> str:
    """Returns what somebody wrote as it stands between quotation marks, which it cannot end itself."""
    return quoted(text, MOST_REASON).translate(_MARKS)


def without_slashes(texts: Texts, text: str) -> str:
    """Returns a text of the chats where commands are typed without a slash, and a shell opens tables."""
    return _COMMAND.sub(lambda found: _without(texts, found[1] or "", found[2]), text)


def _without(texts: Texts, before: str, name: str) -> str:
    if name == "mus":
        return f"{before}musbot play"
    return f"{before}{name}" if before else texts("console-command", name=name)
