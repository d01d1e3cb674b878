"""Boundaries, which keep an unexpected error to one table, chat or task, and log each cause once.

Background tasks are started with `Background`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol
from weakref import WeakKeyDictionary

_log = logging.getLogger(__name__)

MOST_TRIES = 3
"""Calls by `insist` of a function that fails."""
Cause = tuple[type[BaseException], str, int]
"""An error's type, and the file and line that raised it."""


class OperatorError(Exception):
    """An error whose text tells an operator enough, and quotes no person: the log needs no traceback."""


class Reported:
    """The errors that were reported in an event loop."""

    def __init__(self) -> None:
        self.causes: set[Cause] = set()
        """The causes logged with a traceback."""
        self.errors = 0
        """The number of errors."""


_REPORTED: WeakKeyDictionary[asyncio.AbstractEventLoop, Reported] = WeakKeyDictionary()


def may_contain(error: BaseException) -> bool:
    """Returns whether a boundary may stop an error: an Exception, or a cancellation that was not requested.

    A cancellation is requested if the current task's `cancelling()` counts any. Raises RuntimeError for a
    cancellation while no event loop runs.
    """
    if isinstance(error, asyncio.CancelledError):
        task = asyncio.current_task()
        return task is None or not task.cancelling()
    return isinstance(error, Exception)


def require_containable(error: BaseException) -> None:
    """Raises an error again if no boundary may stop it (`may_contain`)."""
    if not may_contain(error):
        raise error


def report(where: str, error: BaseException) -> None:
    """Logs an error at level ERROR: `where`, and its type without its text. Counts it for the event loop.

    The first of each cause (type, file and line) in an event loop has a traceback; without a running loop
    each has one, and is not counted. An OperatorError has its text and no traceback. Raises nothing.
    """
    reported = _errors_of_loop()
    reported.errors += 1
    if isinstance(error, OperatorError):
        _log.error("%s: %s", where, error)
        return
    cause = (type(error), *_place_of(error))
    known = cause in reported.causes
    _log.error("%s: %s", where, type(error).__name__, exc_info=None if known else error)
    reported.causes.add(cause)


def _place_of(error: BaseException) -> tuple[str, int]:
    """Returns the file and line that raised an error; ("", 0) if it was never raised."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return (trace.tb_frame.f_code.co_filename, trace.tb_lineno) if trace is not None else ("", 0)


def describe_cause(error: BaseException) -> str:
    """Returns the type and place of an error, such as `KeyError at fold.py:31`.

    In a chain of `raise … from`, the original error counts. Texts of errors are left out, because they may
    quote a person. An error that was never raised gives `KeyError at :0`.
    """
    while error.__cause__ is not None:
        error = error.__cause__
    file, line = _place_of(error)
    return f"{type(error).__name__} at {Path(file).name}:{line}"


def _errors_of_loop() -> Reported:
    """Returns the record of the running event loop; if no loop runs, a new record, which is not kept."""
    try:
        return _REPORTED.setdefault(asyncio.get_running_loop(), Reported())
    except RuntimeError:  # no event loop runs
        return Reported()


def count_errors() -> int:
    """Returns the number of errors that were reported in the running event loop; 0 without a loop."""
    return _errors_of_loop().errors


@contextmanager
def contain_errors(where: str) -> Iterator[None]:
    """Stops and reports an error in the block, if `may_contain` allows it; other errors propagate."""
    try:
        yield
    except BaseException as error:
        require_containable(error)
        report(where, error)


def guard_callback(
    where: str, callback: Callable[..., object], failed: Callable[[], object] | None = None
) -> Callable[..., None]:
    """Returns a function that calls `callback` with its arguments and returns None.

    An error is reported if `may_contain` allows it; other errors are raised. After a reported error, `failed`
    is called, MOST_TRIES times at most until it succeeds. Its errors are reported too.
    """

    def call(*arguments: object) -> None:
        """Calls `callback`; reports its error if `may_contain` allows it, and then calls `failed`."""
        try:
            callback(*arguments)
        except BaseException as error:
            require_containable(error)
            report(where, error)
            if failed is not None:
                insist(where, failed)

    return call


def insist(where: str, call: Callable[[], object]) -> None:
    """Calls a function until it succeeds, MOST_TRIES times at most, without a pause.

    Errors are reported instead of raised, if `may_contain` allows it, also the last one.
    """
    for _ in range(MOST_TRIES):
        with contain_errors(where):
            call()
            return


class Stoppable(Protocol):
    """A timer that can be stopped."""

    def cancel(self) -> object:
        """Stops the timer; without effect once it has fired."""


class CallsLater(Protocol):
    """A source of timers, such as an event loop."""

    def call_later(self, delay: float, callback: Callable[..., object], *args: Any) -> Stoppable:
        """Calls a function with `args` once after `delay` seconds; returns the timer."""


class Periodic:
    """A timer that calls a function every `every_s` seconds, even if the function fails."""

    def __init__(self, timers: CallsLater, every_s: float, where: str, call: Callable[[], object]) -> None:
        self._timers = timers
        self._every_s = every_s
        self._where = where
        self._guarded = guard_callback(where, call)
        self._next: Stoppable | None = None

    def start(self) -> None:
        """Starts the timer; the first call follows after `every_s` seconds.

        A second start runs a second timer.
        """
        self._next = self._timers.call_later(self._every_s, self._call)

    def stop(self) -> None:
        """Stops the timer that was started last; does nothing before `start`."""
        if self._next is not None:
            self._next.cancel()

    def _call(self) -> None:
        """Plans the next call, then makes this one; its error is reported."""
        insist(self._where, self.start)
        self._guarded()


class Background:
    """A set of tasks that run without being awaited; an error is reported under the task's name."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def __bool__(self) -> bool:
        """Returns whether any task still runs."""
        return bool(self._tasks)

    def start(
        self, doing: Coroutine[Any, Any, Any], name: str, failed: Callable[[], object] | None = None
    ) -> asyncio.Task[Any]:
        """Starts and returns a task named `name`; its error is reported under that name.

        Then `failed` is called, MOST_TRIES times at most until it succeeds. A cancellation that was requested
        is no error. Needs a running event loop.
        """
        task = asyncio.get_running_loop().create_task(doing, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda done: self._check_end(done, failed))
        return task

    def _check_end(self, task: asyncio.Task[Any], failed: Callable[[], object] | None) -> None:
        """Reports the error of a task, or a cancellation that was not requested, and then calls `failed`."""
        if task.cancelled() and task.cancelling():
            return
        error: BaseException | None
        try:
            error = task.exception()
        except asyncio.CancelledError as cancelled:
            error = cancelled
        if error is not None:
            report(task.get_name(), error)
            if failed is not None:
                insist(task.get_name(), failed)

    async def finish(self, most_s: float | None = None) -> None:
        """Waits until all tasks have ended, new ones included, but at most `most_s` seconds (None: no limit).

        It cancels no task, also at the limit, and raises no error of a task.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(most_s):
                while self._tasks:
                    await asyncio.wait(self._tasks)

    def cancel(self) -> None:
        """Requests the cancellation of every task, without waiting for their end."""
        for task in list(self._tasks):
            task.cancel()
