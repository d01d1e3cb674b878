"""Changed copies of what is never changed itself: states, phases, rules."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, TypeVar

R = TypeVar("R")
_SET = object.__setattr__

if TYPE_CHECKING:  # the same, as far as types go: a name that is no field is found by the type check
    from dataclasses import replace as changed

else:

    def changed(record: R, /, **changes: Any) -> R:
        """Returns the same but for these fields: what `dataclasses.replace` does, ten times as quick."""
        try:
            fields = record.__dict__ | changes
        except AttributeError:  # it has slots
            return dataclasses.replace(record, **changes)
        copy = object.__new__(type(record))
        _SET(copy, "__dict__", fields)
        return copy


__all__ = ["changed"]
