"""Shorter turn clocks for players who miss turns, until they act again (R94)."""

from __future__ import annotations

from musbot.game.actions import Seat
from musbot.table.events import AnyEvent, Departed, PersonId, Resumed, Returned
from musbot.table.table import Table

MISSED_TO_REPLACE = 3
"""Turns missed in a row after which a single player at the table may have an absent one replaced (R95)."""
MISSED_TO_PAUSE, MISSED_ALONE_TO_PAUSE = 1, 2
"""Turns that each of several people, or a lone person, has missed when the table pauses (R99)."""
_SHARES = (1.0, 1 / 3, 1 / 9)
"""The share of the turn clock after 0, 1, and 2 or more missed turns: of 90 s, 90, 30 and 10 s."""
LEAST_S, LEAST_AT_ORDAGO_S = 10.0, 20.0
"""Lower limits of a shortened turn clock, in seconds, and the one for answers to an órdago."""


def patience_s(turn_s: float, missed: int, *, ordago: bool) -> float:
    """Returns the seconds that a player has after missing some turns in a row (R94).

    That is `turn_s`, a third of it after one missed turn and a ninth after more, but at least LEAST_S. It is
    at most `turn_s`. With `ordago`, the player must answer an órdago, and the least is LEAST_AT_ORDAGO_S.
    """
    least_s = LEAST_AT_ORDAGO_S if ordago else LEAST_S
    return min(turn_s, max(turn_s * _SHARES[min(missed, len(_SHARES) - 1)], least_s))


def is_deserted(table: Table) -> bool:
    """Returns whether every person at a table has missed enough turns for it to pause (R99); True without
    people."""
    most = MISSED_ALONE_TO_PAUSE if len(table.humans) == 1 else MISSED_TO_PAUSE
    return all(table.missed[seat] >= most for seat in table.humans)


def return_events(table: Table, seat: Seat) -> tuple[AnyEvent, ...]:
    """Returns the events that end a player's absence, and that resume a paused table in a private chat.

    Empty if they have missed no turn, and the table is not a paused one in a private chat.
    """
    resumed = (Resumed(),) if table.put_off and table.solo else ()
    return (*resumed, Returned(seat)) if table.missed[seat] else resumed


def departure_events(table: Table, person: PersonId) -> tuple[AnyEvent, ...]:
    """Returns the event that makes a player absent who has left the table's chat (R95).

    Empty if they have no seat or have missed MISSED_TO_REPLACE turns. Empty also in the lobby, during a pause
    and after the end.
    """
    seat = table.seat_of(person)
    if seat is None or not table.playing or table.put_off or table.missed[seat] >= MISSED_TO_REPLACE:
        return ()
    return (Departed(seat),)
