"""Guards are found in functions, and a function without its guard goes on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tools.guards import Guard, list_guards, without_guard

TEXT = """
class Word:
    def shown(self, n):
        for _ in range(1):
            if n > 3:
                continue
            n += 10
        if n == 0:
            n = 5
        if (twice := n * 2) > 100:
            raise ValueError
        return twice

def outer(n):
    def inner():
        if n:
            return "guarded"
        return "not guarded"
    return inner()

if not TEXT:
    raise SystemExit
"""


def called(path: Path, guard: Guard, *given: Any) -> Any:
    """Calls a function without its guard."""
    names: dict[str, Any] = {"TEXT": TEXT}
    exec(TEXT, names)
    whole = names["Word"].shown if guard.function == "Word.shown" else names["outer"]
    whole.__code__ = without_guard(path, guard)
    return whole(*given)


def test_a_function_without_its_guard_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "word.py"
    path.write_text(TEXT, "utf-8")
    guards = list_guards(str(path), TEXT)
    assert [(it.function, it.line, it.body) for it in guards] == [
        ("Word.shown", 5, 6),
        ("Word.shown", 10, 11),
        ("outer", 16, 17),
    ]
    goes_on, raises, returns = guards
    assert called(path, goes_on, None, 4) == 28
    assert called(path, raises, None, 60) == 120, "a name that the guard gives is there"
    assert called(path, returns, 1) == "not guarded"
