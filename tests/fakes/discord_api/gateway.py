"""The websocket on which the bot is told what happens (docs.discord.com, Gateway and its Opcodes)."""

from __future__ import annotations

import asyncio
import json
import secrets
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

from . import wire
from .journal import Journal
from .world import Json, World

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, RESUME, RECONNECT, INVALID, HELLO, ACK = 0, 1, 2, 3, 6, 7, 9, 10, 11
GUILDS, MEMBERS, GUILD_MESSAGES, DM_MESSAGES, CONTENT = 1 << 0, 1 << 1, 1 << 9, 1 << 12, 1 << 15
PRIVILEGED = MEMBERS | CONTENT | 1 << 8
KNOWN_INTENTS = (1 << 26) - 1
LARGEST_PAYLOAD = 4096
PACE = 120
"""How many payloads a bot may send in 60 seconds."""


@dataclass(slots=True)
class Session:
    """What a bot has been told since it identified, and may ask for again."""

    id: str
    intents: int
    told: list[Json] = field(default_factory=list)
    connection: Connection | None = None

    def tell(self, name: str, data: Json) -> None:
        """Tells an event: now, or when the bot comes back."""
        self.told.append({"op": DISPATCH, "t": name, "s": len(self.told) + 1, "d": data})
        if self.connection:
            self.connection.send(self.told[-1])


class Connection:
    """One websocket; what is to be sent waits its turn in a queue."""

    def __init__(self, socket: web.WebSocketResponse, request: web.Request, compress: str | None) -> None:
        self.socket = socket
        self.request = request
        self.session: Session | None = None
        self._pack = _packer(compress)
        self._queue: asyncio.Queue[Json] = asyncio.Queue()

    def send(self, payload: Json) -> None:
        """Puts a payload into the queue."""
        self._queue.put_nowait(json.loads(json.dumps(payload)))

    async def write(self) -> None:
        """Sends what waits, until it is cancelled."""
        while True:
            packed = self._pack(json.dumps(await self._queue.get()))
            try:
                if isinstance(packed, str):
                    await self.socket.send_str(packed)
                else:
                    await self.socket.send_bytes(packed)
            except ConnectionError:
                return

    def leave(self) -> None:
        """Lets the session wait for another connection."""
        if self.session and self.session.connection is self:
            self.session.connection = None

    def cut(self) -> None:
        """Ends the connection without a word."""
        self.leave()
        if self.request.transport:
            self.request.transport.abort()


