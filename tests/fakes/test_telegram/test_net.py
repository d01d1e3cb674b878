"""Updates and who takes them, and what goes wrong between a bot and the platform."""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

import aiohttp
import pytest
import telegram
from aiohttp import web
from telegram.error import BadRequest, Conflict, NetworkError, TimedOut

from tests.fakes.clock import Clock
from tests.fakes.telegram_api import FakeTelegram
from tests.fakes.test_telegram.cast import ANE, BEÑAT, MUS, Ask, keyboard

BOT = """
import asyncio, sys, telegram

async def main():
    async with telegram.Bot(sys.argv[1], base_url=sys.argv[2]) as bot:
        offset = 0
        while True:
            for update in await bot.get_updates(offset=offset, timeout=5):
                offset = update.update_id + 1
                await bot.send_message(update.message.chat_id, update.message.text.upper())

asyncio.run(main())
"""


def ids(reply: dict[str, Any]) -> list[int]:
    return [u["update_id"] for u in reply["result"]]


async def test_an_offset_confirms_what_is_before_it(fake: FakeTelegram, ask: Ask) -> None:
    for text in "abc":
        fake.say(ANE, text)
    first, second, third = ids(await ask("getUpdates"))
    assert ids(await ask("getUpdates", limit=2)) == [first, second]
    assert fake.updates.confirmed == []
    assert ids(await ask("getUpdates", offset=second)) == [second, third]
    assert fake.updates.confirmed == [first]
    assert ids(await ask("getUpdates", offset=-1)) == [third]
    assert ids(await ask("getUpdates", offset=third + 1)) == []
    assert fake.updates.confirmed == [first, second, third]
    assert fake.updates.fetched == [first, second, third, first, second, second, third, third]
    assert fake.updates.unfetched() == []


async def test_a_poll_waits_for_what_comes(fake: FakeTelegram, ask: Ask) -> None:
    poll = asyncio.create_task(ask("getUpdates", timeout=5))
    await asyncio.sleep(0.05)
    assert not poll.done()
    fake.say(ANE, "a")
    assert len(ids(await poll)) == 1
    last = fake.updates.fetched[-1]
    assert (await ask("getUpdates", offset=last + 1))["result"] == []


async def test_updates_of_a_kind_nobody_wants_never_come(fake: FakeTelegram, ask: Ask) -> None:
    await ask("getUpdates", allowed_updates=["callback_query"])
    fake.say(ANE, "a")
    await ask("getUpdates", allowed_updates=["message"])
    fake.say(ANE, "b")
    assert [u["message"]["text"] for u in (await ask("getUpdates"))["result"]] == ["b"]
    assert [kind for kind, _ in fake.updates.unwanted] == ["message"]


async def test_presses_wait_150_seconds_and_messages_a_day(
    fake: FakeTelegram, ask: Ask, clock: Clock
) -> None:
    board = (await ask("sendMessage", chat_id=MUS, text="a", reply_markup=keyboard(("Paso", "p"))))["result"]
    fake.press(ANE, "Paso", MUS, message=board["message_id"])
    fake.say(ANE, "a")
    clock.on(150)
    (left,) = (await ask("getUpdates"))["result"]
    assert left["message"]["text"] == "a"
    assert len(fake.updates.expired) == 1
    clock.on(86400)
    assert (await ask("getUpdates"))["result"] == []


async def test_of_two_pollers_the_older_is_refused(fake: FakeTelegram, ask: Ask) -> None:
    older = asyncio.create_task(ask("getUpdates", timeout=5))
    await asyncio.sleep(0.05)
    newer = asyncio.create_task(ask("getUpdates", timeout=5))
    refusal = await older
    assert refusal["error_code"] == 409
    assert refusal["description"].startswith("Conflict: terminated by other getUpdates request; make sure")
    fake.say(ANE, "a")
    assert len(ids(await newer)) == 1
    assert fake.updates.conflicts == 1


