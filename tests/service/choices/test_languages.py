"""Everybody is spoken to in words there are: their own, else their table's, else the operator's."""

from __future__ import annotations

import logging
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from musbot.game.rule_sets import rule_set
from musbot.narrator import Narrator
from musbot.narrator.post import Post
from musbot.service.choices import narrators as narrators_module
from musbot.service.choices.narrators import Narrators
from musbot.table.acts import OPEN_TABLE
from musbot.table.events import ChatId, Opened, Person, TableId, read_person_id
from musbot.table.fold import fold
from musbot.table.table import Table
from musbot.testing import QUICK, FakePlatform, playing
from musbot.words import texts as module
from musbot.words.languages import read_language
from musbot.words.texts import LANGUAGES, NoText, Texts, first_known_language

LOCALE = Path(module.__file__).with_name("locale")
CODES = ("es", "en-GB", "eu", "ca", "pt-BR", "fr", "", "xx", "../en", "💥")
"""Ten languages, as platforms say them; of some of them nobody will ever write texts."""
TABLES = {"trios": CODES[:6], "vitoria": CODES[6:]}
"""Who sits at which table, by the rules."""


def said_to(code: str, otherwise: str) -> str:
    """The language in which one is spoken to."""
    language = code.partition("-")[0]
    return language if language in LANGUAGES else otherwise


async def begun(
    fake: FakePlatform, rules: str, codes: tuple[str, ...], opener: str = "es"
) -> dict[str, Person]:
    """A table of people of these languages, opened in another one; the partida has begun."""
    people = {code: fake.person(f"{rules}-{n}", code) for n, code in enumerate(codes)}
    first, chat = people[codes[0]], ChatId(f"fake:{rules}")
    await fake.command(fake.person("Opener", opener), f"mus {rules}", chat)
    table = fake.tables(chat)[0]
    for n, person in enumerate(people.values()):
        await fake.open_private(person)
        await fake.press_data(person, f"{table.id}:0:sit.{n % 2}", chat)
    await fake.press_data(first, f"{table.id}:0:start", chat)
    return people


async def titles(fake: FakePlatform, who: Person, *commands: str) -> list[str]:
    """What stands in their private chat, with what each of these commands is answered there."""
    for command in commands:
        await fake.command(who, command, who.id)
    return [post.title or post.text for post in fake.messenger.posts(who.id)]


@pytest.mark.parametrize("operators", LANGUAGES)
@pytest.mark.parametrize("rules", TABLES)
async def test_people_of_ten_languages_get_their_cards_and_their_answers(
    rules: str, operators: str, caplog: pytest.LogCaptureFixture
) -> None:
    chat = ChatId(f"fake:{rules}")
    async with playing(settings=replace(QUICK, language=operators)) as fake:
        people = await begun(fake, rules, TABLES[rules], operators)
        (table,) = fake.tables(chat)
        for code, person in people.items():
            texts = Texts(said_to(code, operators))
            cards = texts("hand-title", table=texts("table", short=table.short), hand=1)
            hello = texts("private-hello", name=person.name)
            assert sorted(await titles(fake, person)) == sorted([hello, cards])
            own = await fake.press_data(person, f"{table.id}:0:cards", chat)
            assert own.post is not None
            assert own.post.title == cards
            wrong = await fake.press_data(person, "Z9-nowhere:0:mus", chat)
            assert wrong.text == texts("refused-unknown-table")
            seat = next(n for n, who in enumerate(table.seats) if who.person != person.id)
            looked = await fake.press_data(person, f"{table.id}:1:look.{seat}", chat)
            assert looked.text == texts("done-looked", name=table.names[seat])
            shown = await titles(fake, person, "ayuda", "senas", "acta", "cartas")
            answers = (texts("help-moment"), texts("sena-title"), texts("refused-no-acta-own"))
            assert shown[-4:] == [*answers, cards]
    assert [line.getMessage() for line in caplog.records if line.levelno >= logging.WARNING] == []


@pytest.mark.parametrize(
    ("wanted", "language"),
    [
        (("en",), "en"),
        (("en-GB",), "en"),
        (("EN_us", "es"), "en"),
        (("xx", "en", "es"), "en"),
        (("", "en"), "en"),
        (("english", "e", "en-"), "en"),
        (("xx", ""), "es"),
        ((), "es"),
    ],
)
def test_the_first_language_with_texts_is_spoken(wanted: tuple[str, ...], language: str) -> None:
    assert first_known_language(*wanted) == language


