"""Several workers at one PostgreSQL: a balancer gives each update to any of them, `kill -9` ends them.

`python -m tests.e2e.chaos --workers 4 --minutes 10` is this one.
"""

from __future__ import annotations

import asyncio
import random
import socket
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

import aiohttp
import asyncpg
from aiohttp import web

from musbot.acta.read import read
from musbot.acta.write import write
from musbot.game.events import Event
from musbot.service.parts import PARTS
from musbot.store.postgres.link import connected
from musbot.store.postgres.schema import key
from musbot.store.postgres.store import PostgresStore, open_postgres
from musbot.store.refold import read_log
from musbot.table.state import AnyEvent, Table, fold
from tests.e2e.bot_process import BotProcess
from tests.e2e.pena import Pena
from tests.e2e.test_kill import words_by_question
from tests.fakes.telegram_api import FakeTelegram

LOOK_S = 0.02
_HELD = """
    SELECT (classid::bigint << 32) | objid::bigint, pid FROM pg_locks WHERE locktype = 'advisory' AND granted
"""


def a_port() -> int:
    """Returns a port that is free."""
    with socket.socket() as it:
        it.bind(("127.0.0.1", 0))
        return int(it.getsockname()[1])


@dataclass
class Worker(BotProcess):
    """A `musbot run` whose updates come by a webhook."""

    port: int = 0

    async def start(self) -> None:
        """Starts it, and waits for nothing."""
        await self._launch({"TELEGRAM_BOT_TOKEN": self.fake.token, "TELEGRAM_API_URL": self.fake.url})

    @property
    def runs(self) -> bool:
        """Whether it has not ended."""
        return self.process is not None and self.process.returncode is None


@dataclass
class Workers:
    """All of them, and what they left."""

    url: str
    fake: FakeTelegram
    folder: Path
    rng: random.Random
    settings: dict[str, str] = field(default_factory=dict)
    at: list[Worker] = field(default_factory=list)
    given: Counter[int] = field(default_factory=Counter)
    """How many updates each port took."""
    takeovers: list[float] = field(default_factory=list)
    address: str = ""

    def worker(self) -> Worker:
        """Makes one more, not yet started."""
        folder = self.folder / f"{len(self.at)}-{self.rng.randrange(10**9)}"
        folder.mkdir()
        port = a_port()
        settings = {
            "DATABASE_URL": self.url,
            "TELEGRAM_WEBHOOK_URL": self.address,
            "TELEGRAM_WEBHOOK_LISTEN": f"127.0.0.1:{port}",
            **self.settings,
        }
        made = Worker(folder, self.fake, settings, port=port)
        self.at.append(made)
        return made

    @asynccontextmanager
    async def balanced(self) -> AsyncIterator[None]:
        """Gives what comes to one address to any worker that runs; none: it was not taken."""
        async with aiohttp.ClientSession() as session:

            async def brought(request: web.Request) -> web.Response:
                body, headers = await request.read(), {**request.headers}
                headers.pop("Host", None)
                for worker in self.rng.sample(running := [it for it in self.at if it.runs], len(running)):
                    with suppress(aiohttp.ClientError):
                        where = f"http://127.0.0.1:{worker.port}/"
                        async with session.post(where, data=body, headers=headers) as reply:
                            self.given[worker.port] += reply.status == 200
                            return web.Response(status=reply.status)
                return web.Response(status=502)

            app = web.Application()
            app.router.add_post("/", brought)
            runner = web.AppRunner(app, access_log=None)
            await runner.setup()
            site = web.TCPSite(runner, "127.0.0.1", 0)
            await site.start()
            self.address = f"http://127.0.0.1:{runner.addresses[0][1]}/"
            try:
                yield
            finally:
                await runner.cleanup()

    async def all_held(self, db: asyncpg.Connection, schema: str, within_s: float = 60) -> float:
        """Waits until every part is held; returns how long that took."""
        wanted = {key(schema, f"telegram {n}") for n in range(PARTS)}
        began = time.monotonic()
        while not wanted <= {row[0] for row in await db.fetch(_HELD)}:
            if time.monotonic() - began > within_s:
                raise AssertionError(f"parts are held by nobody after {within_s} s:\n{self.logs()}")
            await asyncio.sleep(LOOK_S)
        return time.monotonic() - began

    async def _holding(self, db: asyncpg.Connection, schema: str) -> int:
        """Returns how many workers hold parts."""
        wanted = {key(schema, f"telegram {n}") for n in range(PARTS)}
        return len({pid for lock, pid in await db.fetch(_HELD) if lock in wanted})

    def logs(self) -> str:
        """What all have logged."""
        return "\n".join(path.read_text("utf-8")[-3000:] for path in sorted(self.folder.glob("*/bot.log")))

    async def kills(
        self, db: asyncpg.Connection, schema: str, until: float, pause_s: tuple[float, float]
    ) -> int:
        """Kills one after another, and begins another one for each; returns how many were killed."""
        killed = 0
        while time.monotonic() < until:
            await asyncio.sleep(self.rng.uniform(*pause_s))
            worker = self.rng.choice(self.at)
            others = await self._holding(db, schema)
            await worker.kill()
            self.at.remove(worker)
            took = await self.all_held(db, schema)
            if others > 1:  # else there was none that ran already
                self.takeovers.append(took)
            await self.worker().start()
            killed += 1
        return killed

    async def restarts(self, command: str, until: float, pause_s: tuple[float, float]) -> int:
        """Begins the database anew by a command, again and again; returns how often."""
        restarted = 0
        while time.monotonic() < until:
            await asyncio.sleep(self.rng.uniform(*pause_s))
            process = await asyncio.create_subprocess_shell(command, stdout=asyncio.subprocess.DEVNULL)
            assert await process.wait() == 0, command
            db = await connected(self.url)
            self.takeovers.append(await self.all_held(db, await db.fetchval("SELECT current_schema()")))
            await db.close()
            restarted += 1
        return restarted

    async def stop(self) -> None:
        """Lets all stop."""
        for worker in self.at:
            if worker.runs:
                await worker.terminate(10)


