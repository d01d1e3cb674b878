"""One musbot plays with a PostgreSQL, one stands by; what befalls them: `python -m tests.e2e.standby`.

Both are processes of their own, each with a way of its own to the platform and to the database, on which it
is seen what it begins, and which can swallow all that is said. The database is a server of its own.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import signal
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from pathlib import Path
from statistics import median

import asyncpg

from musbot.acta.read import read
from musbot.acta.write import write
from musbot.game.events import Event
from musbot.store.postgres.reads import read_server
from musbot.store.postgres.store import open_postgres
from musbot.store.queries import Query
from musbot.store.reads import load_log
from musbot.store.refold import read_log
from musbot.table.events import AnyEvent
from musbot.table.fold import fold
from musbot.table.table import Table
from musbot.words.texts import Texts
from tests.e2e.bot_process import BotProcess
from tests.e2e.chaos import delays, opened, play
from tests.e2e.copies import copied
from tests.e2e.pena import Pena, Pressed, words_by_question
from tests.fakes.telegram_api import FakeTelegram
from tests.fakes.telegram_api.faults import Fault, Trouble
from tests.support.server import Cluster, a_cluster

LOOK_S = 0.01
TRANSIT_S = 0.3
"""How late it may be seen here who has the right, or what was begun: this program is busy too."""
STOPPED_S = (5.5, 30.0)
LAST_S = 30.0
NOT_SAVED = Texts("es")("refused-not-saved")
UNREAD = ("Traceback", "never retrieved", "never awaited", "was destroyed")
_HOLDER = """
    SELECT a.client_port FROM pg_locks l JOIN pg_stat_activity a USING (pid)
    WHERE l.locktype = 'advisory' AND l.granted
"""


@dataclass
class Way:
    """A way from a process to a port of this machine."""

    to: int
    port: int = 0
    swallows: bool = False
    begun: list[tuple[float, str]] = field(default_factory=list)
    """When requests came, and what they asked for."""
    ports: set[int] = field(default_factory=set)
    _ends: set[asyncio.StreamWriter] = field(default_factory=set)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Lets all through meanwhile."""
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        async with server:
            yield
            self.plug_in()

    def plug_in(self) -> None:
        """Lets all through again; what was open meanwhile is gone."""
        self.swallows = False
        for end in self._ends:
            end.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._ends.add(writer)
        back: asyncio.StreamWriter | None = None
        try:
            while self.swallows:
                self._note(await _some(reader))
            there, back = await asyncio.open_connection("127.0.0.1", self.to)
            self._ends.add(back)
            port = back.get_extra_info("sockname")[1]
            self.ports.add(port)
            try:
                await asyncio.gather(self._pass(reader, back, heard=True), self._pass(there, writer))
            finally:
                self.ports.discard(port)  # another may be given it next
                while self.swallows:  # noqa: ASYNC110 - nor does an end come through
                    await asyncio.sleep(LOOK_S)
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            for end in (writer, back):
                if end is not None:
                    end.transport.abort()
                    self._ends.discard(end)

    async def _pass(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, heard: bool = False
    ) -> None:
        while True:
            said = await _some(reader)
            if heard:
                self._note(said)
            if not self.swallows:
                writer.write(said)

    def _note(self, said: bytes) -> None:
        if said.startswith(b"POST /bot"):
            method = said.partition(b" HTTP")[0].rpartition(b"/")[2].decode()
            self.begun.append((time.monotonic(), method))


async def _some(reader: asyncio.StreamReader) -> bytes:
    if said := await reader.read(65536):
        return said
    raise ConnectionResetError


@dataclass
class Player(BotProcess):
    """A musbot with its ways."""

    platform: Way = field(default_factory=lambda: Way(0))
    server: Way = field(default_factory=lambda: Way(0))

    async def start(self) -> None:
        """Starts it, and waits for nothing."""
        self.settings["DATABASE_URL"] = f"postgresql://mus@127.0.0.1:{self.server.port}/postgres"
        await self._launch(
            {
                "TELEGRAM_BOT_TOKEN": self.fake.token,
                "TELEGRAM_API_URL": f"http://127.0.0.1:{self.platform.port}",
            }
        )

    def asks(self) -> list[tuple[float, str]]:
        """What it began, but for who it is there."""
        return [it for it in self.platform.begun if it[1] != "getMe"]

    def first(self, since: float, method: str) -> float | None:
        """When it first asked for something after a moment; "": for anything."""
        found = (at for at, asked in self.asks() if at > since and asked.startswith(method))
        return next(found, None)