def test_a_table_in_a_language_that_is_no_more_is_spoken_to_in_the_operators() -> None:
    narrators = Narrators(Narrator, "en")
    table = opened_in("xx")
    assert narrators.for_chat(table).texts.language == "en"
    assert narrators.for_one(Person(read_person_id("test:ane"), "Ane"), table).texts.language == "en"
    assert narrators.for_one(Person(read_person_id("test:ane"), "Ane", "es"), table).texts.language == "es"
    assert (
        narrators.for_one(Person(read_person_id("test:ane"), "Ane", "xx"), opened_in("es")).texts.language
        == "es"
    )


def test_the_languages_of_those_who_were_spoken_to_last_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(narrators_module, "MOST_KNOWN", 2)
    narrators = Narrators(Narrator, "es")
    for name in ("ane", "jon", "ane", "gari"):
        narrators.for_one(Person(read_person_id(f"test:{name}"), name, "eu"))
    assert [narrators.languages_of(read_person_id(f"test:{name}"))[1] for name in ("ane", "jon", "gari")] == [
        "eu",
        "",
        "eu",
    ]
    narrators.forget()
    assert narrators.languages_of(read_person_id("test:ane")) == ("", "")


def opened_in(language: str) -> Table:
    return fold(
        None,
        Opened(
            TableId("K7-abcdef"),
            ChatId("test:peña"),
            read_person_id("test:ane"),
            language,
            rule_set("vitoria"),
            "00" * 32,
        ),
    )


# ---- a language that is begun ----------------------------------------------------------------------------


def test_every_language_has_its_folder_and_every_folder_is_a_language() -> None:
    assert {folder.name for folder in LOCALE.iterdir()} == set(LANGUAGES)


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A language with words for its cards alone: each is the Spanish one in brackets."""
    shutil.copytree(LOCALE, tmp_path / "locale")
    (tmp_path / "locale/tlh").mkdir()
    cards = (LOCALE / "es/cards.ftl").read_text("utf-8")
    ranks = re.findall(r"^(rank-\d+) = (.*)", cards, re.MULTILINE)
    words = "\n".join(f"{key} = [{word}]" for key, word in ranks)
    (tmp_path / "locale/tlh/cards.ftl").write_text(words, "utf-8")
    monkeypatch.setattr(module, "LANGUAGES", (*LANGUAGES, "tlh"))
    monkeypatch.setattr(module, "files", lambda package: tmp_path)
    module._bundle.cache_clear()
    yield "tlh"
    module._bundle.cache_clear()


async def test_a_language_that_is_begun_is_spoken_as_far_as_it_goes(toy: str) -> None:
    async with playing() as fake:
        people = await begun(fake, "vitoria", (toy, "es", "en", "xx"))
        posts = {code: fake.messenger.posts(person.id)[-1] for code, person in people.items()}
        assert {code: bool(re.search(r"\[\w+\]", post.text)) for code, post in posts.items()} == {
            toy: True,
            "es": False,
            "en": False,
            "xx": False,
        }
        assert posts[toy].title == posts["es"].title
        assert " de " in posts[toy].text
        with pytest.raises(NoText, match=f"no-such-thing is not in locale/{toy}"):
            Texts(toy)("no-such-thing")


# ---- a language of one's own -----------------------------------------------------------------------------

PENA = ChatId("fake:vitoria")


def cards_of(fake: FakePlatform, who: Person) -> Post:
    """The private message of somebody's cards, as it stands now."""
    return next(post for post in reversed(fake.messenger.posts(who.id)) if "·" in post.title)


def hand_in(language: str, fake: FakePlatform) -> str:
    texts = Texts(language)
    (table,) = fake.tables(PENA)
    return texts("hand-title", table=texts("table", short=table.short), hand=1)


async def test_who_chooses_a_language_reads_their_cards_in_it_at_once_and_nobody_else_does() -> None:
    async with playing() as fake:
        people = await begun(fake, "vitoria", ("es", "es-ES", "en", "xx"))
        ane, rest = people["es"], [people[code] for code in ("es-ES", "en", "xx")]
        before, board = [cards_of(fake, who) for who in rest], fake.messenger.posts(PENA)[-1]
        await fake.command(ane, "idioma euskara", ane.id)
        told = Texts("eu")("done-language", language="euskara")
        assert fake.messenger.posts(ane.id)[-1].text == told
        assert cards_of(fake, ane).title == hand_in("eu", fake)
        assert [cards_of(fake, who) for who in rest] == before
        assert fake.messenger.posts(PENA)[-1] == board
        (table,) = fake.tables(PENA)
        looked = await fake.press_data(ane, f"{table.id}:1:look.1", PENA)
        assert looked.text == Texts("eu")("done-looked", name=table.names[1])


