"""Every rule of docs/reglamento.md has a test that is named for it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"
REGLAMENTO = ROOT / "docs" / "reglamento.md"


def rules() -> set[int]:
    """The numbers of the rules: each begins a line of its own."""
    return {int(n) for n in re.findall(r"^- R(\d+)\.", REGLAMENTO.read_text("utf-8"), re.MULTILINE)}


def names_of_tests() -> Iterator[str]:
    """The names of all tests."""
    for file in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                yield node.name


def named_for(test: str) -> set[int]:
    """The rules that a test is named for: `test_R35_R14_…`."""
    named = re.match(r"test_((?:R\d+_)+)", test)
    return {int(n) for n in re.findall(r"\d+", named[1])} if named else set()


def written(numbers: set[int]) -> str:
    return " ".join(f"R{number}" for number in sorted(numbers))


def test_the_name_of_a_test_tells_its_rules():
    assert named_for("test_R35_R14_the_best_of_the_pair_wins_it") == {14, 35}
    assert named_for("test_R44_R80_after_32_piedras_R9_is_no_rule_of_it") == {44, 80}
    assert named_for("test_a_deje_of_R32") == set()


def test_the_rules_are_numbered_without_a_gap():
    found = rules()
    assert found == set(range(1, max(found) + 1))
    assert max(found) >= 82


def test_every_rule_has_a_test():
    tested = set().union(*map(named_for, names_of_tests()))
    missing = rules() - tested
    assert not missing, f"no test is named for {written(missing)}"


def test_no_test_is_named_for_a_rule_that_there_is_not():
    strange = set().union(*map(named_for, names_of_tests())) - rules()
    assert not strange, f"docs/reglamento.md has no {written(strange)}"
