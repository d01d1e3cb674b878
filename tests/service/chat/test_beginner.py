"""A table for one who is just starting, and the hand that is played along before the lessons."""

from __future__ import annotations

import pytest

from musbot.config import Settings
from musbot.narrator.beginner import SUGGESTIONS, TAUGHT_TERMS
from musbot.players.kinds import AIKind
from musbot.table.events import ChatId, Person
from musbot.testing import FakePlatform, playing
from musbot.words.glossary import term_meaning
from musbot.words.texts import LANGUAGES, Texts

STARTING = "🌱"


def said(it: FakePlatform, chat: ChatId) -> list[str]:
    """What stands in a chat, the oldest first."""
    return [f"{post.title}\n{post.text}".strip() for post in it.messenger.posts(chat)]


async def starting(it: FakePlatform, language: str = "es") -> Person:
    """Somebody who has just said so in their private chat."""
    ane = it.person("Ane", language)
    await it.open_private(ane)
    await it.press(ane, STARTING, ane.id)
    return ane


async def plays_a_hand(it: FakePlatform, who: Person) -> None:
    """Somebody passes, declines and cuts the mus until the count."""
    (before,) = it.tables(who.id)
    while (now := it.tables(who.id)) and len(now[0].course) == len(before.course):
        labels = it.labels(who.id)
        said = next(it for it in ("No hay mus", "Paso", "No quiero", "Descartar") if it in labels)
        await it.press(who, said, who.id)


async def test_who_says_that_they_are_starting_plays_at_once_with_beginners_and_explanations() -> None:
    async with playing() as it:
        ane = await starting(it)
        (table,) = it.tables(ane.id)
        assert table.solo
        assert table.game is not None
        assert (table.rules.name, table.rules.changes()) == ("castellano-40", {})
        assert [seat.kind for seat in table.seats] == [None, *[AIKind.NOVATO] * 3]
        board = said(it, ane.id)[-1]
        assert "\nNo hay mus: ya nadie cambia cartas" in board
        assert (
            "Maite 🤖 te explica: vamos contra Patxi 🤖 y Koldo 🤖. Gana el juego quien llega antes a 40"
            in board
        )
        assert "el tres vale como un rey" in board
        assert "Sin explicaciones" in it.labels(ane.id)


async def test_a_partner_explains_a_word_a_hand_and_after_each_hand_there_is_one_thing_to_try() -> None:
    async with playing() as it:
        ane, texts = await starting(it), Texts("es")
        for hand in range(3):
            told = (
                term_meaning(texts, TAUGHT_TERMS[hand - 1]) if hand else "los lances, siempre en este orden"
            )
            assert told in said(it, ane.id)[-1], "whatever was dealt"
            await plays_a_hand(it, ane)
            counts = [text for text in said(it, ane.id) if "🌱" in text]
            assert len(counts) == hand + 1
            assert texts("try", what=texts(SUGGESTIONS[hand])) in counts[-1]


async def first_hands(it: FakePlatform, *people: Person, ais: int) -> list[str]:
    """Opens a table in the group, deals, and returns the private hand of each person."""
    await it.command(people[0], "mus vitoria juegos=1 piedras=10")
    for place, who in enumerate(people):
        await it.open_private(who)
        await it.press(who, f"Sentarme {'🔷🟠'[place % 2]}")
    for _ in range(ais):
        await it.press(people[0], "Añadir IA")
    await it.press(people[0], "Empezar")
    return [said(it, who.id)[-1] for who in people]


async def test_the_first_hand_in_a_group_says_what_the_game_is_about_and_who_plays_with_whom() -> None:
    async with playing(settings=Settings(turn_s=0, ai_pause_s=60)) as it:
        ane, benat, carmen = (it.person(name) for name in ("Ane", "Beñat", "Carmen"))
        first, rival, mate = await first_hands(it, ane, benat, carmen, ais=1)
        assert "💬 Juegas con Carmen contra Beñat y " in first
        assert "Gana el juego quien llega antes a 10 piedras." in first
        assert "te explica: vamos contra Ane y Carmen. Gana el juego" in rival, "the AI partner says it"
        assert "💬 Juegas con Ane contra " in mate


