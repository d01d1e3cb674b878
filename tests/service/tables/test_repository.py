"""Tables that rest in the store after a start: who wakes them, and that nothing is read before."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from musbot.game.actions import Sena
from musbot.game.events import Signed
from musbot.narrator import Narrator
from musbot.port.command import GivenCommand
from musbot.port.replies import Reply
from musbot.service.choices.kept import Fact
from musbot.service.delivery.rendering import own_cards
from musbot.service.queue.parts import Part, PartPlace, PartView
from musbot.service.tables.manager import TableManager
from musbot.service.tables.repository import translate_placeholders, with_placeholder_names
from musbot.store.codec import Stored
from musbot.store.outline import outline
from musbot.store.protocol import Posted, StoreError
from musbot.store.refold import refold
from musbot.store.sqlite import SqliteStore
from musbot.table.acts import Payload, read_act
from musbot.table.alarms import IDLE_S, NUDGE_S
from musbot.table.events import NO_CHAT, ChatId, MessageId, Occupant, TableId
from musbot.table.table import BestHand
from musbot.testing import Clock, FakeMessenger
from tests.support.at_table import begun
from tests.support.scenes import Scene, a_courier, a_door
from tests.support.tables import ANE, BENAT, CARMEN, CHAT, a_manager, now, opened, say, speaker


class Read:
    """A store that notes whose logs are read, and fails while it is `broken`."""

    def __init__(self, store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
        self.logs: list[str] = []
        self.broken = False
        self._log = store.load_log
        monkeypatch.setattr(store, "load_log", self.log)

    async def log(self, table: str) -> list[tuple[int, Stored]]:
        await asyncio.sleep(0)
        self.logs.append(table)
        if self.broken:
            raise StoreError("disk I/O error")
        return await self._log(table)


@pytest.fixture
def read(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> Read:
    return Read(store, monkeypatch)


@pytest.fixture
async def again(store: SqliteStore, timers: Clock) -> AsyncIterator[TableManager]:
    """A manager that has just begun on the same store."""
    manager = a_manager(store, timers, seed=9)
    yield manager
    await manager.stop()


async def left(store: SqliteStore, timers: Clock, chats: int = 3) -> list[TableId]:
    """Tables in play that a process has left, each in a chat of its own."""
    manager = a_manager(store, timers)
    await manager.start()
    tables = [await opened(manager, chat=ChatId(f"{CHAT}{n}")) for n in range(chats)]
    await manager.stop()
    return [table.id for table in tables]


async def test_a_start_reads_no_log_and_a_press_only_that_of_its_table(
    store: SqliteStore, timers: Clock, read: Read, again: TableManager
) -> None:
    one, two, three = await left(store, timers)
    read.logs.clear()
    await again.start()
    assert again.tables.count() == 3
    assert read.logs == []
    table = await again.tables.look(two)
    assert table is not None
    assert (await say(again, table, speaker(table), "mus")).seq == table.seq + 1
    assert read.logs == [two]
    await again.tables.load_all(chat=ChatId(f"{CHAT}2"))
    assert [table.id for table in again.tables.in_chat(ChatId(f"{CHAT}2"))] == [three]
    assert read.logs == [two, three]
    await again.tables.load_all(person=BENAT.id)
    assert {table.id for table in again.tables.list_for(BENAT.id)} == {one, two, three}
    assert sorted(read.logs) == sorted((one, two, three)), "each was read once"


async def test_however_many_come_to_a_resting_table_at_once_its_log_is_read_once(
    store: SqliteStore, timers: Clock, read: Read, again: TableManager
) -> None:
    (one,) = await left(store, timers, 1)
    read.logs.clear()
    await again.start()
    again.resume_all()
    looked = await asyncio.gather(*(again.tables.look(one) for _ in range(30)))
    await again.wait_for_background()
    assert len({id(table) for table in looked}) == 1
    assert read.logs == [one]


async def test_a_table_goes_on_without_a_press_and_one_put_off_waits_for_one(
    store: SqliteStore, timers: Clock, read: Read, again: TableManager
) -> None:
    first = a_manager(store, timers)
    await first.start()
    asleep = await opened(first, chat=ChatId(f"{CHAT}0"))
    timers.advance(IDLE_S)
    await first.wait_for_background()
    asleep = await now(first, asleep)
    assert asleep.put_off
    with_ai = await opened(first, people=(ANE,), chat=ChatId(f"{CHAT}1"))
    await first.stop()
    read.logs.clear()
    await again.start()
    again.resume_all()
    await again.wait_for_background()
    assert with_ai.id in read.logs
    seq = (await now(again, with_ai)).seq
    for _ in range(4):
        timers.advance(NUDGE_S)
        await again.wait_for_background()
    assert (await now(again, with_ai)).seq > seq, "the others have spoken"
    await store.record_shown(asleep.id, await _told(store, asleep.id))
    later = a_manager(store, timers, seed=11)
    await later.start()
    later.resume_all()
    await later.wait_for_background()
    assert later.tables.get(asleep.id) is None, "its chat shows it as it is"
    for who in (ANE, BENAT, CARMEN):
        await later.press(who, Payload(asleep.id, asleep.question, read_act("resume")), key=who.id)
    assert not (await now(later, asleep)).put_off
    await later.stop()


async def _told(store: SqliteStore, table: str) -> Posted:
    """What is recorded of a board that shows a table as it is."""
    return Posted(CHAT, "hand.1", MessageId("1"), "d", seq=len(await store.load_log(table)))


async def test_the_most_urgent_is_taken_up_first(
    store: SqliteStore, timers: Clock, read: Read, again: TableManager
) -> None:
    names = await left(store, timers, 2)
    first = a_manager(store, timers, seed=4)
    await first.start()
    with_ai = await opened(first, people=(ANE,), chat=ChatId(f"{CHAT}8"))
    await first.stop()
    for name in (*names, with_ai.id):
        await store.record_shown(name, await _told(store, name))
    read.logs.clear()
    await again.start()
    again.resume_all()
    await again.wait_for_background()
    assert read.logs[-2:] == names, "people have time"
    assert read.logs[0] == with_ai.id


async def test_a_log_that_cannot_be_read_now_is_read_when_somebody_comes_again(
    store: SqliteStore, timers: Clock, read: Read, again: TableManager, caplog: pytest.LogCaptureFixture
) -> None:
    (one,) = await left(store, timers, 1)
    await again.start()
    read.broken = True
    again.resume_all()
    await again.wait_for_background()
    assert "rests until somebody comes to it" in caplog.text
    with pytest.raises(StoreError):
        await again.tables.look(one)
    read.broken = False
    table = await again.tables.look(one)
    assert table is not None
    assert table.playing


async def test_every_table_goes_on_where_it_cannot_be_read_which_chats_are_behind(
    store: SqliteStore, timers: Clock, monkeypatch: pytest.MonkeyPatch, again: TableManager
) -> None:
    async def unread() -> list[str]:
        raise StoreError("disk I/O error")

    tables = await left(store, timers, 2)
    monkeypatch.setattr(store, "list_behind", unread)
    await again.start()
    again.resume_all()
    await again.wait_for_background()
    assert [table.id for table in again.tables.in_memory()] == tables


async def test_tables_that_rest_are_known_by_who_sits_there(store: SqliteStore, timers: Clock) -> None:
    await left(store, timers, 3)
    unfinished = await store.list_unfinished()
    assert len(unfinished) == 3
    for it in unfinished:
        table = refold(it.table, await store.load_log(it.table))
        assert table is not None
        assert it.outline == outline(table)
        assert it.outline.people
        assert it.chat == table.chat


async def test_a_command_is_answered_where_a_resting_table_cannot_be_read(
    store: SqliteStore, timers: Clock, read: Read, again: TableManager
) -> None:
    await left(store, timers, 1)
    await again.start()
    door = a_door(again, a_courier(again, FakeMessenger(timers)))
    read.broken = True
    answers: list[Reply] = []
    await door.commands.run_command(
        GivenCommand("tanteo", (), ANE, ChatId(f"{CHAT}0"), key="t", answer=answers.append)
    )
    (answer,) = answers
    assert answer.post is not None
    assert answer.post.text == Narrator("es").refusal(StoreError("disk I/O error"))


async def test_a_chat_is_brought_up_to_date_once_its_table_is_taken_up(scene: Scene, timers: Clock) -> None:
    table = await opened(scene.manager)
    await scene.courier.outboxes.wait_until_idle()
    await scene.manager.stop()
    await scene.courier.stop()
    made = len(scene.platform.made)
    manager = a_manager(scene.store, timers, seed=9, seen=False)
    courier = a_courier(manager, scene.platform)
    await manager.start(courier)
    await courier.start()
    await courier.outboxes.wait_until_idle()
    assert len(scene.platform.made) == made
    table = await say(manager, table, speaker(table), "mus")
    await courier.outboxes.wait_until_idle()
    assert {request.what for request in scene.platform.made[made:]} == {"edit"}, "nothing is sent twice"
    await manager.stop()
    await courier.stop()


async def test_a_table_taken_up_before_its_platform_has_joined_leaves_a_chat_alone_that_asked_for_a_pause(
    scene: Scene, timers: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await opened(scene.manager)
    await scene.courier.outboxes.wait_until_idle()
    await scene.manager.stop()
    await scene.courier.stop()
    until = scene.platform.clock() + 60
    await scene.store.store_note(Fact.HOLD, CHAT, str(until))
    manager = a_manager(scene.store, timers, seed=9, seen=False)
    courier = a_courier(manager, scene.platform, joined=False)
    await manager.start(courier)
    await courier.start()
    read, made = scene.store.list_chats_since, len(scene.platform.made)

    async def slowly(at: float) -> dict[ChatId, float]:
        await say(manager, table, speaker(table), "mus", key="k")
        await courier.outboxes.wait_until_idle()
        return await read(at)

    monkeypatch.setattr(scene.store, "list_chats_since", slowly)
    await courier.join("test", scene.platform)
    await courier.outboxes.wait_until_idle()
    times = [request.at for request in scene.platform.made[made:] if request.chat == CHAT]
    assert times
    assert min(times) >= until
    await manager.stop()
    await courier.stop()


def test_two_forgotten_players_have_the_same_placeholders_in_every_place() -> None:
    table, two = begun(), {0, 2}
    seats = tuple(replace(who, name="") if at in two and who else who for at, who in enumerate(table.seats))
    best = BestHand(1, 2, Occupant(""), table.mesa.cards[2] if table.mesa else ())
    shown = with_placeholder_names(replace(table, seats=seats, sat=seats, best=best))
    assert shown.names == ("Jugador", "Beñat", "Jugador 2", "Dani")
    assert [who.name for who in shown.sat if who is not None] == [*shown.names]
    assert shown.best is not None
    assert shown.best.who.name == "Jugador 2"


def test_placeholders_are_in_the_language_of_their_reader() -> None:
    table, two = begun(), {0, 2}
    seats = tuple(replace(who, name="") if at in two and who else who for at, who in enumerate(table.seats))
    forgotten = tuple(Occupant("") if at in two else who for at, who in enumerate(seats))
    best = BestHand(1, 2, Occupant(""), table.mesa.cards[2] if table.mesa else ())
    shown = with_placeholder_names(replace(table, seats=forgotten, sat=forgotten, best=best))
    read = translate_placeholders(shown, "en")
    assert read.names == ("Player", "Beñat", "Player 2", "Dani")
    assert [who.name for who in read.sat if who is not None] == [*read.names]
    assert read.best is not None
    assert read.best.who.name == "Player 2"
    assert translate_placeholders(read, "es") is read
    assert translate_placeholders(table, "en") == table


def test_a_sena_of_a_forgotten_player_has_a_placeholder_in_the_language_of_its_reader() -> None:
    made = Signed(1, 0, Sena.CIEGO, (2,))
    table = replace(begun(), signers=((made, Occupant("")), (made, Occupant("Patxi", ai="muslari"))))
    shown = with_placeholder_names(table)
    assert [who.name for _, who in shown.signers] == ["Jugador", "Patxi"]
    assert [who.name for _, who in translate_placeholders(shown, "en").signers] == ["Player", "Patxi"]


async def test_the_hand_of_a_player_names_forgotten_people_in_their_language(scene: Scene) -> None:
    table = await opened(scene.manager)
    seats = tuple(
        Occupant("Jugador") if seat == 2 else replace(who, language="en") if who is not None else None
        for seat, who in enumerate(table.seats)
    )
    shown = replace(table, seats=seats)
    renderer, who = scene.courier.renderer, seats[0]
    assert who is not None
    place = PartPlace(who.person or NO_CHAT, Part(PartView.HAND, 1, 0))
    posts = [renderer._render(place, shown), own_cards(shown, 0, Narrator("en"), renderer.links(shown)).post]
    for post in posts:
        assert post is not None
        assert "Player" in post.text
        assert "Jugador" not in post.text
