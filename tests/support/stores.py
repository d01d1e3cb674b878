"""The engines that a store is tried on: a file, and a schema of its own in PostgreSQL."""

from __future__ import annotations

import os
import sqlite3
import time
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from functools import cache
from pathlib import Path
from typing import Protocol

from musbot.store.codec import Stored, encode
from musbot.store.connection import prepare_connection
from musbot.store.postgres.connection import open_connection
from musbot.store.postgres.store import open_postgres
from musbot.store.sqlite import open_sqlite
from musbot.store.sqlite_schema import migrate
from musbot.store.store import Store
from musbot.table.events import Occupant, SatDown, read_person_id
from tests.support.server import shared_url

TEST_DATABASE = "MUSBOT_TEST_DATABASE_URL"


@cache
def _empty() -> bytes:
    with closing(sqlite3.connect(":memory:")) as db:
        prepare_connection(db)
        migrate(db, Path(":memory:"))
        return db.serialize()


def prepared(file: Path) -> Path:
    """Makes a database file without rows where there is none: its tables are made once, for all tests."""
    if not file.exists():
        file.touch(0o600)
        file.write_bytes(_empty())
    return file


class Engine(Protocol):
    """A place where a store is kept."""

    async def open(self, clock: Callable[[], float] = time.time) -> Store:
        """Opens it, anew or again."""


class FileEngine:
    """A file in a folder."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "mus.sqlite"

    async def open(self, clock: Callable[[], float] = time.time) -> Store:
        return await open_sqlite(prepared(self._file), clock)


class ServerEngine:
    """A schema of a server."""

    def __init__(self, url: str) -> None:
        self.url = url

    async def open(self, clock: Callable[[], float] = time.time) -> Store:
        return await open_postgres(self.url, clock)


@asynccontextmanager
async def a_schema(server: str | None = None) -> AsyncIterator[str]:
    """The URL of an empty schema of a server (one of the tests' own), which is dropped in the end."""
    server = server or os.environ.get(TEST_DATABASE) or shared_url()
    name = f"test_{uuid.uuid4().hex}"
    async with open_connection(server) as db:
        await db.execute(f"CREATE SCHEMA {name}")
    try:
        yield f"{server}{'&' if '?' in server else '?'}search_path={name}"
    finally:
        async with open_connection(server) as db:
            await db.execute("SET client_min_messages = warning")
            await db.execute(f"DROP SCHEMA {name} CASCADE")


def event(number: int) -> Stored:
    return Stored("Said", 1, f'{{"n":{number}}}')


def sits(name: str, seat: int = 0) -> Stored:
    return encode(SatDown(seat, Occupant(name, read_person_id(f"test:{name.lower()}"), "es")))
