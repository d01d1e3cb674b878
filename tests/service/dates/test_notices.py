"""Notices of tables that need players: asked for, sent once, kept true, and forgotten."""

from __future__ import annotations

import json
import random
import secrets
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from math import inf
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from musbot.narrator.post import Post
from musbot.port.messenger import Outage
from musbot.port.replies import ActOutcome
from musbot.service.choices.notices import (
    NO_NOTICES,
    ChatNotice,
    NoticeMode,
    PersonNotices,
    QuietHours,
    read_notices,
    write_notices,
)
from musbot.service.dates import posts
from musbot.service.dates.moments import instant_of
from musbot.service.dates.notice import (
    WAIT_S,
    WeekCount,
    count_notices_left,
    count_week,
    is_line_due,
    latest_monday,
    may_be_told,
    with_choice,
    with_message,
    with_notice,
)
from musbot.service.review.ranking import count
from musbot.store.results import PastPartida, PastPlayer, chat_results, seats_in
from musbot.table.acts import NOTICE
from musbot.table.events import NO_CHAT, ChatId, MessageId, TableId, read_person_id
from musbot.testing import Clock, FakeMessenger, FakePlatform, playing, running
from musbot.words.texts import Texts
from tests.support.partidas import played

EVENING = datetime(2026, 11, 25, 18, 0, tzinfo=UTC)
"""Seven in the evening in Madrid."""
ASK = "🔔"


class Group(FakeMessenger):
    """A platform that knows who has left its groups, unless it is `silent`."""

    def __init__(self) -> None:
        super().__init__(Clock())
        self.administrators.add(read_person_id("fake:ada"))
        self.departed: set[str] = set()
        self.silent = False

    async def is_member(self, chat: str, person: str) -> bool:
        """Returns whether a person is in a group; raises Outage if `silent`."""
        if self.silent:
            raise Outage("no answer")
        return person not in self.departed


@asynccontextmanager
async def a_group(
    folder: Path | None = None, *, at: datetime = EVENING, zone: bool = True
) -> AsyncIterator[FakePlatform]:
    """Runs a group whose administrator is Ada; `zone` says whether it has the time of Madrid already."""
    it = FakePlatform(Group())
    async with running({it.name: it}, it.clock, folder):
        await it.joined.wait()
        it.clock.now = at.timestamp()
        if zone:
            await choose_zone(it)
        yield it


def group(it: FakePlatform) -> Group:
    """Returns the platform's messenger."""
    assert isinstance(it.messenger, Group)
    return it.messenger


async def choose_zone(it: FakePlatform) -> None:
    """Ada chooses the time of Madrid for the group."""
    ada = it.person("Ada", "es")
    await it.command(ada, "ajustes")
    for label in ("Hora", "Madrid"):
        await it.press(ada, label)
    await it.wait(181)


async def asks(it: FakePlatform, *names: str, language: str = "es") -> None:
    """People with an open private chat ask for notices in the lobby of a table, which is closed then."""
    opener = it.person("Zoe", "es")
    await it.command(opener, "mus")
    for name in names:
        await it.open_private(it.person(name, language))
        await it.press(it.person(name, language), ASK)
    await it.command(opener, "terminar")


async def a_lobby(it: FakePlatform, *names: str) -> None:
    """Opens a table in whose lobby people sit."""
    names = names or ("Ane",)
    await it.command(it.person(names[0], "es"), "mus vitoria")
    for place, name in enumerate(names):
        await it.press(it.person(name, "es"), f"Sentarme {'🔷🟠'[place % 2]}")


async def passes(it: FakePlatform, seconds: float) -> None:
    """Lets time pass in steps of ten seconds."""
    while seconds > 0:
        await it.wait(min(10.0, seconds))
        seconds -= 10


def texts(it: FakePlatform, name: str) -> list[str]:
    """Returns the texts of a private chat."""
    return [post.text for post in it.messenger.posts(ChatId(f"fake:{name.lower()}"))]


def notices(it: FakePlatform, name: str) -> list[str]:
    """Returns the notices that a private chat was sent, as they were then."""
    sent = it.messenger.requests_to(ChatId(f"fake:{name.lower()}"), "send")
    return [made.post.text for made in sent if made.post is not None and "¿Te sientas?" in made.post.text]


# ---- asking and being told -------------------------------------------------------------------------------


