"""What is wrong with a request by the table of the Bot API's own list of methods and types."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from tests.specs import Table, read

SCALARS: dict[str, type | tuple[type, ...]] = {
    "Integer": int,
    "Float": (int, float),
    "Boolean": bool,
    "True": bool,
    "String": str,
}
_FORMS = {
    "Integer": re.compile(r"-?\d+"),
    "Float": re.compile(r"-?\d+(\.\d+)?"),
    "Boolean": re.compile(r"true|false|1|0", re.IGNORECASE),
    "True": re.compile(r"true|1", re.IGNORECASE),
}
"""How a form field, which is always text, spells a scalar."""


@dataclass(frozen=True, slots=True)
class Field:
    """A parameter of a method, or a field of an object."""

    types: tuple[str, ...]
    required: bool
    fixed: str
    """The one value it may have, if there is but one."""

    @classmethod
    def read(cls, written: str) -> Field:
        """Returns a field as the table writes it: `*String=photo` is required, and always that text."""
        types, _, fixed = written.removeprefix("*").partition("=")
        return cls(tuple(types.split("|")), written.startswith("*"), fixed)


Fields = Mapping[str, Field]


class Spec:
    """Checks requests against the specification; it finds problems and raises nothing."""

    def __init__(self, table: Table) -> None:
        self._methods = {name: _fields(written) for name, written in table["methods"].items()}
        self._returns: Mapping[str, str] = table["returns"]
        self._unions = {name: kinds for name, kinds in table["types"].items() if isinstance(kinds, list)}
        self._objects = {
            name: _fields(written) for name, written in table["types"].items() if name not in self._unions
        }
        self._names = {name.lower(): name for name in self._methods}

    def name(self, method: str) -> str | None:
        """Returns the method as the specification writes it (the platform ignores case), if there is one."""
        return self._names.get(method.lower())

    def problems(self, method: str, params: Mapping[str, Any], files: Collection[str]) -> list[str]:
        """Returns what is unknown, missing or of the wrong type, down to the innermost field."""
        fields = self._methods[method]
        attached = {n for n in files if n not in fields}  # named by an attach:// within another parameter
        found = [f"{method}: unknown parameter {n!r}" for n in params if n not in fields]
        for name, field in fields.items():
            if name in params:
                found += self._any_of(field.types, params[name], f"{method}.{name}", wire=True)
            elif field.required and name not in files:
                found.append(f"{method}: missing required {name!r}")
        said = json.dumps(params, default=str)
        found += [
            f"{method}: file {n!r} is attached and never used"
            for n in attached
            if f"attach://{n}" not in said
        ]
        return found

    def answered(self, method: str, result: Any) -> list[str]:
        """Returns what is wrong with the shape of an answer: a list, an object, True, a number or a text."""
        kinds = self._returns[method].split("|")
        return [] if any(_shaped(kind, result) for kind in kinds) else [f"{method}: answered {result!r}"]

    def _any_of(self, types: Sequence[str], value: Any, where: str, *, wire: bool = False) -> list[str]:
        """Returns the problems of the alternative that fits best."""
        tried = [self._one(t, value, where, wire=wire) for t in types]
        return min(tried, key=len, default=[])

    def _one(self, kind: str, value: Any, where: str, *, wire: bool) -> list[str]:
        if wire and isinstance(value, str) and kind not in ("String", "InputFile"):
            if kind in _FORMS:
                return [] if _FORMS[kind].fullmatch(value) else [f"{where}: {value!r} is not {kind}"]
            try:
                value = json.loads(value)
            except ValueError:
                return [f"{where}: not JSON for {kind}"]
        if kind.startswith("Array of "):
            if not isinstance(value, list):
                return [f"{where}: expected {kind}"]
            inner = kind.removeprefix("Array of ")
            return [p for i, v in enumerate(value) for p in self._any_of([inner], v, f"{where}[{i}]")]
        if kind in SCALARS:
            fits = isinstance(value, SCALARS[kind]) and (SCALARS[kind] is bool or not isinstance(value, bool))
            return [] if fits else [f"{where}: {value!r} is not {kind}"]
        if kind == "InputFile":
            return [] if isinstance(value, str) else [f"{where}: expected a file"]
        return self._object(kind, value, where)

    def _object(self, kind: str, value: Any, where: str) -> list[str]:
        if kind in self._unions:
            return self._any_of(self._unions[kind], value, where)
        if not isinstance(value, dict):
            return [f"{where}: expected {kind} object"]
        fields = self._objects[kind]
        found = [f"{where}: unknown field {n!r} in {kind}" for n in value if n not in fields]
        for name, field in fields.items():
            if name in value:
                found += self._any_of(field.types, value[name], f"{where}.{name}")
                if field.fixed and value[name] != field.fixed:
                    found.append(f"{where}.{name}: must be {field.fixed}")
            elif field.required:
                found.append(f"{where}: {kind} lacks {name!r}")
        return found


def _shaped(kind: str, result: Any) -> bool:
    if kind.startswith("Array of "):
        return isinstance(result, list) and all(_shaped(kind.removeprefix("Array of "), it) for it in result)
    return result is True if kind == "True" else isinstance(result, SCALARS.get(kind, dict))


def _fields(written: Mapping[str, str]) -> Fields:
    return {name: Field.read(field) for name, field in written.items()}


@cache
def load_spec() -> Spec:
    """Returns the specification."""
    return Spec(read("telegram.json"))
