"""The fake as tests use it: one object with the platform, its people and its books."""

from __future__ import annotations

import base64
import time
from collections.abc import Callable
from typing import Any

from .components import Json
from .errors import Refusal, rate_limited
from .faults import Fault, Faults, Trouble
from .flood import Flood, Limits
from .gateway import Gateway
from .journal import Journal, Sent
from .people import People
from .server import API, Server
from .spec import load_spec
from .world import World

APPLICATION = 1100000000000000001
TOKEN = ".".join([base64.b64encode(str(APPLICATION).encode()).decode().strip("="), "fake00", "fake" * 9])
_GARBAGE = "<html><body><h1>Bad Gateway</h1></body></html>"


class FakeDiscord(People):
    """Discord on 127.0.0.1 for one bot, stricter than the real one; see the package for its parts.

    `flood` is whether haste is answered with 429 (it counts either way), `privileged_intents` are those the
    bot's owner has allowed it, `clock` gives the time of ids, limits and lifetimes, `checked` is whether
    requests are checked against the specification, which takes time.
    """

    def __init__(
        self,
        *,
        token: str = TOKEN,
        name: str = "Mus",
        flood: bool = True,
        limits: Limits | None = None,
        clock: Callable[[], float] = time.time,
        privileged_intents: int = 0,
        checked: bool = True,
    ) -> None:
        self.journal = Journal(clock)
        self.world = World(clock, APPLICATION, name, self.journal)
        self.gateway = Gateway(token, self.world, self.journal, privileged_intents=privileged_intents)
        self.world.listener = self.gateway.tell
        self.token = token
        self.faults = Faults()
        self.flood = Flood(clock, limits or Limits(), on=flood)
        spec = load_spec() if checked else None
        self.server = Server(token, self.world, self.gateway, self.flood, self.journal, self.faults, spec)

    # the server

    @property
    def api_url(self) -> str:
        """Where the API is: DISCORD_API_URL, the `BASE` of discord.py's Route."""
        return f"http://127.0.0.1:{self.server.port}{API}"

    @property
    def gateway_url(self) -> str:
        """Where the gateway is: DISCORD_GATEWAY_URL, the DEFAULT_GATEWAY of discord.py's DiscordWebSocket."""
        return self.gateway.url

    @property
    def connected(self) -> bool:
        """Whether a bot is listening."""
        return self.gateway.connected

    @property
    def commands(self) -> list[Json]:
        """The commands the bot has registered for all guilds."""
        return list(self.world.commands.get(None, {}).values())

    # troubles

    async def drop_gateway(self, code: int | None = None, *, shard: int | None = None) -> None:
        """Ends the bot's connections, or a shard's, with a close code or without a word; events wait."""
        await self.gateway.drop(code, shard=shard)

    def forget_sessions(self) -> None:
        """Makes the bot identify anew: whatever it has not been told is lost."""
        self.gateway.forget()

    def ask_reconnect(self) -> None:
        """Asks the bot to connect anew and resume."""
        self.gateway.ask_reconnect()

    def refuse(
        self,
        method: str,
        path: str,
        status: int,
        code: int = 0,
        message: str = "refused",
        *,
        times: int | None = 1,
    ) -> None:
        """Answers the next requests ("*" is any method, `path` a pattern) with an error, and does nothing."""
        self.faults.add(Fault(method, path, Trouble.REFUSE, times, error=Refusal(status, code, message)))

    def lose_request(self, method: str, path: str, times: int | None = 1) -> None:
        """Cuts the connection before anything is done."""
        self.faults.add(Fault(method, path, Trouble.LOSE_REQUEST, times))

    def lose_reply(self, method: str, path: str, times: int | None = 1) -> None:
        """Cuts the connection when it has been done: the bot cannot know."""
        self.faults.add(Fault(method, path, Trouble.LOSE_REPLY, times))

    def slow(self, method: str, path: str, seconds: float, times: int | None = None) -> None:
        """Makes requests take their time, for good unless `times` says otherwise."""
        self.faults.add(Fault(method, path, Trouble.SLOW, times, seconds=seconds))

    def garble(
        self,
        method: str,
        path: str,
        times: int | None = 1,
        *,
        status: int = 502,
        body: str = _GARBAGE,
        headers: dict[str, str] | None = None,
    ) -> None:
        """Answers something that is not JSON, as a proxy on the way does, and does nothing."""
        fault = Fault(method, path, Trouble.GARBLE, times, status=status, body=body, headers=headers or {})
        self.faults.add(fault)

    def limit(self, method: str, path: str, seconds: float, *, everywhere: bool) -> None:
        """Answers the next request with 429: of its route, or of the whole bot ([D] Rate Limits)."""
        headers = {"X-RateLimit-Scope": "global", "X-RateLimit-Global": "true"} if everywhere else {}
        error = rate_limited(seconds, headers or {"X-RateLimit-Scope": "user"}, everywhere=everywhere)
        self.faults.add(Fault(method, path, Trouble.REFUSE, 1, error=error))

    # the books

    @property
    def violations(self) -> list[str]:
        """What the bot sent that it should not have: against the specification, or in a wrong form."""
        return self.journal.violations

    @property
    def sent(self) -> list[Sent]:
        """Everything the bot ever asked for, with who could see it and what it was answered."""
        return self.journal.sent

    @property
    def refused(self) -> list[Sent]:
        """What of it was answered with an error."""
        return self.journal.refused

    def viewers(self, entry: Sent) -> set[int]:
        """Returns who could see what a request did: one, all who were ever in a guild, or nobody."""
        if not entry.done or entry.channel is None:
            return set()
        if entry.viewer is not None:
            return {entry.viewer}
        return self.world.readers_of(entry.channel)

    def group_payloads(self, channel: int) -> list[dict[str, Any]]:
        """Returns everything the bot showed to all in a channel, edits included."""
        return [entry.payload for entry in self.journal.to_channel(channel)]

    def transcript(self, channel: int | None = None, *, viewer: int | None = None) -> str:
        """Returns the story of a channel, or of all, to be read aloud.

        It tells everybody's private lines too, in brackets; with a `viewer`, only theirs.
        """
        lines = [
            line
            for line in self.journal.story
            if channel in (None, line.channel) and (viewer is None or line.viewer in (None, viewer))
        ]
        told, where = [], None
        for line in lines:
            if line.channel != where:
                told.append(f"— {self.called(line.channel)}")
                where = line.channel
            alone = self._name(line.viewer) if line.viewer is not None else ""
            told.append(f"    (to {alone} alone: {line.text})" if alone else f"  {line.text}")
        return "\n".join(told)

    def called(self, number: int) -> str:
        """Returns what a channel is called: "#mus", "#mus › Mesa K7" (a thread), "@Ane" (a private talk)."""
        channel = self.world.known(number)
        if channel is None:
            return str(number)
        if channel.guild_id is None:
            return f"@{self._name(channel.recipient_ids[0])}"
        parent = self.world.known(channel.parent_id) if channel.is_thread else None
        return f"#{parent.name} › {channel.name}" if parent is not None else f"#{channel.name}"
