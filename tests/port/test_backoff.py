"""How long a retry waits: twice as long after each failure in a row, up to a longest pause."""

from __future__ import annotations

from musbot.port.messenger import backoff_s


def test_pauses_double_from_the_first_up_to_the_longest() -> None:
    assert [backoff_s(failures, 1, 60) for failures in range(9)] == [0, 1, 2, 4, 8, 16, 32, 60, 60]


def test_days_of_failures_pause_no_longer_and_overflow_nothing() -> None:
    assert backoff_s(10**6, 0.5, 3600) == 3600
