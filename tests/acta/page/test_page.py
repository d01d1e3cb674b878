"""A partida on a page: valid, small, with one script, no network; nobody reads what they may not know."""

from __future__ import annotations

import re
from base64 import b64encode
from dataclasses import replace
from functools import reduce
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import pytest
import tinyhtml5.parser

from musbot.acta.page.highlights import lead_for_good
from musbot.acta.page.sheet import page
from musbot.acta.page.story import HandStory
from musbot.acta.partida import Acta, Promesa
from musbot.acta.read import read, read_file
from musbot.cli.main import OK, main
from musbot.cli.simular import seat_players, simulate
from musbot.game.cards import DECK, Card, card
from musbot.game.events import Dealt, Served
from musbot.game.evolve import evolve
from musbot.game.rule_sets import rule_set
from musbot.game.shuffle import Scheme
from musbot.pictures.deck.symbols import card_id
from musbot.words.texts import LANGUAGES, Texts

PARTIDAS = Path(__file__).parents[2] / "partidas"
SIX = [f"vistas/{rules}" for rules in ("parejas", "trios", "individual", "tres-mus", "frances")]
SIX += ["R23-reshuffle", "R35-ordago-wins-at-once"]
"""One of each kind, one with a reshuffle, one with an órdago."""
MOST = 400_000
"""Bytes of the page of forty hands."""
ES = Texts("es")

UNDER_WAY = """
acta = 1
reglas = "vitoria"
jugadores = ["Ane", "Beñat", "Carmen", "Dani"]
mano = "Ane"
[[manos]]
reparto = ["12o 12c 6o 6c", "5o 5c 4e 10b", "1o 2c 4o 12b", "10o 10c 5e 4c"]
mazo = "7o 7c 7e 7b"
voces = ["Ane: mus", "Beñat: mus", "Carmen: mus", "Dani: mus",
    "Ane: descarta 6o", "Beñat: descarta 5o", "Carmen: descarta 4o", "Dani: descarta 4c",
    "Ane: seña: dos reyes", "Ane: no mus", "Ane: envido"]
"""

AS_READ = """
Partida de mus: Ane y Carmen contra Beñat y Dani
Ane y Carmen contra Beñat y Dani Vitoria: a 40 piedras, 3 juegos.
Ane y Carmen Ane y Carmen 3 Beñat y Dani Beñat y Dani 2 ¡Ane y Carmen ganan la partida!
Los momentos La mejor jugada rey de copas, rey de oros, tres de bastos, tres de espadas
Beñat liga duples, cuatro reyes · juego de 40. Mano 1
La mano más gorda Beñat y Dani se llevan una piedra de una vez. Mano 1
Donde se decidió Ane y Carmen mandan desde esta mano hasta el final. Mano 1
El tanteo Las piedras de cada bando, mano por mano. Ane y Carmen 40 (8 amarracos) · Beñat y Dani 39
(7 amarracos y 4), ¡adentro! 0 10 20 30 40 1 ¡El juego es para Ane y Carmen! Juegos: Ane y Carmen 3 ·
Beñat y Dani 2. Ane y Carmen Ane y Carmen Beñat y Dani Beñat y Dani
Las manos, una por una Juego 1 Mano 1 es mano Ane Ane y Carmen Ane y Carmen 40 Beñat y Dani 39
Ane y Carmen Ane mano seis de copas, cinco de bastos, cuatro de espadas, as de oros sin pares · 16 de punto
Beñat y Dani Beñat rey de copas, rey de oros, tres de bastos, tres de espadas
duples, cuatro reyes · juego de 40
Ane y Carmen Carmen sota de oros, seis de bastos, cinco de oros, cuatro de copas sin pares · 25 de punto
Beñat y Dani Dani postre caballo de espadas, sota de espadas, siete de copas, siete de oros
par de sietes · juego de 34
Mus Ane no mus Grande Ane paso Beñat paso Carmen paso Dani paso
Chica Ane paso Beñat paso Carmen paso Dani paso Pares tienen Beñat y Dani Juego tienen Beñat y Dani
El recuento Beñat y Dani Grande: en paso, 1 para Beñat y Dani (Beñat, rey rey rey rey)
Ane y Carmen Chica: en paso, 1 para Ane y Carmen (Ane, as cuatro cinco seis)
¡El juego es para Ane y Carmen! Juegos: Ane y Carmen 3 · Beñat y Dani 2.
La misma partida, para repetirla jugada a jugada, está en el fichero .mus.toml.
"""
AS_READ_BY_CARMEN = """
Juego 1 Mano 1 es mano Ane Ane y Carmen 0 Beñat y Dani 0
Ane y Carmen Ane mano 4 cartas sin enseñar Beñat y Dani Beñat 4 cartas sin enseñar
Ane y Carmen Carmen rey de bastos, siete de espadas, dos de copas, as de oros par de ases · 19 de punto
Beñat y Dani Dani postre 4 cartas sin enseñar
Como se repartieron Carmen rey de bastos, cuatro de oros, dos de copas, as de oros
Mus Ane mus Beñat mus Carmen mus Dani mus
Descarte Ane tira una carta Beñat tira una carta Carmen tira cuatro de oros Dani tira una carta
Ane coge una carta Beñat coge una carta Carmen coge siete de espadas Dani coge una carta
Mus (seña de Ane: dos reyes) Ane no mus Grande Ane envido La mano sigue en juego.
La misma partida, para repetirla jugada a jugada, está en el fichero .mus.toml.
"""