async def test_one_press_in_a_lobby_tells_of_the_next_table_once() -> None:
    async with a_group() as it:
        await it.command(it.person("Zoe", "es"), "mus")
        await it.open_private(it.person("Eva", "es"))
        reply = await it.press(it.person("Eva", "es"), ASK)
        assert (reply.text, reply.alert) == (
            "Hecho: la próxima vez que aquí falte gente para una mesa, te escribo en privado. "
            "Si escribes aquí /avisos, eliges siempre, nunca o a qué horas.",
            True,
        )
        await it.press(it.person("Zoe", "es"), "Sentarme")
        await passes(it, 200)
        assert notices(it, "Eva") == [], "she saw that lobby"
        await it.command(it.person("Zoe", "es"), "terminar")
        await a_lobby(it, "Ane", "Beñat")
        await passes(it, 110)
        assert notices(it, "Eva") == []
        await passes(it, 40)
        (table,) = it.tables()
        assert notices(it, "Eva") == [f"Ane y Beñat esperan en la Mesa {table.short}: faltan 2. ¿Te sientas?"]
        await it.command(it.person("Ane", "es"), "terminar")
        await passes(it, 4 * 3600)
        await a_lobby(it, "Carmen")
        await passes(it, 200)
        assert len(notices(it, "Eva")) == 1, "only of the next table"


async def test_whoever_wants_it_always_is_told_again_after_three_hours() -> None:
    async with a_group(at=EVENING.replace(hour=9)) as it:
        eva = it.person("Eva", "es")
        await it.open_private(eva)
        await it.command(eva, "avisos")
        assert (
            "les falta gente: nunca.\n🌙 Horas sin avisos de mesas, en la hora de cada chat: de 23 a 9."
            in texts(it, "Eva")[-1]
        )
        await it.press(eva, "🔔 Siempre", eva.id)
        assert "les falta gente: siempre." in texts(it, "Eva")[-1]
        for hours, told in ((0, 1), (1, 1), (2.5, 2)):
            await passes(it, hours * 3600)
            await a_lobby(it)
            assert (await it.press(eva, ASK)).text.startswith("De acuerdo"), "a press does not end it"
            await it.command(it.person("Ane", "es"), "terminar")
            await a_lobby(it)
            await passes(it, 200)
            assert len(notices(it, "Eva")) == told
            await it.command(it.person("Ane", "es"), "terminar")


async def test_the_notice_has_a_button_that_sits_down_and_says_so_then() -> None:
    async with a_group() as it:
        await asks(it, "Eva")
        await a_lobby(it, "Ane", "Beñat")
        await passes(it, 150)
        eva = it.person("Eva", "es")
        reply = await it.press(eva, "Sentarme", eva.id)
        assert reply.text == "Te has sentado."
        assert [seat.name for seat in it.tables()[0].seats] == ["Ane", "Beñat", "Eva", ""]
        assert texts(it, "Eva")[-1] == f"Tienes sitio en la Mesa {it.tables()[0].short}."
        assert "Sentarme" not in it.labels(eva.id)
        await it.press(eva, "Levantarme")
        assert texts(it, "Eva")[-1].endswith("faltan 2. ¿Te sientas?")
        assert it.labels(eva.id)[0] == "Sentarme"


async def test_the_notice_of_who_sat_down_goes_when_the_partida_begins() -> None:
    async with a_group() as it:
        for name in ("Eva", "Félix"):
            await asks(it, name)
        await a_lobby(it, "Ane", "Beñat")
        await passes(it, 150)
        eva = it.person("Eva", "es")
        short, told = it.tables()[0].short, len(texts(it, "Eva"))
        await it.press(eva, "Sentarme", eva.id)
        await it.press(it.person("Ane", "es"), "Empezar con IA")
        assert it.tables()[0].game is not None
        notices_now = [
            text for text in texts(it, "Eva") if f"Mesa {short}" in text and "tus cartas" not in text
        ]
        assert notices_now == []
        assert len(texts(it, "Eva")) == told, "her cards came, and the notice went"
        assert texts(it, "Félix")[-1] == f"La Mesa {short} ya no espera a nadie."


async def test_the_notice_follows_the_lobby_until_it_closes() -> None:
    async with a_group() as it:
        await asks(it, "Eva")
        await a_lobby(it, "Ane")
        await passes(it, 150)
        short, told = it.tables()[0].short, len(texts(it, "Eva"))
        await it.press(it.person("Beñat", "es"), "Sentarme")
        assert texts(it, "Eva")[-1].startswith(f"Ane y Beñat esperan en la Mesa {short}: faltan 2.")
        sit = next(button for _, button in it.messenger.buttons(ChatId("fake:eva")))
        for _ in range(2):
            await it.press(it.person("Ane", "es"), "Añadir IA")
        assert texts(it, "Eva")[-1] == f"La Mesa {short} ya está completa."
        refused = await it.press_data(it.person("Eva", "es"), sit.data, ChatId("fake:eva"))
        assert (refused.text, refused.outcome) == ("No queda sitio.", ActOutcome.REFUSED)
        await it.press(it.person("Ane", "es"), "Empezar")
        assert texts(it, "Eva")[-1] == f"La Mesa {short} ya no espera a nadie."
        assert len(texts(it, "Eva")) == told
        refused = await it.press_data(it.person("Eva", "es"), sit.data, ChatId("fake:eva"))
        assert refused.outcome is ActOutcome.REFUSED


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Ane is waiting at Table {}: 3 players are missing. Will you sit down?"),
        ("eu", "{} mahaia: Ane zain dago, eta 3 jokalari falta dira. Eseriko zara?"),
    ],
)
async def test_everybody_is_told_in_their_language(language: str, told: str) -> None:
    async with a_group() as it:
        await asks(it, "Eva", language=language)
        await a_lobby(it)
        await passes(it, 150)
        assert texts(it, "Eva")[-1] == told.format(it.tables()[0].short)


