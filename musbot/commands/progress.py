"""How far a command has come, and how long it still takes: told on stderr, where somebody looks."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from musbot.commands.language import words

EVERY_S = 2.0
"""How often a line is told where nobody looks at a bar."""

Hears = Callable[[int, int], None]
"""Is told how much is done of how much."""


@contextmanager
def progress() -> Iterator[Callable[[str], Hears]]:
    """Yields what makes of a word what hears how far that is: a bar with the time left, else lines."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield _lines
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bars:

        def bar(what: str) -> Hears:
            made = bars.add_task(what, total=None, visible=False)
            return lambda done, whole: bars.update(made, completed=done, total=whole, visible=True)

        yield bar


def _lines(what: str) -> Hears:
    """A line on stderr every two seconds: of what takes less, none."""
    started = told = time.monotonic()

    def hear(done: int, whole: int) -> None:
        nonlocal told
        now = time.monotonic()
        if now - told < EVERY_S or not 0 < done < whole:
            return
        told = now
        left_s = round((now - started) / done * (whole - done))
        line = words()("cli-progress", what=what, done=done, whole=whole, left=left_s)
        sys.stderr.write(f"{line}\n")
        sys.stderr.flush()

    return hear
