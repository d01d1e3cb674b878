"""The lobby in a Telegram group: people sit down, choose how to play, and start."""

from __future__ import annotations

from functools import partial

import pytest

from tests.fakes.telegram_api import FakeTelegram
from tests.support.telegram_bot import Bot
from tests.support.telegram_sala import ANE, BENAT, CARMEN, DANI, EVA, Sala

OUTSIDE = "No te has sentado en esta mesa. Para jugar tú, pulsa «Sentarme»."


async def test_people_sit_down_change_sides_and_stand_up(sala: Sala) -> None:
    sala.say(ANE, "/mus")
    assert (await sala.press(ANE, "Sentarme 🔷")).text == "Te has sentado."
    assert (await sala.press(BENAT, "Sentarme 🔷")).text == "Te has sentado."
    assert (await sala.press(CARMEN, "Sentarme 🔷")).text == "En ese lado no queda sitio; en 🟠 sí."
    assert (await sala.press(BENAT, "Sentarme 🔷")).text == "", "a double tap"
    await sala.press(BENAT, "Sentarme 🟠")
    assert sala.table.names == ("Ane", "Beñat", "", "")
    assert (await sala.press(ANE, "Levantarme")).text == "Te has levantado."
    assert (await sala.press(CARMEN, "Levantarme")).text == OUTSIDE
    await sala.board_says("libre · libre")
    assert sala.table.names == ("", "Beñat", "", "")
    assert len(sala.boards) == 1, "the lobby is one message that edits itself"


async def test_ai_players_are_added_and_taken_away(sala: Sala) -> None:
    sala.say(ANE, "/mus")
    await sala.press(ANE, "Sentarme 🔷")
    assert (await sala.press(BENAT, "Añadir IA")).text == OUTSIDE
    for name in ("Patxi", "Maite", "Koldo"):
        assert (await sala.press(ANE, "Añadir IA")).text == f"Se sienta {name} 🤖."
    await sala.fake.until(lambda: "Añadir IA" not in sala.fake.labels(sala.chat))
    assert "Empezar con IA" not in sala.fake.labels(sala.chat)
    assert (await sala.press(ANE, "Quitar IA")).text == "Se levanta Koldo 🤖."
    assert sum(who is not None for who in sala.table.seats) == 3


async def test_who_sits_down_takes_the_seat_of_an_ai_player(sala: Sala) -> None:
    sala.say(ANE, "/mus")
    await sala.sit(ANE, BENAT, CARMEN, ais=1)
    await sala.press(DANI, "Sentarme 🟠")
    assert sala.table.names == ("Ane", "Beñat", "Carmen", "Dani")
    assert sala.table.queue == ()


async def test_the_page_of_rules_changes_how_the_table_plays(sala: Sala) -> None:
    sala.say(ANE, "/mus")
    await sala.press(ANE, "Sentarme 🔷")
    await sala.press(ANE, "Más")
    await sala.press(ANE, "Reglas")
    assert (await sala.press(BENAT, "Vitoria")).text == OUTSIDE
    await sala.press(ANE, "Cambiar regla a regla")
    await sala.press(ANE, "piedras: 40")
    await sala.press(ANE, "20")
    await sala.told("Parejas a 20")
    assert sala.table.rules.as_dict()["piedras"] == 20
    await sala.fake.until(lambda: "piedras: 20" in sala.fake.labels(sala.chat))
    await sala.press(ANE, "Volver")
    await sala.press(ANE, "Tríos")
    await sala.told("Tríos a 40")
    assert len(sala.table.seats) == 6
    await sala.fake.until(lambda: len(sala.boards) == 1)


async def test_the_rules_are_chosen_in_private_by_one_who_has_opened_that_chat(
    sala: Sala, fake: FakeTelegram
) -> None:
    fake.say(ANE, "/start")
    await fake.until(lambda: fake.from_bot(ANE))
    sala.say(ANE, "/mus")
    await sala.press(ANE, "Sentarme")
    assert (await sala.press(ANE, "Más")).text == "Te lo pregunto en nuestro chat privado."
    await fake.answer(fake.press(ANE, "Reglas", ANE))
    await fake.until(lambda: "Vitoria" in fake.labels(ANE))
    await fake.answer(fake.press(ANE, "Vitoria", ANE))
    await sala.board_says("Vitoria a 40")
    await fake.until(lambda: "Vitoria" not in fake.labels(ANE))


@pytest.mark.long
async def test_R92_who_cuts_where_is_shown_in_the_lobby_and_only_who_sits_may_cut(sala: Sala) -> None:
    sala.say(ANE, "/mus")
    await sala.press(ANE, "Sentarme 🔷")
    sala.say(ANE, "/suerte 17")
    await sala.board_says("Ane corta la baraja por el 17.")
    sala.say(BENAT, "/suerte 3")
    await sala.told("No te has sentado en esta mesa.")
    sala.say(ANE, "/suerte pura chiripa")
    await sala.told("¿Por dónde cortas? Escribe")
    await sala.press(ANE, "Más")
    await sala.press(ANE, "Cortar")
    await sala.press(ANE, "21–40")
    await sala.press(ANE, "33")
    await sala.board_says("Ane corta la baraja por el 33.")


