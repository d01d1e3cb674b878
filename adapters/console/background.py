"""Finds the terminal's background colour: from COLORFGBG, or by asking the terminal.

The question is OSC 11 (xterm control sequences). DA1 is sent after it: nearly every terminal answers DA1, so
a terminal that ignores OSC 11 does not cost the whole waiting time.
"""

from __future__ import annotations

import os
import re
import select
import sys
import time
from collections.abc import Mapping
from typing import NamedTuple

from musbot.port.platform import Theme

from .colours import Colour, readable_theme
from .ground import read_terminfo

PATIENCE_S = 0.15
"""Longest wait for the terminal's answer, in seconds."""
QUESTION = b"\x1b]11;?\x1b\\\x1b[c"
"""The bytes that ask for the background: OSC 11, then DA1."""
_COLOUR = re.compile(
    rb"\x1b\]11;rgba?:([0-9a-fA-F]+)/([0-9a-fA-F]+)/([0-9a-fA-F]+)[^\x07\x1b]*(?:\x07|\x1b\\)"
)
_END = re.compile(rb"\x1b\[\?[0-9;]*c")
ANSWERS = re.compile(r"\x1b\](?:11;[^\x07\x1b]*)(?:\x07|\x1b\\)|\x1b\[\?[0-9;]*c")
"""Matches a terminal's answer to either question, also when it arrives after the wait has ended."""
_LIGHT = (7, *range(9, 16))
"""The light colours among the 16 that COLORFGBG numbers."""
ENOUGH_COLOURS = 256
"""A terminal with fewer colours than this is drawn without colours."""


class TerminalAnswer(NamedTuple):
    """The terminal's answer about its background."""

    ground: Colour | None
    """The background colour; None without a readable answer."""
    typed: str
    """The other characters that were read during the wait, as typed by the user."""


def choose_theme(
    wanted_theme: Theme | None, environ: Mapping[str, str], colours: int
) -> tuple[Theme | None, bool]:
    """Returns the theme, and whether to ask the terminal for its background instead.

    The theme is None, and the flag true, if neither the user's choice `wanted_theme` nor the environment
    determines it. NO_COLOR and a terminal with fewer than 256 colours always give the plain theme.
    """
    if environ.get("NO_COLOR") or colours < ENOUGH_COLOURS:
        return Theme.PLAIN, False
    if wanted_theme is not None:
        return wanted_theme, False
    last = environ.get("COLORFGBG", "").rpartition(";")[2]
    if last.isdecimal() and int(last) < 16:
        return Theme.LIGHT if int(last) in _LIGHT else Theme.DARK, False
    return None, True


def count_colours(term: str, environ: Mapping[str, str]) -> int:
    """Returns the number of colours of terminal type `term` by terminfo, -1 or 0 for none.

    It is 256 on Windows, and if COLORTERM is "truecolor" or "24bit". Without curses, and for an unknown type,
    it is 256 if "256color" is in the name, otherwise 0.
    """
    if sys.platform == "win32" or environ.get("COLORTERM") in ("truecolor", "24bit"):
        return ENOUGH_COLOURS
    if (terminfo := read_terminfo(term)) is None:
        return ENOUGH_COLOURS if "256color" in term else 0
    return int(terminfo.tigetnum("colors"))


def detect_theme(wanted_theme: Theme | None) -> tuple[Theme, str]:
    """Returns the theme for this terminal, and the characters typed during the question to the terminal.

    `choose_theme` decides first, by the user's choice `wanted_theme` and the environment. If it decides
    nothing, asks the terminal for its background, except on Windows. Without a readable answer the theme is
    plain. Without a question no characters are returned. Raises termios.error if it must ask and stdin is no
    terminal.
    """
    environ = os.environ
    theme, ask = choose_theme(wanted_theme, environ, count_colours(environ.get("TERM", ""), environ))
    if theme is not None or not ask or sys.platform == "win32":
        return theme or Theme.PLAIN, ""
    answer = ask_terminal(sys.stdin.fileno(), sys.stdout.fileno())
    return (readable_theme(answer.ground) if answer.ground is not None else Theme.PLAIN), answer.typed


def ask_terminal(keys: int, screen: int, patience_s: float = PATIENCE_S) -> TerminalAnswer:
    """Returns the terminal's background colour (None: no readable answer) and characters typed until then.

    Asks the terminal, and waits at most `patience_s` seconds. `keys` and `screen` are file descriptors. The
    mode of `keys` is changed for the wait, and restored. Raises termios.error if `keys` is not a terminal.
    """
    import termios
    import tty

    before = termios.tcgetattr(keys)
    reply = b""
    try:
        tty.setcbreak(keys, termios.TCSANOW)
        os.write(screen, QUESTION)
        until = time.monotonic() + patience_s
        while not _END.search(reply) and (left := until - time.monotonic()) > 0:
            if select.select([keys], [], [], left)[0]:
                reply += os.read(keys, 1024)
    finally:
        termios.tcsetattr(keys, termios.TCSANOW, before)
    found = _COLOUR.search(reply)
    ground = Colour(*map(_part, found.groups())) if found is not None else None
    return TerminalAnswer(ground, ANSWERS.sub("", reply.decode("utf-8", "replace")))


def _part(digits: bytes) -> int:
    """Returns the value of one to four hexadecimal digits, scaled to the range from 0 to 255."""
    most: int = 16 ** len(digits) - 1
    return round(int(digits, 16) * 255 / most)
