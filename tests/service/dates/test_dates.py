"""Dates in a group: made, answered, moved, cancelled, and opened by their clock, also over restarts."""

from __future__ import annotations

import asyncio
import random
import secrets
import shutil
import sqlite3
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from musbot.narrator.post import Post
from musbot.port.messenger import Outage, Unsure
from musbot.service.choices.chosen_ways import Ways
from musbot.service.dates.date import (
    LATE_S,
    REMIND_S,
    Date,
    DateAnswer,
    DateAnswered,
    DateEnd,
    DateEnded,
    DateEvent,
    DateMade,
    DateMoved,
    DateReminded,
    DateShown,
    Step,
    evolve,
    fold_date,
    next_step,
)
from musbot.service.dates.moments import instant_of
from musbot.service.dates.requests import TYPED_S
from musbot.service.dates.stored import decode, encode
from musbot.table.events import NO_CHAT, ChatId, MessageId, Occupant, Person, PersonId, read_person_id
from musbot.testing import Clock, FakeMessenger, FakePlatform, playing, running

NOW = datetime(2026, 11, 25, 17, 30, tzinfo=UTC)
"""Half past six in the evening in Madrid, on a Wednesday."""


@asynccontextmanager
async def a_group(
    folder: Path | None = None,
    at: datetime = NOW,
    *,
    zone: bool = True,
    messenger: FakeMessenger | None = None,
) -> AsyncIterator[FakePlatform]:
    """Runs a group whose administrator is Ada; `zone` says whether it has the time of Madrid already."""
    it = FakePlatform(messenger or FakeMessenger(Clock()))
    async with running({it.name: it}, it.clock, folder):
        await it.joined.wait()
        it.clock.now = at.timestamp()
        ada = it.person("Ada", "es")
        it.messenger.administrators.add(ada.id)
        if zone and folder is None:
            await it.command(ada, "ajustes")
            for label in ("Hora", "Madrid"):
                await it.press(ada, label)
            await it.wait(181)
        yield it


def texts(it: FakePlatform, chat: ChatId = NO_CHAT) -> list[str]:
    """Returns the title and the text of each message of a chat."""
    return [f"{post.title}\n{post.text}".strip() for post in it.messenger.posts(chat or it.chat)]


def last(it: FakePlatform, chat: ChatId = NO_CHAT) -> str:
    """Returns the newest message of a chat."""
    return texts(it, chat)[-1]


async def until(it: FakePlatform, when: datetime) -> None:
    """Lets time pass until a moment, in steps."""
    while it.clock.now < when.timestamp():
        await it.wait(min(600.0, when.timestamp() - it.clock.now))


THURSDAY_AT_NINE = datetime(2026, 11, 26, 20, 0, tzinfo=UTC)
"""Nine in the evening in Madrid."""


async def answered(it: FakePlatform, **answers: str) -> dict[str, Person]:
    """Ane makes a date for Thursday at nine, and people answer with the labels of buttons."""
    people = {"Ane": it.person("Ane", "es")}
    await it.command(people["Ane"], "mus vitoria jueves 21:00")
    for name, label in answers.items():
        people[name] = it.person(name, "es")
        await it.press(people[name], label)
    return people


# ---- making and answering --------------------------------------------------------------------------------


async def test_a_date_is_one_message_with_its_hour_its_rules_and_who_comes() -> None:
    async with a_group() as it:
        people = await answered(it, Beñat="Voy", Carmen="Quizá", Dani="No voy")
        assert texts(it) == [
            "Ane propone un mus\njueves 26 de noviembre, 21:00 (hora de Madrid)\n"
            + "\n".join(last(it).split("\n")[2:3])
            + "\nVoy (2): Ane y Beñat\nQuizá (1): Carmen\nNo voy (1): Dani"
        ]
        assert "Vitoria" in last(it)
        (post,) = it.messenger.posts(it.chat)
        ((start, end, instant),) = post.instant_spans()
        assert (post.text[start:end], instant.at) == (
            "jueves 26 de noviembre, 21:00 (hora de Madrid)",
            THURSDAY_AT_NINE.timestamp(),
        )
        assert instant.has_hour
        reply = await it.press(people["Dani"], "Voy")
        assert reply.text == "Apuntado: vas."
        assert "Voy (3): Ane, Beñat y Dani" in last(it)
        assert len(it.messenger.posts(it.chat)) == 1


async def test_the_first_date_of_a_chat_asks_its_zone_once() -> None:
    async with a_group(zone=False) as it:
        ane, eva = it.person("Ane", "es"), it.person("Eva", "es")
        await it.command(ane, "mus jueves 21:00")
        assert "Ane, ¿de qué ciudad es vuestra hora?" in last(it)
        refused = await it.press(eva, "Nueva York")
        assert refused.text == "Eso lo contesta quien propone la cita."
        await it.press(ane, "Nueva York")
        assert "jueves 26 de noviembre, 21:00 (hora de Nueva York)" in last(it)
        assert len(texts(it)) == 1
        await it.command(eva, "mus viernes 21:00")
        assert "Eva propone un mus" in last(it)


async def test_a_typed_city_answers_its_own_question_and_is_talk_elsewhere() -> None:
    async with a_group(zone=False) as it:
        ane, eva = it.person("Ane", "es"), it.person("Eva", "es")
        await it.say(ane, "Bilbao")
        await it.command(ane, "mus jueves 21:00")
        assert "o contesta a este mensaje con la tuya, por ejemplo Bilbao" in last(it)
        before = texts(it)
        for who, text in ((eva, "Bilbao"), (ane, "voy a Bilbao"), (ane, "Córdoba"), (ane, "Bilbau")):
            await it.say(who, text)
        assert texts(it) == before
        await it.say(ane, "san sebastián.")
        assert "jueves 26 de noviembre, 21:00 (hora de Madrid)" in last(it)
        before = texts(it)
        await it.say(ane, "Nueva York")
        assert texts(it) == before, "the chat has its zone"


