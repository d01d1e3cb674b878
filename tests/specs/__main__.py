"""Makes the tables anew: `python -m tests.specs DIRECTORY`, where the platforms' own files are."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.specs import FOLDER, Table, read

VERBS = ("get", "post", "put", "patch", "delete")
JSON_BODY = "application/json"
SCHEMAS, REFERRED = "#/components/schemas/", "#/schemas/"
"""How the file refers to a schema, and how the table does."""

BINDING = set(
    """
    $ref type const enum oneOf anyOf allOf items properties required additionalProperties uniqueItems
    pattern minLength maxLength minItems maxItems minimum maximum minProperties maxProperties
    """.split()
)
"""The keywords of a schema by which something can be wrong."""
SAYING = {"title", "description", "format", "contentEncoding", "default", "deprecated"}
"""Those that only tell readers."""

_SENTENCES, _RETURNS = re.compile(r"(?<=[.!)])\s+|\n"), re.compile(r"\breturn(?:s|ed)\b", re.IGNORECASE)
_A_TYPE = re.compile(r"\b([Aa]rray of )?([A-Z]\w+)")
_FIXED_VALUE = re.compile(r"\b(?:must be|always) [“\"'‘]?([a-z0-9_]+)[”\"'’]?")


def telegram(document: Mapping[str, Any]) -> Table:
    """Returns the methods, their answers and the types that are sent.

    `*String=photo`: required, and always that.
    """
    methods = {name: _fields(method) for name, method in document["methods"].items()}
    types = {name: kind.get("subtypes") or _fields(kind) for name, kind in document["types"].items()}
    about = {"version": document["version"], "from": document["source"]}
    known = {*document["types"], "True", "Integer", "String"}
    returns = {name: _returned(it["description"], known) for name, it in document["methods"].items()}
    sent = _reached(methods.values(), types, _named)
    return {"about": about, "methods": methods, "returns": returns, "types": sent}


def discord(document: Mapping[str, Any], asked: Iterable[str]) -> Table:
    """Returns the endpoints, and schemas of those that are asked; raises ValueError if one is not there."""
    left = set(asked)
    routes: dict[str, dict[str, Any] | None] = {}
    for template, item in document["paths"].items():
        for verb in (verb for verb in VERBS if verb in item):
            name = f"{verb.upper()} {template}"
            routes[name] = _route(item[verb], item) if name in left else None
            left.discard(name)
    if left:
        raise ValueError(f"Discord does not have what is asked: {', '.join(sorted(left))}")
    schemas = {name: _bare(schema) for name, schema in document["components"]["schemas"].items()}
    about = {
        "version": document["info"]["version"],
        "from": "discord/discord-api-spec (MIT: discord.LICENSE)",
    }
    return {"about": about, "routes": routes, "schemas": _reached(routes.values(), schemas, _referred)}


def written(table: Table) -> str:
    """Returns a table as JSON with a line for each name, so that a change can be read."""
    sections = (
        f"{json.dumps(section)}: {{\n"
        + ",\n".join(
            f"{json.dumps(name)}: {json.dumps(facts, ensure_ascii=False, separators=(',', ':'))}"
            for name, facts in entries.items()
        )
        + "\n}"
        for section, entries in table.items()
    )
    return "{\n" + ",\n".join(sections) + "\n}\n"


def _fields(item: Mapping[str, Any]) -> dict[str, str]:
    return {f["name"]: "*" * f["required"] + "|".join(f["types"]) + _fixed(f) for f in item.get("fields", [])}


def _returned(description: str, known: Iterable[str]) -> str:
    """Returns what a method is answered with, as its description says; raises ValueError if it does not."""
    said = " ".join(it for it in _SENTENCES.split(description) if _RETURNS.search(it))
    found = dict.fromkeys(listed + name for listed, name in _A_TYPE.findall(said) if name in known)
    if not found:
        raise ValueError(f"what does it return? {description}")
    return "|".join(found).replace("array", "Array")


def _fixed(field: Mapping[str, Any]) -> str:
    """Returns the one value of a field of which the specification says in words that it "must be photo"."""
    said = field["name"] in ("type", "source") and _FIXED_VALUE.search(field.get("description") or "")
    return f"={said[1]}" if said else ""


def _route(operation: Mapping[str, Any], item: Mapping[str, Any]) -> dict[str, Any]:
    parameters = [*operation.get("parameters", []), *item.get("parameters", [])]
    facts = {
        "query": [p["name"] for p in parameters if p["in"] == "query"] or None,
        "body": _form(operation.get("requestBody", {})),
    }
    return {name: fact for name, fact in facts.items() if fact is not None}


def _form(message: Mapping[str, Any]) -> Any:
    body = message.get("content", {}).get(JSON_BODY)
    return _bare(body["schema"]) if body else None


def _bare(schema: Any) -> Any:
    """Returns a schema without what binds nobody; raises ValueError for a keyword that may bind."""
    if isinstance(schema, list):
        return [_bare(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if new := {key for key in schema if not key.startswith("x-")} - BINDING - SAYING:
        raise ValueError(f"does it bind? {', '.join(sorted(new))}")
    return {key: _bound(key, part) for key, part in schema.items() if key in BINDING}


def _bound(keyword: str, part: Any) -> Any:
    if keyword == "properties":
        return {name: _bare(field) for name, field in part.items()}
    return part.replace(SCHEMAS, REFERRED) if keyword == "$ref" else _bare(part)


def _reached(
    roots: Iterable[Any], known: Mapping[str, Any], names: Callable[[Any], Iterator[str]]
) -> dict[str, Any]:
    """Returns what of the known is named by the roots, or by what these name."""
    found: set[str] = set()
    ahead = [name for root in roots for name in names(root)]
    while ahead:
        name = ahead.pop()
        if name in known and name not in found:
            found.add(name)
            ahead += names(known[name])
    return {name: known[name] for name in sorted(found)}


def _named(item: dict[str, str] | list[str]) -> Iterator[str]:
    """Yields the types that a method, or a type, of Telegram names."""
    for types in item.values() if isinstance(item, dict) else item:
        yield from (kind.removeprefix("*").split("=")[0].split("Array of ")[-1] for kind in types.split("|"))


def _referred(part: Any) -> Iterator[str]:
    """Yields the schemas that a part of Discord's file refers to."""
    if isinstance(part, dict):
        if isinstance(reference := part.get("$ref"), str):
            yield reference.removeprefix(REFERRED)
        part = list(part.values())
    if isinstance(part, list):
        for inner in part:
            yield from _referred(inner)


def main() -> None:
    """Writes the tables; the directory is the first argument."""
    folder = Path(sys.argv[1])
    routes = read("discord.json")["routes"]
    asked = [name for name, forms in routes.items() if forms is not None]
    for name, table in (
        ("telegram.json", telegram(json.loads((folder / "telegram-bot-api.json").read_text("utf-8")))),
        ("discord.json", discord(json.loads((folder / "discord-openapi.json").read_text("utf-8")), asked)),
    ):
        (FOLDER / name).write_text(written(table), "utf-8")


if __name__ == "__main__":
    main()
