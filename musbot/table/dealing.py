"""The cards that are due after what has happened at a table, from its own secret deck."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import assert_never

from musbot.game.engine import due
from musbot.game.shuffle import Baraja, Scheme
from musbot.game.suerte import Suerte
from musbot.table.state import AnyEvent, Table, fold


def baraja_of(table: Table) -> Baraja:
    """Returns the deck of a table, with what its people have added by now."""
    match table.scheme:
        case Scheme.MUSBOT_1:
            return Baraja(table.seed, table.id, table.words)
        case Scheme.MUSBOT_2:
            secrets = [bytes.fromhex(given.secret) for given in table.given]
            return Baraja(table.seed, table.id, suerte=Suerte.of(table.cut, secrets, table.rules))
        case _:
            assert_never(table.scheme)


def with_chance(table: Table, events: Sequence[AnyEvent]) -> tuple[tuple[AnyEvent, ...], Table]:
    """Returns the events and all the cards that are due after them, until somebody's word is awaited;

    and the table after all that.
    """
    all_events = tuple(events)
    after = reduce(fold, events, table)
    while after.mesa is not None and due(after.mesa) is not None:
        dealt = baraja_of(after).chance(after.mesa)
        all_events += dealt
        after = reduce(fold, dealt, after)
    return all_events, after