async def test_a_mistyped_city_that_answers_the_question_is_asked_back() -> None:
    async with a_group(zone=False) as it:
        ane = it.person("Ane", "es")
        await it.command(ane, "mus jueves 21:00")
        question = it.messenger.buttons(it.chat)[0][0]
        await it.say(ane, "Bilbau", answers=question)
        assert last(it) == "«Bilbau» no lo conozco. ¿Querías decir «Bilbao»?"
        await it.say(ane, "Bilbaoo", answers=it.messenger.buttons(it.chat)[0][0])
        await it.press(ane, "Bilbao")
        assert texts(it) == [last(it)], "the question and the advice are gone"
        assert last(it).startswith("Ane propone un mus")


async def test_a_question_that_is_answered_by_typing_goes_at_once() -> None:
    async with a_group(zone=False) as it:
        ane = it.person("Ane", "es")
        await it.command(ane, "mus jueves 21:00")
        await it.command(ane, "mus sábado 21:00")
        assert len(texts(it)) == 1, "the question that was replaced is gone"
        await it.say(ane, "Bilbao")
        assert len(texts(it)) == 1
        assert "(hora de Madrid)" in last(it)


async def test_the_first_date_may_name_its_city_at_the_end() -> None:
    async with a_group(zone=False) as it:
        await it.command(it.person("Ane", "es"), "mus vitoria jueves 21:00 San Francisco")
        assert "jueves 26 de noviembre, 21:00 (hora de Los Ángeles)" in last(it)
        assert "Vitoria" in last(it)
    async with a_group(zone=False) as it:
        await it.command(it.person("Ane", "es"), "mus jueves 21:00 vitoria")
        assert last(it).startswith("Ane, ¿de qué ciudad es vuestra hora?"), "Vitoria is a rule set too"


async def test_a_city_may_be_typed_in_private_where_an_unknown_one_is_refused() -> None:
    async with a_group(zone=False) as it:
        ane = it.person("Ane", "es")
        await it.open_private(ane)
        await it.command(ane, "mus jueves 21:00")
        await it.say(ane, "Villarriba", ane.id)
        assert last(it, ane.id).startswith("No conozco esa ciudad.")
        await it.say(ane, "San Fransisco", ane.id)
        assert last(it, ane.id) == "«San Fransisco» no lo conozco. ¿Querías decir «San Francisco»?"
        await it.say(ane, "San Francisco", ane.id)
        assert "jueves 26 de noviembre, 21:00 (hora de Los Ángeles)" in last(it)
        before = texts(it, ane.id)
        await it.say(ane, "Villarriba", ane.id)
        assert texts(it, ane.id) == before


async def test_a_city_that_is_typed_too_late_is_talk() -> None:
    async with a_group(zone=False) as it:
        ane = it.person("Ane", "es")
        await it.command(ane, "mus jueves 21:00")
        await it.wait(TYPED_S + 1)
        before = texts(it)
        await it.say(ane, "Bilbao")
        assert texts(it) == before


async def test_administrators_may_type_any_city_in_ajustes() -> None:
    async with a_group(zone=False) as it:
        ada, eva = it.person("Ada", "es"), it.person("Eva", "es")
        await it.command(eva, "ajustes hora Roma")
        assert last(it) == "Eso lo decide quien administra el chat."
        await it.command(ada, "ajustes hora Villarriba")
        assert last(it).startswith("No conozco esa ciudad.")
        await it.command(ada, "ajustes hora Rommma")
        assert last(it) == "«Rommma» no lo conozco. ¿Querías decir «Roma»?"
        await it.command(ada, "ajustes hora Roma")
        assert "Hora: Roma" in last(it)
        await it.command(eva, "mus jueves 21:00")
        assert "(hora de Roma)" in last(it)


async def test_an_hour_is_taken_for_no_city_if_the_chat_has_lost_its_zone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with a_group() as it:
        ane = it.person("Ane", "es")
        await it.command(ane, "mus mañana a las 9 y media")
        with monkeypatch.context() as lost:
            lost.setattr(Ways, "chat_zone", lambda *_: None)
            await it.press(ane, "21:30")
            assert "Ane, ¿de qué ciudad es vuestra hora?" in last(it)
        await it.command(ane, "mus jueves 21:00")
        assert "(hora de Madrid)" in last(it)


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("mus jueves", "Falta la hora."),
        ("mus jueves 25:00", "No entiendo qué día"),
        ("mus juebes 21:00", "«juebes» no lo conozco. ¿Querías decir «jueves»?"),
        ("mus hoy 18:00", "Ane, ¿de qué ciudad es vuestra hora?"),
    ],
)
async def test_words_that_are_no_date_anywhere_are_refused_before_a_zone_is_asked(
    typed: str, told: str
) -> None:
    async with a_group(zone=False) as it:
        await it.command(it.person("Ane", "es"), typed)
        assert last(it).startswith(told)


async def test_nine_without_morning_or_evening_is_asked_with_two_buttons() -> None:
    async with a_group() as it:
        ane = it.person("Ane", "es")
        await it.command(ane, "mus mañana a las 9 y media piedras=30")
        assert (last(it), it.labels()) == (
            "Ane, ¿a cuál de estas dos horas?",
            ["09:30", "21:30"],
        )
        await it.press(ane, "21:30")
        assert "jueves 26 de noviembre, 21:30" in last(it)
        assert "30" in last(it)
        assert len(texts(it)) == 1


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("mus jueves", "Falta la hora. Por ejemplo: /mus jueves 21:00"),
        ("mus hoy 10:00 de la mañana", "Esa hora ya ha pasado. Por ejemplo: /mus jueves 21:00"),
        ("mus 14/2 21:00", "El día 14 del mes 2 queda a más de 60 días. Por ejemplo: /mus jueves 21:00"),
        ("mus jueves 25:00", "No entiendo qué día o qué hora dices. Por ejemplo: /mus jueves 21:00"),
        ("fechas", "No hay ninguna cita. Para proponer una: /mus jueves 21:00"),
        ("mus vitoria sábado piedras=30", "Falta la hora. Por ejemplo: /mus vitoria sábado piedras=30 21:00"),
        (
            "mus vitoria hoy 10:00 de la mañana piedras=30",
            "Esa hora ya ha pasado. Por ejemplo: /mus vitoria piedras=30 jueves 21:00",
        ),
        ("fechas viernes 22:00", "Aquí no hay ninguna cita abierta."),
        ("fechas viennes 22:00", "Aquí no hay ninguna cita abierta."),
    ],
)
async def test_what_is_no_date_is_answered_with_an_example(typed: str, told: str) -> None:
    async with a_group() as it:
        await it.command(it.person("Ane", "es"), typed)
        assert last(it).startswith(told)
        assert it.tables() == []


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("fechas xyz 22:00", "No entiendo qué día o qué hora dices. Por ejemplo: /fechas viernes 21:00"),
        ("fechas sábado", "Falta la hora. Por ejemplo: /fechas sábado 21:00"),
        ("fechas 1 hoy 10:00 de la mañana", "Esa hora ya ha pasado. Por ejemplo: /fechas 1 viernes 21:00"),
        ("fechas 7 domingo 22:00", "Di cuál con su número delante: /fechas 1 domingo 22:00."),
    ],
)
async def test_an_example_of_a_move_is_a_command_that_moves_the_date(typed: str, told: str) -> None:
    async with a_group() as it:
        people = await answered(it)
        await it.command(people["Ane"], typed)
        assert last(it).startswith(told)
        await it.command(people["Ane"], told.partition("/")[2].rstrip("."))
        assert last(it).startswith("Ane cambia la cita")


