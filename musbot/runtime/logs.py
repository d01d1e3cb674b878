"""Logging without tokens: risky loggers are silenced, and tokens in the lines of the others are replaced."""

from __future__ import annotations

import io
import json
import logging
import sys
import time
import traceback
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import UTC, datetime
from enum import StrEnum
from queue import Full, Queue
from threading import Event, Lock, Thread
from types import TracebackType
from typing import TextIO

NOISY_LOGGERS = ("aiosqlite", "asyncio", "PIL")
"""Loggers that print cards in SQL statements (docs/reliability.md) or far too many lines below WARNING."""


_Raised = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


LINE = "%(asctime)s %(levelname)s %(name)s: %(message)s"
"""The format of a line of text."""


class LogFormat(StrEnum):
    """The formats of log lines."""

    TEXT = "text"
    """A line of plain text."""
    JSON = "json"
    """An object of JSON."""


REPEAT_S = 60
"""A warning of the same cause is printed at most once in this many seconds."""


class RepeatFilter(logging.Filter):
    """Filters warnings: each line of code warns once a minute, with the number of suppressed warnings."""

    def __init__(self) -> None:
        super().__init__()
        self._told: dict[tuple[str, int], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Returns whether to print a record: not a warning less than REPEAT_S after the last printed one.

        Each line of code counts for itself. Adds the number of suppressed warnings to the message of the next
        printed one. Other levels always pass.
        """
        if record.levelno != logging.WARNING:
            return True
        cause = record.pathname, record.lineno
        at, kept = self._told.get(cause, (float("-inf"), 0))
        if record.created - at < REPEAT_S:
            self._told[cause] = at, kept + 1
            return False
        self._told[cause] = record.created, 0
        if kept:
            record.msg, record.args = f"{record.getMessage()} (and {kept} like it since)", ()
        return True


class RedactingFormatter(logging.Formatter):
    """A formatter that removes secrets from a line, and messages from tracebacks."""

    def __init__(
        self, secrets: Iterable[str], line: str = LINE, *, reword: Callable[[str], str] = str
    ) -> None:
        super().__init__(line)
        self._secrets = [secret for secret in secrets if secret]
        self._reword = reword

    def format(self, record: logging.LogRecord) -> str:
        """Returns a record as text, changed by `reword`, in which "[token]" replaces each secret."""
        return self.redact(self._reword(super().format(record)))

    def redact(self, text: str) -> str:
        """Returns a text in which "[token]" replaces each secret."""
        for secret in self._secrets:
            text = text.replace(secret, "[token]")
        return text

    def formatException(self, ei: _Raised) -> str:  # noqa: N802 - as the library calls it
        """Returns the places where each error of a chain was raised, with its type, the newest error first.

        Messages are left out, because they may quote a person.
        """
        lines, error = [], ei[1]
        while error is not None:
            where = traceback.format_tb(error.__traceback__)
            lines.append("".join((*where, type(error).__qualname__)))
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        return "\nwhile there was:\n".join(lines)


class RedactingJsonFormatter(RedactingFormatter):
    """A formatter that writes each record as a JSON object: time, level, logger and message."""

    def __init__(self, secrets: Iterable[str], *, reword: Callable[[str], str] = str) -> None:
        super().__init__(secrets, "%(message)s", reword=reword)

    def format(self, record: logging.LogRecord) -> str:
        """Returns a record as one line of JSON without secrets: `at`, `level`, `logger` and `message`.

        Further lines, such as a traceback, are the list `trace`.
        """
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        what, *where = super().format(record).split("\n")
        fields = {"at": at, "level": record.levelname, "logger": record.name, "message": what}
        return json.dumps({**fields, "trace": where} if where else fields, ensure_ascii=False)


MOST_WAITING = 2000
"""Maximum length of the queue, in lines; further lines are dropped and counted."""
LAST_LINES_S = 1.0
"""Longest wait for queued lines when the process ends."""
AGAIN_S = 0.05
"""Pause before a write to a full, non-blocking stderr is repeated."""


class QueuedLines(logging.Handler):
    """A handler with a queue and a thread that writes to a stream, here stderr, so logging does not block.

    A write from the event loop to a full pipe would stop the game and delay SIGTERM.
    """

    def __init__(self, stream: TextIO | None) -> None:
        super().__init__()
        self.stream = stream
        self._lines: Queue[str | Event | None] = Queue(MOST_WAITING)
        self._dropped = 0
        self._counting = Lock()
        Thread(target=self._write_all, name="log", daemon=True).start()

    def handle(self, record: logging.LogRecord) -> bool:
        """Queues a record's line; returns a false value if the record is filtered out or cannot be formatted.

        In the latter case it queues a line with the logger's name and the type of the error. A line dropped
        because the queue is full is not shown in the result. Raises no error.
        """
        try:
            return super().handle(record)
        except Exception as error:  # logging's own handleError would quote the arguments
            self.put(
                f"{record.levelname} {record.name}: a line that cannot be written ({type(error).__name__})"
            )
            return False

    def emit(self, record: logging.LogRecord) -> None:
        """Formats a record and queues its line with `put`; errors of the formatter propagate."""
        self.put(self.format(record))

    def put(self, line: str) -> None:
        """Queues a line without waiting; drops and counts it if the queue is full."""
        try:
            self._lines.put_nowait(line)
        except Full:
            with self._counting:
                self._dropped += 1

    def flush(self) -> None:
        """Waits until the lines queued so far are written.

        Gives up without an error after LAST_LINES_S seconds without a place in the queue, or of writing.
        """
        written = Event()
        try:
            self._lines.put(written, timeout=LAST_LINES_S)
        except Full:
            return
        written.wait(LAST_LINES_S)

    def close(self) -> None:
        """Ends the thread after the queued lines, without waiting for it; with a full queue it runs on."""
        with suppress(Full):
            self._lines.put_nowait(None)
        super().close()

    def _write_all(self) -> None:
        """Writes queued lines until it takes None from the queue; the thread runs it.

        Sets each Event that is queued. If lines were dropped, adds a line with their number after the next
        written line.
        """
        while (line := self._lines.get()) is not None:
            if isinstance(line, Event):
                line.set()
                continue
            self._write(line)
            with self._counting:
                dropped, self._dropped = self._dropped, 0
            if dropped:
                self._write(f"{dropped} lines of the log were dropped: nobody read stderr fast enough")

    def _write(self, line: str) -> None:
        """Writes a line; drops the rest after an OSError or ValueError, as of a closed stream."""
        with suppress(OSError, ValueError):  # stderr is closed
            _write_unbuffered(self.stream, f"{line}\n")


def _write_unbuffered(stream: TextIO | None, text: str) -> None:
    """Writes past the stream's buffers; Python aborts at exit if a thread still holds their lock.

    Waits while a pipe is full. Another kind of stream, without a buffered file, gets a plain `write`; None
    gets nothing. Raises OSError and ValueError.
    """
    if not isinstance(stream, io.TextIOWrapper) or not isinstance(stream.buffer, io.BufferedWriter):
        if stream is not None:
            stream.write(text)
        return
    left = memoryview(text.encode("utf-8", "backslashreplace"))
    while left:
        written = stream.buffer.raw.write(left)
        if written is None:  # it does not block, and is full
            time.sleep(AGAIN_S)
        left = left[written or 0 :]


def write_last_line(text: str) -> None:
    """Writes a line to stderr, without secrets, after the queued lines of the log. Drops it if the pipe stays
    full.

    Waits for the writing as `QueuedLines.flush` does; drops the line if the queue is full. Without a root
    QueuedLines on the current stderr it writes directly, and an OSError propagates.
    """
    for handler in logging.getLogger().handlers:
        if isinstance(handler, QueuedLines) and handler.stream is sys.stderr:
            how = handler.formatter
            handler.put(how.redact(text) if isinstance(how, RedactingFormatter) else text)
            handler.flush()
            return
    sys.stderr.write(f"{text}\n")


def log_to_stderr(
    level: str,
    secrets: Iterable[str] = (),
    quiet: Iterable[str] = (),
    mute: Iterable[str] = (),
    *,
    form: LogFormat = LogFormat.TEXT,
    reword: Callable[[str], str] = str,
) -> None:
    """Sends the log to stderr, from `level` on, with secrets replaced; closes the root's earlier handlers.

    Starts the thread of a QueuedLines, with a RepeatFilter. Loggers in NOISY_LOGGERS and `quiet` print from
    WARNING on, also with another `level`; loggers in `mute` print nothing. `quiet` and `mute` are the
    platforms'. `reword` changes each line, as to name a command. Raises ValueError for an unknown level.
    """
    handler = QueuedLines(sys.stderr)
    handler.setFormatter(
        RedactingFormatter(secrets, reword=reword)
        if form is LogFormat.TEXT
        else RedactingJsonFormatter(secrets, reword=reword)
    )
    handler.addFilter(RepeatFilter())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name in (*NOISY_LOGGERS, *quiet):
        logging.getLogger(name).setLevel(logging.WARNING)
    for name in mute:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
