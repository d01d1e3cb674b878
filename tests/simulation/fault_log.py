"""What the log must hold after a fault of our own: one traceback, with the table or chat; nothing else.

A table that is set aside is named in one line instead, with the type and place of the error.
"""

from __future__ import annotations

import asyncio
import logging
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from musbot.port.deadline import DeadlineExpired
from musbot.runtime import boundary
from musbot.store.protocol import StoreError

PLACE = re.compile(
    r"^the (bot|notices|dates): |\btable [A-Z]\d|\b(site|telegram|discord):|outbox of all"
    r"|of the database|housekeeping"
    r"|somebody is (forgotten|told)|tables taken up"
    r"|that weighs|[Uu]pdate|[Ii]nteraction|Telegram|Discord|an event"
)
"""A table, a chat, or a part of the process that belongs to neither, in a line of the log.

No line names the person whom `/borrar` forgets.
"""


@dataclass
class Heard:
    """Everything logged as a warning or an error."""

    records: list[logging.LogRecord] = field(default_factory=list)
    reported: list[BaseException] = field(default_factory=list)
    """Errors that were given to the log, also those of a cause that is known by then."""


@contextmanager
def listening(heard: Heard) -> Iterator[None]:
    """Keeps what is logged within the block."""

    class Ear(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            heard.records.append(record)
            if (error := _error_of(record)) is not None:
                heard.reported.append(error)

    real = boundary.report

    def report(where: str, error: BaseException) -> None:
        heard.reported.append(error)
        real(where, error)

    loggers = [logging.getLogger(name) for name in ("musbot", "adapters", "asyncio")]
    ear, before = Ear(logging.WARNING), [(it.level, it.propagate) for it in loggers]
    for logger in loggers:
        logger.addHandler(ear)
        logger.setLevel(logging.WARNING)
        logger.propagate = False
    every = [
        it
        for name, it in list(sys.modules.items())
        if name.startswith(("musbot", "adapters", "tests.simulation"))
    ]
    users = [module for module in every if getattr(module, "report", None) is real]
    for module in users:
        module.__dict__["report"] = report
    try:
        yield
    finally:
        for module in users:
            module.__dict__["report"] = real
        for logger, (level, propagate) in zip(loggers, before, strict=True):
            logger.removeHandler(ear)
            logger.setLevel(level)
            logger.propagate = propagate


def log_problems(injected: Sequence[BaseException], heard: Heard, *, hangs: bool = False) -> Iterator[str]:
    """Yields what was not logged, or not as one line with a traceback and a place; and other errors."""
    lines = [it.getMessage() for it in heard.records]
    named = False
    for error in injected:
        if not any(_is_same(error, it) for told in heard.reported for it in _chain(told)):
            if named := any(boundary.describe_cause(error) in line for line in lines):
                continue
            yield f"nothing was logged of {error!r}"
            break
    traced = [it for it in heard.records if _error_of(it) is not None]
    own = [
        it for it in traced if any(_is_same(error, e) for error in injected for e in _chain(_error_of(it)))
    ]
    if injected and len(own) != 1 and not (named and not own):
        yield f"{len(own)} tracebacks: {[it.getMessage() for it in own]}"
    for record in own:
        if not PLACE.search(record.getMessage()):
            yield f"no table or chat is named: {record.getMessage()}"
    for record in traced:
        deadline = hangs and ("took too long" in record.getMessage() or _is_refused_read(record))
        if (
            record not in own
            and not deadline
            and not isinstance(_error_of(record), StoreError | DeadlineExpired)
        ):
            yield f"another error: {record.getMessage()} {_error_of(record)!r}"


def _is_refused_read(record: logging.LogRecord) -> bool:
    """Returns whether a read of a file was refused because it waited for something else than the database."""
    error = _error_of(record)
    return isinstance(error, RuntimeError) and error.args == ("expected work that only asks the database",)


def _error_of(record: logging.LogRecord) -> BaseException | None:
    return record.exc_info[1] if record.exc_info else None


def _is_same(injected: BaseException, found: BaseException) -> bool:
    """Returns whether an error is the injected one; a cancellation is another in each task that it passes."""
    cancelled = isinstance(injected, asyncio.CancelledError) and isinstance(found, asyncio.CancelledError)
    return injected is found or cancelled


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """Yields an error, and those that led to it."""
    seen: list[BaseException] = []
    while error is not None and error not in seen:
        seen.append(error)
        yield error
        error = error.__cause__ or error.__context__