@pytest.mark.parametrize(
    ("typed", "label", "shows"),
    [
        ("mus sabdo 21:30", "sábado 21:30", "sábado 28 de noviembre, 21:30"),
        ("mus vitorai sabdo 21:30", "vitoria sábado 21:30", "sábado 28 de noviembre, 21:30"),
        (
            "mus viernes 22:00 Bilbau",
            "viernes 22:00 Bilbao",
            "viernes 27 de noviembre, 22:00 (hora de Madrid)",
        ),
    ],
)
async def test_a_mistyped_date_is_made_by_one_press(typed: str, label: str, shows: str) -> None:
    async with a_group(zone=not typed.endswith("Bilbau")) as it:
        ane, eva = it.person("Ane", "es"), it.person("Eva", "es")
        await it.open_private(ane)
        await it.command(ane, typed)
        assert "¿Querías decir" in last(it, ane.id)
        assert it.labels(ane.id)[0] == label
        ((_, button), *_) = it.messenger.buttons(ane.id)
        assert (await it.press_data(eva, button.data)).text == "Eso lo contesta quien propone la cita."
        if typed.startswith("mus v"):
            await it.press_data(ane, button.data, ane.id, it.messenger.buttons(ane.id)[0][0])
        else:
            await it.press(ane, label, ane.id)
        if "¿de qué ciudad" in last(it, ane.id):
            await it.press(ane, "Madrid", ane.id)
        assert shows in last(it)
        assert label not in it.labels(ane.id)


async def test_a_mistyped_move_is_done_by_one_press_within_ten_minutes() -> None:
    async with a_group() as it:
        people = await answered(it)
        await it.command(people["Ane"], "fechas viennes 22:00")
        assert last(it) == "«viennes» no lo conozco. ¿Querías decir «viernes»?"
        ((_, button), *_) = it.messenger.buttons(it.chat)
        assert button.label == "viernes 22:00"
        await it.wait(TYPED_S + 1)
        assert (await it.press_data(people["Ane"], button.data)).text.startswith("Esa pregunta ya está")
        await it.command(people["Ane"], "fechas 1 viennes 22:00")
        await it.press(people["Ane"], "1 viernes 22:00")
        assert last(it) == "Ane cambia la cita: ahora es el viernes 27 de noviembre, 22:00."


async def test_a_list_offers_its_readers_only_what_they_may_do() -> None:
    async with a_group() as it:
        people = await answered(it, Beñat="Voy")
        await it.command(it.person("Iñaki", "es"), "fechas")
        assert last(it) == (
            "Citas de este chat\n1. jueves 26 de noviembre, 21:00: van 2 personas"
            "\nPara ir a una, pulsa «Voy» en su mensaje."
        )
        assert not [label for label in it.labels() if label.startswith("Anular")]
        await it.command(people["Ane"], "fechas")
        assert last(it).endswith("Para cambiar la 1: /fechas 1 viernes 21:00")
        assert it.labels()[0] == "Anular jueves 26 de noviembre, 21:00"
        await it.command(people["Beñat"], "mus viernes 22:00")
        await it.command(people["Beñat"], "fechas")
        assert last(it).endswith("Para cambiar la 2: /fechas 2 sábado 22:00")
        assert [it for it in it.labels()[:2] if it.startswith("Anular")] == [
            "Anular viernes 27 de noviembre, 22:00"
        ]
        await it.command(it.person("Ada", "es"), "fechas")
        assert len([label for label in it.labels()[:2] if label.startswith("Anular")]) == 2


async def test_a_house_rule_of_that_name_wins() -> None:
    async with a_group() as it:
        ada = it.person("Ada", "es")
        await it.command(ada, "mus vitoria")
        await it.command(ada, "reglas guardar jueves")
        await it.command(it.person("Eva", "es"), "mus jueves")
        assert len(it.tables()) == 2


async def test_no_date_in_a_private_chat() -> None:
    async with a_group() as it:
        ane = it.person("Ane", "es")
        await it.command(ane, "mus jueves 21:00", ane.id)
        assert last(it, ane.id) == "Las citas se hacen en un grupo, donde os juntáis a jugar."


async def test_one_open_date_for_each_person_and_three_for_a_chat() -> None:
    async with a_group() as it:
        for name, day in (("Ane", "jueves"), ("Beñat", "viernes"), ("Carmen", "sábado")):
            await it.command(it.person(name, "es"), f"mus {day} 21:00")
        await it.command(it.person("Ane", "es"), "mus domingo 21:00")
        assert last(it) == "Ya tienes una cita abierta. Con /fechas la cambias o la anulas."
        await it.command(it.person("Dani", "es"), "mus domingo 21:00")
        assert last(it) == "Este chat ya tiene 3 citas abiertas: /fechas las enseña."
        await it.command(it.person("Dani", "es"), "fechas")
        assert last(it).startswith(
            "Citas de este chat\n1. jueves 26 de noviembre, 21:00: va 1 persona\n2. viernes 27"
        )


# ---- moving and cancelling -------------------------------------------------------------------------------


