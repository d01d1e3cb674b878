"""The counts that tests/budget.toml limits only fall; a new feature has an allowance of its own."""

from __future__ import annotations

import ast
import subprocess
from pathlib import Path

import pytest

from tools.budget import (
    BUDGET,
    ROOT,
    Budget,
    code_lines,
    count_all,
    count_own_methods,
    count_statements,
    list_faults,
    list_raised,
    lower_limits,
    read_base,
)

in_a_checkout = pytest.mark.skipif(
    subprocess.run(["git", "rev-parse"], cwd=ROOT, capture_output=True, check=False).returncode != 0,
    reason="git knows which files belong to the project",
)

TEXT = """# why
[limits]
settings = 20

[statements]
"musbot/acta" = 600
tools = 100

[features."a fourth player"]
settings = 1
"musbot/acta" = 40
"""


@in_a_checkout
def test_no_count_is_above_its_limit_and_limits_follow_counts_that_fall() -> None:
    assert list_faults(count_all(), Budget.from_text((ROOT / BUDGET).read_text("utf-8"))) == []


@pytest.mark.parametrize(
    ("settings", "acta", "faults"),
    [
        (21, 640, []),
        (21, 634, []),  # some statements fewer need no commit of their own
        (22, 640, ["settings: 22, 21 allowed: take 1 away"]),
        (21, 641, ["musbot/acta: 641, 640 allowed: take 1 away"]),
        (15, 640, ["settings: 15, 21 allowed: lower it (python -m tools.budget --lower)"]),
        (21, 600, ["musbot/acta: 600, 640 allowed: lower it (python -m tools.budget --lower)"]),
    ],
)
def test_a_count_may_not_pass_its_limit_nor_leave_it_behind(
    settings: int, acta: int, faults: list[str]
) -> None:
    now = Budget({"settings": settings}, {"musbot/acta": acta, "tools": 100})
    assert list_faults(now, Budget.from_text(TEXT)) == faults


def test_a_count_without_a_limit_and_a_limit_without_a_count_are_faults() -> None:
    assert list_faults(Budget({"colours": 1}, {}), Budget({"settings": 1}, {})) == [
        f"colours: expected a limit in {BUDGET}",
        "settings: nothing of that name is counted",
    ]


def test_lowering_moves_limits_down_to_counts_and_keeps_allowances() -> None:
    lower = lower_limits(TEXT, Budget({"settings": 15}, {"musbot/acta": 650, "tools": 90}))
    assert lower == TEXT.replace("settings = 20", "settings = 14").replace("tools = 100", "tools = 90")


def test_a_limit_or_an_allowance_that_rises_is_found_and_statements_may_move() -> None:
    base = Budget.from_text(TEXT)
    moved = TEXT.replace("= 600", "= 570").replace("tools = 100", "tools = 130")
    assert list_raised(Budget.from_text(moved + '\n[features.dates]\n"musbot/dates" = 900\n'), base) == []
    raised = TEXT.replace("settings = 20", "settings = 21").replace("= 40", "= 41").replace("= 600", "= 601")
    assert list_raised(Budget.from_text(raised), base) == [
        "a fourth player: musbot/acta: raised from 40 to 41",
        "settings: raised from 20 to 21",
        "statements: raised from 700 to 701",
    ]


def test_documentation_and_imports_cost_nothing() -> None:
    text = '''"""A module."""

import ast
from os import (
    path,
)


# A comment.
class Card:
    """A card."""

    rank: int
    """From 1 to 12."""

    def name(self) -> str:
        """Returns its name,
        over three
        lines."""
        import sys

        return str(
            self.rank
        )
'''
    tree = ast.parse(text)
    function = next(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    assert count_statements(ast.walk(tree)) == 4  # the class, its field, the method, the return
    assert code_lines(function, text.splitlines()) == 5
    assert code_lines(tree, text.splitlines()) == 11


def test_methods_that_a_base_or_a_protocol_declares_make_no_class_large() -> None:
    text = """
class Port(Protocol): \n def ring(self): ...
class Base(Port, ABC, Generic[T]): \n @abstractmethod \n def say(self): ... \n def hear(self): ...
class Done(Base[int]): \n def say(self): ... \n def ring(self): ... \n def more(self): ...
"""
    classes = {node.name: node for node in ast.parse(text).body if isinstance(node, ast.ClassDef)}
    assert [count_own_methods(node, classes) for node in classes.values()] == [0, 1, 1]


@pytest.mark.parametrize("landed", [(), ("HEAD",), ("HEAD~2",)], ids=["unknown", "here", "two before"])
def test_limits_are_compared_with_what_has_landed_or_else_with_the_commit_before(
    landed: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def git(*words: str) -> None:
        known = ("-c", "user.name=Ane", "-c", "user.email=ane@example.org")
        subprocess.run(["git", "-C", str(tmp_path), *known, *words], capture_output=True, check=True)

    git("init")
    (tmp_path / BUDGET).parent.mkdir()
    for limit in (1, 2, 3):
        (tmp_path / BUDGET).write_text(f"[limits]\nsettings = {limit}\n[statements]\n")
        git("add", "-A")
        git("commit", "-m", f"a limit of {limit}")
    for revision in landed:
        git("update-ref", "refs/remotes/origin/main", revision)
    monkeypatch.setattr("tools.budget.ROOT", tmp_path)
    base = read_base(None)
    assert base is not None
    assert base.limits["settings"] == (1 if landed == ("HEAD~2",) else 2)
