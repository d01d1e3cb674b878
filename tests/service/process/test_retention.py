"""Tables that were over long ago are taken out of the database: an acta without names is what is left."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from musbot.acta.read import read_file
from musbot.acta.verify import verify
from musbot.config import BadSetting, Server, Settings
from musbot.game.rule_sets import rule_set
from musbot.service.delivery.courier import LATEST_END_S
from musbot.service.process import retention
from musbot.service.process.housekeeping import Housekeeping
from musbot.service.process.retention import DAY_S, Retention, make_retention
from musbot.service.tables.manager import TableManager
from musbot.store.codec import Stored
from musbot.store.protocol import Posted, StoreError
from musbot.store.sqlite import open_sqlite
from musbot.store.store import Store
from musbot.table.events import ChatId, MessageId
from musbot.table.table import Table
from musbot.testing import Clock, playing
from musbot.words.texts import Texts
from tests.support.partidas import HERE, played, said
from tests.support.tables import ANE, CHAT, PEOPLE, a_manager, now, opened, say, speaker, taken_up

DAYS = 30


@pytest.fixture
async def manager(any_store: Store, timers: Clock) -> AsyncIterator[TableManager]:
    manager = a_manager(any_store, timers)
    await taken_up(manager)
    yield manager
    await manager.stop()


async def ended(manager: TableManager, chat: ChatId = CHAT) -> Table:
    """A partida of which some words were said, and which is over."""
    table = await opened(manager, chat=chat)
    for act in ("mus", "nomus", "paso", "paso"):
        table = await say(manager, table, speaker(table), act)
    await manager.close_for_reason(table.id, None)
    return await now(manager, table)


def after(store: Store, folder: Path, days: float, *, kept: int = DAYS) -> Retention:
    """What a musbot of some days later does."""
    wall = time.time() + days * DAY_S
    return Retention(store, folder / "actas", kept, lambda: wall)


async def sizes(store: Store, table: str) -> tuple[int, int, int]:
    return (
        len(await store.load_log(table)),
        len(await store.list_shown(table)),
        len(await store.load_seating(table)),
    )


async def test_of_a_partida_over_long_ago_an_acta_without_names_is_left(
    any_store: Store, manager: TableManager, tmp_path: Path
) -> None:
    table = await ended(manager)
    await any_store.record_shown(table.id, Posted(CHAT, "end", MessageId("m1"), "d", seq=table.seq))
    await after(any_store, tmp_path, DAYS - 1).sweep()
    assert not (tmp_path / "actas").exists()
    assert await any_store.load_log(table.id)
    await after(any_store, tmp_path, DAYS + 1).sweep()

    (file,) = (tmp_path / "actas").iterdir()
    text, partida = file.read_text("utf-8"), read_file(file)
    assert partida.names == ("A", "B", "C", "D")
    assert not any(known in text for who in PEOPLE for known in (who.name, who.id))
    assert partida.baraja is not None
    assert partida.baraja.semilla == table.seed
    verdict = verify(partida)
    assert not verdict.faults
    assert verdict.hands
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert await sizes(any_store, table.id) == (0, 0, 0)
    assert await any_store.find_chat(table.id) is None
    assert await any_store.find_last_over(CHAT) is None
    assert [it.table for it in await any_store.load_results_of(ANE.id, 5)] == [table.id], "the result stays"


@pytest.mark.parametrize("chat", [CHAT, ANE.id])
async def test_the_last_table_of_a_group_or_of_a_private_chat_is_found_after_its_end(
    any_store: Store, manager: TableManager, chat: ChatId
) -> None:
    table = await ended(manager, chat)
    assert await any_store.find_last_over(chat) == table.id


async def test_nothing_is_taken_from_who_plays_rests_or_is_still_to_be_told_the_end(
    any_store: Store, manager: TableManager, tmp_path: Path
) -> None:
    in_play = await opened(manager, chat=ChatId("test:a"))
    lobby = await manager.open(ANE, ChatId("test:b"), "es", rule_set("parejas", {}))
    untold = await ended(manager)
    await after(any_store, tmp_path, 1.5, kept=1).sweep()
    assert all([await any_store.load_log(it.id) for it in (in_play, lobby, untold)])
    await any_store.record_shown(untold.id, Posted(CHAT, "end", MessageId("m1"), "d", seq=untold.seq))
    await after(any_store, tmp_path, 1.5, kept=1).sweep()
    assert not await any_store.load_log(untold.id)
    await after(any_store, tmp_path, 5000).sweep()
    await any_store.drop(in_play.id)
    assert all([await any_store.load_log(it.id) for it in (in_play, lobby)])
    assert await say(manager, in_play, speaker(in_play), "mus")


async def test_an_end_that_nobody_will_be_told_any_more_keeps_no_table(
    any_store: Store, manager: TableManager, tmp_path: Path
) -> None:
    table = await ended(manager)
    await after(any_store, tmp_path, LATEST_END_S / DAY_S + 0.1, kept=1).sweep()
    assert not await any_store.load_log(table.id)


async def test_a_lobby_that_was_closed_goes_without_a_file(
    any_store: Store, manager: TableManager, tmp_path: Path
) -> None:
    table = await manager.open(ANE, CHAT, "es", rule_set("parejas", {}))
    await manager.close_for_reason(table.id, None)
    await after(any_store, tmp_path, DAYS + 1).sweep()
    assert not await any_store.load_log(table.id)
    assert not (tmp_path / "actas").exists()


async def test_a_kill_between_the_file_and_the_rows_lets_the_same_file_be_written_again(
    any_store: Store, manager: TableManager, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await ended(manager)

    async def killed(_: str) -> None:
        raise StoreError("killed")

    with monkeypatch.context() as patch:
        patch.setattr(any_store, "drop", killed)
        with pytest.raises(StoreError):
            await after(any_store, tmp_path, DAYS + 1).sweep()
    (file,) = (tmp_path / "actas").iterdir()
    before = file.read_bytes()
    (tmp_path / "actas" / f".{table.id}.part").write_text("half of it", "utf-8")
    assert await any_store.load_log(table.id)
    await after(any_store, tmp_path, DAYS + 2).sweep()
    assert list((tmp_path / "actas").iterdir()) == [file]
    assert file.read_bytes() == before
    assert not await any_store.load_log(table.id)


async def test_no_acta_is_made_of_a_table_that_is_not_over(manager: TableManager, any_store: Store) -> None:
    table = await opened(manager)
    log = await any_store.load_log(table.id)
    with pytest.raises(ValueError, match="expected a table that is over"):
        retention.acta_of(table.id, log)


async def test_a_table_that_cannot_be_read_is_left_alone_and_told_of_once(
    any_store: Store, manager: TableManager, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    table = await ended(manager)
    await any_store.create("A0-damaged", CHAT, [Stored("Nonsense", 1, "{}")])
    await any_store.append("A0-damaged", 1, [Stored("Nonsense", 1, "{}")], over=True)
    later = after(any_store, tmp_path, DAYS + 1)
    await later.sweep()
    await later.sweep()
    assert caplog.text.count("table A0-damaged cannot be made an acta: it stays") == 1
    assert len(await any_store.load_log("A0-damaged")) == 2
    assert not await any_store.load_log(table.id), "those after it go"


async def test_where_no_acta_can_be_written_the_table_stays(
    any_store: Store, manager: TableManager, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    table = await ended(manager)
    (tmp_path / "actas").write_text("no folder", "utf-8")
    await after(any_store, tmp_path, DAYS + 1).sweep()
    assert "actas cannot be written, so tables stay" in caplog.text
    assert await any_store.load_log(table.id)


async def test_of_many_tables_all_are_taken_a_slice_at_a_time(
    any_store: Store, manager: TableManager, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "SLICE", 2)
    tables = [await ended(manager, ChatId(f"test:{n}")) for n in range(7)]
    real, there = any_store.drop, list[int]()

    async def dropped(table: str) -> None:
        there.append(len(os.listdir(tmp_path / "actas")))
        await real(table)

    monkeypatch.setattr(any_store, "drop", dropped)
    await after(any_store, tmp_path, DAYS + 1).sweep()
    assert there == [2, 2, 4, 4, 6, 6, 7], "the actas of a slice first"
    assert not [table for table in tables if await any_store.load_log(table.id)]
    assert len(list((tmp_path / "actas").iterdir())) == 7


async def test_the_hourly_upkeep_takes_them_out(
    any_store: Store, manager: TableManager, timers: Clock, tmp_path: Path
) -> None:
    table = await ended(manager)
    await Housekeeping(any_store, manager, timers, time.time, after(any_store, tmp_path, DAYS + 1))._sweep()
    assert not await any_store.load_log(table.id)


async def test_who_asks_for_an_acta_then_is_told_that_only_the_result_is_left(tmp_path: Path) -> None:
    async with playing(tmp_path) as fake:
        ane, *_ = await played(fake)
        await fake.command(ane, "historial", ane.id)
        history = said(fake, ane.id)
        await fake.command(ane, "ranking")
        ranking = said(fake, HERE).text
    store = await open_sqlite(tmp_path / "mus.sqlite")
    await after(store, tmp_path, 0).sweep()
    await store.close()
    assert len(list((tmp_path / "actas").iterdir())) == 1

    gone = Texts("es")("refused-no-acta-any-more")
    async with playing(tmp_path) as fake:
        await fake.command(ane, "historial", ane.id)
        assert said(fake, ane.id).text == history.text
        reply = await fake.press_data(ane, history.keyboard()[0][0].data, ane.id)
        assert reply.text == gone
        await fake.command(ane, "ranking")
        assert said(fake, HERE).text == ranking
        for command, chat in (("acta", ane.id), ("acta", HERE), ("verificar", ane.id), ("verificar", HERE)):
            before = len(fake.messenger.posts(ane.id))
            await fake.command(ane, command, chat)
            told = [post.text for post in fake.messenger.posts(ane.id)[before:]]
            assert told == [gone], (command, chat)


@pytest.mark.parametrize(
    ("days", "told"),
    [
        (None, "No tienen fecha de caducidad."),
        (1, "Un día después de acabar"),
        (90, "90 días después de acabar"),
    ],
)
async def test_what_is_kept_is_told_as_it_is_set(days: int | None, told: str, tmp_path: Path) -> None:
    settings = Settings(turn_s=0, ai_pause_s=0, keep_days=days, actas=tmp_path / "actas")
    async with playing(settings=settings) as fake:
        await fake.command(fake.person("Ane"), "privacidad")
        assert told in said(fake, HERE).text


async def test_a_folder_that_cannot_be_written_is_warned_of_at_the_start(
    any_store: Store, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").touch()
    make_retention(any_store, Settings(database=tmp_path / "mus.sqlite", keep_days=1), time.time)
    make_retention(any_store, Settings(actas=tmp_path / "file"), time.time)
    assert not caplog.messages
    make_retention(any_store, Settings(keep_days=1, actas=tmp_path / "file"), time.time)
    assert caplog.messages == [f"actas cannot be written in {tmp_path}/file, so tables stay"]


async def test_actas_are_beside_the_database_or_where_is_set(any_store: Store, tmp_path: Path) -> None:
    def folder(settings: Settings) -> Path | None:
        made = make_retention(any_store, settings, time.time)
        return made.folder if made is not None else None

    file, server = tmp_path / "mus.sqlite", Server("postgresql://host/mus")
    assert folder(Settings(database=file)) is None
    assert folder(Settings(database=file, keep_days=1)) == tmp_path / "actas"
    assert folder(Settings(database=server, keep_days=1, actas=tmp_path)) == tmp_path
    with pytest.raises(BadSetting, match="MUSBOT_ACTAS: expected a folder"):
        folder(Settings(database=server, keep_days=1))