async def test_a_move_is_one_line_and_another_day_is_answered_again() -> None:
    async with a_group() as it:
        people = await answered(it, Beñat="Voy", Carmen="Quizá")
        await it.open_private(people["Beñat"])
        await it.open_private(people["Carmen"])
        await it.command(people["Ane"], "fechas jueves 9 y media")
        assert last(it) == "Ane cambia la cita: ahora es el jueves 26 de noviembre, 21:30."
        assert last(it, people["Beñat"].id).endswith("21:30. Sigues en «Voy».")
        assert last(it, people["Carmen"].id).endswith("21:30. Sigues en «Quizá».")
        assert "Voy (2): Ane y Beñat" in texts(it)[0]
        await it.command(people["Ane"], "fechas viernes 22:00")
        moved = "Ane cambia la cita: ahora es el viernes 27 de noviembre, 22:00. "
        assert last(it, people["Beñat"].id) == moved + "Como es otro día, di otra vez si vas."
        assert last(it, people["Carmen"].id) == moved + "Como es otro día, di otra vez si vas."
        for name in ("Beñat", "Carmen"):
            told = [text for text in texts(it, people[name].id) if text.startswith("Ane cambia")]
            assert len(told) == 1, "the news of the first move is gone"
        assert len([text for text in texts(it) if text.startswith("Ane cambia")]) == 1
        assert texts(it)[0].endswith("Voy (1): Ane"), "her Quizá was for another day"
        await it.command(people["Ane"], "fechas sábado 22:00")
        assert last(it).startswith("Una cita se cambia 2 veces como mucho.")


async def test_the_private_news_of_a_move_is_answered_there_and_goes() -> None:
    keeper = Doorkeeper(Clock())
    keeper.gone = ()
    async with a_group(messenger=keeper) as it:
        people = await answered(it, Beñat="Voy", Carmen="Voy", Dani="No voy", Eva="Voy")
        for name in ("Beñat", "Dani", "Eva"):
            await it.open_private(people[name])
        await it.command(people["Ane"], "fechas viernes 22:00")
        beñat, dani, eva = (people[name].id for name in ("Beñat", "Dani", "Eva"))
        assert last(it, dani).endswith("Como es otro día, di otra vez si vas."), "his No is deleted too"
        (message, *_) = (it for it, button in it.messenger.buttons(beñat) if button.label == "Voy")
        post = it.messenger.standing[beñat][message]
        assert [button.label for row in post.keyboard() for button in row] == [
            "Voy",
            "No voy",
            "Quizá",
            "Ir a la cita",
        ]
        assert (await it.press(people["Beñat"], "Voy", beñat)).text == "Apuntado: vas."
        assert not [text for text in texts(it, beñat) if text.startswith("Ane cambia")]
        assert "Voy (2): Ane y Beñat" in texts(it)[0]
        assert last(it).endswith("Carmen: como es otro día, di otra vez si vas.")
        await it.press(people["Carmen"], "Voy")
        assert last(it).endswith("22:00."), "nobody is asked any more"
        await it.press(people["Eva"], "No voy")
        assert not [text for text in texts(it, eva) if text.startswith("Ane cambia")]
        keeper.gone = ("fake:dani",)
        assert (await it.press(people["Dani"], "Voy", dani)).text.startswith("Ya no estás en el chat")
        data = f"{it.messenger.buttons(dani)[0][1].data.rpartition('.')[0]}.going"
        stranger = it.person("Haizea", "es")
        assert (await it.press_data(stranger, data, stranger.id)).text == "Esa cita ya no está abierta."


async def test_its_maker_or_an_administrator_moves_and_cancels() -> None:
    async with a_group() as it:
        people = await answered(it, Eva="Voy")
        await it.command(people["Eva"], "fechas viernes 22:00")
        assert last(it) == ("Esa cita la mueve o la anula Ane, que la propuso, o quien administra el chat.")
        await it.wait(61)
        await it.command(people["Ane"], "fechas viennes 22:00")
        assert "«viennes»" in last(it)
        assert "viernes" in last(it)
        await it.command(it.person("Ada", "es"), "fechas 1 viernes 22:00")
        assert last(it) == (
            "Ada cambia la cita: ahora es el viernes 27 de noviembre, 22:00.\n"
            "Eva: como es otro día, di otra vez si vas."
        ), "she has no private chat, and whoever made the date comes still"
        assert [who for who, _ in it.messenger.posts(it.chat)[-1].mentions] == [people["Eva"].id]
        await it.command(people["Ane"], "fechas")
        refused = await it.press(people["Eva"], "Anular")
        assert refused.text.startswith("Esa cita la mueve o la anula Ane")
        await it.press(people["Ane"], "Anular")
        assert texts(it)[0] == "Cita anulada: viernes 27 de noviembre, 22:00."
        assert last(it) == "Cita anulada: viernes 27 de noviembre, 22:00."
        await it.wait(61)
        assert it.labels() == []
        await it.command(people["Ane"], "mus sábado 21:00")
        assert last(it).startswith("Ane propone un mus")


async def test_an_hour_that_passed_before_its_question_was_answered_makes_no_date() -> None:
    async with a_group() as it:
        ane = it.person("Ane", "es")
        await it.command(ane, "mus jueves 9")
        morning, evening = (button.data for _, button in it.messenger.buttons(it.chat))
        await until(it, datetime(2026, 11, 26, 9, 0, tzinfo=UTC))
        reply = await it.press_data(ane, morning)
        assert reply.text.startswith("Esa hora ya ha pasado.")
        await it.press_data(ane, evening)
        assert "jueves 26 de noviembre, 21:00" in "".join(texts(it))


async def test_a_date_is_not_moved_to_an_hour_that_is_past_in_its_own_zone() -> None:
    async with a_group() as it:
        people = await answered(it)
        ada = it.person("Ada", "es")
        await it.command(ada, "ajustes")
        for label in ("Hora", "Nueva York"):
            await it.press(ada, label)
        await it.wait(181)
        await it.command(people["Ane"], "fechas hoy 13:00")
        assert last(it).startswith("Esa hora ya ha pasado.")
        assert "jueves 26 de noviembre, 21:00" in texts(it)[0]


async def test_a_date_that_the_chat_never_showed_is_not_shown_once_it_is_over() -> None:
    async with a_group() as it:
        ane = it.person("Ane", "es")
        it.messenger.failing[it.chat] = [Unsure("no answer")] * 2
        await it.command(ane, "mus jueves 21:00")
        for message in list(it.messenger.standing.get(it.chat, {})):
            await it.messenger.delete(it.chat, message)
        await until(it, THURSDAY_AT_NINE + timedelta(minutes=1))
        assert [text.startswith("Es la hora") for text in texts(it)].count(True) == 1
        assert not [text for text in texts(it) if text.startswith("Cita del jueves")]


