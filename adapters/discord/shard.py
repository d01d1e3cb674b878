"""One connection to Discord's gateway: starts a session or goes on with it, beats, and hears what happens.

docs.discord.com: Gateway; Gateway Events; Opcodes and Status Codes.
"""

from __future__ import annotations

import asyncio
import json
import sys
import zlib
from collections.abc import Callable
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass
from enum import IntEnum
from typing import NoReturn

import aiohttp
import yarl
from discord.http import HTTPClient

from musbot.config import proxy_for
from musbot.port.nesting import limit_depth

ANSWER_S = 30
"""How long is waited for the connection, for its first word, and for the word that a session runs."""
BEAT_S = 20
"""How long is waited for the answer to a heartbeat: without one the connection is dead, says Gateway."""
BETWEEN_S = 1
"""Between two heartbeats, however often Discord asks: 120 sends a minute are allowed (Rate Limiting)."""
CLOSING_S = 1
LEAVING, COMING_BACK = 1000, 4000
"""A close with 1000 ends the session (Gateway, Disconnecting), one with 4000 keeps it."""
OVER = frozenset({4007, 4009})
"""After these a new session has to be started (Gateway Close Event Codes)."""
WRONG_TOKEN, TOO_FAST, TOO_FEW, NO_INTENT = 4004, 4008, 4011, 4014
FINAL = frozenset({WRONG_TOKEN, 4010, TOO_FEW, 4012, 4013, NO_INTENT})
"""After these nobody shall connect again (the same table)."""
CUSTOM = 4
"""The kind of activity that is a custom status (Gateway Events, Activity Types)."""
END = b"\x00\x00\xff\xff"
"""What ends a frame of a zlib-stream (Gateway, Transport Compression)."""


REPLAYED: ContextVar[bool] = ContextVar("replayed", default=False)
"""Whether what goes on began with an event told late, between RESUME and RESUMED: tasks inherit it."""


class Op(IntEnum):
    """What a frame is (Gateway Opcodes)."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    RESUME = 6
    RECONNECT = 7
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


class Lost(Exception):
    """A connection is gone, or could not be made: why, in words that can be logged; `code` if it was closed.

    `asked`: Discord wants another one, as it does every now and then.
    """

    def __init__(self, why: str, *, code: int | None = None, asked: bool = False) -> None:
        super().__init__(why)
        self.code = code
        self.asked = asked


class TurnedAway(Exception):
    """Discord has closed a connection with a code after which no other try can help."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


@dataclass(slots=True)
class Session:
    """What outlives a connection: by it Discord tells what has happened since the last `sequence`."""

    id: str
    url: yarl.URL
    sequence: int


@dataclass(frozen=True, slots=True)
class Frame:
    """What Discord has sent; `event` and `sequence` are of a DISPATCH alone."""

    op: int
    data: object
    event: str = ""
    sequence: int | None = None


@dataclass(frozen=True, slots=True)
class Identity:
    """Who connects, what it wants to hear (`intents`), and what stands beneath its name (`doing`)."""

    token: str
    intents: int
    doing: str


