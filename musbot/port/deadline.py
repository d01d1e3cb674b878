"""Deadlines for the acts of people: an act that hangs is cancelled, unless its commit has begun."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from musbot.runtime.boundary import guard_callback

DEADLINE_S = 5.0
"""The time an act may take before it is cancelled."""
LOOK_S = 0.1
"""The interval of checks whether a commit has ended."""
LAST_S = 1.0
"""The time a cancelled act may take to end, apart from commits."""

_Found = TypeVar("_Found")
_current: ContextVar[TimedAct | None] = ContextVar("act", default=None)
_OVERDUE: WeakKeyDictionary[asyncio.AbstractEventLoop, set[TimedAct]] = WeakKeyDictionary()


class DeadlineExpired(Exception):
    """An act has hung, and was cancelled at its deadline."""


class TimedAct:
    """An act of a person, from its start until it ends or is abandoned."""

    def __init__(self, abandon: Callable[[], object], seconds: float) -> None:
        self.name = "an update"
        self.place = ""
        """Its table or platform, such as "at table K7". Name and place contain no id of a person or chat."""
        self.commits = 0
        """Commits that have begun and not ended."""
        self.expired = False
        """Whether it was cancelled at its deadline."""
        self._abandon = abandon
        self.task: asyncio.Task[Any] | None = asyncio.current_task()
        """The task to cancel at the deadline; None once the act has ended."""
        self._loop = asyncio.get_running_loop()
        self._began = self._loop.time()
        self._fire = guard_callback("the deadline of an act", self._expire)
        self._timer = self._loop.call_later(seconds, self._fire)

    def _expire(self) -> None:
        """Counts the act as overdue and cancels it, or calls `abandon` if it still runs LAST_S after that.

        While a commit is under way it cancels nothing, and checks again after LOOK_S.
        """
        _OVERDUE.setdefault(self._loop, set()).add(self)
        if self.commits:
            self._timer = self._loop.call_later(LOOK_S, self._fire)
        elif not self.expired and self.task is not None:
            self.expired = True
            self.task.cancel()
            self._timer = self._loop.call_later(LAST_S, self._fire)
        else:
            self._abandon()

    def __str__(self) -> str:
        """Returns a sentence with its name, place and seconds, for the health page."""
        seconds = self._loop.time() - self._began
        return f"{self.name} takes too long{self.place and ' '}{self.place} ({seconds:.0f} s)"

    def end(self) -> None:
        """Stops its deadline, and takes it from the overdue acts."""
        self._timer.cancel()
        _OVERDUE.get(self._loop, set()).discard(self)


async def with_deadline(
    doing: Callable[[], Awaitable[_Found]],
    abandon: Callable[[], object] = lambda: None,
    seconds: float | None = None,
) -> _Found:
    """Runs an act with a deadline and returns its result; errors of the act propagate.

    `seconds` is DEADLINE_S by default. An act that hangs is cancelled, but not during a commit
    (`committing`). Raises DeadlineExpired once the cancellation has ended it. If it does not end within
    LAST_S after the cancellation, `abandon` is called.
    """
    act = TimedAct(abandon, DEADLINE_S if seconds is None else seconds)
    before = _current.get()
    _current.set(act)
    try:
        return await doing()
    except asyncio.CancelledError as error:
        if take_expiry(error):
            raise DeadlineExpired from None
        raise
    finally:
        act.task = None  # contexts may keep this act, and its timer if `end` fails
        act.end()
        _current.set(before)  # a coroutine may be closed in another context, where its token is not valid


@contextmanager
def committing() -> Iterator[None]:
    """Keeps the deadline of the current act from cancelling it during the block.

    Without a current act it has no effect. The store's HangWatch notices a commit that hangs.
    """
    act = _current.get()
    if act is not None:
        act.commits += 1
    try:
        yield
    finally:
        if act is not None:
            act.commits -= 1


def take_expiry(error: BaseException) -> bool:
    """Returns whether an error is the cancellation of the current act at its deadline.

    If so, takes that cancellation from the task's count, so the task may continue. False, with the count
    lowered too, if the task was also cancelled for another reason.
    """
    act, task = _current.get(), asyncio.current_task()
    if act is None or task is None or not act.expired or not isinstance(error, asyncio.CancelledError):
        return False
    return task.uncancel() == 0


def name_act(name: str, place: str) -> None:
    """Names the current act and its place, for `list_overdue`. Without a current act it has no effect."""
    if (act := _current.get()) is not None:
        act.name, act.place = name, place


def list_overdue() -> list[str]:
    """Returns a sentence for each act in this event loop that has passed its deadline and still runs."""
    return sorted(map(str, _OVERDUE.get(asyncio.get_running_loop(), ())))
