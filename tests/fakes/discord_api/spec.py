"""What is wrong with a request, by the table of Discord's own OpenAPI file."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from jsonschema_rs import Draft202012Validator

from tests.specs import Table, read

SNOWFLAKE = {"type": ["string", "integer"], "pattern": "^(0|[1-9][0-9]*)$"}
"""Ids are taken as numbers too (the file's README), and discord.py sends some so."""
CALLBACKS = {4: "CreateMessage", 5: "CreateMessage", 6: "UpdateMessage", 7: "UpdateMessage", 9: "Modal"}
"""Which schema an answer to an interaction has to keep to, by its type."""

_SILENT = {"tts": {"const": False}}
TAKEN = {
    "ApplicationCommandUpdateRequest": {"nsfw": {"type": "boolean"}},
    "IncomingWebhookUpdateRequestPartial": _SILENT,
    "IncomingWebhookUpdateForInteractionCallbackRequestPartial": _SILENT,
    "MessageEditRequestPartial": _SILENT,
    "RichEmbed": {"flags": {"type": "integer"}},
}
"""Fields the file has not, which discord.py 2.7 sends to the platform with every such request."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An endpoint, and the forms of what is sent to it."""

    method: str
    template: str
    pattern: re.Pattern[str]
    forms: Mapping[str, Any]

    @classmethod
    def read(cls, name: str, forms: Mapping[str, Any]) -> Endpoint:
        """Returns the endpoint of a line of the table."""
        method, template = name.split()
        pattern = re.compile(re.sub(r"\\\{[^}]+\\\}", "[^/]+", re.escape(template)))
        return cls(method, template, pattern, forms)

    def __str__(self) -> str:
        return f"{self.method} {self.template}"


class Spec:
    """Checks requests strictly, unknown fields too; it finds problems and raises nothing."""

    def __init__(self, table: Table) -> None:
        table["schemas"]["SnowflakeType"] = SNOWFLAKE
        for name, fields in TAKEN.items():
            table["schemas"][name]["properties"] |= fields
        for schema in _objects(table):
            schema.setdefault("additionalProperties", False)
        self._schemas = table["schemas"]
        endpoints = [Endpoint.read(name, forms or {}) for name, forms in table["routes"].items()]
        self._endpoints = sorted(endpoints, key=lambda endpoint: endpoint.template.count("{"))
        self._validators: dict[str, Draft202012Validator] = {}

    def problems(self, method: str, path: str, query: Collection[str], body: Any) -> list[str]:
        """Returns what is unknown, missing or of the wrong form in a request."""
        if (endpoint := self._find(method, path)) is None:
            return [f"{method} {path}: no such endpoint"]
        known = endpoint.forms.get("query", ())
        wrong = [f"{endpoint}: unknown query parameter {q!r}" for q in query if q not in known]
        if body is None:
            return wrong
        if "body" not in endpoint.forms:
            return [*wrong, f"{endpoint}: takes no body"]
        name, form = str(endpoint), endpoint.forms["body"]
        kind = (
            body.get("type") if endpoint.template.endswith("/callback") and isinstance(body, dict) else None
        )
        if kind in CALLBACKS:
            name = f"{CALLBACKS[kind]}InteractionCallbackRequest"
            form = self._schemas[name]
        return wrong + self._check(name, form, body)

    def _find(self, method: str, path: str) -> Endpoint | None:
        """Returns the endpoint; words in its path count before parameters (@me, @original)."""
        for endpoint in self._endpoints:
            if endpoint.method == method and endpoint.pattern.fullmatch(path):
                return endpoint
        return None

    def _check(self, name: str, form: Mapping[str, Any], body: Any) -> list[str]:
        if name not in self._validators:
            self._validators[name] = Draft202012Validator({**form, "schemas": self._schemas})
        error = next(self._validators[name].iter_errors(body), None)
        if error is None:
            return []
        where = ".".join(map(str, error.instance_path))
        return [f"{name}: {where or 'body'}: {error.message[:300]}"]


def _objects(node: Any, *, part: bool = False) -> Iterator[dict[str, Any]]:
    """Yields every schema of an object that says all its fields, which a part of an allOf does not."""
    if isinstance(node, dict):
        if not part and isinstance(node.get("properties"), dict) and node.get("type") == "object":
            yield node
        for key, inner in node.items():
            yield from _objects(inner, part=key == "allOf")
    elif isinstance(node, list):
        for inner in node:
            yield from _objects(inner, part=part)


@cache
def load_spec() -> Spec:
    """Returns the specification."""
    return Spec(read("discord.json"))
