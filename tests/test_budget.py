"""What the project weighs only falls (tests/budget.toml); whoever raises a limit says what for."""

from __future__ import annotations

import subprocess

import pytest

from tools.budget import BUDGET, ROOT, Limit, limits, lowered, over, weighed

in_a_checkout = pytest.mark.skipif(
    subprocess.run(["git", "rev-parse"], cwd=ROOT, capture_output=True, check=False).returncode != 0,
    reason="what belongs to the project is known to git",
)


@in_a_checkout
def test_nothing_weighs_more_than_the_budget_allows_and_limits_follow_what_has_gone() -> None:
    assert over(weighed(), limits(BUDGET.read_text("utf-8"))) == []


def test_a_count_above_its_limit_is_named_with_what_is_to_go() -> None:
    assert over({"settings": 21}, {"settings": Limit(20)}) == [
        "settings: 21, 20 allowed: take 1 away or give a reason"
    ]


def test_a_raise_with_its_reason_allows_more() -> None:
    text = '[settings]\nmost = 20\nraised = [{ by = 1, why = "a proxy for Discord" }]\n'
    assert over({"settings": 21}, limits(text)) == []


def test_a_raise_without_a_reason_is_refused() -> None:
    with pytest.raises(ValueError, match="settings: expected a reason"):
        limits('[settings]\nmost = 20\nraised = [{ by = 1, why = " " }]\n')


def test_a_limit_that_its_count_has_left_behind_is_told_and_comes_down() -> None:
    text = '[modules]\nmost = 5\n\n[settings]\nmost = 20\nraised = [{ by = 2, why = "two tokens" }]\n'
    now = {"modules": 5, "settings": 15}
    assert over(now, limits(text)) == ["settings: 15, 22 allowed: lower it (python -m tools.budget --lower)"]
    assert limits(lowered(text, now))["settings"].now == 15
    assert limits(lowered(text, now))["modules"].now == 5


def test_a_count_without_a_limit_and_a_limit_without_a_count_are_told() -> None:
    assert over({"settings": 1}, {"modules": Limit(1)}) == [
        "modules: expected a limit in the budget",
        "settings: expected a limit in the budget",
    ]
