"""Pauses that platforms ask for: the chats that they hold, their length, and the news for players."""

from __future__ import annotations

from musbot.narrator.post import Post
from musbot.port.messenger import TooFast
from musbot.service.choices.kept import YES
from musbot.table.events import ChatId
from tests.support.patience import Patience
from tests.support.scenes import Scene, a_door, restarted
from tests.support.tables import ANE, BENAT, CHAT, PEOPLE, opened, say, speaker

OTHER = ChatId("test:otra")
LONG_S = 20_000


async def hold(scene: Scene, clock: Patience, seconds: float, *, everywhere: bool = False) -> None:
    """Answers a post to the chat of the tables with a pause."""
    scene.platform.failing[CHAT] = [TooFast(seconds, everywhere=everywhere)]
    scene.courier.posts.post(CHAT, Post("", "hola"))
    await clock.goes_on(1)
    assert scene.platform.failing[CHAT] == []


async def test_a_pause_marked_global_holds_every_chat_until_it_is_over(slow: Scene, clock: Patience) -> None:
    await hold(slow, clock, 100, everywhere=True)
    slow.courier.posts.post(OTHER, Post("", "aquí"))
    await clock.goes_on(90)
    assert slow.platform.made == []
    await clock.goes_on(20)
    assert {made.chat for made in slow.platform.made} == {CHAT, OTHER}


async def test_a_shorter_pause_does_not_end_a_longer_one_of_the_whole_platform(
    slow: Scene, clock: Patience
) -> None:
    slow.platform.failing[CHAT] = [TooFast(100, everywhere=True)]
    slow.platform.failing[OTHER] = [TooFast(5, everywhere=True)]
    slow.courier.posts.post(CHAT, Post("", "hola"))
    slow.courier.posts.post(OTHER, Post("", "aquí"))
    await clock.goes_on(30)
    assert slow.platform.failing[OTHER] == []
    assert slow.courier.outboxes.long_pause_s(CHAT) > 60
    await clock.goes_on(60)
    assert slow.platform.made == []
    await clock.goes_on(20)
    assert {made.chat for made in slow.platform.made} == {CHAT, OTHER}


async def test_any_other_pause_holds_its_chat_alone(slow: Scene, clock: Patience) -> None:
    await hold(slow, clock, 100)
    slow.courier.posts.post(OTHER, Post("", "aquí"))
    await clock.goes_on(90)
    assert {made.chat for made in slow.platform.made} == {OTHER}


async def test_a_global_pause_survives_a_restart(slow: Scene, clock: Patience) -> None:
    await hold(slow, clock, LONG_S, everywhere=True)
    scene = await restarted(slow)
    scene.courier.posts.post(OTHER, Post("", "aquí"))
    await clock.goes_on(LONG_S - 100)
    assert scene.platform.made == []
    await clock.goes_on(200)
    assert OTHER in {made.chat for made in scene.platform.made}
    await scene.courier.stop()
    await scene.manager.stop()


async def test_a_press_says_how_long_the_platform_makes_us_wait(slow: Scene, clock: Patience) -> None:
    door = a_door(slow.manager, slow.courier)
    table = await opened(slow.manager)
    await clock.goes_on(60)
    await hold(slow, clock, LONG_S)
    who, data = speaker(table), f"{table.id}:{table.question}:mus"
    reply = await door.presses.press(who, CHAT, data, key="one")
    assert reply.text.endswith(
        "Test me hace esperar: no puedo escribir en el chat de la mesa hasta dentro de 5 h 34 min."
    )
    assert len(reply.text) <= 200
    await clock.goes_on(LONG_S)
    table = slow.manager.tables.in_chat(CHAT)[0]
    reply = await door.presses.press(speaker(table), CHAT, f"{table.id}:0:score", key="two")
    assert "esperar" not in reply.text


async def test_private_chats_are_told_once_and_play_goes_on_there(slow: Scene, clock: Patience) -> None:
    a_door(slow.manager, slow.courier)
    for who in (ANE, BENAT):
        slow.manager.notes.open.note(who.id, YES)
    table = await opened(slow.manager)
    await clock.goes_on(60)
    await hold(slow, clock, 600)
    for _ in range(2):
        table = await say(slow.manager, table, speaker(table), "mus")
        await clock.goes_on(10)
    told = [post for post in slow.platform.posts(ANE.id) if "me hace esperar" in post.text]
    assert [post.text.endswith("Entretanto puedes jugar desde aquí.") for post in told] == [True]
    assert told[0].silent
    await clock.goes_on(900)


async def test_the_next_cards_arrive_in_private_while_the_group_has_to_wait(
    slow: Scene, clock: Patience
) -> None:
    table = await opened(slow.manager)
    await clock.goes_on(60)
    await hold(slow, clock, LONG_S)
    for act in ("nomus", "ordago", "quiero"):
        table = await say(slow.manager, table, speaker(table), act)
        await clock.goes_on(10)
    assert table.hand == 2
    for who in PEOPLE:
        assert any("mano 2" in f"{post.title}{post.text}" for post in slow.platform.posts(who.id))
    await clock.goes_on(2 * LONG_S)


async def test_a_short_pause_is_told_to_nobody(slow: Scene, clock: Patience) -> None:
    door = a_door(slow.manager, slow.courier)
    table = await opened(slow.manager)
    await clock.goes_on(60)
    await hold(slow, clock, 5)
    reply = await door.presses.press(speaker(table), CHAT, f"{table.id}:{table.question}:mus", key="one")
    assert "esperar" not in reply.text
    await clock.goes_on(60)
