"""What may go wrong at a table, as one tree of exceptions."""

from __future__ import annotations

from collections.abc import Mapping

from musbot import MusError as MusError
from musbot.game.field_kinds import Field

Fact = str | int | tuple[int, ...] | tuple[str, ...]


LONGEST_QUOTE = 60


def quoted(text: str) -> str:
    """Returns text in quotes, cut if it is long: what was expected must still fit on the line."""
    return repr(text if len(text) <= LONGEST_QUOTE else f"{text[: LONGEST_QUOTE - 1]}…")


class BadEvent(MusError):
    """An event that cannot follow: the log is damaged or not in order."""


class BadRules(MusError):
    """A rule set that cannot be played: names the field, what it was and what was expected.

    `allowed` is what the field may be; None where the value would do, but not with what else the set says.
    """

    def __init__(self, field: str, value: object, expected: str, allowed: Field | None = None) -> None:
        plain = str(value) if isinstance(value, str) else value
        super().__init__(f"{field} = {plain!r}: expected {expected}")
        self.field = field
        self.value = value
        self.expected = expected
        self.allowed = allowed


class Illegal(MusError):
    """An action that the rules do not allow now.

    `reason` is a short key that has a message in every language, `rule` the rule's number ("R29"),
    `facts` what the message needs (whose turn it is, the least that may be bet…); nothing secret.
    """

    def __init__(self, reason: str, rule: str, facts: Mapping[str, Fact] | None = None) -> None:
        told = ", ".join(f"{key}={value}" for key, value in (facts or {}).items())
        super().__init__(f"{reason} ({rule})" + (f": {told}" if told else ""))
        self.reason = reason
        self.rule = rule
        self.facts = dict(facts or {})
