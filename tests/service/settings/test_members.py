"""Questions to a platform about who is in a chat: asked once, cached, and never in the way."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from musbot.port.command import GivenCommand
from musbot.port.intake import Wait
from musbot.port.messenger import Outage
from musbot.service.settings.answer_cache import MOST_KNOWN, AnswerCache, read_answer
from musbot.service.settings.members import LASTS_S
from musbot.table.events import ChatId, Person, read_person_id
from musbot.testing import Clock, FakeMessenger, FakePlatform, running


class Doorkeeper(FakeMessenger):
    """A FakeMessenger that knows who has left, and counts how often it is asked."""

    def __init__(self, clock: Clock | None = None) -> None:
        super().__init__(clock)
        self.gone: set[str] = set()
        self.asked: list[str] = []
        self.silent = False
        self.answers = asyncio.Event()
        self.answers.set()

    async def is_member(self, chat: str, person: str) -> bool:
        """Returns whether a person is in a group."""
        self.asked.append(person)
        await self.answers.wait()
        if self.silent:
            raise Outage("no answer")
        return person not in self.gone


async def sitting(it: FakePlatform) -> tuple[Person, str]:
    """A table in play; returns the person who is asked, and the data of a word."""
    people = [it.person(name) for name in ("Ane", "Beñat", "Carmen", "Dani")]
    await it.command(people[0], "mus vitoria")
    for place, person in enumerate(people):
        await it.press(person, f"Sentarme {'🔷🟠'[place % 2]}")
    await it.press(people[0], "Empezar")
    (table,) = it.tables()
    return it.awaited_people()[0], f"{table.id}:{table.question}:mus"


@asynccontextmanager
async def playing_with(keeper: Doorkeeper) -> AsyncIterator[FakePlatform]:
    platform = FakePlatform(keeper)
    async with running({"fake": platform}, keeper.clock):
        await platform.joined.wait()
        yield platform


@pytest.fixture
def keeper() -> Doorkeeper:
    return Doorkeeper()


async def test_an_answer_holds_for_ten_minutes(keeper: Doorkeeper) -> None:
    async with playing_with(keeper) as it:
        person, word = await sitting(it)
        turns = it.door.turns
        assert turns.of_press(person.id, it.chat, word).wait is Wait.FOR_COMMIT
        assert turns.of_press(person.id, person.id, word).wait is Wait.FOR_PLATFORM
        await turns.ready(person.id, person.id, word)
        assert keeper.asked == [person.id]
        assert turns.of_press(person.id, person.id, word).wait is Wait.FOR_COMMIT
        await it.wait(LASTS_S - 1)
        assert turns.of_press(person.id, person.id, word).wait is Wait.FOR_COMMIT
        await it.wait(2)
        assert turns.of_press(person.id, person.id, word).wait is Wait.FOR_PLATFORM


async def test_commands_in_private_about_a_group_wait_for_the_answer_too(keeper: Doorkeeper) -> None:
    async with playing_with(keeper) as it:
        person, _ = await sitting(it)
        ends = GivenCommand("terminar", (), person, person.id, key="", private=True)
        assert it.door.turns.of_command(ends).wait is Wait.FOR_PLATFORM
        await it.door.turns.ready(person.id, person.id, "")
        assert keeper.asked == [person.id]
        assert it.door.turns.of_command(ends).wait is Wait.FOR_COMMIT


async def test_a_word_in_private_that_waits_for_the_answer_counts_before_a_later_one_on_the_board(
    keeper: Doorkeeper,
) -> None:
    async with playing_with(keeper) as it:
        person, word = await sitting(it)
        keeper.answers.clear()
        first = asyncio.create_task(it.press_data(person, word, person.id))
        for _ in range(50):
            await asyncio.sleep(0)
        assert keeper.asked == [person.id]
        second = asyncio.create_task(it.press_data(person, word.replace("mus", "nomus")))
        for _ in range(50):
            await asyncio.sleep(0)
        keeper.answers.set()
        assert (await first).text == "Has dicho: mus."
        assert (await second).text.startswith("Ahora no te toca")


async def test_a_private_table_asks_nobody(keeper: Doorkeeper) -> None:
    async with playing_with(keeper) as it:
        ane = it.person("Ane")
        await it.command(ane, "mus", ane.id)
        (table,) = it.tables(ane.id)
        assert it.door.turns.of_press(ane.id, ane.id, f"{table.id}:0:start").wait is Wait.FOR_COMMIT
        assert (await it.press_data(ane, f"{table.id}:0:start", ane.id)).text == "¡Empieza la partida!"
        assert keeper.asked == []


async def test_finished_hands_and_the_way_out_are_open_to_who_has_left(keeper: Doorkeeper) -> None:
    async with playing_with(keeper) as it:
        person, word = await sitting(it)
        keeper.gone.add(person.id)
        table, question, _ = word.split(":")
        outside = "Ya no estás en el chat"
        for act in ("mus", "cards", "page.more", "sub.0", "end"):
            assert (await it.press_data(person, f"{table}:{question}:{act}", person.id)).text.startswith(
                outside
            ), act
        for act in ("analyse", "leave"):
            told = await it.press_data(person, f"{table}:{question}:{act}", person.id)
            assert not told.text.startswith(outside)
        assert person.id not in [seat.person for seat in it.tables()[0].seats]


async def test_a_failure_counts_for_the_person_and_is_remembered(keeper: Doorkeeper) -> None:
    async with playing_with(keeper) as it:
        person, word = await sitting(it)
        keeper.gone.add(person.id)
        keeper.silent = True
        told = await it.press_data(person, word, person.id)
        assert not told.text.startswith("Ya no estás")
        keeper.silent = False
        await it.press_data(person, word, person.id)
        assert keeper.asked == [person.id]


async def test_a_forged_press_from_another_group_asks_too(keeper: Doorkeeper) -> None:
    async with playing_with(keeper) as it:
        person, word = await sitting(it)
        keeper.gone.add(person.id)
        assert (await it.press_data(person, word, ChatId("fake:otra"))).text.startswith("Ya no estás")


# ---- the cache -------------------------------------------------------------------------------------------


async def test_questions_under_way_are_shared_and_old_answers_dropped() -> None:
    clock, asked = Clock(), 0
    cache = AnswerCache("its members", 10, clock)

    async def question() -> bool:
        nonlocal asked
        asked += 1
        await asyncio.sleep(0)
        return False

    first, second = (
        cache.ask(ChatId("a"), read_person_id("b"), question),
        cache.ask(ChatId("a"), read_person_id("b"), question),
    )
    assert first is second
    assert not cache.is_known(ChatId("a"), read_person_id("b"))
    assert read_answer(first) is None, "it is under way"
    await first
    assert (read_answer(first), cache.is_known(ChatId("a"), read_person_id("b")), asked) == (False, True, 1)
    cache.discard_refusal(ChatId("a"), read_person_id("c"))
    cache.discard_refusal(ChatId("a"), read_person_id("b"))
    assert not cache.is_known(ChatId("a"), read_person_id("b"))
    await cache.ask(ChatId("a"), read_person_id("b"), question)
    cache.forget(read_person_id("b"))
    assert not cache.is_known(ChatId("a"), read_person_id("b"))
    for number in range(MOST_KNOWN + 1):
        await cache.ask(ChatId("a"), read_person_id(str(number)), question)
    assert not cache.is_known(ChatId("a"), read_person_id("0"))
    assert cache.is_known(ChatId("a"), read_person_id(str(MOST_KNOWN)))


async def test_an_answer_of_yes_is_not_a_refusal() -> None:
    cache = AnswerCache("its members", 10, Clock())

    async def question() -> bool:
        return True

    await cache.ask(ChatId("a"), read_person_id("b"), question)
    cache.discard_refusal(ChatId("a"), read_person_id("b"))
    assert cache.is_known(ChatId("a"), read_person_id("b"))


async def test_a_question_that_was_cancelled_has_no_answer() -> None:
    cache = AnswerCache("its members", 10, Clock())

    async def question() -> bool:
        await asyncio.sleep(60)
        return True

    asking = cache.ask(ChatId("a"), read_person_id("b"), question)
    await asyncio.sleep(0)
    asking.cancel()
    await asyncio.wait({asking})
    assert read_answer(asking) is None
    assert not cache.is_known(ChatId("a"), read_person_id("b"))
