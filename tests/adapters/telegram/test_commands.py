"""The commands, in groups and in private, and whom they are from."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from itertools import cycle

import pytest

from musbot.config import Settings
from musbot.service.commands import context as asked
from musbot.service.commands.registry import COMMANDS
from musbot.table.events import ChatId
from musbot.table.ways import DEFAULT_WAYS
from musbot.words.guess import normalise
from musbot.words.texts import LANGUAGES
from tests.e2e.leaks import cards_named, leaks
from tests.fakes.commands import ECO
from tests.fakes.telegram_api import FakeTelegram
from tests.support.scenes import a_door
from tests.support.telegram_bot import Bot
from tests.support.telegram_sala import ANE, BENAT, CARMEN, DANI, EVA, FELIX, PENA, Sala

ALL = (ANE, BENAT, CARMEN, DANI)

ANSWERS = {
    "tanteo": "🔷 Ane y Carmen",
    "mesa": "¿MUS?",
    "reglas": "cuatro-reyes",
    "suerte": "La partida ya ha empezado.",
    "acta": "no se ha terminado ninguna partida",
    "ranking": "Aquí nadie ha ganado aún",
    "verificar": "Esta es la huella",
    "privacidad": "48 horas",
    "idioma": "¿En qué idioma te hablo?",
    "avisos": "Si te toca y no dices nada",
    "ajustes": "Eso lo decide quien administra el chat.",
    "glosario": "Las palabras del mus",
    "ayuda": "Qué hacer ahora",
    "fechas": "No hay ninguna cita.",
    "mus": "Sellada, pero aún se puede cortar",
}
"""What each command is answered in the group where one plays."""
IN_PRIVATE = ANSWERS | {
    "mus": "contesta cualquiera de la pareja",
    "cartas": "tus cartas",
    "acta": "Todavía no has terminado ninguna partida.",
    "senas": "Las señas",
    "historial": "Todavía no has terminado ninguna partida.",
    "ranking": "Eso se hace en el grupo.",
    "borrar": "¿Seguro?",
    "analisis": "Todavía no has jugado ninguna mano",
    "aprender": "Una mano entera",
    "ajustes": "Tus ajustes",
    "fechas": "Eso se hace en el grupo.",
}
"""The same in the private chat of one who plays."""
SILENT = ("analisis", "aprender", "cartas", "senas", "historial", "borrar", "salir", "sustituir", "terminar")
"""What the board shows, or the private chat."""


async def test_telegram_is_told_the_commands_in_every_language(bot: Bot, fake: FakeTelegram) -> None:
    await fake.until(lambda: len(fake.world.commands) == 1 + len(LANGUAGES))
    assert {scope for scope, _ in fake.world.commands} == {"null"}
    for language in LANGUAGES:
        assert listed(fake, language) == [
            normalise(row.name_in(language)) for row in COMMANDS if row.is_listed
        ]
    assert fake.world.commands["null", ""] == fake.world.commands["null", Settings().language]


def listed(fake: FakeTelegram, language: str = "", scope: Mapping[str, str | int] | None = None) -> list[str]:
    """The commands that Telegram lists for those of a scope."""
    where = json.dumps(scope, sort_keys=True) if scope else "null"
    return [command["command"] for command in fake.world.commands.get((where, language), [])]


async def test_the_list_is_in_the_language_that_somebody_has_chosen_wherever_they_are(
    sala: Sala, cuadrilla: Sala, fake: FakeTelegram
) -> None:
    own: dict[str, str | int] = {"type": "chat", "chat_id": ANE}
    fake.say(ANE, "/idioma euskara")
    await fake.until(lambda: "laguntza" in listed(fake, scope=own))
    for where in (sala, cuadrilla):
        here: dict[str, str | int] = {"type": "chat_member", "chat_id": where.chat, "user_id": ANE}
        assert listed(fake, scope=here) == []
        where.say(ANE, "/tanteoa")
        await fake.until(lambda: listed(fake, scope=here) == listed(fake, scope=own))  # noqa: B023
    fake.say(ANE, "/hizkuntza auto")
    await fake.until(lambda: not listed(fake, scope=own))
    sala.say(ANE, "/tanteoa")
    here = {"type": "chat_member", "chat_id": sala.chat, "user_id": ANE}
    await fake.until(lambda: not listed(fake, scope=here))


async def test_a_list_that_was_set_before_a_restart_is_taken_back_by_who_wants_no_language(
    bot: Bot, fake: FakeTelegram
) -> None:
    own: dict[str, str | int] = {"type": "chat", "chat_id": ANE}
    fake.say(ANE, "/language english")
    await fake.until(lambda: "score" in listed(fake, scope=own))
    await bot.stop()
    await bot.start()
    fake.say(ANE, "/language auto")
    await fake.until(lambda: not listed(fake, scope=own))


async def test_the_list_of_a_group_is_in_the_language_that_was_chosen_for_it(
    sala: Sala, bot: Bot, fake: FakeTelegram
) -> None:
    await bot.manager.ways.choose(ChatId(f"telegram:{sala.chat}"), replace(DEFAULT_WAYS, language="eu"))
    sala.say(BENAT, "/ayuda")
    await fake.until(lambda: "laguntza" in listed(fake, scope={"type": "chat", "chat_id": sala.chat}))


@pytest.mark.parametrize("typed", ["/score", "/tanteoa", "/TANTEO", "/puntuazioa"])
async def test_a_command_is_understood_in_any_language_and_another_bots_is_passed_over(
    sala: Sala, fake: FakeTelegram, typed: str
) -> None:
    await sala.open(*ALL)
    sala.say(ANE, typed)
    sala.say(BENAT, "/acta")
    await sala.told("no se ha terminado ninguna partida")
    answered = [post for post in sala.posts if ANSWERS["tanteo"] in post.text and not post.keyboard]
    assert len(answered) == (typed != "/puntuazioa")


async def test_a_name_with_a_letter_that_telegram_takes_for_no_command_is_one_all_the_same(
    fake: FakeTelegram, bot: Bot
) -> None:
    fake.say(ANE, "/señas")
    await fake.until(lambda: fake.from_bot(ANE) and "Las señas" in fake.from_bot(ANE)[-1].text)


async def test_every_command_is_answered_in_the_group(sala: Sala) -> None:
    await sala.open(*ALL)
    for who, (command, told) in zip(cycle(ALL), ANSWERS.items(), strict=False):
        before = sala.posts[-1].id
        sala.say(who, f"/{command}")
        await sala.fake.until(partial(is_told, sala.fake, PENA, told, before))


async def test_every_command_is_answered_in_private(sala: Sala, fake: FakeTelegram) -> None:
    await sala.open(*ALL)
    await fake.until(lambda: all(map(fake.from_bot, ALL)))
    for who, (command, told) in zip(cycle(ALL), IN_PRIVATE.items(), strict=False):
        where = PENA if command == "mesa" else who
        before = fake.from_bot(where)[-1].id
        fake.say(who, f"/{command}")
        await fake.until(partial(is_told, fake, where, told, before))


def is_told(fake: FakeTelegram, chat: int, words: str, after: int) -> bool:
    """Returns whether a message that came after another has such words."""
    return any(words in message.text for message in fake.from_bot(chat) if message.id > after)


async def test_every_command_was_tried() -> None:
    assert {*ANSWERS, *SILENT} == {row.name for row in COMMANDS}


async def test_a_new_command_is_one_row(bot: Bot, sala: Sala, fake: FakeTelegram) -> None:
    door = a_door(bot.manager, bot.courier, (*COMMANDS, ECO))
    running = asyncio.create_task(bot.telegram.run(door))
    await fake.until(lambda: all(c[-1]["command"] in ECO.every_name for c in fake.world.commands.values()))
    running.cancel()
    sala.say(ANE, "/eco y eco")
    await sala.told("eco y eco")


async def test_terminar_is_a_vote(sala: Sala) -> None:
    await sala.open(*ALL)
    sala.say(EVA, "/terminar")
    await sala.told("No te has sentado en esta mesa.")
    sala.say(ANE, "/terminar")
    await sala.told("Quiere terminar la mesa: Ane (1 de 3)")
    await sala.press(BENAT, "Terminar la mesa")
    sala.say(CARMEN, "/terminar")
    await sala.told("se termina aquí")


async def test_cartas_said_in_the_group_are_shown_in_private(sala: Sala, fake: FakeTelegram) -> None:
    await sala.open(*ALL)
    await fake.until(lambda: fake.from_bot(CARMEN))
    sala.say(CARMEN, "/cartas")
    await fake.until(lambda: len(fake.from_bot(CARMEN)) == 2)
    assert cards_named(fake.from_bot(CARMEN)[1].text) == set(sala.mesa.cards[sala.seat(CARMEN)])
    assert leaks(fake, {sala.table.id: sala.bot.history}, sala.bot.drawn) == []


async def test_cartas_are_of_the_table_of_the_group_where_they_are_asked_for(
    sala: Sala, cuadrilla: Sala, fake: FakeTelegram
) -> None:
    await sala.open(*ALL)
    await cuadrilla.open(ANE, EVA, rules="parejas", ais=2)
    await fake.until(lambda: len(fake.from_bot(ANE)) == 2)
    for where in (sala, cuadrilla, sala):
        sent = len(fake.from_bot(ANE))
        where.say(ANE, "/cartas")
        await fake.until(lambda: len(fake.from_bot(ANE)) > sent)  # noqa: B023
        assert f"Mesa {where.table.short}" in fake.from_bot(ANE)[-1].text


async def test_cartas_of_one_without_a_private_chat_are_told_the_way(sala: Sala) -> None:
    await sala.open(ANE, EVA, ais=2)
    await sala.fake.until(lambda: sala.bot.courier.availability.is_closed(ChatId(f"telegram:{EVA}")))
    sala.say(EVA, "/cartas")
    await sala.told("Abre nuestro chat privado o pulsa «Mis cartas» en la mesa.")


async def test_the_last_partida_is_given_as_a_file_even_if_a_lobby_has_expired_since(
    sala: Sala, fake: FakeTelegram
) -> None:
    table = await sala.open(*ALL, rules="vitoria juegos=1")
    await sala.win()
    sala.say(ANE, "/mus")
    await sala.fake.until(lambda: sala.bot.tables)
    sala.say(ANE, "/mus vitoria")
    await sala.fake.until(lambda: [it.rules.name for it in sala.bot.tables] == ["vitoria"])
    sala.say(EVA, "/acta")
    post = await sala.told("La partida entera")
    files = [it.content.media for it in fake.from_bot(post.chat.id)[-2:]]
    assert [it.name for it in files if it] == [f"{table.id}.mus.toml", f"{table.id}.partida.html"]
    assert files[0] is not None
    assert b"[baraja]" in files[0].body
    assert files[1] is not None
    assert b"La prueba del reparto" in files[1].body


# ---- to whom, and by whom --------------------------------------------------------------------------------


async def test_a_command_may_name_the_bot_and_nobody_else(sala: Sala, fake: FakeTelegram) -> None:
    fake.privacy = False
    sala.say(ANE, "/mus@another_bot vitoria")
    sala.say(ANE, "/musica")
    sala.say(ANE, "hola /mus")
    sala.say(ANE, "/MUS@Mus_Fake_Bot trios")
    await sala.told("Tríos a 40")
    assert [table.rules.name for table in sala.bot.tables] == ["trios"]


async def test_an_anonymous_administrator_opens_tables_and_plays_by_buttons(
    sala: Sala, fake: FakeTelegram
) -> None:
    sala.say(ANE, "/mus vitoria", anonymous=True)
    await sala.told("Vitoria a 40")
    await sala.sit(*ALL)
    await sala.press(ANE, "Empezar")
    await sala.board_says("¿MUS?")
    assert sala.table.names == ("Ane", "Beñat", "Carmen", "Dani"), "a button carries the real id"
    for command in ("cartas", "salir", "terminar", "suerte x"):
        sent = len(sala.posts)
        sala.say(ANE, f"/{command}", anonymous=True)
        await fake.until(lambda: len(sala.posts) > sent)  # noqa: B023
        assert sala.last == "Como administrador anónimo no sé quién eres: usa los botones."
    sala.say(ANE, "/tanteo", anonymous=True)
    await fake.until(lambda: "🔷" in sala.last)
    assert sala.table.names == ("Ane", "Beñat", "Carmen", "Dani")


async def test_an_anonymous_administrator_opens_the_settings_and_turns_them(
    sala: Sala, fake: FakeTelegram
) -> None:
    fake.world.chats[PENA].admins.add(ANE)
    sala.say(ANE, "/ajustes", anonymous=True)
    await sala.told("Ajustes")
    assert (await sala.press(EVA, "Idioma")).text == "Eso lo decide quien administra el chat."
    await sala.press(ANE, "Idioma")
    await sala.told("En qué idioma hablan")


async def test_who_administers_is_asked_anew_and_told_where_that_cannot_be_found_out(
    sala: Sala, fake: FakeTelegram, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr(sala.bot.process.services.administrators._answers, "_clock", lambda: now[0])
    fake.world.chats[PENA].admins.add(ANE)
    sala.say(ANE, "/ajustes")
    await sala.told("Ajustes")
    fake.world.chats[PENA].admins.discard(ANE)
    now[0] += 3
    assert (await sala.press(ANE, "Idioma")).text == "Eso lo decide quien administra el chat."
    now[0] += 3
    fake.refuse("getChatAdministrators", 400, "Bad Request: member list is inaccessible")
    assert "no puedo saber quién administra" in str((await sala.press(ANE, "Idioma")).text)


async def test_who_writes_in_the_name_of_a_channel_is_anonymous_too(sala: Sala, fake: FakeTelegram) -> None:
    # Bot API, Message.from: a fake sender user if the message was sent on behalf of a chat
    sala.say(ANE, "/mus")
    await sala.told("Sellada, pero aún se puede cortar")
    channel = {"id": 136817688, "is_bot": True, "first_name": "Channel", "username": "Channel_Bot"}
    message = fake.world.messages[PENA, sala.say(ANE, "/ayuda")]
    message.sender = channel
    wire = message.wire() | {
        "sender_chat": {"id": -1009, "type": "channel", "title": "Mus"},
        "text": "/salir",
        "entities": [{"type": "bot_command", "offset": 0, "length": 6}],
    }
    fake.updates.push("message", wire)
    await sala.told("Como administrador anónimo no sé quién eres")


async def test_an_answer_to_one_is_a_silent_reply_to_them_and_goes_again(
    sala: Sala, fake: FakeTelegram, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asked, "ANSWER_LASTS_S", 0.5)
    said = sala.say(EVA, "/reglas")
    post = await sala.told("Maneras de jugar")
    assert post.reply_to is not None
    assert post.reply_to.id == said
    (sent,) = [entry for entry in fake.sent if entry.method == "sendMessage"]
    assert sent.payload["disable_notification"] in (True, "true")
    await fake.until(lambda: post.deleted)
    assert not fake.world.messages[PENA, said].deleted, "what people write is theirs"


async def test_an_answer_to_a_message_that_was_deleted_is_given_all_the_same(
    sala: Sala, fake: FakeTelegram
) -> None:
    held = fake.hold("sendMessage")
    said = sala.say(EVA, "/reglas")
    await fake.until(lambda: fake.server.busy)
    fake.delete_said(said, PENA)
    held.set()
    assert (await sala.told("Maneras de jugar")).reply_to is None


@pytest.mark.parametrize("command", ["/mus {}", "/idioma {}", "/{}"])
async def test_a_word_of_any_length_is_answered_and_no_word_reaches_the_log(
    sala: Sala, fake: FakeTelegram, stderr: io.StringIO, command: str
) -> None:
    word = "secreto" * 500
    fake.say(ANE, command.format(word))
    sala.say(BENAT, command.format(word).replace("/secreto", "/ayudaa secreto"))
    await fake.until(lambda: fake.from_bot(ANE) and (sala.posts or sala.bot.tables))
    assert all(len(m.text) <= 210 for m in (*fake.from_bot(ANE), *sala.posts))
    assert "secreto" not in stderr.getvalue()
    assert "Traceback" not in stderr.getvalue()


async def test_a_person_is_answered_in_their_language_and_a_group_in_its_own(
    fake: FakeTelegram, sala: Sala
) -> None:
    fake.user(301, "Kate", lang="en-GB", started=True)
    fake.user(302, "Koldo", lang="xx", started=True)
    sala.say(ANE, "/mus")
    await sala.told("Sellada, pero aún se puede cortar")
    assert "You have no seat at this table." in (await sala.press(301, "Empezar")).text
    assert "No te has sentado en esta mesa." in (await sala.press(302, "Empezar")).text
    fake.say(301, "/ayuda")
    await fake.until(lambda: any("If you have never played" in m.text for m in fake.from_bot(301)))


@pytest.mark.parametrize(
    ("spoken", "told"),
    [("eu", "Zigilatuta, baina oraindik moz daiteke"), ("xx", "Sellada, pero aún se puede cortar")],
)
async def test_a_table_speaks_what_the_app_of_its_opener_does(
    fake: FakeTelegram, sala: Sala, spoken: str, told: str
) -> None:
    fake.user(303, "Miren", lang=spoken, started=True)
    sala.say(303, "/mus")
    await sala.told(told)


# ---- the first time ----------------------------------------------------------------------------------------


async def test_start_in_private_greets_and_offers_to_come_to_a_group(bot: Bot, fake: FakeTelegram) -> None:
    fake.say(FELIX, "/start K7-abcdef")
    post = await fake.until(lambda: next((m for m in fake.from_bot(FELIX) if "Hola, Félix." in m.text), None))
    assert post.keyboard == [
        [{"text": "🌱 Estoy empezando", "callback_data": "new", "style": "success"}],
        [
            {"text": "🃏 Jugar a solas", "callback_data": "open"},
            {"text": "🎓 Aprender", "callback_data": "learn:"},
        ],
        [{"text": "Añadirme a un grupo", "url": "https://t.me/mus_fake_bot?startgroup=mus"}],
    ]


async def test_start_of_one_who_sits_at_a_table_names_it_and_leads_back(
    sala: Sala, fake: FakeTelegram
) -> None:
    table = await sala.open(ANE, EVA, BENAT, CARMEN)
    fake.say(EVA, f"/start {table.id}")
    told = f"Hola, Eva. Estás jugando en la Mesa {table.short}"
    post = await fake.until(lambda: next((m for m in fake.from_bot(EVA) if told in m.text), None))
    assert post.labels == [["Ir a la mesa"]]


async def test_start_of_one_who_sits_in_a_lobby_says_that_their_cards_will_come(
    sala: Sala, fake: FakeTelegram
) -> None:
    sala.say(ANE, "/mus")
    await sala.sit(EVA)
    fake.say(EVA, f"/start {sala.table.id}")
    await fake.until(lambda: any("en cuanto empiece la partida" in m.text for m in fake.from_bot(EVA)))


async def test_a_group_is_greeted_once_however_often_it_is_told(
    sala: Sala, bot: Bot, fake: FakeTelegram
) -> None:
    fresh = fake.group(-1007000000001, "Nueva", members=[ANE, BENAT], bot="left")
    fake.add_bot(fresh, ANE)
    fake.say(ANE, "/start@mus_fake_bot mus", fresh)
    await fake.until(lambda: "Abrir mesa" in fake.labels(fresh))
    await bot.stop()
    await bot.start()
    fake._tell_membership(fake.world.chats[fresh], ANE, "left", "member")  # the same once more
    fake.remove_bot(fresh, ANE)
    fake.add_bot(fresh, ANE)
    await fake.settle()
    (post,) = fake.from_bot(fresh)
    assert "No necesito ser administrador. Si me hacéis" in post.text
    await fake.answer(fake.press(BENAT, "Abrir mesa", fresh))
    await fake.until(lambda: "Empezar" in fake.labels(fresh))
    assert [table.opened_by for table in bot.tables] == [f"telegram:{BENAT}"]


async def test_a_bot_that_comes_back_to_a_table_greets_nobody(sala: Sala, fake: FakeTelegram) -> None:
    await sala.open(ANE, BENAT, CARMEN, DANI)
    fake.remove_bot(PENA, ANE)
    fake.add_bot(PENA, ANE)
    await sala.speak("nomus")
    await sala.board_says("GRANDE")
    assert "Abrir mesa" not in fake.labels(PENA)


async def test_start_in_a_group_is_answered_as_it_was_greeted(sala: Sala, fake: FakeTelegram) -> None:
    sala.say(ANE, "/start")
    await sala.told("Se empieza con «Abrir mesa»")
    told = await sala.press(EVA, "Abrir mesa")
    assert told.text == "Mesa abierta: siéntate."
    await sala.told("Parejas a 40")


async def test_who_presses_where_the_bot_may_not_write_is_told_what_it_lacks(
    sala: Sala, fake: FakeTelegram
) -> None:
    sala.say(ANE, "/start")
    await sala.told("Abrir mesa")
    fake.world.chats[PENA].forbidden = {"messages"}  # by the permissions of all: the bot is not told
    await sala.press(ANE, "Abrir mesa")
    await fake.until(lambda: sala.bot.courier.availability.is_closed(ChatId(f"telegram:{PENA}")))
    told = await sala.press(BENAT, "Abrir mesa")
    assert told.text.startswith("No puedo escribir en el chat de la mesa. La mesa espera")
    assert told.alert


async def test_a_command_for_the_private_chat_leads_there_and_is_given_by_the_link(
    fake: FakeTelegram, sala: Sala
) -> None:
    sala.say(EVA, "/señas")
    await sala.told("Eso, en nuestro chat privado")
    (link,) = [b["url"] for m in sala.posts for row in m.keyboard or () for b in row if "url" in b]
    assert link.endswith("?start=senas")
    fake.say(EVA, "/start senas")
    await fake.until(lambda: any("treinta y una" in m.text for m in fake.from_bot(EVA)))
