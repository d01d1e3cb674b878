"""A PostgreSQL database copied by pg_dump and put back by pg_restore, where these are installed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit

import asyncpg

from musbot.store.checkup import Checkup, fold_tables
from musbot.store.copies import (
    DOUBT_MESSAGES,
    AlreadyExists,
    create_part_file,
    move_into_place,
    require_absent,
)
from musbot.store.file import SQLITE, first_bytes, require_present
from musbot.store.postgres.connection import open_connection
from musbot.store.postgres.faults import to_store_error
from musbot.store.postgres.moving import TABLES, missing_tables
from musbot.store.postgres.reads import read_server
from musbot.store.postgres.schema import lock_key, schema_of, schema_version
from musbot.store.protocol import DatabaseLocked, StoreError

_KNOWN = {"host", "port", "sslmode", "sslrootcert", "sslcert", "sslkey", "sslcrl", "connect_timeout"}
"""The parameters of a URL that these programs know."""
_LISTED = re.compile(
    r"\d+; \d+ \d+ (?:TABLE DATA|TABLE|SEQUENCE SET|SEQUENCE|CONSTRAINT|FK CONSTRAINT|INDEX) (\S+) "
)
"""A line in the list of a copy's content, with its schema."""


async def backup(url: str, to: Path, *, overwrite: bool = False) -> Checkup:
    """Copies the database at one moment with pg_dump, also while a bot writes to it.

    The copy is read once, but not folded; the result has only the schema and the number of tables.
    `overwrite` allows an existing file to be replaced. Raises AlreadyExists, StoreError (also without
    pg_dump) and OSError.
    """
    require_absent(to, overwrite=overwrite)
    async with open_connection(url) as db:
        found, why = await schema_version(db)
        if why or not found:
            raise StoreError(f"the database has {why or 'no tables of musbot'}")
        made = Checkup(found, await db.fetchval("SELECT count(*) FROM tables"))
        schema = await schema_of(db)
    with create_part_file(to) as part:
        wanted = [f'--table="{schema}"."{name}"' for name in TABLES]
        _run("pg_dump", url, "--format=custom", *_OWNERLESS, f"--file={part}", *wanted)
        _expect_ours(part, schema)
        move_into_place(part, to, overwrite=overwrite)
    return made


async def restore(
    copy: Path, url: str, *, replace: bool = False, damaged: bool = False
) -> tuple[Checkup, str]:
    """Restores a copy into a database with pg_restore, and folds all its tables.

    Returns the check, and the new schema to which existing tables were moved, "" if there were none. If the
    copy has faults and not `damaged`, they are moved back, but the name is still returned. Existing tables
    without `replace` raise AlreadyExists. Raises DatabaseLocked if a musbot uses the database, and
    StoreError. Existing tables are then as before, unless the check itself fails: they stay in the new
    schema.
    """
    async with open_connection(url, answer_s=None) as db:
        schema = await schema_of(db)
        _expect_ours(copy, schema)
        if not await db.fetchval("SELECT pg_try_advisory_lock($1)", lock_key(schema, "right")):
            raise DatabaseLocked("the database is in use by a musbot: stop that first")
        try:
            old = [name for name in TABLES if name not in await missing_tables(db)]
            if old and not replace:
                raise AlreadyExists("the database has tables of musbot: nothing was written")
            former = f"{schema[:40]}_{time.strftime('%Y-%m-%d-%H%M%S')}" if old else ""
            await _move_tables(db, old, former)
            found = Checkup()
            try:
                _run("pg_restore", url, "--single-transaction", "--exit-on-error", *_OWNERLESS, str(copy))
                await db.execute(DOUBT_MESSAGES)
                found.schema, _ = await schema_version(db)
                await read_server(db, partial(fold_tables, checkup=found, finished=True))
            finally:
                if not found.schema or (found.faults and not damaged):
                    await _move_tables_back(db, old, former, schema)
        except asyncpg.PostgresError as error:
            raise to_store_error(error) from error
    return found, former


