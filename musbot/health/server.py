"""The pages `/livez`, `/readyz` and `/metrics`, on an address of this machine."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, cast

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

from musbot.config import BadSetting, Place
from musbot.health.watched import Front, Watched

if TYPE_CHECKING:
    from musbot.health.exposition import Exposition

NO_LIBRARY = "prometheus-client is not installed: pip install 'musbot[metrics]'"
LAST_S = 1.0
"""How long an answer under way is waited for in the end."""
MOST = 32
"""Connections at once: a further one ends the oldest, lest they take the files that chats need."""


@asynccontextmanager
async def serving(place: Place, watched: Watched | None = None) -> AsyncIterator[tuple[Front, int]]:
    """Serves the pages meanwhile, and yields what they show and the port; raises BadSetting for a bad place.

    Nothing is shown but that it stands by until there is something that is `watched`.
    """
    page = Front(watched)
    pages = _Pages(page)
    app = web.Application()
    app.router.add_get("/livez", pages.livez)
    app.router.add_get("/readyz", pages.readyz)
    app.router.add_get("/metrics", pages.metrics)
    logging.getLogger("aiohttp.server").addFilter(_ours)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=LAST_S)
    await runner.setup()
    try:
        try:
            server = await asyncio.get_running_loop().create_server(
                _few(cast("web.Server", runner.server)), *place
            )
        except OSError as error:
            why = (error.strerror or str(error)).rpartition(": ")[2]
            raise BadSetting("MUSBOT_HEALTH", f"an address and a port that are free ({why})") from error
        try:
            yield page, server.sockets[0].getsockname()[1]
        finally:
            server.close()
    finally:
        page.ends()
        await runner.cleanup()


def _ours(record: logging.LogRecord) -> bool:
    """Whether what went wrong is not merely that somebody asked in a way that is no HTTP."""
    return not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError))


def _few(server: web.Server) -> Callable[[], asyncio.Protocol]:
    """What hears each connection, of which few last."""
    heard: deque[web.RequestHandler] = deque()

    def hears() -> asyncio.Protocol:
        if len(heard) == MOST:  # soon: of those who come at once none is connected yet
            asyncio.get_running_loop().call_soon(heard.popleft().force_close)
        heard.append(server())
        return heard[-1]

    return hears


class _Pages:
    def __init__(self, page: Front) -> None:
        self._page = page
        self._exposition = _exposition(page)

    async def livez(self, _: web.Request) -> web.Response:
        return web.Response(text="ok\n")

    async def readyz(self, _: web.Request) -> web.Response:
        wrong, silent = self._page.wrong(), self._page.silent()
        said = {"ok": not wrong, "wrong": wrong, "role": self._page.role.value, "silent": silent}
        said["parked"] = self._page.parked()
        return web.json_response(said, status=503 if wrong else 200)

    async def metrics(self, _: web.Request) -> web.Response:
        if self._exposition is None:
            return web.Response(text=f"{NO_LIBRARY}\n", status=501)
        kind = {"Content-Type": self._exposition.content_type}
        return web.Response(body=self._exposition.text(), headers=kind)


def _exposition(page: Front) -> Exposition | None:
    """What needs an extra, None where that is not installed."""
    try:
        from musbot.health.exposition import Exposition
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "prometheus_client":
            raise
        return None
    return Exposition(page)
