"""Logs of earlier versions, brought up to date once, when a database of theirs is opened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from musbot.game.errors import BadEvent
from musbot.game.events import Closed, Event, LanceBegan, Owed, PartidaWon, VacaWon
from musbot.game.evolve import evolve
from musbot.game.state import State
from musbot.store.codec import Stored, encode
from musbot.store.refold import FORGED, Damaged, read_log
from musbot.table.state import AnyEvent

DECIDED = (LanceBegan, Closed, Owed, VacaWon, PartidaWon)
"""What version 1 did not write, for its fold decided it."""

Row = tuple[int, float, Stored]
"""The number of an event, when it was written, and the event."""


def upgraded(table: str, log: Sequence[Row]) -> list[Row]:
    """Returns the log of a table with the decisions that version 1 left to its fold; raises Damaged."""
    rows = enumerate(_upgraded(table, log), start=1)
    return [(seq, at, encode(event)) for seq, (at, event) in rows]


def _upgraded(table: str, log: Sequence[Row]) -> Iterator[tuple[float, AnyEvent]]:
    mesa: State | None = None
    events = read_log(table, [(seq, stored) for seq, _, stored in log])
    for (seq, at, _), event in zip(log, events, strict=True):
        yield at, event
        if not isinstance(event, Event):
            continue  # of the table, which has decided nothing in its fold
        try:
            mesa, decided = _decided(_followed(mesa, event))
        except FORGED as error:
            raise Damaged(table, seq, f"cannot follow ({type(error).__name__})") from None
        yield from ((at, event) for event in decided)


def _decided(mesa: State) -> tuple[State, list[Event]]:
    """The state after all that is decided at once, and those decisions."""
    decided: list[Event] = []
    while isinstance(event := mesa.follows(), DECIDED):
        decided.append(event)
        mesa = evolve(mesa, event)
    return mesa, decided


def _followed(mesa: State | None, event: Event) -> State:
    """The state after an event, which must be what follows by itself if anything does."""
    due = mesa.follows() if mesa is not None else None
    if due is not None and due != event:
        raise BadEvent(f"{type(event).__name__}: {type(due).__name__} was expected")
    return evolve(mesa, event)
