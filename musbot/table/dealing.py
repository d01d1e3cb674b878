"""The cards that are due after what has happened at a table, from its own secret deck."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import assert_never

from musbot.game.engine import due
from musbot.game.shuffle import Baraja, Scheme
from musbot.game.state import Reparto
from musbot.game.suerte import Suerte
from musbot.table.state import AnyEvent, SatDown, Table, fold


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

    who has been promised a seat sits down before a hand is dealt (R96). And the table after all that.
    """
    all_events = tuple(events)
    after = reduce(fold, events, table)
    while after.mesa is not None and due(after.mesa) is not None:
        sits = seated_between_hands(after) if isinstance(after.mesa.phase, Reparto) else ()
        dealt = (*sits, *baraja_of(after).chance(after.mesa))
        all_events += dealt
        after = reduce(fold, dealt, after)
    return all_events, after


def seated_between_hands(table: Table) -> tuple[SatDown, ...]:
    """Returns who sits down before the next hand is dealt."""
    return tuple(SatDown(it.seat, it.who) for it in table.promised if it.who is not None)
