"""What kind of terminal there is: whether it has a screen apart, on which nothing stays that was shown."""

from __future__ import annotations

import getpass
import os
import sys
from enum import Enum


class Ground(Enum):
    """Where the table is shown."""

    SCREEN = "screen"
    DUMB = "dumb"
    """A terminal without a screen apart from what scrolls."""
    TEXT = "text"
    """One that is to be read line by line, as a screen reader does."""
    PIPE = "pipe"
    """No terminal: what is typed or shown comes from, or goes to, a file or a program."""


def ground(*, linear: bool = False) -> Ground:
    """Returns what kind of terminal there is; it may be asked for as a `linear` one."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return Ground.PIPE
    if linear:
        return Ground.TEXT
    return Ground.SCREEN if has_screen(os.environ.get("TERM", "")) else Ground.DUMB


def account() -> str:
    """Returns how the account is called at which somebody sits; "" for one without a name."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # a number alone, as in a container
        return ""


def has_screen(term: str) -> bool:
    """Whether a terminal of that name has a screen apart; one that nobody here knows is thought to."""
    if sys.platform == "win32":
        return True
    if term in ("", "dumb", "unknown"):
        return False
    try:
        import curses

        curses.setupterm(term)
        return curses.tigetstr("smcup") is not None
    except (ImportError, curses.error):
        return True