@pytest.mark.parametrize("choice", ["7", "x", ""])
async def test_no_answer_is_given_to_a_question_that_does_not_offer_it(choice: str) -> None:
    async with a_group() as it:
        ane = it.person("Ane", "es")
        await it.command(ane, "mus jueves 9")
        ((_, button), *_) = it.messenger.buttons(it.chat)
        forged = f"{button.data.rpartition('.')[0]}.{choice}"
        assert (await it.press_data(ane, forged)).text == "Ese botón no lo conozco."
        assert last(it) == "Ane, ¿a cuál de estas dos horas?"


async def test_a_date_is_given_no_answer_but_the_three() -> None:
    async with a_group() as it:
        await answered(it)
        ((_, button), *_) = it.messenger.buttons(it.chat)
        forged = f"{button.data.rpartition('.')[0]}.often"
        assert (await it.press_data(it.person("Eva", "es"), forged)).text == "Ese botón no lo conozco."
        assert "Eva" not in last(it)


async def test_a_forged_button_in_a_lobby_cancels_a_date_and_leaves_the_lobby() -> None:
    async with a_group() as it:
        people = await answered(it)
        data = next(button.data for _, button in it.messenger.buttons(it.chat)).rpartition(".")[0]
        await it.command(people["Ane"], "mus vitoria")
        (lobby, *_) = (
            message for message, button in it.messenger.buttons(it.chat) if "Sentarme" in button.label
        )
        await it.press_data(people["Ane"], f"{data}.cancel", it.chat, lobby)
        assert last(it).startswith("Cita anulada")
        assert lobby in it.messenger.standing[it.chat]


# ---- the clock -------------------------------------------------------------------------------------------


async def test_ten_minutes_before_everybody_who_comes_is_told_once() -> None:
    async with a_group() as it:
        people = await answered(it, Beñat="Voy", Carmen="Voy", Dani="Quizá")
        await it.open_private(people["Beñat"])
        await it.open_private(people["Dani"])
        await until(it, THURSDAY_AT_NINE - timedelta(minutes=11))
        assert len(texts(it)) == 1
        await until(it, THURSDAY_AT_NINE - timedelta(minutes=1))
        soon = "En diez minutos jugáis: jueves 26 de noviembre, 21:00."
        assert [text.startswith(soon) for text in texts(it, people["Beñat"].id)].count(True) == 1
        assert not [text for text in texts(it, people["Dani"].id) if text.startswith(soon)]
        here = "Ane y Carmen: en diez minutos jugáis, jueves 26 de noviembre, 21:00."
        assert [text.startswith(here) for text in texts(it)].count(True) == 1
        assert {who for who, _ in it.messenger.posts(it.chat)[-1].mentions} == {
            people["Ane"].id,
            people["Carmen"].id,
        }


async def test_at_the_hour_the_lobby_opens_with_them_seated() -> None:
    async with a_group() as it:
        await answered(it, Beñat="Voy", Carmen="Quizá")
        await until(it, THURSDAY_AT_NINE + timedelta(seconds=5))
        (table,) = it.tables()
        assert [seat.name for seat in table.seats] == ["Ane", "Beñat", "", ""]
        assert table.rules.name == "vitoria"
        assert texts(it)[0] == "Cita del jueves 26 de noviembre, 21:00: la mesa se abrió a su hora."
        called, opened = [text for text in texts(it) if text.startswith("Es la hora")]
        if called.startswith("Es la hora:"):
            called, opened = opened, called
        assert called == (
            f"Es la hora, Ane y Beñat: la Mesa {table.short} está abierta. "
            "Pulsad «Aquí estoy»; quien no lo haga deja el sitio libre en 15 min."
        )
        assert opened == f"Es la hora: la Mesa {table.short} está abierta.\nQueda sitio: Carmen, ¿vienes?"
        await it.wait(14 * 60)
        assert [seat.name for seat in it.tables()[0].seats] == ["Ane", "Beñat", "", ""]


async def test_an_answer_that_comes_after_the_hour_leads_to_the_table() -> None:
    async with a_group() as it:
        people = await answered(it, Beñat="Voy")
        (date,) = it.messenger.posts(it.chat)
        going = date.keyboard()[0][0].data
        await until(it, THURSDAY_AT_NINE + timedelta(seconds=5))
        (table,) = it.tables()
        eva = it.person("Eva", "es")
        for starts in (False, True):
            if starts:
                await it.press(people["Ane"], "Empezar con IA")
                await it.press(people["Beñat"], "Aquí estoy")
                assert it.tables()[0].in_lobby is False
            reply = await it.press_data(eva, going)
            assert reply.alert
            assert reply.text.startswith(
                f"Para esa cita ya está abierta la Mesa {table.short}. Para jugar, pulsa ahí «Sentarme"
            )
            assert reply.post is not None
            assert "Ir a la mesa" in [button.label for row in reply.post.keyboard() for button in row]
            over = it.messenger.posts(it.chat)[0]
            assert over.text.startswith("Cita del jueves")
            assert [button.label for row in over.keyboard() for button in row] == ["Ir a la mesa"]
        elsewhere = await it.press_data(eva, going, ChatId("fake:otra"))
        assert (elsewhere.text, elsewhere.post) == ("Esa cita ya no está abierta.", None)
        await it.command(people["Ane"], "terminar")
        await it.command(people["Beñat"], "terminar")
        assert (await it.press_data(eva, going)).text == "Esa cita ya no está abierta."


