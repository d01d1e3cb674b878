"""How a running musbot is seen: /livez, /readyz, /metrics, the dashboard; nothing there tells of whom."""

from __future__ import annotations

import asyncio
import json
import platform
import re
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import aiohttp
import pytest

import musbot
from musbot.app import Process, serve
from musbot.config import BadSetting, Place, Settings, read_settings
from musbot.health import Role
from musbot.health.lag import EVERY_S, LoopLag
from musbot.health.metrics import collect_measures
from musbot.health.server import MOST, serve_health
from musbot.health.watched import Health
from musbot.port import deadline
from musbot.port.messenger import Gone, Limit, MessengerError, Outage, Rejected, Result, TooFast, Unsure
from musbot.port.platform import BotRejected, Platform, PlatformContext
from musbot.port.replies import ActKind, ActOutcome
from musbot.runtime.histogram import Histogram
from musbot.service.queue.fair_queue import FairQueue, Rank, SendPriority
from musbot.service.tables.counters import Request
from musbot.service.tables.repository import NotSaved
from musbot.store.hanging import DatabaseCall
from musbot.store.sqlite import SqliteStore
from musbot.store.write_counters import StoreTally, WriteFate
from musbot.table.events import ChatId
from musbot.testing import Clock, FakeMessenger, FakePlatform, running
from tests.support.partidas import seated

ROOT = Path(__file__).resolve().parents[2]
ANYWHERE = Place("127.0.0.1", 0)
MUS_IS_ASKED = "envido"
"""A seed with which Ane is the first to be asked for mus."""
NAMES = ("Ane", "Beñat", "Carmen", "Dani")


@pytest.fixture(autouse=True)
def _machine_may_be_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine that runs these tests late is no fault of the process; a loop's lag has its own test."""
    monkeypatch.setattr("musbot.health.watched.LATE_S", 60.0)


