"""What is wrong with a request, by the table of Discord's own OpenAPI file."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError, best_match
from jsonschema.validators import extend
from referencing import Registry
from referencing.jsonschema import DRAFT202012

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

    @property
    def pointer(self) -> str:
        """Where its forms are in the table."""
        return "#/routes/" + str(self).replace("~", "~0").replace("/", "~1").replace(" ", "%20")


class Spec:
    """Checks requests strictly, unknown fields too; it finds problems and raises nothing."""

    def __init__(self, table: Table) -> None:
        table["schemas"]["SnowflakeType"] = SNOWFLAKE
        strict = deepcopy(table)
        for name, fields in TAKEN.items():
            strict["schemas"][name]["properties"] |= fields
        for schema in _objects(strict):
            schema.setdefault("additionalProperties", False)
        self.checks = extend(Draft202012Validator, {"oneOf": _one_of(table)})
        contents = DRAFT202012.create_resource(strict)
        self._registry: Registry[Any] = Registry().with_resource("urn:strict", contents)
        endpoints = [Endpoint.read(name, forms or {}) for name, forms in table["routes"].items()]
        self._endpoints = sorted(endpoints, key=lambda endpoint: endpoint.template.count("{"))
        self._validator = cache(self._made)

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
        pointer = f"{endpoint.pointer}/body"
        if (
            endpoint.template.endswith("/callback")
            and isinstance(body, dict)
            and body.get("type") in CALLBACKS
        ):
            pointer = f"#/schemas/{CALLBACKS[body['type']]}InteractionCallbackRequest"
        return wrong + self._check(str(endpoint), f"urn:strict{pointer}", body)

    def _find(self, method: str, path: str) -> Endpoint | None:
        """Returns the endpoint; words in its path count before parameters (@me, @original)."""
        for endpoint in self._endpoints:
            if endpoint.method == method and endpoint.pattern.fullmatch(path):
                return endpoint
        return None

    def _made(self, pointer: str) -> Any:
        return self.checks({"$ref": pointer}, registry=self._registry)

    def _check(self, name: str, pointer: str, body: Any) -> list[str]:
        error = best_match(self._validator(pointer).iter_errors(body))
        if error is None:
            return []
        where = ".".join(map(str, error.absolute_path))
        return [f"{name}: {where or 'body'}: {error.message[:300]}"]


def _one_of(table: Table) -> Callable[..., Iterator[ValidationError]]:
    """Returns the check of `oneOf` that tries no form of another `type`: most of a message is such forms."""
    types = {
        f"#/schemas/{name}": form["properties"]["type"]["enum"]
        for name, form in table["schemas"].items()
        if "enum" in form.get("properties", {}).get("type", {})
    }
    plainly = Draft202012Validator.VALIDATORS["oneOf"]

    def may_be(form: Mapping[str, Any], found: Any) -> bool:
        if form == {"type": "null"}:
            return found is None
        if "const" in form:
            return bool(form["const"] == found)
        typed = isinstance(found, dict) and "type" in found
        return not typed or found["type"] in types.get(form.get("$ref", ""), [found["type"]])

    def one_of(validator: Any, forms: list[Any], found: Any, schema: Any) -> Iterator[ValidationError]:
        left = [place for place, form in enumerate(forms) if may_be(form, found)]
        if len(left) == 1:
            yield from validator.descend(found, forms[left[0]], schema_path=left[0])
        else:
            yield from plainly(validator, forms, found, schema)

    return one_of


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
