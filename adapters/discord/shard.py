"""A connection to Discord's gateway: starts or resumes a session, sends heartbeats, receives events.

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
from musbot.port.messenger import NoLease
from musbot.port.nesting import limit_depth

ANSWER_S = 30
"""Seconds to wait for the connection, for its first frame, and for READY or RESUMED."""
BEAT_S = 20
"""Seconds to wait for the answer to a heartbeat; without an answer the connection is dead (Gateway)."""
BETWEEN_S = 1
"""The minimum seconds between two heartbeats; 120 sends a minute are allowed (Rate Limiting)."""
CLOSING_S = 1
"""Seconds to close a connection."""
LEAVING, COMING_BACK = 1000, 4000
"""Close codes: 1000 ends the session (Gateway, Disconnecting), 4000 keeps it."""
OVER = frozenset({4007, 4009})
"""Close codes after which a new session is needed (Gateway Close Event Codes)."""
WRONG_TOKEN, TOO_FAST, TOO_FEW, NO_INTENT = 4004, 4008, 4011, 4014
"""Close codes: wrong token, too many sends, too few shards, a disallowed intent."""
FINAL = frozenset({WRONG_TOKEN, 4010, TOO_FEW, 4012, 4013, NO_INTENT})
"""Close codes after which reconnecting is forbidden (the same table)."""
CUSTOM = 4
"""The activity type of a custom status (Gateway Events, Activity Types)."""
END = b"\x00\x00\xff\xff"
"""The end of a frame in a zlib-stream (Gateway, Transport Compression)."""


REPLAYED: ContextVar[bool] = ContextVar("replayed", default=False)
"""Whether the current task began with READY, or an event before RESUMED (replayed). Tasks inherit it."""


class Op(IntEnum):
    """The kinds of frames (Gateway Opcodes)."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    RESUME = 6
    RECONNECT = 7
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


class ConnectionLost(Exception):
    """A connection is lost or could not be made. The message is safe to log.

    `code` is the close code; None if it was not closed. `asked` is True if Discord requested a reconnect.
    `unsent` is True if Discord was not asked, because another process may have taken over.
    """

    def __init__(
        self, why: str, *, code: int | None = None, asked: bool = False, unsent: bool = False
    ) -> None:
        super().__init__(why)
        self.code = code
        self.asked = asked
        self.unsent = unsent


class ReconnectForbidden(Exception):
    """Discord has closed a connection with a code that forbids reconnecting."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


@dataclass(slots=True)
class Session:
    """A session, which outlives connections: Discord replays the events after `sequence`."""

    id: str
    """The session's id."""
    url: yarl.URL
    """The address for resuming."""
    sequence: int
    """The number of the last event."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame from Discord."""

    op: int
    """The opcode."""
    data: object
    """The decoded payload."""
    event: str = ""
    """The name of the event; "" unless it is a DISPATCH."""
    sequence: int | None = None
    """The number of the event; None unless it is a DISPATCH."""


@dataclass(frozen=True, slots=True)
class Identity:
    """The identity of a bot at the gateway."""

    token: str
    """The bot's token."""
    intents: int
    """The events that it wants, as a bit field."""
    doing: str
    """Its custom status."""


