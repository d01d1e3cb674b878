"""The pace of a table, which decides whether its board gives the order of speaking."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from musbot.game.engine import awaited_seats
from musbot.game.envite import Envite
from musbot.game.state import Mus, State
from musbot.service.queue.rate_limits import TINY
from musbot.table.alarms import Moment
from musbot.table.table import Table

PACE_WORDS = 8
"""The number of words before a question that decide the pace in it."""
PAUSE_S = 8.0
"""Seconds without a word after which a board names the next speaker again, until the next question."""
MOST_TIMES = 32
"""The number of words whose times are kept: the words of the longest question, and PACE_WORDS before it."""


def gives_order(table: Table, times: Sequence[float], now: float, every_s: float) -> bool:
    """Returns whether the board gives the order of speaking instead of the next speaker.

    True if the last PACE_WORDS words before the question took less than `every_s` seconds each on average. No
    pause of PAUSE_S may follow them. `times` are the times of the latest words, `now` the time of day, in
    seconds since 1970. False outside mus and lances, and during a gracia (R30). False for a paused or
    finished table, for players without sides, and unless people have all seats.
    """
    mesa, everybody = table.mesa, len(table.people) == len(table.seats)
    if mesa is None or table.over or table.put_off or not everybody or mesa.rules.plays_alone:
        return False
    words = _words_in_question(mesa)
    if words is None or Moment.of_table(table).waiting is not None or len(times) <= words + PACE_WORDS:
        return False
    began = len(times) - words
    pauses = (later - earlier for earlier, later in pairwise([*times[began - 1 :], now]))
    took_s = times[began - 1] - times[began - 1 - PACE_WORDS]
    return took_s < PACE_WORDS * every_s and max(pauses) < PAUSE_S - TINY


def _words_in_question(mesa: State) -> int | None:
    """Returns the number of words that were said in the current question; None outside mus and lances.

    None also in a mus in which the players do not speak one by one (R103).
    """
    match phase := mesa.phase:
        case Mus(said):
            return said if len(awaited_seats(mesa)) == 1 else None
        case Envite() if phase.bettor is None:
            return phase.passed
        case Envite():
            return len(phase.answers)
        case _:
            return None
