"""Detects the kind of terminal, and the name of its user."""

from __future__ import annotations

import getpass
import os
import sys
from contextlib import suppress
from enum import Enum
from types import ModuleType


class TerminalKind(Enum):
    """The kind of terminal; it decides how the table is shown."""

    SCREEN = "screen"
    """A terminal with an alternate screen, which hides earlier output."""
    DUMB = "dumb"
    """A terminal without an alternate screen."""
    TEXT = "text"
    """A terminal that is read line by line, for screen readers."""
    PIPE = "pipe"
    """No terminal: input or output is a file or a program."""


def detect_terminal(*, linear: bool = False) -> TerminalKind:
    """Returns PIPE if stdin or stdout is no terminal, otherwise TEXT if `linear` (for screen readers).

    Otherwise SCREEN if the terminal has an alternate screen, or DUMB.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return TerminalKind.PIPE
    if linear:
        return TerminalKind.TEXT
    return TerminalKind.SCREEN if has_screen(os.environ.get("TERM", "")) else TerminalKind.DUMB


def account_name() -> str:
    """Returns the name of the user's account, "" if it has none."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # a number alone, as in a container
        return ""


def has_screen(term: str) -> bool:
    """Returns whether terminal type `term` has an alternate screen; always True on Windows.

    "", "dumb" and "unknown" have none. Any other type is assumed to have one unless terminfo says no.
    """
    if sys.platform == "win32":
        return True
    if term in ("", "dumb", "unknown"):
        return False
    terminfo = read_terminfo(term)
    return terminfo is None or terminfo.tigetstr("smcup") is not None


def read_terminfo(term: str) -> ModuleType | None:
    """Returns curses, set up for terminal type `term`; None without curses, or if terminfo has no such
    type."""
    with suppress(ImportError):
        import curses

        with suppress(curses.error):
            curses.setupterm(term)
            return curses
    return None
