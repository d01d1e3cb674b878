"""Records that are never changed once given out: quickly built, and copied with some fields changed.

Python builds a frozen dataclass slowly: every field goes through `object.__setattr__`, a fifth of the
engine's time. So a record is frozen for the type check alone. A state, of which all else follows, is frozen
when it runs too: the engine makes the next one in a draft of its own, which it seals (state.py).
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, TypeVar

R = TypeVar("R")
_NEW = object.__new__
_SET = object.__setattr__

if TYPE_CHECKING:  # the same, as far as types go: a name that is no field is found by the type check
    from dataclasses import dataclass as draftable
    from dataclasses import dataclass as record
    from dataclasses import replace as changed

else:

    def record(**_: bool) -> Any:
        """Makes a dataclass with slots that is as equal, and as fit for a key, as a frozen one."""
        return dataclasses.dataclass(slots=True, unsafe_hash=True)

    def draftable(**_: bool) -> Any:
        """Makes a frozen dataclass with slots, and a class of it that can be changed: its drafts'."""

        def made(cls: type) -> type:
            frozen = dataclasses.dataclass(frozen=True, slots=True)(cls)
            settable = {"__setattr__": _SET, "__delattr__": object.__delattr__}
            frozen.sealed_class = frozen
            frozen.__reduce__ = lambda self: (frozen, tuple(_fields(self).values()))
            frozen.draft_class = type(cls)(f"Draft{cls.__name__}", (frozen,), {"__slots__": (), **settable})
            return frozen

        return made

    def changed(record: R, /, **changes: Any) -> R:
        """Returns the same but for these fields: what `dataclasses.replace` does, several times as quick."""
        if hasattr(record, "__dict__"):
            copy = _NEW(type(record))
            _SET(copy, "__dict__", record.__dict__ | changes)
            return copy
        return type(record)(*(_fields(record) | changes).values())

    def _fields(record: Any) -> dict[str, object]:
        return {name: getattr(record, name) for name in record.__match_args__}


__all__ = ["changed", "draftable", "record"]
