"""What somebody meets who is new: greetings, answers, slips, and how a table that is gone stood."""

from __future__ import annotations

import pytest

from musbot.config import Settings
from musbot.game.actions import Action, Voz
from musbot.port.command import TypedText
from musbot.port.replies import ActOutcome
from musbot.port.typed import read_slip
from musbot.service.tables.manager import TableManager
from musbot.service.tables.tables import Tables
from musbot.store.protocol import StoreError
from musbot.table.acts import Payload
from musbot.table.events import NO_CHAT, ChatId, Person
from musbot.testing import FakePlatform, playing
from musbot.words.texts import Texts
from tests.support.patience import Patience
from tests.support.scenes import Scene, a_door, text_of
from tests.support.tables import CHAT, opened, say, speaker


def said(it: FakePlatform, chat: ChatId = NO_CHAT) -> list[str]:
    """What stands in a chat, the oldest first."""
    return [f"{post.title}\n{post.text}".strip() for post in it.messenger.posts(chat or it.chat)]


async def begun(it: FakePlatform, *people: Person) -> None:
    """A table at which these people play with AI players."""
    await it.command(people[0], "mus vitoria")
    for person, side in zip(people, ("🔷", "🟠"), strict=False):
        await it.press(person, f"Sentarme {side}")
    for _ in range(4 - len(people)):
        await it.press(people[0], "Añadir IA")
    await it.press(people[0], "Empezar")


async def test_a_group_is_greeted_in_the_language_of_whoever_adds_the_bot() -> None:
    async with playing() as it:
        await it.door.chats.group_joined(it.person("Nekane", "eu"), it.chat, reads=True)
        await it.settle()
        (hello,) = said(it)
        assert hello.startswith("Kaixo. Hemen musean jokatzen da")
        assert "Hola" not in hello


async def test_a_table_that_is_closed_says_how_it_stood_and_so_does_tanteo_afterwards() -> None:
    async with playing(settings=Settings(turn_s=0, ai_pause_s=2)) as it:
        ane = it.person("Ane")
        await begun(it, ane)
        await it.wait(1)
        await it.command(ane, "terminar")
        (closed,) = [text for text in said(it) if "se termina aquí" in text]
        assert "Así quedó: juego 1 (0–0), mano 1.\n🔷 " in closed
        assert "Ane" in closed
        await it.command(ane, "tanteo")
        told = said(it)[-1]
        assert "se termina aquí" in told
        assert "Así quedó: juego 1 (0–0), mano 1." in told
        assert "Semilla" not in told


async def test_tanteo_where_nobody_has_played_yet_says_how_a_table_is_opened() -> None:
    async with playing() as it:
        await it.command(it.person("Ane"), "tanteo")
        assert said(it) == ["Aquí no hay ninguna mesa. Con /mus se abre una."]


SLOW = Settings(turn_s=0, ai_pause_s=60)
"""AI players that do not speak before the test has looked."""


async def asked_in(it: FakePlatform, language: str) -> Person:
    """Somebody alone with AI players, whose word is awaited as the first."""
    for name in ("Ane", "Eva", "Jon", "Kate"):
        person = it.person(name, language)
        await begun(it, person)
        if person in [Person(who.id, who.name, language) for who in it.awaited_people()]:
            return person
        await it.command(person, "terminar")
    raise AssertionError("nobody of four was mano")


@pytest.mark.parametrize(
    ("typed", "asked"),
    [("muss", "¿Querías decir «mus»?"), ("no hay muss", "¿Querías decir «no hay mus»?")],
)
async def test_who_is_asked_and_mistypes_a_word_is_asked_what_was_meant_and_nothing_is_done(
    typed: str, asked: str
) -> None:
    async with playing(settings=SLOW) as it:
        ane = await asked_in(it, "es")
        (before,) = it.tables()
        await it.say(ane, typed)
        assert said(it)[-1] == asked
        assert it.tables() == [before], "never an act by guess"
        (message, button), *_ = it.messenger.buttons(it.chat)
        told = await it.press_data(ane, button.data, it.chat, message)
        assert told.text.startswith("Has dicho")
        (after,) = it.tables()
        assert after != before
        assert asked not in said(it), "the question goes once it is answered"


