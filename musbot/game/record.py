"""Records that are never changed: built quickly, and copied with some fields changed.

Python builds a frozen dataclass slowly: every field goes through `object.__setattr__`, a fifth of the
engine's time. So each record has a twin class with the same slots that can be changed. A record is made as
its twin, filled, and given its own class (`__class__`); the code that does so is written for each class,
once (`exec`). Nothing outside this module knows of the twins, and the type check sees frozen dataclasses.
"""

from __future__ import annotations

import dataclasses
import types
from typing import TYPE_CHECKING, Any, TypeVar

R = TypeVar("R")
_SET = object.__setattr__
_SET_CLASS = object.__dict__["__class__"].__set__

if TYPE_CHECKING:  # the same, as far as types go: a name that is no field is found by the type check
    from dataclasses import replace as changed

else:

    def changed(record: R, /, **changes: Any) -> R:
        """Returns the same but for these fields: what `dataclasses.replace` does, ten times as quick."""
        try:
            copy = record._open_copy()
        except AttributeError:
            return _changed(record, changes)
        for name, value in changes.items():
            setattr(copy, name, value)
        copy.__class__ = type(record)
        return copy

    def _changed(record: R, changes: dict[str, Any]) -> R:
        """The same of a record that is not sealed."""
        try:
            fields = record.__dict__ | changes
        except AttributeError:  # it has slots
            return dataclasses.replace(record, **changes)
        copy = object.__new__(type(record))
        _SET(copy, "__dict__", fields)
        return copy


def sealed(cls: type[R]) -> type[R]:
    """Makes a frozen dataclass with slots twice as quick to build: as frozen, with the same arguments.

    Its fields are set while it is of a class that can be changed, not each by `object.__setattr__`. Nothing
    else may happen when it is built: no `__post_init__`, no `default_factory`. A slot that is no field keeps
    what has been found out of the record: None in a new one and in every copy.
    """
    fields = [field for field in dataclasses.fields(cls) if field.init]  # type: ignore[arg-type]
    settable = {"__slots__": (), "__setattr__": _SET, "__delattr__": object.__delattr__}
    opened = types.new_class(f"Open{cls.__name__}", (cls,), exec_body=lambda body: body.update(settable))
    names = {"_open": opened, "_sealed": cls, "_set_class": _SET_CLASS, "_new": object.__new__}
    names |= {f"_{f.name}": f.default for f in fields if f.default is not dataclasses.MISSING}
    arguments = [f"{f.name}=_{f.name}" if f"_{f.name}" in names else f.name for f in fields]
    known = [field.name for field in fields]
    found = [s for base in cls.__mro__ for s in base.__dict__.get("__slots__", ()) if s not in known]
    built = [
        f"def __init__({', '.join(['self', *arguments])}):",
        "_set_class(self, _open)",
        *(f"self.{name} = {name}" for name in known),
        *(f"self.{name} = None" for name in found),
        "self.__class__ = _sealed",
    ]
    copied = [
        "def _open_copy(self):",
        "copy = _new(_open)",
        *(f"copy.{name} = self.{name}" for name in known),
        *(f"copy.{name} = None" for name in found),
        "return copy",
    ]
    exec("\n    ".join(built) + "\n" + "\n    ".join(copied), names)  # noqa: S102 - as dataclasses does
    cls.__init__ = names["__init__"]  # type: ignore[method-assign]
    cls._open_copy = names["_open_copy"]  # type: ignore[attr-defined]
    if found:
        cls.__reduce__ = lambda self: (cls, tuple(getattr(self, name) for name in known))  # type: ignore[method-assign]
    return cls


__all__ = ["changed", "sealed"]