async def test_a_lobby_where_nobody_sits_makes_room_for_a_new_one(sala: Sala) -> None:
    sala.say(ANE, "/mus")
    await sala.told("Parejas a 40")
    sala.say(BENAT, "/mus clasico")
    await sala.told("Clásico a 40")
    assert [table.rules.name for table in sala.bot.tables] == ["parejas", "clasico"], "each has one"
    sala.say(ANE, "/mus vitoria")
    await sala.told("Vitoria a 40")
    await sala.fake.until(lambda: all("Parejas a 40" not in m.text for m in sala.boards))
    assert [table.rules.name for table in sala.bot.tables] == ["clasico", "vitoria"]
    sala.say(CARMEN, "/mus mundial")
    await sala.told("Mundial a 20")
    sala.say(DANI, "/mus trios")
    await sala.told("Tríos a 40")
    await sala.fake.until(lambda: len(sala.bot.tables) == 3)
    names = [table.rules.name for table in sala.bot.tables]
    assert names == ["vitoria", "mundial", "trios"], "three in a chat"


async def test_revancha_seats_the_same_people_and_opens_one_table(sala: Sala) -> None:
    table = await sala.open(ANE, BENAT, CARMEN, DANI, rules="vitoria juegos=1")
    await sala.win()
    await sala.told("¡Enhorabuena")
    post = sala.boards[-1]
    both = [sala.fake.press(uid, "Revancha", sala.chat) for uid in (ANE, BENAT)]
    assert [(await sala.fake.answer(query)).text for query in both] == ["", "Ya está."]
    assert (await sala.press(EVA, "Revancha", message=post.id)).text.startswith("Te apunto")
    assert [who.name for who in sala.table.queue] == ["Eva"], "who did not play waits for a seat there"
    assert [t.names for t in sala.bot.tables] == [table.names]
    assert sala.table.rules == table.rules
    assert (await sala.press(CARMEN, "Empezar")).text == "Eso lo decide Ane, que ha abierto la mesa."
    await sala.press(ANE, "Empezar")
    await sala.board_says("¿MUS?")


async def test_a_table_closed_by_vote_offers_no_revancha(sala: Sala) -> None:
    await sala.open(ANE, BENAT, CARMEN, DANI)
    for uid in (ANE, BENAT, CARMEN):
        sala.say(uid, "/terminar")
    await sala.told("se termina aquí")
    assert sala.boards == []


async def test_the_lobby_survives_a_restart(sala: Sala, bot: Bot, fake: FakeTelegram) -> None:
    sala.say(ANE, "/mus vitoria")
    await sala.sit(ANE, BENAT)
    await bot.kill()
    query = fake.press(CARMEN, "Sentarme 🔷", sala.chat)
    await bot.start()
    assert (await fake.answer(query)).text == "Te has sentado."
    await sala.board_says("Ane · Carmen")
    assert len(sala.boards) == 1


async def test_a_seat_leads_to_a_private_chat_that_is_not_open_and_back(
    sala: Sala, fake: FakeTelegram
) -> None:
    sala.say(ANE, "/mus 30")
    await sala.told("Parejas a 30")
    link = (await sala.press(ANE, "Sentarme 🔷")).url
    assert link.startswith("https://t.me/")
    fake.say(ANE, f"/start {link.partition('?start=')[2]}")
    await fake.until(lambda: "Ir a la mesa" in fake.labels(ANE))
    assert "Estás en la Mesa" in fake.from_bot(ANE)[-1].text
    assert (await sala.press(ANE, "Sentarme 🟠")).url == "", "it is open now"


def answered(fake: FakeTelegram, times: int) -> bool:
    """Returns whether Ane has been answered so many times in private."""
    return len(fake.from_bot(ANE)) == times


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("how do I win?", "/ayuda dice qué puedes hacer ahora"),
        ("¿cómo se juega?", "Si nunca has jugado, pulsa «Estoy empezando»"),
        ("ayuda", "Si nunca has jugado, pulsa «Estoy empezando»"),
        ("laguntza", "Si nunca has jugado, pulsa «Estoy empezando»"),
        ("what should I do", "Si nunca has jugado, pulsa «Estoy empezando»"),
        ("no entiendo los pares", "Tener cartas iguales"),
    ],
)
async def test_a_question_in_private_has_an_answer_that_leads_on(
    sala: Sala, fake: FakeTelegram, asked: str, told: str
) -> None:
    fake.say(ANE, asked)
    await fake.until(partial(answered, fake, 1))
    assert told in fake.from_bot(ANE)[-1].text
    assert told.startswith("Tener") or "🎓 Aprender" in fake.labels(ANE)