async def a_partida(it: FakePlatform, *people: str) -> None:
    """Four people begin a partida and end it by a vote."""
    await a_lobby(it, *people)
    await it.press(it.person(people[0], "es"), "Empezar")
    for name in people:
        await it.command(it.person(name, "es"), "terminar")
    await passes(it, 60)


async def test_who_played_last_is_told_first_also_if_they_played_long_ago_too() -> None:
    async with a_group() as it:
        names = [f"P{n}" for n in range(10)]
        await asks(it, *names)
        for people in (("P1", "P8", "P9", "Zoe"), ("P2", "P3", "P4", "Zoe"), ("P5", "P8", "P9", "Zoe")):
            await a_partida(it, *people)
        before = {name: len(notices(it, name)) for name in names}
        await a_lobby(it, "Ane", "Beñat", "Carmen")
        await passes(it, 150)
        told = {name for name in names if len(notices(it, name)) > before[name]}
        assert {"P5", "P8", "P9"} <= told


async def test_recent_players_are_told_first_and_four_for_each_seat() -> None:
    async with a_group() as it:
        names = [f"P{n}" for n in range(10)]
        await asks(it, *names)
        await a_partida(it, "P7", "P8", "P9", "Zoe")
        await a_lobby(it, "Ane", "Beñat", "Carmen")
        await passes(it, 150)
        assert sorted(name for name in names if notices(it, name)) == ["P0", "P7", "P8", "P9"]
        await passes(it, 300)
        assert sum(len(notices(it, name)) for name in names) == 4


# ---- who is told nothing ---------------------------------------------------------------------------------


async def test_a_lobby_that_fills_within_two_minutes_tells_nobody() -> None:
    async with a_group() as it:
        await asks(it, "Eva")
        await a_lobby(it, "Ane")
        await passes(it, 100)
        await it.press(it.person("Ane", "es"), "Añadir IA")
        await passes(it, 10)
        for _ in range(2):
            await it.press(it.person("Ane", "es"), "Añadir IA")
        await passes(it, 300)
        assert notices(it, "Eva") == []


async def test_an_empty_lobby_and_a_private_table_tell_nobody() -> None:
    async with a_group() as it:
        await asks(it, "Eva")
        await it.command(it.person("Ane", "es"), "mus")
        await it.command(it.person("Dani", "es"), "mus", ChatId("fake:dani"))
        await passes(it, 400)
        assert notices(it, "Eva") == []


async def test_nobody_is_told_in_quiet_hours_and_each_has_their_own() -> None:
    async with a_group() as it:
        await asks(it, "Eva", "Félix")
        félix = it.person("Félix", "es")
        await it.command(félix, "avisos", félix.id)
        told = await it.press(félix, "🌙 ninguna", félix.id)
        assert told.text == "🌙 Horas sin avisos de mesas, en la hora de cada chat: ninguna."
        assert texts(it, "Félix")[-1].endswith(f"\n{told.text}")
        await passes(it, 4 * 3600 + 60)
        await a_lobby(it)
        await passes(it, 400)
        assert (notices(it, "Eva"), len(notices(it, "Félix"))) == ([], 1), "a minute past eleven"


async def test_nobody_is_told_before_the_time_of_the_chat_is_known() -> None:
    async with a_group(zone=False) as it:
        await it.command(it.person("Zoe", "es"), "mus")
        await it.open_private(it.person("Eva", "es"))
        reply = await it.press(it.person("Eva", "es"), ASK)
        assert "antes tengo que saber qué hora es aquí" in reply.text
        await it.command(it.person("Zoe", "es"), "terminar")
        await a_lobby(it)
        await passes(it, 400)
        assert notices(it, "Eva") == []
        await choose_zone(it)
        await passes(it, 60)
        assert len(notices(it, "Eva")) == 1


async def test_who_sits_at_any_table_is_told_nothing() -> None:
    async with a_group() as it:
        await asks(it, "Eva", "Félix")
        await a_lobby(it, "Eva")
        await it.command(it.person("Félix", "es"), "mus", ChatId("fake:félix"))
        await it.press(it.person("Félix", "es"), "Empezar", ChatId("fake:félix"))
        await passes(it, 300)
        assert (notices(it, "Eva"), notices(it, "Félix")) == ([], [])


