"""Keeps a connection to Discord's gateway for each shard, and reports the chats that receive no events.

The library's own loop ends the process if the gateway cannot be fetched at the start, and recurses at every
attempt. So the connections are made in `shard`, and the library only parses their events.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import NoReturn

import aiohttp
import discord
import yarl
from discord.http import Route

from musbot.port import ChatId
from musbot.port.boundary import guard_callback, may_contain, report, require_containable
from musbot.port.chats import matches_every_chat
from musbot.port.messenger import NoLease, backoff_s

from .library import parse_event, set_shard_count
from .messenger import server_of
from .shard import (
    TOO_FAST,
    TOO_FEW,
    WRONG_TOKEN,
    ConnectionLost,
    Identity,
    ReconnectForbidden,
    Shard,
    gateway_url,
)

log = logging.getLogger(__name__)

Chats = Callable[[ChatId], bool]
"""Returns whether a chat belongs to a set of chats."""

LONGEST_PAUSE_S = 64
"""The maximum seconds between two attempts."""
STEADY_S = 60
"""Seconds after which a connection counts as steady: if it is lost, the next attempt follows at once."""
ASKED_S = 30
"""Seconds within which a second request to reconnect is followed by a pause of 1 to 2 s."""
START_S = 5.5
"""Seconds between two new sessions of a bucket: 5 (Rate Limiting) and a margin for connecting."""
FRESH_S = 60
"""Seconds for which an answer of Get Gateway Bot is up to date."""
ASKING_S = 20
"""The time limit of Get Gateway Bot in seconds."""
GATHER_S = 0.5
"""Pause before clocks resume: after READY, Discord reports each server in an event."""
UNSENT_S = 1.0
"""Seconds after an attempt that was not sent, because another process may have taken over."""
SLOWER = 3
"""The number of failed attempts that a close for sending too fast counts as."""
RESUME_TRIES = 3
"""Attempts at the address of a session, after which every other attempt uses the gateway's address."""


@dataclass(slots=True)
class Access:
    """The answer of Get Gateway Bot."""

    url: yarl.URL
    """The gateway's address."""
    shards: int
    """The recommended number of shards."""
    starts: int
    """The sessions that may still be started today; a bot that starts more loses its token."""
    buckets: int
    """The sessions that may start at once (Session Start Limit Object, `max_concurrency`)."""


class Troubles:
    """The failures of a connection: backoff, one log line at the beginning and one at the end."""

    def __init__(self, name: str, clock: Callable[[], float], rng: Callable[[], float]) -> None:
        self.tries = 0
        """Failed attempts since the connection was steady."""
        self._name = name
        self._clock = clock
        self._rng = rng
        self._since: float | None = None
        self._well_at: float | None = None
        self._asked_at = float("-inf")
        self._failed = 0
        self._told = ""

    def record_failure(self, lost: ConnectionLost) -> float:
        """Records a failed attempt; returns the seconds until the next, 0 to LONGEST_PAUSE_S.

        The first failure gives 0, and so does one after a steady connection. Later pauses double from 2 s,
        less up to half at random. A close with TOO_FAST counts as SLOWER failures. If Discord asks a working
        connection to reconnect, the pause is 0 s. Within ASKED_S of the last such request it is 1 to 2 s. An
        attempt that was not sent is not recorded, and gives UNSENT_S. A new reason is logged, except a
        request to reconnect.
        """
        if lost.unsent:
            return UNSENT_S
        now, why, well_at = self._clock(), str(lost), self._well_at
        if self._since is None:
            self._since, self._failed = now, 0
        self._well_at = None
        self._failed += 1
        if why != self._told and not lost.asked:
            log.warning("%s is gone (%s): clocks wait", self._name, why)
            self._told = why
        if lost.asked and well_at is not None:
            soon, self._asked_at = now - self._asked_at < ASKED_S, now
            return 1 + self._rng() if soon else 0.0
        if well_at is not None and now - well_at >= STEADY_S:
            self.tries = 0
        if lost.code == TOO_FAST:
            self.tries = max(self.tries, SLOWER)
        pause = backoff_s(self.tries, 2, LONGEST_PAUSE_S) * (1 + self._rng()) / 2
        self.tries += 1
        return pause

    def record_success(self) -> None:
        """Records that the connection works, and logs it if a failure was logged."""
        now = self._clock()
        if self._told and self._since is not None:
            log.info("%s is there again: %.0f s, %d tries", self._name, now - self._since, self._failed)
        self._since, self._well_at, self._told = None, now, ""