async def test_a_poller_that_died_is_no_rival(fake: FakeTelegram, ask: Ask) -> None:
    url = f"{fake.base_url}{fake.token}/getUpdates"
    with pytest.raises(TimeoutError):
        async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(0.05)) as session:
            await session.post(url, json={"timeout": 5})
    newer = asyncio.create_task(ask("getUpdates", timeout=5))
    await asyncio.sleep(0.05)
    fake.say(ANE, "a")
    assert len(ids(await newer)) == 1
    assert (fake.updates.conflicts, len(fake.updates.fetched)) == (0, 1)


async def test_who_asks_the_same_in_haste_is_slowed_down(fake: FakeTelegram, ask: Ask) -> None:
    fake.updates.throttle_polls = True
    for text in "abc":
        fake.say(ANE, text)
    assert [len(ids(await ask("getUpdates"))) for _ in range(2)] == [3, 1]
    offset = fake.updates.pending[-1].id + 1
    await ask("getUpdates", offset=offset, timeout=0)
    poll = asyncio.create_task(ask("getUpdates", offset=offset, timeout=0))
    await asyncio.sleep(0.05)
    assert not poll.done()  # it waits three seconds, though it did not want to
    fake.say(ANE, "d")
    assert len(ids(await poll)) == 1


async def test_what_is_pending_survives_bots_and_outages(fake: FakeTelegram, ask: Ask) -> None:
    fake.say(ANE, "a")
    async with telegram.Bot(fake.token, base_url=fake.base_url) as bot:
        (update,) = await bot.get_updates(timeout=0)
        async with fake.outage():
            fake.say(ANE, "b")
            with pytest.raises(NetworkError):
                await bot.send_message(MUS, "a")
        assert await bot.send_message(MUS, "a")
    async with telegram.Bot(fake.token, base_url=fake.base_url) as bot:
        assert [u.message and u.message.text for u in await bot.get_updates(timeout=0)] == ["a", "b"]
    assert fake.updates.fetched.count(update.update_id) == 2


async def test_an_outage_cuts_who_is_waiting(fake: FakeTelegram) -> None:
    async with telegram.Bot(fake.token, base_url=fake.base_url) as bot:
        poll = asyncio.create_task(bot.get_updates(timeout=5))
        await asyncio.sleep(0.1)
        async with fake.outage():
            with pytest.raises(NetworkError):
                await poll


async def test_a_reply_lost_after_it_took_effect(fake: FakeTelegram) -> None:
    fake.lose_reply("sendMessage")
    async with telegram.Bot(fake.token, base_url=fake.base_url) as bot:
        with pytest.raises(NetworkError):
            await bot.send_message(MUS, "a")
        assert [m.text for m in fake.visible(MUS)] == ["a"]
        assert [(s.done, s.lost) for s in fake.sent if s.kind == "send"] == [(True, True)]
        fake.lose_request("sendMessage")
        with pytest.raises(NetworkError):
            await bot.send_message(MUS, "b")
        await bot.send_message(MUS, "c")
    assert [m.text for m in fake.visible(MUS)] == ["a", "c"]
    assert fake.count()["sends"] == 2


async def test_a_batch_lost_comes_again(fake: FakeTelegram, ask: Ask) -> None:
    fake.say(ANE, "a")
    fake.lose_reply("getUpdates")
    with pytest.raises(aiohttp.ServerDisconnectedError):
        await ask("getUpdates")
    assert fake.updates.fetched == []
    assert len(ids(await ask("getUpdates"))) == 1


