"""The age of a message by the clock of its platform."""

from __future__ import annotations

from email.utils import formatdate

import pytest

from musbot.port.written import PlatformClock

AT = 1_800_000_000


@pytest.mark.parametrize("ours", [0.0, AT - 86_400.0, AT + 86_400.0])
def test_an_age_does_not_depend_on_our_clock(ours: float) -> None:
    now = [ours]
    clock = PlatformClock(lambda: now[0])
    clock.note_date(formatdate(AT, usegmt=True), ours)
    now[0] += 30
    assert (clock.least_age_s(AT - 100), clock.most_age_s(AT - 100)) == (130, 131)


def test_an_age_is_unknown_until_the_platform_has_told_a_date() -> None:
    clock = PlatformClock(lambda: 5.0)
    for nonsense in ("", "soon", "Thu, 99 Nov 2026 10:00:00 GMT"):
        clock.note_date(nonsense, 4.0)
    assert clock.least_age_s(0) is None
    assert clock.most_age_s(0) is None


def test_answers_narrow_an_age_and_a_clock_that_was_set_replaces_it() -> None:
    now = [0.7]
    clock = PlatformClock(lambda: now[0])
    clock.note_date(formatdate(AT, usegmt=True), 0.5)
    now[0] = 1.3
    clock.note_date(formatdate(AT + 1, usegmt=True), 1.2)
    assert clock.least_age_s(AT) == pytest.approx(1.0)
    assert clock.most_age_s(AT) == pytest.approx(1.8)
    clock.note_date(formatdate(AT + 61, usegmt=True), 1.2)
    assert clock.least_age_s(AT) == pytest.approx(61)