async def logs_of(store: PostgresStore) -> dict[str, list[AnyEvent]]:
    """Returns the log of every table."""
    names = await store._read("SELECT table_id FROM tables ORDER BY table_id")
    return {name: list(read_log(name, await store.log(name))) for (name,) in names}


def tables_of(logs: dict[str, list[AnyEvent]]) -> dict[str, Table]:
    """Returns every table as its log says it is."""
    tables = {}
    for name, log in logs.items():
        table: Table | None = None
        for event in log:
            table = fold(table, event)
        assert table is not None
        tables[name] = table
    return tables


def damaged(logs: dict[str, list[AnyEvent]], tables: dict[str, Table]) -> list[str]:
    """Returns the tables whose logs do not follow from their words by the rules."""
    wrong = []
    for name, log in logs.items():
        game = [event for event in log if isinstance(event, Event)]
        if game and list(read(write(tables[name].names, game)).events) != game:
            wrong.append(name)
    return wrong


@dataclass
class Found:
    """What came of it."""

    kills: int
    presses: int
    lost: int
    twice: int
    words: int
    hands_shown: int
    boards_twice: int
    tables: int
    stuck: int
    damaged: int
    errands_left: int
    violations: int
    taken_by_each: list[int]
    takeover_median_s: float
    takeover_most_s: float

    def __str__(self) -> str:
        """Returns it as lines."""
        return "\n".join(f"{name.replace('_', ' '):20} {value}" for name, value in vars(self).items())


async def found(workers: Workers, penas: list[Pena], before: dict[str, int], killed: int) -> Found:
    """Counts what was lost, what counted twice, what stands twice."""
    from tests.e2e.chaos import hands_shown

    store = await open_postgres(workers.url)
    logs = await logs_of(store)
    keys = {row[0] for row in await store._read("SELECT key FROM seen")}
    errands = await store._read("SELECT key FROM errands")
    await store.close()
    tables = tables_of(logs)
    pressed = [press for pena in penas for press in pena.pressed]
    expired = set(workers.fake.updates.expired)
    hands = Counter(hand for pena in penas for hand in hands_shown(pena, pena.chat))
    words = [count for log in logs.values() for count in words_by_question(log).values()]
    playing = [name for name, table in tables.items() if not table.over]
    return Found(
        kills=killed,
        presses=len(pressed),
        lost=sum(f"telegram:{it.update}" not in keys and it.update not in expired for it in pressed),
        twice=sum(count - 1 for count in words),
        words=len(words),
        hands_shown=len(hands),
        boards_twice=sum(count - 1 for count in hands.values()),
        tables=len(logs),
        stuck=sum(len(logs[name]) == before.get(name, 0) for name in playing),
        damaged=len(damaged(logs, tables)),
        errands_left=len(errands),
        violations=len(workers.fake.violations),
        taken_by_each=sorted(workers.given.values()),
        takeover_median_s=round(median(workers.takeovers or [0]), 3),
        takeover_most_s=round(max(workers.takeovers or [0]), 3),
    )


async def chaos(
    url: str,
    folder: Path,
    *,
    workers: int,
    seconds: float,
    tables: int,
    seed: int,
    pause_s: tuple[float, float] = (2, 5),
    last_s: float = 40,
    restart: str = "",
) -> Found:
    """Kills workers, or the database by a command, for so long while tables play; returns what came of it."""
    from tests.e2e.chaos import delays, opened, play
    from tests.fakes.telegram_api.faults import Fault, Trouble

    rng = random.Random(seed)
    async with FakeTelegram(query_lifetime_s=3600) as fake:
        settings = {"MUSBOT_AI_PAUSE_SECONDS": "0.5", "MUSBOT_TURN_SECONDS": "6"}
        all_of_them = Workers(url, fake, folder, rng, settings)
        db = await connected(url)
        schema = await db.fetchval("SELECT current_schema()")
        async with all_of_them.balanced():
            try:
                for _ in range(workers):
                    await all_of_them.worker().start()
                await all_of_them.all_held(db, schema)
                await fake.until(lambda: fake.updates.webhook is not None, timeout_s=60)
                penas = await asyncio.gather(*(opened(fake, rng, n) for n in range(tables)))
                slow = Fault("*", Trouble.SLOW, None)
                fake.faults.add(slow)
                playing = [asyncio.create_task(play(pena)) for pena in penas]
                playing.append(asyncio.create_task(delays(slow, rng)))
                until = time.monotonic() + seconds
                if restart:
                    killed = await all_of_them.restarts(restart, until, pause_s)
                else:
                    killed = await all_of_them.kills(db, schema, until, pause_s)
                store = await open_postgres(url)
                before = {name: len(log) for name, log in (await logs_of(store)).items()}
                await store.close()
                await asyncio.sleep(last_s)
                for task in playing:
                    task.cancel()
                await asyncio.gather(*playing, return_exceptions=True)
                await fake.until(lambda: not fake.updates.pending, timeout_s=60)
                await asyncio.sleep(3)
                await all_of_them.stop()
                return await found(all_of_them, list(penas), before, killed)
            finally:
                await db.close()
                for worker in all_of_them.at:
                    if worker.runs:
                        await worker.kill()
