"""The kinds of fields in a rule set (reglamento, section 12)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

YES = ("si", "sí", "yes", "bai", "true", "1")
"""Texts that mean yes."""
NO = ("no", "ez", "false", "0")
"""Texts that mean no."""

Value = StrEnum | bool | int | float
"""The value of a field."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A field with a fixed list of values."""

    rule: str
    """The number of the rule."""
    values: tuple[Value, ...]
    """The values."""
    yes: Value | None = None
    """The value that yes means, if there are several and no is one of them."""

    @property
    def usual(self) -> tuple[Value, ...]:
        """The values to offer: all."""
        return self.values

    def describe_valid(self) -> str:
        """Returns the valid values as English text, such as `8 or 4`; `true or false` for a bool."""
        return " or ".join("true or false" if v is True else str(v) for v in self.values if v is not False)

    def holds(self, value: object) -> bool:
        """Returns whether a value equals one of the values and has exactly its type; a plain text is no enum
        value."""
        return any(value == v and type(value) is type(v) for v in self.values)

    def read(self, text: str) -> object:
        """Returns the value of a lower-case text, such as `yes` or `sí`; an invalid text is returned
        unchanged.

        If the field has a value for `yes`, every word of NO becomes the text `no`, for `convert`.
        """
        if True in self.values:
            return True if text in YES else False if text in NO else text
        if self.yes is not None and text in (*YES, *NO):
            return self.yes if text in YES else "no"
        return next((v for v in self.values if str(v) == text), text)

    def convert(self, value: object) -> object:
        """Returns the enum value of a text, or for True and False the value of yes and no.

        Returns other values, and texts without an enum value, unchanged. Returns True and False unchanged,
        too, if the field has no value for `yes`.
        """
        if self.yes is not None and isinstance(value, bool):
            return self.yes if value else self.convert("no")
        if not isinstance(value, str):
            return value
        return next((v for v in self.values if isinstance(v, StrEnum) and v.value == value), value)


@dataclass(frozen=True, slots=True)
class Amount:
    """A field with a number between two inclusive limits."""

    rule: str
    """The number of the rule."""
    least: int
    """The lower limit."""
    most: int
    """The upper limit."""
    usual: tuple[Value, ...]
    """The values to offer."""
    whole: bool = True
    """Whether only whole numbers are valid."""

    def describe_valid(self) -> str:
        """Returns the valid values as English text, such as `a whole number from 1 to 9`."""
        return f"a {'whole number' if self.whole else 'number'} from {self.least} to {self.most}"

    def holds(self, value: object) -> bool:
        """Returns whether the field accepts a value: a number within the limits, whole if it must be; no
        bool."""
        kinds = (int,) if self.whole else (int, float)
        return isinstance(value, kinds) and not isinstance(value, bool) and self.least <= value <= self.most

    def read(self, text: str) -> object:
        """Returns the number in a text, within the limits or not; an invalid text is returned unchanged.

        A fraction has a point or a comma (`0.05` or `0,05`); it is invalid if the field needs whole numbers.
        """
        try:
            return int(text) if self.whole or text.isdecimal() else float(text.replace(",", "."))
        except ValueError:
            return text

    def convert(self, value: object) -> object:
        """Returns the value unchanged."""
        return value


Field = Choice | Amount
"""Any kind of field."""