@dataclass
class Found:
    """What came of it."""

    presses: int = 0
    lost: int = 0
    lost_in_private: int = 0
    """Presses that came while the platform was asked whether their person is still in the group."""
    told_not_saved: int = 0
    twice: int = 0
    out_of_order: int = 0
    tables: int = 0
    stuck: int = 0
    damaged: int = 0
    begun_without_right: int = 0
    exceptions_unread: int = 0
    took: dict[str, list[float]] = field(default_factory=dict)

    def __str__(self) -> str:
        """Returns it as lines."""
        counts = [
            f"{name.replace('_', ' '):20} {value}" for name, value in vars(self).items() if name != "took"
        ]
        times = [
            f"{n:20} {len(it)}: {median(it):.2f} s, at most {max(it):.2f} s" for n, it in self.took.items()
        ]
        return "\n".join(counts + times)


class Pair:
    """Two musbots at one server; who has the right is looked at all the time."""

    def __init__(self, cluster: Cluster, players: list[Player], rng: random.Random) -> None:
        self.cluster = cluster
        self.players = players
        self.rng = rng
        self.turns: list[tuple[float, Player]] = []
        self.took: dict[str, list[float]] = {}

    async def observe(self) -> None:
        """Notes who has the right, until cancelled."""
        while True:
            with suppress(Exception):  # whatever the library makes of a server that goes
                db = await asyncpg.connect(self.cluster.url)
                try:
                    await self._observe(db)
                finally:
                    db.terminate()
            await asyncio.sleep(LOOK_S)

    async def _observe(self, db: asyncpg.Connection) -> None:
        while True:
            ports = {row[0] for row in await db.fetch(_HOLDER)}
            holder = next((it for it in self.players if it.server.ports & ports), None)
            if holder is not None and (not self.turns or self.turns[-1][1] is not holder):
                self.turns.append((time.monotonic(), holder))
            await asyncio.sleep(LOOK_S)

    @property
    def active(self) -> Player:
        """Who has the right."""
        return self.turns[-1][1]

    async def until(self, done: Callable[[], bool], within_s: float = 90) -> None:
        """Waits until something is so."""
        until = time.monotonic() + within_s
        while not done():
            if time.monotonic() > until:
                logs = "\n".join(f"{it.folder.name}:\n{it.log[-3000:]}" for it in self.players)
                raise AssertionError(f"{within_s:g} s are over\n{logs}")
            await asyncio.sleep(LOOK_S)

    async def stand_by(self, player: Player) -> None:
        """Starts one, and waits until it stands by."""
        before = player.log.count("stands by") if player.starts else 0
        await player.start()
        await self.until(lambda: player.log.count("stands by") > before)

    async def taken_over(self, what: str, since: float, former: Player) -> None:
        """Waits until the other has answered a press, and notes how long that and its first request took."""
        (other,) = (it for it in self.players if it is not former)
        for name, method in ((what, ""), (f"{what}, a press answered", "answerCallbackQuery")):
            self.took.setdefault(name, []).append(await self._first(other, since, method) - since)

    async def _first(self, player: Player, since: float, method: str) -> float:
        await self.until(lambda: player.first(since, method) is not None)
        return player.first(since, method) or 0

    async def kill(self, what: str = "killed") -> None:
        """kill -9."""
        former, since = self.active, time.monotonic()
        await former.kill()
        await self.taken_over(what, since, former)
        await self.stand_by(former)

    async def hand_over(self) -> None:
        """Ends one in order after a while, as an update does."""
        await asyncio.sleep(3)
        former, since = self.active, time.monotonic()
        assert await former.terminate(20) == 0
        await self.taken_over("ended in order", since, former)

    async def stop(self) -> None:
        """Stops one for a while, and wakes it."""
        former, since = self.active, time.monotonic()
        assert former.process is not None
        former.process.send_signal(signal.SIGSTOP)
        await self.taken_over("stopped", since, former)
        await asyncio.sleep(max(0.0, since + self.rng.uniform(*STOPPED_S) - time.monotonic()))
        former.process.send_signal(signal.SIGCONT)
        await self._ended(former)

    async def unplug(self) -> None:
        """Lets nothing come from or to one for a while."""
        former, since = self.active, time.monotonic()
        ways = (former.platform, former.server)
        for way in ways:
            way.swallows = True
        await self.taken_over("unplugged", since, former)
        await asyncio.sleep(self.rng.uniform(1, 15))
        for way in ways:
            way.plug_in()
        await self._ended(former)

    async def restart(self) -> None:
        """Begins the database anew."""
        former, since = self.active, time.monotonic()
        await asyncio.to_thread(self.cluster.stop, self.rng.choice(("fast", "immediate")))
        await asyncio.to_thread(self.cluster.start)
        there = time.monotonic()
        await self.until(lambda: bool(former.asks()) and former.asks()[-1][0] > there)
        self.took.setdefault("restarted", []).append(time.monotonic() - since)
        await asyncio.sleep(3)
        assert self.active is former, "whoever played goes on"

    async def fill(self) -> None:
        """Kills one while the server takes no more connections."""
        held: list[asyncpg.Connection] = []
        with suppress(asyncpg.TooManyConnectionsError):
            while True:
                held.append(await asyncpg.connect(self.cluster.url))
        former, since = self.active, time.monotonic()
        await former.kill()
        await self.taken_over("killed, server full", since, former)
        for db in held:
            await db.close()
        await self.stand_by(former)

    async def _ended(self, former: Player) -> None:
        process = former.process
        assert process is not None
        await self.until(lambda: process.returncode is not None)
        assert process.returncode == 1
        await self.stand_by(former)

    def without_right(self) -> int:
        """Returns how much was begun by who had lost the right."""
        found = 0
        for player in self.players:
            for at, method in player.asks():
                had = [who for since, who in self.turns if since <= at - TRANSIT_S]
                lately = [who for since, who in self.turns if at - TRANSIT_S < since <= at + TRANSIT_S]
                if had and had[-1] is not player and player not in lately:
                    print(f"begun without the right: {method}")
                    found += 1
        return found


