"""The golden actas: each beside the result that its rules give, reckoned by hand in its comment."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from musbot.acta.read import read, read_file
from musbot.acta.summary import summary
from musbot.acta.tell import tell
from musbot.acta.verify import verify
from musbot.acta.write import write
from musbot.game.shuffle import Baraja
from musbot.words.texts import LANGUAGES, Texts

FOLDER = Path(__file__).parents[1] / "partidas"
ACTAS = sorted(FOLDER.glob("*.mus.toml"))
EACH = pytest.mark.parametrize("file", ACTAS, ids=lambda file: file.name.removesuffix(".mus.toml"))


@EACH
def test_an_acta_comes_to_what_its_rules_say_is_dealt_from_its_seed_and_can_be_told_and_written(
    file: Path,
) -> None:
    partida = read_file(file)
    expected = FOLDER / file.name.replace(".mus.toml", ".json")
    assert summary(partida) == json.loads(expected.read_text("utf-8"))
    if partida.baraja is not None:
        verdict = verify(partida)
        assert (verdict.faults, verdict.mano_drawn) == ((), True)
    else:
        assert not file.name.startswith(("R18", "R19", "R102-the"))
    for language in LANGUAGES:
        told = tell(partida, Texts(language))
        assert all(name in told for name in partida.names)
    again = read(write(partida.names, partida.events, partida.baraja))
    assert (again.events, again.baraja) == (partida.events, partida.baraja)


@EACH
def test_an_acta_says_where_it_is_from(file: Path) -> None:
    comment = file.read_text("utf-8").partition("\nacta")[0]
    assert all(line.startswith("# ") for line in comment.splitlines())
    assert re.search(rf"\b{file.name.split('-')[0]}\b", comment)


@pytest.mark.parametrize(
    ("name", "sentences"),
    [
        (
            "R84-tres-mus-given-up-before-all-have-spoken",
            [
                "Beñat: acepto 2 · Ane: me doy por perdido",
                "    Grande: Ane carga con 6 del medio (4 suyas y 2 de Beñat)",
            ],
        ),
        (
            "R86-tres-mus-who-waits-has-no-juego",
            ["  Juego — de los que juegan, nadie tiene", "  Punto — Beñat: paso · Carmen: envido 1"],
        ),
        (
            "R76-frances-ordago-while-one-waits",
            [
                "  Ane y Carmen se enseñan las cartas:",
                "    Chica: en el medio, 5 de Ane y 8 de Carmen",
                "    Chica: la peor es la de Carmen (cuatro seis sota rey): carga con las 13 del medio",
                "  Pares — de los que juegan, nadie tiene",
            ],
        ),
    ],
)
def test_R76_R84_R86_what_follows_at_once_is_told_there(name: str, sentences: list[str]) -> None:
    told = tell(read_file(FOLDER / f"{name}.mus.toml"), Texts("es"))
    assert "\n".join(sentences) in told


def test_R18_the_golden_lottery_seats_each_where_their_card_puts_them() -> None:
    partida = read_file(FOLDER / "R18-sorteo.mus.toml")
    promesa = partida.baraja
    assert promesa is not None
    assert promesa.semilla is not None
    assert promesa.mesa is not None
    before = ("Ane", "Beñat", "Carmen", "Dani")
    word = dict(zip(partida.names, promesa.palabras, strict=True))
    baraja = Baraja(promesa.semilla, promesa.mesa, tuple(word[name] for name in before))
    sorteo = baraja.sorteo(partida.rules, len(before))
    assert tuple(before[seat] for seat in sorteo.order) == partida.names
    assert {before[seat or 0]: str(card) for seat, card in sorteo.drawn} == {
        "Ane": "3c",
        "Beñat": "4e",
        "Carmen": "12o",
        "Dani": "2b",
    }
    assert sorteo.mano == 0


def test_no_result_without_its_acta() -> None:
    results = {file.name.removesuffix(".json") for file in FOLDER.glob("*.json")}
    assert results == {file.name.removesuffix(".mus.toml") for file in ACTAS}
