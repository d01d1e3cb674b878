"""The Bot API's own list of methods and types, and what is wrong with a request that does not keep to it."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from functools import cache
from typing import Any

from tests.fakes.specs import specs_directory

FILE = "telegram-bot-api.json"
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
_FIXED_VALUE = re.compile(r"\b(?:must be|always) [“\"'‘]?([a-z_]+)[”\"'’]?")


class Spec:
    """Checks requests against the specification; it finds problems and raises nothing."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.version: str = document["version"]
        self._types: Mapping[str, Any] = document["types"]
        self._methods: Mapping[str, Any] = document["methods"]
        self._names = {name.lower(): name for name in self._methods}

    def name(self, method: str) -> str | None:
        """Returns the method as the specification writes it (the platform ignores case), if there is one."""
        return self._names.get(method.lower())

    def problems(self, method: str, params: Mapping[str, Any], files: Collection[str]) -> list[str]:
        """Returns what is unknown, missing or of the wrong type, down to the innermost field."""
        fields = {f["name"]: f for f in self._methods[method].get("fields", [])}
        attached = {n for n in files if n not in fields}  # named by an attach:// within another parameter
        found = [f"{method}: unknown parameter {n!r}" for n in params if n not in fields]
        for name, field in fields.items():
            if name in params:
                found += self._any_of(field["types"], params[name], f"{method}.{name}", wire=True)
            elif field["required"] and name not in files:
                found.append(f"{method}: missing required {name!r}")
        said = json.dumps(params, default=str)
        found += [
            f"{method}: file {n!r} is attached and never used"
            for n in attached
            if f"attach://{n}" not in said
        ]
        return found

    def _any_of(self, types: list[str], value: Any, where: str, *, wire: bool = False) -> list[str]:
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
        type_ = self._types.get(kind)
        if type_ is None:
            return []
        if type_.get("subtypes"):
            return self._any_of(type_["subtypes"], value, where)
        if not isinstance(value, dict):
            return [f"{where}: expected {kind} object"]
        fields = {f["name"]: f for f in type_.get("fields", [])}
        found = [f"{where}: unknown field {n!r} in {kind}" for n in value if n not in fields]
        for name, field in fields.items():
            if name in value:
                found += self._any_of(field["types"], value[name], f"{where}.{name}")
                found += _wrong_constant(field, value[name], f"{where}.{name}")
            elif field["required"]:
                found.append(f"{where}: {kind} lacks {name!r}")
        return found


def _wrong_constant(field: Mapping[str, Any], value: Any, where: str) -> list[str]:
    """Returns a problem where the specification says in words that a kind "must be photo" and it is not."""
    if field["name"] not in ("type", "source"):
        return []
    said = _FIXED_VALUE.search(field.get("description") or "")
    return [f"{where}: must be {said[1]}"] if said and value != said[1] else []


@cache
def load_spec() -> Spec | None:
    """Returns the specification, or None where it is absent: then requests are not checked against it."""
    file = specs_directory() / FILE
    return Spec(json.loads(file.read_text("utf-8"))) if file.exists() else None