def acta(name: str) -> Acta:
    return read_file(PARTIDAS / f"{name}.mus.toml")


def shown_in(html: str) -> set[Card]:
    """The cards that are drawn somewhere, besides where each is defined."""
    body = re.sub(r"<defs>.*?</defs>", "", html)
    return {it for it in DECK if f'href="#{card_id(it)}"' in body}


def plain(html: str) -> str:
    """What is to be read, pictures told by their labels."""
    body = re.sub(r"<(style|defs|script)>.*?</\1>", "", html, flags=re.DOTALL)
    body = re.sub(r'<div class="step" .*?</button></div></div>', "", body)
    body = re.sub(r'<[^>]*aria-label="([^"]*)"[^>]*>', r" \1 ", body)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", body))


# ---- the file --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SIX)
def test_it_is_valid_html_of_one_file(name: str, language: str) -> None:
    html = page(acta(name), Texts(language))
    parser = tinyhtml5.parser.HTMLParser()
    parser.parse(html)
    assert parser.errors == []
    assert f'<html lang="{language}">' in html
    assert not re.search(r"<img|<link|@import|url\(|https?:", html)
    ids = re.findall(r'\bid="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', html)) <= set(ids)


def test_the_one_script_is_the_one_that_the_page_may_run() -> None:
    html = page(acta("vistas/parejas"), ES)
    (script,) = re.findall(r"<script[^>]*>(.*?)</script>", html, re.DOTALL)
    allowed = b64encode(sha256(script.encode()).digest()).decode()
    assert f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{allowed}'" in html
    assert not re.search(r"\son\w+=", html)


@pytest.mark.parametrize("name", SIX)
def test_without_its_script_everything_but_the_buttons_is_shown(name: str) -> None:
    (hidden,) = re.findall(r"<[^>]*\shidden\b[^>]*>", page(acta(name), ES))
    assert hidden == '<div class="step" role="group" aria-label="Paso a paso" hidden>'


@pytest.mark.parametrize("name", SIX)
def test_headings_go_down_step_by_step(name: str) -> None:
    levels = [int(n) for n in re.findall(r"<h([1-6])", page(acta(name), ES))]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


@pytest.mark.parametrize(("name", "seats"), [("parejas", 4), ("individual", 6)])
def test_forty_hands_take_less_than_400_kb(name: str, seats: int) -> None:
    rules = rule_set(name).with_changes({"juegos": 9})
    played = next(iter(simulate(rules, seat_players(rules, ["prudente"], seats), 10, "page")))
    partida = read(played.acta())
    assert partida.mesa.hand == 10
    alone = len(page(replace(partida, events=partida.events[:1]), ES).encode())
    assert alone < 50_000, "what does not grow with hands: styles, what cards share"
    html = page(partida, ES)
    once = sum(len(drawn.encode()) for drawn in re.findall(r"<symbol .*?</symbol>", html))
    whole = len(html.encode())
    assert once < 45_000, "each card is drawn once, however often it is dealt"
    assert whole + 3 * (whole - alone - once) < MOST


def test_who_sat_at_no_table_are_told_of_none() -> None:
    named = acta("R25-mus-corrido")
    for mesa, told in (("K7-abcdef", "Mesa K7"), ("simular|a-b|1", ""), (None, "")):
        html = page(replace(named, baraja=Promesa(mesa=mesa)), Texts("es"))
        assert re.findall(r'<p class="t">(.*?)</p>', html) == [told] * bool(told)