async def _move_tables(db: asyncpg.Connection, tables: Sequence[str], to: str) -> None:
    """Moves tables into the new schema `to`; without tables does nothing. Raises asyncpg's errors."""
    if tables:
        made = [f'CREATE SCHEMA "{to}"', *(f'ALTER TABLE {it} SET SCHEMA "{to}"' for it in tables)]
        await db.execute("; ".join(made))


async def _move_tables_back(db: asyncpg.Connection, tables: Sequence[str], former: str, schema: str) -> None:
    """Drops the tables of a copy; moves `tables`, if any, from the schema `former` back to `schema`.

    The schema `former` is then dropped. Raises asyncpg's errors.
    """
    undone = [f"DROP TABLE IF EXISTS {', '.join(TABLES)}"]
    if tables:
        undone += [f'ALTER TABLE "{former}"."{it}" SET SCHEMA "{schema}"' for it in tables]
        undone.append(f'DROP SCHEMA "{former}"')
    await db.execute("; ".join(undone))


_INSTALL = (
    "install the client of the server's version"
    " (Debian: postgresql-client-VERSION, Alpine: postgresqlVERSION-client, Homebrew: postgresql@VERSION)"
)
_OWNERLESS = ("--no-owner", "--no-privileges")


def _expect_ours(copy: Path, schema: str) -> None:
    """Raises StoreError for a copy that pg_restore cannot read whole, or with more than a schema's tables.

    A copy of an SQLite database raises a different message.
    """
    require_present(copy)
    if first_bytes(copy, len(SQLITE)) == SQLITE:
        raise StoreError(
            f"{copy} is a copy of an SQLite file: restore it to a file, then musbot migrate that"
        )
    for line in _run("pg_restore", "", "--list", str(copy)).splitlines():
        listed = _LISTED.match(line)
        if line.strip() and not line.startswith(";") and (listed is None or listed[1] != schema):
            raise StoreError(f"{copy}: expected the tables of musbot in the schema {schema} alone")
    _run("pg_restore", "", f"--file={os.devnull}", str(copy))


def _run(program: str, url: str, *arguments: str) -> str:
    """Runs a program and returns its output; blocks until it ends.

    Its password is in the environment, not in its arguments. Raises StoreError if it is not installed or
    fails.
    """
    found = shutil.which(program)
    if found is None:
        raise StoreError(f"expected {program} on the PATH: {_INSTALL}")
    given, environ = urlsplit(url), dict(os.environ)
    user, at, host = given.netloc.rpartition("@")
    name, _, password = user.partition(":")
    query = urlencode([it for it in parse_qsl(given.query) if it[0] in _KNOWN])
    environ |= {"LC_ALL": "C"} | ({"PGPASSWORD": unquote(password)} if password else {})
    plain = given._replace(netloc=f"{name}{at}{host}", query=query).geturl()
    where = [f"--dbname={plain}"] if url else []
    done = subprocess.run(  # noqa: S603
        [found, *where, *arguments],
        env=environ,
        check=False,
        capture_output=True,
        text=True,
        errors="replace",
    )
    if done.returncode:
        why = [re.sub(rf"^{program}: (\w+: )?", "", line) for line in done.stderr.splitlines()]
        raise StoreError(f"{program}: {_error_text(program, why or [f'ended with {done.returncode}'])}")
    return done.stdout


def _error_text(program: str, said: Sequence[str]) -> str:
    """Returns the first line of a program's error, or a text about the version that a file or server
    needs."""
    if "version mismatch" in said[0]:
        return f"{', '.join(said[1:2])}: {_INSTALL}"
    if "unsupported version" in said[0]:
        return f"a newer pg_dump made this copy than this {_version(program)}: {_INSTALL}"
    if "unrecognized configuration parameter" in said[0]:
        return f"the server is older than this {_version(program)}: {_INSTALL}"
    return said[0]


def _version(program: str) -> str:
    """Returns the line with which a program names its version; raises StoreError."""
    return _run(program, "", "--version").strip()
