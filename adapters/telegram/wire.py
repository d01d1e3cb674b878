"""How long a request to Telegram may take, and on which connections it goes."""

from __future__ import annotations

import json
import ssl
import sys
from collections.abc import Callable
from itertools import cycle
from typing import Any

import httpx
from telegram.error import NetworkError
from telegram.request import BaseRequest, HTTPXRequest

sys.modules.setdefault("sniffio", None)  # type: ignore[arg-type]
"""httpcore would look for it on disk ten times a request where it is not installed: 1 to 2 ms."""

SENDS = 64
"""Connections for all but answers and polls; the courier has half as many requests under way at most."""
ANSWERS, ON_EACH = 8, 32
"""So many times so many connections for answers to presses, which nothing else keeps from them.

A pool of httpcore's looks for each request at all its connections, once for each that is idle: 300 answers
over one pool of 256 kept a loop from all else for seconds.
"""
READ_S = 15.0
"""How long a send or an edit may take: one that is given up and takes effect stands there unknown."""
ANSWER_READ_S = 6.0
"""How long an answer may take before it is given once more, within the life of its query."""
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


class Wire(BaseRequest):
    """Sends and edits on some connections, answers to presses on others of their own.

    What is no answer of the Bot API (core.telegram.org/bots/api, Making requests) is a NetworkError.
    """

    def __init__(self, sure: Sure = lambda: True) -> None:
        tls = httpx.create_ssl_context()  # 20 ms, and half a megabyte
        self._sends = _connections(SENDS, READ_S, tls, sure)
        self._answers = [_connections(ON_EACH, ANSWER_READ_S, tls, sure) for _ in range(ANSWERS)]
        self._next = cycle(self._answers)

    @property
    def read_timeout(self) -> float | None:
        """See BaseRequest."""
        return self._sends.read_timeout

    async def initialize(self) -> None:
        """See BaseRequest."""
        for line in (self._sends, *self._answers):
            await line.initialize()

    async def shutdown(self) -> None:
        """See BaseRequest."""
        for line in (self._sends, *self._answers):
            await line.shutdown()

    async def do_request(self, url: str, *args: Any, **kwargs: Any) -> tuple[int, bytes]:
        """See BaseRequest."""
        line = next(self._next) if url.endswith("/answerCallbackQuery") else self._sends
        return _checked(url, *await line.do_request(url, *args, **kwargs))


class Polls(HTTPXRequest):
    """What updates are fetched with: one request at a time."""

    def __init__(self, sure: Sure = lambda: True) -> None:
        super().__init__(
            2, read_timeout=10.0, connect_timeout=5.0, pool_timeout=5.0, httpx_kwargs=_only_if(sure)
        )

    async def do_request(self, url: str, *args: Any, **kwargs: Any) -> tuple[int, bytes]:
        """See BaseRequest."""
        return _checked(url, *await super().do_request(url, *args, **kwargs))


def _only_if(sure: Sure) -> dict[str, Any]:
    """Lets nothing be sent unless it is sure, as it is asked when a connection is there for it."""

    async def steps(step: str, _: object) -> None:
        if step.endswith("send_request_headers.started") and not sure():
            raise httpx.ConnectError("another process may have taken over")

    async def told(request: httpx.Request) -> None:
        request.extensions = {**request.extensions, "trace": steps}

    return {"event_hooks": {"request": [told]}}


def _connections(number: int, read_s: float, tls: ssl.SSLContext, sure: Sure) -> HTTPXRequest:
    """So many, which are waited for: the library's own 1 s is too short where many press at once."""
    return HTTPXRequest(
        number,
        read_timeout=read_s,
        write_timeout=10.0,
        connect_timeout=5.0,
        pool_timeout=10.0,
        httpx_kwargs={"verify": tls, **_only_if(sure)},
    )


def _checked(url: str, status: int, body: bytes) -> tuple[int, bytes]:
    """Returns an answer or a refusal, which the library will read; raises NetworkError for anything else."""
    if not answers(url.rpartition("/")[2], status, body):
        raise NetworkError(f"no answer of the Bot API, status {status}")
    return status, body


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
