"""Reading, writing and telling actas; what is refused is in test_errors.py."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

from musbot.acta.partida import ActaError, Promesa
from musbot.acta.read import read, read_file
from musbot.acta.summary import summary
from musbot.acta.tell import tell
from musbot.acta.write import make_distinct, write
from musbot.cli.simular import simulate
from musbot.game.cards import cards
from musbot.game.engine import begin
from musbot.game.events import Began, Dealt
from musbot.game.rule_sets import RULE_SETS, Frances, MusRules, TresMus, rule_set
from musbot.game.rules_base import RuleSet
from musbot.words.texts import LANGUAGES, Texts

DOCS = Path(__file__).parents[2] / "docs/acta.md"
PARTIDAS = Path(__file__).parents[1] / "partidas"

HEAD = """acta = 1
reglas = "vitoria"
jugadores = ["Ane", "Beñat", "Carmen", "Dani"]
mano = "Ane"
"""
DEAL = 'reparto = ["4o 5c 6b 7e", "1o 5o 10c 11b", "4c 6o 10o 12o", "2o 7o 11o 5e"]\n'


def hand(*voces: str, keys: str = DEAL) -> str:
    return f"[[manos]]\n{keys}voces = {json.dumps(voces, ensure_ascii=False)}\n"


# ---- reading ---------------------------------------------------------------------------------------------


def test_the_documents_example_comes_to_what_the_document_says():
    documented = re.findall(r"```(toml|json)\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    (_, acta), *_, (_, result) = documented
    assert summary(read(acta)) == json.loads(result)
    assert list(summary(read(acta))) == list(json.loads(result))


def test_names_and_words_are_read_without_case_and_accents():
    partida = read(HEAD.replace('mano = "Ane"', 'mano = "benat"') + hand("BEÑAT: No Mus", "beñat:ORDAGO"))
    assert summary(partida)["mano"] == "Beñat"
    assert summary(partida)["turno"] == ["Carmen"]


def test_a_byte_order_mark_does_no_harm(tmp_path: Path):
    file = tmp_path / "x.mus.toml"
    file.write_text(HEAD, "utf-8-sig")
    assert read_file(file).names == ("Ane", "Beñat", "Carmen", "Dani")


def test_what_baraja_tells_is_kept():
    told = "[baraja]\nsemilla = '" + "AB" * 32 + "'\nmesa = 'x'\npalabras = ['a', '', '', 'd']\n"
    assert read(HEAD + told).baraja == Promesa(bytes([0xAB] * 32), None, "x", ("a", "", "", "d"))
    assert read(HEAD + "[baraja]\n").baraja == Promesa()
    assert read(HEAD).baraja is None


# ---- writing ---------------------------------------------------------------------------------------------

ROUND_TRIPS: list[tuple[str, dict[str, object]]] = [(name, {}) for name in RULE_SETS] + [
    ("parejas", {"gracia": 0.5, "corte": "libre", "vacas": 2, "juegos": 1, "senas": False}),
    ("castellano-30", {"mus_visto": 1, "real": "rey"}),
    ("castellano-30", {"mus_visto": 0.5, "visto_en": "siempre"}),
    ("clasico", {"mus_corrido": "juego", "mus_visto": 0.25, "piedras": 20}),
    ("trios", {"respuesta": "pareja", "descarte": "a la vez"}),
    ("parejas", {"bandos": "individual"}),
    ("parejas", {"bandos": "individual", "gracia": 3}),
    ("vitoria", {"bandos": "trios"}),
]


@pytest.mark.parametrize(("name", "changes"), ROUND_TRIPS)
def test_what_is_written_is_read_as_the_same_events(name: str, changes: dict[str, object]):
    rules = rule_set(name, changes)
    for played in simulate(rules, ("azar",) * rules.players.start, 25, "round trip"):
        partida = read(played.acta())
        assert partida.events == played.events
        assert (partida.mesa, partida.names, partida.baraja) == (played.mesa, played.names, played.baraja)
        assert partida.rules == rules
        assert write(partida.names, partida.events, partida.baraja) == played.acta()


def test_senas_looks_a_consulta_and_the_end_of_a_wait_are_written_as_they_are_read():
    acta = (PARTIDAS / "R58-miradas.mus.toml").read_text("utf-8")
    partida = read(acta)
    again = write(partida.names, partida.events)
    assert tomllib.loads(again) == tomllib.loads(acta) | {"reglas": "parejas/1"}
    assert read(again) == partida
    voces = tomllib.loads(again)["manos"][0]["voces"]
    for voz in ("Beñat: mi compañero dirá", "Dani: miro a Ane", "Ane: seña: tres reyes", "tiempo"):
        assert voz in voces


@pytest.mark.parametrize("rules", [MusRules("donostia", reyes=4), TresMus("casa", juegos=2), Frances("peña")])
def test_a_set_of_ones_own_is_written_with_all_its_fields(rules: RuleSet):
    written = write(("Ane", "Beñat", "Carmen", "Dani"), begin(rules, 4))
    head = tomllib.loads(written)
    assert (head["reglas"], head["modo"], set(head["variantes"])) == (
        rules.name,
        rules.modo,
        set(rules.fields),
    )
    partida = read(written)
    assert partida.rules == rules
    assert rules.name in tell(partida, Texts("es"))


def test_an_acta_is_written_to_be_read_by_people():
    acta = (PARTIDAS / "R24-mus-visto.mus.toml").read_text("utf-8")
    partida = read(acta)
    assert write(partida.names, partida.events).startswith(
        """acta = 1
