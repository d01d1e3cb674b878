"""A progress line on stderr, with an estimate of the remaining time."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from musbot.cli.language import words

INTERVAL_S = 2.0
"""Seconds between two updates. A command that takes less shows no progress."""
CLEAR_LINE = "\r\033[K"
"""Clears the terminal's current line."""

ReportProgress = Callable[[int, int], None]
"""A function that takes the number of finished steps and the number of all steps."""


@contextmanager
def progress() -> Iterator[Callable[[str], ReportProgress]]:
    """Yields a function that takes the name of the work, and returns the ReportProgress of its progress bar.

    On a terminal the bar is one line, cleared at the end, also after an error; otherwise each update is a
    line. The first update follows after INTERVAL_S.
    """
    live = sys.stderr.isatty()

    def bar(what: str) -> ReportProgress:
        """Starts a progress bar for the work `what`, and returns its ReportProgress."""
        shown_at, began = time.monotonic(), None

        def show_progress(done: int, whole: int) -> None:
            """Shows the progress and an estimate of the remaining time, at most once in INTERVAL_S.

            The start and the end are not shown.
            """
            nonlocal shown_at, began
            now = time.monotonic()
            began = began or (now, done)  # the wait before the first step is not part of the estimate
            if now - shown_at < INTERVAL_S or not began[1] < done < whole:
                return
            shown_at = now
            left_s = round((now - began[0]) / (done - began[1]) * (whole - done))
            line = words()("cli-progress", what=what, done=done, whole=whole, left=left_s)
            _write(f"{CLEAR_LINE}{line}" if live else f"{line}\n")

        return show_progress

    try:
        yield bar
    finally:
        if live:
            _write(CLEAR_LINE)


def _write(text: str) -> None:
    """Writes a text to stderr at once."""
    sys.stderr.write(text)
    sys.stderr.flush()