class Gateway:
    """The connections of a client that has logged in; `own` is the gateway that the operator has set.

    `silent` is called with the chats that receive no events, and with None if all receive them.
    """

    def __init__(
        self,
        client: discord.AutoShardedClient,
        identity: Identity,
        own: yarl.URL | None,
        silent: Callable[[Chats | None], None],
        rng: Callable[[], float],
    ) -> None:
        self._client = client
        self._identity = identity
        self._own = own
        self._silent = silent
        self._rng = rng
        self._down: set[int] = set()
        self._away: set[int] = set()
        """Ids of the servers that Discord reports as unavailable."""
        self._telling: asyncio.TimerHandle | None = None
        self._starting = asyncio.Lock()
        self._start_at: dict[int, float] = {}
        self._asked_at = float("-inf")

    async def run(self) -> NoReturn:
        """Keeps every shard connected until cancelled; raises ReconnectForbidden.

        First reports all chats as silent. If Discord says that the shards are too few, asks for the number
        and connects all again; raises ReconnectForbidden if the number is unchanged.
        """
        self._silent(matches_every_chat)
        access = await self._fetch_access()
        while True:
            self._access = access
            try:
                await self._run_shards(access.shards)
            except ReconnectForbidden as refused:
                if refused.code != TOO_FEW:
                    raise
                self._silent(matches_every_chat)
                access = await self._fetch_access()
                if access.shards == self._access.shards:
                    raise

    async def _run_shards(self, count: int) -> NoReturn:
        """Connects `count` shards until one fails for good; then ends the others and raises its error."""
        set_shard_count(self._client, count)
        self._down = set(range(count))
        shards = [asyncio.create_task(self._keep(it, count), name=f"shard {it}") for it in range(count)]
        try:
            await asyncio.wait(shards, return_when=asyncio.FIRST_EXCEPTION)
        finally:
            for shard in shards:
                shard.cancel()
            ended = await asyncio.gather(*shards, return_exceptions=True)
        raise next(it for it in ended if isinstance(it, Exception))

    async def _keep(self, number: int, count: int) -> NoReturn:
        """Keeps a shard connected, with a pause after each loss; reports the chats that become silent.

        Raises ReconnectForbidden if it may not connect again, and a requested cancellation.
        """
        name = "Discord's gateway" if count == 1 else f"Discord's gateway, shard {number} of {count},"
        troubles = self._troubles(name)

        def ready() -> None:
            """Records that the shard is connected, and reports the chats that are still silent."""
            troubles.record_success()
            self._down.discard(number)
            self._report_silent()

        shard = Shard(self._client.http, self._identity, number, count, self._handle_event, ready, self._rng)
        while True:
            try:
                if shard.session is None:
                    await self._may_start(number)
                await shard.listen(self._url(shard, troubles.tries))
            except BaseException as error:
                pause = self._pause_after(error, number, troubles)
                if number not in self._down:
                    self._down.add(number)
                    self._report_silent()
                await asyncio.sleep(pause)

    def _pause_after(self, error: BaseException, number: int, troubles: Troubles) -> float:
        """Records the failure of a shard in `troubles`; returns the seconds until it tries again.

        Raises the error again, unrecorded, if it is ReconnectForbidden, or if `may_contain` excludes it, as a
        requested cancellation. Any other error than ConnectionLost is reported too.
        """
        if isinstance(error, ConnectionLost):
            lost = error
        else:
            if isinstance(error, ReconnectForbidden) or not may_contain(error):
                raise error
            report(f"Discord's gateway, shard {number}", error)
            lost = ConnectionLost(type(error).__name__)
        return troubles.record_failure(lost)

    def _troubles(self, name: str) -> Troubles:
        """Returns a new record of failures under a name for the log."""
        return Troubles(name, asyncio.get_running_loop().time, self._rng)

    def _url(self, shard: Shard, tries: int) -> yarl.URL:
        """Returns the address for the next attempt: the session's, or the gateway's without a session.

        After RESUME_TRIES failures every other attempt uses the gateway's address, because the session's may
        be gone.
        """
        if shard.session is not None and (tries < RESUME_TRIES or tries % 2):
            return shard.session.url
        return self._own or self._access.url

    def _report_silent(self) -> None:
        """Calls `silent` with the chats of disconnected shards and unavailable servers.

        If all chats receive events, calls it with None.
        """
        count = self._access.shards
        if not self._down and not self._away:
            self._silent(None)
        elif len(self._down) == count:
            self._silent(matches_every_chat)
        else:
            self._silent(partial(is_silent, frozenset(self._down), count, frozenset(self._away)))

    def _note_server(self, event: str, data: object) -> None:
        """Records which servers an event reports as unavailable, or as available again.

        A change after READY schedules a report. No effect for other events and unreadable data.
        docs.discord.com, Gateway Events: Ready, Guild Delete.
        """
        if not isinstance(data, dict):
            return
        found = data.get("guilds")
        if event == "READY" and isinstance(found, list):
            self._away |= {number for it in found for number in _unavailable_ids(it)}
        elif event in ("GUILD_CREATE", "GUILD_DELETE"):
            away = self._away - {_number(data.get("id"))} | {*_unavailable_ids(data)}
            if away != self._away:
                self._away = away
                self._report_silent_later(0.0 if event == "GUILD_DELETE" else GATHER_S)

    def _report_silent_later(self, seconds: float) -> None:
        """Schedules a report of the silent chats after some seconds; an earlier schedule is cancelled."""
        if self._telling is not None:
            self._telling.cancel()
        tell = guard_callback("Discord's servers", self._report_silent)
        self._telling = asyncio.get_running_loop().call_later(seconds, tell)

    def _handle_event(self, event: str, data: object) -> None:
        """Records unavailable servers and passes an event to the library.

        An Exception of the library is logged. A requested cancellation is raised, and any other is reported.
        """
        self._note_server(event, data)
        try:
            parse_event(self._client, event, data)
        except Exception as error:  # an unreadable event must not affect others
            log.warning("an event could not be read: %s (%s)", event, type(error).__name__)
        except asyncio.CancelledError as error:
            require_containable(error)
            report(f"an event, {event}", error)

    # ---- Get Gateway Bot ---------------------------------------------------------------------------------

    async def _fetch_access(self) -> Access:
        """Returns the answer of Get Gateway Bot; retries with pauses until it arrives.

        Raises ReconnectForbidden, and a requested cancellation.
        """
        troubles = self._troubles("Discord's gateway")
        while True:
            try:
                found = await self._fetch_access_once()
            except BaseException as error:
                await asyncio.sleep(self._pause_after(error, 0, troubles))
            else:
                troubles.record_success()
                return found

    async def _may_start(self, number: int) -> None:
        """Waits until a shard may start a session, and counts it as started.

        Asks Discord for the remaining sessions if its last answer is older than FRESH_S; without an answer
        the last one counts. Raises ConnectionLost if today's sessions are used up, ReconnectForbidden if the
        token is wrong.
        """
        clock = asyncio.get_running_loop().time
        async with self._starting:
            if clock() - self._asked_at > FRESH_S:
                with suppress(ConnectionLost):  # the last answer is used then
                    found = await self._fetch_access_once()
                    self._access = replace(found, shards=self._access.shards)
            if self._access.starts < 1:
                raise ConnectionLost("no more sessions may be started today")
            self._access.starts -= 1
            bucket = number % self._access.buckets
            at = max(clock(), self._start_at.get(bucket, 0.0))
            self._start_at[bucket] = at + START_S
        await asyncio.sleep(at - clock())

    async def _fetch_access_once(self) -> Access:
        """Calls Get Gateway Bot once; raises ConnectionLost, or ReconnectForbidden if the token is wrong."""
        try:
            async with asyncio.timeout(ASKING_S):
                answer: object = await self._client.http.request(Route("GET", "/gateway/bot"))
        except discord.HTTPException as error:
            if error.status == 401:
                raise ReconnectForbidden(WRONG_TOKEN) from None
            raise ConnectionLost(f"HTTP {error.status}") from None
        except (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError, ValueError) as error:
            raise ConnectionLost(type(error).__name__, unsent=isinstance(error, NoLease)) from None
        self._asked_at = asyncio.get_running_loop().time()
        return _parse_access(answer)


