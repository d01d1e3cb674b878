"""Typed words: what people write at a table, and nothing else, counts as a word of the game."""

from __future__ import annotations

import pytest

from musbot.game.actions import Action, Voz
from musbot.service.typed import MOST_CHARACTERS, read_typed


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("mus", Action(Voz.MUS)),
        ("Mus!", Action(Voz.MUS)),
        ("no hay mus", Action(Voz.NO_MUS)),
        ("no mus", Action(Voz.NO_MUS)),
        ("corto", Action(Voz.NO_MUS)),
        ("PASO", Action(Voz.PASO)),
        ("paso.", Action(Voz.PASO)),
        ("envido", Action(Voz.ENVIDO, 2)),
        ("envido cinco", Action(Voz.ENVIDO, 5)),
        ("Envido   10", Action(Voz.ENVIDO, 10)),
        ("enbido", Action(Voz.ENVIDO, 2)),
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
    assert read_typed(text) == action


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
        "más",
        "descarta rey de oros",
        "descarta",
        "tiro el rey de copas",
        "/mus",
        "🂡",
        "mus" * 200,
        "envido " + "9" * 50,
    ],
)
def test_anything_else_is_not_looked_at(text: str) -> None:
    assert read_typed(text) is None


def test_a_long_message_is_no_word() -> None:
    assert read_typed("mus" + " " * MOST_CHARACTERS) is None
