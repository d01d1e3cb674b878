"""Rules and other amounts are chosen in a message of their own, which hides nothing from the others."""

from __future__ import annotations

from musbot.game.rule_sets import rule_set
from musbot.narrator.post import Post
from musbot.port.replies import Reply
from musbot.service.queue.rate_limits import TAPS
from musbot.table.acts import LEARN
from musbot.table.events import ChatId, MessageId, Person
from musbot.table.table import Table
from musbot.testing import Clock
from tests.support.chats import Scene, scene
from tests.support.patience import Patience
from tests.support.scenes import Scene as Held
from tests.support.scenes import a_door
from tests.support.tables import ANE, BENAT, CHAT, now, opened, speaker

__all__ = ["scene"]  # a fixture


async def pressed(scene: Scene, who: Person, chat: ChatId, label: str, *, alone: bool = False) -> Reply:
    """Presses the newest button of a chat that says this."""
    message, button = next(it for it in scene.platform.buttons(chat) if it[1].label.startswith(label))
    key = f"press {next(scene.keys)}"
    reply = await scene.door.presses.press(who, chat, button.data, key=key, message=message, alone=alone)
    await scene.courier.outboxes.wait_until_idle()
    return reply


async def chosen(scene: Scene, who: Person, label: str, *, alone: bool = False) -> Reply:
    """Presses what stands behind *Más*."""
    reply = await pressed(scene, who, CHAT, "Más", alone=alone)
    if reply.page is None:
        return await pressed(scene, who, CHAT, label)
    data = next(it.data for row in reply.page.keyboard() for it in row if it.label == label)
    return await scene.door.presses.press(
        who, CHAT, data, key="in it", message=MessageId("its own"), alone=True
    )


async def in_lobby(scene: Scene) -> Table:
    """A table where Ane sits and may choose the rules."""
    table = await scene.manager.open(ANE, CHAT, "es", rule_set("parejas"))
    await scene.press(ANE, table, "sit.0")
    await scene.courier.outboxes.wait_until_idle()
    return table


def standing(scene: Scene, chat: ChatId = CHAT) -> list[Post]:
    """What a chat shows, but for what binds the deck, which always stays."""
    return [post for post in scene.platform.posts(chat) if not post.title.startswith("🔒")]


async def test_the_rules_are_chosen_in_a_message_of_their_own_and_the_lobby_stays_as_it_is(
    scene: Scene,
) -> None:
    await in_lobby(scene)
    (lobby,) = standing(scene)
    assert (await pressed(scene, ANE, CHAT, "Más")).text == ""
    shown, page = standing(scene)
    assert shown == lobby, "seats can be taken all the while"
    assert page.reply_to
    assert page.silent
    await pressed(scene, ANE, CHAT, "Reglas")
    await pressed(scene, ANE, CHAT, "Cambiar regla a regla")
    await pressed(scene, ANE, CHAT, "piedras: 40")
    assert (await pressed(scene, ANE, CHAT, "20")).text == "piedras: 20."
    shown, page = standing(scene)
    assert "Parejas a 20" in shown.title
    assert "piedras: 20" in [button.label for row in page.keyboard() for button in row], "all of them again"
    await pressed(scene, ANE, CHAT, "Volver")
    assert (await pressed(scene, ANE, CHAT, "Tríos")).text == "Jugamos a: Tríos."
    (shown,) = standing(scene)
    assert "Tríos a 40" in shown.title


async def test_a_page_is_in_the_private_chat_of_one_who_has_opened_it(scene: Scene) -> None:
    await in_lobby(scene)
    await scene.door.chats.private_opened(ANE)
    assert (await pressed(scene, ANE, CHAT, "Más")).text == "Te lo pregunto en nuestro chat privado."
    await pressed(scene, ANE, ANE.id, "Reglas")
    assert len(standing(scene)) == 1
    await pressed(scene, ANE, ANE.id, "Vitoria")
    (lobby,) = standing(scene)
    assert "Vitoria a 40" in lobby.title
    assert [post for post in standing(scene, ANE.id) if "¿A qué jugáis?" in post.text] == []