@dataclass
class House:
    """A process with two platforms, looked after."""

    process: Process
    fake: FakePlatform
    other: FakePlatform
    port: int

    async def page(self, path: str) -> tuple[int, str]:
        async with aiohttp.ClientSession() as session, session.get(self.at(path)) as answer:
            return answer.status, await answer.text()

    def at(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    async def wrong(self) -> list[str]:
        status, page = await self.page("/readyz")
        told = json.loads(page)
        assert (status, told["ok"]) == ((503, False) if told["wrong"] else (200, True))
        found: list[str] = told["wrong"]
        return found

    async def silent(self) -> list[str]:
        found: list[str] = json.loads((await self.page("/readyz"))[1])["silent"]
        return found

    async def metrics(self) -> dict[str, float]:
        """Every sample, by its name and labels as they are written."""
        status, page = await self.page("/metrics")
        assert status == 200
        lines = (line.rpartition(" ") for line in page.splitlines() if not line.startswith("#"))
        return {name: float(value) for name, _, value in lines}


@asynccontextmanager
async def looked_after() -> AsyncIterator[House]:
    clock = Clock()
    fake, other = FakePlatform(FakeMessenger(clock)), FakePlatform(FakeMessenger(clock), "otra")
    async with running({fake.name: fake, other.name: other}, clock, seed=MUS_IS_ASKED) as process:
        await fake.joined.wait()
        await other.joined.wait()
        async with serve_health(ANYWHERE, process.watched) as (_, port):
            yield House(process, fake, other, port)


async def a_hand(fake: FakePlatform) -> None:
    """A hand between Ane and three AI players."""
    await seated(fake)
    while "mano 2" not in fake.messenger.posts(fake.chat)[-1].title:
        said = next(it for it in ("No hay mus", "Paso", "No quiero") if it in fake.labels())
        await fake.press(fake.person("Ane"), said)


def names(text: str) -> set[str]:
    """The metrics that a text names."""
    return set(re.findall(r"\b(?:musbot|process|python)_[a-z_]+\b", text))


# ---- /readyz ------------------------------------------------------------------------------------------


async def test_a_press_that_hangs_is_named_without_its_person_and_chat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(deadline, "DEADLINE_S", 0.05)
    async with looked_after() as house:
        await seated(house.fake)
        (table,) = house.process.manager.tables.in_memory()
        free = asyncio.Event()

        async def hang(*_: object) -> None:
            with deadline.committing():
                await free.wait()
            raise NotSaved

        monkeypatch.setattr(house.process.manager, "_decide", hang)
        press = house.fake.press(house.fake.person("Ane"), house.fake.labels()[0])
        pressing = asyncio.create_task(deadline.with_deadline(lambda: press))
        while not (wrong := await house.wrong()):
            pass
        assert wrong == [f"a press takes too long at table {table.id.partition('-')[0]} (0 s)"]
        free.set()
        await pressing
        assert await house.wrong() == []


async def test_a_commit_that_hangs_is_told_with_its_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    async with looked_after() as house:
        pending = [(DatabaseCall.READ, 5)]
        monkeypatch.setattr(house.process.manager.store.watch, "longest_call", lambda: pending[-1])
        assert await house.wrong() == []
        pending.append((DatabaseCall.WRITE, 7))
        assert await house.wrong() == ["the database takes too long to write (7 s)"]


async def test_all_is_well_once_every_platform_answers() -> None:
    async with looked_after() as house:
        assert await house.wrong() == []
        await a_hand(house.fake)
        assert await house.wrong() == []


async def test_a_loop_that_is_late_makes_the_process_unready(monkeypatch: pytest.MonkeyPatch) -> None:
    async with looked_after() as house:
        monkeypatch.setattr(LoopLag, "now_s", lambda _: 61.0)
        assert await house.wrong() == ["the event loop is late"]


async def test_a_platform_that_does_not_answer_is_named_until_it_does() -> None:
    async with looked_after() as house:
        house.fake.door.chats.platform_down("fake")
        assert (await house.wrong(), await house.silent()) == ([], ["fake"]), "no reason to start it anew"
        house.fake.door.chats.platform_up("fake")
        assert (await house.wrong(), await house.silent()) == ([], [])


async def test_a_platform_that_is_not_asked_because_the_database_is_away_is_not_called_silent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with looked_after() as house:
        monkeypatch.setattr(house.process.manager.store, "owns_database", lambda: False)
        house.fake.door.chats.platform_down("fake")
        assert await house.silent() == []
        assert (await house.metrics())['musbot_platform_up{platform="fake"}'] == 1


async def test_a_platform_that_lets_the_bot_in_no_more_is_told_and_counted_while_another_plays() -> None:
    async with looked_after() as house:
        house.fake.door.chats.platform_down("fake")
        house.process.watched.parking.park("fake", BotRejected("its token"))
        assert await house.wrong() == []
        assert json.loads((await house.page("/readyz"))[1])["parked"] == {"fake": "its token"}
        found = await house.metrics()
        assert [found[f'musbot_platform_parked{{platform="{it}"}}'] for it in ("fake", "otra")] == [1, 0]


async def test_whoever_holds_connections_open_keeps_nobody_else_from_the_pages() -> None:
    async with looked_after() as house:  # they come all at once: no other task runs meanwhile
        held = [socket.create_connection(("127.0.0.1", house.port)) for _ in range(3 * MOST)]
        assert await house.page("/livez") == (200, "ok\n")
        ended = 0
        for connection in held:
            connection.setblocking(False)
            with suppress(BlockingIOError), connection:
                ended += connection.recv(1) == b""
        assert ended >= 2 * MOST


async def test_who_asks_for_a_page_in_a_way_that_is_no_http_writes_nothing_into_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with looked_after() as house:
        reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
        writer.write(b"GET /livez HTTP/1.1\r\nX: " + b"x" * 100_000 + b"\r\n\r\n")
        assert (await reader.readline()).startswith(b"HTTP/1.0 400")
        writer.close()
    assert caplog.messages == []


async def test_a_platform_that_is_installed_and_not_to_run_is_not_missed() -> None:
    async with looked_after() as house:
        house.process.manager.clocks.pause_platform("a third")
        assert await house.wrong() == []


async def test_a_database_that_takes_no_write_is_told_until_it_takes_one() -> None:
    async with looked_after() as house:
        await seated(house.fake)
        await let_write(house, may=False)
        reply = await house.fake.press(house.fake.person("Ane"), house.fake.labels()[0])
        assert "no se ha podido guardar" in reply.text.lower()
        assert await house.wrong() == ["the database cannot be written"]
        await let_write(house, may=True)
        assert await house.wrong() == ["the database cannot be written"], "a write of its own is tried now"
        await asyncio.gather(*(it for it in asyncio.all_tasks() if it.get_name() == "probe of the store"))
        assert await house.wrong() == []
        acts = await house.metrics()
    assert acts['musbot_acts_total{outcome="not_saved",platform="fake",way="button"}'] == 1
    assert acts['musbot_store_writes_total{result="failed"}'] >= 1


async def test_who_types_a_word_that_could_not_be_kept_is_told() -> None:
    async with looked_after() as house:
        await seated(house.fake)
        ane = house.fake.person("Ane", "en")  # and it is told to all in theirs
        await let_write(house, may=False)
        for _ in range(4):
            await house.fake.say(ane, "no hay mus")
        told = [it.text for it in house.fake.messenger.posts(house.fake.chat) if "guardar" in it.text]
        assert told == ["No se ha podido guardar. Prueba otra vez."] * 3, (
            "and no more: the chat is for the game"
        )
        assert "No hay mus" in house.fake.labels(), "nothing has changed"
        await let_write(house, may=True)
        await house.fake.say(ane, "no hay mus")
        assert "No hay mus" not in house.fake.labels()


async def let_write(house: House, *, may: bool) -> None:
    """Lets the writer's connection write, or not."""
    store = house.process.manager.store
    assert isinstance(store, SqliteStore)
    await store._db.run(lambda db: db.execute(f"PRAGMA query_only={'OFF' if may else 'ON'}"))


def test_a_commit_that_takes_too_long_is_told() -> None:
    clock = Clock()
    tally = StoreTally(clock)
    tally.begin()
    clock.now += 7
    assert tally.under_way_s() == 7
    tally.count_commit(3, refused=1)
    assert (tally.under_way_s(), tally.commit_s.total, tally.batch.total) == (0, 7, 3)


def test_a_loop_that_is_late_is_late_while_it_is() -> None:
    clock = Clock()
    lag = LoopLag(clock, clock)
    lag.start()
    clock.advance(10)
    assert (lag.now_s(), lag.seen_s.at_most()[-1]) == (0, 10 / EVERY_S)
    clock.now += EVERY_S + 3
    assert lag.now_s() == 3
    clock.advance(0)
    assert (lag.now_s(), lag.seen_s.total) == (3, 3)
    clock.advance(EVERY_S)
    assert lag.now_s() == 0
    lag.stop()
    assert not clock.advance(10)


# ---- /metrics -----------------------------------------------------------------------------------------


async def test_what_people_do_and_what_is_asked_of_platforms_is_counted() -> None:
    async with looked_after() as house:
        await seated(house.fake)
        eva = house.fake.person("Eva")
        await house.fake.press(eva, "Mis cartas")  # she has no seat
        before = await house.metrics()
        await house.other.command(house.other.person("Eva"), "mus")
        found = await house.metrics()
    pressed = 'musbot_acts_total{outcome="%s",platform="fake",way="button"}'
    assert (before[pressed % "done"], before[pressed % "refused"]) == (5, 1)
    assert found['musbot_acts_total{outcome="done",platform="otra",way="command"}'] == 1
    assert found['musbot_act_seconds_count{platform="fake",way="button"}'] == 6
    assert found['musbot_requests_total{kind="send",platform="otra",result="made"}'] == 2
    assert found['musbot_tables{state="playing"}'] == found['musbot_tables{state="lobby"}'] == 1
    assert found['musbot_platform_up{platform="otra"}'] == 1
    assert found['musbot_store_writes_total{result="written"}'] > before["musbot_store_batch_count"] > 0


async def test_a_delivery_that_comes_again_is_counted_as_repeated() -> None:
    async with looked_after() as house:
        await seated(house.fake)
        ane, button = house.fake.person("Ane"), house.fake.messenger.buttons(house.fake.chat)[0][1]
        for _ in range(2):
            await house.fake.door.presses.press(ane, house.fake.chat, button.data, key="fake:1")
        assert house.process.watched.tally.acts["fake", ActKind.BUTTON, ActOutcome.REPEATED] == 1


async def test_talk_is_not_counted_words_of_the_game_are() -> None:
    async with looked_after() as house:
        await seated(house.fake)
        await house.fake.say(house.fake.person("Ane"), "qué tal, ¿hay mus?")
        acts = house.process.watched.tally.acts
        assert not any(way is ActKind.WORD for _, way, _ in acts)
        await house.fake.say(
            house.fake.person("Ane"), "no hay mus" if "Mus" in house.fake.labels() else "paso"
        )
        assert acts["fake", ActKind.WORD, ActOutcome.DONE] == 1


@pytest.mark.parametrize(
    ("error", "result"),
    [
        (TooFast(3), Result.TOO_FAST),
        (Outage(), Result.OUTAGE),
        (Unsure(), Result.UNSURE),
        (Rejected(), Result.REJECTED),
        (Gone(), Result.GONE),
    ],
)
async def test_a_request_that_fails_is_counted_by_what_the_platform_said(
    error: MessengerError, result: Result
) -> None:
    async with looked_after() as house:
        house.fake.messenger.failing[house.fake.chat] = [error]
        await house.fake.command(house.fake.person("Ane"), "ayuda")
        assert house.process.watched.tally.requests["fake", Request.SEND, result] == 1


def test_what_waits_is_told_by_its_rank_and_since_when() -> None:
    queue: FairQueue[str] = FairQueue(Limit(1, 1), lambda _: Limit(1, 10), 0)
    queue.put(ChatId("a"), "board", SendPriority(Rank.BOARD), 0)
    queue.put(ChatId("a"), "another", SendPriority(Rank.BOARD), 2)
    queue.put(ChatId("b"), "cards", SendPriority(Rank.TURN), 3)
    assert queue.backlog(5) == {Rank.BOARD: (2, 5), Rank.TURN: (1, 2)}
    assert queue.take(5) == ("b", "cards")
    assert queue.backlog(5) == {Rank.BOARD: (2, 5)}


def test_a_histogram_counts_values_up_to_each_bound_its_own_value_included() -> None:
    measured = Histogram((1, 2, 5))
    for value in (0, 1, 1.5, 5, 6):
        measured.add(value)
    assert (measured.at_most(), measured.total) == ([2, 3, 4, 5], 13.5)


async def test_without_the_library_metrics_say_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    monkeypatch.delitem(sys.modules, "musbot.health.exposition", raising=False)
    async with looked_after() as house:
        assert await house.page("/metrics") == (
            501,
            "prometheus-client is not installed: pip install prometheus-client\n",
        )
        assert await house.wrong() == []


async def test_a_standby_is_well_and_says_what_it_is_until_it_plays() -> None:
    async with serve_health(ANYWHERE, bot="telegram:42") as (page, port), aiohttp.ClientSession() as session:
        async with session.get(f"http://127.0.0.1:{port}/readyz") as answer:
            assert answer.status == 200
            said = await answer.json()
            assert said == {"ok": True, "wrong": [], "role": "standby", "silent": [], "parked": {}}
        async with session.get(f"http://127.0.0.1:{port}/metrics") as answer:
            told = await answer.text()
        assert 'musbot_role{bot="telegram:42",role="standby"} 1.0' in told
        assert "musbot_tables" not in told
        async with running({"fake": FakePlatform(FakeMessenger(Clock()))}, Clock()) as process:
            page.set_standby_problem("the database does not answer")
            async with session.get(f"http://127.0.0.1:{port}/readyz") as answer:
                assert answer.status == 503
                assert (await answer.json())["wrong"] == ["the database does not answer"]
            page.watch(process.watched)
            async with session.get(f"http://127.0.0.1:{port}/metrics") as answer:
                told = await answer.text()
            assert 'musbot_role{bot="telegram:42",role="active"} 1.0' in told
            assert "musbot_tables" in told


# ---- what is promised of them ------------------------------------------------------------------------


async def test_nothing_on_the_pages_tells_of_whom_of_which_chat_or_table_or_card() -> None:
    async with looked_after() as house:
        await a_hand(house.fake)
        await a_hand(house.other)
        tables = [*house.fake.tables(), *house.other.tables()]
        _, page = await house.page("/metrics")
        labels = "".join(re.findall(r"\{.*\}", page))
        words = set(re.findall(r'"(.*?)"', labels))
        kinds = (ActKind, ActOutcome, Request, Result, Role, WriteFate)
        known = {it.value for kind in kinds for it in kind} | {rank.name.lower() for rank in Rank}
        known |= {"lobby", "playing", "put_off", "resting", "set_aside", "fake", "otra", musbot.__version__}
        known |= {""}  # the bot: no platform here has an id
        known |= set(platform.python_version_tuple()) | {platform.python_version(), "CPython", "+Inf"}
        assert {it for it in words - known if not re.fullmatch(r"[0-9.]+", it)} == set()
        for told in (page, (await house.page("/readyz"))[1]):
            for table in tables:
                assert table.id not in told
                assert not re.search(rf"\b{table.short}\b", told)
            assert not any(name.casefold() in told.casefold() for name in (*NAMES, "sala"))


async def test_the_document_and_the_dashboard_name_what_is_measured() -> None:
    async with looked_after() as house:
        measured = {it.name: it for it in collect_measures(Health(house.process.watched))}
        _, page = await house.page("/metrics")
    exported = {line.partition("{")[0].partition(" ")[0] for line in page.splitlines() if line[:1] != "#"}
    operating = (ROOT / "docs/operating.md").read_text("utf-8")
    documented = names("\n".join(re.findall(r"^\| `musbot_.*$", operating, re.MULTILINE)))
    assert documented == set(measured)
    for name, it in measured.items():
        assert {name, f"{name}_bucket"} & exported, name
        row = next(line for line in operating.splitlines() if line.startswith(f"| `{name}"))
        assert all(label in row for label in it.labels), name
    dashboard = json.loads((ROOT / "docs/dashboard.json").read_text("utf-8"))
    asked = [target["expr"] for panel in dashboard["panels"] for target in panel.get("targets", ())]
    assert len(asked) > 10
    assert names(" ".join(asked)) - exported == set()
    alerts = (ROOT / "docs/alerts.yaml").read_text("utf-8")
    assert names(" ".join(re.findall("expr: (.*)", alerts))) - exported == set()
    rows = operating.partition("| measure |")[2]
    for label in re.findall(r'="(\w+)"', alerts):
        assert f"`{label}`" in rows, label
    shown = {name.removesuffix("_bucket") for name in names(" ".join(asked))}
    assert set(measured) - shown == {"musbot_info"} - shown, "a measure that nobody looks at"


# ---- the setting --------------------------------------------------------------------------------------


def test_an_address_is_read_as_people_write_it() -> None:
    assert read_settings(Settings, {}).health is None
    assert read_settings(Settings, {"MUSBOT_HEALTH": "127.0.0.1:9100"}).health == Place("127.0.0.1", 9100)
    assert read_settings(Settings, {"MUSBOT_HEALTH": "[::1]:9100"}).health == Place("::1", 9100)


@dataclass(frozen=True)
class Installed:
    """A platform that is set to run."""

    quiet: ClassVar[tuple[str, ...]] = ()
    mute: ClassVar[tuple[str, ...]] = ()
    is_configured = True

    def make(self, _: PlatformContext) -> Platform:
        return FakePlatform()


async def test_a_port_that_is_taken_ends_the_start_in_one_line(tmp_path: Path) -> None:
    async with looked_after() as house:
        taken = Settings(tmp_path / "mus.sqlite", health=Place("127.0.0.1", house.port))
        named = (
            f"^MUSBOT_HEALTH: expected an address of this machine and a free port, not 127.0.0.1:{house.port}"
        )
        with pytest.raises(BadSetting, match=named):
            await serve(taken, {"fake": Installed()})


async def test_a_bot_that_is_told_to_serves_both_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("musbot.app.search_memory_seldom", lambda: None)
    with socket.create_server(("127.0.0.1", 0)) as free:
        place = Place("127.0.0.1", free.getsockname()[1])
    told = Settings(tmp_path / "mus.sqlite", health=place)
    bot = asyncio.create_task(serve(told, {"fake": Installed()}))
    async with aiohttp.ClientSession() as session:
        for page in ("livez", "readyz", "metrics"):
            status = 0
            while status != 200:
                assert not bot.done(), bot.exception()
                with suppress(aiohttp.ClientConnectionError):
                    async with session.get(f"http://127.0.0.1:{place.port}/{page}") as answer:
                        status = answer.status
    bot.cancel()
    with pytest.raises(asyncio.CancelledError):
        await bot