async def found(pair: Pair, fake: FakeTelegram, penas: list[Pena], before: dict[str, int]) -> Found:
    """Counts what was lost, what counted twice, what stands still."""
    store = await open_postgres(pair.cluster.url)
    logs = await logs_of(pair.cluster.url)
    keys = dict(await store._fetch_rows(Query("SELECT key, at FROM seen", (str, float))))
    await store.close()
    copies = [name for name in logs if name.startswith("Z9-")]  # they rest
    tables = {name: folded_table(log) for name, log in logs.items() if name not in copies}
    pressed = [press for pena in penas for press in pena.pressed]
    unsaved = [it for it in pressed if f"telegram:{it.update}" not in keys]
    told = {it.update for it in unsaved if NOT_SAVED in told_to(fake, it)}
    lost = [it for it in unsaved if it.update not in told | set(fake.updates.expired)]
    said = "".join(it.log for it in pair.players)
    return Found(
        presses=len(pressed),
        lost=sum(not it.private for it in lost),
        lost_in_private=sum(it.private for it in lost),
        told_not_saved=len(told),
        twice=sum(n - 1 for log in logs.values() for n in words_by_question(log).values()),
        out_of_order=_inverted(fake, pressed, keys),
        tables=len(tables),
        stuck=sum(not it.over and len(logs[name]) == before.get(name, 0) for name, it in tables.items()),
        damaged=sum(is_damaged(table, logs[name]) for name, table in tables.items()),
        begun_without_right=pair.without_right(),
        exceptions_unread=sum(said.count(it) for it in UNREAD),
        took=pair.took,
    )


async def logs_of(url: str) -> dict[str, list[AnyEvent]]:
    """Returns the log of every table, read beside who plays."""
    db = await asyncpg.connect(url)
    try:
        names = [row[0] for row in await db.fetch("SELECT table_id FROM tables ORDER BY table_id")]
        return {
            name: list(read_log(name, await read_server(db, partial(load_log, table=name)))) for name in names
        }
    finally:
        await db.close()


def told_to(fake: FakeTelegram, press: Pressed) -> str:
    """Returns what a presser was told; "" if nothing."""
    answer = fake.world.presses[press.query].answer
    return (answer.text or "") if answer is not None else ""


def _inverted(fake: FakeTelegram, pressed: list[Pressed], handled: dict[str, float]) -> int:
    """How often the later one of two presses in a chat, as updates are numbered, was handled first."""
    chats: dict[int, list[float]] = {}
    for it in sorted(pressed, key=lambda press: press.update):
        if (at := handled.get(f"telegram:{it.update}")) is not None:
            chats.setdefault(fake.world.presses[it.query].chat, []).append(at)
    return sum(later < earlier for times in chats.values() for earlier, later in pairwise(times))


