"""The bot as a process of its own, as an operator runs it, against a fake platform."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import sys
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from musbot.store.codec import Stored, decode
from musbot.store.reads import load_people, read_file
from musbot.table.events import AnyEvent
from musbot.table.fold import fold
from musbot.table.table import Table
from tests.fakes.telegram_api import FakeTelegram


@dataclass
class BotProcess:
    """`musbot run` in a folder; its log goes to `bot.log` there, its tables to `mus.sqlite`."""

    folder: Path
    fake: FakeTelegram
    settings: dict[str, str] = field(default_factory=dict)
    process: asyncio.subprocess.Process | None = None
    starts: int = 0
    program: tuple[str, ...] = ("-m", "musbot", "run")
    """What Python is given to run it."""

    @property
    def database(self) -> Path:
        return self.folder / "mus.sqlite"

    @property
    def log(self) -> str:
        return (self.folder / "bot.log").read_text("utf-8")

    async def start(self) -> None:
        """Starts it and waits until it takes updates in."""
        polls = self.fake.updates.polls
        await self._launch({"TELEGRAM_BOT_TOKEN": self.fake.token, "TELEGRAM_API_URL": self.fake.url})
        await self.fake.until(lambda: self.fake.updates.polls > polls or self._ended(), timeout_s=60)

    async def _launch(self, platform: dict[str, str]) -> None:
        ours = ("MUSBOT", "TELEGRAM", "DISCORD")
        environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(ours)},
            **platform,
            "DATABASE_URL": f"sqlite:///{self.database}",
            **self.settings,
        }
        with (self.folder / "bot.log").open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable, *self.program, env=environment, cwd=self.folder, stderr=log, stdout=log
            )
        self.starts += 1

    def _ended(self) -> bool:
        if self.process is not None and self.process.returncode is not None:
            raise AssertionError(f"the bot ended with {self.process.returncode}:\n{self.log}")
        return False

    async def kill(self) -> None:
        """kill -9."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        await self.process.wait()

    async def terminate(self, within_s: float = 5) -> int:
        """SIGTERM; returns the exit status, fails if it takes longer than that."""
        assert self.process is not None
        self.process.terminate()
        return await asyncio.wait_for(self.process.wait(), within_s)

    def stored(self) -> dict[str, list[AnyEvent]]:
        """Returns the log of every table, as it is on the disk."""
        with sqlite3.connect(f"file:{self.database}?mode=ro", uri=True) as db:
            rows = db.execute(
                "SELECT table_id, kind, version, body FROM events ORDER BY table_id, seq"
            ).fetchall()
            events = read_file(db, partial(load_people, events=[Stored(*event) for _, *event in rows]))
        logs: dict[str, list[AnyEvent]] = {}
        for (table, *_), event in zip(rows, events, strict=True):
            logs.setdefault(table, []).append(decode(event))
        return logs

    def keys(self) -> set[str]:
        """Returns the deliveries that are recorded as handled."""
        with sqlite3.connect(f"file:{self.database}?mode=ro", uri=True) as db:
            return {row[0] for row in db.execute("SELECT key FROM seen")}

    def tables(self) -> dict[str, Table]:
        """Returns every table as its log says it is."""
        tables = {}
        for name, log in self.stored().items():
            table: Table | None = None
            for event in log:
                table = fold(table, event)
            assert table is not None
            tables[name] = table
        return tables
