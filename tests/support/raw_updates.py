"""Raw updates of platforms, and copies with fields replaced by values that no platform should send."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

DEEP: Any = []
for _ in range(200):
    DEEP = [DEEP]

NESTED = "nested"
"""A text that `nest` replaces by 1,000 lists, one in the other."""

POISONS: dict[str, Any] = {
    "null": None,
    "huge": 10**20,
    "negative": -(10**20),
    "infinite": float("inf"),
    "nan": float("nan"),
    "zero": 0,
    "bool": True,
    "text": "x",
    "empty": "",
    "surrogate": "\ud800",
    "nul": "\x00",
    "list": [None],
    "object": {"id": None},
    "deep": DEEP,
}
"""The values, by a name for a test's id."""
Path = tuple[str | int, ...]


def paths(found: Any, at: Path = ()) -> Iterator[Path]:
    """Yields the path of every field in JSON, containers included."""
    match found:
        case dict():
            fields: Any = found.items()
        case list():
            fields = enumerate(found)
        case _:
            return
    for name, value in fields:
        yield (*at, name)
        yield from paths(value, (*at, name))


def nest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets a platform's server send what no library can write."""
    real = json.dumps

    def dumps(found: Any, **how: Any) -> str:
        return real(found, **how).replace(f'"{NESTED}"', "[" * 1000 + "]" * 1000)

    monkeypatch.setattr(json, "dumps", dumps)


def poisoned(found: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yields copies of an object, each with one field replaced by one poison or taken away, with a name."""
    for path in paths(found):
        for name, value in POISONS.items():
            copy = deepcopy(found)
            _parent(copy, path)[path[-1]] = value
            yield f"{'.'.join(map(str, path))} {name}", copy
        copy = deepcopy(found)
        del _parent(copy, path)[path[-1]]
        yield f"{'.'.join(map(str, path))} missing", copy


def _parent(found: Any, path: Path) -> Any:
    for name in path[:-1]:
        found = found[name]
    return found


def press(number: int) -> dict[str, Any]:
    """Returns a press on Telegram."""
    user = {"id": 1, "is_bot": False, "first_name": "Ane"}
    return {
        "update_id": number,
        "callback_query": {"id": "1", "from": user, "chat_instance": "1", "data": "x"},
    }