async def test_of_five_who_come_four_sit_and_one_waits() -> None:
    async with a_group() as it:
        people = await answered(it, Beñat="Voy", Carmen="Voy", Dani="Voy", Eva="Voy")
        told = await it.press(people["Eva"], "Voy")
        assert told.text == "Apuntado: vas, pero otros lo dijeron antes y de momento esperas sitio."
        await it.open_private(people["Eva"])
        await until(it, THURSDAY_AT_NINE - timedelta(minutes=1))
        assert last(it, people["Eva"].id).endswith(
            "Otros dijeron antes que van (Ane, Beñat, Carmen y Dani), así que de momento esperas sitio."
        )
        assert last(it).endswith("Vuestro sitio se guarda 15 minutos.")
        await until(it, THURSDAY_AT_NINE + timedelta(seconds=5))
        (table,) = it.tables()
        assert [seat.name for seat in table.seats] == ["Ane", "Beñat", "Carmen", "Dani"]
        assert list(table.queue) == ["Eva"]
        assert len([text for text in texts(it) if text.startswith("Es la hora")]) == 1
        assert last(it, people["Eva"].id).endswith("está abierta. De momento esperas sitio.")
        for name in ("Ane", "Beñat", "Carmen", "Dani"):
            await it.press(people[name], "Aquí estoy")
        begun = f"La partida de la Mesa {table.short} ha empezado. Sigues esperando sitio: "
        assert last(it, people["Eva"].id) == begun + "te aviso en cuanto quede uno."
        await it.command(people["Eva"], "salir")
        assert not [text for text in texts(it, people["Eva"].id) if text.startswith(begun)]


async def test_R97_the_start_of_a_date_waits_a_quarter_of_an_hour_for_whoever_is_late() -> None:
    async with a_group() as it:
        people = await answered(it, Beñat="Voy", Carmen="Voy", Dani="Voy", Eva="Voy")
        await until(it, THURSDAY_AT_NINE + timedelta(seconds=5))
        called = f"la Mesa {it.tables()[0].short} está abierta. "
        assert last(it).startswith("Es la hora, Ane, Beñat, Carmen y Dani: " + called)
        assert last(it).endswith("quien no lo haga deja el sitio libre en 15 min.")
        sent = len(it.messenger.requests_to(it.chat, "send"))
        told = await it.press(people["Ane"], "Empezar")
        assert told.text == "Cuento contigo: empezamos en cuanto digan que están los que faltan."
        assert last(it).startswith("Es la hora, Beñat, Carmen y Dani: ")
        await it.wait(10 * 60)
        for name in ("Beñat", "Carmen"):
            await it.press(people[name], "Aquí estoy")
        assert last(it).startswith("Es la hora, Dani: ")
        assert last(it).endswith("Pulsa «Aquí estoy»; si no, dejas el sitio libre en 5 min.")
        assert len(it.messenger.requests_to(it.chat, "send")) == sent, "it is edited, and rings once"
        assert [seat.name for seat in it.tables()[0].seats] == ["Ane", "Beñat", "Carmen", "Dani"]
        await it.wait(4 * 60)
        assert it.tables()[0].in_lobby
        await it.wait(70)
        assert not [text for text in texts(it) if text.startswith("Es la hora")]
        assert [seat.name for seat in it.tables()[0].seats] == ["Ane", "Beñat", "Carmen", "Eva"]


async def test_who_plays_at_another_table_is_named_and_not_seated() -> None:
    async with a_group() as it:
        people = await answered(it, Beñat="Voy")
        await until(it, THURSDAY_AT_NINE - timedelta(minutes=20))
        await it.command(people["Beñat"], "mus", ChatId("fake:otra"))
        for label in ("Sentarme", "Empezar con IA"):
            await it.press(people["Beñat"], label, ChatId("fake:otra"))
        await until(it, THURSDAY_AT_NINE + timedelta(seconds=5))
        assert [seat.name for seat in it.tables()[0].seats] == ["Ane", "", "", ""]
        assert any("Beñat juega en otra mesa." in text for text in texts(it))


class Doorkeeper(FakeMessenger):
    """A FakeMessenger that knows who has left."""

    gone: Collection[str] = ("fake:beñat",)

    async def is_member(self, _: str, person: str) -> bool:
        """Returns whether a person is in a group."""
        return person not in self.gone


async def test_who_has_left_the_group_is_not_reminded_and_not_seated() -> None:
    keeper = Doorkeeper(Clock())
    async with a_group(messenger=keeper) as it:
        people = await answered(it, Beñat="Voy", Carmen="Voy")
        await it.open_private(people["Beñat"])
        await until(it, THURSDAY_AT_NINE + timedelta(seconds=5))
        assert not [text for text in texts(it, people["Beñat"].id) if text.startswith("En diez minutos")]
        assert [seat.name for seat in it.tables()[0].seats] == ["Ane", "Carmen", "", ""]
        assert any("Beñat ya no está en este chat: su sitio queda libre." in text for text in texts(it))
        keeper.gone = ()
        await it.command(people["Beñat"], "mus viernes 21:00")
        await until(it, THURSDAY_AT_NINE + timedelta(days=1, minutes=-20))
        keeper.gone = ("fake:beñat",)
        await until(it, THURSDAY_AT_NINE + timedelta(days=1, minutes=1))
        assert last(it) == "Nadie viene a la cita del viernes 27 de noviembre, 21:00: no abro mesa."


async def test_a_date_replaces_the_oldest_of_three_lobbies_without_people() -> None:
    async with a_group() as it:
        await answered(it)
        await until(it, THURSDAY_AT_NINE - timedelta(minutes=1))
        for name in ("Eva", "Félix", "Gorka"):
            await it.command(it.person(name, "es"), "mus parejas")
        oldest = it.tables()[-1]
        await until(it, THURSDAY_AT_NINE + timedelta(seconds=5))
        assert len(it.tables()) == 3
        assert oldest.id not in [table.id for table in it.tables()]
        assert [seat.name for seat in it.tables()[0].seats] == ["Ane", "", "", ""]


async def test_a_date_without_voy_opens_nothing_and_says_so() -> None:
    async with a_group() as it:
        people = await answered(it, Beñat="Quizá")
        await it.press(people["Ane"], "No voy")
        await until(it, THURSDAY_AT_NINE + timedelta(minutes=1))
        assert it.tables() == []
        assert last(it) == "Nadie viene a la cita del jueves 26 de noviembre, 21:00: no abro mesa."


async def test_opening_that_is_restricted_by_then_opens_nothing_and_says_so() -> None:
    async with a_group() as it:
        await answered(it, Beñat="Voy")
        ada = it.person("Ada", "es")
        await it.command(ada, "ajustes")
        for label in ("Abrir mesas", "solo quien administra"):
            await it.press(ada, label)
        await until(it, THURSDAY_AT_NINE + timedelta(minutes=1))
        assert it.tables() == []
        assert last(it).startswith("No abro la mesa de la cita (jueves 26 de noviembre, 21:00)")


