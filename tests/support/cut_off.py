"""Stands between a store and its server, and cuts their connections when a test wants it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from enum import Enum
from urllib.parse import urlsplit, urlunsplit


class Cut(Enum):
    """Where a connection is cut: before the server hears what is said, or after it did, unanswered."""

    UNHEARD = "unheard"
    UNANSWERED = "unanswered"


@dataclass
class Between:
    """A way to a server; `next` is done to the first connection that says `on`, `away` to all."""

    url: str
    next: Cut | None = None
    on: bytes = b""
    cuts: int = 0
    away: bool = False
    hangs: bool = False
    """Whether nothing comes through, and no connection ends."""
    _open: set[asyncio.StreamWriter] = field(default_factory=set)

    def cut(self, cut: Cut, on: bytes) -> None:
        """Lets the next connection that says this be cut."""
        self.next, self.on = cut, on

    def go_away(self) -> None:
        """Lets every connection end, and none begin."""
        self.away = True
        for writer in self._open:
            writer.transport.abort()

    def come_back(self) -> None:
        """Lets connections begin again; those that hung are gone."""
        self.go_away()
        self.away = self.hangs = False

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Passes on what is said by one and answered by the other."""
        if self.away:
            writer.transport.abort()
            return
        parts = urlsplit(self.url)
        there, back = await asyncio.open_connection(parts.hostname, parts.port or 5432)
        self._open |= {writer, back}
        answering = asyncio.ensure_future(self._answer(there, writer))
        try:
            while said := await reader.read(65536):
                if self.next is not None and self.on in said:
                    cut, self.next = self.next, None
                    self.cuts += 1
                    if cut is Cut.UNANSWERED:
                        answering.cancel()
                        with suppress(asyncio.CancelledError):
                            await answering
                        back.write(said)
                        await there.read(65536)  # so it was done
                    return
                if not self.hangs:
                    back.write(said)
        except OSError:
            pass
        finally:
            answering.cancel()
            with suppress(asyncio.CancelledError, OSError):
                await answering
            for end in (writer, back):
                end.transport.abort()
            self._open -= {writer, back}

    async def _answer(self, there: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while answered := await there.read(65536):
            if not self.hangs:
                writer.write(answered)
        writer.close()


@asynccontextmanager
async def between(url: str) -> AsyncIterator[tuple[Between, str]]:
    """What stands between, and the URL by which a store comes through it."""
    middle = Between(url)
    server = await asyncio.start_server(middle.serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    parts = urlsplit(url)
    user, at, _ = parts.netloc.rpartition("@")
    async with server:
        yield middle, urlunsplit(parts._replace(netloc=f"{user}{at}127.0.0.1:{port}"))
        middle.go_away()
