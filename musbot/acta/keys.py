"""Checks the types of an acta's keys against docs/acta.md."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from musbot.game.errors import MusError, quote_text

_KINDS = {
    dict: "a table",
    list: "a list",
    str: "a text",
    bool: "true or false",
    int: "a number",
    float: "a number",
}


class BadKey(MusError):
    """A wrong key; the message names the key, the expected value, and the rule if a rule is broken."""

    def __init__(self, key: str, expected: str, value: object = None, rule: str = "") -> None:
        got = "" if value is None else f", not {_KINDS.get(type(value), 'a date or time')}"
        super().__init__(f"{key}: expected {expected}{got}" + (f" ({rule})" if rule else ""))


def require_table(value: object, key: str, known: Collection[str]) -> Mapping[str, Any]:
    """Returns a TOML table; raises BadKey for another type, or for a key that is not in `known`."""
    if not isinstance(value, dict):
        raise BadKey(key, "a table", value)
    for name in value:
        if name not in known:
            place = f" in {key}" if key else ""
            raise BadKey(f"unknown key {quote_text(name)}{place}", f"only {', '.join(known)}")
    return value


def require_key(among: Mapping[str, Any], key: str, expected: str) -> object:
    """Returns a mandatory value; raises BadKey, which names `expected`, if the key is missing."""
    if key not in among:
        raise BadKey(f"{key} is missing", expected)
    return among[key]


def require_text(value: object, key: str, expected: str = "a text") -> str:
    """Returns the value if it is a text; raises BadKey, which names `expected`, for other types."""
    if not isinstance(value, str):
        raise BadKey(key, expected, value)
    return value


def require_items(value: object, key: str, expected: str = "a list") -> list[Any]:
    """Returns the value if it is a list, of any items; raises BadKey, which names `expected`, for other
    types."""
    if not isinstance(value, list):
        raise BadKey(key, expected, value)
    return value


def require_texts(value: object, key: str) -> list[str]:
    """Returns a list of texts; raises BadKey for other types, also of an item."""
    return [
        require_text(item, key, "a list of texts") for item in require_items(value, key, "a list of texts")
    ]


def require_numbers(value: object, key: str, among: range) -> tuple[int, ...]:
    """Returns different numbers of the range `among` in ascending order; raises BadKey for any other value.

    The list may be empty.
    """
    row = require_items(value, key, expected := f"ascending numbers from {among.start} to {among.stop - 1}")
    if not all(type(n) is int and n in among for n in row) or sorted(set(row)) != row:
        raise BadKey(key, expected)
    return tuple(row)


def require_scores(value: object, key: str, sides: int, target: int, rule: str) -> tuple[int, ...]:
    """Returns one score per side, each from 0 and below `target`; raises BadKey, which names the rule."""
    expected = f"{sides} numbers, one a side, each from 0 to {target - 1}"
    row = require_items(value, key, expected)
    if len(row) != sides or not all(type(n) is int and 0 <= n < target for n in row):
        raise BadKey(key, expected, rule=rule)
    return tuple(row)
