"""Poolers before a PostgreSQL: one of the tests' own, and PgBouncer where it is installed."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from enum import Enum
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.support.server import ORDINARY, free_port

SSL, CANCEL = 80877103, 80877102
"""Requests in place of a start, by their numbers."""
IDLE, IN_TRANSACTION = b"Z\0\0\0\5I", b"Z\0\0\0\5T"
"""A session is ready, outside a transaction or inside one."""
OWN_NUMBER = b"\0\0\0\1"
"""What clients are told in place of the number of the server's process."""
Session = tuple[asyncio.StreamReader, asyncio.StreamWriter]
REFUSED = b"SFATAL\0C08P01\0Mtransaction blocks not allowed in statement pooling mode\0\0"


class Pooled(Enum):
    """For how long a client has a session of the server."""

    SESSION = "session"
    TRANSACTION = "transaction"
    STATEMENT = "statement"


class Pooler:
    """Lends sessions of a server, the last one given back first, as PgBouncer does."""

    def __init__(self, port: int, pooled: Pooled) -> None:
        self._port, self._pooled = port, pooled
        self._free: list[Session] = []
        self._greeting = b""
        self._clients: set[asyncio.StreamWriter] = set()

    @asynccontextmanager
    async def serve(self) -> AsyncIterator[int]:
        """Serves at a port of this machine."""
        server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        try:
            yield server.sockets[0].getsockname()[1]
        finally:
            server.close()
            await asyncio.gather(*map(_close, self._clients))
            for _, writer in self._free:
                await _close(writer)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._clients.add(writer)
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            await self._client(reader, writer)
        await _close(writer)

    async def _client(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while (start := await _read(reader, kind=False))[4:8] == SSL.to_bytes(4, "big"):
            writer.write(b"N")
        if start[4:8] == CANCEL.to_bytes(4, "big"):
            return
        writer.write(await self._greet(start))
        lent, answering = None, None
        try:
            while (message := await _read(reader))[:1] != b"X":
                if lent is None or answering is None or answering.done():
                    lent = self._free.pop() if self._free else await self._open(start)
                    answering = asyncio.create_task(self._answer(lent, writer))
                lent[1].write(message)
        finally:
            if lent is not None and answering is not None and not answering.done():
                lent[1].close()
                await answering

    async def _answer(self, lent: Session, writer: asyncio.StreamWriter) -> None:
        """Passes on what a session answers, until it may be lent to others."""
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while (message := await _read(lent[0])) != IN_TRANSACTION or self._pooled is not Pooled.STATEMENT:
                writer.write(message)
                if message == IDLE and self._pooled is not Pooled.SESSION:
                    self._free.append(lent)
                    return
            writer.write(b"E" + (len(REFUSED) + 4).to_bytes(4, "big") + REFUSED)
        writer.close()
        await _close(lent[1])

    async def _greet(self, start: bytes) -> bytes:
        """Returns what a server says at a start; the first time it opens a session for that."""
        if not self._greeting:
            self._free.append(await self._open(start))
        return self._greeting

    async def _open(self, start: bytes) -> Session:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        writer.write(start)
        said = b""
        while not said.endswith(IDLE):
            message = await _read(reader)
            said += message[:5] + OWN_NUMBER + message[9:] if message[:1] == b"K" else message
        self._greeting = said
        return reader, writer


async def _close(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with suppress(ConnectionError):
        await writer.wait_closed()


async def _read(reader: asyncio.StreamReader, *, kind: bool = True) -> bytes:
    """Reads a message; that of a start has no kind before its length."""
    head = await reader.readexactly(5 if kind else 4)
    return head + await reader.readexactly(int.from_bytes(head[-4:], "big") - 4)


@asynccontextmanager
async def own_pooler(url: str, pooled: Pooled) -> AsyncIterator[str]:
    """Yields a URL that leads to a server through a pooler of the tests' own."""
    port = urlsplit(url).port
    assert port is not None
    async with Pooler(port, pooled).serve() as own:
        yield url.replace(f":{port}/", f":{own}/")


@asynccontextmanager
async def pgbouncer(url: str, pooled: Pooled) -> AsyncIterator[str]:
    """Yields a URL that leads to a server through a PgBouncer with its usual settings."""
    program = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        pytest.skip("no PgBouncer on this machine (Debian: pgbouncer)")
    parts, own = urlsplit(url), free_port()
    with tempfile.TemporaryDirectory(prefix="mus") as folder:
        ini = Path(folder) / "pgbouncer.ini"
        ini.write_text(
            f"[databases]\n* = host=127.0.0.1 port={parts.port} user={parts.username}\n"
            f"[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {own}\nunix_socket_dir =\n"
            f"auth_type = any\npool_mode = {pooled.value}\n",
            "utf-8",
        )
        if ORDINARY is not None:
            shutil.chown(folder, ORDINARY)
        running = _start([program, "-q", str(ini)])
        try:
            await _answers(running, own)
            yield url.replace(f":{parts.port}/", f":{own}/")
        finally:
            running.kill()
            running.wait()


def _start(command: list[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(command, user=ORDINARY, stderr=subprocess.DEVNULL)


async def _answers(running: subprocess.Popen[bytes], port: int) -> None:
    """Waits until a program listens at a port."""
    while True:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except ConnectionRefusedError:
            assert running.poll() is None
            await asyncio.sleep(0.02)
        else:
            writer.close()
            return
