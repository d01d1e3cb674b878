"""Everybody is spoken to in words there are: his own, else his table's, else the operator's."""

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
from musbot.service.narrators import Narrators
from musbot.table.state import Opened, Person, Table, fold
from musbot.testing import QUICK, FakePlatform, playing
from musbot.words import texts as module
from musbot.words.texts import LANGUAGES, NoText, Texts, spoken

LOCALE = Path(module.__file__).with_name("locale")
CODES = ("es", "en-GB", "eu", "ca", "pt-BR", "fr", "", "xx", "../en", "💥")
"""Ten languages, as platforms say them; of some of them nobody will ever write texts."""
TABLES = {"trios": CODES[:6], "vitoria": CODES[6:]}
"""Who sits at which table, by the rules."""


def said_to(code: str, otherwise: str) -> str:
    """The language in which one is spoken to."""
    language = code.partition("-")[0]
    return language if language in LANGUAGES else otherwise


async def begun(fake: FakePlatform, rules: str, codes: tuple[str, ...]) -> dict[str, Person]:
    """A table of people of these languages, in a chat of its own; the partida has begun."""
    people = {code: fake.person(f"{rules}-{n}", code) for n, code in enumerate(codes)}
    first, chat = people[codes[0]], f"fake:{rules}"
    await fake.command(first, f"mus {rules}", chat)
    table = fake.tables(chat)[0]
    for n, person in enumerate(people.values()):
        await fake.open_private(person)
        await fake.press_data(person, f"{table.id}:0:sit.{n % 2}", chat)
    await fake.press_data(first, f"{table.id}:0:start", chat)
    return people


async def titles(fake: FakePlatform, who: Person, *commands: str) -> list[str]:
    """What stands in his private chat, with what each of these commands is answered there."""
    for command in commands:
        await fake.command(who, command, who.id)
    return [post.title or post.text for post in fake.messenger.posts(who.id)]


@pytest.mark.parametrize("operators", LANGUAGES)
@pytest.mark.parametrize("rules", TABLES)
async def test_people_of_ten_languages_get_their_cards_and_their_answers(
    rules: str, operators: str, caplog: pytest.LogCaptureFixture
) -> None:
    chat = f"fake:{rules}"
    async with playing(settings=replace(QUICK, language=operators)) as fake:
        people = await begun(fake, rules, TABLES[rules])
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
            answers = (texts("help-title"), texts("sena-title"), texts("refused-no-acta-own"))
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
    assert spoken(*wanted) == language


def test_a_table_in_a_language_that_is_no_more_is_spoken_to_in_the_operators() -> None:
    narrators = Narrators(Narrator, "en")
    table = opened_in("xx")
    assert narrators.for_chat(table).texts.language == "en"
    assert narrators.for_one("", table).texts.language == "en"
    assert narrators.for_one("es", table).texts.language == "es"
    assert narrators.for_one("xx", opened_in("es")).texts.language == "es"


def opened_in(language: str) -> Table:
    return fold(None, Opened("K7-abcdef", "test:peña", "test:ane", language, rule_set("vitoria"), "00" * 32))


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
