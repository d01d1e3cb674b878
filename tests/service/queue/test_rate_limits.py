"""How much one person is brought in one chat."""

from __future__ import annotations

import pytest

from musbot.port.messenger import Limit
from musbot.service.queue import rate_limits
from musbot.service.queue.rate_limits import Bucket, RateLimits
from musbot.testing import Clock

WINDOW = Limit(burst=5, every_s=3.4, most=20, within_s=61)
"""What a Telegram group bears."""


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def given(clock: Clock) -> RateLimits:
    return RateLimits(Limit(burst=3, every_s=20), clock)


def test_three_at_once_then_one_every_twenty_seconds(given: RateLimits, clock: Clock):
    assert [given.take("ane", "peña") for _ in range(5)] == [True, True, True, False, False]
    clock.advance(19)
    assert not given.take("ane", "peña")
    clock.advance(1)
    assert [given.take("ane", "peña") for _ in range(2)] == [True, False]


@pytest.mark.parametrize(
    ("limit", "at_once", "seconds"), [(rate_limits.ANSWERS, 3, 20), (rate_limits.IN_PRIVATE, 10, 3)]
)
def test_in_private_ten_answers_come_at_once_in_a_group_three(
    clock: Clock, limit: Limit, at_once: int, seconds: float
):
    given = RateLimits(limit, clock)
    assert [given.take("ane", "peña") for _ in range(at_once + 1)] == [True] * at_once + [False]
    clock.advance(seconds)
    assert [given.take("ane", "peña") for _ in range(2)] == [True, False]


def test_who_asks_for_nothing_for_a_while_may_have_three_again_and_no_more(given: RateLimits, clock: Clock):
    for _ in range(3):
        given.take("ane", "peña")
    clock.advance(3600)
    assert [given.take("ane", "peña") for _ in range(4)] == [True, True, True, False]


def test_each_person_has_their_own_in_each_chat(given: RateLimits):
    for _ in range(4):
        given.take("ane", "peña")
    assert given.take("beñat", "peña")
    assert given.take("ane", "cuadrilla")


def test_asking_in_vain_makes_nobody_wait_longer(given: RateLimits, clock: Clock):
    for _ in range(100):
        given.take("ane", "peña")
    clock.advance(20)
    assert given.take("ane", "peña")


def test_who_may_have_all_again_is_forgotten_the_others_are_not(
    given: RateLimits, clock: Clock, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(rate_limits, "MOST_KNOWN", 10)
    for n in range(9):
        given.take(f"passer-by {n}", "peña")
    clock.advance(30)
    for _ in range(4):
        given.take("ane", "peña")
    given.take("beñat", "peña")
    assert len(given._buckets) == 2
    assert not given.take("ane", "peña")


def test_a_chat_bears_no_more_than_its_window_allows_however_its_requests_are_spread():
    bucket, now, times = Bucket(WINDOW, 0.0), 0.0, list[float]()
    while now < 400:
        if bucket.ready_in(now) == 0:
            bucket.take()
            times.append(now)
        now += 0.1
    assert max(sum(begin <= at < begin + WINDOW.within_s for at in times) for begin in times) == WINDOW.most
    assert len(times) >= 400 / WINDOW.every_s


def test_a_bucket_after_a_takeover_allows_no_more_than_one_that_was_used_up():
    used, now = Bucket(WINDOW, 0.0), 0.0
    made = list[float]()
    while now < 100:
        if used.ready_in(now) == 0:
            used.take()
            made.append(now)
        now += 0.5
    taken_over = Bucket(WINDOW, now)
    taken_over.empty_since(now)
    while now < 300:
        if taken_over.ready_in(now) == 0:
            taken_over.take()
            made.append(now)
        now += 0.5
    assert max(sum(begin <= at < begin + WINDOW.within_s for at in made) for begin in made) <= WINDOW.most


def test_a_bucket_is_full_only_once_its_window_is_empty():
    bucket = Bucket(WINDOW, 0.0)
    assert bucket.is_full(0.0)
    bucket.take()
    assert not bucket.is_full(WINDOW.within_s - 1), "all its tokens are there, and its window is not empty"
    assert bucket.is_full(WINDOW.within_s)
