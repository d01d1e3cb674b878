"""A pair of PostgreSQL servers fails over again and again while people play (see `tests.e2e.standby`).

One musbot or two play. Each has a way of its own to each server, on which packets can be swallowed; one that
ends is started again, as systemd would. After each failover the former primary follows the new one.
"""

from __future__ import annotations

import asyncio
import random
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from statistics import median
from typing import NamedTuple

import asyncpg

from musbot.store.postgres.store import open_postgres
from musbot.words.texts import Texts
from tests.e2e.chaos import delays, opened, play
from tests.e2e.pena import Pena, words_by_question
from tests.e2e.standby import (
    LOOK_S,
    NOT_SAVED,
    UNREAD,
    Player,
    Way,
    folded_table,
    is_damaged,
    logs_of,
    told_to,
)
from tests.fakes.telegram_api import FakeTelegram
from tests.fakes.telegram_api.faults import Fault, Trouble
from tests.support.server import Cluster, a_cluster, a_replica

MOST_LAG_S = 8.0
FENCED_S = (3.0, 9.0)
"""How long the former primary goes on beside the new one in a split."""
LAST_S = 20.0
LOST = Texts("es")("failover-moves", table="|").partition("|")[0]
SET_ASIDE = ("set aside", "apartada")


class Mode(Enum):
    """How commits reach the replica, and what becomes of the former primary."""

    SYNC = "sync"
    ASYNC = "async"
    SPLIT = "split"


@dataclass
class Bot(Player):
    """A musbot with a way to each server."""

    ways: list[Way] = field(default_factory=list)

    async def start(self) -> None:
        """Starts it, and waits for nothing."""
        hosts = ",".join(f"127.0.0.1:{way.port}" for way in self.ways)
        self.settings["DATABASE_URL"] = f"postgresql://mus@{hosts}/postgres"
        url = f"http://127.0.0.1:{self.platform.port}"
        await self._launch({"TELEGRAM_BOT_TOKEN": self.fake.token, "TELEGRAM_API_URL": url})


@dataclass
class Sums:
    """What came of it."""

    failovers: int = 0
    killed_with_it: int = 0
    presses: int = 0
    presses_lost: int = 0
    """Also those that were against the rules, of which only the delivery was recorded."""
    moves_lost: int = 0
    moves_untold: int = 0
    told_not_saved: int = 0
    twice: int = 0
    tables: int = 0
    gaps: int = 0
    set_aside: int = 0
    damaged: int = 0
    stuck: int = 0
    chats_told: int = 0
    made_again: int = 0
    exceptions_unread: int = 0
    answered_s: list[float] = field(default_factory=list)
    """From each promotion to the next press that was answered."""
    both_s: list[float] = field(default_factory=list)
    """How long both answered in a split."""

    def __str__(self) -> str:
        """Returns it as lines."""
        lines = [f"{n.replace('_', ' '):20} {it}" for n, it in vars(self).items() if isinstance(it, int)]
        for name, times in (("answered after", self.answered_s), ("both answered", self.both_s)):
            if times:
                lines.append(f"{name:20} {median(times):.2f} s, at most {max(times):.2f} s")
        return "\n".join(lines)


@dataclass
class Servers:
    """The primary and the server that follows it."""

    primary: Cluster
    replica: Cluster
    mode: Mode

    async def ask(self, server: Cluster, *statements: str) -> None:
        """Runs statements on a server."""
        db = await asyncpg.connect(server.url, timeout=5)
        try:
            for statement in statements:
                await db.execute(statement)
        finally:
            await db.close()

    async def catch_up(self) -> None:
        """Waits until the replica follows; commits wait for it in a synchronous pair."""
        db = await asyncpg.connect(self.primary.url, timeout=5)
        try:
            streaming = "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'"
            while not await db.fetchval(streaming):  # noqa: ASYNC110 - the server has no event
                await asyncio.sleep(LOOK_S)
            if self.mode is Mode.SYNC:
                await db.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
                await db.execute("SELECT pg_reload_conf()")
        finally:
            await db.close()

    async def lag(self) -> None:
        """Lets the replica get nothing more."""
        conninfo = "ALTER SYSTEM SET primary_conninfo = ''"
        await self.ask(self.replica, conninfo, "SELECT pg_reload_conf()")

    async def promote(self) -> None:
        """Makes a primary of the replica, which waits for nobody."""
        await asyncio.to_thread(self.replica.promote)
        reset = "ALTER SYSTEM RESET synchronous_standby_names"
        await self.ask(self.replica, reset, "SELECT pg_reload_conf()")

    async def follow(self) -> None:
        """Lets the former primary, which has ended, begin anew as a replica of the new one."""
        former, new = self.primary, self.replica
        await asyncio.to_thread(shutil.rmtree, former.folder / "data")
        await asyncio.to_thread(former.follow, new, former.port)
        self.primary, self.replica = new, former
        await self.catch_up()


