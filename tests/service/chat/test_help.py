"""The help of this moment: for those who ask for it, and for those who write that they are lost."""

from __future__ import annotations

import pytest

from musbot.game.rule_sets import rule_set
from musbot.narrator.post import Post
from musbot.table.acts import LIST_COMMANDS
from musbot.table.events import ChatId
from musbot.testing import playing
from tests.support.chats import Scene, scene
from tests.support.partidas import HERE, began
from tests.support.tables import ANE, CHAT, PEOPLE, now, opened, speaker

__all__ = ["scene"]  # a fixture


def helped(scene: Scene, chat: ChatId = CHAT) -> Post:
    """Returns the only help of this moment in a chat."""
    (post,) = [post for post in scene.said(chat) if post.title == "Qué hacer ahora"]
    return post


def labels(post: Post) -> list[str]:
    """Returns the labels of a post's buttons."""
    return [button.label for row in post.keyboard() for button in row]


LOST = ("no entiendo nada", "¿Qué hago?", "what should I do", "how do I play?", "nola jokatzen da?", "?")


@pytest.mark.parametrize("typed", LOST)
async def test_a_lost_player_reads_what_is_asked_what_wins_and_what_each_button_does(
    scene: Scene, typed: str
) -> None:
    table = await opened(scene.manager)
    await scene.press(speaker(table), table, "nomus")
    who = speaker(await now(scene.manager, table))
    await scene.type(typed, who)
    help_ = helped(scene, who.id)
    assert "GRANDE. Te toca." in help_.text
    assert "Grande: ganan las cartas más altas." in help_.text
    assert "• Paso: no apuestas; si nadie lo hace" in help_.text
    assert labels(help_) == ["Ir a la mesa", "🎓 Aprender", "📋 Todos los comandos"]


async def test_a_lost_player_who_is_not_asked_reads_who_is(scene: Scene) -> None:
    table = await opened(scene.manager)
    other = next(person for person in PEOPLE if person != speaker(table))
    await scene.type("no entiendo nada", other)
    assert "Ahora no te toca a ti: espera un poco." in helped(scene, other.id).text
    assert f"Habla {speaker(table).name}" in helped(scene, other.id).text


async def test_in_a_group_talk_is_talk(scene: Scene) -> None:
    await opened(scene.manager)
    await scene.courier.outboxes.wait_until_idle()
    before = len(scene.said())
    await scene.type("no entiendo nada", ANE, CHAT)
    assert len(scene.said()) == before


async def test_who_is_lost_about_one_word_reads_what_it_means(scene: Scene) -> None:
    await scene.type("no entiendo los amarracos")
    assert scene.said(ANE.id)[-1].title == "Amarraco"


async def test_who_has_no_table_is_offered_a_first_hand(scene: Scene) -> None:
    await scene.type("what is this")
    assert "Si nunca has jugado, pulsa «Estoy empezando»" in helped(scene, ANE.id).text
    assert labels(helped(scene, ANE.id)) == [
        "🌱 Estoy empezando", "🃏 Jugar a solas", "🎓 Aprender", "📋 Todos los comandos",
    ]  # fmt: skip
    await scene.tap("Estoy empezando", ANE, ANE.id)
    assert scene.manager.tables.in_chat(ANE.id)[0].playing


async def test_in_a_lobby_it_says_how_a_table_fills_and_begins(scene: Scene) -> None:
    table = await scene.manager.open(ANE, CHAT, "es", rule_set("vitoria"))
    await scene.press(ANE, table, "sit.0")
    await scene.command("ayuda", None)
    told = helped(scene).text
    assert "«Sentarme» te da sitio, «Añadir IA» llena un hueco" in told
    assert "quien abrió la mesa llena los demás y reparte con «Empezar con IA»" in told
    await scene.type("no entiendo nada")
    assert "la mesa espera a que se llene" in helped(scene, ANE.id).text


