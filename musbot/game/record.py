"""What states and phases have in common: they are never changed, new ones are made of them."""

from __future__ import annotations

from typing import Any, Self


class Record:
    """A frozen dataclass without slots, of which a changed copy is quickly made."""

    def with_(self, **changes: Any) -> Self:
        """Returns the same but for these fields: what `dataclasses.replace` does, ten times as quick."""
        record = object.__new__(type(self))
        record.__dict__.update(self.__dict__, **changes)
        return record
