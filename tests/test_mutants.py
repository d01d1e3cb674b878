"""The faults that `python -m tools.mutants` puts into a room, and what it says became of them."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tools.mutants.__main__ import main
from tools.mutants.kept import Notebook
from tools.mutants.limits import Overseer
from tools.mutants.spots import mutants
from tools.mutants.trial import Baseline, Fate, baseline, copied, tried

ROOT = Path(__file__).parents[1]


def changes(folder: Path, source: str) -> set[str]:
    """What the mutants of a module say instead of what."""
    (folder / "module.py").write_text(source, "utf-8")
    return {f"{mutant.before} → {mutant.after}" for mutant in mutants(folder, "module.py")}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a < b", {"a < b → a <= b", "a < b → a >= b"}),
        ("a == b", {"a == b → a != b"}),
        ("a and b", {"a and b → a or b", "a and b → a", "a and b → b"}),
        ("not a", {"not a → a"}),
        ("-a + b", {"-a → a", "-a + b → -a - b"}),
        ("True", {"True → False"}),
        ("7", {"7 → 8", "7 → 6"}),
        ("a if b else c", {"b → not b"}),
        ("[a for a in b if a]", {"a → True"}),
        ("max(a, b)", {"max → min", "max(a, b) → pass"}),
        ("f(a, b, c=d)", {"f(a, b, c=d) → f(a, b)", "f(a, b, c=d) → f(b, a, c=d)", "f(a, b, c=d) → pass"}),
        ("a |= b", {"a |= b → pass", "a |= b → a &= b"}),
        ("raise a", {"raise a → pass"}),
        ("a.b = c", {"a.b = c → pass"}),
        ("def f():\n    return a", {"return a → return"}),
        ("def f(a):\n    a = b", {"a = b → pass"}),
        ("while a:\n    break", {"a → not a", "break → continue"}),
        ("match a:\n    case b if c:\n        pass", {"c → not c"}),
    ],
)
def test_a_fault_is_another_word_in_one_place(tmp_path: Path, source: str, expected: set[str]) -> None:
    assert changes(tmp_path, source) == expected


@pytest.mark.parametrize(
    "source",
    [
        "'a text of 7 words'",
        "f'{a < b}'",
        "a: Literal[7]",
        "def f(a: Literal[7] | None) -> Literal[7]: ...",
        "@dataclass(frozen=True)\nclass A(B[7]): ...",
        "assert_never(7)",
        "log.info('%d', 7)",
        "a = {**b}",
        "A = B | C",
        "if TYPE_CHECKING:\n    from a import b",
    ],
)
def test_what_can_come_to_nothing_is_left_alone(tmp_path: Path, source: str) -> None:
    assert changes(tmp_path, source) == set()


def test_what_stands_around_a_fault_stays(tmp_path: Path) -> None:
    source = "if a:  # ¿por qué no?\n    b = f(\n        'ñ', c < 3,  # too\n    )\n"
    (tmp_path / "module.py").write_text(source, "utf-8")
    written = {mutant.source(source.encode()).decode() for mutant in mutants(tmp_path, "module.py")}
    assert "if a:  # ¿por qué no?\n    b = f(\n        'ñ', (c <= 3),  # too\n    )\n" in written
    for text in written:
        ast.parse(text)


ROOM = "def more(a: int, b: int) -> bool:\n    return a > b\n"
TESTS = """
from room.sums import more

def test_more():
    assert more(2, 1)

def test_none():
    pass
"""


AT_IMPORT = """
from room.sums import TWO, twice

def test_none():
    assert twice(0) == 0

def test_two():
    assert TWO == 2
"""

FIRST_TIME = """
from pathlib import Path

