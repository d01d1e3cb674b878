"""A value of a wrong type, or one that an acta cannot hold, is refused with what was expected."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from musbot.acta import Acta, Promesa, read, read_file, summary, tell, verify, write
from musbot.game import MusError, Partida
from musbot.words.texts import Texts

NAMES = ("Ane", "Beñat", "Carmen", "Dani")
LOG = tuple(Partida("vitoria", seed=1).log)
PUT = "cannot be written: "


def recorded() -> Acta:
    """Returns the acta of a partida that has just begun."""
    return read(write(NAMES, LOG))


Refused = list[tuple[Callable[[Any], object], Any, str]]
WRONG: Refused = [
    *((called, "x", "^partida = 'x': expected an Acta") for called in (verify, summary)),
    (lambda it: tell(it, Texts("en")), "x", "^partida = 'x': expected an Acta"),
    (lambda it: tell(recorded(), it), "fr", "^texts = 'fr': expected a language: es, en, eu"),
    (lambda it: tell(recorded(), it), 7, "^texts = 7: expected a language: es, en, eu"),
    (read_file, 7, "^cannot be read: 7, expected the path of a file"),
    (
        lambda it: write(it, LOG),
        [1, 2, 3, 4],
        r"^names = \[1, 2, 3, 4\]: expected a list of texts, one a seat",
    ),
    (lambda it: write(it, LOG), "Anes", "^names = 'Anes': expected a list of texts"),
    (lambda it: write(it, LOG), NAMES[:3], f"^{PUT}3 names, expected 4, by seat"),
    (lambda it: write(NAMES, it), 7, "^events = 7: expected the events of a partida"),
    (lambda it: write(NAMES, it), [], f"^{PUT}no events, expected a whole log, which begins with Began"),
    (lambda it: write(NAMES, it), LOG[1:], f"^{PUT}events that begin with Dealt, expected a whole log"),
    (lambda it: write(NAMES, LOG, it), 7, "^baraja = 7: expected a Promesa, or None"),
    (lambda it: write(NAMES, LOG, Promesa(palabras=it)), ["a"] * 5, f"^{PUT}5 palabras, expected at most 4"),
    (lambda it: Promesa(semilla=it), b"1", "^a seed of 1 bytes: expected 32"),
    (lambda it: Promesa(semilla=it), "1", "^a seed of type str: expected 32 bytes"),
    (lambda it: Promesa(compromiso=it), "12", "^compromiso = '12': expected 64 hexadecimal digits"),
    (lambda it: Promesa(mesa=it), 7, "^mesa = 7: expected the id of the table, a text"),
    (lambda it: Promesa(palabras=it), "ane", "^palabras = 'ane': expected a list of texts"),
    (lambda it: Promesa(esquema=it), "musbot-9", "^esquema = 'musbot-9': expected musbot-1 or musbot-2"),
    *(
        (lambda it: Promesa(corte=it), cut, "^corte = .*: expected a number from 1 to 40")
        for cut in (0, 99, True)
    ),
]
"""Each call with its argument and the error."""


@pytest.mark.parametrize(("called", "given", "told"), WRONG)
def test_a_wrong_argument_is_refused_with_what_was_expected(
    called: Callable[[Any], object], given: Any, told: str
):
    with pytest.raises(MusError, match=told):
        called(given)


def test_a_promise_takes_the_text_of_its_scheme_and_is_read_as_it_was_written():
    promesa = Promesa(bytes(32), "0" * 64, "mesa", esquema="musbot-2", corte=7)  # type: ignore[arg-type]
    assert read(write(NAMES, LOG, promesa)).baraja == promesa


@pytest.mark.parametrize("language", ["es", "en", "eu"])
def test_an_acta_is_told_in_the_language_of_a_code(language: str):
    assert tell(recorded(), language) == tell(recorded(), Texts(language))
