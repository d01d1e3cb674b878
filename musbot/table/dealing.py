"""The cards that are due after what has happened at a table, from its own secret deck."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from musbot.game.engine import due
from musbot.game.shuffle import Baraja
from musbot.table.state import AnyEvent, Table, fold


def with_chance(table: Table, events: Sequence[AnyEvent]) -> tuple[tuple[AnyEvent, ...], Table]:
    """Returns the events and all the cards that are due after them, until somebody's word is awaited;

    and the table after all that.
    """
    all_events = tuple(events)
    after = reduce(fold, events, table)
    while after.mesa is not None and due(after.mesa) is not None:
        dealt = Baraja(table.seed, table.id, after.words).chance(after.mesa)
        all_events += dealt
        after = reduce(fold, dealt, after)
    return all_events, after
