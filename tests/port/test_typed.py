"""Typed words: what people write at a table, and nothing else, counts as a word of the game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from musbot.game.actions import Action, Voz
from musbot.game.lances import Lance
from musbot.game.voces import read_voz, write_voz
from musbot.port.typed import MOST_CHARACTERS, TypedWord, read_slip, read_typed
from musbot.testing import playing
from musbot.words.texts import LANGUAGES, Texts


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("mus", Action(Voz.MUS)),
        ("Mus!", Action(Voz.MUS)),
        ("no hay mus", Action(Voz.NO_MUS)),
        ("nomus", Action(Voz.NO_MUS)),
        ("no mus", Action(Voz.NO_MUS)),
        ("corto", Action(Voz.NO_MUS)),
        ("PASO", Action(Voz.PASO)),
        ("paso.", Action(Voz.PASO)),
        ("hay mus", Action(Voz.MUS)),
        ("Allí", Action(Voz.CONSULTA)),
        ("postre", Action(Voz.CONSULTA)),
        ("Achico.", Action(Voz.PASO)),
        ("Y yo envido", Action(Voz.Y_YO)),
        ("y yo reenvido", Action(Voz.REENVIDO)),
        ("Que sean cinco más", Action(Voz.MAS, 5)),
        ("Pues que sean diez", Action(Voz.MAS, 10)),
        ("¡Todas!", Action(Voz.ORDAGO)),
        ("Me vuelvo atrás", Action(Voz.NO_QUIERO)),
        ("mintza", Action(Voz.NO_MUS)),
        ("moztu", Action(Voz.NO_MUS)),
        ("kiero", Action(Voz.QUIERO)),
        ("no kiero", Action(Voz.NO_QUIERO)),
        ("idoki", Action(Voz.QUIERO)),
        ("eduki", Action(Voz.QUIERO)),
        ("nahi dut", Action(Voz.QUIERO)),
        ("ez dut nahi", Action(Voz.NO_QUIERO)),
        ("quiero 5 más", Action(Voz.MAS, 5)),
        ("quiero y cinco más", Action(Voz.MAS, 5)),
        ("envido más", Action(Voz.MAS, 2)),
        ("gehiago", Action(Voz.MAS, 2)),
        ("bost gehiago", Action(Voz.MAS, 5)),
        ("Hamar gehiago!", Action(Voz.MAS, 10)),
        ("cinco más", Action(Voz.MAS, 5)),
        ("5 mas", Action(Voz.MAS, 5)),
        ("una más", Action(Voz.MAS, 1)),
        ("quiero", Action(Voz.QUIERO)),
        ("no quiero", Action(Voz.NO_QUIERO)),
        ("queremos", Action(Voz.QUEREMOS)),
        ("no queremos", Action(Voz.NO_QUEREMOS)),
        ("¡órdago!", Action(Voz.ORDAGO)),
        ("ORDAGO", Action(Voz.ORDAGO)),
        ("hordago", Action(Voz.ORDAGO)),
        ("Hor dago!", Action(Voz.ORDAGO)),
        ("Mus ez", Action(Voz.NO_MUS)),
        ("bi gehiago", Action(Voz.MAS, 2)),
        ("nahi dugu", Action(Voz.QUEREMOS)),
        ("ez dugu nahi", Action(Voz.NO_QUEREMOS)),
        ("berriz enbido", Action(Voz.REENVIDO)),
        ("bikotekideak esango du", Action(Voz.CONSULTA)),
        ("hiru onartu", Action(Voz.ACEPTO, 3)),
        ("ados", Action(Voz.CONFORME)),
        ("amore ematen dut", Action(Voz.PERDIDO)),
        ("iduki", Action(Voz.QUIERO)),
        ("tira", Action(Voz.NO_QUIERO)),
        ("reenvido", Action(Voz.REENVIDO)),
        ("y yo", Action(Voz.Y_YO)),
        ("mi compañero dirá", Action(Voz.CONSULTA)),
        ("Acepto dos", Action(Voz.ACEPTO, 2)),
        ("¡conforme!", Action(Voz.CONFORME)),
        ("me doy por perdido", Action(Voz.PERDIDO)),
    ],
)
def test_a_word_is_read_as_people_write_it(text: str, action: Action) -> None:
    assert read_typed(text) == (TypedWord(action),)


@pytest.mark.parametrize(
    ("text", "n"),
    [
        ("envido", 2),
        ("envido cinco", 5),
        ("Envido   10", 10),
        ("embido 4", 4),
        ("bost enbido", 5),
        ("enbido bost", 5),
        ("20 enbido", 20),
        ("enbido", 2),
        ("imido", 2),
        ("Tanto envido", 2),
        ("imbido", 2),
        ("inbido", 2),
        ("imido zortzi", 8),
    ],
)
def test_an_envido_is_a_bet_or_where_there_is_one_a_raise(text: str, n: int) -> None:
    assert read_typed(text) == (TypedWord(Action(Voz.ENVIDO, n)), TypedWord(Action(Voz.MAS, n)))


@pytest.mark.parametrize("number", range(1, 16))
def test_basque_numbers_go_to_fifteen(number: int) -> None:
    basque = "bat bi hiru lau bost sei zazpi zortzi bederatzi hamar hamaika hamabi hamahiru hamalau hamabost"
    assert read_typed(f"{basque.split()[number - 1]} gehiago") == (TypedWord(Action(Voz.MAS, number)),)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("voz", [voz for voz in Voz if voz not in (Voz.DESCARTA, Voz.SENA, Voz.MIRO)])
def test_each_language_reads_the_words_that_it_says(language: str, voz: Voz) -> None:
    numbered = voz in (Voz.MAS, Voz.ACEPTO)
    said = write_voz(Action(voz, 3 if numbered else 2 if voz is Voz.ENVIDO else 0))
    read = read_typed(Texts(language).word(said))
    meant = Action(Voz.MAS, 2) if (language, voz) == ("eu", Voz.Y_YO) else read_voz(said)  # "bi gehiago"
    assert read[0].action == meant


async def test_what_is_typed_is_what_may_be_said_at_that_moment() -> None:
    async with playing() as fake:
        people = [fake.person(name) for name in ("Ane", "Beñat")]
        await fake.command(people[0], "mus vitoria bandos=individual parejas=fijas")
        for person in people:
            await fake.press(person, "Sentarme")
        await fake.press(people[0], "Empezar")
        for text in ("no hay mus", "envido cinco", "envido cinco", "dos más", "quiero 3 más"):
            (asked,) = fake.awaited_people()
            await fake.say(next(person for person in people if person.id == asked.id), text)
        game = fake.tables()[0].game
        assert game is not None
        assert game.envite is not None
        assert (game.envite.querido, game.envite.apuesta) == (12, 15)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "!",
        "¿mus?",
        "mus o no mus",
        "quiero un café",
        "no",
        "cinco",
        "envido mucho",
        "envido -2",
        "envido ٥",
        "bost",
        "quiero más",
        "quiero y yo no",
        "descarta rey de oros",
        "descarta",
        "más",
        "more",
        "seña",
        "tiro el rey de copas",
        "/mus",
        "🂡",
        "mus" * 200,
        "envido " + "9" * 50,
    ],
)
def test_anything_else_is_not_looked_at(text: str) -> None:
    assert read_typed(text) == ()


PHRASES = Path(__file__).with_name("phrases.txt").read_text("utf-8").splitlines()


def phrases() -> Iterator[tuple[str, str, str]]:
    """Yields each phrase, the chat's language, and what becomes of it there."""
    block = ""
    for line in PHRASES:
        if line.startswith("["):
            block = line[1:-1]
        elif line and not line.startswith("#"):
            phrase, _, action = line.rpartition(" = ") if block != "talk" else (line, "", "")
            action = "envido" if action == "envido 2" else action
            for language in LANGUAGES:
                here = block in ("all", language, f"only {language}")
                elsewhere = "talk" if block == "talk" or block.startswith("only") else f"ask {action}"
                yield phrase, language, f"bind {action}" if here else elsewhere


def becomes(phrase: str, language: str) -> str:
    """Returns what becomes of a phrase in a chat of one language."""
    bound, asked = read_typed(phrase, {language}), read_slip(phrase, {language})
    kind, words = ("bind", bound) if bound else ("ask", asked)
    return f"{kind} {write_voz(words[0].action)}" if words else "talk"


def test_phrases_bind_where_their_language_is_spoken_and_are_asked_back_elsewhere() -> None:
    rows = list(phrases())
    assert len(rows) >= 3 * 490
    assert [row for row in rows if becomes(row[0], row[1]) != row[2]] == []


def test_a_word_that_names_a_lance_carries_it() -> None:
    assert read_typed("órdago a la grande") == (TypedWord(Action(Voz.ORDAGO), Lance.GRANDE),)
    assert read_typed("hordago ttipira", {"eu"}) == (TypedWord(Action(Voz.ORDAGO), Lance.CHICA),)
    assert read_typed("órdago de vasos") == ()


def test_a_long_message_is_no_word() -> None:
    assert read_typed("mus" + " " * MOST_CHARACTERS) == ()
