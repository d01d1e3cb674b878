"""What becomes of a request to Telegram on its way: who waits for whom, and what is known when it breaks."""

from __future__ import annotations

import asyncio
import logging
import random
import select
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest
from aiohttp.connector import Connection
from telegram import Bot, InputMediaPhoto
from telegram.error import NetworkError, TimedOut

from adapters.telegram import wire as wires
from adapters.telegram.ids import chat_id
from adapters.telegram.messenger import TelegramMessenger
from adapters.telegram.wire import SENDS, NotSent, Wire
from musbot.config import BadSetting
from musbot.narrator.post import Button, Post
from musbot.port.messenger import Outage, Unsure
from musbot.table.events import MessageId
from tests.fakes.telegram_api import FakeTelegram
from tests.fakes.telegram_api.fake import TOKEN
from tests.support.telegram_sala import ANE, PENA

Crowd = tuple[list[asyncio.Event], list[asyncio.Task[MessageId]]]
NEVER = "cannot be reached"
"""What an Outage says that is not Unsure."""
POST = Post("Mesa K7", "tienes rey de copas", ((Button("Mus", "K7-abc:1:mus"),),))


@asynccontextmanager
async def speaking(address: str, api: str = "") -> AsyncIterator[TelegramMessenger]:
    wire = Wire(api or address)
    bot = Bot(TOKEN, f"{api or address}/bot", request=wire, get_updates_request=wire)
    await wire.initialize()
    yield TelegramMessenger(bot)
    await wire.shutdown()


