"""What the linter can see: an element that stands twice is found where no group hides it."""

import ast
import re
from pathlib import Path

from tools.trees import parse, walk

ROOT = Path(__file__).parents[2]


def groups(text: str) -> list[int]:
    """Returns the lines in which a literal is splatted into another one, or into a call."""
    if not re.search(r"\*[(\[{]", text):
        return []
    starred = [node for node in walk(parse(text)) if isinstance(node, ast.Starred)]
    return [node.lineno for node in starred if isinstance(node.value, ast.Tuple | ast.List | ast.Set)]


def test_a_group_in_a_literal_or_a_call_is_seen():
    assert groups("a = {*(1, 2), *b}\nc = [*[3]]\nd = f(*(e, g), *h)") == [1, 2, 3]


def test_no_literal_has_groups_that_hide_what_stands_twice():
    files = [
        path for room in ("musbot", "adapters", "tools", "tests") for path in (ROOT / room).rglob("*.py")
    ]
    found = {str(path.relative_to(ROOT)): groups(path.read_text("utf-8")) for path in files}
    assert {path: lines for path, lines in found.items() if lines} == {}
