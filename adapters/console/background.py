"""The background of the terminal: said by an option, by COLORFGBG, or by the terminal that is asked for it.

The question is OSC 11 of xterm's control sequences; what every terminal answers, DA1, is asked after it, so
that nobody waits for one that does not know OSC 11.
"""

from __future__ import annotations

import os
import re
import select
import sys
import time
from collections.abc import Mapping
from typing import NamedTuple

from adapters.console.colours import Colour, theme_on
from musbot.port.platform import Theme

PATIENCE_S = 0.15
QUESTION = b"\x1b]11;?\x1b\\\x1b[c"
_COLOUR = re.compile(
    rb"\x1b\]11;rgba?:([0-9a-fA-F]+)/([0-9a-fA-F]+)/([0-9a-fA-F]+)[^\x07\x1b]*(?:\x07|\x1b\\)"
)
_END = re.compile(rb"\x1b\[\?[0-9;]*c")
ANSWERS = re.compile(r"\x1b\](?:11;[^\x07\x1b]*)(?:\x07|\x1b\\)|\x1b\[\?[0-9;]*c")
"""What a terminal answers, also where that comes later than anybody waits."""
_LIGHT = (7, *range(9, 16))
"""The light ones of the sixteen, by which COLORFGBG tells a background."""
MANY = 256


class Answered(NamedTuple):
    """What a terminal answered, and what somebody had typed meanwhile."""

    ground: Colour | None
    typed: str


def chosen(asked: Theme | None, environ: Mapping[str, str], colours: int) -> tuple[Theme | None, bool]:
    """Returns the theme as it was said, None where nobody has, and whether the terminal is worth asking."""
    if environ.get("NO_COLOR") or colours < MANY:
        return Theme.PLAIN, False
    if asked is not None:
        return asked, False
    last = environ.get("COLORFGBG", "").rpartition(";")[2]
    if last.isdecimal() and int(last) < 16:
        return Theme.LIGHT if int(last) in _LIGHT else Theme.DARK, False
    return None, True


def how_many(term: str, environ: Mapping[str, str]) -> int:
    """Returns how many colours a terminal of that name has."""
    if sys.platform == "win32" or environ.get("COLORTERM") in ("truecolor", "24bit"):
        return MANY
    try:
        import curses

        curses.setupterm(term)
    except (ImportError, curses.error):
        return MANY if "256color" in term else 0
    found: int = curses.tigetnum("colors")
    return found


def theme(asked: Theme | None) -> tuple[Theme, str]:
    """Returns in which colours a screen is drawn, and what was typed while the terminal was asked for it."""
    environ = os.environ
    said, ask = chosen(asked, environ, how_many(environ.get("TERM", ""), environ))
    if said is not None or not ask or sys.platform == "win32":
        return said or Theme.PLAIN, ""
    answer = ask_terminal(sys.stdin.fileno(), sys.stdout.fileno())
    return (theme_on(answer.ground) if answer.ground is not None else Theme.PLAIN), answer.typed


def ask_terminal(keys: int, screen: int, patience_s: float = PATIENCE_S) -> Answered:
    """Asks a terminal for its background; what is typed meanwhile is handed on."""
    import termios
    import tty

    before = termios.tcgetattr(keys)
    heard = b""
    try:
        tty.setcbreak(keys, termios.TCSANOW)
        os.write(screen, QUESTION)
        until = time.monotonic() + patience_s
        while not _END.search(heard) and (left := until - time.monotonic()) > 0:
            if select.select([keys], [], [], left)[0]:
                heard += os.read(keys, 1024)
    finally:
        termios.tcsetattr(keys, termios.TCSANOW, before)
    found = _COLOUR.search(heard)
    ground = Colour(*map(_part, found.groups())) if found is not None else None
    return Answered(ground, ANSWERS.sub("", heard.decode("utf-8", "replace")))


def _part(digits: bytes) -> int:
    """A part of a colour, of one to four hexadecimal digits."""
    most: int = 16 ** len(digits) - 1
    return round(int(digits, 16) * 255 / most)
