"""What we use of libraries without their promise: each test names what an upgrade has broken."""

from __future__ import annotations

import ast
from pathlib import Path
from unittest.mock import AsyncMock

import aiosqlite
import asyncpg
import discord
import pytest
from telegram import Bot
from telegram.error import RetryAfter

from adapters.discord.bot import DiscordBot
from adapters.discord.library import mark_answered, parse_event, set_shard_count
from adapters.discord.platform import DiscordSettings
from adapters.telegram.library import get_raw_updates, pause_seconds
from tools.trees import parse, walk

ROOT = Path(__file__).parents[2]
ALLOWED = {
    "adapters/discord/library.py",
    "adapters/telegram/library.py",
    "musbot/cli/arguments.py",
    "musbot/store/connection.py",
    "musbot/store/postgres/hosts.py",
}
"""One module for each library."""
PUBLIC = {"_replace", "_exit"}
"""Names that their libraries document: of namedtuples, of os."""


def private_of_others(files: list[Path]) -> set[tuple[str, str]]:
    """The private attributes that our modules use and none of them defines, with the module."""
    trees = {file: parse(file.read_text("utf-8")) for file in files}
    own: set[str] = set()
    for tree in trees.values():
        for node in walk(tree):
            match node:
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                    own.add(name)
                case ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store()):
                    own.add(name)
                case ast.Name(id=name, ctx=ast.Store()):
                    own.add(name)
    return {
        (str(file.relative_to(ROOT)) if file.is_relative_to(ROOT) else file.name, node.attr)
        for file, tree in trees.items()
        for node in walk(tree)
        if isinstance(node, ast.Attribute) and node.attr.startswith("_") and not node.attr.startswith("__")
        if node.attr not in own | PUBLIC
    }


def test_what_is_private_of_a_library_stands_in_one_module(tmp_path: Path) -> None:
    probe = tmp_path / "probe.py"
    probe.write_text("class A:\n    def _own(self): self._own()\nb = client._theirs\n", "utf-8")
    assert private_of_others([probe]) == {("probe.py", "_theirs")}
    files = [file for room in ("musbot", "adapters") for file in (ROOT / room).rglob("*.py")]
    found = private_of_others(files)
    assert {file for file, _ in found} <= ALLOWED, sorted(found)


async def test_discord_parses_events_and_counts_shards_as_it_did(monkeypatch: pytest.MonkeyPatch) -> None:
    client = DiscordBot(DiscordSettings(token="t"), lambda: 0.0).client
    state = client._connection
    assert {"MESSAGE_CREATE", "INTERACTION_CREATE", "GUILD_CREATE"} <= state.parsers.keys()
    heard: list[object] = []
    monkeypatch.setitem(state.parsers, "MESSAGE_CREATE", heard.append)
    parse_event(client, "MESSAGE_CREATE", {"id": "1"})
    parse_event(client, "NEVER_HEARD_OF", {})
    assert heard == [{"id": "1"}]
    set_shard_count(client, 3)
    assert (client.shard_count, state.shard_count, list(state.shard_ids or ())) == (3, 3, [0, 1, 2])


def test_discord_keeps_how_an_interaction_was_answered_where_it_did() -> None:
    response = discord.InteractionResponse.__new__(discord.InteractionResponse)
    response._response_type = None
    assert not response.is_done()

    class Asked:
        pass

    asked = Asked()
    asked.response = response  # type: ignore[attr-defined]
    mark_answered(asked, discord.InteractionResponseType.message_update)  # type: ignore[arg-type]
    assert response.is_done()


def test_telegram_tells_a_pause_as_it_did() -> None:
    assert pause_seconds(RetryAfter(7)) == 7


async def test_telegram_posts_as_it_did(monkeypatch: pytest.MonkeyPatch) -> None:
    request = AsyncMock()
    request.post = AsyncMock(return_value=[{"update_id": 1, "nonsense": {}}])
    bot = Bot("42:x", request=request, get_updates_request=request)
    assert await get_raw_updates(bot, {"offset": 1}, 5.0) == [{"update_id": 1, "nonsense": {}}]
    assert request.post.await_args.kwargs["read_timeout"] == 5.0


def test_aiosqlite_runs_work_in_its_thread_as_it_did() -> None:
    assert callable(aiosqlite.Connection._execute)
    assert isinstance(vars(aiosqlite.Connection)["_conn"], property)


def test_asyncpg_keeps_its_transport_where_it_did() -> None:
    assert "_transport" in asyncpg.Connection.__slots__
