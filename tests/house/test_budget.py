"""What the project weighs only falls (tests/budget.toml); whoever raises a limit says what for."""

from __future__ import annotations

import ast
import subprocess
import tomllib

import pytest

from tools.budget import BUDGET, ROOT, lowered, over, own_methods, weighed

in_a_checkout = pytest.mark.skipif(
    subprocess.run(["git", "rev-parse"], cwd=ROOT, capture_output=True, check=False).returncode != 0,
    reason="what belongs to the project is known to git",
)


@in_a_checkout
def test_nothing_weighs_more_than_the_budget_allows_and_limits_follow_what_has_gone() -> None:
    assert over(weighed(), tomllib.loads(BUDGET.read_text("utf-8"))) == []


@pytest.mark.parametrize(
    ("now", "told"),
    [
        (21, ["settings: 21, 20 allowed: take 1 away, or raise it and say why"]),
        (20, []),
        (15, ["settings: 15, 20 allowed: lower it (python -m tools.budget --lower)"]),
    ],
)
def test_a_count_may_not_pass_its_limit_nor_leave_it_behind(now: int, told: list[str]) -> None:
    assert over({"settings": now}, {"settings": 20}) == told


def test_a_limit_comes_down_to_its_count_and_every_count_has_one() -> None:
    lower = tomllib.loads(lowered("# why\nmodules = 5\nsettings = 22\n", {"modules": 6, "settings": 15}))
    assert lower == {"modules": 5, "settings": 15}
    assert over({"settings": 1}, {"modules": 1})[0] == "modules: expected a limit in the budget"


def test_methods_that_a_base_or_a_protocol_promises_make_no_class_large() -> None:
    text = """
class Port(Protocol): \n def ring(self): ...
class Base(Port, ABC, Generic[T]): \n @abstractmethod \n def say(self): ... \n def hear(self): ...
class Done(Base[int]): \n def say(self): ... \n def ring(self): ... \n def more(self): ...
"""
    classes = {made.name: made for made in ast.parse(text).body if isinstance(made, ast.ClassDef)}
    assert [own_methods(made, classes) for made in classes.values()] == [0, 1, 1]
