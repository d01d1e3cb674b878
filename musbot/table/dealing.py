"""The cards that are due after what has happened at a table, from its own secret deck."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from musbot.game.engine import due
from musbot.game.evolve import evolve
from musbot.game.shuffle import Baraja
from musbot.table.state import AnyEvent, Table, fold


def with_chance(table: Table, events: Sequence[AnyEvent]) -> tuple[AnyEvent, ...]:
    """Returns the events and all the cards that are due after them, until somebody's word is awaited."""
    all_events = list(events)
    after = reduce(fold, events, table)
    baraja = Baraja(table.seed, table.id, after.words)
    mesa = after.mesa
    while mesa is not None and due(mesa) is not None:
        dealt = baraja.chance(mesa)
        all_events += dealt
        mesa = reduce(evolve, dealt, mesa)
    return tuple(all_events)
