"""The websocket on which the bot is told what happens (docs.discord.com, Gateway and its Opcodes)."""

from __future__ import annotations

import asyncio
import json
import secrets
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import discord
from aiohttp import WSMsgType, web
from simcord import intents as by_intents
from simcord.backend import serializers

from .components import Json
from .faults import GatewayFaults
from .journal import Journal
from .world import World

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, RESUME, RECONNECT, INVALID, HELLO, ACK = 0, 1, 2, 3, 6, 7, 9, 10, 11
CONTENT = 1 << 15
PRIVILEGED = 1 << 1 | 1 << 8 | CONTENT
"""What people are there, who is at home, and what is said."""
KNOWN_INTENTS = (1 << 26) - 1
LARGEST_PAYLOAD = 4096
PACE = 120
"""How many payloads a bot may send in 60 seconds."""
START_S = 5
STARTS = 1000
"""How many sessions may be started a day."""
LATE = 1.5
"""After so many pauses without a heartbeat a connection is ended (how long Discord waits is unverified)."""


@dataclass(slots=True)
class Session:
    """What a bot has been told since it identified, and may ask for again."""

    id: str
    intents: int
    shard: int = 0
    count: int = 1
    told: list[Json] = field(default_factory=list)
    connection: Connection | None = None

    def concerns(self, guild: int | None) -> bool:
        """Returns whether it is told of a guild, or of what is private (docs.discord.com, Gateway,
        Sharding)."""
        return (guild >> 22) % self.count == self.shard if guild is not None else self.shard == 0

    def tell(self, name: str, data: Json) -> None:
        """Tells an event: now, or when the bot comes back."""
        self.told.append({"op": DISPATCH, "t": name, "s": len(self.told) + 1, "d": data})
        if self.connection:
            self.connection.send(self.told[-1])


