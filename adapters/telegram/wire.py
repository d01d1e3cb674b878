"""Requests to Telegram: connection pools, time limits, and errors that tell unsent requests apart."""

from __future__ import annotations

import asyncio
import json
import select
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, NamedTuple

import aiohttp
import httpx
from aiohttp.connector import Connection
from telegram.error import NetworkError, RetryAfter, TelegramError, TimedOut
from telegram.request import BaseRequest, RequestData

from musbot.config import proxy_for
from musbot.port.boundary import report
from musbot.port.messenger import NoLease
from musbot.port.nesting import limit_depth
from musbot.port.written import PlatformClock

from .ids import is_number

CONNECT_S, HANDSHAKE_S = 10.0, 5.0
"""Time limits for a connection: from the pool, and for the handshake of a new one."""
UPLOAD_S = 20.0
"""Time limit for the upload of a picture."""
IDLE_S = 5.0
"""Idle connections are closed after this time, before the server closes them under a request."""
TRIES = 3
"""Attempts to find a connection that the server has not closed."""


class Lane(NamedTuple):
    """A pool of connections for some methods, and the time limit of their answers."""

    connections: int
    """The size of the pool."""
    read_s: float
    """Seconds to wait for an answer."""


SENDS = Lane(64, 15.0)
"""All methods except answers and polls; the courier has half as many requests in flight at most.

A request that times out and still takes effect leaves an unknown message.
"""
ANSWERS = Lane(256, 6.0)
"""Answers to presses; a retry must still fit into the lifetime of the query."""
POLLS = Lane(2, 10.0)
"""Calls of getUpdates."""
LANES = {"answerCallbackQuery": ANSWERS, "getUpdates": POLLS}
"""The lane of each method that does not use SENDS."""
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
"""The methods whose result is a list (core.telegram.org/bots/api)."""

REFUSALS = frozenset({400, 401, 403, 404, 409, 429})
"""The statuses of refusals that the library tells apart; it takes others for failures of the network."""
RETRY = "retry_after"
"""The parameter of an answer that asks for a pause, in seconds."""
LEAST_PAUSE_S, MOST_PAUSE_S = 1, 86400
"""The limits of a pause that Telegram asks for; an unreadable pause is the least."""

IsActive = Callable[[], bool]
"""Returns whether this process still holds the lease."""


class NotSent(NetworkError):
    """The request was not sent. After any other NetworkError this is unknown."""


class _NotSentWithoutLease(NotSent, NoLease):
    """A NoLease that is also a NotSent, which the library passes on."""


class HeldBack(RetryAfter):
    """A pause that a server before the Bot API asks for, in a header: it holds every request."""


class Wire(BaseRequest):
    """The requests to one address, through its proxy (`proxy_for`).

    An answer that is not the Bot API's (core.telegram.org/bots/api, Making requests) is a NetworkError. It is
    HeldBack if its status is 429. Its errors never contain the address, because that contains the token.
    """

    def __init__(self, address: str, is_active: IsActive = lambda: True) -> None:
        self.clock = PlatformClock(lambda: asyncio.get_running_loop().time())
        """Telegram's clock."""
        self._proxy = proxy_for(address)
        self._is_active = is_active
        self._tls = httpx.create_ssl_context()  # certifi's certificates: 20 ms, and half a megabyte
        self._sessions: dict[Lane, aiohttp.ClientSession] = {}

    @property
    def read_timeout(self) -> float | None:
        """The default time limit of an answer, in seconds."""
        return SENDS.read_s

    async def initialize(self) -> None:
        """Opens the connection pools that are not open."""
        for lane in {SENDS, ANSWERS, POLLS} - self._sessions.keys():
            self._sessions[lane] = aiohttp.ClientSession(
                connector=_Connections(
                    self._is_active, limit=lane.connections, keepalive_timeout=IDLE_S, ssl=self._tls
                ),
                headers={"User-Agent": self.USER_AGENT},
                cookie_jar=aiohttp.DummyCookieJar(),
                proxy=self._proxy,
            )

    async def shutdown(self) -> None:
        """Closes the connection pools."""
        while self._sessions:
            await self._sessions.popitem()[1].close()

    async def do_request(
        self, url: str, method: str, request_data: Any = None, read_timeout: Any = None, *_: Any, **__: Any
    ) -> tuple[int, bytes]:
        """Makes a request; returns status and body, or raises a TelegramError. Uses only `read_timeout`.

        An unknown refusal gets status 400. Any other Exception is reported here and raised as a NetworkError,
        because the library would hide it in one.
        """
        name = url.rpartition("/")[2]
        try:
            return await self._request(name, url, method, request_data, read_timeout)
        except TelegramError:
            raise
        except Exception as error:
            report(f"a request to Telegram, {name}", error)
            raise NetworkError(type(error).__name__) from None

    async def _request(
        self, name: str, url: str, method: str, request_data: RequestData | None, read_timeout: object
    ) -> tuple[int, bytes]:
        """Returns the status and body of the answer to a request for the method `name`.

        Raises NetworkError (NotSent if the request was not sent, as after `shutdown`), TimedOut or HeldBack.
        An unknown refusal becomes status 400, and the parameters of the body are made sane. The date of the
        answer sets `clock`.
        """
        lane = LANES.get(name, SENDS)
        read_s = read_timeout if isinstance(read_timeout, (int, float)) else lane.read_s
        if (session := self._sessions.get(lane)) is None:
            raise NotSent("shut down")
        limits = aiohttp.ClientTimeout(CONNECT_S + UPLOAD_S + read_s, CONNECT_S, read_s, HANDSHAKE_S)
        form, asked_at = _form(request_data), asyncio.get_running_loop().time()
        try:
            request = session.request(method, url, data=form, timeout=limits, allow_redirects=False)
            async with request as answer:
                status, body = answer.status, limit_depth(await answer.read())
        except TimeoutError:
            raise TimedOut from None
        except (aiohttp.ClientError, OSError) as error:
            raise NetworkError(type(error).__name__) from None
        if status == HTTPStatus.TOO_MANY_REQUESTS and not is_answer(name, status, body):
            raise HeldBack(_header_pause(answer.headers.get("Retry-After", "")))
        if not is_answer(name, status, body):
            raise NetworkError(f"no answer of the Bot API, status {status}")
        self.clock.note_date(answer.headers.get("Date", ""), asked_at)
        if 400 <= status < 500 and status not in REFUSALS:
            status = HTTPStatus.BAD_REQUEST  # the library knows no other refusals
        return status, with_sane_parameters(body) if b'"parameters"' in body else body