def _parse_access(answer: object) -> Access:
    """Returns the parsed answer of Get Gateway Bot; raises ConnectionLost if it is unreadable."""
    if isinstance(answer, dict):
        url, shards = gateway_url(answer.get("url")), answer.get("shards")
        limit = answer.get("session_start_limit")
        starts, buckets = (
            map(limit.get, ("remaining", "max_concurrency")) if isinstance(limit, dict) else (0, 0)
        )
        if url is not None and isinstance(shards, int) and shards > 0 and isinstance(starts, int):
            return Access(url, shards, starts, buckets if isinstance(buckets, int) and buckets > 0 else 1)
    raise ConnectionLost("what it says cannot be read")


def is_silent(shards: frozenset[int], count: int, servers: frozenset[int], chat: ChatId) -> bool:
    """Returns whether a chat belongs to one of these shards or servers.

    Private chats and invalid ids belong to shard 0. docs.discord.com, Gateway, Sharding.
    """
    server = server_of(chat)
    return server in servers or ((server >> 22) % count if server is not None else 0) in shards


def _number(found: object) -> int:
    """Returns an id, given as a text of digits, as a number; 0 for any other value."""
    return int(found) if isinstance(found, str) and found.isdecimal() else 0


def _unavailable_ids(server: object) -> list[int]:
    """Returns the id of a server that is reported as unavailable; [] for an available one."""
    away = isinstance(server, dict) and server.get("unavailable") is True
    return [_number(server.get("id"))] if isinstance(server, dict) and away else []