async def test_slow_answers_and_nonsense(fake: FakeTelegram) -> None:
    async with telegram.Bot(fake.token, base_url=fake.base_url) as bot:
        fake.slow("sendMessage", 0.2, times=1)
        with pytest.raises(TimedOut):
            await bot.send_message(MUS, "a", read_timeout=0.05)
        await fake.until(lambda: fake.visible(MUS))  # it was done all the same
        fake.garble("*")
        with pytest.raises(NetworkError, match="Bad Gateway"):
            await bot.send_message(MUS, "b")
        fake.garble("*", status=200, body="<html>")
        with pytest.raises(telegram.error.TelegramError, match="Invalid server response"):
            await bot.send_message(MUS, "b")
        fake.refuse("sendMessage", 500, "Internal Server Error: restart")
        with pytest.raises(NetworkError, match="restart"):
            await bot.send_message(MUS, "b")
        fake.refuse("sendMessage", 400, "Bad Request: have no rights to send a message", times=None)
        for _ in range(2):
            with pytest.raises(BadRequest, match="Have no rights"):
                await bot.send_message(MUS, "b")
        fake.faults.clear()
        await bot.send_message(MUS, "b")
    assert [m.text for m in fake.visible(MUS)] == ["a", "b"]


async def test_python_telegram_bot_hears_of_a_rival(fake: FakeTelegram) -> None:
    async with telegram.Bot(fake.token, base_url=fake.base_url) as bot:
        older = asyncio.create_task(bot.get_updates(timeout=5))
        await asyncio.sleep(0.1)
        async with telegram.Bot(fake.token, base_url=fake.base_url) as rival:
            newer = asyncio.create_task(rival.get_updates(timeout=5))
            with pytest.raises(Conflict):
                await older
            fake.say(ANE, "a")
            assert len(await newer) == 1


async def test_a_webhook_is_told_until_it_says_yes(fake: FakeTelegram, ask: Ask) -> None:
    heard: list[tuple[str | None, str]] = []

    async def hear(request: web.Request) -> web.Response:
        update = json.loads(await request.text())
        heard.append((request.headers.get("X-Telegram-Bot-Api-Secret-Token"), update["message"]["text"]))
        return web.Response(status=500 if len(heard) == 1 else 200)

    app = web.Application()
    app.router.add_post("/hook", hear)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    url = f"http://127.0.0.1:{runner.addresses[0][1]}/hook"
    fake.say(ANE, "a")
    await ask("setWebhook", url=url, secret_token="sota")
    assert (await ask("getUpdates"))["description"].startswith("Conflict: can't use getUpdates method while")
    fake.say(ANE, "b")
    await fake.until(lambda: len(heard) == 3 and not fake.updates.pending)
    assert heard == [("sota", "a"), ("sota", "a"), ("sota", "b")]
    assert fake.updates.webhook
    assert fake.updates.webhook.statuses == [500, 200, 200]
    assert (await ask("getWebhookInfo"))["result"]["url"] == url
    await ask("deleteWebhook")
    assert (await ask("getUpdates"))["result"] == []
    await runner.cleanup()


async def test_a_bot_in_another_process(fake: FakeTelegram) -> None:
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", BOT, fake.token, fake.base_url)
    try:
        fake.say(ANE, "envido")
        await fake.until(lambda: fake.from_bot(ANE), timeout_s=8)
        await fake.settle()
        assert [m.text for m in fake.from_bot(ANE)] == ["ENVIDO"]
        process.kill()
        await process.wait()
        fake.say(ANE, "órdago")
        assert len(fake.updates.unfetched()) == 1
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def test_waiting_in_vain_tells_the_story(fake: FakeTelegram) -> None:
    fake.say(BEÑAT, "/mus", MUS)
    with pytest.raises(AssertionError, match=r"not so within 0.1 s\n— Mus\n  Beñat: /mus"):
        await fake.until(lambda: fake.from_bot(MUS), timeout_s=0.1)
    with pytest.raises(AssertionError):
        await fake.settle(timeout_s=0.1)  # nobody has fetched it


async def test_starting_and_stopping_leaves_nothing_behind() -> None:
    fake = FakeTelegram()
    await fake.stop()
    for _ in range(2):
        async with fake:
            port = fake.server.port
            async with (
                aiohttp.ClientSession() as session,
                session.get(f"{fake.base_url}{fake.token}/getMe") as r,
            ):
                assert (await r.json())["result"]["is_bot"]
    assert fake.server.port == port
