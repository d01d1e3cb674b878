"""Sessions with the servers that a URL names: one with the primary, or one with any of them."""

from __future__ import annotations

import asyncio
import re
import socket
import uuid
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import partial
from typing import NamedTuple, TypeVar
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

import asyncpg

from musbot.store.postgres.faults import is_away
from musbot.store.protocol import DatabaseNeedsOperator

Answer = TypeVar("Answer")
"""The result of an attempt at a host."""

CONNECT_S = 5.0
"""Seconds that opening a connection may take."""
ANSWER_S = 30.0
"""Seconds that a statement may take; then the connection counts as dead."""
OTHERS_S = 0.3
"""Seconds that the other hosts of a URL have to answer once one primary has."""
OF_A_CONNECTION = re.compile(
    "host|port|dbname|database|user|password|passfile|service|servicefile|ssl[a-z_]+"
    "|target_session_attrs|krbsrvname|gsslib"
)
"""Names in a URL's query that say how to connect; other names are settings of the session."""
_NAME = {"application_name": "musbot"}
_SETTINGS_TO_WRITE = {
    **_NAME,
    "idle_in_transaction_session_timeout": "10000",
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": "10000",
}
"""So that the server ends the session of a machine that is gone."""
_TCP = {"TCP_KEEPIDLE": 5, "TCP_KEEPINTVL": 2, "TCP_KEEPCNT": 3, "TCP_USER_TIMEOUT": 10_000}
"""The same on this side, where the system knows it."""
_SET = "SELECT set_config(it.name, it.value, false) FROM unnest($1::text[], $2::text[]) it(name, value)"
_TIMELINE = """
    SELECT CASE WHEN pg_is_in_recovery() THEN -1
    ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int END
"""
"""-1 on a server that only follows another one. Each promotion of a server begins a higher timeline."""
_MARK = "SET musbot.pooled = '{mark}'"
_SEES = "SELECT 1 WHERE current_setting('musbot.pooled', true) = '{mark}'"
POOLED = (
    "a pooler lends each transaction another session: expected pool_mode = session,"
    " or the address of the server itself"
)
"""The error for a pooler that works by transaction or by statement."""


class NoPrimary(ConnectionError):
    """No host of the URL is a primary of the timeline that is known."""


class Primary(NamedTuple):
    """A session with a server that can be written."""

    db: asyncpg.Connection
    """The session."""
    timeline: int
    """The timeline of the server, which each promotion raises; 0 if the server does not show it."""


def urls_of_hosts(url: str) -> list[str]:
    """Returns a URL for each host that a URL names (`h1:p1,h2:p2`), in order.

    The rest of each URL is unchanged.
    """
    parts = urlsplit(url)
    user, at, hosts = parts.netloc.rpartition("@")
    return [urlunsplit(parts._replace(netloc=f"{user}{at}{host}")) for host in hosts.split(",")]


def without_settings(url: str) -> tuple[str, dict[str, str]]:
    """Returns a URL without the settings of the session in its query, and those settings.

    A pooler such as PgBouncer refuses them when a connection begins.
    """
    parts = urlsplit(url)
    query = parse_qsl(parts.query)
    plain = urlencode([it for it in query if OF_A_CONNECTION.fullmatch(it[0])])
    settings = {name: value for name, value in query if not OF_A_CONNECTION.fullmatch(name)}
    return urlunsplit(parts._replace(query=plain)), settings


async def connect(
    url: str, answer_s: float | None = ANSWER_S, settings: Mapping[str, str] = _NAME
) -> asyncpg.Connection:
    """Opens a session whose statements may take `answer_s` seconds (None: no limit).

    Settings in the URL override `settings`. Raises asyncpg's errors, OSError and TimeoutError.
    """
    plain, own = without_settings(url)
    db = await asyncpg.connect(plain, timeout=CONNECT_S, command_timeout=answer_s)
    try:
        given = {**settings, **own}
        await db.execute(_SET, [*given], [*given.values()], timeout=CONNECT_S)
    except BaseException:
        db.terminate()
        raise
    return db


async def connect_primary(
    url: str, least: int = 0, settings: Mapping[str, str] = _NAME, *, answer_s: float | None = ANSWER_S
) -> Primary:
    """Opens a session with the primary of the highest timeline among the hosts of a URL that answer in time.

    The hosts are tried at once. After a success the others have OTHERS_S, renewed by each that ends; later
    sessions are closed. `connect` explains `settings` and `answer_s`. If every host fails, raises the error
    of one: NoPrimary (no primary, or its timeline is below `least`), asyncpg's errors, OSError or
    TimeoutError.
    """
    attempts = {
        asyncio.create_task(_open_primary(it, least, settings, answer_s)) for it in urls_of_hosts(url)
    }
    try:
        await _wait_for_hosts(attempts)
        best = _newest_primary([it for it in attempts if it.done()])
    except asyncio.CancelledError:
        await _cancel(attempts)
        raise
    for task in attempts:
        _finishing.add(task)
        task.add_done_callback(partial(_close_unwanted, wanted=best))
    return best


async def _wait_for_hosts(attempts: set[asyncio.Task[Answer]]) -> None:
    """Waits until all attempts have ended, or until no other ends within OTHERS_S after a success.

    The attempts' errors stay in the tasks, and open attempts continue.
    """
    pending = attempts
    while pending:
        found = any(it.done() and it.exception() is None for it in attempts)
        wait_s = OTHERS_S if found else None
        done, pending = await asyncio.wait(pending, timeout=wait_s, return_when=asyncio.FIRST_COMPLETED)
        if not done:
            break