@asynccontextmanager
async def saying(said: bytes) -> AsyncIterator[tuple[str, list[bytes]]]:
    """A server that says this to whatever it is asked and closes; where it is, and what it heard."""
    heard: list[bytes] = []

    async def meet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.append(await reader.readuntil(b"\r\n\r\n"))
        writer.write(said)
        writer.close()

    async with await asyncio.start_server(meet, "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", heard


@pytest.fixture
async def messenger(fake: FakeTelegram) -> AsyncIterator[TelegramMessenger]:
    async with speaking(fake.url) as messenger:
        yield messenger


@pytest.fixture
async def crowded(messenger: TelegramMessenger, fake: FakeTelegram) -> AsyncIterator[Crowd]:
    """So many sends as have connections, none of them answered until the test says so."""
    await messenger.send(chat_id(PENA), POST)
    held = [fake.hold("sendMessage") for _ in range(SENDS.connections)]
    sends = [asyncio.create_task(messenger.send(chat_id(PENA), POST)) for _ in held]
    await fake.until(lambda: fake.server.busy == len(held))
    yield held, sends
    for one in held:
        one.set()
    await asyncio.gather(*sends)
    assert len(fake.from_bot(PENA)) == 1 + len(held)


async def test_an_answer_waits_for_no_send(
    messenger: TelegramMessenger, fake: FakeTelegram, crowded: Crowd
) -> None:
    query = fake.press(ANE, "Mus", PENA)
    async with asyncio.timeout(5):
        assert await messenger._bot.answer_callback_query(query, "vale")
        assert await messenger._bot._post("getUpdates", {"timeout": 0}, read_timeout=1)
    assert not any(send.done() for send in crowded[1])


@pytest.mark.usefixtures("crowded")
async def test_a_post_that_waited_for_a_connection_in_vain_is_certainly_not_there(
    messenger: TelegramMessenger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wires, "CONNECT_S", 0.05)
    with pytest.raises(Outage, match=NEVER):
        await messenger.send(chat_id(PENA), POST)


async def test_who_waited_for_a_connection_is_asked_whether_they_are_still_sure(
    messenger: TelegramMessenger, crowded: Crowd, fake: FakeTelegram
) -> None:
    late = asyncio.create_task(messenger.send(chat_id(PENA), POST))
    await asyncio.sleep(0)
    wire = messenger._bot.request
    assert isinstance(wire, Wire)
    wire._sessions[SENDS].connector._is_active = lambda: False  # type: ignore[union-attr]
    crowded[0][0].set()
    with pytest.raises(Outage, match=NEVER):
        await late


@pytest.fixture(params=["poll", "no poll"])
def _polls(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """With select.poll, and without it as on Windows."""
    if request.param == "no poll":
        monkeypatch.delattr(select, "poll")


@pytest.mark.usefixtures("_polls")
async def test_a_connection_that_was_closed_meanwhile_costs_no_post(
    messenger: TelegramMessenger, fake: FakeTelegram
) -> None:
    await asyncio.gather(*(messenger.send(chat_id(PENA), POST) for _ in range(wires.TRIES - 1)))
    await fake.stop()
    await fake.start()
    await messenger.send(chat_id(PENA), POST)
    assert len(fake.from_bot(PENA)) == wires.TRIES


async def test_a_connection_that_is_lost_as_soon_as_it_is_made_costs_no_post(
    messenger: TelegramMessenger, fake: FakeTelegram, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect, lost = aiohttp.TCPConnector.connect, list[Connection]()

    async def connect_and_lose(*given: Any, **how: Any) -> Connection:
        made = await connect(*given, **how)
        if not lost and made.transport is not None:
            lost.append(made)
            made.transport.abort()
            await asyncio.sleep(0)
        return made

    monkeypatch.setattr(aiohttp.TCPConnector, "connect", connect_and_lose)
    await messenger.send(chat_id(PENA), POST)
    assert (len(lost), len(fake.from_bot(PENA))) == (1, 1)


async def test_after_the_end_nothing_is_sent(fake: FakeTelegram) -> None:
    async with speaking(fake.url) as messenger:
        pass
    with pytest.raises(Outage, match=NEVER):
        await messenger.send(chat_id(PENA), POST)


async def test_a_lost_answer_is_not_asked_for_again_by_itself(
    messenger: TelegramMessenger, fake: FakeTelegram
) -> None:
    for _ in range(2):
        await messenger.send(chat_id(PENA), POST)
    fake.lose_reply("sendMessage")
    with pytest.raises(Unsure):
        await messenger.send(chat_id(PENA), POST)
    assert len(fake.from_bot(PENA)) == 3


async def test_who_is_not_answered_in_time_does_not_know(
    messenger: TelegramMessenger, fake: FakeTelegram
) -> None:
    free = fake.hold("sendMessage")
    with pytest.raises(TimedOut):
        async with asyncio.timeout(5):
            await messenger._bot.send_message(PENA, "Kaixo", read_timeout=0.05)
    free.set()


HALF = b'HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n{"ok": true, "result": {'
PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1\0\0\0\1\0"
PAGE = b"<html>Bad Gateway</html>"


@pytest.mark.parametrize(
    "said",
    [
        b"",
        HALF,
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{",
        b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}",
        b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: %d\r\n\r\n%s" % (len(PAGE), PAGE),
        b"HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n",
        b"SSH-2.0-OpenSSH\r\n",
    ],
)
async def test_after_no_answer_of_the_bot_api_nobody_knows_and_no_error_tells_the_token(said: bytes) -> None:
    async with saying(said) as (address, heard), speaking(address) as messenger:
        with pytest.raises(Unsure):
            await messenger.send(chat_id(PENA), POST)
        with pytest.raises(NetworkError) as told:
            await messenger._bot.delete_message(PENA, 1)
        assert [it.split()[1].rpartition(b"/")[2] for it in heard] == [b"sendMessage", b"deleteMessage"]
        assert not isinstance(told.value, NotSent)
        assert TOKEN not in repr(told.value)
        assert told.value.__cause__ is None


async def test_where_tls_fails_nothing_was_sent(fake: FakeTelegram) -> None:
    async with speaking(fake.url.replace("http", "https")) as messenger:
        with pytest.raises(Outage, match=NEVER):
            await messenger.send(chat_id(PENA), POST)


# ---- proxies ---------------------------------------------------------------------------------------------


@pytest.fixture
def no_proxies(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    for name in ("http", "https", "all", "no"):
        monkeypatch.delenv(f"{name}_proxy", raising=False)
        monkeypatch.delenv(f"{name}_proxy".upper(), raising=False)
    return monkeypatch


@pytest.mark.parametrize(
    ("variable", "api", "asked"),
    [
        ("HTTPS_PROXY", "https://api.telegram.invalid", b"CONNECT api.telegram.invalid:443 HTTP/1.1"),
        ("ALL_PROXY", "https://api.telegram.invalid", b"CONNECT api.telegram.invalid:443 HTTP/1.1"),
        ("http_proxy", "http://b.invalid", f"POST http://b.invalid/bot{TOKEN}/sendMessage HTTP/1.1".encode()),
    ],
)
async def test_a_proxy_of_the_environment_is_gone_through(
    no_proxies: pytest.MonkeyPatch, variable: str, api: str, asked: bytes
) -> None:
    async with saying(b"HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n") as (
        at,
        heard,
    ):
        no_proxies.setenv(variable, at.replace("://", "://ane:mus@"))
        async with speaking(at, api) as messenger:
            with pytest.raises(Outage, match=NEVER if asked.startswith(b"CONNECT") else "does not answer"):
                await messenger.send(chat_id(PENA), POST)
    assert heard[0].startswith(asked)
    assert b"Proxy-Authorization: Basic YW5lOm11cw==" in heard[0]


async def test_no_proxy_is_gone_through_to_who_needs_none(
    no_proxies: pytest.MonkeyPatch, fake: FakeTelegram
) -> None:
    no_proxies.setenv("HTTP_PROXY", "127.0.0.1:9")
    no_proxies.setenv("NO_PROXY", "localhost,127.0.0.1")
    async with speaking(fake.url) as messenger:
        await messenger.send(chat_id(PENA), POST)


def test_a_proxy_that_speaks_no_http_is_named_at_the_start(no_proxies: pytest.MonkeyPatch) -> None:
    no_proxies.setenv("HTTPS_PROXY", "socks5://ane:secreto@localhost")
    with pytest.raises(BadSetting, match=r"^HTTPS_PROXY: expected an address such as http://proxy:3128$"):
        Wire("https://api.telegram.org")


async def test_an_error_of_our_own_is_told_with_where_it_was_raised_once(
    messenger: TelegramMessenger, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise AttributeError("module 'select' has no attribute 'poll'")

    monkeypatch.setattr(aiohttp.ClientSession, "request", broken)
    for _ in range(2):
        with pytest.raises(Outage):
            await messenger.send(chat_id(PENA), POST)
    told = [bool(it.exc_info) for it in caplog.records if it.levelno == logging.ERROR]
    assert told == [True, False], "a traceback for the first of a cause"


# ---- pictures --------------------------------------------------------------------------------------------


async def test_pictures_arrive_byte_by_byte_alone_and_together(
    messenger: TelegramMessenger, fake: FakeTelegram
) -> None:
    first, second = (PNG + random.Random(n).randbytes(56_000) + b"\r\n--" for n in range(2))
    sent = await messenger._bot.send_photo(PENA, first, "«Ñ» 🂡 «\r\n--»")
    group = [InputMediaPhoto(first, caption="🂡"), InputMediaPhoto(second)]
    assert len(await messenger._bot.send_media_group(PENA, group)) == 2
    await messenger._bot.edit_message_media(InputMediaPhoto(second, filename="Ñ.png"), PENA, sent.message_id)
    shown = [it.content.media for it in fake.from_bot(PENA) if it.content.media is not None]
    assert [it.body for it in shown] == [second, first, second]
    assert shown[0].name == "Ñ.png"
    assert fake.from_bot(PENA)[1].text == "🂡"
    assert fake.violations == []
