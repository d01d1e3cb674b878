"""Old bugs, put back to see that they are found: each is what the code once was."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from inspect import getsource
from textwrap import dedent
from typing import Any

from musbot.port.intake import Intake
from musbot.service.commands.registry import CommandRegistry
from musbot.service.delivery.courier import Courier
from musbot.service.delivery.showing import Showing
from musbot.service.queue.fair_queue import FairQueue
from musbot.store.codec import Stored
from musbot.store.sqlite import SqliteStore


@contextmanager
def _instead(of: type, name: str, other: object) -> Iterator[None]:
    real = getattr(of, name)
    setattr(of, name, other)
    try:
        yield
    finally:
        setattr(of, name, real)


def _changed(of: type, name: str, now: str, then: str) -> AbstractContextManager[None]:
    """A method as it was before some of its lines, which must be there now."""
    real = getattr(of, name)
    source = dedent(getsource(real))
    assert source.count(now) == 1, f"{name} has changed: the old bug has to be put back otherwise"
    made: dict[str, Any] = {}
    code = compile("from __future__ import annotations\n" + source.replace(now, then), name, "exec")
    exec(code, real.__globals__, made)
    return _instead(of, name, made[name])


@contextmanager
def vanished_board() -> Iterator[None]:
    """An edit under way notes its message as what a chat shows, though `repost` has replaced that.

    Of what has been built since, that a message which is shown is not stripped would make it harmless.
    """
    noted = "    if display.posted.get(place) is not known:\n        return Fate.MADE\n"
    stripped = "StripSlot(message) if self.displays.shows(chat, message):"
    with _changed(Showing, "_bring", noted, ""), _changed(Courier, "_requested", stripped, "int():"):
        yield


def starving_topics() -> AbstractContextManager[None]:
    """Of what waits for a chat the newest goes first, however long another has waited."""
    return _changed(FairQueue, "_chosen", "ticket.wish, ticket.order", "ticket.wish, (-ticket.place, 0, 0)")


def key_twice() -> AbstractContextManager[None]:
    """The key of a delivery is known to the process alone, and not recorded with the events."""
    real = SqliteStore.append

    async def append(
        self: SqliteStore, table: str, after: int, events: Sequence[Stored], *, key: str = "", **more: Any
    ) -> None:
        await real(self, table, after, events, **more)

    return _instead(SqliteStore, "append", append)


def batch_waits_for_all() -> AbstractContextManager[None]:
    """The next batch is asked for when the slowest of the last one is done, though it only reads."""
    return _changed(Intake, "_accepted", "match _place(deed).wait:", "match Wait.FOR_COMMIT:")


def limit_after_work() -> AbstractContextManager[None]:
    """Who asks too much is not answered, but all is made for him that he would be."""
    return _changed(CommandRegistry, "_obeyed", "asked.claim(command.cost)", "pass")


BUGS: Mapping[str, Callable[[], AbstractContextManager[Any]]] = {
    "": nullcontext,
    "vanished-board": vanished_board,
    "starving-topics": starving_topics,
    "key-twice": key_twice,
    "batch-waits-for-all": batch_waits_for_all,
    "limit-after-work": limit_after_work,
}
"""By name; none is nothing changed."""
