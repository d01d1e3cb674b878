"""Estimates against sums done by hand, and against chances that are known."""

from __future__ import annotations

from math import sqrt
from random import Random

import pytest

from musbot_research.arena.estimates import ladder, lead, share
from musbot_research.arena.pairs import Bout, Leg, Pair


def pair(
    first: float, second: float, leads: tuple[int, int] = (0, 0), hands: tuple[int, int] = (5, 5)
) -> Pair:
    return Leg(first, leads[0], hands[0]), Leg(second, leads[1], hands[1])


def test_the_error_is_that_of_pairs():
    pairs = [pair(1, 1), pair(1, 0), pair(0, 0), pair(1, 0)]
    error = 1.96 * sqrt((0.5**2 + 0.5**2) / 3 / 4)
    assert share(pairs) == pytest.approx((0.5, 0.5 - error, 0.5 + error))


def test_pairs_that_all_go_one_way_leave_three_in_so_many():
    assert share([pair(1, 1)] * 100) == pytest.approx((1.0, 0.97, 1.0))
    assert share([pair(0, 0)] * 100) == pytest.approx((0.0, 0.0, 0.03))
    assert share([pair(1, 0)]) == (0.5, 0.0, 1.0)


def test_piedras_a_hand_are_all_piedras_over_all_hands():
    pairs = [pair(1, 1, (10, 20), (4, 6)), pair(0, 0, (-5, -5), (10, 10))]
    estimate = lead(pairs)
    assert estimate is not None
    assert estimate.value == pytest.approx(20 / 30)
    spread = (30 - 20 / 30 * 10) ** 2 + (-10 - 20 / 30 * 20) ** 2
    assert estimate.high - estimate.value == pytest.approx(1.96 * sqrt(spread * 2) / 30)
    assert lead(pairs[:1]) is None


def test_an_interval_holds_the_truth_as_often_as_it_says():
    rng, held = Random(7), 0
    for _ in range(400):
        pairs = []
        for _ in range(100):
            luck = rng.random()  # shared by both games, as their cards are
            pairs.append(pair(float((luck + rng.random()) / 2 < 0.6), float((luck + rng.random()) / 2 < 0.6)))
        truth = 1 - 2 * (1 - 0.6) ** 2
        held += share(pairs).low <= truth <= share(pairs).high
    assert 0.92 < held / 400 < 0.98


def test_a_ladder_finds_strengths_that_are_known():
    strength, rng = {"a": 1.0, "b": 2.0, "c": 10.0}, Random(3)
    results = {}
    for one, other in (("a", "b"), ("a", "c"), ("b", "c")):
        chance = strength[one] / (strength[one] + strength[other])
        results[Bout(one, other)] = [
            pair(float(rng.random() < chance), float(rng.random() < chance)) for _ in range(400)
        ]
    rated = ladder(results, "b", Random(1))
    assert list(rated) == ["c", "b", "a"]
    assert rated["b"] == (0, 0, 0)
    assert rated["a"].low < -120.4 < rated["a"].high < 0 < rated["c"].low < 279.6 < rated["c"].high


def test_who_always_wins_has_a_rating_with_an_end():
    rated = ladder({Bout("a", "b"): [pair(1, 1)] * 5, Bout("a", "c"): []}, "a", Random(1))
    assert set(rated) == {"a", "b"}
    assert -1000 < rated["b"].value < -400