async def test_who_has_left_the_group_is_told_nothing_even_after_coming_back() -> None:
    async with a_group() as it:
        await asks(it, "Eva")
        group(it).departed.add("fake:eva")
        await a_lobby(it)
        await passes(it, 200)
        group(it).departed.clear()
        await passes(it, 200)
        assert notices(it, "Eva") == []


async def test_who_was_made_to_stand_up_is_not_told_of_that_table() -> None:
    async with a_group() as it:
        await asks(it, "Eva")
        await a_lobby(it, "Ane", "Eva")
        for label in ("Más", "Levantar a alguien", "Levantar a Eva"):
            await it.press(it.person("Ane", "es"), label)
        await passes(it, 300)
        assert notices(it, "Eva") == []


async def test_a_person_of_whom_the_platform_says_nothing_is_told_nothing() -> None:
    async with a_group() as it:
        await asks(it, "Eva")
        group(it).silent = True
        await a_lobby(it)
        await passes(it, 300)
        assert notices(it, "Eva") == []
        await it.command(it.person("Ane", "es"), "terminar")
        group(it).silent = False
        await a_lobby(it)
        await passes(it, 150)
        assert len(notices(it, "Eva")) == 1, "the choice stays"


async def test_a_platform_that_does_not_know_its_members_offers_no_notices() -> None:
    async with playing() as it:
        eva = it.person("Eva", "es")
        await it.command(eva, "mus")
        assert not [label for label in it.labels() if label.startswith(ASK)]
        await it.command(eva, "avisos", eva.id)
        assert "mesa" not in texts(it, "Eva")[-1]


async def test_a_private_chat_that_was_never_opened_is_asked_for_and_nothing_is_noted() -> None:
    async with a_group() as it:
        await it.command(it.person("Zoe", "es"), "mus")
        reply = await it.press(it.person("Eva", "es"), ASK)
        assert reply.text == (
            "Para avisarte tengo que poder escribirte: abre nuestro chat privado con «Más» y «Abrir chat "
            "privado», y pulsa aquí otra vez."
        )
        assert (reply.alert, bool(reply.url)) == (True, True)
        await it.open_private(it.person("Eva", "es"))
        await it.command(it.person("Zoe", "es"), "terminar")
        await a_lobby(it)
        await passes(it, 300)
        assert notices(it, "Eva") == []


async def test_a_private_chat_that_closes_ends_the_notices_for_good() -> None:
    async with a_group() as it:
        await asks(it, "Eva")
        it.messenger.closed.add(ChatId("fake:eva"))
        await it.command(it.person("Eva", "es"), "privacidad", ChatId("fake:eva"))
        await passes(it, 30)
        await it.open_private(it.person("Eva", "es"))
        await a_lobby(it)
        await passes(it, 300)
        assert notices(it, "Eva") == []


async def test_borrar_ends_the_notices_and_those_that_wait() -> None:
    async with a_group() as it:
        await asks(it, "Eva", "Félix")
        await a_lobby(it)
        await passes(it, 100)
        eva = it.person("Eva", "es")
        await it.command(eva, "borrar", eva.id)
        await it.press(eva, "Sí", eva.id)
        await passes(it, 300)
        assert (notices(it, "Eva"), len(notices(it, "Félix"))) == ([], 1)
        told = texts(it, "Eva")
        await it.press(it.person("Beñat", "es"), "Sentarme")
        assert texts(it, "Eva") == told


async def test_a_forged_button_seats_nobody_at_the_table_of_another_group() -> None:
    async with a_group() as it:
        await a_lobby(it)
        eva = it.person("Eva", "es")
        for act in (
            f"sit.{it.tables()[0].id}",
            "sit.K7-nobody",
            "always=",
            "next",
            "quiet=3",
            "often=fake:sala",
        ):
            reply = await it.press_data(eva, f"{NOTICE}{act}", eva.id)
            assert reply.outcome is ActOutcome.REFUSED, act
        assert [seat.name for seat in it.tables()[0].seats] == ["Ane", "", "", ""]


async def test_a_seat_at_a_lobby_that_has_closed_is_refused() -> None:
    async with a_group() as it:
        await asks(it, "Eva")
        await a_lobby(it)
        (table,) = it.tables()
        await passes(it, 200)
        assert len(notices(it, "Eva")) == 1
        await it.command(it.person("Ane", "es"), "terminar")
        eva = it.person("Eva", "es")
        reply = await it.press_data(eva, f"{NOTICE}sit.{table.id}", eva.id)
        assert reply.text == "Esa mesa ya ha terminado."


async def test_nobody_is_told_of_a_lobby_whose_chat_takes_no_messages() -> None:
    async with a_group() as it:
        await asks(it, "Eva")
        await a_lobby(it)
        it.messenger.closed.add(it.chat)
        await it.press(it.person("Beñat", "es"), "Sentarme 🟠")
        await passes(it, 200)
        assert notices(it, "Eva") == []