class Game:
    """The bots, the servers and what befalls them."""

    def __init__(self, servers: Servers, bots: list[Bot], rng: random.Random) -> None:
        self.servers = servers
        self.bots = bots
        self.rng = rng
        self.sums = Sums()
        self.running: list[asyncio.Task[None]] = []
        self.had: list[set[Moved]] = []
        """The events that each former primary had when it ended."""
        self.clusters = [servers.primary, servers.replica]

    def ways(self, server: Cluster) -> list[Way]:
        """Returns the ways of all bots to a server."""
        return [bot.ways[self.clusters.index(server)] for bot in self.bots]

    @property
    def active(self) -> Bot:
        """The bot that asked the platform for something last."""
        return max(self.bots, key=lambda bot: bot.asks()[-1][0] if bot.asks() else 0.0)

    async def until(self, done: Callable[[], bool], within_s: float = 90) -> None:
        """Waits until something is so."""
        until = time.monotonic() + within_s
        while not done():
            if time.monotonic() > until:
                raise AssertionError("\n".join(f"{bot.folder.name}:\n{bot.log[-4000:]}" for bot in self.bots))
            await asyncio.sleep(LOOK_S)

    async def keep_running(self, bot: Bot) -> None:
        """Starts a bot again whenever it has ended, until cancelled."""
        while True:
            assert bot.process is not None
            await bot.process.wait()
            await asyncio.sleep(0.5)
            await bot.start()

    async def end(self, *, last_start: bool = True) -> None:
        """Ends the bots in order, and lets one start once more, which reads every table."""
        for task in self.running:
            task.cancel()
        await self._end_bots()
        if last_start:
            await self.bots[0].start()
            await asyncio.sleep(5)
            await self._end_bots()

    async def _end_bots(self) -> None:
        for bot in sorted(self.bots, key=lambda it: it is self.active):  # who stands by first
            if bot.process is not None and bot.process.returncode is None:
                with suppress(TimeoutError):
                    await bot.terminate(20)

    async def fail_over(self, number: int) -> None:
        """Lets the replica take the place of the primary, with all that the mode says."""
        servers, former = self.servers, self.servers.primary
        split = servers.mode is Mode.SPLIT
        if servers.mode is Mode.ASYNC:
            await servers.lag()
            await asyncio.sleep(self.rng.uniform(0, MOST_LAG_S))
        killed = self.active if len(self.bots) > 1 and number % 3 == 2 and not split else None
        if killed is not None:
            await killed.kill()
            self.sums.killed_with_it += 1
        apart = split and len(self.bots) > 1 and number % 2 == 1
        if split:
            await self._split(apart=apart)
        else:
            for way in self.ways(former) if number % 2 else ():
                way.swallows = True
            self.had.append(await events_of(former.url))
            await asyncio.to_thread(former.stop, "immediate")
            await servers.promote()
            await self._answered(time.monotonic())
        for way in self.ways(former):
            way.plug_in()
        await servers.follow()
        self.sums.failovers += 1

    async def _split(self, *, apart: bool) -> None:
        """Promotes the replica while the primary lives, which is fenced later.

        `apart`: the bot that plays reaches only the former, the other one only the new primary.
        """
        servers, former, active = self.servers, self.servers.primary, self.active
        if apart:
            for bot in self.bots:
                gone = servers.replica if bot is active else former
                bot.ways[self.clusters.index(gone)].swallows = True
        await servers.lag()
        await servers.promote()
        since = time.monotonic()
        fencing = asyncio.create_task(self._fence(former, self.rng.uniform(*FENCED_S)))
        await self._answered(since)
        await fencing
        for bot in self.bots:
            for way in bot.ways:
                way.plug_in()
        await self._answered(time.monotonic())
        self.sums.both_s.append(self._both(since))

    async def _fence(self, former: Cluster, after_s: float) -> None:
        await asyncio.sleep(after_s)
        self.had.append(await events_of(former.url))
        await asyncio.to_thread(former.stop, "immediate")

    def _both(self, since: float) -> float:
        """Returns for how long the bots answered presses by turns."""
        answers = sorted(
            (at, n)
            for n, bot in enumerate(self.bots)
            for at, asked in bot.asks()
            if at > since and asked == "answerCallbackQuery"
        )
        last = {n: at for at, n in answers}
        first = {n: at for at, n in reversed(answers)}
        if len(last) < 2:
            return 0.0
        return max(0.0, min(last.values()) - max(first.values()))

    async def _answered(self, since: float) -> None:
        """Waits until a press has been answered, and notes how long that took."""
        times: list[float] = []

        def answered() -> bool:
            found = (bot.first(since, "answerCallbackQuery") for bot in self.bots)
            times.extend(at for at in found if at is not None)
            return bool(times)

        await self.until(answered)
        self.sums.answered_s.append(min(times) - since)