reglas = "castellano/1"
variantes = { mus_visto = 0.05 }
jugadores = ["Ane", "Beñat", "Carmen", "Dani"]
mano = "Ane"

[[manos]]
reparto = ["4o 5c 6b 7e", "1o 5o 10c 11b", "4c 6o 10o 12o", "2o 7o 11o 5e"]
visto = "Dani: 7o"
mazo = "12c 12e 12b"
voces = [
    "Ane: descarta 4o",
    "Beñat: servido",
"""
    )


def test_any_text_can_be_written():
    began = Began(rule_set("vitoria"), 4, 0, (0, 0), (0, 0))
    baraja = Promesa(mesa='a"\\\n\x7f\x00é🪙', palabras=("'", "\t"))
    acta = write(("A", "B", "C", "D"), (began,), baraja)
    assert tomllib.loads(acta)["baraja"] == {"mesa": baraja.mesa, "palabras": list(baraja.palabras)}
    assert read(acta).baraja == baraja


def test_names_that_an_acta_cannot_hold_are_changed():
    assert make_distinct(("Ane: la 1ª\n", "", "ane", "ANE", "\u200b", "x" * 200)) == (
        "Ane la 1ª",
        "Jugador 2",
        "ane",
        "ANE 2",
        "Jugador 5",
        "x" * 96,
    )
    partida = read(write(("A:b", "", "a B", "\n"), begin(rule_set("vitoria"))))
    assert partida.names == ("A b", "Jugador 2", "a B 2", "Jugador 4")


def test_a_partida_without_its_beginning_or_its_players_is_not_written():
    hands = tuple(cards(row) for row in ("4o 5c 6b 7e", "1o 5o 10c 11b", "4c 6o 10o 12o", "2o 7o 11o 5e"))
    for names, events in (
        (("A", "B", "C", "D"), (Dealt(1, 0, hands),)),
        (("A", "B", "C"), begin(rule_set("vitoria"))),
        ((), ()),
    ):
        with pytest.raises(ActaError, match=r"^cannot be written: .*expected (a whole log|4, by seat)"):
            write(names, events)


# ---- telling ---------------------------------------------------------------------------------------------


def test_a_partida_is_told_hand_by_hand():
    told = tell(read_file(PARTIDAS / "R30-respuesta-pareja.mus.toml"), Texts())
    assert "Ane y Carmen contra Beñat y Dani." in told
    assert "Mano 1. Es mano Ane." in told
    assert "  Chica — Ane: envido 4 · Dani: quiero · nadie sube más\n" in told
    assert "    Punto: 1 de deje para Ane y Carmen\n" in told
    assert "    Grande: 7 para Ane y Carmen (Carmen, rey sota seis cuatro)\n" in told
    assert "  Tanteo: Ane y Carmen 9 (1 amarraco y 4) · Beñat y Dani 4\n" in told


def test_who_is_adentro_who_wins_and_who_speaks_is_told():
    texts = Texts()
    won = tell(read_file(PARTIDAS / "R44-order-decides-the-juego.mus.toml"), texts)
    assert "Beñat y Dani 38 (7 amarracos y 3), ¡adentro!" in won
    assert "¡El juego es para Ane y Carmen! Juegos: Ane y Carmen 3 · Beñat y Dani 2." in won
    assert won.endswith("¡Ane y Carmen ganan la partida!\n")
    assert "¡Y la vaca! Vacas:" in tell(read_file(PARTIDAS / "R53-vacas.mus.toml"), texts)
    asked = tell(read_file(PARTIDAS / "R30-both-are-awaited.mus.toml"), texts)
    assert asked.endswith("\nHablan Beñat y Dani.\n")
    assert tell(read(HEAD), texts).endswith("\nFalta repartir la mano siguiente.\n")


def test_R91_cards_shown_of_which_none_counts_are_told():
    acta = (PARTIDAS / "R91-euskal-herria-shown-after-a-deje.mus.toml").read_text("utf-8")
    told = tell(read(acta), Texts())
    assert "    Pares: 9 de deje para Beñat y Dani\n  Se enseñan las cartas.\n  Tanteo: " in told
    hidden = acta.replace('"euskal-herria"', '"euskal-herria"\nvariantes = { muestra = false }')
    assert "Se enseñan las cartas" not in tell(read(hidden), Texts())


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("es", "Se ha pactado reyes: 4, cortar el mus: cuando se quiera y señas: no."),
        ("en", "Agreed: kings (reyes): 4, cutting the mus: at any time and señas: no."),
    ],
)
def test_what_was_changed_is_told_in_the_language_of_the_telling(language: str, line: str):
    acta = HEAD + "variantes = { reyes = 4, corte = 'libre', senas = false }"
    assert f"\n{line}\n" in tell(read(acta), Texts(language))
    yes = {"es": "«no quiero» deja fuera: sí", "en": "“no quiero” is out: yes"}[language]
    assert yes in tell(
        read(HEAD.replace("vitoria", "parejas") + "variantes = { elimina = true }"), Texts(language)
    )


def test_R86_that_nobody_who_plays_has_juego_is_told_as_such():
    told = tell(read_file(PARTIDAS / "R86-tres-mus-who-waits-has-no-juego.mus.toml"), Texts())
    assert "  Pares — de los que juegan, nadie tiene\n  Juego — de los que juegan, nadie tiene\n" in told
    with_all = tell(read_file(PARTIDAS / "R69-tres-mus-eight-of-seven.mus.toml"), Texts("en"))
    assert "of those who play" not in with_all


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "changes"), ROUND_TRIPS)
def test_everything_that_happens_can_be_told(name: str, changes: dict[str, object], language: str):
    rules = rule_set(name, changes)
    for played in simulate(rules, ("azar",) * rules.players.start, 10, "told"):
        told = tell(read(played.acta()), Texts(language))
        assert all(line.isprintable() for line in told.splitlines())


def test_a_long_name_and_a_huge_bet_can_be_told():
    long = HEAD.replace("vitoria", "castellano").replace("Ane", "A" * 100)
    names = ("Beñat", "Carmen", "Dani", "A" * 100)
    raises = [f"{name}: reenvido" for name in names * 500]
    bets = (f"{'A' * 100}: no mus", f"{'A' * 100}: envido {'9' * 100}", *raises, "Beñat: quiero")
    pasos = tuple(f"{name}: paso" for name in ("A" * 100, "Beñat", "Carmen", "Dani"))
    partida = read(long + hand(*bets, *pasos, *pasos))
    assert len(str(partida.mesa.piedras[0])) > 700
    assert "·10^" in tell(partida, Texts())
