"""Words of the game as text: what they stand for, and what none of them is."""

from __future__ import annotations

import pytest

from musbot.game.actions import Action, Sena, Voz
from musbot.game.cards import BadCard, cards
from musbot.game.errors import LongNumber
from musbot.game.voces import UnknownWord, read_voz, spelling, write_voz


@pytest.mark.parametrize(
    ("words", "action"),
    [
        ("mus", Action(Voz.MUS)),
        (" NO  Mus ", Action(Voz.NO_MUS)),
        ("mi companero dira", Action(Voz.CONSULTA)),
        ("Mi compañero dirá", Action(Voz.CONSULTA)),
        ("descarta 4O 5c", Action(Voz.DESCARTA, cards=cards("4o 5c"))),
        ("servido", Action(Voz.SERVIDO)),
        ("paso", Action(Voz.PASO)),
        ("envido", Action(Voz.ENVIDO, 2)),
        ("envido 2", Action(Voz.ENVIDO, 2)),
        ("envido 05", Action(Voz.ENVIDO, 5)),
        ("ordago", Action(Voz.ORDAGO)),
        ("ÓRDAGO", Action(Voz.ORDAGO)),
        ("quiero", Action(Voz.QUIERO)),
        ("no quiero", Action(Voz.NO_QUIERO)),
        ("queremos", Action(Voz.QUEREMOS)),
        ("no queremos", Action(Voz.NO_QUEREMOS)),
        ("y yo", Action(Voz.Y_YO)),
        ("3 mas", Action(Voz.MAS, 3)),
        ("12 más", Action(Voz.MAS, 12)),
        ("reenvido", Action(Voz.REENVIDO)),
        ("más", Action(Voz.MAS)),
        ("acepto", Action(Voz.ACEPTO)),
        ("seña", Action(Voz.SENA)),
    ],
)
def test_words_stand_for_actions(words: str, action: Action):
    assert read_voz(words) == action
    assert read_voz(write_voz(action)) == action


@pytest.mark.parametrize(
    "words",
    [
        "",
        *(
            "no hay mus, envido cinco, envido -5, envido 5 6, tres más, 3, +3, envido ٣, "
            "miro a, acepto tres, por perdido, paso paso, tiempo"
        ).split(", "),
    ],
)
def test_other_words_are_none_of_the_games(words: str):
    with pytest.raises(UnknownWord) as raised:
        read_voz(words)
    assert raised.value.known == tuple(spelling(voz) for voz in Voz)
    assert str(raised.value).endswith(
        "expected one of mus, no mus, mi compañero dirá, descarta CARDS, servido, paso, envido N, órdago, "
        "quiero, no quiero, queremos, no queremos, y yo, N más, reenvido, seña: NAME OF IT, miro a NAME, "
        "acepto M, conforme, me doy por perdido"
    )


def test_an_unknown_sena_names_those_there_are():
    with pytest.raises(UnknownWord) as raised:
        read_voz("seña: dos")
    assert raised.value.known == tuple(Sena)


def test_a_word_with_a_wrong_card_or_too_long_a_number_says_so():
    with pytest.raises(BadCard, match=r"^'8o': expected a card such as 12o, 7c, 1e or 3b$"):
        read_voz("descarta 4o 8o")
    with pytest.raises(LongNumber, match=r"^a number of 101 digits: expected at most 100$"):
        read_voz(f"envido {'9' * 101}")