async def test_an_administrators_date_opens_even_if_a_platform_no_longer_knows_them() -> None:
    async with a_group() as it:
        ada = it.person("Ada", "es")
        await it.command(ada, "ajustes")
        for label in ("Abrir mesas", "solo quien administra"):
            await it.press(ada, label)
        await it.command(ada, "mus vitoria jueves 21:00")
        it.messenger.administrators.clear()
        await until(it, THURSDAY_AT_NINE + timedelta(minutes=1))
        assert [seat.name for seat in it.tables()[0].seats] == ["Ada", "", "", ""]


async def test_a_date_waits_while_nobody_knows_whether_its_maker_may_open_tables(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with a_group() as it:
        people = await answered(it)
        ada = it.person("Ada", "es")
        await it.command(ada, "ajustes")
        for label in ("Abrir mesas", "solo quien administra"):
            await it.press(ada, label)
        it.messenger.administrators.add(people["Ane"].id)

        async def answers_nothing(chat: ChatId, person: PersonId) -> bool:
            raise Outage("down")

        with monkeypatch.context() as down:
            down.setattr(it.messenger, "administers", answers_nothing)
            await until(it, THURSDAY_AT_NINE + timedelta(minutes=1))
            assert it.tables() == []
        await it.wait(31)
        assert [seat.name for seat in it.tables()[0].seats] == ["Ane", "", "", ""]


async def test_a_reminder_that_waits_for_its_chat_is_sent_once() -> None:
    async with a_group() as it:
        people = await answered(it)
        await it.open_private(people["Ane"])
        free, send = asyncio.Event(), it.messenger.send

        async def sends_late(chat: ChatId, post: Post) -> MessageId:
            if post.text.startswith("En diez minutos"):
                await free.wait()
            return await send(chat, post)

        it.messenger.send = sends_late  # type: ignore[method-assign]
        it.clock.advance(THURSDAY_AT_NINE.timestamp() - 599 - it.clock.now)
        for _ in range(4):
            for _ in range(200):
                await asyncio.sleep(0)
            it.clock.advance(30)
        free.set()
        await it.wait(31)
        told = [text for text in texts(it, people["Ane"].id) if text.startswith("En diez minutos")]
        assert len(told) == 1


async def test_in_a_closed_chat_nothing_opens_and_those_who_come_read_it_in_private() -> None:
    async with a_group() as it:
        people = await answered(it, Beñat="Voy")
        await it.open_private(people["Beñat"])
        await until(it, THURSDAY_AT_NINE - timedelta(minutes=20))
        it.messenger.closed.add(it.chat)
        await until(it, THURSDAY_AT_NINE + timedelta(minutes=1))
        assert last(it, people["Beñat"].id).startswith("No pude escribir en este chat a la hora de la cita")
        it.messenger.closed.clear()
        await it.command(people["Ane"], "fechas")
        assert last(it).startswith("No hay ninguna cita")


async def test_a_group_that_became_a_supergroup_keeps_its_dates() -> None:
    async with a_group() as it:
        people = await answered(it, Beñat="Voy")
        await it.door.chats.chat_moved(it.chat, ChatId("fake:super"))
        await it.command(people["Ane"], "fechas", ChatId("fake:super"))
        await it.wait(31)
        await it.press(people["Beñat"], "No voy", ChatId("fake:super"))
        assert texts(it, ChatId("fake:super"))[-1].endswith("Voy (1): Ane\nNo voy (1): Beñat")
        await until(it, THURSDAY_AT_NINE + timedelta(seconds=5))
        assert [seat.name for seat in it.tables(ChatId("fake:super"))[0].seats] == ["Ane", "", "", ""]


# ---- restarts and forgetting -----------------------------------------------------------------------------


@asynccontextmanager
async def after_a_kill(before: FakePlatform, folder: Path, at: datetime) -> AsyncIterator[FakePlatform]:
    """Runs a process on a copy of the files of one that still runs, so that nothing of it was completed."""
    copy = folder.with_name(f"{folder.name}-{secrets.token_hex(2)}")
    shutil.copytree(folder, copy)
    messenger = before.messenger
    messenger.clock = Clock()
    messenger.clock.now = at.timestamp()
    it = FakePlatform(messenger)
    async with running({it.name: it}, it.clock, copy):
        await it.joined.wait()
        yield it


@pytest.mark.parametrize("minutes", [60, 9, 5, 1])
async def test_a_kill_before_the_hour_loses_and_doubles_nothing(tmp_path: Path, minutes: int) -> None:
    folder = tmp_path / "bot"
    folder.mkdir()
    async with a_group(folder, zone=False) as it:
        ane, beñat = it.person("Ane", "es"), it.person("Beñat", "es")
        await it.command(ane, "mus jueves 21:00")
        await it.press(ane, "Madrid")
        await it.press(beñat, "Voy")
        await it.open_private(beñat)
        await until(it, THURSDAY_AT_NINE - timedelta(minutes=minutes))
        async with after_a_kill(it, folder, THURSDAY_AT_NINE - timedelta(minutes=minutes - 0.5)) as it:
            await until(it, THURSDAY_AT_NINE + timedelta(seconds=5))
            (table,) = it.tables()
            told = [text for text in texts(it, ChatId("fake:beñat")) if "minutos" in text]
            assert told == [
                f"Es la hora: la Mesa {table.short} está abierta. "
                "Tu sitio se guarda 15 minutos: pulsa «Aquí estoy»."
            ], "the reminder leads to the table"
            await it.press(beñat, "Aquí estoy", ChatId("fake:beñat"))
            assert not [text for text in texts(it, ChatId("fake:beñat")) if "minutos" in text]
            assert [seat.name for seat in table.seats] == ["Ane", "Beñat", "", ""]
            assert texts(it)[0].startswith("Cita del jueves 26")
            assert [text.startswith("Es la hora") for text in texts(it)].count(True) == 1


async def test_a_kill_after_the_opening_opens_no_second_table(tmp_path: Path) -> None:
    folder = tmp_path / "bot"
    folder.mkdir()
    async with a_group(folder, zone=False) as it:
        ane = it.person("Ane", "es")
        await it.command(ane, "mus jueves 21:00")
        await it.press(ane, "Madrid")
        await until(it, THURSDAY_AT_NINE + timedelta(seconds=5))
        with closing(sqlite3.connect(folder / "mus.sqlite")) as file:
            file.execute("DELETE FROM date_events WHERE kind = 'DateEnded'")
            file.commit()
        async with after_a_kill(it, folder, THURSDAY_AT_NINE + timedelta(seconds=30)) as it:
            await it.wait(120)
            assert len(it.tables()) == 1
            assert not [text for text in texts(it) if text.startswith("A la hora de la cita")]


async def test_a_question_is_still_answered_after_a_kill(tmp_path: Path) -> None:
    folder = tmp_path / "bot"
    folder.mkdir()
    async with a_group(folder, zone=False) as it:
        ane = it.person("Ane", "es")
        await it.command(ane, "mus mañana 9 piedras=30")
        await it.wait(1)
        async with after_a_kill(it, folder, NOW + timedelta(minutes=1)) as it:
            refused = await it.press(it.person("Eva", "es"), "Madrid")
            assert refused.text == "Eso lo contesta quien propone la cita."
            await it.press(ane, "Madrid")
            await it.press(ane, "21:00")
            assert "jueves 26 de noviembre, 21:00 (hora de Madrid)" in last(it)
            assert "30" in last(it)


async def test_what_came_due_while_the_bot_was_down_is_told_once_and_not_opened(tmp_path: Path) -> None:
    folder = tmp_path / "bot"
    folder.mkdir()
    async with a_group(folder, zone=False) as it:
        ane = it.person("Ane", "es")
        await it.command(ane, "mus jueves 21:00")
        await it.press(ane, "Madrid")
        async with after_a_kill(it, folder, THURSDAY_AT_NINE + timedelta(minutes=4)) as it:
            await it.wait(120)
            await it.wait(1200)
            missed = "A la hora de la cita (jueves 26 de noviembre, 21:00) yo no estaba en marcha"
            assert it.tables() == []
            assert [text.startswith(missed) for text in texts(it)].count(True) == 2, "the date, and one line"
            await it.command(ane, "fechas")
            assert last(it).startswith("No hay ninguna cita")


async def test_borrar_takes_a_person_from_their_dates(tmp_path: Path) -> None:
    async with a_group(tmp_path, zone=False) as it:
        ane, beñat = it.person("Ane", "es"), it.person("Beñat", "es")
        await it.command(ane, "mus jueves 21:00")
        await it.press(ane, "Madrid")
        await it.press(beñat, "Voy")
        await it.command(ane, "borrar", ane.id)
        await it.press(ane, "Sí", ane.id)
        assert last(it).startswith("Cita para un mus")
        assert "Ane" not in "".join(texts(it))
    async with playing(tmp_path) as it:
        it.clock.now = (THURSDAY_AT_NINE - timedelta(minutes=20)).timestamp()
        await until(it, THURSDAY_AT_NINE + timedelta(seconds=5))
        assert [seat.name for seat in it.tables()[0].seats] == ["Beñat", "", "", ""]


# ---- the machine alone -----------------------------------------------------------------------------------

ANE = Occupant("Ane", read_person_id("fake:ane"), "es")
EVENTS: tuple[DateEvent, ...] = (
    DateMade(
        ANE, ChatId("fake:sala"), "es", "vitoria piedras=30", "2026-11-26T21:00", "Europe/Madrid", 5.0, True
    ),
    DateAnswered(ANE, DateAnswer.GOING),
    DateShown(MessageId("7"), ChatId("fake:sala")),
    DateMoved("2026-11-27T21:00", 6.0),
    DateReminded(ANE),
    DateEnded(DateEnd.OPENED, "K7-abc234"),
)


def test_events_are_read_as_they_were_stored() -> None:
    assert tuple(decode([encode(event) for event in EVENTS])) == EVENTS


def a_date(zone: str, local: datetime) -> Date:
    """Returns a date to which its maker comes."""
    made = DateMade(
        ANE, ChatId("fake:sala"), "es", "", f"{local:%Y-%m-%dT%H:%M}", zone, instant_of(local, ZoneInfo(zone))
    )
    date = fold_date("d", (made, DateAnswered(ANE, DateAnswer.GOING)))
    assert date is not None
    return date


@pytest.mark.parametrize("block", range(10))
def test_in_a_thousand_weeks_every_date_opens_once_or_is_missed(block: int) -> None:
    for seed in range(block * 100, block * 100 + 100):
        rng = random.Random(seed)
        zone = rng.choice(["Europe/Madrid", "America/New_York"])
        begin = rng.choice(
            [datetime(2027, 3, 12), datetime(2027, 3, 26), datetime(2026, 10, 23), datetime(2026, 10, 30)]
        )
        date = a_date(zone, begin + timedelta(minutes=rng.randrange(60, 4 * 24 * 60)))
        now, ends, reminders = date.instant - 86_400, 0, 0
        while now < date.instant + 86_400:
            now += rng.uniform(20, 30) if rng.random() > 0.01 else rng.uniform(60, 7200)  # an outage
            if rng.random() < 0.0005 and date.end is None and date.moves < 2 and now < date.instant - 60:
                local = date.when + timedelta(minutes=rng.randrange(-90, 600))
                at = instant_of(local, ZoneInfo(zone))
                if at > now:
                    date = evolve(date, DateMoved(f"{local:%Y-%m-%dT%H:%M}", at))
                    reminders = 0
            step = next_step(date, now)
            if step is Step.REMIND and ANE.person not in date.reminded:
                reminders += 1
                assert date.instant - REMIND_S <= now < date.instant
                date = evolve(date, DateReminded(ANE))
            elif step in (Step.OPEN, Step.MISS):
                assert (step is Step.OPEN) == (date.instant <= now < date.instant + LATE_S)
                date = evolve(date, DateEnded(DateEnd.OPENED if step is Step.OPEN else DateEnd.DOWN))
                ends += 1
        assert (ends, date.end is not None) == (1, True), seed
        assert reminders <= 1, seed
        local = datetime.fromtimestamp(date.instant, ZoneInfo(zone)).replace(tzinfo=None)
        assert date.when <= local <= date.when + timedelta(hours=1)
