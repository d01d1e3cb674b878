"""Logs of earlier versions, brought up to date once, when a database of theirs is opened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from musbot.game.errors import BadEvent
from musbot.game.events import Closed, Event, LanceBegan, Owed, PartidaWon, VacaWon
from musbot.game.evolve import evolve
from musbot.game.mesa import Mesa
from musbot.store.codec import Stored, decode, encode

DECIDED = (LanceBegan, Closed, Owed, VacaWon, PartidaWon)
"""What version 1 did not write, for its fold decided it."""

Row = tuple[float, Stored]
"""When an event was written, and the event."""
Log = Sequence[tuple[int, float, Stored]]
"""The same of a whole log, each event with its number."""


def upgraded(log: Log) -> list[Row]:
    """Returns the log of a table with the decisions that version 1 left to its fold.

    Raises BadRecord for an event that cannot be read, BadEvent for one that does not follow.
    """
    return list(_upgraded(log))


def _upgraded(log: Log) -> Iterator[Row]:
    mesa: Mesa | None = None
    for expected, (seq, at, stored) in enumerate(log, start=1):
        if seq != expected:
            raise BadEvent(f"event {expected} is missing")
        event = decode(stored)
        yield at, encode(event)
        if not isinstance(event, Event):
            continue  # of the table, which has decided nothing in its fold
        mesa = _followed(mesa, event)
        while isinstance(decided := mesa.follows(), DECIDED):
            yield at, encode(decided)
            mesa = evolve(mesa, decided)


def _followed(mesa: Mesa | None, event: Event) -> Mesa:
    """The state after an event, which must be what follows by itself if anything does."""
    due = mesa.follows() if mesa is not None else None
    if due is not None and due != event:
        raise BadEvent(f"{type(event).__name__}: {type(due).__name__} was expected")
    return evolve(mesa, event)
