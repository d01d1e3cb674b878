"""Reads the log of a table back: its events, its state, and its first unreadable event."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence

from musbot.game.errors import MusError
from musbot.store.codec import NewerRecord, Stored, decode
from musbot.table.events import (
    NO_TABLE,
    AnyEvent,
    Drawn,
    Gathered,
    Moved,
    Opened,
    RulesChosen,
    SatDown,
    StoodIn,
    StoodUp,
    TableId,
)
from musbot.table.fold import fold
from musbot.table.table import Table

Log = Sequence[tuple[int, Stored]]
"""A table's stored events, each with its number."""

SLICE = 100
"""The events that are folded in one step of the event loop: a millisecond or two."""
SEATING = (Opened, RulesChosen, SatDown, StoodIn, StoodUp, Gathered, Drawn, Moved)
"""The kinds of events that tell the players, rules and chat of a table."""

FORGED = (
    MusError,
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RuntimeError,
    StopIteration,
    TypeError,
    ValueError,
)
"""Errors that a forged event may cause when it is read or folded. They concern only its table."""


class DamagedLog(MusError):
    """A log that cannot be read from event `seq` on; its text quotes nothing stored.

    Its cause is the error that the event led to, if one.

    If `newer`, the log is intact: a later musbot wrote it.
    """

    def __init__(self, table: TableId, seq: int, why: str, *, newer: bool = False) -> None:
        super().__init__(f"table {table}: event {seq} {why}")
        self.table = table
        self.seq = seq
        self.newer = newer


def read_log(table: TableId, log: Log) -> Iterator[AnyEvent]:
    """Yields the events of a log in order.

    Raises DamagedLog at the first event that is missing or unreadable; if a later musbot wrote it, with
    `newer`.
    """
    for expected, (seq, stored) in enumerate(log, start=1):
        if seq != expected:
            raise DamagedLog(table, expected, "is missing")
        try:
            event = decode(stored)
        except NewerRecord:
            raise DamagedLog(table, seq, "was written by a newer musbot", newer=True) from None
        except FORGED as error:
            raise DamagedLog(table, seq, "cannot be read") from error
        yield event


def refold(table: TableId, log: Log) -> Table | None:
    """Returns the table after all events of a log; None for an empty log.

    Raises DamagedLog for an event that is missing, unreadable, does not follow, or belongs to another table.
    """
    state: Table | None = None
    for after in _fold_states(table, log):
        state = after
    return state


async def refold_slowly(table: TableId, log: Log) -> Table | None:
    """Returns the table after all events of a log, None for an empty log, with pauses for other tasks.

    Raises DamagedLog as `refold` does.
    """
    state: Table | None = None
    for number, after in enumerate(_fold_states(table, log)):
        state = after
        if number % SLICE == SLICE - 1:
            await asyncio.sleep(0)
    return state


def fold_seating(table: TableId, seating: Sequence[Stored]) -> Table | None:
    """Returns a table with its players, rules and chat, but without its partida; None for no events.

    `seating` has the table's events of the kinds SEATING, in order. Raises DamagedLog, which counts only
    these events.
    """
    return refold(table, list(enumerate(seating, start=1)))


def _fold_states(table: TableId, log: Log) -> Iterator[Table]:
    """Yields the table after each event of a log; raises DamagedLog as `refold` does."""
    state: Table | None = None
    for seq, event in enumerate(read_log(table, log), start=1):
        state = _fold_event(state, event, table, seq)
        yield state


def _fold_event(state: Table | None, event: AnyEvent, table: TableId, seq: int) -> Table:
    """Returns the table after one event.

    Raises DamagedLog, which names `seq`, if the event does not follow `state` or belongs to a table other
    than `table`.
    """
    try:
        after = fold(state, event)
    except FORGED as error:
        raise DamagedLog(table, seq, f"cannot follow ({type(error).__name__})") from error
    if after.id != table:
        raise DamagedLog(table, seq, "is another table's")
    return after


def opened_language(log: Log) -> str:
    """Returns the language with which a log opens its table; "" if its first event is missing,
    unreadable or no Opened."""
    try:
        event = next(read_log(NO_TABLE, log[:1]), None)
    except DamagedLog:
        return ""
    return event.language if isinstance(event, Opened) else ""