class Connection:
    """One websocket; what is to be sent waits its turn in a queue."""

    def __init__(
        self, socket: web.WebSocketResponse, request: web.Request, compress: str | None, faults: GatewayFaults
    ) -> None:
        self.socket = socket
        self.faults = faults
        self.request = request
        self.session: Session | None = None
        self.beat_at = 0.0
        self._pack = _packer(compress)
        self._queue: asyncio.Queue[Json] = asyncio.Queue()

    def send(self, payload: Json) -> None:
        """Puts a payload into the queue."""
        if self.faults.mute:
            return
        self._queue.put_nowait(payload)

    async def write(self) -> None:
        """Sends what waits, until it is cancelled."""
        while True:
            said = json.dumps(await self._queue.get())
            await asyncio.sleep(self.faults.late_s)
            try:
                await self.say(said)
            except ConnectionError:
                return

    async def say(self, text: str) -> None:
        """Sends a text, packed as the bot has asked for it."""
        packed = self._pack(text)
        if isinstance(packed, str):
            await self.socket.send_str(packed)
        else:
            await self.socket.send_bytes(packed)

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
        self.shards = 1
        """With how many a bot is told to connect."""
        self.at_once = 1
        """How many sessions may be started in 5 seconds (max_concurrency)."""
        self.starts = STARTS
        """How many may still be started today."""
        self.faults = GatewayFaults()
        self._started_at: list[float] = []
        self.sessions: dict[str, Session] = {}
        self.connections: set[Connection] = set()
        self.identified: list[Json] = []
        """What the bot said of itself, each time."""
        self.presences: list[Json] = []
        """What the bot has said to be doing (docs.discord.com, Gateway Events, Update Presence)."""
        self.resumed = 0
        """How often a session was taken up again."""

    @property
    def connected(self) -> bool:
        """Whether a bot is listening."""
        return any(s.connection for s in self.sessions.values())

    def tell(self, name: str, data: Mapping[str, Any]) -> None:
        """Tells an event to every session that wants such ones."""
        guild = data["id"] if name in ("GUILD_CREATE", "GUILD_DELETE") else data.get("guild_id")
        for session in self.sessions.values():
            if session.concerns(int(guild) if guild is not None else None):
                self._tell(session, name, data)

    def _tell(self, session: Session, name: str, data: Mapping[str, Any]) -> None:
        """Tells what its intents let it hear, as far as they do."""
        intents, bot = discord.Intents._from_value(session.intents), self.world.bot_user.id
        needed = by_intents.required_intent(name, data)
        if name == "GUILD_MEMBER_UPDATE" and data["user"]["id"] == str(bot):
            needed = None  # [D] Gateway, Caveats: of the bot itself it is always told
        if needed is not None and not getattr(intents, needed):
            return
        said: Json = json.loads(json.dumps(data))
        if name == "GUILD_CREATE":
            by_intents.prune_guild_create(said, intents, bot)
        elif name in ("MESSAGE_CREATE", "MESSAGE_UPDATE") and not intents.message_content:
            by_intents.censor_message(said, bot, backend=self.world)
        session.tell(name, said)

    # one connection

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Talks with a bot until one of the two goes."""
        query = request.query
        if self.faults.status is not None:
            if self.faults.status == 0 and request.transport:
                request.transport.abort()
            return web.Response(status=self.faults.status or 503)
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        if (query.get("v", "10"), query.get("encoding", "json")) != ("10", "json"):
            await socket.close(code=4012)  # invalid API version
            return socket
        connection = Connection(socket, request, query.get("compress"), self.faults)
        self.connections.add(connection)
        writer = asyncio.create_task(connection.write())
        try:
            if self.faults.said is None:
                hello = {"heartbeat_interval": self.heartbeat_ms}
                connection.send({"op": HELLO, "d": hello, "t": None, "s": None})
            elif isinstance(self.faults.said, str):
                await connection.say(self.faults.said)
            else:
                await socket.send_bytes(self.faults.said)
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
        connection.beat_at = loop.time()
        while True:
            late_at = connection.beat_at + LATE * self.heartbeat_ms / 1000
            try:
                async with asyncio.timeout_at(late_at):
                    received = await connection.socket.receive()
            except TimeoutError:
                self.journal.violations.append("gateway: no heartbeat")
                await connection.socket.close(code=4009)
                return
            if received.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                return
            if self.faults.mute:
                connection.beat_at = loop.time()
                continue
            times = [t for t in times if loop.time() - t < 60] + [loop.time()]
            if len(times) > PACE:
                code = 4008
            elif len(received.data) > LARGEST_PAYLOAD:
                code = 4002
            else:
                code = self._hear(connection, received.data)
            if code and code != self.faults.closes:
                self.journal.violations.append(f"gateway: closed with {code}")
            if code:
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
            connection.beat_at = asyncio.get_running_loop().time()
            connection.send({"op": ACK, "d": None, "t": None, "s": None})
            return 0
        if self.faults.closes is not None and opcode in (IDENTIFY, RESUME):
            return self.faults.closes
        if opcode == IDENTIFY:
            return self._identify(connection, data)
        if opcode == RESUME:
            return self._resume(connection, data)
        if not connection.session:
            return 4003  # not authenticated
        return self._presence(data) if opcode == PRESENCE else 4001  # of others this fake knows nothing

    def _presence(self, data: Json) -> int:
        if data.keys() != {"since", "activities", "status", "afk"}:
            return 4002
        self.presences.append(data)
        return 0

    def _identify(self, connection: Connection, data: Json) -> int:
        self.identified.append({k: v for k, v in data.items() if k != "token"})
        if code := self._refusal(connection, data):
            return code
        shard, count = data.get("shard", (0, 1))
        if shard in self.faults.shards:
            connection.cut()
            return 0
        if not self._may_start():
            connection.send({"op": INVALID, "d": False, "t": None, "s": None})
            return 0
        session = Session(secrets.token_hex(16), data["intents"], shard, count)
        self.sessions[session.id] = session
        self._take_up(session, connection)
        self._greet(session)
        return 0

    def _refusal(self, connection: Connection, data: Json) -> int:
        """Returns the code for one who may not come in as they identify, or 0."""
        if connection.session:
            return 4005  # already authenticated
        if data.get("token") != self.token:
            return 4004
        intents = data.get("intents")
        if not isinstance(intents, int) or not 0 <= intents <= KNOWN_INTENTS:
            return 4013
        if intents & PRIVILEGED & ~self.privileged_intents:
            return 4014  # disallowed intents
        shard, count = data.get("shard", (0, 1))
        if not 0 <= shard < count:
            return 4010  # invalid shard
        return self._presence(data["presence"]) if "presence" in data else 0

    def _greet(self, session: Session) -> None:
        """Tells a session that it runs, and what guilds there are."""
        guilds = [g for g in self.world.guilds.values() if session.concerns(g.id)]
        bot = self.world.bot_user
        ready: Json = {"v": 10, "user": dict(serializers.user_payload(bot)), "session_id": session.id}
        ready |= {"guilds": [{"id": str(g.id), "unavailable": True} for g in guilds], "_trace": []}
        ready |= {"resume_gateway_url": self.url, "shard": [session.shard, session.count]}
        ready |= {"session_type": "normal", "application": {"id": str(bot.id), "flags": 0}}
        session.tell("READY", ready)
        for guild in guilds:
            self._tell(session, "GUILD_CREATE", serializers.guild_create_payload(self.world, guild))

    def _may_start(self) -> bool:
        """Returns whether a session may be started (docs.discord.com, Gateway, Rate Limiting)."""
        now = asyncio.get_running_loop().time()
        self._started_at = [at for at in self._started_at if now - at < START_S]
        if len(self._started_at) >= self.at_once:
            return False
        self._started_at.append(now)
        self.starts -= 1
        if self.starts < 0:
            self.journal.violations.append("gateway: more sessions than a day has, the token is reset")
        return True

    def _resume(self, connection: Connection, data: Json) -> int:
        if data.get("token") != self.token:
            return 4004
        session = self.sessions.get(data.get("session_id", ""))
        if session is None:
            connection.send({"op": INVALID, "d": False, "t": None, "s": None})
            return 0
        if session.shard in self.faults.shards:
            connection.cut()
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

    async def drop(self, code: int | None = None, *, shard: int | None = None) -> None:
        """Ends every connection, or a shard's, with a code or without a word; the sessions wait."""
        for connection in list(self.connections):
            if shard is not None and (connection.session is None or connection.session.shard != shard):
                continue
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
    packer = zlib.compressobj()
    return lambda text: packer.compress(text.encode()) + packer.flush(zlib.Z_SYNC_FLUSH)