async def test_nobody_reads_it_in_a_second_partida() -> None:
    async with playing() as it:
        ane = it.person("Ane")
        (first,) = await first_hands(it, ane, ais=3)
        assert "te explica: vamos contra" in first
        while it.tables():
            if ane in it.awaited_people():
                labels = it.labels(ane.id)
                word = next(word for word in ("No hay mus", "Órdago", "Quiero", "Paso") if word in labels)
                await it.press(ane, word, ane.id)
            await it.wait(3)
        (again,) = await first_hands(it, ane, ais=3)
        assert "vamos contra" not in again


async def test_who_wants_no_explanations_any_more_gets_none() -> None:
    async with playing() as it:
        ane = await starting(it)
        await it.press(ane, "Sin explicaciones", ane.id)
        assert "te explica" not in said(it, ane.id)[-1]
        await plays_a_hand(it, ane)
        assert not [text for text in said(it, ane.id) if "🌱" in text]


async def test_who_says_so_again_goes_on_at_the_same_table_and_nothing_is_lost() -> None:
    async with playing(settings=Settings(turn_s=0, ai_pause_s=60)) as it:
        ane = await starting(it)
        before = it.tables(ane.id)
        await it.press_data(ane, "new", ane.id)
        assert it.tables(ane.id) == before


async def test_where_others_see_the_table_is_opened_in_the_private_chat() -> None:
    async with playing() as it:
        ane = it.person("Ane", "es")
        told = await it.press_data(ane, "new")
        assert told.text == "¡A jugar! La mesa es solo para ti, en privado."
        assert it.tables() == []
        assert len(it.tables(ane.id)) == 1


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_course_begins_with_a_hand_that_is_played_along_to_its_count(language: str) -> None:
    async with playing() as it:
        ane, texts = it.person("Ane", language), Texts(language)
        await it.command(ane, "aprender", ane.id)
        seen: list[str] = []
        while texts("button-lesson-next") not in it.labels(ane.id):
            seen.append(said(it, ane.id)[-1])
            assert len(it.labels(ane.id)) == 2, "the word to say, and the way out"
            await it.press(ane, it.labels(ane.id)[0], ane.id)
        assert len(seen) == 6
        assert all(text.startswith(texts("along-title")) for text in seen)
        assert texts("along-end") in said(it, ane.id)[-1]
        await it.press(ane, texts("button-lesson-next"), ane.id)
        assert texts("lesson-cartas") in said(it, ane.id)[-1]
        await it.command(ane, "aprender", ane.id)
        assert texts("lesson-cartas") in said(it, ane.id)[-1], "the course goes on where it was left"


async def test_the_course_ends_with_the_table_for_one_who_is_starting() -> None:
    async with playing() as it:
        ane = it.person("Ane", "es")
        await it.press_data(ane, "learn:12", ane.id)
        for label in [label for label in it.labels(ane.id) if label.isdecimal()]:
            if label in it.labels(ane.id):
                await it.press(ane, label, ane.id)
        assert it.labels(ane.id)[0].startswith(STARTING)


async def test_who_sits_down_in_the_middle_of_a_partida_reads_it_in_their_own_first_hand() -> None:
    async with playing() as it:
        ane, benat = it.person("Ane"), it.person("Beñat")
        await it.command(ane, "mus vitoria")
        await it.press(ane, "Sentarme 🔷")
        await it.press(ane, "Empezar con IA")
        await it.open_private(benat)
        taken = next(label for label in it.labels() if label.startswith("Sentarme por"))
        await it.press(benat, taken)
        while not (hands := [text for text in said(it, benat.id) if "tus cartas" in text]):
            if ane in it.awaited_people():
                await it.press(ane, next(w for w in ("No hay mus", "Paso", "No quiero") if w in it.labels()))
            await it.wait(3)
        assert "te explica: vamos contra" in hands[-1] or "💬 Juegas con Ane contra" in hands[-1]
