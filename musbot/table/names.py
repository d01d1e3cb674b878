"""Names of people at a table: one line, with a visible character, in which nothing hides."""

from __future__ import annotations

import re
import unicodedata

AI_SIGN = "🤖"
"""The mark of AI players, which no person's name may contain."""
MOST_NAME = 20
"""Longest name at a table, in characters."""
NAMELESS = {"es": "Jugador", "en": "Player", "eu": "Jokalaria"}
"""The name, by language, of a person whose own name shows nothing."""

_BLANK = frozenset(
    {
        *"\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc",  # fillers, the empty Braille cell
        *map(chr, range(0x180B, 0x1810)),
        *map(chr, range(0xFE00, 0xFE0F)),
        *map(chr, range(0xE0100, 0xE01F0)),
        "\U0001d159",
        "\U00016fe4",
    }
)
"""Printable characters that show nothing (Unicode 15.1, Default_Ignorable_Code_Point, and blank glyphs)."""
_EMOJI_STYLE = "\ufe0f"
"""Shows the symbol before it as an emoji; after anything else it shows nothing."""
_MARKS = ("Mn", "Mc", "Me")
"""Categories of characters that are drawn on the one before."""
_COMMAND = re.compile(r"(?<!\w)/(?=\w)")
"""A slash that makes the word after it a command."""


def clean_name(name: str, nameless: str = "?") -> str:
    """Returns a name for boards and actas: one line without colons, commands or the AI sign.

    Colons, AI signs, the slash of a command, and characters that show nothing become spaces, and spaces are
    merged. A name longer than `MOST_NAME` characters is cut, without an ellipsis. Returns `nameless` if
    nothing remains.
    """
    kept = ""
    for character in _COMMAND.sub(" ", name):
        kept += character if _is_shown(character, kept[-1:]) else " "
    line = " ".join(kept.split())[:MOST_NAME].strip()
    return line or nameless


def _is_shown(character: str, before: str) -> bool:
    """Returns whether a name keeps a character after the character `before` ("" at the start).

    False for a colon, the AI sign and a character that shows nothing. A combining mark needs a character
    before it, and the emoji style a digit, "#", "*" or a symbol.
    """
    if character in (":", AI_SIGN) or character in _BLANK or not character.isprintable():
        return False
    if character == _EMOJI_STYLE:
        return bool(before) and (before in "#*0123456789" or unicodedata.category(before) == "So")
    return unicodedata.category(character) not in _MARKS or before not in ("", " ")