async def test_nobody_can_ask_in_more_than_ten_groups() -> None:
    async with a_group() as it:
        eva = it.person("Eva", "es")
        await it.open_private(eva)
        for n in range(10):
            reply = await it.press_data(eva, f"{NOTICE}always=fake:{n}", eva.id)
            assert reply.outcome is ActOutcome.DONE
        refused = await it.press_data(eva, f"{NOTICE}always=fake:10", eva.id)
        assert refused.text == "Ya te aviso de 10 chats. Para quitar uno, escribe allí /avisos."
        await it.command(eva, "avisos", eva.id)
        assert "Has pedido avisos de mesas en 10 chats." in texts(it, "Eva")[-1]
        assert (await it.press(eva, "🔕", eva.id)).text == "De acuerdo: no te aviso de mesas."
        await it.command(eva, "avisos", eva.id)
        assert "Si quieres que te avise cuando falte gente" in texts(it, "Eva")[-1]


# ---- restarts and moves ----------------------------------------------------------------------------------


@asynccontextmanager
async def after_a_kill(before: FakePlatform, folder: Path) -> AsyncIterator[FakePlatform]:
    """Runs a process on a copy of the files of one that still runs, so that nothing of it was completed."""
    copy = folder.with_name(f"{folder.name}-{secrets.token_hex(2)}")
    shutil.copytree(folder, copy)
    now, before.messenger.clock = before.clock.now, Clock()
    before.messenger.clock.now = now + 30
    it = FakePlatform(before.messenger)
    async with running({it.name: it}, it.clock, copy):
        await it.joined.wait()
        yield it


async def test_a_restart_between_the_opening_and_the_notice_tells_once(tmp_path: Path) -> None:
    folder = tmp_path / "bot"
    folder.mkdir()
    async with a_group(folder) as it:
        await asks(it, "Eva")
        await a_lobby(it)
        await passes(it, 60)
        async with after_a_kill(it, folder) as again:
            await passes(again, 100)
            assert notices(again, "Eva") == [], "two minutes of this process"
            await passes(again, 60)
            assert len(notices(again, "Eva")) == 1
            await again.press(again.person("Eva", "es"), "Sentarme", ChatId("fake:eva"))
            assert again.tables()[0].seats[1].name == "Eva"


@asynccontextmanager
async def after_a_restart(
    messenger: FakeMessenger, folder: Path, down_s: float
) -> AsyncIterator[FakePlatform]:
    """Runs a process on the files of one that was stopped."""
    it, now = FakePlatform(messenger), messenger.clock.now
    messenger.clock = Clock()
    messenger.clock.now = now + down_s
    async with running({it.name: it}, it.clock, folder):
        await it.joined.wait()
        yield it


async def test_a_restart_after_the_notice_tells_no_second_time_and_keeps_it_true(tmp_path: Path) -> None:
    async with a_group(tmp_path) as it:
        await asks(it, "Eva")
        await a_lobby(it)
        await passes(it, 150)
        assert len(notices(it, "Eva")) == 1
    async with after_a_restart(it.messenger, tmp_path, 30) as it:
        await passes(it, 300)
        assert len(notices(it, "Eva")) == 1
        await it.press(it.person("Beñat", "es"), "Sentarme")
        assert texts(it, "Eva")[-1].startswith("Ane y Beñat esperan")


async def test_a_lobby_that_closed_while_the_bot_was_down_is_no_longer_offered(tmp_path: Path) -> None:
    async with a_group(tmp_path) as it:
        await asks(it, "Eva")
        await a_lobby(it)
        await passes(it, 150)
        short = it.tables()[0].short
    async with after_a_restart(it.messenger, tmp_path, 3600) as it:
        await passes(it, 1000)
        assert texts(it, "Eva")[-1] == f"La Mesa {short} ya no espera a nadie."
        assert "Sentarme" not in it.labels(ChatId("fake:eva"))


async def test_a_group_that_became_a_supergroup_keeps_its_notices() -> None:
    async with a_group() as it:
        await asks(it, "Eva")
        await it.door.chats.chat_moved(it.chat, ChatId("fake:super"))
        await passes(it, 20)
        await it.command(it.person("Ane", "es"), "mus", ChatId("fake:super"))
        await it.press(it.person("Ane", "es"), "Sentarme", ChatId("fake:super"))
        await passes(it, 150)
        assert len(notices(it, "Eva")) == 1


# ---- the weekly line -------------------------------------------------------------------------------------

SUNDAY = datetime(2026, 11, 29, 17, 0, tzinfo=UTC)
MONDAY_AT_TEN = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)
"""Ten in the morning in Madrid."""


