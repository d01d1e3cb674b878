"""Buttons that musbot did not show there, or shows no more: they are refused, and nothing breaks."""

from __future__ import annotations

import pytest

from musbot.port.command import GivenCommand
from musbot.port.replies import Reply
from musbot.table.acts import FORGET_ME, LEARN, Ask, Payload
from musbot.table.events import TableId
from musbot.testing import FakePlatform, playing
from musbot.words.texts import Texts
from tests.support.partidas import HERE, began, one_hand, play_to_the_end

SAYS = Texts("es")
NOBODY = TableId("Z9-nobody")


@pytest.mark.parametrize("data", ["99", "99.0", "0.9", "1.9", "1.99", "x", "-1"])
async def test_a_page_of_the_course_that_does_not_exist_is_refused(data: str) -> None:
    async with playing() as fake:
        ane = fake.person("Ane")
        await fake.open_private(ane)
        before = fake.messenger.posts(ane.id)
        assert (await fake.press_data(ane, f"{LEARN}{data}", ane.id)).text == "Ese botón no lo conozco."
        assert fake.messenger.posts(ane.id) == before


async def test_the_course_opens_in_no_group() -> None:
    async with playing() as fake:
        reply = await fake.press_data(fake.person("Ane"), f"{LEARN}1")
        assert reply.text == SAYS("refused-in-private")
        assert fake.messenger.posts(fake.chat) == []


@pytest.mark.parametrize("ask", [Ask.CARDS, Ask.SCORE, Ask.SEAL, Ask.EXPLAIN, Ask.THREAD, Ask.AGAIN])
async def test_a_table_that_does_not_exist_is_asked_nothing(ask: Ask) -> None:
    async with playing() as fake:
        reply = await fake.press_data(fake.person("Ane"), str(Payload(NOBODY, 0, ask)))
        assert reply.text == SAYS("refused-unknown-table")


async def test_who_confirms_in_a_group_that_their_data_goes_reads_so_alone() -> None:
    async with playing() as fake:
        ane = fake.person("Ane")
        await fake.command(ane, "borrar", ane.id)
        reply = await fake.press_data(ane, FORGET_ME, fake.chat)
        assert reply.alert
        assert reply.text != ""
        assert fake.messenger.posts(fake.chat) == []


async def test_a_hand_of_a_while_ago_has_a_film_too() -> None:
    async with playing() as fake:
        table = await one_hand(fake)
        while (game := fake.tables()[0].game) is not None and game.hand < 4:
            for ane in fake.awaited_people():
                for word in ("no mus", "paso", "no quiero"):
                    await fake.say(ane, word)
            await fake.wait(1)
        assert (await fake.press_data(fake.person("Ane"), str(Payload(table, 1, Ask.FILM)))).text == ""
        assert "mano 1" in fake.messenger.posts(fake.chat)[-1].title


@pytest.mark.parametrize("hand", [0, 2, 99])
async def test_there_is_no_film_of_a_hand_that_is_not_over(hand: int) -> None:
    async with playing() as fake:
        table = await one_hand(fake)
        reply = await fake.press_data(fake.person("Ane"), str(Payload(table, hand, Ask.FILM)))
        assert reply.text == SAYS("refused-no-film")


async def test_a_player_who_had_nothing_to_choose_in_a_hand_is_told_so() -> None:
    async with playing() as fake:
        people = await began(fake)
        (table,) = fake.tables()
        await play_to_the_end(fake)
        answers = {
            (await fake.press_data(it, str(Payload(table.id, 1, Ask.ANALYSE)), it.id)).text for it in people
        }
        assert SAYS("refused-analysis-no-words") in answers


async def test_an_acta_is_not_given_to_a_group_that_reads_the_answer() -> None:
    async with playing() as fake:
        ane, *_ = await began(fake)
        (table,) = fake.tables()
        await play_to_the_end(fake)
        before = fake.messenger.posts(ane.id)
        reply = await fake.press_data(ane, str(Payload(table.id, 0, Ask.ACTA)), HERE)
        assert reply.text == SAYS("refused-in-private")
        assert fake.messenger.posts(ane.id) == before


@pytest.mark.parametrize("words", ["mus jueves 21:00", "fechas jueves 21:00"])
async def test_an_anonymous_person_makes_and_moves_no_date(words: str) -> None:
    async with playing() as fake:
        name, *rest = words.split()
        answers: list[Reply] = []
        await fake.door.commands.run_command(
            GivenCommand(name, tuple(rest), None, fake.chat, key="", answer=answers.append)
        )
        assert [it.text for it in answers] == [SAYS("refused-anonymous")]


async def test_who_opens_their_private_chat_again_and_again_is_greeted_a_few_times() -> None:
    async with playing() as fake:
        for _ in range(40):
            await greet(fake)
        greetings = len(fake.messenger.posts(fake.person("Ane").id))
        await greet(fake)
        assert len(fake.messenger.posts(fake.person("Ane").id)) == greetings < 40


async def greet(fake: FakePlatform) -> None:
    """Ane opens her private chat."""
    await fake.open_private(fake.person("Ane"))
