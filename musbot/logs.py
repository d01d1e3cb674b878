"""Logging that never prints a token: risky loggers are silenced, the rest are filtered."""

from __future__ import annotations

import json
import logging
import traceback
from collections.abc import Iterable
from datetime import UTC, datetime
from enum import StrEnum
from types import TracebackType

QUIET = ("aiosqlite", "asyncio", "PIL")
"""At INFO or DEBUG these print cards in a statement (docs/reliability.md), or no end of lines."""


_Raised = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


LINE = "%(asctime)s %(levelname)s %(name)s: %(message)s"
"""What a line of text is."""


class LogFormat(StrEnum):
    """How the log is written: for people, or an object of JSON a line, for programs."""

    TEXT = "text"
    JSON = "json"


QUIET_S = 60
"""How long the same cause is not told again."""


class Seldom(logging.Filter):
    """Lets a warning of the same cause (a line of code) through once a minute, with how many it kept back."""

    def __init__(self) -> None:
        super().__init__()
        self._told: dict[tuple[str, int], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """See logging.Filter; errors are always let through."""
        if record.levelno != logging.WARNING:
            return True
        cause = record.pathname, record.lineno
        at, kept = self._told.get(cause, (float("-inf"), 0))
        if record.created - at < QUIET_S:
            self._told[cause] = at, kept + 1
            return False
        self._told[cause] = record.created, 0
        if kept:
            record.msg, record.args = f"{record.getMessage()} (and {kept} like it since)", ()
        return True


class Redacted(logging.Formatter):
    """A formatter that leaves secrets out of the finished text, and of an error what it says."""

    def __init__(self, secrets: Iterable[str], line: str = LINE) -> None:
        super().__init__(line)
        self._secrets = [secret for secret in secrets if secret]

    def format(self, record: logging.LogRecord) -> str:
        """See logging.Formatter."""
        text = super().format(record)
        for secret in self._secrets:
            text = text.replace(secret, "[token]")
        return text

    def formatException(self, ei: _Raised) -> str:  # noqa: N802 - as the library calls it
        """See logging.Formatter: where each error was raised, for its words may quote what somebody wrote."""
        lines, error = [], ei[1]
        while error is not None:
            where = traceback.format_tb(error.__traceback__)
            lines.append("".join((*where, type(error).__qualname__)))
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        return "\nwhile there was:\n".join(lines)


class RedactedObjects(Redacted):
    """The same, where a line is an object of JSON: when, how grave, where, what."""

    def __init__(self, secrets: Iterable[str]) -> None:
        super().__init__(secrets, "%(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """See logging.Formatter."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        what, *where = super().format(record).split("\n")
        told = {"at": at, "level": record.levelname, "logger": record.name, "message": what}
        return json.dumps({**told, "trace": where} if where else told, ensure_ascii=False)


def log_to_stderr(
    level: str,
    secrets: Iterable[str] = (),
    quiet: Iterable[str] = (),
    mute: Iterable[str] = (),
    *,
    form: LogFormat = LogFormat.TEXT,
) -> None:
    """Sends the log to stderr, at that level for our own loggers; `quiet` and `mute` are the platforms'."""
    handler = logging.StreamHandler()
    handler.setFormatter(Redacted(secrets) if form is LogFormat.TEXT else RedactedObjects(secrets))
    handler.addFilter(Seldom())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name in (*QUIET, *quiet):
        logging.getLogger(name).setLevel(logging.WARNING)
    for name in mute:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
