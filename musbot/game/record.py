"""Changed copies of what is never changed itself: states, phases, rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

R = TypeVar("R")
_SET = object.__setattr__

if TYPE_CHECKING:  # the same, as far as types go: a name that is no field is found by the type check
    from dataclasses import replace as changed

else:

    def changed(record: R, /, **changes: Any) -> R:
        """Returns the same but for these fields: what `dataclasses.replace` does, ten times as quick."""
        copy = object.__new__(type(record))
        _SET(copy, "__dict__", record.__dict__ | changes)
        return copy


__all__ = ["changed"]
