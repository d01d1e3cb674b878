"""The values of an acta's keys: each must be of the kind that docs/acta.md says."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from musbot.game.errors import MusError, quoted

_KINDS = {
    dict: "a table",
    list: "a list",
    str: "a text",
    bool: "true or false",
    int: "a number",
    float: "a number",
}


class BadKey(MusError):
    """A wrong key: names it and what was expected, and the rule of the game if one is broken."""

    def __init__(self, key: str, expected: str, value: object = None, rule: str = "") -> None:
        got = "" if value is None else f", not {_KINDS.get(type(value), 'a date or time')}"
        super().__init__(f"{key}: expected {expected}{got}" + (f" ({rule})" if rule else ""))


def table(value: object, key: str, known: Collection[str]) -> Mapping[str, Any]:
    """Returns a table that has no other keys than those known; raises BadKey."""
    if not isinstance(value, dict):
        raise BadKey(key, "a table", value)
    for name in value:
        if name not in known:
            place = f" in {key}" if key else ""
            raise BadKey(f"unknown key {quoted(name)}{place}", f"only {', '.join(known)}")
    return value


def required(among: Mapping[str, Any], key: str, expected: str) -> object:
    """Returns the value of a key that must be there; raises BadKey."""
    if key not in among:
        raise BadKey(f"{key} is missing", expected)
    return among[key]


def text(value: object, key: str, expected: str = "a text") -> str:
    """Returns a text; raises BadKey for anything else."""
    if not isinstance(value, str):
        raise BadKey(key, expected, value)
    return value


def items(value: object, key: str, expected: str = "a list") -> list[Any]:
    """Returns a list, of anything; raises BadKey for anything else."""
    if not isinstance(value, list):
        raise BadKey(key, expected, value)
    return value


def texts(value: object, key: str) -> list[str]:
    """Returns a list of texts; raises BadKey for anything else."""
    return [text(item, key, "a list of texts") for item in items(value, key, "a list of texts")]


def scores(value: object, key: str, sides: int, target: int, rule: str) -> tuple[int, ...]:
    """Returns one score a side, each less than what wins; raises BadKey."""
    expected = f"{sides} numbers, one a side, each from 0 to {target - 1}"
    row = items(value, key, expected)
    if len(row) != sides or not all(type(n) is int and 0 <= n < target for n in row):
        raise BadKey(key, expected, rule=rule)
    return tuple(row)
