"""What is nested too deep is cut off, and nothing else of an answer changes."""

from __future__ import annotations

import json

import pytest

from musbot.port.nesting import DEEPEST, limit_depth


@pytest.mark.parametrize(("opened", "closed"), [("[", "]"), ('{"a": ', "}")])
@pytest.mark.parametrize("deep", [DEEPEST, 1_000, 100_000])
def test_parts_that_are_nested_too_deep_become_null(opened: str, closed: str, deep: int) -> None:
    nested = opened * deep + "0" + closed * deep
    read = json.loads(limit_depth(f'{{"it": {nested}, "next": ["]", "\\"[", 7]}}'.encode()))
    assert read["next"] == ["]", '"[', 7]
    found, levels = read["it"], 0
    while found:
        found, levels = found[0] if isinstance(found, list) else found["a"], levels + 1
    assert levels == DEEPEST - 1
    assert found is None


@pytest.mark.parametrize("text", ["[" * 300, "]" * 300, '"' + "[" * 300, "[" * 300 + '"'])
def test_what_is_no_json_stays_none(text: str) -> None:
    with pytest.raises(json.JSONDecodeError):
        json.loads(limit_depth(text.encode()))


def test_many_parts_that_are_not_deep_stay() -> None:
    text = json.dumps([{"a": [1, {"b": "\\]"}]}] * 300).encode()
    assert limit_depth(text) == text