def test_names_are_not_taken_for_html() -> None:
    html = page(read(UNDER_WAY.replace("Ane", '<b onclick=\\"x\\">& Co')), ES)
    assert "<b onclick" not in html
    assert "&lt;b onclick=&quot;x&quot;&gt;&amp; Co" in html


# ---- what it tells ---------------------------------------------------------------------------------------


def test_words_stand_in_the_order_in_which_they_were_said() -> None:
    told = plain(page(read(UNDER_WAY), ES))
    assert "Mus Ane mus Beñat mus Carmen mus Dani mus" in told
    assert "Grande Ane envido" in told
    assert "La mano sigue en juego." in told


def test_a_page_as_it_is_read() -> None:
    told = plain(page(acta("R44-order-decides-the-juego"), ES))
    assert told.split() == AS_READ.split()


def test_a_page_of_a_partida_under_way_as_its_player_reads_it() -> None:
    told = plain(page(read(UNDER_WAY), ES, 2)).partition("Las manos, una por una")[2]
    assert told.split() == AS_READ_BY_CARMEN.split()


def test_the_score_runs_from_edge_to_edge_and_from_nothing_to_the_top() -> None:
    html = page(acta("R44-order-decides-the-juego"), ES)
    ane, benat = re.findall(r'<polyline stroke="#\w+" points="38,([\d.]+) 498.0,([\d.]+)"/>', html)
    assert ane[1] == "30.0", "forty piedras of forty"
    assert float(benat[1]) == pytest.approx(30 + 230 / 40, abs=0.1)
    assert '<path class="j" d="M498.0,24V260"/>' in html


def test_an_ordago_is_a_moment_with_how_it_ended() -> None:
    told = plain(page(acta("R35-ordago-wins-at-once"), ES))
    assert re.search(r"Órdago .* echa un órdago a \w+, ¡y se lo quieren!", told)
    told = plain(page(acta("R32-ordago-rejected"), ES))
    assert re.search(r"echa un órdago a \w+ y nadie lo quiere", told)


def test_cards_without_pares_or_juego_and_no_piedras_are_no_moment() -> None:
    told = plain(page(acta("R35-ordago-wins-at-once"), ES))
    assert "La mejor jugada" not in told
    assert "de una vez" not in told


def after(
    number: int, piedras: tuple[int, int], juegos: tuple[int, int], won: int | None = None
) -> HandStory:
    """A hand that left such a score."""
    return HandStory(
        number,
        1,
        0,
        (0, 1, 2, 3),
        (),
        (0, 0),
        after=piedras,
        juegos=juegos,
        vacas=(0, 0),
        won=won,
        in_progress=False,
    )


def test_the_turning_point_is_the_hand_after_which_the_winner_was_never_behind() -> None:
    juego = after(3, (12, 40), (0, 1), won=1)
    hands = [after(1, (5, 2), (0, 0)), after(2, (5, 20), (0, 0)), juego, after(4, (39, 3), (0, 1))]
    assert lead_for_good([*hands, after(5, (40, 3), (1, 1), won=0)], 0) is None, "level, not ahead"
    assert lead_for_good([*hands, after(5, (40, 3), (1, 1), won=0), after(6, (40, 9), (2, 1), won=0)], 0) == 5
    assert lead_for_good(hands, 1) == 1
    assert lead_for_good([after(1, (0, 7), (0, 0)), juego], 1) == 0


def test_who_wants_to_be_rid_of_stones_leads_with_fewer() -> None:
    hands = [after(1, (3, 7), (0, 1)), after(2, (9, 1), (2, 1))]
    assert lead_for_good(hands, 0, gains=False) is None
    assert lead_for_good(hands, 1, gains=False) == 1


def test_a_reshuffle_is_told() -> None:
    assert "se acaba el mazo y se barajan los descartes" in plain(page(acta("R23-reshuffle"), ES))


def test_the_count_has_its_reasons() -> None:
    told = plain(page(acta("R44-order-decides-the-juego"), ES))
    assert re.search(r"El recuento .*Grande: .* para .*\(", told)


# ---- the proof -------------------------------------------------------------------------------------------