async def weekly(it: FakePlatform) -> None:
    """Ada turns the weekly line on."""
    ada = it.person("Ada", "es")
    await it.command(ada, "ajustes")
    for label in ("Resumen semanal", "sí, aquí"):
        await it.press(ada, label)
    await it.wait(181)


def lines(it: FakePlatform, chat: ChatId = NO_CHAT) -> list[str]:
    """Returns the weekly lines of a chat."""
    return [
        post.text for post in it.messenger.posts(chat or it.chat) if post.text.startswith("La última sem")
    ]


async def until(it: FakePlatform, when: datetime) -> None:
    """Lets time pass until a moment, in steps of a minute at most."""
    while it.clock.now < when.timestamp():
        await it.wait(min(60.0, when.timestamp() - it.clock.now))


async def test_the_week_is_told_on_monday_at_ten_without_a_sound() -> None:
    async with a_group(at=SUNDAY) as it:
        await weekly(it)
        for _ in range(2):
            await played(it)
        await until(it, MONDAY_AT_TEN - timedelta(seconds=20))
        assert lines(it) == []
        await until(it, MONDAY_AT_TEN + timedelta(seconds=40))
        (line,) = lines(it)
        assert line.startswith("La última semana: 2 partidas. Quienes más han ganado: ")
        assert it.messenger.posts(it.chat)[-1].silent
        await until(it, MONDAY_AT_TEN + timedelta(days=8))
        assert len(lines(it)) == 1, "in the second week nobody played"


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("es", "La última semana: 3 partidas."),
        ("en", "The last week: 3 partidas."),
        ("eu", "Azken astea: 3 partida."),
    ],
)
def test_a_week_that_nobody_won_tells_its_partidas_alone(language: str, told: str) -> None:
    assert posts.week_post(Texts(language), WeekCount(3)).text == told


@pytest.mark.parametrize("language", ["en", "eu"])
async def test_the_week_is_told_in_the_language_of_the_chat(language: str) -> None:
    async with a_group(at=SUNDAY) as it:
        await weekly(it)
        await played(it)
        ada = it.person("Ada", "es")
        await it.command(ada, "ajustes")
        await it.press(ada, "Idioma")
        await it.press(ada, {"en": "English", "eu": "Euskara"}[language])
        await until(it, MONDAY_AT_TEN + timedelta(seconds=40))
        begin = {"en": "The last week: one partida.", "eu": "Azken astea: partida bat."}[language]
        assert it.messenger.posts(it.chat)[-1].text.startswith(begin)


async def test_no_line_is_posted_that_nobody_asked_for() -> None:
    async with a_group(at=SUNDAY) as it:
        await played(it)
        await until(it, MONDAY_AT_TEN + timedelta(minutes=5))
        assert lines(it) == []


async def test_the_page_says_that_the_time_zone_is_missing() -> None:
    async with a_group(at=SUNDAY, zone=False) as it:
        ada = it.person("Ada", "es")
        await it.command(ada, "ajustes")
        await it.press(ada, "Resumen semanal")
        reply = await it.press(ada, "sí, aquí")
        assert reply.text == "Resumen semanal: cuando elijas Hora"
        await played(it)
        await until(it, MONDAY_AT_TEN + timedelta(minutes=5))
        assert lines(it) == []


@pytest.mark.parametrize(
    ("down_s", "back_s", "told"), [(-300, -60, 1), (-60, 1, 0), (-60, 100, 0), (20, 50, 1)]
)
async def test_a_bot_that_was_down_at_ten_posts_nothing(
    tmp_path: Path, down_s: float, back_s: float, told: int
) -> None:
    async with a_group(tmp_path, at=SUNDAY) as it:
        await weekly(it)
        await played(it)
        await until(it, MONDAY_AT_TEN + timedelta(seconds=down_s))
    async with after_a_restart(it.messenger, tmp_path, back_s - down_s) as it:
        await until(it, MONDAY_AT_TEN + timedelta(minutes=10))
        assert len(lines(it)) == told


async def test_a_group_that_became_a_supergroup_gets_one_line_there() -> None:
    async with a_group(at=SUNDAY) as it:
        await weekly(it)
        await played(it)
        await it.door.chats.chat_moved(it.chat, ChatId("fake:super"))
        await until(it, MONDAY_AT_TEN + timedelta(minutes=2))
        assert (len(lines(it)), len(lines(it, ChatId("fake:super")))) == (0, 1)


# ---- the machine alone -----------------------------------------------------------------------------------

HERE = ChatId("fake:sala")
ZONES = ("Europe/Madrid", "America/New_York")
BEGINNINGS = (datetime(2027, 3, 12), datetime(2027, 3, 26), datetime(2026, 10, 23), datetime(2026, 10, 30))
"""A few days before the changes of the clocks in New York and Madrid."""
WEEK_S = 7 * 86_400