def test_more():
    seen = Path(__file__).with_name("seen")
    known = seen.exists()
    seen.touch()
    assert known
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A project with one function, and one test of it."""
    for name, text in (("room/__init__.py", ""), ("room/sums.py", ROOM), ("tests/test_sums.py", TESTS)):
        file = tmp_path / "project" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    return copied(tmp_path / "project", tmp_path / "copy")


def test_a_fault_that_no_test_finds_survives_and_of_others_the_test_is_named(tree: Path) -> None:
    known = baseline(tree, "room", ["tests"], 60)
    assert known.seconds.keys() == {"tests/test_sums.py::test_more", "tests/test_sums.py::test_none"}
    assert set(known.touching["room/sums.py", 2]) == {"tests/test_sums.py::test_more"}
    fates = {
        fate.mutant.after: fate.by
        for fate in (tried(tree, it, known) for it in mutants(tree, "room/sums.py"))
    }
    more = "tests/test_sums.py::test_more"
    assert fates == {"a >= b": "", "a <= b": more, "return": more}
    assert (tree / "room/sums.py").read_text("utf-8") == ROOM


def test_what_has_run_before_the_first_test_is_tried_with_them_all(tree: Path) -> None:
    (tree / "room/sums.py").write_text("def twice(n):\n    return 2 * n\n\n\nTWO = twice(1)\n", "utf-8")
    (tree / "tests/test_sums.py").write_text(AT_IMPORT, "utf-8")
    known = baseline(tree, "room", ["tests"], 60)
    fault = next(mutant for mutant in mutants(tree, "room/sums.py") if mutant.after == "3")
    assert tried(tree, fault, known).by == "tests/test_sums.py::test_two"


def test_tests_that_fail_or_do_not_end_without_a_fault_are_refused(tree: Path) -> None:
    (tree / "tests/test_sums.py").write_text("def test_wrong():\n    assert False\n", "utf-8")
    with pytest.raises(RuntimeError, match=r"^without a fault: tests/test_sums.py::test_wrong$"):
        baseline(tree, "room", ["tests"], 60)
    (tree / "tests/test_sums.py").write_text("while True:\n    pass\n", "utf-8")
    with pytest.raises(RuntimeError, match=r"^without a fault: no end$"):
        baseline(tree, "room", ["tests"], 2)


def test_a_test_that_fails_by_chance_kills_nothing(tree: Path) -> None:
    test = "tests/test_sums.py::test_more"
    (tree / "tests/test_sums.py").write_text(FIRST_TIME, "utf-8")
    known = Baseline({test: 1.0}, {("room/sums.py", 2): {test}})
    assert tried(tree, mutants(tree, "room/sums.py")[0], known).by == ""
    (tree / "tests/seen").unlink()
    assert baseline(tree, "room", ["tests"], 60).seconds == {}, "nor is it tried"


def test_who_computes_too_long_or_stands_still_has_no_end_but_not_who_waits_for_a_busy_machine() -> None:
    overseer = Overseer({"a": 2.0}, ended=print)
    overseer.begun("a", 10)
    assert [overseer.verdict(now, 10 + now / 50) for now in (0, 100, 1000, 1899)] == [""] * 4
    assert overseer.verdict(1901, 10 + 30 + 8 + 0.1) == "no end: a"
    overseer.begun("b", 50)
    assert overseer.verdict(2000, 50) == ""
    assert [overseer.verdict(now, 50.2) for now in (2029, 2031)] == ["", "stands still: b"]


def test_what_was_found_out_is_known_until_the_tree_changes(tmp_path: Path, tree: Path) -> None:
    one, other = mutants(tree, "room/sums.py")[:2]
    known = Baseline({"a": 1.0, "b": 2.0}, {("room/sums.py", 2): {"a"}})
    kept = Notebook.of(tmp_path / "kept", tree, "room", ["tests"])
    assert (kept.baseline(), kept.fate(one)) == (None, None)
    kept.keep(known)
    kept.note(Fate(one, "a"))
    again = Notebook.of(tmp_path / "kept", tree, "room", ["tests"])
    assert (again.baseline(), again.fate(one), again.fate(other)) == (known, Fate(one, "a"), None)
    (tree / "tests/test_sums.py").write_text("", "utf-8")
    assert Notebook.of(tmp_path / "kept", tree, "room", ["tests"]).baseline() is None


def test_the_command_ends_with_1_where_too_few_die(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tests = ["--tests", "tests/game/test_cards.py", "--jobs", "1", "--kept", str(tmp_path)]
    before = (ROOT / "musbot/game/senas.py").read_text("utf-8")
    place = next(n for n, line in enumerate(before.splitlines(), 1) if "Sena.TREINTA_Y_UNA" in line)
    assert main(["musbot/game", "--at", f"musbot/game/senas.py:{place}", *tests]) == 1
    said = capsys.readouterr().out.splitlines()
    assert [line.split("  ")[0] for line in said[1:4]] == ["SURVIVED"] * 3
    assert said[4] == "of 3 mutants 3 survived; 0.0 % died"
    assert (ROOT / "musbot/game/senas.py").read_text("utf-8") == before
