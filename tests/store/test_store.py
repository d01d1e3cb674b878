"""A store, on every engine: what is written stays, nothing is written twice, two never write at once."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace

import pytest

from musbot.service.choices.kept import Fact
from musbot.store.codec import Stored
from musbot.store.protocol import Conflict, DuplicateDelivery, Outline, Posted, StoreError
from musbot.store.store import Store
from musbot.table.events import NO_MESSAGE, ChatId, MessageId, read_person_id
from tests.support.stores import Engine, event, sits


async def test_a_log_is_read_back_in_order(any_store: Store) -> None:
    await any_store.create("K7-a", ChatId("chat"), [event(1)])
    await any_store.append("K7-a", 1, [event(2), event(3)])
    assert await any_store.load_log("K7-a") == [(1, event(1)), (2, event(2)), (3, event(3))]
    assert await any_store.load_log("nobody") == []


async def test_a_second_writer_at_the_same_place_is_refused_and_writes_nothing(any_store: Store) -> None:
    await any_store.create("K7-a", ChatId("chat"), [event(1)])
    await any_store.append("K7-a", 1, [event(2)])
    with pytest.raises(Conflict):
        await any_store.append("K7-a", 1, [event(9)], key="other")
    assert await any_store.load_log("K7-a") == [(1, event(1)), (2, event(2))]
    await any_store.mark("other")


async def test_a_delivery_counts_once(any_store: Store) -> None:
    await any_store.create("K7-a", ChatId("chat"), [event(1)], key="update 1")
    with pytest.raises(DuplicateDelivery):
        await any_store.append("K7-a", 1, [event(2)], key="update 1")
    with pytest.raises(DuplicateDelivery):
        await any_store.mark("update 1")
    assert await any_store.load_log("K7-a") == [(1, event(1))]


async def test_one_bad_write_in_a_batch_harms_no_other(any_store: Store) -> None:
    await any_store.create("K7-a", ChatId("chat"), [event(1)])
    writes = [any_store.append("K7-a", 1, [event(2)], key=f"k{n}") for n in range(5)]
    writes += [any_store.create(f"T{n}-b", ChatId("chat"), [event(n)]) for n in range(20)]
    results = await asyncio.gather(*writes, return_exceptions=True)
    assert sum(isinstance(result, Conflict) for result in results) == 4
    assert results.count(None) == 21
    assert [it.table for it in await any_store.list_unfinished()] == ["K7-a", *(f"T{n}-b" for n in range(20))]


async def test_finished_tables_are_found_by_chat_and_not_taken_up(any_store: Store) -> None:
    await any_store.create("A2-a", ChatId("chat"), [Stored("Began", 1, "{}")])
    await any_store.create("B3-b", ChatId("chat"), [event(1)])
    await any_store.create("C4-c", ChatId("chat"), [event(1)])
    await any_store.append("A2-a", 1, [event(2)], over=True)
    await any_store.append("C4-c", 1, [event(2)], over=True)
    assert [it.table for it in await any_store.list_unfinished()] == ["B3-b"]
    assert await any_store.find_last_over(ChatId("chat")) == "A2-a", "the other was no more than a lobby"
    assert await any_store.find_last_over(ChatId("elsewhere")) is None
    await any_store.move("A2-a", ChatId("elsewhere"))
    assert await any_store.find_last_over(ChatId("elsewhere")) == "A2-a"


async def test_what_chats_show_and_notes_are_kept_and_forgotten(any_store: Store) -> None:
    await any_store.create("K7-a", ChatId("chat"), [event(1)])
    await any_store.record_shown("K7-a", Posted(ChatId("chat"), "hand.1", MessageId("17"), "abc", 5.5, "3.1"))
    await any_store.record_shown("K7-a", Posted(ChatId("chat"), "lobby", MessageId("16"), "abc"))
    await any_store.record_shown("K7-a", Posted(ChatId("chat"), "lobby", NO_MESSAGE, ""))
    assert await any_store.list_shown("K7-a") == [
        Posted(ChatId("chat"), "hand.1", MessageId("17"), "abc", 5.5, "3.1")
    ]
    await any_store.store_note(Fact.HOLD, "chat", "12.5")
    await any_store.store_note(Fact.CLOSED, "ane", "1")
    await any_store.store_note(Fact.CLOSED, "ane", "")
    assert await any_store.load_notes(Fact.HOLD) == {"chat": "12.5"}
    assert await any_store.load_notes(Fact.CLOSED) == {}


async def test_the_times_of_the_last_words_are_read_in_order_and_nothing_else_counts(engine: Engine) -> None:
    now = 1_000_000.0
    store = await engine.open(lambda: now)
    await store.create("K7-a", ChatId("chat"), [sits("Ane")])
    for seq in range(1, 6):
        now += 1
        await store.append("K7-a", seq, [event(seq)])
    assert await store.list_word_times("K7-a", 3) == [1_000_003, 1_000_004, 1_000_005]
    assert (len(await store.list_word_times("K7-a", 9)), await store.list_word_times("nobody", 9)) == (5, [])
    await store.close()


async def test_pauses_that_are_over_are_swept_and_others_are_kept(engine: Engine) -> None:
    now = 1_000_000.0
    store = await engine.open(lambda: now)
    await store.store_note(Fact.HOLD, "soon", str(now + 10))
    await store.store_note(Fact.HOLD, "late", str(now + 100))
    await store.store_note(Fact.OPEN, "ane", "1")
    now += 11
    await store.sweep()
    assert await store.load_notes(Fact.HOLD) == {"late": "1000100.0"}
    assert await store.load_notes(Fact.OPEN) == {"ane": "1"}
    await store.close()


async def test_everything_is_there_after_it_is_opened_again(engine: Engine) -> None:
    store = await engine.open()
    await store.create("K7-a", ChatId("chat"), [event(1)], key="k")
    await store.close()
    store = await engine.open()
    assert await store.load_log("K7-a") == [(1, event(1))]
    with pytest.raises(DuplicateDelivery):
        await store.mark("k")
    await store.close()
    with pytest.raises(StoreError):
        await store.mark("after the end")


async def test_the_last_table_of_a_person_is_found_in_whatever_chat(any_store: Store) -> None:
    began = Stored("Began", 1, "{}")
    for number, (table, person) in enumerate([("A2-a", "ane"), ("B3-b", "ane"), ("C4-c", "eva")]):
        sat = Stored("SatDown", 1, f'{{"seat":0,"who":{{"name":"?","person":"{person}"}}}}')
        await any_store.create(table, ChatId(f"chat {number}"), [event(1), sat])
    for table in ("B3-b", "A2-a", "C4-c"):
        await any_store.append(table, 2, [began] if table != "C4-c" else [event(2)], over=True)
        await asyncio.sleep(0.01)
    assert await any_store.find_last_over_of(read_person_id("ane")) == "A2-a"
    assert await any_store.find_last_over_of(read_person_id("eva")) is None, "it was no more than a lobby"
    assert await any_store.find_last_over_of(read_person_id("nobody")) is None


async def test_what_is_known_of_a_table_without_its_log_is_written_with_it(any_store: Store) -> None:
    await any_store.create(
        "A2-a", ChatId("chat"), [sits("Ane")], outline=Outline((read_person_id("test:ane"),), 900)
    )
    await any_store.create("B3-b", ChatId("chat"), [event(1)])
    await any_store.append(
        "A2-a",
        1,
        [sits("Beñat")],
        outline=Outline((read_person_id("test:ane"), read_person_id("test:beñat")), 0),
    )
    await any_store.append("A2-a", 2, [event(3)])
    known = {it.table: (it.chat, it.outline) for it in await any_store.list_unfinished()}
    assert known == {
        "A2-a": ("chat", Outline((read_person_id("test:ane"), read_person_id("test:beñat")), 0)),
        "B3-b": ("chat", Outline()),
    }


async def test_a_table_is_behind_until_its_last_event_is_shown_and_while_it_is_called_set_aside(
    any_store: Store,
) -> None:
    await any_store.create("A2-a", ChatId("chat"), [event(1), event(2)])
    board = Posted(ChatId("chat"), "lobby", MessageId("5"), "d", at=10, seq=1)
    await any_store.record_shown("A2-a", board)
    assert await any_store.list_behind() == ["A2-a"]
    await any_store.record_shown("A2-a", replace(board, seq=2))
    assert await any_store.list_behind() == []
    await any_store.record_shown("A2-a", Posted(ChatId("chat"), "aside", MessageId("6"), "d", at=10))
    assert await any_store.list_behind() == ["A2-a"], "its chat was told that it is set aside"
    assert await any_store.list_chats_since(9) == {"chat": 10}
    assert await any_store.list_chats_since(10) == {}


async def test_the_end_of_a_table_is_untold_until_it_has_been_shown(any_store: Store) -> None:
    for name, kind in (("A2-a", "Began"), ("B3-b", "SatDown")):
        await any_store.create(name, ChatId("chat"), [Stored(kind, 1, "{}")])
        await any_store.append(name, 1, [event(2)], over=True)
    assert await any_store.list_untold(0) == ["A2-a", "B3-b"]
    assert await any_store.list_untold(time.time() + 60) == []
    await any_store.record_shown("A2-a", Posted(ChatId("chat"), "hand.1", MessageId("4"), "d", seq=2))
    await any_store.record_shown("B3-b", Posted(ChatId("chat"), "lobby", MessageId("5"), "d", seq=2))
    assert await any_store.list_untold(0) == ["A2-a"], "the count of a last hand is not its end"
    await any_store.record_shown("A2-a", Posted(ChatId("chat"), "end", MessageId("6"), "d", seq=2))
    assert await any_store.list_untold(0) == []