def folded_table(log: list[AnyEvent]) -> Table:
    """Returns the table that a log leads to."""
    table: Table | None = None
    for event in log:
        table = fold(table, event)
    assert table is not None
    return table


def is_damaged(table: Table, log: list[AnyEvent]) -> bool:
    """Returns whether a log does not follow from its words by the rules."""
    game = [event for event in log if isinstance(event, Event)]
    return bool(game) and list(read(write(table.names, game)).events) != game


@asynccontextmanager
async def a_pair(
    cluster: Cluster, fake: FakeTelegram, folder: Path, rng: random.Random
) -> AsyncIterator[Pair]:
    """Two that have begun, the first plays; both are ended."""
    settings = {"MUSBOT_AI_PAUSE_SECONDS": "0.5", "MUSBOT_TURN_SECONDS": "60"}
    players = [Player(folder / name, fake, {**settings}) for name in ("one", "other")]
    pair = Pair(cluster, players, rng)
    for it in players:
        it.folder.mkdir()
        it.platform, it.server = Way(fake.server.port), Way(cluster.port)
    one, other = players
    async with one.platform.open(), one.server.open(), other.platform.open(), other.server.open():
        observing = asyncio.create_task(pair.observe())
        try:
            await one.start()
            await pair.until(lambda: bool(one.asks()))
            await pair.stand_by(other)
            yield pair
        finally:
            observing.cancel()
            for it in players:
                if it.process is not None and it.process.returncode is None:
                    it.process.send_signal(signal.SIGCONT)
                    await it.kill()


async def befall(
    what: dict[str, int], tables: int, seed: int, last_s: float = LAST_S, *, resting: int = 0
) -> Found:
    """Lets so much of each kind befall a pair while people play; returns what came of it.

    So many tables more are `resting`: there, and open, and played at by nobody.
    """
    rng = random.Random(seed)
    with a_cluster() as cluster, tempfile.TemporaryDirectory() as folder:
        async with (
            FakeTelegram(query_lifetime_s=3600) as fake,
            a_pair(cluster, fake, Path(folder), rng) as pair,
        ):
            penas = await asyncio.gather(*(opened(fake, rng, n) for n in range(tables)))
            if resting:
                await copied(cluster.url, resting)
            slow = Fault("*", Trouble.SLOW, None)
            fake.faults.add(slow)
            playing = [asyncio.create_task(play(pena)) for pena in penas]
            playing.append(asyncio.create_task(delays(slow, rng)))
            kinds: dict[str, Callable[[], Awaitable[None]]] = {
                "kills": pair.kill,
                "stops": pair.stop,
                "unplugs": pair.unplug,
                "restarts": pair.restart,
                "fills": pair.fill,
            }
            order = [kinds[kind] for kind, times in what.items() for _ in range(times)]
            rng.shuffle(order)
            for blow in order:
                await asyncio.sleep(rng.uniform(0.3, 3))
                await blow()
            before = {name: len(log) for name, log in (await logs_of(cluster.url)).items()}
            await asyncio.sleep(last_s)
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            await fake.until(lambda: not fake.updates.pending, timeout_s=60)
            await asyncio.sleep(2)
            for it in sorted(pair.players, key=lambda it: it is pair.active):  # who stands by first
                assert await it.terminate(20) == 0
            return await found(pair, fake, list(penas), before)


def main() -> None:
    """Lets it befall them, and prints what came of it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    for kind, usual in (("kills", 10), ("stops", 2), ("unplugs", 2), ("restarts", 2), ("fills", 1)):
        parser.add_argument(f"--{kind}", type=int, default=usual)
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--resting", type=int, default=0, help="tables that are open, and nobody plays at")
    parser.add_argument("--failovers", type=int, default=0, help="of a pair of servers, and nothing else")
    parser.add_argument("--mode", choices=("sync", "async", "split"), default="async")
    parser.add_argument("--bots", type=int, default=2, choices=(1, 2), help="of the failovers")
    asked = vars(parser.parse_args())
    tables, seed, resting, began = *map(asked.pop, ("tables", "seed", "resting")), time.monotonic()
    failovers, mode, bots = map(asked.pop, ("failovers", "mode", "bots"))
    if failovers:
        from tests.e2e.failover import Mode, befall_failovers

        print(asyncio.run(befall_failovers(Mode(mode), failovers, bots, tables, seed)))
    else:
        print(asyncio.run(befall(asked, tables, seed, resting=resting)))
    print(f"{time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
