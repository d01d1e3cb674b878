"""A table whose log cannot be read is set aside: all others play on, and its chat is told once."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from musbot.game.actions import Action, Voz
from musbot.game.rule_sets import rule_set
from musbot.narrator import Narrator
from musbot.port.command import GivenCommand
from musbot.port.messenger import MovedTo
from musbot.port.replies import Reply
from musbot.port.typed import TypedWord
from musbot.service.tables.manager import TableManager
from musbot.store.sqlite import SqliteStore
from musbot.table.act_result import Refused
from musbot.table.acts import Payload, read_act
from musbot.table.events import ChatId, Occupant, SatDown
from musbot.table.table import Table
from musbot.testing import Clock, FakeMessenger
from musbot.words.texts import LANGUAGES
from tests.support.patience import Patience
from tests.support.scenes import Scene, a_courier, a_door, text_of
from tests.support.tables import (
    ANE,
    BENAT,
    CHAT,
    PEOPLE,
    a_manager,
    all_see,
    now,
    opened,
    say,
    speaker,
    taken_up,
)

SECRET = "12o 3c 11b 1e"


@dataclass
class Peña:
    """Three tables of one store, each in a chat of its own, the partida of each begun."""

    path: Path
    tables: tuple[Table, Table, Table]

    @property
    def damaged(self) -> Table:
        """The one that is damaged in what follows."""
        return self.tables[1]

    @property
    def sound(self) -> tuple[Table, Table]:
        return self.tables[0], self.tables[2]

    def harm(self, sql: str, *values: object) -> None:
        """Does something to the log of the damaged one."""
        with closing(sqlite3.connect(self.path)) as db:
            db.execute(sql, {"table": self.damaged.id, "last": self.damaged.seq, "secret": SECRET})
            db.commit()

    def log(self, table: Table) -> list[tuple[object, ...]]:
        with closing(sqlite3.connect(self.path)) as db:
            db.text_factory = bytes
            sql = "SELECT seq, kind, version, body FROM events WHERE table_id = ? ORDER BY seq"
            return db.execute(sql, (table.id,)).fetchall()


def chat_of(number: int) -> ChatId:
    return ChatId(f"{CHAT}{number}")


async def a_table(manager: TableManager, chat: ChatId, language: str = "es", **rules: object) -> Table:
    seated = [SatDown(seat, Occupant(who.name, who.id, "es")) for seat, who in enumerate(PEOPLE)]
    table = await manager.open(ANE, chat, language, rule_set("vitoria", rules), seated=seated)
    await manager.press(ANE, Payload(table.id, 0, read_act("start")))
    return await now(manager, table)


@pytest.fixture
async def peña(store: SqliteStore, timers: Clock, tmp_path: Path) -> Peña:
    manager = a_manager(store, timers)
    await taken_up(manager)
    one, two, three = [await a_table(manager, chat_of(n)) for n in range(3)]
    await manager.stop()
    return Peña(tmp_path / "mus.sqlite", (one, two, three))


EVENT = "INSERT INTO events VALUES (:table, :last + 1, 0, '{}', {}, '{}', NULL)".format
DAMAGE: dict[str, tuple[str, str]] = {
    "a garbage body": ("UPDATE events SET body = :secret WHERE table_id = :table AND seq = 3", "event 3 "),
    "no text": (
        "UPDATE events SET body = CAST(x'ff' || :secret AS TEXT) WHERE table_id = :table AND seq = 3",
        "event 3 ",
    ),
    "half a body": (
        "UPDATE events SET body = substr(body, 1, 9) WHERE table_id = :table AND seq = :last",
        "cannot be read",
    ),
    "a body without end": (
        "UPDATE events SET body = replace(hex(zeroblob(50000)), '0', '[')"
        " WHERE table_id = :table AND seq = 3",
        "event 3 ",
    ),
    "an unknown kind": (EVENT("Sung", 1, "{}"), "cannot be read"),
    "a gap": ("DELETE FROM events WHERE table_id = :table AND seq = 4", "event 4 is missing"),
    "no beginning": ("DELETE FROM events WHERE table_id = :table AND seq = 1", "event 1 is missing"),
    "no log at all": ("DELETE FROM events WHERE table_id = :table", "event 1 is missing"),
    "a first event that cannot be read": (
        "UPDATE events SET body = :secret WHERE table_id = :table AND seq = 1",
        "event 1 cannot be read",
    ),
    "another table's log": (
        "UPDATE events SET body = replace(body, :table, 'Z9-nobody') WHERE table_id = :table AND seq = 1",
        "event 1 is another table's",
    ),
    "a second opening": (
        "INSERT INTO events SELECT table_id, :last + 1, at, kind, version, body, who FROM events"
        " WHERE table_id = :table AND seq = 1",
        "cannot follow (BadEvent)",
    ),
    "a second deal": (
        "INSERT INTO events SELECT table_id, :last + 1, at, kind, version, body, who FROM events"
        " WHERE table_id = :table AND kind = 'Dealt'",
        "cannot follow (BadEvent)",
    ),
    "a seat that is not": (EVENT("Missed", 1, '{"seat":9}'), "cannot follow"),
    "a chair too many": (EVENT("SatDown", 1, '{"seat":4,"who":{"name":"X"}}'), "cannot follow (BadEvent)"),
    "a lobby's event in play": (EVENT("StoodUp", 1, '{"seat":1}'), "cannot follow (BadEvent)"),
    "a newer version": (EVENT("PutOff", 7, '{"until":"12o"}'), "was written by a newer musbot"),
}


@pytest.mark.parametrize("kind", DAMAGE)
async def test_one_damaged_log_keeps_no_other_table_from_starting(
    peña: Peña, store: SqliteStore, timers: Clock, caplog: pytest.LogCaptureFixture, kind: str
) -> None:
    sql, line = DAMAGE[kind]
    peña.harm(sql)
    before, manager = peña.log(peña.damaged), a_manager(store, timers)
    await taken_up(manager)

    assert [(aside.id, aside.chat) for aside in manager.tables.quarantine] == [(peña.damaged.id, chat_of(1))]
    assert [table.id for table in manager.tables.in_memory()] == [table.id for table in peña.sound]
    [told] = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert f"table {peña.damaged.id}: " in told
    assert line in told
    assert ("waits" in told) == (kind == "a newer version")
    assert SECRET not in caplog.text
    assert "12o" not in caplog.text

    for table in peña.sound:
        assert (await say(manager, table, speaker(table), "mus")).seq == table.seq + 1
    for act in ("mus", "end", "leave", "pick.1"):
        with pytest.raises(Refused, match="refused-set-aside"):
            await manager.press(speaker(peña.damaged), Payload(peña.damaged.id, 1, read_act(act)), key=act)
    with pytest.raises(Refused, match="refused-set-aside"):
        await manager.tables.look(peña.damaged.id)
    assert await manager.apply_word(speaker(peña.damaged), chat_of(1), TypedWord(Action(Voz.MUS))) is None
    await manager.move(chat_of(1), ChatId("test:elsewhere"))
    timers.advance(10_000)
    await manager.wait_for_background()
    assert peña.log(peña.damaged) == before, "nothing of its log is changed"
    await manager.stop()


async def test_the_newest_state_of_a_mended_log_is_played_on(
    peña: Peña, store: SqliteStore, timers: Clock
) -> None:
    peña.harm(DAMAGE["a newer version"][0])
    manager = a_manager(store, timers)
    await taken_up(manager)
    peña.harm("DELETE FROM events WHERE table_id = :table AND seq > :last")
    await manager.stop()
    again = a_manager(store, timers)
    await taken_up(again)
    assert list(again.tables.quarantine) == []
    assert await now(again, peña.damaged) == peña.damaged
    await again.stop()


# ---- what its chat is told -------------------------------------------------------------------------------


@pytest.fixture
async def start(store: SqliteStore, timers: Clock) -> AsyncIterator[Callable[[], Awaitable[Scene]]]:
    """Starts a manager with a courier, on a platform that remembers all that was brought to it."""
    platform, running = FakeMessenger(timers), list[Scene]()

    async def started() -> Scene:
        for scene in running:
            await scene.manager.stop()
            await scene.courier.stop()
        manager = a_manager(store, timers, seed=len(running) + 2)
        scene = Scene(manager, store, platform, a_courier(manager, platform))
        await manager.start(scene.courier)
        await scene.courier.start()
        manager.resume_all()
        await manager.wait_for_background()
        await scene.courier.outboxes.wait_until_idle()
        running.append(scene)
        return scene

    yield started
    for scene in running[-1:]:
        await scene.manager.stop()
        await scene.courier.stop()


Start = Callable[[], Awaitable[Scene]]


def told(scene: Scene, chat: ChatId) -> list[str]:
    """The messages that tell a chat of a table that was set aside."""
    return [text_of(made) for made in scene.platform.requests_to(chat, "send") if "apartada" in text_of(made)]


async def test_the_chat_is_told_once_and_not_at_every_start(peña: Peña, start: Start) -> None:
    peña.harm(DAMAGE["a gap"][0])
    for _ in range(3):
        scene = await start()
    short = peña.damaged.short
    assert told(scene, chat_of(1)) == [Narrator("es").guide.set_aside_notice(short).text]
    assert f"Mesa {short}".lower() in told(scene, chat_of(1))[0].lower()
    assert [told(scene, chat_of(n)) for n in (0, 2)] == [[], []]
    assert len(scene.platform.requests_to(chat_of(1))) == 1, "nothing else of it is shown"
    assert all(len(scene.platform.requests_to(chat_of(n), "send")) == 3 for n in (0, 2))


async def test_a_chat_that_was_told_is_told_no_more_once_the_table_can_be_read(
    peña: Peña, start: Start
) -> None:
    peña.harm(DAMAGE["a newer version"][0])
    scene = await start()
    [message] = [made.message for made in scene.platform.requests_to(chat_of(1))]
    peña.harm("DELETE FROM events WHERE table_id = :table AND seq > :last")
    scene = await start()
    assert [made.message for made in scene.platform.requests_to(chat_of(1), "delete")] == [message]
    assert scene.courier.projections.message_of(peña.damaged) is not None
    peña.harm(DAMAGE["a gap"][0])
    scene = await start()
    assert len(told(scene, chat_of(1))) == 2


async def test_a_table_speaks_its_own_language_or_the_bots_where_that_is_lost(
    store: SqliteStore, timers: Clock, tmp_path: Path, start: Start
) -> None:
    manager = a_manager(store, timers)
    await taken_up(manager)
    tables = [await a_table(manager, chat_of(n), "en") for n in range(2)]
    await manager.stop()
    with closing(sqlite3.connect(tmp_path / "mus.sqlite")) as db:
        db.execute("DELETE FROM events WHERE table_id = ? AND seq = 3", (tables[0].id,))
        db.execute("DELETE FROM events WHERE table_id = ? AND seq = 1", (tables[1].id,))
        db.commit()
    scene = await start()
    for table, language in zip(tables, ("en", "es"), strict=True):
        [made] = scene.platform.requests_to(table.chat)
        assert text_of(made) == Narrator(language).guide.set_aside_notice(table.short).text


async def test_a_group_with_a_new_id_is_told_there(peña: Peña, start: Start) -> None:
    peña.harm(DAMAGE["a gap"][0])
    scene = await start()
    scene.platform.made.clear()
    peña.harm("DELETE FROM shown")
    scene.platform.failing[chat_of(1)] = [MovedTo(ChatId("test:supergrupo"))]
    for _ in range(2):
        scene = await start()
    assert len(told(scene, ChatId("test:supergrupo"))) == 1
    assert told(scene, chat_of(1)) == []


async def test_pressing_one_of_its_buttons_is_answered(peña: Peña, start: Start) -> None:
    peña.harm(DAMAGE["a second deal"][0])
    scene = await start()
    door = a_door(scene.manager, scene.courier)
    for act in ("mus", "cards", "score", "page.more", "again", "end"):
        data = f"{peña.damaged.id}:{peña.damaged.question}:{act}"
        assert await door.presses.form(ANE, data) is None
        reply = await door.presses.press(ANE, chat_of(1), data, key=act)
        assert reply.text == "Esa mesa está apartada: no se ha podido leer."
        assert reply.post is None
    assert door.answers.hand(ANE.id, peña.damaged.id) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_chat_is_told_is_short_and_names_the_table(language: str) -> None:
    post = Narrator(language).guide.set_aside_notice("K7")
    assert "K7" in post.text
    assert len(post.text) < 300
    assert post.rows == ()


# ---- found while it is played ----------------------------------------------------------------------------


async def test_nothing_of_a_table_that_can_no_longer_be_read_vanishes_from_its_chats(
    slow: Scene, clock: Patience, tmp_path: Path
) -> None:
    table = await opened(slow.manager)
    await clock.goes_on(60)
    before = len(slow.platform.made)
    for _ in range(3):
        table = await say(slow.manager, table, speaker(table), "mus")
    peña = Peña(tmp_path / "mus.sqlite", (table, table, table))
    peña.harm(EVENT("Said", 1, '{"seat":7}'))
    with pytest.raises(Refused, match="refused-set-aside"):
        await say(slow.manager, table, speaker(table), "mus")
    await clock.goes_on(60)
    assert "delete" not in {made.what for made in slow.platform.made[before:]}
    assert len(told(slow, CHAT)) == 1


async def test_a_log_that_another_process_damaged_is_found_when_it_is_read_again(
    peña: Peña, start: Start, timers: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    scene = await start()
    table, who = peña.damaged, speaker(peña.damaged)
    peña.harm(EVENT("Said", 1, '{"seat":7}'))
    before = peña.log(table)
    presses = [say(scene.manager, table, who, "mus", key=f"tap {n}") for n in range(3)]
    results = await asyncio.gather(*presses, return_exceptions=True)
    assert {getattr(result, "reason", None) for result in results} == {"refused-set-aside"}
    with pytest.raises(Refused, match="refused-set-aside"):
        await say(scene.manager, table, who, "mus", key="later")
    await scene.courier.outboxes.wait_until_idle()
    assert len(told(scene, chat_of(1))) == 1
    assert caplog.text.count("set aside") == 1
    timers.advance(10_000)
    await scene.manager.wait_for_background()
    assert peña.log(table) == before
    scene = await start()
    assert len(told(scene, chat_of(1))) == 1
    one = await scene.manager.tables.look(peña.sound[0].id)
    assert one is not None
    assert one.put_off, "nobody has touched it for long"


async def test_presses_and_clocks_that_wait_for_a_table_that_is_set_aside_append_nothing(
    peña: Peña, store: SqliteStore, timers: Clock
) -> None:
    manager = a_manager(store, timers)
    await taken_up(manager)
    table, who = peña.damaged, speaker(peña.damaged)
    peña.harm(EVENT("PutOff", 1, "{}"))
    peña.harm("UPDATE events SET body = :secret WHERE table_id = :table AND seq = 2")
    manager.tables.quarantine.listeners.append(
        lambda _: peña.harm("DELETE FROM events WHERE table_id = :table AND seq > :last")
    )  # nothing in the store would keep them from it
    first = asyncio.create_task(say(manager, table, who, "mus"))
    await asyncio.sleep(0)
    second = asyncio.create_task(say(manager, table, who, "mus"))
    timers.advance(91)
    results = await asyncio.gather(first, second, return_exceptions=True)
    await manager.wait_for_background()
    assert [getattr(result, "reason", None) for result in results] == ["refused-set-aside"] * 2
    assert len(peña.log(table)) == table.seq
    await manager.stop()


async def test_a_clock_that_meets_a_damaged_log_sets_its_table_aside(
    peña: Peña, store: SqliteStore, timers: Clock
) -> None:
    manager = a_manager(store, timers)
    await taken_up(manager)
    for table in manager.tables.in_memory():
        all_see(manager, table)
    peña.harm(EVENT("Said", 1, '{"seat":7}'))
    before = peña.log(peña.damaged)
    timers.advance(91)
    await manager.wait_for_background()
    assert [aside.id for aside in manager.tables.quarantine] == [peña.damaged.id]
    assert peña.log(peña.damaged) == before
    for table in peña.sound:
        assert (await now(manager, table)).seq > table.seq, "their clocks strike"
    assert manager.clocks.nudge_of(peña.damaged.id) is None
    await manager.stop()


# ---- tables that are over --------------------------------------------------------------------------------


async def ended(manager: TableManager, chat: ChatId) -> Table:
    """A partida that people have ended."""
    table = await a_table(manager, chat)
    for who in PEOPLE[:3]:
        await say(manager, table, who, "end")
    table = await now(manager, table)
    assert table.over
    return table


async def test_a_damaged_partida_of_the_past_is_refused_with_words(
    peña: Peña, start: Start, timers: Clock
) -> None:
    scene = await start()
    door = a_door(scene.manager, scene.courier)
    table = await ended(scene.manager, chat_of(5))
    await scene.courier.outboxes.wait_until_idle()
    with closing(sqlite3.connect(peña.path)) as db:
        db.execute("UPDATE events SET body = '{' WHERE table_id = ? AND seq = 7", (table.id,))
        db.commit()
    scene.manager.tables._repository._over.clear()
    reply = await door.presses.press(ANE, chat_of(5), f"{table.id}:{table.question}:score", key="score")
    assert reply.text == "Esa mesa está apartada: no se ha podido leer."
    replies: list[Reply] = []
    for name in ("acta", "tanteo"):
        await door.commands.run_command(
            GivenCommand(name, (), BENAT, chat_of(5), key=name, answer=replies.append)
        )
    assert [reply.text or (reply.post.text if reply.post else "") for reply in replies] == [
        "Esa mesa está apartada: no se ha podido leer.",
        "Aquí no hay ninguna mesa. Con /mus se abre una.",
    ]


async def test_an_end_that_was_not_told_and_cannot_be_read_keeps_nothing_from_starting(
    peña: Peña, store: SqliteStore, timers: Clock, start: Start
) -> None:
    manager = a_manager(store, timers, seed=77)
    await taken_up(manager)
    table = await ended(manager, chat_of(5))
    await manager.stop()
    with closing(sqlite3.connect(peña.path)) as db:
        db.execute("DELETE FROM events WHERE table_id = ? AND seq = 7", (table.id,))
        db.commit()
    for _ in range(2):
        scene = await start()
    assert len(told(scene, chat_of(5))) == 1
    assert len(scene.platform.requests_to(chat_of(5))) == 1
    assert len(scene.manager.tables.in_memory()) == 3
