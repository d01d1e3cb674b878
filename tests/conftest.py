"""What many tests share: timers that strike when a test moves their clock, a store in a folder."""

from __future__ import annotations

import functools
import gc
import logging
import re
from collections.abc import AsyncIterator, Generator, Iterator
from importlib.metadata import entry_points
from itertools import count
from pathlib import Path

import httpx
import pytest
from xdist.remote import Producer

from musbot.runtime.logs import QueuedLines
from musbot.service.tables.manager import TableManager
from musbot.store.sqlite import SqliteStore, open_sqlite
from musbot.store.store import Store
from musbot.testing import Clock
from tests.support.patience import Patience
from tests.support.scenes import Scene, a_messenger, playing
from tests.support.stores import Engine, FileEngine, ServerEngine, a_schema, prepared
from tests.support.tables import a_manager, taken_up
from tests.support.together import TogetherScheduling


@pytest.fixture(scope="session", autouse=True)
def spanish() -> Iterator[None]:
    """Has commands speak Spanish, whatever the machine does."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "MUSBOT_LANGUAGE"):
            patch.delenv(name, raising=False)
        patch.setenv("LANG", "es_ES.UTF-8")
        yield


@pytest.fixture
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has commands speak English."""
    monkeypatch.setenv("LANG", "en_US.UTF-8")


def pytest_make_parametrize_id(val: object) -> str | None:
    """A text names a test by its first words, without what no shell takes."""
    text = val.decode("latin-1") if isinstance(val, bytes) else val
    return re.sub(r"[^\w.:/+*=-]+", " ", text)[:24].strip() if isinstance(text, str) else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Puts the long ones first, then the slow ones, each before a quick one: a worker takes two tests, and
    those of processes mostly wait."""
    slow = [item for item in items if item.get_closest_marker("slow") or item.get_closest_marker("long")]
    quick = [
        item for item in items if not (item.get_closest_marker("slow") or item.get_closest_marker("long"))
    ]
    slow.sort(key=lambda item: (item.get_closest_marker("long") is None, "e2e" not in item.path.parts))
    pairs = [item for pair in zip(slow, quick, strict=False) for item in pair]
    items[:] = [*pairs, *slow[len(pairs) // 2 :], *quick[len(pairs) // 2 :]]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> TogetherScheduling:
    """Has tests that read or make the same things run in one worker."""
    config.option.loadscopereorder = False
    return TogetherScheduling(config, log)


gc.disable()  # until all tests are collected: of what is made until then nearly everything stays


def pytest_collection_finish() -> None:
    """Keeps the garbage collector from going through what stays: modules and thousands of tests."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Takes the log from a thread that began to write it after its test had ended."""
    root = logging.getLogger()
    root.handlers[:] = [it for it in root.handlers if not isinstance(it, QueuedLines)]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None]:
    """Leaves the log as it was: a command that a test runs sends all of it to that test's stderr."""
    root = logging.getLogger()
    level, handlers = root.level, root.handlers[:]
    try:
        yield
    finally:
        root.setLevel(level)
        root.handlers[:] = handlers


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Prints what tests have measured (`record_property("figure", …)`)."""
    for report in terminalreporter.stats.get("passed", []):
        for name, value in report.user_properties:
            if name == "figure":
                terminalreporter.write_line(f"measured: {value}")


TESTS = count()


@pytest.fixture(scope="session", autouse=True)
def tls() -> Iterator[None]:
    """Reads the certificates that this machine trusts once, and not for every bot."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(httpx, "create_ssl_context", functools.cache(httpx.create_ssl_context))
        yield


@pytest.fixture(scope="session", autouse=True)
def installed() -> Iterator[None]:
    """Looks for commands of other packages once, and not for every command that a test runs."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("musbot.cli.brought.entry_points", functools.cache(entry_points))
        yield


@pytest.fixture(autouse=True)
def _no_data_of_the_users(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keeps the usual database of every test apart, and in no home."""
    monkeypatch.setenv("XDG_DATA_HOME", f"{tmp_path_factory.getbasetemp()}/data-{next(TESTS)}")


@pytest.fixture
def timers(request: pytest.FixtureRequest) -> Clock:
    """The only clock of a test, or of the scene that it plays."""
    return request.getfixturevalue("clock") if "clock" in request.fixturenames else Clock()


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    opened = await open_sqlite(prepared(tmp_path / "mus.sqlite"))
    yield opened
    await opened.close()


@pytest.fixture(params=["sqlite", "postgres"])
async def engine(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Engine]:
    """Each engine that there is."""
    if request.param == "sqlite":
        yield FileEngine(tmp_path)
        return
    async with a_schema() as url:
        yield ServerEngine(url)


@pytest.fixture
async def url() -> AsyncIterator[str]:
    """A schema of its own in PostgreSQL."""
    async with a_schema() as made:
        yield made


@pytest.fixture
async def any_store(engine: Engine) -> AsyncIterator[Store]:
    """A store of each engine."""
    opened = await engine.open()
    yield opened
    await opened.close()


@pytest.fixture
async def manager(store: SqliteStore, timers: Clock) -> AsyncIterator[TableManager]:
    """A manager whose tables everybody sees."""
    made = a_manager(store, timers)
    await taken_up(made)
    yield made
    await made.stop()


@pytest.fixture
async def scene(store: SqliteStore, timers: Clock) -> AsyncIterator[Scene]:
    """Where nobody waits: a pause is over as soon as it begins."""
    async with playing(store, a_messenger(timers)) as made:
        yield made


@pytest.fixture
def clock() -> Patience:
    """The time of a scene in which pauses last until the test lets them end."""
    return Patience("outbox ")


@pytest.fixture
async def slow(store: SqliteStore, clock: Patience) -> AsyncIterator[Scene]:
    """Where every pause is waited for."""
    async with playing(store, a_messenger(clock)) as made:
        yield made
