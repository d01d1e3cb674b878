"""The age of messages by the clock of their platform, so that a wrong local clock refuses nothing."""

from __future__ import annotations

from collections.abc import Callable
from email.utils import parsedate_to_datetime

LASTS_S = 120.0
"""Words and commands older than this do not count, unless they only read."""
ROUNDING_S = 1.0
"""The precision of the dates that platforms send, in seconds."""


class PlatformClock:
    """The clock of a platform, from the dates of its answers; `clock` measures the time since."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._ahead: tuple[float, float] | None = None
        """The least and the most seconds that the platform's clock is ahead, once it has answered."""

    def note_date(self, date: str, asked_at: float) -> None:
        """Measures the platform's clock by the `Date` header of an answer; an invalid date is ignored.

        A measurement narrows the earlier bounds, or replaces them if it contradicts them. `asked_at` is when
        its request was sent, by `clock`.
        """
        try:
            time_s = parsedate_to_datetime(date).timestamp()
        except ValueError:
            return
        least, most = time_s - self._clock(), time_s + ROUNDING_S - asked_at
        if self._ahead is not None and least <= self._ahead[1] and self._ahead[0] <= most:
            least, most = max(least, self._ahead[0]), min(most, self._ahead[1])
        self._ahead = least, most

    def least_age_s(self, written_at: float) -> float | None:
        """Returns the lower bound of a message's age in seconds; None before the first valid `note_date`.

        `written_at` is when the message was sent, in seconds since 1970 by the platform's clock.
        """
        return self._clock() + self._ahead[0] - written_at if self._ahead is not None else None

    def most_age_s(self, written_at: float) -> float | None:
        """Returns the upper bound of a message's age in seconds; None before the first valid `note_date`.

        `written_at` is when the message was sent, in seconds since 1970 by the platform's clock.
        """
        return self._clock() + self._ahead[1] - written_at if self._ahead is not None else None