class Shard:
    """One of `count` parts into which Discord divides its servers; its session lasts through connections.

    `hear` is given each event by its name, `ready` is called when a session runs, or runs again.
    """

    def __init__(
        self,
        http: HTTPClient,
        identity: Identity,
        number: int,
        count: int,
        hear: Callable[[str, object], None],
        ready: Callable[[], None],
        rng: Callable[[], float],
    ) -> None:
        self.session: Session | None = None
        self._identity = identity
        self._place = [number, count]
        self._http = http
        self._hear = hear
        self._ready = ready
        self._rng = rng

    async def listen(self, url: yarl.URL) -> NoReturn:
        """Connects, goes on with the session or starts one, and hears; raises Lost or TurnedAway."""
        try:
            await self._listen(url)
        except Lost as lost:
            if lost.code in FINAL:
                raise TurnedAway(lost.code) from None
            if lost.code in OVER:
                self.session = None
            raise
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            raise Lost(_named(error)) from None

    async def _listen(self, url: yarl.URL) -> NoReturn:
        address = url.with_query(v=10, encoding="json", compress="zlib-stream")
        trace = [self._http.http_trace] if self._http.http_trace else None
        async with aiohttp.ClientSession(trace_configs=trace) as session:
            async with asyncio.timeout(ANSWER_S):
                socket = await session.ws_connect(
                    address,
                    proxy=proxy_for(str(url)),
                    headers={"User-Agent": self._http.user_agent},
                    autoclose=False,
                    max_msg_size=0,
                )
            await self._converse(socket)

    async def _converse(self, socket: aiohttp.ClientWebSocketResponse) -> NoReturn:
        """Listens on an open connection and closes it; raises Lost."""
        line, code = _Line(socket, self._sequence), COMING_BACK
        try:
            await self._begin(line)
            while True:
                self._heard(line, await line.hear())
        except asyncio.CancelledError:
            code = LEAVING
            raise
        finally:
            with suppress(aiohttp.ClientError, OSError, TimeoutError):
                async with asyncio.timeout(CLOSING_S):
                    await socket.close(code=code)

    def _sequence(self) -> int | None:
        return self.session.sequence if self.session is not None else None

    async def _begin(self, line: _Line) -> None:
        hello = await line.hear()
        if hello.op != Op.HELLO:
            raise _garbage()
        line.beats(_number(_field(hello.data, "heartbeat_interval")) / 1000, self._rng())
        me = self._identity
        if self.session is not None:
            kept = {"session_id": self.session.id, "seq": self.session.sequence}
            await line.say(Op.RESUME, {"token": me.token, **kept})
        else:
            device = {"os": sys.platform, "browser": "musbot", "device": "musbot"}
            activity = {"name": me.doing, "type": CUSTOM, "state": me.doing}
            who = {"token": me.token, "properties": device, "intents": me.intents}
            presence = {"activities": [activity], "status": "online", "since": None, "afk": False}
            await line.say(Op.IDENTIFY, {**who, "shard": self._place, "presence": presence})
        line.waits()

    def _heard(self, line: _Line, frame: Frame) -> None:
        """Takes what came in; raises Lost where that ends the connection."""
        self._must_go_on(frame)
        if frame.op != Op.DISPATCH or frame.sequence is None:
            return
        if frame.event == "READY":
            self.session = _session(frame.data, frame.sequence)
        elif self.session is not None:
            self.session.sequence = frame.sequence
        if frame.event != "RESUMED":
            REPLAYED.set(line.waiting)
            self._hear(frame.event, frame.data)
        if frame.event in ("READY", "RESUMED"):
            line.runs()
            self._ready()
        elif line.waiting:
            line.waits()  # what has happened meanwhile comes first, however much

    def _must_go_on(self, frame: Frame) -> None:
        if frame.op == Op.RECONNECT:
            raise Lost("Discord asked for another connection", asked=True)
        if frame.op == Op.INVALID_SESSION:
            if frame.data is not True:
                self.session = None
            raise Lost("its session is over" if self.session is None else "its session could not go on")


