"""Processor time of a request to Telegram, HTTP client and all; who answers is another process."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from statistics import median

from aiohttp import web
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup

from adapters.telegram.wire import Wire

ROWS = InlineKeyboardMarkup([[InlineKeyboardButton(word, callback_data=f"K7:1:{word}")] for word in "abcd"])
TEXT = "Ane: envido · Beñat: 5 más\n" * 12
CALLS: dict[str, Callable[[Bot], Awaitable[object]]] = {
    "sendMessage": lambda bot: bot.send_message(1, TEXT, reply_markup=ROWS),
    "editMessageText": lambda bot: bot.edit_message_text(TEXT, 1, 1, reply_markup=ROWS),
    "sendPhoto of 56 kB": lambda bot: bot.send_photo(1, b"\x89PNG" * 14_000, TEXT, reply_markup=ROWS),
    "answerCallbackQuery": lambda bot: bot.answer_callback_query("1", TEXT[:200]),
}
ME = {"id": 1, "is_bot": True, "first_name": "Mus", "username": "mus_bot"}
MESSAGE = {"message_id": 1, "date": 1, "chat": {"id": 1, "type": "private"}, "from": ME, "text": TEXT}
RESULTS = {"getMe": ME, "answerCallbackQuery": True}


async def measured(rounds: int) -> dict[str, float]:
    """Returns the median microseconds of processor time of each call, over `rounds` rounds."""
    ours, theirs = get_context("spawn").Pipe()
    server = get_context("spawn").Process(target=_serve, args=(theirs,), daemon=True)
    server.start()
    address = await asyncio.to_thread(ours.recv)
    took: dict[str, list[float]] = {name: [] for name in CALLS}
    wire = Wire(address)
    async with Bot("1:x", f"{address}/bot", request=wire, get_updates_request=wire) as bot:
        for name, call in [*CALLS.items()] * rounds:
            began = time.process_time()
            await call(bot)
            took[name].append((time.process_time() - began) * 1e6)
    server.terminate()
    return {f"µs of processor time, {name}": median(times) for name, times in took.items()}


def _serve(told: Connection) -> None:
    """Runs a server that answers like Telegram, in this process, and sends its address to `told`; never
    returns."""

    async def answer(request: web.Request) -> web.Response:
        await request.read()
        method = request.path.rpartition("/")[2]
        return web.json_response({"ok": True, "result": RESULTS.get(method, MESSAGE)})

    async def serve() -> None:
        app = web.Application()
        app.router.add_post("/{token}/{method}", answer)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        told.send("http://127.0.0.1:{1}".format(*runner.addresses[0]))
        await asyncio.Event().wait()

    asyncio.run(serve())
