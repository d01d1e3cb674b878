"""The proxy of the environment: both platforms and the doctor go through the same, and refuse the same."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest
import yarl

from adapters.discord.bot import DiscordBot
from adapters.discord.platform import DiscordSettings
from adapters.discord.shard import ConnectionLost, Identity, Shard
from adapters.telegram.bot import TelegramBot
from adapters.telegram.platform import TelegramSettings
from musbot.cli.doctor_checks import open_fetcher
from musbot.cli.main import main
from musbot.cli.shared import FAILED, LASTING
from musbot.config import BadSetting, proxy_for
from musbot.port.doctor import NoResponse

TELEGRAM = "110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw0"
NAMES = ("http", "https", "all", "no")


@pytest.fixture(autouse=True)
def proxies(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    for name in NAMES:
        monkeypatch.delenv(f"{name}_proxy", raising=False)
        monkeypatch.delenv(f"{name}_PROXY".upper(), raising=False)
    return monkeypatch


@asynccontextmanager
async def proxy() -> AsyncIterator[tuple[str, list[str]]]:
    """A proxy that lets nobody through; where it is, and what was asked of it."""
    asked: list[str] = []

    async def meet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.append((await reader.readuntil(b"\r\n")).decode().strip())
        writer.write(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")
        writer.close()

    async with await asyncio.start_server(meet, "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", asked


@pytest.mark.parametrize("variable", ["HTTPS_PROXY", "https_proxy", "ALL_PROXY"])
async def test_discord_is_asked_through_the_proxy_and_so_is_its_gateway(
    proxies: pytest.MonkeyPatch, variable: str
) -> None:
    async with proxy() as (at, asked):
        proxies.setenv(variable, at)
        bot = DiscordBot(DiscordSettings(token="t", url="https://discord.invalid/api"), lambda: 0.0)
        with pytest.raises((aiohttp.ClientError, OSError)):
            await bot.client.login("t")
        shard = Shard(bot.client.http, Identity("t", 0, ""), 0, 1, lambda *_: None, lambda: None, lambda: 0.0)
        with pytest.raises(ConnectionLost):
            await shard.listen(yarl.URL("wss://gateway.invalid"))
        await bot.client.http.close()
    assert asked == ["CONNECT discord.invalid:443 HTTP/1.1", "CONNECT gateway.invalid:443 HTTP/1.1"]


async def test_a_gateway_that_needs_no_proxy_is_reached_without(proxies: pytest.MonkeyPatch) -> None:
    async with proxy() as (at, asked):
        proxies.setenv("ALL_PROXY", at)
        proxies.setenv("NO_PROXY", "127.0.0.1")
        bot = DiscordBot(DiscordSettings(token="t", url="https://discord.invalid/api"), lambda: 0.0)
        assert bot.client.http.proxy == at
        shard = Shard(bot.client.http, Identity("t", 0, ""), 0, 1, lambda *_: None, lambda: None, lambda: 0.0)
        with pytest.raises(ConnectionLost):
            await shard.listen(yarl.URL("ws://127.0.0.1:9"))
    assert asked == []


async def test_the_doctor_asks_through_the_proxy_too(proxies: pytest.MonkeyPatch) -> None:
    async with proxy() as (at, asked):
        proxies.setenv("ALL_PROXY", at)
        async with open_fetcher() as fetch:
            with pytest.raises(NoResponse):
                await fetch("https://api.telegram.invalid/botX/getMe")
    assert asked == ["CONNECT api.telegram.invalid:443 HTTP/1.1"]


BAD = [
    "socks5://ane:secreto@localhost:1080",
    "socks5h://localhost",
    "ftp://localhost",
    "http://",
    "http://a:b",
]


@pytest.mark.parametrize("given", BAD)
@pytest.mark.parametrize("variable", ["ALL_PROXY", "HTTPS_PROXY"])
async def test_a_proxy_that_cannot_be_used_is_refused_by_both_platforms(
    proxies: pytest.MonkeyPatch, variable: str, given: str
) -> None:
    proxies.setenv(variable, given)
    told = rf"^{variable}: expected an address such as http://proxy:3128$"
    with pytest.raises(BadSetting, match=told):
        TelegramBot(TelegramSettings(token=TELEGRAM))
    with pytest.raises(BadSetting, match=told):
        DiscordBot(DiscordSettings(token="t"), lambda: 0.0)


@pytest.mark.parametrize("token", ["TELEGRAM_BOT_TOKEN", "DISCORD_BOT_TOKEN"])
@pytest.mark.parametrize("command", ["run", "doctor"])
def test_and_told_in_one_line_without_its_password(
    proxies: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    command: str,
    token: str,
) -> None:
    proxies.chdir(tmp_path)
    for name, value in {token: TELEGRAM, "MUSBOT_LANGUAGE": "en", "ALL_PROXY": BAD[0]}.items():
        proxies.setenv(name, value)
    assert main([command]) == {"run": LASTING, "doctor": FAILED}[command]
    said = "".join(capsys.readouterr())
    assert said.count("ALL_PROXY: expected an address such as http://proxy:3128") == 1
    assert "Traceback" not in said
    assert "secreto" not in said


def test_the_scheme_of_a_proxy_may_be_left_out(proxies: pytest.MonkeyPatch) -> None:
    proxies.setenv("HTTPS_PROXY", "proxy.invalid:3128")
    assert proxy_for("wss://gateway.discord.gg") == "http://proxy.invalid:3128"
    assert proxy_for("ws://gateway.discord.gg") is None
