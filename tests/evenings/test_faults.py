"""Old faults put back: what holds in every evening finds each in an evening that people have played."""

from __future__ import annotations

import pytest

from tests.evenings.invariants import CHECKS, broken
from tests.evenings.programme import played
from tests.simulation.bugs import BUGS

FOUND = [
    ("endless-seat", "each_in_their_own_chat", "alive_in_private"),
    ("look-resumes", "the_next_day", "unwanted"),
    ("acta-twice", "each_in_their_own_chat", "repeated"),
    ("other-topics", "a_forum_is_flooded", "pushed"),
    ("wrong-seconds", "somebody_sleeps", "waits_wrongly"),
    ("four-seconds", "somebody_sleeps", "hurried"),
    ("to-the-lobby", "somebody_is_slow_to_begin", "misled"),
    ("hands-vanish", "a_hand_is_given_up", "vanished"),
]
"""A fault, an evening in which it shows, and the check that finds it."""


@pytest.mark.long
@pytest.mark.parametrize(("bug", "evening", "check"), FOUND)
def test_an_old_fault_put_back_is_found_in_an_evening(bug: str, evening: str, check: str) -> None:
    with BUGS[bug]():
        found = {line.partition(":")[0] for line in broken(played(evening).record, CHECKS)}
    assert check in found