class Shard:
    """One of `count` shards; its session outlives connections.

    `hear` is called with the name and data of each event except RESUMED. `ready` is called when a session has
    started or resumed.
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
        """Connects, resumes or starts a session, and receives events; raises ConnectionLost, or
        ReconnectForbidden.

        ReconnectForbidden follows a close code in FINAL. Forgets the session after a code in OVER, and if
        Discord says that it cannot be resumed.
        """
        try:
            await self._listen(url)
        except ConnectionLost as lost:
            if lost.code in FINAL:
                raise ReconnectForbidden(lost.code) from None
            if lost.code in OVER:
                self.session = None
            raise
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            raise ConnectionLost(_error_name(error), unsent=isinstance(error, NoLease)) from None

    async def _listen(self, url: yarl.URL) -> NoReturn:
        """Connects to an address and listens; raises ConnectionLost or the errors of the connection."""
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
        """Listens on an open connection until it ends; raises ConnectionLost or the errors of the connection.

        Then closes it so that its session can be resumed. A cancellation ends the session.
        """
        line, code = _Line(socket, self._sequence), COMING_BACK
        try:
            await self._begin(line)
            while True:
                self._handle_frame(line, await line.receive_frame())
        except asyncio.CancelledError:
            code = LEAVING
            raise
        finally:
            with suppress(aiohttp.ClientError, OSError, TimeoutError):
                async with asyncio.timeout(CLOSING_S):
                    await socket.close(code=code)

    def _sequence(self) -> int | None:
        """Returns the number of the last event; None without a session."""
        return self.session.sequence if self.session is not None else None

    async def _begin(self, line: _Line) -> None:
        """Awaits the first frame, starts heartbeats, and asks to resume or start a session.

        Then starts the time limit for the answer. Raises ConnectionLost, or the errors of the connection.
        """
        hello = await line.receive_frame()  # no other frame has an interval
        line.start_heartbeats(_require_int(_field(hello.data, "heartbeat_interval")) / 1000, self._rng())
        me = self._identity
        if self.session is not None:
            kept = {"session_id": self.session.id, "seq": self.session.sequence}
            await line.send_frame(Op.RESUME, {"token": me.token, **kept})
        else:
            device = {"os": sys.platform, "browser": "musbot", "device": "musbot"}
            activity = {"name": me.doing, "type": CUSTOM, "state": me.doing}
            who = {"token": me.token, "properties": device, "intents": me.intents}
            presence = {"activities": [activity], "status": "online", "since": None, "afk": False}
            await line.send_frame(Op.IDENTIFY, {**who, "shard": self._place, "presence": presence})
        line.start_step_limit()

    def _handle_frame(self, line: _Line, frame: Frame) -> None:
        """Passes an event to `hear` and records the session and its progress; raises ConnectionLost if it
        must end.

        That is if `_must_go_on` demands it, or READY is unreadable. Calls `ready` after READY and RESUMED,
        which end the time limit of the line; each event before them renews it. RESUMED is not passed to
        `hear`. Other frames than events have no other effect. Sets REPLAYED for the event's tasks.
        """
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
            line.end_step_limit()
            self._ready()
        elif line.waiting:
            line.start_step_limit()  # missed events are replayed first

    def _must_go_on(self, frame: Frame) -> None:
        """Raises ConnectionLost if a frame asks for another connection or ends the session.

        A session that cannot be resumed is forgotten.
        """
        if frame.op == Op.RECONNECT:
            raise ConnectionLost("Discord asked for another connection", asked=True)
        if frame.op == Op.INVALID_SESSION:
            if frame.data is not True:
                self.session = None
            raise ConnectionLost(
                "its session is over" if self.session is None else "its session could not go on"
            )


class _Line:
    """A websocket with heartbeats."""

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
        """Whether its session is not running yet."""
        return self._runs_by < float("inf")

    def start_step_limit(self) -> None:
        """Allows ANSWER_S from now for the next step; until `end_step_limit`, its session is not running."""
        self._runs_by = self._clock() + ANSWER_S

    def end_step_limit(self) -> None:
        """Records that a session is running, and ends the time limit of `start_step_limit`."""
        self._runs_by = float("inf")

    def start_heartbeats(self, every_s: float, first: float) -> None:
        """Starts heartbeats every `every_s` seconds, at least BETWEEN_S (Gateway, Heartbeat Interval).

        The first follows after the fraction `first` (0 to 1) of `every_s`.
        """
        self._beat_s, self._beat_at = max(every_s, BETWEEN_S), self._clock() + every_s * first

    async def send_frame(self, op: Op, data: object) -> None:
        """Sends a frame; raises the errors of the connection, also if it takes none for ANSWER_S seconds."""
        async with asyncio.timeout(ANSWER_S):
            await self._socket.send_str(json.dumps({"op": op, "d": data}))

    async def receive_frame(self) -> Frame:
        """Returns the next frame that is no heartbeat and no answer to one.

        While it waits, it sends a heartbeat in each interval, and if Discord requests one. Raises
        ConnectionLost after a time limit, after an unreadable frame, or if the connection is closed. Raises
        the errors of the connection.
        """
        while True:
            end = min(self._runs_by, self._answered_by)
            if self._clock() >= end:
                raise ConnectionLost("it does not answer")
            if self._clock() >= self._beat_at:
                async with asyncio.timeout(BEAT_S):
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
        """Sends a heartbeat and starts the time limit of its answer."""
        now = self._beaten_at = self._clock()
        self._beat_at = now + self._beat_s
        self._answered_by = min(self._answered_by, now + BEAT_S)
        await self.send_frame(Op.HEARTBEAT, self._sequence())

    def _text(self, message: aiohttp.WSMessage) -> bytes | None:
        """Returns the text of a frame, None until it is complete; Discord sends it packed (`compress`).

        Raises ConnectionLost if the socket is closed, if the message is not binary, or if the frame cannot be
        unpacked.
        """
        if message.type is not aiohttp.WSMsgType.BINARY:
            code = self._socket.close_code
            raise ConnectionLost(f"closed with {code}", code=code)
        self._packed += message.data
        if not self._packed.endswith(END):
            return None
        packed, self._packed = bytes(self._packed), bytearray()
        try:
            return self._zlib.decompress(packed)
        except zlib.error:
            raise _garbage() from None


def _frame(text: bytes) -> Frame:
    """Parses a frame; raises ConnectionLost if it is unreadable or has no opcode."""
    try:
        read: object = json.loads(limit_depth(text))
    except ValueError:
        raise _garbage() from None
    op = _require_int(_field(read, "op"))
    event, sequence = _field(read, "t"), _field(read, "s")
    return Frame(
        op,
        _field(read, "d"),
        event if isinstance(event, str) else "",
        sequence if isinstance(sequence, int) else None,
    )


def _session(data: object, sequence: int) -> Session:
    """Parses the session in the data of READY; raises ConnectionLost if it is unreadable."""
    name, url = _field(data, "session_id"), _field(data, "resume_gateway_url")
    address = gateway_url(url)
    if not isinstance(name, str) or address is None:
        raise _garbage()
    return Session(name, address, sequence)


def gateway_url(text: object) -> yarl.URL | None:
    """Returns a ws or wss address with a host; None for any other value. The host is not checked."""
    with suppress(ValueError):
        url = yarl.URL(text) if isinstance(text, str) else None
        if url is not None and url.scheme in ("ws", "wss") and url.host:
            return url
    return None


def _field(data: object, name: str) -> object:
    """Returns a field of a JSON object, None if it is missing; raises ConnectionLost if `data` is no
    object."""
    if not isinstance(data, dict):
        raise _garbage()
    found: object = data.get(name)
    return found


def _require_int(value: object) -> int:
    """Returns `value` if it is an integer, otherwise raises ConnectionLost; JSON's true and false are
    none."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise _garbage()
    return value


def _garbage() -> ConnectionLost:
    """Returns the error for an unreadable frame."""
    return ConnectionLost("what it says cannot be read")


def _error_name(error: Exception) -> str:
    """Returns the type of an error, or the HTTP status of a refused connection.

    Its message is left out, because it may contain an address or a person's text.
    """
    if isinstance(error, aiohttp.WSServerHandshakeError):
        return f"HTTP {error.status}"
    return type(error).__name__
