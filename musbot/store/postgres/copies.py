"""A PostgreSQL database copied by pg_dump and put back by pg_restore, where these are installed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit

import asyncpg

from musbot.store.checkup import Checkup
from musbot.store.copies import Exists, not_in_the_way, part_of, settle
from musbot.store.postgres.checkup import folded
from musbot.store.postgres.connection import a_connection
from musbot.store.postgres.faults import meaning
from musbot.store.postgres.moving import KEPT
from musbot.store.postgres.schema import key, schema_of, version
from musbot.store.protocol import Locked, StoreError

TABLES = (*KEPT, "active", "musbot")
_KNOWN = {"host", "port", "sslmode", "sslrootcert", "sslcert", "sslkey", "sslcrl", "connect_timeout"}
"""What of a URL these programs know."""
_LISTED = re.compile(
    r"\d+; \d+ \d+ (?:TABLE DATA|TABLE|SEQUENCE SET|SEQUENCE|CONSTRAINT|FK CONSTRAINT|INDEX) (\S+) "
)
"""What a copy may have in it, and in which schema."""


async def backup(url: str, to: Path, *, overwrite: bool = False) -> Checkup:
    """Copies the database as it is at one moment, also while it is written to, and reads all of the copy.

    Raises Exists, StoreError and OSError.
    """
    not_in_the_way(to, overwrite=overwrite)
    async with a_connection(url) as db:
        found, why = await version(db)
        if why or not found:
            raise StoreError(f"the database has {why or 'no tables of musbot'}")
        made = Checkup(found, await db.fetchval("SELECT count(*) FROM tables"))
        schema = await schema_of(db)
    with part_of(to) as part:
        wanted = [f'--table="{schema}"."{name}"' for name in TABLES]
        _run("pg_dump", url, "--format=custom", *_OWNERLESS, f"--file={part}", *wanted)
        _expect_ours(part, schema)
        settle(part, to, overwrite=overwrite)
    return made


async def restore(copy: Path, url: str, *, damaged: bool = False) -> Checkup:
    """Puts a copy into a database without tables of musbot, and folds all that is there then.

    One in which anything is wrong leaves nothing there, unless it may be `damaged`. Raises StoreError.
    """
    async with a_connection(url, answer_s=None) as db:
        schema = await schema_of(db)
        _expect_ours(copy, schema)
        if not await db.fetchval("SELECT pg_try_advisory_lock($1)", key(schema, "right")):
            raise Locked("the database is in use by a musbot: stop that first")
        if await db.fetchval("SELECT to_regclass('musbot')") is not None:
            raise Exists("expected a database, or a schema, without tables of musbot: nothing was written")
        _run("pg_restore", url, "--single-transaction", "--exit-on-error", *_OWNERLESS, str(copy))
        try:
            found = Checkup((await version(db))[0])
            await folded(db, found, finished=True)
            if found.faults and not damaged:
                await db.execute(f"DROP TABLE {', '.join(TABLES)}")
        except asyncpg.PostgresError as error:
            raise meaning(error) from error
    return found


_OWNERLESS = ("--no-owner", "--no-privileges")


def _expect_ours(copy: Path, schema: str) -> None:
    """Raises StoreError for a file that cannot be read whole, or has more in it than tables in a schema."""
    for line in _run("pg_restore", "", "--list", str(copy)).splitlines():
        listed = _LISTED.match(line)
        if line.strip() and not line.startswith(";") and (listed is None or listed[1] != schema):
            raise StoreError(f"{copy}: expected the tables of musbot in the schema {schema} alone")
    _run("pg_restore", "", f"--file={os.devnull}", str(copy))


def _run(program: str, url: str, *arguments: str) -> str:
    """Runs a program, of which no argument has the password; returns what it says, raises StoreError."""
    found = shutil.which(program)
    if found is None:
        raise StoreError(
            f"expected {program} on the PATH: install the client of PostgreSQL, as new as the server or newer"
            " (Debian and Alpine: postgresql-client, Homebrew: libpq)"
        )
    given, environ = urlsplit(url), dict(os.environ)
    user, at, host = given.netloc.rpartition("@")
    name, _, password = user.partition(":")
    query = urlencode([it for it in parse_qsl(given.query) if it[0] in _KNOWN])
    environ |= {"PGPASSWORD": unquote(password)} if password else {}
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
        why = next(iter(done.stderr.splitlines()), f"ended with {done.returncode}")
        raise StoreError(f"{program}: {why.removeprefix(f'{program}: error: ')}")
    return done.stdout
