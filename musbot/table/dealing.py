"""The cards that are due after events at a table, from its secret deck."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from musbot.game.engine import begin, cards_due
from musbot.game.shuffle import Baraja
from musbot.game.state import Reparto
from musbot.table.events import AnyEvent, Drawn, Gathered, SatDown
from musbot.table.fold import fold
from musbot.table.table import Table


def baraja_of(table: Table) -> Baraja:
    """Returns the deck of a table, with its current cut."""
    return Baraja(table.seed, table.id, cut=table.place)


def start_partida(table: Table) -> tuple[AnyEvent, ...]:
    """Returns the events that start the partida, and leaves the table unchanged.

    Empty seats are removed. The lottery decides the seats and the mano, the partida begins, and the first
    hand is dealt. Raises Illegal for a number of seated players with which the rules cannot be played.
    """
    gathered = fold(table, Gathered())
    sorteo = baraja_of(gathered).sorteo(table.rules, len(gathered.seats))
    events = begin(table.rules, len(gathered.seats), sorteo.mano)
    return with_chance(table, (Gathered(), Drawn(sorteo), *events))[0]


def with_chance(table: Table, events: Sequence[AnyEvent]) -> tuple[tuple[AnyEvent, ...], Table]:
    """Returns the events with all deals that they lead to, and the table after them.

    It deals and serves until a player's word is needed or the partida is over. Before each new hand, people
    with a promised seat sit down (R96). Raises BadEvent if an event cannot follow.
    """
    all_events = tuple(events)
    after = reduce(fold, events, table)
    while after.mesa is not None and cards_due(after.mesa) is not None:
        sits = seat_promised(after) if isinstance(after.mesa.phase, Reparto) else ()
        dealt = (*sits, *baraja_of(after).chance(after.mesa))
        all_events += dealt
        after = reduce(fold, dealt, after)
    return all_events, after


def seat_promised(table: Table) -> tuple[SatDown, ...]:
    """Returns the events that seat people with a promised seat (R96); empty without promises."""
    return tuple(SatDown(it.seat, it.who) for it in table.promised if it.who is not None)
