"""Guards of the service that are easily lost: each test fails if its guard is taken out."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

import adapters
from adapters.telegram.photos import Photos
from musbot.pictures.specs import HandPicture
from musbot.port import intake
from musbot.port.intake import PendingAct, QueuePlace
from musbot.service.chat import attempts
from musbot.service.tables.manager import TableManager
from musbot.table.alarms import LobbyClock
from musbot.table.events import NO_CHAT, AnyEvent, ChatId, TableId, read_person_id
from musbot.table.table import Table
from musbot.testing import FakePlatform, playing
from tests.support.partidas import HERE, began, said
from tests.support.tables import CHAT, now, opened, say, speaker


def table_in(it: FakePlatform, chat: ChatId = NO_CHAT) -> str:
    """The id of the only table of a chat."""
    (table,) = it.tables(chat)
    return table.id


# ---- tables ----------------------------------------------------------------------------------------------


async def test_of_two_who_close_a_table_at_once_one_is_refused(manager: TableManager) -> None:
    table = await opened(manager)
    closing = (manager.close_for_reason(table.id, None) for _ in range(2))
    done = await asyncio.gather(*closing, return_exceptions=True)
    assert [str(it) for it in done if it is not None] == ["refused-over"]
    log = await manager.store.load_log(table.id)
    assert [it.kind for _, it in log].count("Ended") == 1


async def test_a_clock_that_failed_at_a_table_that_is_gone_changes_nothing(manager: TableManager) -> None:
    await manager._restart_clock(TableId("Z9-nobody"), LobbyClock(0))
    assert manager.tables.in_memory() == []


async def test_an_error_that_ends_the_process_is_not_contained_by_a_table(manager: TableManager) -> None:
    table = await opened(manager)

    def ends(_: Table, __: Sequence[AnyEvent]) -> None:
        raise SystemExit

    manager.tables.listeners.append(ends)
    with pytest.raises(SystemExit):
        await say(manager, table, speaker(table), "nomus")
    manager.tables.listeners.remove(ends)
    assert (await now(manager, table)).chat == CHAT


async def test_an_error_that_ends_the_process_is_not_contained_by_the_queue_of_acts() -> None:
    def turn() -> QueuePlace:
        raise SystemExit

    async def does() -> None:
        raise SystemExit

    with pytest.raises(SystemExit):
        intake._place(PendingAct(read_person_id("a"), turn, does, does))
    with pytest.raises(SystemExit):
        await intake._carried_out(read_person_id("a"), does)


async def test_an_act_is_named_by_the_short_name_of_its_table_and_by_no_chat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    places: list[str] = []
    monkeypatch.setattr(attempts, "name_act", lambda _, place: places.append(place))
    async with playing() as it:
        ane = it.person("Ane")
        await it.command(ane, "mus")
        await it.press(ane, "Sentarme")
        (table,) = it.tables()
    assert places == ["on fake", f"at table {table.short}"]


# ---- private chats ---------------------------------------------------------------------------------------


async def test_other_rules_open_no_second_partida_in_private() -> None:
    async with playing() as it:
        ane = it.person("Ane")
        await it.command(ane, "mus", ane.id)
        await it.press_data(ane, f"{table_in(it, ane.id)}:0:start", ane.id)
        before = it.tables(ane.id)
        await it.command(ane, "mus parejas", ane.id)
        await it.settle()
        assert it.tables(ane.id) == before
        assert "parejas" not in said(it, ane.id).title.lower()


async def test_a_new_lobby_in_private_replaces_the_last_one_and_none_of_a_group() -> None:
    async with playing() as it:
        ane = it.person("Ane")
        await it.command(ane, "mus")
        for _ in range(3):
            await it.command(ane, "mus", ane.id)
        assert len(it.tables(ane.id)) == 1
        assert len(it.tables()) == 1, "a lobby of hers without people waits in the group"


# ---- presses ---------------------------------------------------------------------------------------------


async def test_a_table_that_is_in_its_channel_stays_there_without_a_word() -> None:
    async with playing() as it:
        ane = it.person("Ane")
        await it.command(ane, "mus")
        reply = await it.press_data(ane, f"{table_in(it)}:0:channel")
        assert (reply.text, reply.seen) == ("", True)


async def test_a_hand_comes_into_a_chat_only_where_one_person_alone_can_see_it() -> None:
    async with playing() as it:
        people = await began(it)
        reply = await it.press_data(people[0], f"{table_in(it, HERE)}:1:here", HERE)
        assert reply.text == "Ese botón no lo conozco."


async def test_why_has_no_answer_where_no_ai_has_played() -> None:
    async with playing() as it:
        people = await began(it)
        table = table_in(it, HERE)
        await played_on(it)
        reply = await it.press_data(people[0], f"{table}:1:why", people[0].id)
        assert reply.text.startswith("En esa mano no jugaba ninguna IA")


async def played_on(it: FakePlatform) -> None:
    """Plays until the first hand is over."""
    for word in ("no mus", "órdago", "quiero"):
        for person in it.awaited_people(HERE):
            await it.say(person, word, HERE)


async def test_who_follows_a_chat_hears_of_no_other() -> None:
    async with playing() as it:
        heard: list[str] = []
        it.door.chats.follow(ChatId("fake:otra"), lambda _, line: heard.append(line))
        await began(it)
        await played_on(it)
        assert heard == []


async def test_an_answer_of_no_lesson_is_no_page() -> None:
    async with playing() as it:
        ane = it.person("Ane")
        unknown = (await it.press_data(ane, "nonsense", ane.id)).text
        assert (await it.press_data(ane, "learn:1.9", ane.id)).text == unknown


# ---- adapters --------------------------------------------------------------------------------------------


def test_adapters_have_no_other_settings() -> None:
    with pytest.raises(AttributeError, match="nothing"):
        adapters.nothing  # noqa: B018


def test_a_picture_whose_message_is_unknown_is_not_remembered() -> None:
    photos = Photos(None)
    photos.record_sent(ChatId("telegram:1"), True, HandPicture((), ()))
    assert not photos._shown