def test_the_proof_says_whether_every_hand_was_dealt_as_promised() -> None:
    partida = read(next(iter(simulate(rule_set("tres-mus"), ("azar",) * 3, 4, "proof"))).acta())
    promised = partida.baraja
    assert promised is not None
    assert promised.compromiso is not None
    html = page(partida, ES)
    assert promised.compromiso in html
    assert "manos salen igual" in html
    assert "no cuadra con lo que se publicó" not in html
    cut = page(replace(partida, baraja=replace(promised, esquema=Scheme.MUSBOT_2, corte=7)), ES)
    assert "<dt>Corte</dt><dd>7</dd>" in cut
    forged = page(replace(partida, baraja=replace(promised, semilla=bytes(32))), ES)
    assert "no salen como estaba prometido estas manos: 1-" in forged
    assert "no cuadra con lo que se publicó" in forged
    waits = page(replace(partida, baraja=replace(promised, semilla=None)), ES)
    assert promised.compromiso in waits
    assert "Semilla</dt>" not in waits


# ---- who may know what -----------------------------------------------------------------------------------


def cards(written: str) -> set[Card]:
    return {card(word) for word in written.split()}


@pytest.mark.parametrize(
    ("seat", "known"), [(None, ""), (0, "12o 12c 6o 6c 7o"), (1, "5o 5c 4e 10b 7c"), (2, "1o 2c 4o 12b 7e")]
)
def test_of_a_partida_under_way_one_sees_ones_own_cards(seat: int | None, known: str) -> None:
    html = page(read(UNDER_WAY), ES, seat)
    assert shown_in(html) == cards(known)
    assert ("seña de Ane" in html) == (seat in (0, 2)), "Carmen looks at her partner (R58)"
    assert "mira a" not in html
    assert "Beñat tira una carta" in html or seat == 1
    assert set(re.findall(r'href="#([^"]+)"', html)) <= set(re.findall(r'\bid="([^"]+)"', html))


def test_R80_cards_that_were_not_shown_stay_so_until_the_partida_is_over() -> None:
    under, over = acta("R38-deje-before-a-pending-bet"), "juegos = [1, 1]"
    assert shown_in(page(under, ES)) == set()
    assert "las cartas no se enseñaron" in page(under, ES)
    assert len(shown_in(page(under, ES, 0))) == 4
    text = (PARTIDAS / "R38-deje-before-a-pending-bet.mus.toml").read_text("utf-8")
    ended = read(text.replace(over, "juegos = [1, 2]"))
    assert len(shown_in(page(ended, ES))) == 16
    assert "nadie enseñó estas cartas" in page(ended, ES)


@pytest.mark.parametrize("name", SIX)
@pytest.mark.parametrize("seat", [None, 0, 1])
def test_no_page_of_a_partida_under_way_has_a_card_too_many(name: str, seat: int | None) -> None:
    """Cut off in the middle of a hand: what is drawn of it was shown, or was in one's own hand."""
    whole = acta(name)
    looked = 0
    for end in range(5, len(whole.events), max(7, len(whole.events) // 8)):
        events = whole.events[:end]
        mesa = reduce(evolve, events[1:], evolve(None, events[0]))
        begun = Acta(whole.names, whole.rules, events, mesa)
        if not mesa.cards or mesa.fase == "fin":
            continue
        looked += 1
        known = {it for who in mesa.shown for it in mesa.cards[who]}
        for event in begun.events:
            if isinstance(event, Dealt) and event.hand == mesa.hand and seat is not None:
                known |= set(event.cards[seat])
            elif isinstance(event, Served) and event.seat == seat:
                known |= set(event.cards)
        last = page(begun, ES, seat).rpartition("<details")[2].partition("</details>")[0]
        assert shown_in(last) <= known
    assert looked


# ---- the command -----------------------------------------------------------------------------------------


def test_the_command_writes_it_beside_the_acta(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "K7.mus.toml"
    file.write_text(UNDER_WAY, "utf-8")
    assert main(["acta", "--html", "--idioma", "en", "--jugador", "beñat", str(file)]) == OK
    written = tmp_path / "K7.partida.html"
    assert capsys.readouterr().out == f"{written}\n"
    assert shown_in(written.read_text("utf-8")) == cards("5o 5c 4e 10b 7c")
    assert main(["acta", "--html", "--jugador", "Jon", str(file)]) != OK
    assert "Jon" in capsys.readouterr().err
    written.write_text("mine", "utf-8")
    assert main(["acta", "--html", str(file)]) != OK
    assert f"{written} " in capsys.readouterr().err
    assert written.read_text("utf-8") == "mine"
