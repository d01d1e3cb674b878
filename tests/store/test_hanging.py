"""A call to the database that does not return ends the process with one line, and is named before that."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from musbot.store.hanging import HANG_S, DatabaseCall, HangWatch
from musbot.testing import Clock
from tests.support.stores import Engine

HANGS = """
import asyncio, sys, time
from pathlib import Path
from musbot.app import serve
from musbot.config import Settings
from musbot.runtime.logs import log_to_stderr
from musbot.store import hanging, sqlite
from musbot.testing import FakePlatform

class Installed:
    quiet = mute = ()
    is_configured = True
    def make(self, means):
        return FakePlatform()

hanging.HANG_S, hanging.TICK_S = 1, 0.1
setattr(sqlite, sys.argv[1], lambda *_, **__: time.sleep(600))
log_to_stderr("INFO")
asyncio.run(serve(Settings(Path(sys.argv[2])), {"fake": Installed()}))
"""


async def test_a_call_is_pending_until_it_returns_and_hangs_after_30_s(timers: Clock) -> None:
    watch = HangWatch(timers)
    with watch.watch(DatabaseCall.READ):
        timers.advance(HANG_S - 1)
        assert watch.longest_call() == (DatabaseCall.READ, HANG_S - 1)
    assert watch.longest_call() is None
    timers.advance(HANG_S)
    assert not watch.hung.done()
    with watch.watch(DatabaseCall.WRITE):
        timers.advance(HANG_S)
    assert watch.hung.result() == "the database has not finished a write for 30 s"


async def test_a_process_that_was_stopped_for_a_minute_has_waited_a_second() -> None:
    class Stopped:
        """Timers of a process that goes on after a minute."""

        def __init__(self) -> None:
            self.due: list[Any] = []

        def call_later(self, _: float, callback: Any, *arguments: Any) -> asyncio.TimerHandle:
            self.due.append(partial(callback, *arguments))
            return asyncio.get_running_loop().call_later(60, callback)

        def time(self) -> float:
            return 0

    stopped = Stopped()
    watch = HangWatch(stopped)
    with watch.watch(DatabaseCall.WRITE):
        stopped.due.pop()()
        assert watch.longest_call() == (DatabaseCall.WRITE, 1)


async def test_every_engine_watches_its_commits_and_reads(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[DatabaseCall] = []
    real = HangWatch.watch

    def watch(self: HangWatch, what: DatabaseCall) -> Any:
        seen.append(what)
        return real(self, what)

    store = await engine.open()
    monkeypatch.setattr(HangWatch, "watch", watch)
    await store.mark("telegram:1")
    assert DatabaseCall.WRITE in seen
    seen.clear()
    await store.load_log("K7")
    assert DatabaseCall.READ in seen
    await store.close()


@pytest.mark.parametrize(("function", "call"), [("commit", "write"), ("read_file", "read")])
def test_a_process_whose_database_hangs_ends_with_one_line(function: str, call: str, tmp_path: Path) -> None:
    script = [sys.executable, "-c", HANGS, function, str(tmp_path / "mus.sqlite")]
    ended = subprocess.run(script, capture_output=True, text=True, check=False, timeout=60)
    lines = [line for line in ended.stderr.splitlines() if " INFO " not in line]
    assert ended.returncode == 1, ended.stderr
    assert len(lines) == 1, ended.stderr
    why = f"CRITICAL musbot.app: the database has not finished a {call} for 1 s: musbot ends"
    assert lines[0].endswith(why), ended.stderr
