"""Words and commands that were written long ago, or before the act that led to their question."""

from __future__ import annotations

import pytest

from musbot.port.command import GivenCommand
from musbot.port.door import Door
from musbot.table.events import ChatId, Person, read_person_id
from musbot.table.table import Table
from tests.support.patience import Patience
from tests.support.scenes import Scene, a_door
from tests.support.tables import ANE, CHAT, opened, say, speaker

HOURS_S = 9 * 3600.0


@pytest.fixture
def door(slow: Scene, clock: Patience) -> Door:
    return a_door(slow.manager, slow.courier, clock=clock.time)


async def write(door: Door, who: Person, text: str, age_s: float | None, chat: ChatId = CHAT) -> bool:
    return await door.presses.say(who, chat, text, key="", age_s=age_s)


async def command(door: Door, text: str, age_s: float | None, who: Person = ANE, chat: ChatId = CHAT) -> None:
    name, *words = text.split()
    private = chat == who.id
    await door.commands.run_command(
        GivenCommand(name, tuple(words), who, chat, key="", private=private, age_s=age_s)
    )


def here(scene: Scene) -> Table:
    (table,) = scene.manager.tables.in_chat(CHAT)
    return table


def told(scene: Scene, chat: ChatId = CHAT) -> list[str]:
    return [post.text for post in scene.platform.posts(chat) if "ya no cuenta" in post.text]


async def test_a_word_of_yesterday_does_not_bind_and_the_chat_is_told_once_without_a_question_that_passes(
    slow: Scene, clock: Patience, door: Door
) -> None:
    table = await opened(slow.manager)
    await clock.goes_on(60)
    for age_s in (HOURS_S, HOURS_S - 60, 300.0, 121.0):
        assert not await write(door, speaker(table), "no hay mus", age_s)
    await command(door, "terminar", HOURS_S - 100)
    await clock.goes_on(10)
    assert not await write(door, speaker(table), "mus", 130.0)
    await clock.goes_on(30)
    assert here(slow).question == table.question
    assert told(slow) == [
        "He estado un rato sin leer este chat: lo que se escribió de 15:17 UTC a 00:16 UTC ya no cuenta. "
        "Escribidlo otra vez."
    ]
    assert await write(door, speaker(table), "no hay mus", 90.0)


async def test_a_second_outage_is_told_again(slow: Scene, clock: Patience, door: Door) -> None:
    table = await opened(slow.manager)
    await clock.goes_on(60)
    await write(door, speaker(table), "mus", HOURS_S)
    await clock.goes_on(1000)
    await write(door, speaker(here(slow)), "mus", 300.0)
    await clock.goes_on(60)
    assert len(told(slow)) == 2


async def test_talk_and_words_of_people_who_do_not_play_are_told_to_nobody(
    slow: Scene, clock: Patience, door: Door
) -> None:
    table = await opened(slow.manager)
    await clock.goes_on(60)
    await write(door, speaker(table), "buenas noches", HOURS_S)
    await write(door, Person(read_person_id("test:otro"), "Otro"), "mus", HOURS_S)
    await clock.goes_on(60)
    assert told(slow) == []


async def test_a_word_of_unknown_age_counts(slow: Scene, clock: Patience, door: Door) -> None:
    table = await opened(slow.manager)
    await clock.goes_on(60)
    assert await write(door, speaker(table), "no hay mus", None)


async def test_a_word_from_before_the_act_that_led_to_its_question_is_talk(
    slow: Scene, clock: Patience, door: Door
) -> None:
    table = await opened(slow.manager)
    await clock.goes_on(60)
    table = await say(slow.manager, table, speaker(table), "nomus")
    assert not await write(door, speaker(table), "paso", 1.5)
    assert here(slow).question == table.question
    assert await write(door, speaker(table), "paso", 0.9), "dates are whole seconds"
    await clock.goes_on(60)
    assert told(slow) == []


async def test_typed_words_are_answered_before_any_board_shows_them(
    slow: Scene, clock: Patience, door: Door
) -> None:
    await opened(slow.manager)
    await clock.goes_on(60)
    for text, age_s in (("no hay mus", 60.0), ("envido", 59.0), ("quiero", 59.0)):
        assert await write(door, speaker(here(slow)), text, age_s), text
    assert not await write(door, speaker(here(slow)), "paso", 61.0)


async def test_a_stale_mus_gets_the_button_and_opens_nothing(
    slow: Scene, clock: Patience, door: Door
) -> None:
    await command(door, "mus vitoria", HOURS_S)
    await command(door, "mus", 200.0)
    await clock.goes_on(10)
    assert slow.manager.tables.in_chat(CHAT) == []
    (post,) = [post for post in slow.platform.posts(CHAT) if "ya no cuenta" in post.text]
    assert [button.label for row in post.keyboard() for button in row] == ["Abrir mesa"]
    await door.presses.press(ANE, CHAT, post.keyboard()[0][0].data, key="open")
    assert here(slow).in_lobby


@pytest.mark.parametrize(
    "text", ["terminar", "salir", "sustituir", "suerte 7", "mesa", "idioma en", "ajustes", "reglas guardar x"]
)
async def test_a_stale_command_that_changes_something_does_nothing(
    slow: Scene, clock: Patience, door: Door, text: str
) -> None:
    table = await opened(slow.manager)
    await clock.goes_on(60)
    before = here(slow)
    await command(door, text, HOURS_S, speaker(table))
    await clock.goes_on(10)
    assert here(slow) == before
    assert len(told(slow)) == 1


@pytest.mark.parametrize("text", ["tanteo", "reglas", "ayuda", "privacidad", "borrar"])
async def test_what_only_reads_and_borrar_are_answered_however_old(
    slow: Scene, clock: Patience, door: Door, text: str
) -> None:
    await opened(slow.manager)
    door.availability.mark_writable(ANE.id)
    await clock.goes_on(60)
    before = len(slow.platform.posts(ANE.id))
    await command(door, text, HOURS_S, chat=ANE.id)
    await clock.goes_on(10)
    assert len(slow.platform.posts(ANE.id)) > before
    assert told(slow, ANE.id) == []
