"""What it costs a table that somebody is away: less each time, until he is back (R94)."""

from __future__ import annotations

from musbot.game.actions import Seat
from musbot.table.events import AnyEvent, Resumed, Returned
from musbot.table.table import Table

MISSED_TO_REPLACE = 3
"""Turns in a row after which whoever sits at the table may have an absent player replaced (R95)."""
_SHARES = (1.0, 1 / 3, 1 / 9)
"""Of the turn clock, after so many turns missed in a row: of 90 s there are 90, then 30, then 10."""


def patience_s(turn_s: float, missed: int) -> float:
    """Returns for how many seconds one is waited for who has missed so many turns in a row."""
    return turn_s * _SHARES[min(missed, len(_SHARES) - 1)]


def back(table: Table, seat: Seat) -> tuple[AnyEvent, ...]:
    """Returns what follows when one who sits there does anything: he is back, and a table put off goes on."""
    resumed = (Resumed(),) if table.put_off else ()
    return (*resumed, Returned(seat)) if table.missed[seat] else resumed
