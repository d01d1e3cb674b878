"""How a request goes to Telegram: over which connections, for how long, and whether it surely never left."""

from __future__ import annotations

import json
import select
from collections.abc import Callable
from typing import Any, NamedTuple
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import aiohttp
import httpx
from aiohttp.connector import Connection
from telegram.error import NetworkError, TimedOut
from telegram.request import BaseRequest, RequestData

CONNECT_S, HANDSHAKE_S = 10.0, 5.0
"""How long a connection may take, others being waited for, and how long one that is new."""
UPLOAD_S = 20.0
"""How long a picture may take to leave."""
IDLE_S = 5.0
"""For how long a connection is kept over which nothing goes: who closes it later takes no request with it."""
TRIES = 3
"""So many connections are looked at for one that the other end has not closed."""


class Lane(NamedTuple):
    """So many connections of their own, and how long an answer may take on each."""

    connections: int
    read_s: float


SENDS = Lane(64, 15.0)
"""All but answers and polls; the courier has half as many requests under way at most.

One that is given up and takes effect stands there unknown.
"""
ANSWERS = Lane(256, 6.0)
"""Answers to presses: given once more after that, within the life of the query."""
POLLS = Lane(2, 10.0)
LANES = {"answerCallbackQuery": ANSWERS, "getUpdates": POLLS}
LISTS = frozenset(
    {
        "getUpdates",
        "sendMediaGroup",
        "forwardMessages",
        "copyMessages",
        "getChatAdministrators",
        "getMyCommands",
        "getForumTopicIconStickers",
        "getCustomEmojiStickers",
        "getGameHighScores",
        "getUserPersonalChatMessages",
    }
)
"""All methods that are answered with a list (core.telegram.org/bots/api), as no other is."""


Sure = Callable[[], bool]


class NotSent(NetworkError):
    """Nothing of the request has left; after any other NetworkError nobody knows."""


class Wire(BaseRequest):
    """Requests to one address, through the proxy that the environment names for it (HTTPS_PROXY, NO_PROXY).

    What is no answer of the Bot API (core.telegram.org/bots/api, Making requests) is a NetworkError. None
    that it raises tells the address, for the token is in it.
    """

    def __init__(self, address: str, sure: Sure = lambda: True) -> None:
        self._proxy = _proxy_for(address)
        self._sure = sure
        self._tls = httpx.create_ssl_context()  # certifi's certificates: 20 ms, and half a megabyte
        self._sessions: dict[Lane, aiohttp.ClientSession] = {}

    @property
    def read_timeout(self) -> float | None:
        """See BaseRequest."""
        return SENDS.read_s

    async def initialize(self) -> None:
        """See BaseRequest."""
        for lane in {SENDS, ANSWERS, POLLS} - self._sessions.keys():
            self._sessions[lane] = aiohttp.ClientSession(
                connector=_Connections(
                    self._sure, limit=lane.connections, keepalive_timeout=IDLE_S, ssl=self._tls
                ),
                headers={"User-Agent": self.USER_AGENT},
                cookie_jar=aiohttp.DummyCookieJar(),
                proxy=self._proxy,
            )

    async def shutdown(self) -> None:
        """See BaseRequest."""
        while self._sessions:
            await self._sessions.popitem()[1].close()

    async def do_request(
        self, url: str, method: str, request_data: Any = None, read_timeout: Any = None, *_: Any, **__: Any
    ) -> tuple[int, bytes]:
        """See BaseRequest: of the time-outs only how long is read may be another."""
        name = url.rpartition("/")[2]
        lane = LANES.get(name, SENDS)
        read_s = read_timeout if isinstance(read_timeout, (int, float)) else lane.read_s
        if (session := self._sessions.get(lane)) is None:
            raise NotSent("shut down")
        limits = aiohttp.ClientTimeout(CONNECT_S + UPLOAD_S + read_s, CONNECT_S, read_s, HANDSHAKE_S)
        form = _form(request_data)
        try:
            asked = session.request(method, url, data=form, timeout=limits, allow_redirects=False)
            async with asked as answer:
                status, body = answer.status, await answer.read()
        except NotSent:
            raise
        except TimeoutError:
            raise TimedOut from None
        except Exception as error:
            raise NetworkError(type(error).__name__) from None
        if not answers(name, status, body):
            raise NetworkError(f"no answer of the Bot API, status {status}")
        return status, body


class _Connections(aiohttp.TCPConnector):
    """Connections that are given out only while it is sure; until one is there nothing has been sent."""

    def __init__(self, sure: Sure, **settings: Any) -> None:
        super().__init__(**settings)
        self._sure = sure

    async def connect(self, *asked: Any, **how: Any) -> Connection:
        """See BaseConnector; raises NotSent."""
        for _ in range(TRIES):
            try:
                connection = await super().connect(*asked, **how)
            except (aiohttp.ClientError, OSError) as error:
                raise NotSent(type(error).__name__) from None
            if _hung_up(connection):
                connection.close()
            elif not self._sure():
                connection.release()
                raise NotSent("another process may have taken over")
            else:
                return connection
        raise NotSent("every connection is closed at once")


def _hung_up(connection: Connection) -> bool:
    """Whether the other end has closed it, of which the loop may not have heard yet."""
    if connection.transport is None:
        return True
    asked = select.poll()
    asked.register(connection.transport.get_extra_info("socket"), getattr(select, "POLLRDHUP", select.POLLIN))
    return bool(asked.poll(0))


def _proxy_for(address: str) -> str | None:
    url, proxies = urlsplit(address), getproxies()
    proxy = proxies.get(url.scheme) or proxies.get("all")
    if not proxy or proxy_bypass(url.hostname or ""):
        return None
    proxy = proxy if "://" in proxy else f"http://{proxy}"
    if not proxy.startswith(("http://", "https://")):
        raise ValueError(f"{url.scheme}_proxy: expected an address such as http://proxy:3128")
    return proxy


def _form(data: RequestData | None) -> aiohttp.FormData:
    """Returns what a request carries; it goes in parts where there are files."""
    form = aiohttp.FormData(data.json_parameters if data else (), quote_fields=False)
    for name, (file, content, kind) in (data.multipart_data if data else {}).items():
        form.add_field(name, content, filename=file, content_type=kind)
    return form


def answers(method: str, status: int, body: bytes) -> bool:
    """Whether this is how the Bot API answers, or refuses, a request for a method."""
    try:
        answer = json.loads(body)
    except ValueError:
        return False
    if not isinstance(answer, dict):
        return False
    if not 200 <= status < 300:
        return "error_code" in answer
    return isinstance(answer.get("result"), list if method in LISTS else dict | str | int)
