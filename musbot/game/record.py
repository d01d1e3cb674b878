"""Immutable records that are fast to build and to copy with changed fields.

Python builds a frozen dataclass slowly, because every field uses `object.__setattr__`: a fifth of the
engine's time. A record is therefore only frozen for the type checker. A state is frozen at run time too. The
engine builds the next state in its own draft and then seals it (state.py).
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, TypeVar

R = TypeVar("R")
_NEW = object.__new__
_SET = object.__setattr__

if TYPE_CHECKING:  # for the type checker, which then finds names that are no fields
    from dataclasses import dataclass as draftable
    from dataclasses import dataclass as record
    from dataclasses import replace as copy_with

else:

    def record(**_: bool) -> Any:
        """Returns a decorator that makes a dataclass with slots, which compares and hashes by its fields.

        The type checker sees a frozen class, but at run time its fields can be set. The arguments are
        ignored.
        """
        return dataclasses.dataclass(slots=True, unsafe_hash=True)

    def draftable(**_: bool) -> Any:
        """Returns a decorator that makes a frozen dataclass with slots, and a mutable subclass for its
        drafts.

        The arguments are ignored.
        """

        def make_draftable(cls: type) -> type:
            """Returns the frozen dataclass; it is its own `sealed_class`, and its mutable subclass is
            `draft_class`.

            Pickles and copies are built by the frozen class, also from a draft.
            """
            frozen = dataclasses.dataclass(frozen=True, slots=True)(cls)
            settable = {"__setattr__": _SET, "__delattr__": object.__delattr__}
            frozen.sealed_class = frozen
            frozen.__reduce__ = lambda self: (frozen, tuple(_fields(self).values()))
            frozen.draft_class = type(cls)(f"Draft{cls.__name__}", (frozen,), {"__slots__": (), **settable})
            return frozen

        return make_draftable

    def copy_with(record: R, /, **changes: Any) -> R:
        """Returns a copy with changed fields, several times faster than `dataclasses.replace`.

        A record without a `__dict__` is built by its constructor, which raises TypeError for a name that it
        lacks. A record with a `__dict__` is copied without its constructor, and takes any name.
        """
        if hasattr(record, "__dict__"):
            copy = _NEW(type(record))
            _SET(copy, "__dict__", record.__dict__ | changes)
            return copy
        return type(record)(*(_fields(record) | changes).values())

    def _fields(record: Any) -> dict[str, object]:
        """Returns the fields that a record's constructor takes, by name."""
        return {name: getattr(record, name) for name in record.__match_args__}


__all__ = ["copy_with", "draftable", "record"]
