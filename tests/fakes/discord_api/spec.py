"""Discord's own OpenAPI file, and what is wrong with a request, or an answer of the fake, against it."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from copy import deepcopy
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from tests.fakes.specs import specs_directory

FILE = "discord-openapi.json"
METHODS = ("get", "post", "put", "patch", "delete")
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


class Spec:
    """Checks requests strictly, unknown fields too, and answers; it finds problems and raises nothing."""

    def __init__(self, document: dict[str, Any]) -> None:
        document["components"]["schemas"]["SnowflakeType"] = SNOWFLAKE
        strict = deepcopy(document)
        for name, fields in TAKEN.items():
            strict["components"]["schemas"][name]["properties"] |= fields
        for schema in _objects(strict):
            schema.setdefault("additionalProperties", False)
        self._registry = Registry().with_resources(
            (f"urn:{name}", Resource(contents=contents, specification=DRAFT202012))
            for name, contents in (("lax", document), ("strict", strict))
        )
        self._operations = sorted(_operations(document), key=lambda o: o[1].count("{"))
        self._validator = cache(self._made)

    def problems(self, method: str, path: str, query: Collection[str], body: Any) -> list[str]:
        """Returns what is unknown, missing or of the wrong form in a request."""
        if (found := self._find(method, path)) is None:
            return [f"{method} {path}: no such endpoint"]
        template, operation = found
        name = f"{method} {template}"
        known = {p["name"] for p in operation["parameters"] if p["in"] == "query"}
        wrong = [f"{name}: unknown query parameter {q!r}" for q in query if q not in known]
        if body is None:
            return wrong
        if "application/json" not in operation.get("requestBody", {}).get("content", {}):
            return [*wrong, f"{name}: takes no body"]
        pointer = f"/paths/{_escaped(template)}/{method.lower()}/requestBody/content/application~1json/schema"
        if template.endswith("/callback") and isinstance(body, dict) and body.get("type") in CALLBACKS:
            pointer = f"/components/schemas/{CALLBACKS[body['type']]}InteractionCallbackRequest"
        return wrong + self._check(name, f"urn:strict#{pointer}", body)

    def own_problems(self, method: str, path: str, status: int, body: Any) -> list[str]:
        """Returns what is wrong with an answer of the fake itself."""
        if (found := self._find(method, path)) is None:
            return []
        template, operation = found
        declared = operation["responses"].get(str(status), {})
        if body is None or "application/json" not in declared.get("content", {}):
            return []
        where = f"/paths/{_escaped(template)}/{method.lower()}/responses/{status}"
        pointer = f"urn:lax#{where}/content/application~1json/schema"
        return self._check(f"THE FAKE's answer to {method} {template}", pointer, body)

    def _find(self, method: str, path: str) -> tuple[str, dict[str, Any]] | None:
        """Returns the endpoint; words in its path count before parameters (@me, @original)."""
        for verb, template, pattern, operation in self._operations:
            if verb == method and pattern.fullmatch(path):
                return template, operation
        return None

    def _made(self, pointer: str) -> Draft202012Validator:
        return Draft202012Validator({"$ref": pointer}, registry=self._registry)

    def _check(self, name: str, pointer: str, body: Any) -> list[str]:
        error = best_match(self._validator(pointer).iter_errors(body))
        if error is None:
            return []
        where = ".".join(map(str, error.absolute_path))
        return [f"{name}: {where or 'body'}: {error.message[:300]}"]


def _operations(document: dict[str, Any]) -> Iterator[tuple[str, str, re.Pattern[str], dict[str, Any]]]:
    for template, item in document["paths"].items():
        pattern = re.compile(re.sub(r"\\\{[^}]+\\\}", "[^/]+", re.escape(template)))
        for verb in METHODS:
            if operation := item.get(verb):
                shared = [*operation.get("parameters", []), *item.get("parameters", [])]
                yield verb.upper(), template, pattern, operation | {"parameters": shared}


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


def _escaped(template: str) -> str:
    return template.replace("~", "~0").replace("/", "~1")


@cache
def load_spec() -> Spec | None:
    """Returns the specification, or None where it is absent: then requests are not checked against it."""
    file = specs_directory() / FILE
    return Spec(json.loads(file.read_text("utf-8"))) if file.exists() else None
