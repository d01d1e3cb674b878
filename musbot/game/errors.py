"""The errors of the rules, as one tree of exceptions.

    MusError: the base class of these errors
        BadArgument: an argument has a wrong type, or is out of range
        BadCard: a text is not a card
        BadEvent: an event cannot follow, because the log is damaged or out of order
        BadHand: cards do not make a hand
        BadPosition: a line is not a position, or the hand in it is impossible
        BadRules: a rule set cannot be played
        BadSeed: a seed has the wrong size or type
        Illegal: the rules do not allow an action now
        LongNumber: a number has too many digits for an acta
        UnknownName: a name does not exist
            UnknownField: a rule set has no such field
            UnknownRuleSet: there is no such rule set, edition or game
        UnknownSeat: a table has no such seat
        UnknownWord: a text is not a word of the game
            UnknownSena: a text is not a seña

`musbot.game` exports all of them.
"""

from __future__ import annotations

from collections.abc import Mapping

from musbot import MusError as MusError
from musbot.game.field_kinds import Field

Fact = str | int | tuple[int, ...] | tuple[str, ...]
"""A value in a message about an error."""


MOST_DIGITS = 100
"""The maximum number of digits of a number in a word; the rules have no limit (R31)."""
LONGEST_QUOTE = 60
"""The maximum length of quoted text, in characters."""


def quote_text(text: str) -> str:
    """Returns the repr of a text.

    A text longer than LONGEST_QUOTE characters is cut to that length first, and then ends with "…".
    """
    return repr(text if len(text) <= LONGEST_QUOTE else f"{text[: LONGEST_QUOTE - 1]}…")


def quote_value(value: object) -> str:
    """Returns the repr of a value, cut to LONGEST_QUOTE characters; a long text is cut inside its quotes.

    Python refuses to write a number of thousands of digits (`sys.get_int_max_str_digits`); a value with such
    a number becomes "a very long int", with the name of its type.
    """
    if type(value) is str:
        return quote_text(value)
    try:
        shown = repr(value)
    except ValueError:
        return f"a very long {type(value).__name__}"
    return shown if len(shown) <= LONGEST_QUOTE else f"{shown[: LONGEST_QUOTE - 1]}…"


class BadArgument(MusError):
    """An argument of a wrong type or out of range; the message names it, its value and the expected value.

    The repr of the value is cut to LONGEST_QUOTE characters.
    """

    def __init__(self, name: str, value: object, expected: str) -> None:
        super().__init__(f"{name} = {quote_value(value)}: expected {expected}")


class BadEvent(MusError):
    """An event that cannot follow: the log is damaged or out of order."""


class BadRules(MusError):
    """A rule set that cannot be played, or a score that is impossible under one.

    The message names the field, its value and the expected value. `allowed` describes the valid values of the
    field; None if the value conflicts with other fields of the set, or for a name.
    """

    def __init__(self, field: str, value: object, expected: str, allowed: Field | None = None) -> None:
        shown = quote_text(str(value)) if isinstance(value, str) else quote_value(value)
        super().__init__(f"{field} = {shown}: expected {expected}")
        self.field = field
        self.value = value
        self.expected = expected
        self.allowed = allowed


class Illegal(MusError):
    """An action that the rules do not allow now.

    `reason` is a key with a message in every language, and `rule` the number of the rule ("R29"). `facts` are
    the values in the message, such as the players to speak; they are never secret.
    """

    def __init__(self, reason: str, rule: str, facts: Mapping[str, Fact] | None = None) -> None:
        details = ", ".join(f"{key}={_fact(value)}" for key, value in (facts or {}).items())
        super().__init__(f"{reason} ({rule})" + (f": {details}" if details else ""))
        self.reason = reason
        self.rule = rule
        self.facts = dict(facts or {})


def _fact(value: Fact) -> str:
    """Returns the text of a fact; a number too long for Python to write is "a very long int"."""
    return quote_value(value) if isinstance(value, int) else str(value)


class LongNumber(MusError):
    """A number with more digits than an acta can hold."""

    def __init__(self, digits: int | None = None) -> None:
        super().__init__(f"a number of {digits or 'too many'} digits: expected at most {MOST_DIGITS}")


class UnknownSeat(MusError):
    """A seat that does not exist at this table."""

    def __init__(self, seat: object, seats: int) -> None:
        super().__init__(f"seat {quote_value(seat)}: expected one from 0 to {seats - 1}")