@pytest.mark.parametrize(
    ("fourth", "comes"),
    [("ai", "«Sentarme» te da el sitio de una IA."), ("sit.1", "«Esperar sitio» te apunta")],
    ids=["with an AI", "all people"],
)
async def test_in_a_full_lobby_it_says_only_who_deals_and_how_one_still_gets_a_seat(
    scene: Scene, fourth: str, comes: str
) -> None:
    table = await scene.manager.open(ANE, CHAT, "es", rule_set("vitoria"))
    for person, act in zip(PEOPLE, ("sit.0", "sit.1", "sit.0", fourth), strict=True):
        await scene.press(person if act != "ai" else ANE, await now(scene.manager, table), act)
    await scene.command("ayuda", None)
    told = helped(scene).text
    assert "la mesa está llena. Quien la abrió reparte con «Empezar»" in told
    assert comes in told
    assert "Añadir IA" not in told
    await scene.type("no entiendo nada")
    assert comes not in helped(scene, ANE.id).text, "who sits needs no seat"


async def test_a_lobby_with_players_enough_and_free_seats_says_that_it_can_begin(scene: Scene) -> None:
    table = await scene.manager.open(ANE, CHAT, "es", rule_set("individual"))
    for person in PEOPLE[:2]:
        await scene.press(person, await now(scene.manager, table), "sit.0")
    await scene.command("ayuda", None)
    assert "quien abrió la mesa reparte con «Empezar»" in helped(scene).text


async def test_a_lone_player_whose_table_waits_reads_that_a_press_goes_on() -> None:
    async with playing() as fake:
        ane = fake.person("Ane")
        await fake.command(ane, "mus novato", ane.id)
        await fake.wait(3700)
        await fake.say(ane, "¿y ahora qué?", ane.id)
        assert "La partida te espera" in fake.messenger.posts(ane.id)[-1].text


async def test_a_group_without_a_table_is_offered_one(scene: Scene) -> None:
    await scene.command("ayuda", None)
    assert labels(helped(scene)) == ["Abrir mesa", "📋 Todos los comandos"]
    await scene.tap("Abrir mesa")
    assert len(scene.manager.tables.in_chat(CHAT)) == 1


async def test_the_commands_take_the_place_of_the_help(scene: Scene) -> None:
    await scene.command("ayuda", ANE, ANE.id)
    await scene.tap("Todos los comandos", chat=ANE.id)
    listed = scene.said(ANE.id)[-1]
    assert listed.replaces_message == "1"
    assert "/mus abrir una mesa" in listed.text


async def test_a_list_of_another_version_is_refused(scene: Scene) -> None:
    told = await scene.door.presses.press(ANE, ANE.id, f"{LIST_COMMANDS}carved", key="1")
    assert told.text
    assert scene.said(ANE.id) == []


async def test_help_that_tells_to_wait_is_gone_as_soon_as_ones_turn_comes(scene: Scene) -> None:
    table = await opened(scene.manager)
    first = speaker(table)
    second = PEOPLE[(PEOPLE.index(first) + 1) % len(PEOPLE)]
    await scene.type("no entiendo nada", second)
    assert helped(scene, second.id).text.endswith("Ahora no te toca a ti: espera un poco.")
    await scene.press(first, table, "mus")
    assert speaker(await now(scene.manager, table)) == second
    await scene.courier.outboxes.wait_until_idle()
    assert [post for post in scene.platform.posts(second.id) if post.title == "Qué hacer ahora"] == []


async def test_a_list_that_took_the_place_of_the_help_stays_when_its_reader_is_asked() -> None:
    async with playing() as fake:
        people = await began(fake)
        for who in people:
            await fake.open_private(who)
        (first,) = fake.awaited_people(HERE)
        reader = people[(people.index(first) + 2) % len(people)]
        await fake.say(reader, "no entiendo nada", reader.id)
        await fake.press(reader, "📋 Todos los comandos", reader.id)
        while reader not in (asked := fake.awaited_people(HERE)):
            for word in ("no mus", "paso"):
                await fake.say(asked[0], word, HERE)
        await fake.wait(10)
        assert any("/mus abrir una mesa" in post.text for post in fake.messenger.posts(reader.id))
