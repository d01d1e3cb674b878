"""Serves the pages `/livez`, `/readyz` and `/metrics` on an address of this machine."""

from __future__ import annotations

import asyncio
import logging
import os
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from errno import EADDRINUSE
from typing import TYPE_CHECKING, cast

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

from musbot.config import BadSetting, Place
from musbot.health.watched import Health, WatchedProcess

if TYPE_CHECKING:
    from musbot.health.exposition import Exposition

NO_LIBRARY = "prometheus-client is not installed: pip install prometheus-client"
"""The text of `/metrics` without the optional library."""
LAST_S = 1.0
"""Seconds to wait for open requests at the end."""
MOST = 32
"""The maximum number of open connections, to save file handles for chats.

A new connection closes the one accepted MOST connections before it, if that is still open.
"""


@asynccontextmanager
async def serve_health(
    place: Place, watched: WatchedProcess | None = None, *, bot: str = ""
) -> AsyncIterator[tuple[Health, int]]:
    """Serves `/livez`, `/readyz` and `/metrics` until the block ends; yields the health source and the port.

    Raises BadSetting for an address that cannot be used. Without `watched`, the pages report a standby; with
    it, its event loop is measured until the block ends. `bot` is the ids of the bots, joined by commas. From
    now on, also after the block, aiohttp logs no invalid HTTP requests.
    """
    page = Health(watched, bot)
    pages = _Pages(page)
    app = web.Application()
    app.router.add_get("/livez", pages.livez)
    app.router.add_get("/readyz", pages.readyz)
    app.router.add_get("/metrics", pages.metrics)
    logging.getLogger("aiohttp.server").addFilter(_is_own_error)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=LAST_S)
    await runner.setup()
    try:
        server = await bind_address(place, _limit_connections(cast("web.Server", runner.server)))
        try:
            yield page, server.sockets[0].getsockname()[1]
        finally:
            server.close()
    finally:
        page.stop()
        await runner.cleanup()


async def bind_address(
    place: Place, accept: Callable[[], asyncio.BaseProtocol] | None = None
) -> asyncio.Server:
    """Binds the address of the health pages; the caller closes the server.

    Without `accept`, the protocol factory, it takes no connections, so a musbot may start there at the same
    time. Raises BadSetting for an address that cannot be used.
    """
    try:
        return await asyncio.get_running_loop().create_server(
            accept or asyncio.Protocol, *place, start_serving=accept is not None
        )
    except OSError as error:
        number = error.errno or 0
        why = os.strerror(number) if number > 0 else error.strerror or str(error)
        if number == EADDRINUSE:
            why += ": is the bot running already?"
        expected = f"an address of this machine and a free port, not {place.host}:{place.port} ({why})"
        raise BadSetting("MUSBOT_HEALTH", expected, error) from error


def _is_own_error(record: logging.LogRecord) -> bool:
    """Returns whether a log record is about something else than an invalid HTTP request; as a filter it drops
    the latter."""
    return not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError))


def _limit_connections(server: web.Server) -> Callable[[], asyncio.Protocol]:
    """Returns a protocol factory under which at most MOST connections are open.

    Each new connection closes the one accepted MOST connections before it, if that is still open.
    """
    heard: deque[web.RequestHandler] = deque()

    def accept() -> asyncio.Protocol:
        """Returns the protocol of a new connection; soon closes the one accepted MOST before it, if any."""
        # with call_soon, because connections made at the same time are not connected yet
        if len(heard) == MOST:
            asyncio.get_running_loop().call_soon(heard.popleft().force_close)
        heard.append(server())
        return heard[-1]

    return accept


class _Pages:
    def __init__(self, page: Health) -> None:
        self._page = page
        self._exposition = _exposition(page)

    async def livez(self, _: web.Request) -> web.Response:
        """Returns "ok", as long as the event loop runs."""
        return web.Response(text="ok\n")

    async def readyz(self, _: web.Request) -> web.Response:
        """Returns the health as JSON; the status is 503 if there is a problem, otherwise 200.

        After a failed commit of a process that plays, the request starts a test write.
        """
        wrong, silent = self._page.problems(), self._page.silent_platforms()
        answer = {"ok": not wrong, "wrong": wrong, "role": self._page.role.value, "silent": silent}
        answer["parked"] = self._page.parked_platforms()
        return web.json_response(answer, status=503 if wrong else 200)

    async def metrics(self, _: web.Request) -> web.Response:
        """Returns the metrics page; status 501 without the optional library."""
        if self._exposition is None:
            return web.Response(text=f"{NO_LIBRARY}\n", status=501)
        kind = {"Content-Type": self._exposition.content_type}
        return web.Response(body=self._exposition.text(), headers=kind)


def _exposition(page: Health) -> Exposition | None:
    """Returns the metrics, or None if the optional library is not installed.

    Raises ModuleNotFoundError if another module is missing.
    """
    try:
        from musbot.health.exposition import Exposition
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "prometheus_client":
            raise
        return None
    return Exposition(page)