class _Connections(aiohttp.TCPConnector):
    """A connection pool that gives out connections only while this process holds the lease."""

    def __init__(self, is_active: IsActive, **settings: Any) -> None:
        super().__init__(**settings)
        self._is_active = is_active

    async def connect(self, *asked: Any, **how: Any) -> Connection:
        """Returns an open connection; raises NotSent if none can be made, and NoLease without the lease.

        After TRIES connections that the server has closed, it raises NotSent too.
        """
        for _ in range(TRIES):
            try:
                connection = await super().connect(*asked, **how)
            except (aiohttp.ClientError, OSError) as error:
                raise NotSent(type(error).__name__) from None
            try:
                hung_up = _is_hung_up(connection)
            except BaseException:
                connection.close()  # or the pool would lack it for ever
                raise
            if hung_up:
                connection.close()
            elif not self._is_active():
                connection.release()
                raise _NotSentWithoutLease("another process may have taken over")
            else:
                return connection
        raise NotSent("every connection is closed at once")


def _is_hung_up(connection: Connection) -> bool:
    """Returns whether the server has closed a connection, which the event loop may not know yet.

    Without POLLRDHUP, as on Windows, unread data counts as closed too.
    """
    if connection.transport is None:
        return True
    socket = connection.transport.get_extra_info("socket")
    if (poll := getattr(select, "poll", None)) is None:  # Windows; an idle connection has no data to read
        return bool(select.select([socket], [], [], 0)[0])
    events = poll()
    events.register(socket, getattr(select, "POLLRDHUP", select.POLLIN))
    return bool(events.poll(0))


def _form(data: RequestData | None) -> aiohttp.FormData:
    """Returns the body of a request, as multipart if it has files."""
    form = aiohttp.FormData(data.json_parameters if data else (), quote_fields=False)
    for name, (file, content, kind) in (data.multipart_data if data else {}).items():
        form.add_field(name, content, filename=file, content_type=kind)
    return form


def with_sane_parameters(body: bytes) -> bytes:
    """Returns an answer in which a pause is a number of seconds, and a chat's new id a number.

    A pause is limited to LEAST_PAUSE_S to MOST_PAUSE_S; an unreadable one becomes the least. Other parameters
    that are no numbers are left out, and all if they are no object. Raises KeyError for an answer without
    parameters.
    """
    answer = json.loads(body)
    found = answer.pop("parameters")
    if isinstance(found, dict):
        sane = {name: value for name, value in found.items() if name == RETRY or is_number(value)}
        if RETRY in sane:
            pause = sane[RETRY]
            number = isinstance(pause, int | float) and pause > 0
            sane[RETRY] = int(min(max(pause, LEAST_PAUSE_S), MOST_PAUSE_S)) if number else LEAST_PAUSE_S
        answer["parameters"] = sane
    return json.dumps(answer).encode()


def _header_pause(found: str) -> int:
    """Returns the seconds of a Retry-After header, from LEAST_PAUSE_S to MOST_PAUSE_S.

    The least for a date or an unreadable header.
    """
    return min(max(int(found), LEAST_PAUSE_S), MOST_PAUSE_S) if found.isdecimal() else LEAST_PAUSE_S


def is_answer(method: str, status: int, body: bytes) -> bool:
    """Returns whether a status and body are an answer, or a refusal, of the Bot API to a method.

    A refusal is an object with an `error_code` and a status outside 200 to 299. An answer's result must be of
    the kind that the method returns: a list for LISTS.
    """
    try:
        answer = json.loads(body)
    except ValueError:
        return False
    if not isinstance(answer, dict):
        return False
    if not 200 <= status < 300:
        return "error_code" in answer
    return isinstance(answer.get("result"), list if method in LISTS else dict | str | int)
