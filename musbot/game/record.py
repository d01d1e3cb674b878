"""Records that are never changed: built quickly, and copied with some fields changed."""

from __future__ import annotations

import dataclasses
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
            fields = record.__dict__ | changes
        except AttributeError:  # it has slots
            return dataclasses.replace(record, **changes)
        copy = object.__new__(type(record))
        _SET(copy, "__dict__", fields)
        return copy


def sealed(cls: type[R]) -> type[R]:
    """Makes a frozen dataclass twice as quick to build: as frozen, with the same arguments.

    Its fields are set while it is of a class that can be changed, not each by `object.__setattr__`. Nothing
    else may happen when it is built: no `__post_init__`, no `default_factory`.
    """
    fields = [field for field in dataclasses.fields(cls) if field.init]  # type: ignore[arg-type]
    slots = {"__slots__": cls.__dict__["__slots__"]} if "__slots__" in cls.__dict__ else {}
    base = next(base for base in cls.__mro__[1:] if not base.__dictoffset__)  # of one layout with it
    names = {"_open": type(base)(f"Open{cls.__name__}", (base,), slots), "_sealed": cls}
    names["_set_class"] = _SET_CLASS
    names |= {f"_{f.name}": f.default for f in fields if f.default is not dataclasses.MISSING}
    arguments = [f"{f.name}=_{f.name}" if f"_{f.name}" in names else f.name for f in fields]
    lines = [
        f"def __init__({', '.join(['self', *arguments])}):",
        "_set_class(self, _open)",
        *(f"self.{field.name} = {field.name}" for field in fields),
        "self.__class__ = _sealed",
    ]
    exec("\n    ".join(lines), names)  # noqa: S102 - as dataclasses does
    cls.__init__ = names["__init__"]  # type: ignore[method-assign]
    return cls


__all__ = ["changed", "sealed"]
