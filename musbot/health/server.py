"""The pages `/healthz` and `/metrics`, on an address of this machine."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from aiohttp import web

from musbot.config import BadSetting, Place
from musbot.health.watched import Front, Watched

if TYPE_CHECKING:
    from musbot.health.exposition import Exposition

NO_LIBRARY = "prometheus-client is not installed: pip install 'musbot[metrics]'"
LAST_S = 1.0
"""How long an answer under way is waited for in the end."""


@asynccontextmanager
async def serving(place: Place, watched: Watched | None = None) -> AsyncIterator[tuple[Front, int]]:
    """Serves both pages meanwhile, and yields what they show and the port; raises BadSetting for a bad place.

    Nothing is shown but that it stands by until there is something that is `watched`.
    """
    page = Front(watched)
    pages = _Pages(page)
    app = web.Application()
    app.router.add_get("/healthz", pages.healthz)
    app.router.add_get("/metrics", pages.metrics)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=LAST_S)
    await runner.setup()
    try:
        site = web.TCPSite(runner, *place)
        try:
            await site.start()
        except OSError as error:
            why = (error.strerror or str(error)).rpartition(": ")[2]
            raise BadSetting("MUSBOT_HEALTH", f"an address and a port that are free ({why})") from error
        yield page, runner.addresses[0][1]
    finally:
        page.ends()
        await runner.cleanup()


class _Pages:
    def __init__(self, page: Front) -> None:
        self._page = page
        self._exposition = _exposition(page)

    async def healthz(self, _: web.Request) -> web.Response:
        wrong = self._page.watched.wrong() if self._page.watched is not None else []
        said = {"ok": not wrong, "wrong": wrong, "role": self._page.role.value}
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
