"""Updates that Telegram brings by itself, to an address that a balancer may share out among workers.

Telegram is answered once an update has been handled, or kept for the worker that is to: until then it brings
it again (core.telegram.org/bots/api, setWebhook).
"""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
from collections.abc import Awaitable, Callable
from hashlib import sha256

from aiohttp import web
from telegram import Bot
from telegram.error import InvalidToken, TelegramError

from adapters.telegram.settings import TelegramSettings
from adapters.telegram.updates import AGAIN_S, UNREADABLE, WANTED, WrongToken
from musbot.config import BadSetting
from musbot.service.messenger import Outage

log = logging.getLogger(__name__)

SECRET = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 - the name of a header
MOST_AT_ONCE = 100
"""Updates that Telegram brings at once, the most it does."""
LARGEST = 1 << 20
"""Bytes of a body: an update has far fewer."""

Taken = Callable[[object], Awaitable[None]]
"""Handles what was brought; raises Outage if it has to be brought again."""


def secret_of(token: str) -> str:
    """What Telegram shows with every update: made of the token, the same in every worker."""
    return hmac.new(token.encode(), b"webhook", sha256).hexdigest()


async def called(bot: Bot, settings: TelegramSettings, taken: Taken) -> None:
    """Listens, and tells Telegram where, until cancelled; raises BadSetting, WrongToken."""
    if settings.listen is None:
        raise BadSetting(
            "TELEGRAM_WEBHOOK_LISTEN", "an address and a port, where TELEGRAM_WEBHOOK_URL is set"
        )
    app = web.Application(client_max_size=LARGEST)
    app.router.add_post("/{tail:.*}", _Listener(secret_of(settings.token), taken).brought)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, *settings.listen).start()
        except OSError as error:
            why = (error.strerror or str(error)).rpartition(": ")[2]
            raise BadSetting("TELEGRAM_WEBHOOK_LISTEN", f"a place that is free ({why})") from error
        await _tell(bot, settings)
        log.info("Telegram brings its updates, to port %d here", settings.listen.port)
        await asyncio.Event().wait()
    finally:
        await runner.cleanup()


async def _tell(bot: Bot, settings: TelegramSettings) -> None:
    """Tells Telegram where to bring updates, until it has understood."""
    while True:
        try:
            await bot.set_webhook(
                settings.webhook,
                allowed_updates=WANTED,
                secret_token=secret_of(settings.token),
                max_connections=MOST_AT_ONCE,
            )
        except InvalidToken:
            raise WrongToken("TELEGRAM_BOT_TOKEN: Telegram no longer knows this token") from None
        except (TelegramError, *UNREADABLE) as error:
            log.warning("Telegram could not be told where to bring updates: %s", type(error).__name__)
            await asyncio.sleep(AGAIN_S)
        else:
            return


class _Listener:
    def __init__(self, secret: str, taken: Taken) -> None:
        self._secret = secret.encode()
        self._taken = taken

    async def brought(self, request: web.Request) -> web.Response:
        shown = request.headers.get(SECRET, "").encode("utf-8", "surrogateescape")
        if not hmac.compare_digest(shown, self._secret):
            return web.Response(status=403)
        try:
            raw = json.loads(await request.read())
        except ValueError:
            return web.Response(status=400)
        try:
            await asyncio.shield(self._taken(raw))
        except Outage as error:
            log.warning("an update was not taken, and comes again: %s", error)
            return web.Response(status=503)
        except Exception as error:
            log.error("an update could not be handled", exc_info=error)  # noqa: TRY400 - it would fail again
        return web.Response()
