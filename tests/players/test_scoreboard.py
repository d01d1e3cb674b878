"""What a score is worth: the count is paid in its order, and whoever reaches the target first has won."""

from __future__ import annotations

import pytest

from musbot.players.mus.scoreboard import Outcome, Scoreboard

OURS_THREE = (Outcome(1.0, 3, 0),)
THEIRS_THREE = (Outcome(1.0, 0, 3),)


def test_equal_scores_are_even_and_a_lead_is_worth_more_near_the_end():
    assert Scoreboard(40, 0, 0).chance() == Scoreboard(40, 37, 37).chance() == 0.5
    assert 0.5 < Scoreboard(40, 5, 0).chance() < Scoreboard(40, 35, 30).chance() < 1


@pytest.mark.parametrize(("ours", "theirs"), [(12, 7), (39, 3), (0, 38)])
def test_what_one_side_may_hope_the_other_may_not(ours: int, theirs: int):
    assert Scoreboard(40, ours, theirs).chance() == pytest.approx(1 - Scoreboard(40, theirs, ours).chance())


def test_R44_who_is_paid_first_wins():
    close = Scoreboard(40, 38, 38)
    assert close.chance((OURS_THREE, THEIRS_THREE)) == 1
    assert close.chance((THEIRS_THREE, OURS_THREE)) == 0


def test_R38_a_deje_is_paid_before_all_that_waits():
    assert Scoreboard(40, 39, 38).after_payment(1, 0).chance((THEIRS_THREE,)) == 1
    assert Scoreboard(40, 39, 38).chance((THEIRS_THREE,)) == 0


def test_the_ways_of_a_lance_are_weighed():
    even = (Outcome(0.5, 5, 0), Outcome(0.5, 0, 5))
    assert Scoreboard(40, 0, 0).chance((even,)) == pytest.approx(0.5)
    assert Scoreboard(40, 39, 39).chance(((Outcome(0.3, 1, 0), Outcome(0.7, 0, 1)),)) == pytest.approx(0.3)