class Gateway:
    """Keeps the sessions and their connections."""

    def __init__(self, token: str, world: World, journal: Journal, *, privileged_intents: int) -> None:
        self.token = token
        self.world = world
        self.journal = journal
        self.privileged_intents = privileged_intents
        self.url = ""
        self.heartbeat_ms = 41250
        self.sessions: dict[str, Session] = {}
        self.connections: set[Connection] = set()
        self.identified: list[Json] = []
        """What the bot said of itself, each time."""
        self.resumed = 0
        """How often a session was taken up again."""

    @property
    def connected(self) -> bool:
        """Whether a bot is listening."""
        return any(s.connection for s in self.sessions.values())

    def tell(self, name: str, data: Json, *, intent: int = 0, blind: Json | None = None) -> None:
        """Tells an event to every session that wants such ones.

        `blind` is what those are told who may not read what people say.
        """
        for session in self.sessions.values():
            if not intent or session.intents & intent:
                unread = blind is not None and not session.intents & CONTENT
                session.tell(name, blind if unread and blind else data)

    # one connection

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Talks with a bot until one of the two goes."""
        query = request.query
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        if (query.get("v", "10"), query.get("encoding", "json")) != ("10", "json"):
            await socket.close(code=4012)  # invalid API version
            return socket
        connection = Connection(socket, request, query.get("compress"))
        self.connections.add(connection)
        writer = asyncio.create_task(connection.write())
        connection.send({"op": HELLO, "d": {"heartbeat_interval": self.heartbeat_ms}, "t": None, "s": None})
        try:
            await self._listen(connection)
        finally:
            connection.leave()
            self.connections.discard(connection)
            writer.cancel()
        return socket

    async def _listen(self, connection: Connection) -> None:
        """Hears payloads; what the bot does wrong closes the connection with its code."""
        loop = asyncio.get_running_loop()
        times: list[float] = []
        async for received in connection.socket:
            if received.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                continue
            times = [t for t in times if loop.time() - t < 60] + [loop.time()]
            if len(times) > PACE:
                code = 4008
            elif len(received.data) > LARGEST_PAYLOAD:
                code = 4002
            else:
                code = self._hear(connection, received.data)
            if code:
                self.journal.violations.append(f"gateway: closed with {code}")
                await connection.socket.close(code=code)
                return

    def _hear(self, connection: Connection, raw: str | bytes) -> int:
        """Returns the code to close with, or 0."""
        try:
            payload = json.loads(raw)
            opcode, data = payload["op"], payload.get("d")
        except (ValueError, KeyError, TypeError):
            return 4002  # decode error
        if opcode == HEARTBEAT:
            connection.send({"op": ACK, "d": None, "t": None, "s": None})
            return 0
        if opcode == IDENTIFY:
            return self._identify(connection, data)
        if opcode == RESUME:
            return self._resume(connection, data)
        if not connection.session:
            return 4003  # not authenticated
        return 0 if opcode == PRESENCE else 4001  # of the other opcodes this fake knows nothing

    def _identify(self, connection: Connection, data: Json) -> int:
        self.identified.append({k: v for k, v in data.items() if k != "token"})
        if connection.session:
            return 4005  # already authenticated
        if data.get("token") != self.token:
            return 4004
        intents = data.get("intents")
        if not isinstance(intents, int) or not 0 <= intents <= KNOWN_INTENTS:
            return 4013
        if intents & PRIVILEGED & ~self.privileged_intents:
            return 4014  # disallowed intents
        session = Session(secrets.token_hex(16), intents)
        self.sessions[session.id] = session
        self._take_up(session, connection)
        guilds = [g for g in self.world.guilds.values() if g.bot]
        ready: Json = {"v": 10, "user": self.world.bot.wire(), "session_id": session.id}
        ready |= {"guilds": [{"id": str(g.id), "unavailable": True} for g in guilds], "_trace": []}
        ready |= {
            "resume_gateway_url": self.url,
            "shard": data.get("shard", [0, 1]),
            "session_type": "normal",
        }
        ready["application"] = {"id": str(self.world.bot.id), "flags": 0}
        session.tell("READY", ready)
        if intents & GUILDS:
            for guild in guilds:
                session.tell("GUILD_CREATE", wire.guild(self.world, guild))
        return 0

    def _resume(self, connection: Connection, data: Json) -> int:
        if data.get("token") != self.token:
            return 4004
        session = self.sessions.get(data.get("session_id", ""))
        if session is None:
            connection.send({"op": INVALID, "d": False, "t": None, "s": None})
            return 0
        seen = data.get("seq")
        if not isinstance(seen, int) or seen > len(session.told):
            return 4007  # invalid seq
        self.resumed += 1
        for payload in session.told[seen:]:
            connection.send(payload)
        self._take_up(session, connection)
        session.tell("RESUMED", {})
        return 0

    def _take_up(self, session: Session, connection: Connection) -> None:
        if session.connection:
            session.connection.session = None
        session.connection, connection.session = connection, session

    # troubles

    async def drop(self, code: int | None = None) -> None:
        """Ends every connection, with a code or without a word; the sessions wait."""
        for connection in list(self.connections):
            connection.leave()
            if code is None:
                connection.cut()
            else:
                await connection.socket.close(code=code)

    def forget(self) -> None:
        """Forgets every session: who resumes has to identify anew."""
        for session in self.sessions.values():
            if session.connection:
                session.connection.session = None
                session.connection.send({"op": INVALID, "d": False, "t": None, "s": None})
        self.sessions.clear()

    def ask_reconnect(self) -> None:
        """Asks every bot to come back (opcode 7)."""
        for session in self.sessions.values():
            if session.connection:
                session.connection.send({"op": RECONNECT, "d": None, "t": None, "s": None})


def _packer(compress: str | None) -> Callable[[str], Any]:
    """Returns what makes a frame of a text: transport compression is one stream a connection."""
    if compress is None:
        return lambda text: text
    if compress == "zstd-stream":
        from compression import zstd  # from Python 3.14 on, as in discord.py; untried here

        stream = zstd.ZstdCompressor()
        return lambda text: stream.compress(text.encode(), stream.FLUSH_BLOCK)
    packer = zlib.compressobj()
    return lambda text: packer.compress(text.encode()) + packer.flush(zlib.Z_SYNC_FLUSH)