@dataclass
class Somebody:
    """A person of the simulated week, and the times at which they were told."""

    asked: PersonNotices = NO_NOTICES
    sits: bool = False
    member: bool = True
    told: dict[str, float] = field(default_factory=dict)
    """When they were told of each table; emptied when they are forgotten."""


def is_quiet(asked: PersonNotices, now: float, zone: str) -> bool:
    """Returns whether an instant is in somebody's quiet hours, by the calendar."""
    start, end = (int(hour) for hour in asked.quiet.value.split("-"))
    hour = datetime.fromtimestamp(now, ZoneInfo(zone)).hour
    return hour in {(start + n) % 24 for n in range((end - start) % 24)}


class Week:
    """A week of one chat: people who choose, sit and leave, lobbies, outages, and notices."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.zone = self.rng.choice(ZONES)
        self.now = instant_of(self.rng.choice(BEGINNINGS), ZoneInfo(self.zone))
        hours = list(QuietHours)
        self.people = [Somebody(replace(NO_NOTICES, quiet=self.rng.choice(hours))) for _ in range(6)]
        self.number, self.missing, self.since = 0, 0, inf
        self.sent = 0

    @property
    def table(self) -> str:
        """The id of the lobby."""
        return f"T{self.number}"

    def goes_on(self) -> None:
        """Lets time pass and people act."""
        rng = self.rng
        if rng.random() < 0.02:  # an outage: a new process counts the two minutes again
            self.now += rng.uniform(60, 6 * 3600)
            self.since = self.now if self.missing else inf
        self.now += rng.uniform(15, 900)
        if rng.random() < 0.3:
            self.missing = rng.choice((0, 0, 1, 2, 3))
            self.number += self.missing > 0 and self.since == inf
            self.since = min(self.since, self.now) if self.missing else inf
        for it in self.people:
            if rng.random() < 0.05:
                mode = rng.choice(list(NoticeMode))
                it.asked = with_choice(it.asked, HERE, mode, at=rng.choice(("", self.table)))
            elif rng.random() < 0.02:  # they are forgotten
                it.asked, it.told = NO_NOTICES, {}
            it.sits = rng.random() < (0.9 if it.sits else 0.05)
            it.member = rng.random() < 0.98

    def look(self) -> None:
        """Tells whoever may be told, if the lobby has waited."""
        may = [it for it in self.people if it.member and not it.sits]
        zone = ZoneInfo(self.zone)
        due = [it for it in may if may_be_told(it.asked, HERE, self.table, self.now, zone)]
        told = sum(it.asked.in_chat(HERE).table == self.table for it in self.people) if due else 0
        found = due[: count_notices_left(self.missing, told)]
        assert not found or told + len(found) <= 4 * self.missing
        for it in found:
            self.tell(it)

    def tell(self, it: Somebody) -> None:
        """Tells a person, after checking that nothing forbids it."""
        before = it.asked.in_chat(HERE)
        assert before.mode is not NoticeMode.NEVER
        assert self.table not in (before.asked_at, *it.told)
        assert not is_quiet(it.asked, self.now, self.zone)
        assert self.now - max(it.told.values(), default=-inf) >= 3 * 3600
        it.told[self.table] = self.now
        it.asked = with_notice(it.asked, HERE, self.table, self.now)
        if self.rng.random() < 0.95:  # else a kill before the message was noted
            it.asked = with_message(it.asked, it.asked.in_chat(HERE), MessageId("7"))
            is_over = it.asked.in_chat(HERE).mode is NoticeMode.NEVER
            assert is_over == (before.mode is NoticeMode.NEXT)
        it.asked = read_notices(write_notices(it.asked))
        self.sent += 1


@pytest.mark.parametrize("block", range(10))
def test_in_a_thousand_weeks_nobody_is_told_twice_or_in_quiet_hours(block: int) -> None:
    weeks = [Week(seed) for seed in range(block * 100, block * 100 + 100)]
    for week in weeks:
        end = week.now + WEEK_S
        while week.now < end:
            week.goes_on()
            if week.now - week.since >= WAIT_S:
                week.look()
    assert sum(week.sent for week in weeks) > 1000


@pytest.mark.parametrize("block", range(10))
def test_in_a_thousand_weeks_the_line_is_due_once_where_the_bot_ran_at_ten(block: int) -> None:
    posted = 0
    for seed in range(block * 100, block * 100 + 100):
        rng = random.Random(seed)
        zone = ZoneInfo(rng.choice(ZONES))
        begin = rng.choice(BEGINNINGS)
        mondays = [
            begin + timedelta(days=n, hours=10) for n in range(8) if (begin + timedelta(n)).weekday() == 0
        ]
        (ten,) = (it.replace(tzinfo=zone).timestamp() for it in mondays)
        before = instant_of(begin, zone)
        lines, ran = 0, False
        while before < ten + 2 * 86_400:
            now = before + (rng.uniform(15, 60) if abs(ten - before) < 7200 else rng.uniform(600, 1800))
            if down := rng.random() < 0.002:
                now += rng.uniform(60, 10 * 3600)
                before = now  # the new process has not seen the hour
            if is_line_due(before, now, zone):
                assert latest_monday(now, zone) == ten
                assert datetime.fromtimestamp(now, zone).strftime("%a %H") == "Mon 10"
                lines += 1
            ran = ran or (not down and before < ten <= now)
            before = now
        assert lines == ran, seed
        posted += lines
    assert 50 < posted < 100


def test_the_hour_of_the_line_is_the_last_monday_also_across_a_change_of_the_clocks() -> None:
    madrid = ZoneInfo("Europe/Madrid")
    ten = datetime(2027, 3, 29, 10, tzinfo=madrid).timestamp()
    assert latest_monday(ten, madrid) == ten
    assert latest_monday(ten - 1, madrid) == latest_monday(ten, madrid, weeks=1)
    assert ten - latest_monday(ten - 1, madrid) == WEEK_S - 3600
    assert latest_monday(ten + WEEK_S - 1, madrid) == ten


def partida(at: float, sides: str, winner: int | None) -> PastPartida:
    """Returns a result of two sides, such as "AC BD"; `-` is an AI player, a small letter a forgotten one."""
    seats = [
        None if it == "-" else PastPlayer(ord(it), it, it if it.isupper() else "", it)
        for pair in zip(*sides.split(), strict=True)
        for it in pair
    ]
    return PastPartida(TableId("K7-x"), HERE, at, "parejas", False, tuple(seats), winner, (1, 0), at)


@pytest.mark.parametrize(
    ("results", "told"),
    [
        ([], WeekCount(0)),
        ([partida(15, "AC BD", None)], WeekCount(0)),
        ([partida(9, "AC BD", 0), partida(20, "AC BD", 0)], WeekCount(0)),
        ([partida(10, "AC BD", 0)], WeekCount(1, ("A", "C"), 1)),
        ([partida(15, "AC B-", 0)], WeekCount(1)),
        ([partida(15, "AC BD", 0), partida(16, "AC BD", 1)], WeekCount(2, ("A", "B", "C", "D"), 1)),
        ([partida(15, "AC BD", 1), partida(16, "AD BC", 0)], WeekCount(2, ("D",), 2)),
        (
            [partida(15, "AE BF", 0), partida(16, "AC BD", 1), partida(17, "CE AF", 1)],
            WeekCount(3, ("A",), 2),
        ),
        ([partida(15, "aC BD", 0)], WeekCount(1, ("C",), 1)),
        ([partida(15, "aC BD", 0), partida(16, "aD BC", 0)], WeekCount(2)),
        ([partida(15, "AC BD", 0), partida(16, "EF GH", 0)], WeekCount(2, ("A", "C", "E", "F"), 1)),
        (
            [
                partida(n, f"{a}{b} YZ", 0)
                for n, (a, b) in enumerate((("A", "B"), ("C", "D"), ("E", "F")), 12)
            ],
            WeekCount(3),
        ),
    ],
)
def test_a_week_is_counted_from_monday_to_monday(results: list[PastPartida], told: WeekCount) -> None:
    assert count_week(results, 10, 20) == told


def test_the_week_counts_what_the_ranking_counts() -> None:
    rng = random.Random(7)
    results = [
        partida(15, f"{a}{b} {c}{d}", rng.randrange(2))
        for a, b, c, d in (rng.sample("ABCDEF", 4) for _ in range(30))
    ]
    seats = [[who.number if who else None for who in it.seats] for it in results]
    lines = [f"2 {it.winner} 0 parejas {json.dumps(sat)}" for it, sat in zip(results, seats, strict=True)]
    people = [(ord(it), ord(it), it, it, it) for it in "ABCDEF"]
    ranked = count(chat_results(lines, seats_in(lines), people)).people
    week = count_week(results, 10, 20)
    assert week.played == 30
    assert week.won == max(it.won[2] for it in ranked)
    assert week.winners == tuple(sorted(chr(it.who[0]) for it in ranked if it.won[2] == week.won))


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", '["es","23-9",[["a"]]]', '["es","25-9",[]]', "[1,2", "null"]
)
def test_notices_that_cannot_be_read_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_notices(text)


@pytest.mark.parametrize("quiet", QuietHours)
def test_every_payload_of_the_page_fits_a_button(quiet: QuietHours) -> None:
    chat = ChatId("discord:1234567890123456789-1234567890123456789")
    page = posts.with_notices(Texts("es"), Post("", ""), ChatNotice(chat), quiet, 0)
    assert max(len(button.data.encode()) for row in page.keyboard() for button in row) <= 64
