"""The tables of the platforms' specifications: nothing lacks in them, and how they are made."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tests.fakes.telegram_api.spec import SCALARS
from tests.specs import FOLDER, read
from tests.specs.__main__ import discord, telegram, written


def test_every_type_that_telegram_s_table_names_is_in_it() -> None:
    table = read("telegram.json")
    fields = [*table["methods"].values(), *(t for t in table["types"].values() if isinstance(t, dict))]
    named = {
        kind.split("Array of ")[-1]
        for item in fields
        for field in item.values()
        for kind in field.removeprefix("*").split("=")[0].split("|")
    }
    named |= {kind for kinds in table["types"].values() if isinstance(kinds, list) for kind in kinds}
    assert named - table["types"].keys() - SCALARS.keys() == set()
    assert len(table["methods"]) == 185


def test_every_schema_that_discord_s_table_names_is_in_it() -> None:
    table = read("discord.json")
    named = set(re.findall(r'"#/schemas/(\w+)"', json.dumps(table)))
    assert named == table["schemas"].keys()
    assert len(table["routes"]) == 242


def test_tables_are_as_they_are_written_and_the_licence_is_beside_discord_s() -> None:
    for name in ("telegram.json", "discord.json"):
        assert (FOLDER / name).read_text("utf-8") == written(read(name))
    assert "Copyright 2023 Discord" in (FOLDER / "discord.LICENSE").read_text("utf-8")


def field(name: str, *types: str, required: bool = False, description: str = "") -> dict[str, Any]:
    return {"name": name, "types": types, "required": required, "description": description}


def test_of_telegram_s_types_those_are_kept_that_are_sent() -> None:
    media = [field("type", "String", required=True, description="Type, must be mpeg4_gif")]
    document = {
        "version": "Bot API 0",
        "source": "nobody",
        "methods": {
            "send": {
                "description": "Sends it. An array of Update objects is returned, otherwise True.",
                "fields": [field("chat", "Integer", "String"), field("media", "Array of Media")],
            }
        },
        "types": {
            "Media": {"subtypes": ["Gif"]},
            "Gif": {"fields": media},
            "Update": {"fields": [field("id", "Integer")]},
        },
    }
    assert telegram(document) == {
        "about": {"version": "Bot API 0", "from": "nobody"},
        "methods": {"send": {"chat": "Integer|String", "media": "Array of Media"}},
        "returns": {"send": "Array of Update|True"},
        "types": {"Gif": {"type": "*String=mpeg4_gif"}, "Media": ["Gif"]},
    }


def test_a_method_that_does_not_say_what_it_returns_makes_no_table() -> None:
    silent = {"version": "", "source": "", "types": {}, "methods": {"send": {"description": "Sends it."}}}
    with pytest.raises(ValueError, match="what does it return"):
        telegram(silent)


def openapi(schema: dict[str, Any]) -> dict[str, Any]:
    body = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Word"}}}}
    refusal = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Other"}}}}
    operation = {"requestBody": body, "responses": {"204": {}, "4XX": refusal}, "operationId": "say"}
    words = {
        "parameters": [{"name": "after", "in": "query"}, {"name": "id", "in": "path"}],
        "post": operation,
    }
    return {
        "info": {"version": "10"},
        "paths": {"/words/{id}": words, "/others": {"get": operation}},
        "components": {"schemas": {"Word": schema, "Other": {"type": "string"}}},
    }


def test_of_discord_s_forms_those_are_kept_that_bind_in_what_is_asked() -> None:
    said = {"title": "a", "description": "b", "x-new": 1}
    schema = {
        "type": "object",
        "properties": {"title": {"maxLength": 5} | said},
        "required": ["title"],
    } | said
    table = discord(openapi(schema), ["POST /words/{id}"])
    forms = {"query": ["after"], "body": {"$ref": "#/schemas/Word"}}
    assert table["routes"] == {"POST /words/{id}": forms, "GET /others": None}
    assert table["schemas"] == {
        "Word": {"type": "object", "properties": {"title": {"maxLength": 5}}, "required": ["title"]}
    }


def test_a_keyword_nobody_has_thought_of_and_an_endpoint_that_is_not_there_make_no_table() -> None:
    with pytest.raises(ValueError, match="contains"):
        discord(openapi({"contains": {}}), [])
    with pytest.raises(ValueError, match="POST /word"):
        discord(openapi({}), ["POST /word"])