async def test_the_lobby_tells_what_each_ai_is_and_the_page_stays_while_there_are_seats(scene: Scene) -> None:
    await in_lobby(scene)
    await chosen(scene, ANE, "Qué IA")
    _, page = standing(scene)
    assert page.text.splitlines()[0] == "¿Qué IA se sienta?"
    assert [line.partition(":")[0] for line in page.text.splitlines()[1:]] == [
        "Novato",
        "Prudente",
        "Muslari",
    ]
    await pressed(scene, ANE, CHAT, "Novato")
    await pressed(scene, ANE, CHAT, "Prudente")
    assert len(standing(scene)) == 2
    await pressed(scene, ANE, CHAT, "Novato")
    (lobby,) = standing(scene)
    assert "🔷 Ane · Maite 🤖 (prudente)" in lobby.text
    assert "🟠 Patxi 🤖 (novato) · Koldo 🤖 (novato)" in lobby.text
    await chosen(scene, ANE, "Qué IA")
    assert standing(scene)[1].text.startswith("¿Cómo queréis que jueguen las IA?\n")
    await pressed(scene, ANE, CHAT, "Prudente")
    (lobby,) = standing(scene)
    assert "🟠 Patxi 🤖 (prudente) · Koldo 🤖 (prudente)" in lobby.text


async def test_R98_one_is_told_in_private_or_beside_the_lobby_that_they_are_to_stand_up(
    scene: Scene, timers: Clock
) -> None:
    table = await in_lobby(scene)
    await scene.press(BENAT, table, "sit.1")
    await scene.courier.outboxes.wait_until_idle()
    await chosen(scene, ANE, "Levantar a alguien")
    assert (await pressed(scene, ANE, CHAT, "Levantar a Beñat")).text == "Hecho: Beñat deja el sitio."
    lobby, told = standing(scene)
    assert "Beñat" not in lobby.text
    assert told.text.startswith("Beñat, quien ha abierto la Mesa ")
    assert told.mentions == ((BENAT.id, "Beñat"),)
    timers.advance(TAPS.every_s)
    assert (await scene.press(BENAT, table, "sit.1")).startswith("En esta mesa no te puedes sentar")
    timers.advance(61)
    await scene.courier.outboxes.wait_until_idle()
    assert standing(scene) == [lobby]
    await scene.door.chats.private_opened(BENAT)
    await chosen(scene, ANE, "Levantar a alguien")
    await pressed(scene, ANE, CHAT, "Dejar sentarse a Beñat")
    assert standing(scene) == [lobby], "the page is gone, and nobody else need read it"
    assert scene.said(BENAT.id)[-1].text.startswith("Beñat, ya te puedes sentar otra vez")
    assert await scene.press(BENAT, table, "sit.1") == "Te has sentado."


async def test_a_page_can_be_closed(scene: Scene) -> None:
    await in_lobby(scene)
    await chosen(scene, ANE, "Reglas")
    await pressed(scene, ANE, CHAT, "Cerrar el menú")
    assert len(standing(scene)) == 1


async def test_who_does_not_belong_to_the_table_reads_the_rules_and_chooses_none(scene: Scene) -> None:
    await in_lobby(scene)
    await chosen(scene, BENAT, "Reglas")
    page = standing(scene)[-1]
    assert "Cuatro jugadores, en parejas." in page.text
    assert not page.rows, "nothing that is not for Beñat to press"
    await chosen(scene, ANE, "Reglas")
    before = standing(scene)
    for label in ("Cambiar regla a regla", "Vitoria", "Cerrar el menú"):
        told = (await pressed(scene, BENAT, CHAT, label)).text
        assert told == "No te has sentado en esta mesa. Para jugar tú, pulsa «Sentarme»."
    assert standing(scene) == before


async def test_another_amount_is_chosen_beside_the_board(scene: Scene) -> None:
    table = await opened(scene.manager)
    who = speaker(table)
    await scene.press(who, table, "nomus")
    await scene.courier.outboxes.wait_until_idle()
    table = await now(scene.manager, table)
    who = speaker(table)
    board = standing(scene)[-1]
    await pressed(scene, who, CHAT, "Otra cantidad")
    shown, page = standing(scene)[-2:]
    assert shown == board
    assert page.text.endswith("¿Cuántas envidas?")
    assert who.name in page.text
    assert (await pressed(scene, who, CHAT, "Envido (7)")).text == "Has dicho: envido 7."
    assert page not in standing(scene)
    assert "envida 7" in standing(scene)[0].text


