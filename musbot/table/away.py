"""What it costs a table that somebody is away: less each time, until they are back (R94)."""

from __future__ import annotations

from musbot.game.actions import Seat
from musbot.table.events import AnyEvent, Resumed, Returned
from musbot.table.table import Table

MISSED_TO_REPLACE = 3
"""Turns in a row after which whoever sits at the table may have an absent player replaced (R95)."""
_SHARES = (1.0, 1 / 3, 1 / 9)
"""Of the turn clock, after so many turns missed in a row: of 90 s there are 90, then 30, then 10."""
LEAST_S, LEAST_AT_ORDAGO_S = 10.0, 20.0
"""How long a player is waited for, however often they were away, unless the turn clock itself is shorter."""


def patience_s(turn_s: float, missed: int, *, ordago: bool) -> float:
    """Returns for how many seconds a player is waited for who missed so many turns in a row (R94).

    `ordago` tells that they have to answer an órdago.
    """
    least_s = LEAST_AT_ORDAGO_S if ordago else LEAST_S
    return min(turn_s, max(turn_s * _SHARES[min(missed, len(_SHARES) - 1)], least_s))


def back(table: Table, seat: Seat) -> tuple[AnyEvent, ...]:
    """Returns what follows when a player does anything: they are back, and a table of their own goes on."""
    resumed = (Resumed(),) if table.put_off and table.solo else ()
    return (*resumed, Returned(seat)) if table.missed[seat] else resumed
