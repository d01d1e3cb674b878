"""What a field of a rule set may be (reglamento, section 12)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

YES = ("si", "sí", "yes", "bai", "true", "1")
NO = ("no", "ez", "false", "0")

Value = StrEnum | bool | int | float
"""What a field holds."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A field that takes one of a few values."""

    rule: str
    values: tuple[Value, ...]
    yes: Value | None = None
    """What yes means where there are more ways than one, and no is one."""

    @property
    def usual(self) -> tuple[Value, ...]:
        """The values that are put to a choice: all."""
        return self.values

    def expected(self) -> str:
        return " or ".join("yes or no" if v is True else str(v) for v in self.values if v is not False)

    def holds(self, value: object) -> bool:
        return any(value == v and type(value) is type(v) for v in self.values)

    def read(self, text: str) -> object:
        if True in self.values:
            return True if text in YES else False if text in NO else text
        if self.yes is not None and text in (*YES, *NO):
            return self.yes if text in YES else "no"
        return next((v for v in self.values if str(v) == text), text)

    def meant(self, value: object) -> object:
        """Returns the value of its own that a text from outside names, or else what was given."""
        if self.yes is not None and isinstance(value, bool):
            return self.yes if value else self.meant("no")
        if not isinstance(value, str):
            return value
        return next((v for v in self.values if isinstance(v, StrEnum) and v.value == value), value)


@dataclass(frozen=True, slots=True)
class Amount:
    """A field that takes a number between two limits, both allowed; the `usual` ones are put to a choice."""

    rule: str
    least: int
    most: int
    usual: tuple[Value, ...]
    whole: bool = True

    def expected(self) -> str:
        return f"a {'whole number' if self.whole else 'number'} from {self.least} to {self.most}"

    def holds(self, value: object) -> bool:
        kinds = (int,) if self.whole else (int, float)
        return isinstance(value, kinds) and not isinstance(value, bool) and self.least <= value <= self.most

    def read(self, text: str) -> object:
        try:
            return int(text) if self.whole or text.isdecimal() else float(text)
        except ValueError:
            return text

    def meant(self, value: object) -> object:
        """Returns what was given: a number is one everywhere."""
        return value


Field = Choice | Amount
