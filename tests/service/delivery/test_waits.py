"""What has waited for its turn is told as things are when it goes, or not at all."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count

import pytest

from musbot.game.rule_sets import rule_set
from musbot.narrator.post import Post
from musbot.port.command import GivenCommand
from musbot.port.messenger import TooFast
from musbot.table.alarms import NUDGE_S, READY_S
from musbot.table.events import NO_MESSAGE, ChatId, MessageId, Person
from musbot.table.table import Table
from musbot.testing import Clock
from tests.support.patience import Patience
from tests.support.scenes import Scene, a_door
from tests.support.tables import ANE, CHAT, PEOPLE, now, opened, say, speaker

LONG_S = 40


@dataclass
class Held:
    """A table, and chats that take nothing until they are let go."""

    scene: Scene
    clock: Patience

    def __post_init__(self) -> None:
        self.door = a_door(self.scene.manager, self.scene.courier, clock=self.clock)
        self.keys = count()
        self.before = 0

    async def holds(self, seconds: float = LONG_S) -> None:
        """Nobody is written to from now on, for so long."""
        await self.clock.goes_on(8)
        self.before = len(self.scene.platform.made)
        for chat in (CHAT, *(who.id for who in PEOPLE)):
            self.scene.platform.failing[chat] = [TooFast(seconds)]
            self.scene.courier.posts.post(chat, Post("", "first"))
        await self.clock.goes_on(1)
        assert len(self.scene.platform.made) == self.before

    async def press(
        self, who: Person, chat: ChatId, table: Table, act: str, message: MessageId = NO_MESSAGE
    ) -> None:
        data = f"{table.id}:{table.question}{act}"
        await self.door.presses.press(who, chat, data, key=f"p{next(self.keys)}", message=message)
        await self.clock.goes_on(0)

    async def command(self, who: Person, text: str) -> None:
        given = GivenCommand(text, (), who, who.id, key=f"c{next(self.keys)}", private=True)
        await self.door.commands.run_command(given)
        await self.clock.goes_on(0)

    async def told(self) -> list[str]:
        """What is sent of single posts once they are let go: all that is no part of the table."""
        await self.clock.goes_on(3 * LONG_S)
        made = self.scene.platform.made[self.before :]
        return [it.post.text for it in made if it.post is not None and it.what == "send"]


@pytest.fixture
def held(slow: Scene, clock: Patience) -> Held:
    return Held(slow, clock)


async def betting(held: Held, seconds: float = LONG_S) -> Table:
    """A table where somebody is asked for a bet."""
    table = await opened(held.scene.manager)
    table = await say(held.scene.manager, table, speaker(table), "nomus")
    for who in PEOPLE:
        await held.door.chats.private_opened(who)
    await held.holds(seconds)
    return table


async def in_lobby(held: Held, people: int = 4) -> Table:
    """A lobby in which all have sat down."""
    table = await held.scene.manager.open(ANE, CHAT, "es", rule_set("vitoria"))
    for seat, who in enumerate(PEOPLE[:people]):
        table = await say(held.scene.manager, table, who, f"sit.{seat % 2}")
    for who in PEOPLE:
        await held.door.chats.private_opened(who)
    return table


def says(told: list[str], part: str) -> bool:
    return any(part in text for text in told)


async def test_a_page_of_amounts_whose_turn_has_passed_is_not_sent(held: Held) -> None:
    table = await betting(held)
    who = speaker(table)
    await held.press(who, who.id, table, ":page.more")
    await say(held.scene.manager, table, who, "envido.2")
    assert not says(await held.told(), "¿Cuántas")


async def test_a_page_of_amounts_is_sent_while_its_question_stands(held: Held) -> None:
    table = await betting(held)
    who = speaker(table)
    await held.press(who, who.id, table, ":page.more")
    assert says(await held.told(), "¿Cuántas envidas?")


async def test_a_page_of_the_lobby_is_not_sent_once_it_has_begun(held: Held) -> None:
    table = await in_lobby(held)
    await held.holds()
    await held.press(ANE, CHAT, table, ":page.rules")
    await say(held.scene.manager, table, ANE, "start")
    assert not says(await held.told(), "¿A qué jugáis?")


async def test_a_page_that_was_to_turn_goes_once_its_table_has_begun(held: Held) -> None:
    table = await in_lobby(held)
    await held.press(ANE, CHAT, table, ":page.rules")
    await held.clock.goes_on(LONG_S)
    (page,) = [
        it.message for it in held.scene.platform.requests_to(ANE.id) if it.post and "¿A qué" in it.post.text
    ]
    await held.holds()
    await held.press(ANE, ANE.id, table, "/page.fields", page)
    await say(held.scene.manager, table, ANE, "start")
    await held.told()
    assert page not in held.scene.platform.standing[ANE.id]


async def test_help_that_waited_is_of_what_is_asked_by_then(held: Held) -> None:
    table = await betting(held)
    who = speaker(table)
    await held.command(who, "ayuda")
    await say(held.scene.manager, table, who, "envido.2")
    (told,) = [text for text in await held.told() if "Ahora no te toca" in text]
    assert "envida 2" in told
    assert "Te toca" not in told


async def test_who_has_sat_down_is_greeted_as_one_who_is_about_to_play(held: Held) -> None:
    await in_lobby(held)
    await held.door.chats.private_opened(ANE)
    await held.clock.goes_on(LONG_S)
    (told,) = [post.text for post in held.scene.platform.posts(ANE.id) if "en cuanto empiece" in post.text]
    assert told.startswith("Hola, Ane. Estás en la Mesa")


async def test_the_greeting_at_a_table_is_of_the_table_as_it_is_by_then(held: Held) -> None:
    table = await in_lobby(held)
    await held.holds()
    await held.door.chats.private_opened(ANE)
    await say(held.scene.manager, table, ANE, "start")
    (told,) = [text for text in await held.told() if text.startswith("Hola")]
    assert "en cuanto empiece" not in told


@pytest.mark.parametrize(("comes_back", "told"), [(False, True), (True, False)])
async def test_R95_who_is_back_before_it_is_told_that_they_left_is_told_of_by_nobody(
    held: Held, *, comes_back: bool, told: bool
) -> None:
    table = await betting(held)
    who = next(it for it in PEOPLE if it != speaker(table))
    table = await say(held.scene.manager, table, who, "leave")
    if comes_back:
        await say(held.scene.manager, table, who, "return")
    sent = await held.told()
    assert says(sent, "deja su sitio") is told
    hands = [post.text for post in held.scene.platform.posts(who.id)]
    assert any("ya no juegas" in text.casefold() for text in hands) is told


async def test_R97_who_has_been_heard_of_is_not_called_to_say_that_they_are_there(
    held: Held, timers: Clock
) -> None:
    table = await in_lobby(held)
    timers.advance(6 * 60)
    await held.holds()
    table = await say(held.scene.manager, table, ANE, "start")
    assert table.asking
    for who in PEOPLE[1:]:
        table = await say(held.scene.manager, table, who, "ready")
    assert table.playing
    assert not says(await held.told(), f"en {READY_S:.0f} segundos")


@pytest.mark.parametrize("waited_s", [0, 25, 60.4])
async def test_R94_a_call_says_the_seconds_that_are_left_when_it_is_sent(held: Held, waited_s: float) -> None:
    await betting(held, NUDGE_S - 8 + waited_s)
    (call,) = [text for text in await held.told() if "te toca en la" in text]
    assert f" en {90 - NUDGE_S - waited_s:.0f} s." in call


async def test_R97_a_call_to_confirm_stands_until_the_last_has_answered(held: Held, timers: Clock) -> None:
    table = await in_lobby(held)
    timers.advance(6 * 60)
    await held.scene.manager.wait_for_background()
    table = await say(held.scene.manager, table, ANE, "start")
    await held.clock.goes_on(8)
    calls = [name for name, post in held.scene.platform.standing[CHAT].items() if "¿seguís ahí?" in post.text]
    assert len(calls) == 1
    await held.press(PEOPLE[1], CHAT, table, ":ready", calls[0])
    await held.clock.goes_on(8)
    call = held.scene.platform.standing[CHAT][calls[0]]
    assert call.text.startswith("Carmen y Dani, ¿seguís ahí?")
    await held.press(PEOPLE[2], CHAT, table, ":ready", calls[0])
    await held.clock.goes_on(8)
    assert held.scene.platform.standing[CHAT][calls[0]].text.startswith("Dani, ¿sigues ahí?")
    await held.press(PEOPLE[3], CHAT, table, ":ready", calls[0])
    await held.clock.goes_on(8)
    assert calls[0] not in held.scene.platform.standing[CHAT]


async def test_R97_who_is_asked_whether_they_are_there_is_told_the_seconds_that_are_left(
    held: Held, timers: Clock
) -> None:
    table = await in_lobby(held)
    timers.advance(6 * 60)
    await held.holds()
    await say(held.scene.manager, table, ANE, "start")
    assert says(await held.told(), f" en {READY_S - LONG_S + 1:.0f} s.")


@pytest.mark.parametrize("most", [True, False])
async def test_R99_a_call_to_go_on_is_to_those_who_are_missing_by_then(
    held: Held, timers: Clock, *, most: bool
) -> None:
    table = await put_off(held, timers)
    await held.holds()
    for who in PEOPLE[: 3 if most else 2]:
        table = await say(held.scene.manager, table, who, "resume")
    assert table.put_off is not most
    assert says(await held.told(), "Ane y Beñat quieren seguir en la Mesa") is not most


async def put_off(held: Held, timers: Clock) -> Table:
    """A table at which everybody has been away for long."""
    table = await opened(held.scene.manager)
    while not table.put_off:
        await held.clock.goes_on(5)
        timers.advance(91)
        await held.scene.manager.wait_for_background()
        table = await now(held.scene.manager, table)
    return table