async def require_own_sessions(url: str) -> None:
    """Raises DatabaseNeedsOperator if a host of the URL pools sessions by transaction or by statement.

    There, two processes could both hold the lock of a schema. Hosts that fail, or do not answer within
    OTHERS_S after another host, are left out without an error.
    """
    attempts = {asyncio.create_task(_is_pooled(it)) for it in urls_of_hosts(url)}
    for task in attempts:
        _finishing.add(task)
        task.add_done_callback(_forget)
    await _wait_for_hosts(attempts)
    if any(it.done() and it.exception() is None and it.result() for it in attempts):
        raise DatabaseNeedsOperator(POOLED)


def _forget(task: asyncio.Task[Answer]) -> None:
    """Drops an attempt that has ended; its error is ignored."""
    _finishing.discard(task)
    if not task.cancelled():
        task.exception()


async def _is_pooled(url: str) -> bool:
    """Returns whether a variable of one new session is seen in another, or lost to the first.

    True also if the second session breaks when it begins a transaction. Raises asyncpg's errors, OSError and
    TimeoutError.
    """
    mark = uuid.uuid4().hex
    async with _plain_session(url) as one, _plain_session(url) as other:
        await one.execute(_MARK.format(mark=mark))
        try:
            await other.execute("BEGIN")
            shared = await _has_mark(other, mark)
        except asyncpg.PostgresConnectionError:  # a pooler by statement ends a session that begins one
            shared = True
        return not await _has_mark(one, mark) or shared


async def _has_mark(db: asyncpg.Connection, mark: str) -> bool:
    """Returns whether a session sees the mark. A simple query, because a pooler may lose prepared
    statements."""
    return bool(await db.execute(_SEES.format(mark=mark)) == "SELECT 1")


@asynccontextmanager
async def _plain_session(url: str) -> AsyncIterator[asyncpg.Connection]:
    """Opens a session with no setting of musbot's, and ends it at the end of the block.

    A pooler may lend it to others afterwards. Raises asyncpg's errors, OSError and TimeoutError.
    """
    db = await asyncpg.connect(without_settings(url)[0], timeout=CONNECT_S, command_timeout=CONNECT_S)
    try:
        yield db
    finally:
        db.terminate()


async def connect_to_write(url: str, least: int = 0) -> Primary:
    """Opens a session with the primary of the highest timeline, which must be `least` or higher.

    Both sides soon notice the end of its connection. Raises the errors of `connect_primary`.
    """
    primary = await connect_primary(url, least, _SETTINGS_TO_WRITE)
    line = primary.db._transport.get_extra_info("socket")  # the library has no other way
    if line is not None and line.family in (socket.AF_INET, socket.AF_INET6):
        line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for name, value in _TCP.items():
            if hasattr(socket, name):
                line.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
    return primary


async def _open_primary(url: str, least: int, settings: Mapping[str, str], answer_s: float | None) -> Primary:
    """Opens a session with one host.

    Raises NoPrimary if it is no primary of timeline `least` or higher, and asyncpg's errors, OSError and
    TimeoutError.
    """
    db = await connect(url, answer_s, settings)
    try:
        timeline = await _timeline(db)
    except BaseException:
        db.terminate()
        raise
    if timeline < least:
        db.terminate()
        raise NoPrimary(f"timeline {timeline}: expected {least} at least")
    return Primary(db, timeline)


async def _timeline(db: asyncpg.Connection) -> int:
    """Returns the timeline of a server; -1 if it only follows another one, 0 if it does not show it.

    Raises the errors of a broken connection, and TimeoutError after CONNECT_S.
    """
    try:
        return int(await db.fetchval(_TIMELINE, timeout=CONNECT_S))
    except asyncpg.PostgresError as error:
        if is_away(error):
            raise
        return -1 if await db.fetchval("SELECT pg_is_in_recovery()") else 0


def _newest_primary(attempts: list[asyncio.Task[Primary]]) -> Primary:
    """Returns the primary of the highest timeline among ended attempts.

    If all failed, raises one of their errors: any other goes before NoPrimary and a server that is away.
    """
    found = [it.result() for it in attempts if it.exception() is None]
    if found:
        return max(found, key=lambda it: it.timeline)
    errors = [error for it in attempts if (error := it.exception()) is not None]
    raise min(errors, key=is_away)


_finishing: set[asyncio.Task[Primary] | asyncio.Task[bool]] = set()
"""Attempts that continue to their end, because the library may leave a socket open after a cancellation."""


def _close_unwanted(task: asyncio.Task[Primary], wanted: Primary | None) -> None:
    """Ends the session that an attempt has opened, unless it is the wanted one; its error is ignored."""
    _finishing.discard(task)
    if not task.cancelled() and task.exception() is None and task.result() is not wanted:
        task.result().db.terminate()


async def _cancel(attempts: set[asyncio.Task[Primary]]) -> None:
    """Cancels all attempts, waits for them, and closes the sessions that they opened.

    There must be at least one.
    """
    for task in attempts:
        task.cancel()
    await asyncio.wait(attempts)
    for task in attempts:
        _close_unwanted(task, None)
