"""How far a command has come, and how long it still takes: told on stderr."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from musbot.cli.language import words

EVERY_S = 2.0
"""How often it is told: of what takes less, nothing is."""
ANEW = "\r\033[K"
"""Empties the line that a terminal shows."""

Hears = Callable[[int, int], None]
"""Is told how much is done of how much."""


@contextmanager
def progress() -> Iterator[Callable[[str], Hears]]:
    """Yields what makes of a word what hears how far that is; a terminal shows one line, gone in the end."""
    live = sys.stderr.isatty()

    def bar(what: str) -> Hears:
        told, began = time.monotonic(), None

        def hear(done: int, whole: int) -> None:
            nonlocal told, began
            now = time.monotonic()
            began = began or (now, done)  # what was waited for before tells nothing of what is left
            if now - told < EVERY_S or not began[1] < done < whole:
                return
            told = now
            left_s = round((now - began[0]) / (done - began[1]) * (whole - done))
            line = words()("cli-progress", what=what, done=done, whole=whole, left=left_s)
            _tell(f"{ANEW}{line}" if live else f"{line}\n")

        return hear

    try:
        yield bar
    finally:
        if live:
            _tell(ANEW)


def _tell(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()