async def count(game: Game, fake: FakeTelegram, penas: list[Pena], before: dict[str, int]) -> Sums:
    """Counts what was lost, who was not told, which logs have a gap."""
    sums, url = game.sums, game.servers.primary.url
    logs = await logs_of(url)
    store = await open_postgres(url)
    async with _connection(url) as db:
        keys = {row[0] for row in await db.fetch("SELECT key FROM seen")}
        sums.gaps = len(await db.fetch(_GAPS))
    await store.close()
    tables = {name: folded_table(log) for name, log in logs.items()}
    pressed = [press for pena in penas for press in pena.pressed]
    expired = set(fake.updates.expired)
    unsaved = [it for it in pressed if f"telegram:{it.update}" not in keys and it.update not in expired]
    lost = [it for it in unsaved if NOT_SAVED not in told_to(fake, it)]
    told = [pena.chat for pena in penas if any(LOST in it.text for it in fake.from_bot(pena.chat))]
    said = "".join(bot.log for bot in game.bots)
    sums.presses, sums.tables, sums.chats_told = len(pressed), len(tables), len(told)
    sums.presses_lost, sums.told_not_saved = len(lost), len(unsaved) - len(lost)
    now = await events_of(url)
    gone = [had - now for had in game.had]
    sums.moves_lost = sum(map(len, gone))
    owed = Counter(chat for lost in gone for chat in {it.chat for it in lost})
    for pena in penas:
        said_there = sum(LOST in it.text for it in fake.from_bot(pena.chat))
        sums.moves_untold += max(0, owed[f"telegram:{pena.chat}"] - said_there)
    sums.twice = sum(n - 1 for log in logs.values() for n in words_by_question(log).values())
    sums.set_aside = sum(said.count(it) for it in SET_ASIDE)
    sums.damaged = sum(is_damaged(table, logs[name]) for name, table in tables.items())
    sums.stuck = sum(not it.over and len(logs[name]) == before.get(name, 0) for name, it in tables.items())
    sums.made_again = said.count("made again from memory")
    sums.exceptions_unread = sum(said.count(it) for it in UNREAD)
    for line in said.splitlines() if sums.exceptions_unread or sums.moves_untold else ():
        print(line)
    return sums


_GAPS = "SELECT table_id FROM events GROUP BY table_id HAVING min(seq) <> 1 OR max(seq) <> count(*)"


class Moved(NamedTuple):
    """An event of a table as a server has it."""

    chat: str
    table: str
    seq: int
    at: float


async def events_of(url: str) -> set[Moved]:
    """Returns the events that a server has."""
    async with _connection(url) as db:
        rows = await db.fetch("SELECT chat, table_id, seq, at FROM events JOIN tables USING (table_id)")
    return {Moved(*row) for row in rows}


@asynccontextmanager
async def _connection(url: str) -> AsyncIterator[asyncpg.Connection]:
    db = await asyncpg.connect(url)
    try:
        yield db
    finally:
        await db.close()


@asynccontextmanager
async def a_game(
    mode: Mode, fake: FakeTelegram, folder: Path, bots: int, rng: random.Random
) -> AsyncIterator[Game]:
    """Two servers, and so many bots that have begun; all are ended."""
    settings = {"MUSBOT_AI_PAUSE_SECONDS": "0.5", "MUSBOT_TURN_SECONDS": "60"}
    async with AsyncExitStack() as stack:
        servers = stack.enter_context(_two_servers(mode))
        await servers.catch_up()
        made = [Bot(folder / f"bot{n}", fake, {**settings}) for n in range(bots)]
        game = Game(servers, made, rng)
        for bot in made:
            bot.folder.mkdir()
            bot.platform = Way(fake.server.port)
            bot.ways = [Way(it.port) for it in game.clusters]
            for way in (bot.platform, *bot.ways):
                await stack.enter_async_context(way.open())
            await bot.start()
            await game.until(lambda: bool(made[0].asks()))
        game.running = [asyncio.create_task(game.keep_running(bot)) for bot in made]
        try:
            yield game
        finally:
            await game.end(last_start=False)


@contextmanager
def _two_servers(mode: Mode) -> Iterator[Servers]:
    with ExitStack() as stack:
        primary = stack.enter_context(a_cluster())
        yield Servers(primary, stack.enter_context(a_replica(primary)), mode)


async def befall_failovers(mode: Mode, failovers: int, bots: int, tables: int, seed: int) -> Sums:
    """Lets a pair of servers fail over so often while people play; returns what came of it."""
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        async with (
            FakeTelegram(query_lifetime_s=3600) as fake,
            a_game(mode, fake, Path(folder), bots, rng) as game,
        ):
            penas = await asyncio.gather(*(opened(fake, rng, n) for n in range(tables)))
            slow = Fault("*", Trouble.SLOW, None)
            fake.faults.add(slow)
            playing = [asyncio.create_task(play(pena)) for pena in penas]
            playing.append(asyncio.create_task(delays(slow, rng)))
            for number in range(failovers):
                await asyncio.sleep(rng.uniform(1, 4))
                await game.fail_over(number)
            before = {name: len(log) for name, log in (await logs_of(game.servers.primary.url)).items()}
            await asyncio.sleep(LAST_S)
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            await fake.until(lambda: not fake.updates.pending, timeout_s=60)
            await asyncio.sleep(2)
            await game.end()
            return await count(game, fake, list(penas), before)