async def test_who_mistypes_a_word_or_sends_an_amount_while_the_store_fails_reads_that_nothing_is_saved(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fails(*_: object, **__: object) -> None:
        raise StoreError("disk I/O error")

    async with playing(settings=SLOW) as it:
        ane = await asked_in(it, "es")
        await it.say(ane, "no mus")
        (table,), failed = it.tables(), Texts("es")("refused-not-saved")
        amount = str(Payload(table.id, table.question, Action(Voz.ENVIDO, 1))).rpartition(".")[0]
        monkeypatch.setattr(TableManager, "find_meant_word", fails)
        await it.say(ane, "envidooo")
        assert said(it)[-1] == failed
        monkeypatch.setattr(Tables, "load_all", fails)
        told = await it.door.presses.fill_form(ane, it.chat, amount, "5", key="form")
        assert (told.text, told.outcome) == (failed, ActOutcome.NOT_SAVED)
        assert it.tables() == [table]
    assert not [it for it in caplog.records if it.exc_info], "no error of ours"


async def test_a_word_of_another_language_is_asked_back_and_binds_nobody() -> None:
    async with playing(settings=SLOW) as it:
        ane = await asked_in(it, "es")
        (before,) = it.tables()
        await it.say(ane, "mintza")
        assert said(it)[-1] == "¿Querías decir «no hay mus»?"
        assert it.tables() == [before]


async def test_a_word_binds_its_sayer_where_they_or_the_table_speak_its_language() -> None:
    async with playing(settings=SLOW) as it:
        people = [it.person("Ane", "es"), it.person("Nekane", "eu")]
        await it.command(people[0], "mus vitoria bandos=individual parejas=fijas")
        for person in people:
            await it.press(person, "Sentarme")
        await it.press(people[0], "Empezar")
        for _ in people:
            (asked,) = it.awaited_people()
            (before,) = it.tables()
            await it.say(asked, "tira" if before.game and before.game.envite else "musa moztu")
            assert (it.tables() != [before]) is (asked.name == "Nekane")
            await it.say(asked, "no mus" if it.tables() == [before] else "paso")


async def test_talk_and_slips_of_who_is_not_asked_are_left_alone() -> None:
    async with playing(settings=SLOW) as it:
        ane = await asked_in(it, "es")
        stands = said(it)
        for talk in ("hola", "¿mus?", "muss, creo yo que sí", "qué hora es", "ja ja ja", "vale"):
            await it.say(ane, talk)
        await it.say(it.person("Haizea"), "muss")
        assert said(it) == stands


@pytest.mark.parametrize("speaks", [False, True])
async def test_a_slip_is_asked_about_unless_its_sayer_has_spoken_since(
    slow: Scene, clock: Patience, speaks: bool
) -> None:
    table = await opened(slow.manager)
    await clock.goes_on(20)
    who, door = speaker(table), a_door(slow.manager, slow.courier, clock=clock)
    slow.courier.outboxes[CHAT].pause(CHAT, 5)
    await door.presses.apply_text(TypedText("muss", who, CHAT, key="slip"))
    if speaks:
        await say(slow.manager, table, who, "nomus")
    await clock.goes_on(20)
    asked = [it for it in slow.platform.requests_to(CHAT) if text_of(it).startswith("¿Querías decir")]
    assert bool(asked) is not speaks


async def test_a_paso_after_a_bet_is_asked_whether_it_means_no_quiero() -> None:
    async with playing(settings=SLOW) as it:
        people = [it.person("Ane"), it.person("Beñat")]
        await it.command(people[0], "mus vitoria bandos=individual parejas=fijas")
        for person in people:
            await it.press(person, "Sentarme")
        await it.press(people[0], "Empezar")
        (bettor,) = it.awaited_people()
        for word in ("no mus", "envido"):
            await it.say(bettor, word)
        ((asked,), (table,)) = it.awaited_people(), it.tables()
        await it.say(bettor, "paso")
        assert not any("Querías decir" in text for text in said(it)), "who is not asked talks"
        await it.say(asked, "paso")
        assert said(it)[-1] == "¿Querías decir «no quiero»?"
        assert it.tables() == [table], "nothing counts until the button is pressed"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("passo", ["paso"]),
        ("pass", ["paso"]),
        ("envido cinc", ["envido 5", "5 más"]),
        ("no quero", ["no quiero"]),
        ("hordagoo", ["órdago"]),
        ("bost embidoo", ["envido 5", "5 más"]),
        ("idukii", ["quiero"]),
        ("paso", []),
        ("no se", []),
        ("que tal", []),
        ("buenas", []),
        ("gracias", []),
        ("pase lo que pase yo paso siempre", []),
    ],
)
def test_a_slip_is_a_message_that_is_nothing_but_a_mistyped_word(typed: str, meant: list[str]) -> None:
    assert [str(word.action) for word in read_slip(typed, {"es", "eu"})] == meant


async def test_a_group_without_a_table_is_answered_in_the_language_of_who_asks() -> None:
    async with playing() as it:
        nekane = it.person("Nekane", "eu")
        for asked in ("laguntza", "arauak", "glosarioa pareak", "laguntza"):
            await it.command(nekane, asked)
        assert [text.splitlines()[0] for text in said(it)] == [
            "Zer egin orain",
            "Jokatzeko moduak",
            "Pareak",
            "Poliki-poliki: saiatu 20 segundo barru.",
        ]


@pytest.mark.parametrize("start", ["Empezar con IA", "Añadir IA · Añadir IA · Añadir IA · Empezar"])
async def test_a_start_with_ai_players_tells_of_nobody_who_has_left(start: str) -> None:
    async with playing(settings=SLOW) as it:
        ane = it.person("Ane")
        await it.command(ane, "mus vitoria")
        await it.press(ane, "Sentarme 🔷")
        for button in start.split(" · "):
            await it.press(ane, button)
        await it.wait(60)
        assert [text for text in said(it) if "no guarda su sitio" in text] == []