class _Line:
    """A websocket, and the heartbeats by which each end knows that the other is there."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, sequence: Callable[[], int | None]) -> None:
        self._socket = socket
        self._sequence = sequence
        self._clock = asyncio.get_running_loop().time
        self._zlib = zlib.decompressobj()
        self._packed = bytearray()
        self._beat_s = self._beat_at = float("inf")
        self._beaten_at = float("-inf")
        self._answered_by = float("inf")
        self._runs_by = self._clock() + ANSWER_S

    @property
    def waiting(self) -> bool:
        """Whether no session runs on it yet."""
        return self._runs_by < float("inf")

    def waits(self) -> None:
        """Begins to wait for the next step on the way to a session."""
        self._runs_by = self._clock() + ANSWER_S

    def runs(self) -> None:
        """Notes that a session runs."""
        self._runs_by = float("inf")

    def beats(self, every_s: float, first: float) -> None:
        """Beats from now on, `first` after that part of a pause (Gateway, Heartbeat Interval)."""
        self._beat_s, self._beat_at = max(every_s, BETWEEN_S), self._clock() + every_s * first

    async def say(self, op: Op, data: object) -> None:
        """Sends a frame."""
        await self._socket.send_str(json.dumps({"op": op, "d": data}))

    async def hear(self) -> Frame:
        """Waits for the next frame that is no heartbeat; raises Lost if what has to come does not."""
        while True:
            end = min(self._runs_by, self._answered_by)
            if self._clock() >= end:
                raise Lost("it does not answer")
            if self._clock() >= self._beat_at:
                await self._beat()
            try:
                async with asyncio.timeout_at(min(end, self._beat_at)):
                    text = self._text(await self._socket.receive())
            except TimeoutError:
                continue
            frame = _frame(text) if text is not None else None
            if frame is None:
                continue
            if frame.op == Op.HEARTBEAT_ACK:
                self._answered_by = float("inf")
            elif frame.op == Op.HEARTBEAT:
                self._beat_at = min(self._beat_at, max(self._clock(), self._beaten_at + BETWEEN_S))
            else:
                return frame

    async def _beat(self) -> None:
        now = self._beaten_at = self._clock()
        self._beat_at = now + self._beat_s
        self._answered_by = min(self._answered_by, now + BEAT_S)
        await self.say(Op.HEARTBEAT, self._sequence())

    def _text(self, message: aiohttp.WSMessage) -> str | bytes | None:
        """Returns what a message says, once it is whole; raises Lost if it is the last."""
        if message.type is aiohttp.WSMsgType.TEXT:
            return str(message.data)
        if message.type is not aiohttp.WSMsgType.BINARY:
            code = self._socket.close_code
            raise Lost(f"closed with {code}", code=code)
        self._packed += message.data
        if not self._packed.endswith(END):
            return None
        packed, self._packed = bytes(self._packed), bytearray()
        try:
            return self._zlib.decompress(packed)
        except zlib.error:
            raise _garbage() from None


def _frame(text: str | bytes) -> Frame:
    """Reads a frame; raises Lost for what is none."""
    try:
        read: object = json.loads(limit_depth(text if isinstance(text, bytes) else text.encode()))
    except ValueError:
        raise _garbage() from None
    op = _number(_field(read, "op"))
    event, sequence = _field(read, "t"), _field(read, "s")
    return Frame(
        op,
        _field(read, "d"),
        event if isinstance(event, str) else "",
        sequence if isinstance(sequence, int) else None,
    )


def _session(data: object, sequence: int) -> Session:
    """Reads what READY tells of a session; raises Lost."""
    name, url = _field(data, "session_id"), _field(data, "resume_gateway_url")
    address = gateway_url(url)
    if not isinstance(name, str) or address is None:
        raise _garbage()
    return Session(name, address, sequence)


def gateway_url(text: object) -> yarl.URL | None:
    """Reads the address of a gateway; None if it is none."""
    with suppress(ValueError):
        url = yarl.URL(text) if isinstance(text, str) else None
        if url is not None and url.scheme in ("ws", "wss") and url.host:
            return url
    return None


def _field(data: object, name: str) -> object:
    """What a JSON object has by a name, None if nothing; raises Lost if it is no object."""
    if not isinstance(data, dict):
        raise _garbage()
    found: object = data.get(name)
    return found


def _number(value: object) -> int:
    if not isinstance(value, int):
        raise _garbage()
    return value


def _garbage() -> Lost:
    return Lost("what it says cannot be read")


def _named(error: Exception) -> str:
    """The kind of an error, never its words: these may quote an address or what somebody wrote."""
    if isinstance(error, aiohttp.WSServerHandshakeError):
        return f"HTTP {error.status}"
    return type(error).__name__