async def test_a_language_is_chosen_by_button_in_words_of_its_own_and_given_up_by_one() -> None:
    async with playing() as fake:
        people = await begun(fake, "vitoria", ("es", "en", "xx", ""))
        ane = people["es"]
        await fake.command(ane, "idioma", ane.id)
        asked = fake.messenger.posts(ane.id)[-1]
        assert asked.text == Texts("es")("page-language", language="español")
        labels = ("Español", "English", "Euskara", "Nire aplikazioarena")
        told = []
        for label in labels:
            told.append((await fake.press(ane, label, ane.id)).text)
            assert told[-1] in [post.text for post in fake.messenger.posts(ane.id)]
            assert asked.text not in [post.text for post in fake.messenger.posts(ane.id)], "it is answered"
            await fake.command(ane, "idioma", ane.id)
        assert told == [
            "De acuerdo: te hablo en español.",
            "All right: I will speak English to you.",
            "Ados. Hemendik aurrera, euskaraz.",
            "De acuerdo: te hablo en español.",
        ]
        assert cards_of(fake, ane).title == hand_in("es", fake)


async def test_a_language_is_still_spoken_after_a_restart(tmp_path: Path) -> None:
    async with playing(tmp_path) as fake:
        people = await begun(fake, "vitoria", ("es", "en", "xx", ""))
        await fake.command(people["es"], "hizkuntza eu", people["es"].id)
        await fake.command(people["en"], "idioma eu", people["en"].id)
        await fake.command(people["en"], "idioma auto", people["en"].id)
    async with playing(tmp_path) as fake:
        for code, language in (("es", "eu"), ("en", "en")):
            await fake.command(people[code], "senas", people[code].id)
            shown = [post.title for post in fake.messenger.posts(people[code].id)]
            assert Texts(language)("sena-title") in shown


@pytest.mark.parametrize(
    ("typed", "language"),
    [
        ("eu", "eu"),
        ("EU-es", "eu"),
        ("Euskera", "eu"),
        ("basque", "eu"),
        ("vasco", "eu"),
        ("español", "es"),
        ("ESPANOL", "es"),
        ("castellano", "es"),
        ("gaztelania", "es"),
        ("inglés", "en"),
        ("english", "en"),
        ("ingelesa", "en"),
        ("en euskera", "eu"),
        ("En  Castellano", "es"),
        ("en inglés", "en"),
        ("in Basque", "eu"),
        ("in-English", "en"),
        ("euskaraz", "eu"),
        ("gaztelaniaz", "es"),
        ("en_GB", "en"),
        ("auto", ""),
        ("", None),
        ("en klingon", None),
        ("es muy difícil", None),
        ("eu mesedez", None),
        ("klingon", None),
        ("e", None),
        ("../eu", None),
        ("eu" * 900, None),
    ],
)
def test_a_language_is_called_by_its_name_in_any(typed: str, language: str | None) -> None:
    assert read_language(typed) == language


async def test_a_language_that_is_none_of_ours_is_refused_with_those_that_are() -> None:
    async with playing() as fake:
        ane = fake.person("Ane", "en")
        await fake.command(ane, "idioma klingon", ane.id)
        told = "I do not speak “klingon”. I speak Spanish, English and Basque."
        assert fake.messenger.posts(ane.id)[-1].text == told
        assert (await fake.press_data(ane, "speak.tlh", ane.id)).text == told.replace("klingon", "tlh")


async def test_a_table_speaks_what_who_opens_it_has_chosen() -> None:
    async with playing() as fake:
        ane = fake.person("Ane", "es")
        await fake.open_private(ane)
        await fake.command(ane, "idioma eu", ane.id)
        await fake.command(ane, "mus")
        assert "Hasi" in fake.labels()
        # who has chosen nothing opens one in the language of their app
        await fake.command(fake.person("Beñat", "en"), "mus", ChatId("fake:2"))
        assert "Start" in fake.labels(ChatId("fake:2"))


async def test_a_greeting_opens_a_table_in_the_language_of_who_presses_it() -> None:
    async with playing() as fake:
        await fake.press_data(fake.person("Ane", "eu"), OPEN_TABLE)
        assert "Hasi" in fake.labels()


async def test_a_message_without_a_language_is_answered_in_that_of_the_last_command() -> None:
    async with playing() as fake:
        kate = fake.person("Kate", "en")
        await fake.open_private(kate)
        await fake.command(kate, "glosario pares", kate.id)
        by_command = fake.messenger.posts(kate.id)[-1].text
        await fake.say(replace(kate, language=""), "what is a lance?", kate.id)
        assert by_command != fake.messenger.posts(kate.id)[-1].text
        assert "four things that are bet on" in fake.messenger.posts(kate.id)[-1].text