async def test_a_page_whose_question_is_over_goes_when_it_is_pressed(scene: Scene) -> None:
    table = await opened(scene.manager)
    await scene.press(speaker(table), table, "nomus")
    await scene.courier.outboxes.wait_until_idle()
    table = await now(scene.manager, table)
    who = speaker(table)
    await pressed(scene, who, CHAT, "Otra cantidad")
    await scene.press(who, table, "envido.2")
    before = len(standing(scene))
    told = await pressed(scene, who, CHAT, "Envido (7)")
    assert told.text.startswith("Ese botón es de antes.")
    assert len(standing(scene)) == before - 1


async def test_where_a_platform_shows_one_alone_a_message_the_reply_carries_the_page(scene: Scene) -> None:
    table = await in_lobby(scene)
    first = await chosen(scene, ANE, "Reglas", alone=True)
    assert first.page is not None
    for act, turned in (("page.fields", True), ("set.piedras=30", True), ("rules.trios", False)):
        data = f"{table.id}:0:{act}".replace(":0:", ":0/")
        reply = await scene.door.presses.press(
            ANE, CHAT, data, key=act, message=MessageId("its own"), alone=True
        )
        assert (reply.page is not None, reply.closes) == (turned, not turned)
    await scene.courier.outboxes.wait_until_idle()
    assert len(standing(scene)) == 1, "nothing is posted"


def test_two_pages_that_go_are_not_the_same_post() -> None:
    one, two = (Post("", "", replaces_message=MessageId(message)) for message in "12")
    assert one.digest() != two.digest()


async def test_a_pupil_turns_the_pages_of_the_course_as_fast_as_they_like(scene: Scene) -> None:
    scene.courier.posts.post(ANE.id, Post("", "lesson 1"))
    await scene.courier.outboxes.wait_until_idle()
    (page,) = scene.platform.requests_to(ANE.id)
    for number in range(40):
        data, key = f"{LEARN}{number % 12 + 1}", f"l{number}"
        told = await scene.door.presses.press(ANE, ANE.id, data, key=key, message=page.message)
        assert told.text == ""
    await scene.courier.outboxes.wait_until_idle()
    (stands,) = scene.platform.posts(ANE.id)
    assert "4 de 12" in f"{stands.title}{stands.text}", "the last one"


async def test_who_opens_page_after_page_is_stopped(scene: Scene) -> None:
    await in_lobby(scene)
    lobby, rules = next(it for it in scene.platform.buttons(CHAT) if it[1].label == "Más")
    told = [
        (await scene.door.presses.press(ANE, CHAT, rules.data, key=f"p{n}", message=lobby)).text
        for n in range(10)
    ]
    await scene.courier.outboxes.wait_until_idle()
    assert told[-1] == "Poco a poco: prueba dentro de 10 segundos."
    assert len(standing(scene)) <= 1 + 6


async def test_a_page_that_is_asked_for_twice_while_it_waits_comes_once(slow: Held, clock: Patience) -> None:
    door = a_door(slow.manager, slow.courier)
    table = await slow.manager.open(ANE, CHAT, "es", rule_set("parejas"))
    await clock.goes_on(60)
    message, more = next(it for it in slow.platform.buttons(CHAT) if it[1].label == "Más")
    slow.courier.outboxes[CHAT].pause(CHAT, 30)
    for seat, who in enumerate((ANE, BENAT)):
        await door.presses.press(who, CHAT, f"{table.id}:0:sit.{seat}", key=f"sits {seat}", message=message)
        await door.presses.press(ANE, CHAT, more.data, key=f"asks {seat}", message=message)
    await clock.goes_on(60)
    shown = [post for post in slow.platform.posts(CHAT) if not post.title.startswith("🔒")]
    assert len(shown) == 2, "the lobby and the page"
