"""What each button of a moment would mean: its numbers are those that the engine pays."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import reduce

import pytest

from musbot.game.actions import Action, Seat, Voz
from musbot.game.engine import awaited_seats, decide
from musbot.game.envite import Envite
from musbot.game.events import Paid, Por
from musbot.game.evolve import evolve
from musbot.game.rule_sets import RULE_SETS, rule_set
from musbot.game.state import State
from musbot.narrator import Narrator
from musbot.narrator.speech import Speech
from musbot.narrator.voices import voice_of_game
from musbot.table.acts import Explained, read_payload
from musbot.table.table import Table
from musbot.table.view import watch
from musbot.words.texts import LANGUAGES, Texts
from tests.support.at_table import asked, begun, played, pressed

MOST_BESIDE = 24
"""Characters of a button beside another one that a telephone shows whole."""


def meanings(table: Table, seat: Seat, language: str = "es") -> list[str]:
    view = watch(table, seat)
    assert view.game is not None
    return voice_of_game(Speech(Texts(language)), view, view.game).meaning_lines()


def test_each_button_is_explained_with_its_numbers():
    table = pressed(begun(), asked(begun()), "nomus")
    seat = asked(table)
    assert meanings(table, seat)[:2] == [
        "Paso: no apuestas; si nadie lo hace, el lance queda «en paso»: 1 para quien gane.",
        "Envido (2): apuestas 2 piedras a grande. "
        "Si quieren, al final las 2 son de quien gane; si no, cobras 1 ya.",
    ]
    table = pressed(table, seat, "envido.2")
    table = pressed(table, asked(table), "yyo")
    told = meanings(table, asked(table))
    assert told[0] == "Quiero: van 4 a grande."
    assert "Y yo (+2 → 6): quieres las 4 y subes a 6. Si no quieren, cobras 4 ya." in told
    assert any(line.startswith("Órdago: ") and line.endswith("si no, cobras 4 ya.") for line in told)
    assert meanings(table, (asked(table) + 1) % 4) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["parejas", "individual", "tres-mus", "frances"])
def test_everybody_who_is_asked_is_told_what_their_buttons_mean(name: str, language: str):
    for table, _ in played(begun(RULE_SETS[name]), seed=5, most=60):
        for seat in awaited_seats(table.mesa) if table.mesa is not None and not table.over else ():
            assert meanings(table, seat, language)


def test_what_is_taken_if_nobody_accepts_is_what_the_engine_pays():
    """Every word of some hands, declined by everybody (R32)."""
    checked = set()
    for table, _ in played(begun(rule_set("vitoria")), seed=11, most=150):
        mesa = table.mesa
        if mesa is None or table.over or not isinstance(mesa.phase, Envite):
            continue
        seat = awaited_seats(mesa)[0]
        for line, action in told(table, seat):
            if action.voz not in (Voz.PASO, Voz.QUIERO, Voz.QUEREMOS) and len(mesa.phase.pending) < 2:
                deje = declined(mesa, seat, action)
                checked.add(action.voz)
                assert f" {deje} ya" in line, line
    assert checked >= {Voz.ENVIDO, Voz.ORDAGO, Voz.Y_YO, Voz.NO_QUIERO}


def told(table: Table, seat: Seat) -> list[tuple[str, Action]]:
    """Returns each button's meaning, with the word that it says."""
    view = watch(table, seat)
    assert view.game is not None
    voice = voice_of_game(Speech(Texts("es")), view, view.game)
    acts = [read_payload(button.data).act for button in voice.word_buttons()]
    words = [act for act in acts if isinstance(act, Action)]
    return list(zip(voice.meaning_lines(amounts=False), words, strict=True))


def declined(mesa: State, seat: Seat, action: Action) -> int:
    """Returns the deje that is paid when a word is said and nobody accepts what is asked then."""
    events = decide(mesa, seat, action)
    mesa = reduce(evolve, events, mesa)
    while not (paid := [it.piedras for it in events if isinstance(it, Paid) and it.por is Por.DEJE]):
        events = decide(mesa, awaited_seats(mesa)[0], Action(Voz.NO_QUIERO))
        mesa = reduce(evolve, events, mesa)
    return paid[0]


@pytest.mark.parametrize("name", ["parejas", "individual", "tres-mus", "frances"])
def test_english_words_stand_beside_their_meaning_as_short_as_a_telephone_shows(name: str):
    rules = rule_set(name, {"consulta": True} if name == "parejas" else {})
    plain, meant = Narrator("en"), Narrator("en", explained=Explained.BESIDE)
    seen: set[str] = set()
    for table, _ in played(begun(rules), seed=5, most=120):
        for seat in awaited_seats(table.mesa) if table.mesa is not None and not table.over else ():
            bare, told = ([*said(it, table, seat)] for it in (plain, meant))
            assert [act for _, act in bare] == [act for _, act in told]
            for (word, _), (label, act) in zip(bare, told, strict=True):
                if isinstance(act, Action) and act.voz not in (Voz.SENA, Voz.MIRO):
                    assert re.search(r"\(.*[a-z]{2}.*\)|^(Withdraw|Give up for lost)$", label), label
                    assert label.startswith(word.partition(" (")[0])
                    assert len(label) <= MOST_BESIDE, label
                    seen.add(act.voz)
            rows = meant.board(watch(table)).keyboard()
            assert all(len(row) <= 2 or sum(len(it.label) for it in row) <= 24 for row in rows)
    assert {Voz.PASO, Voz.ORDAGO, Voz.QUIERO, Voz.NO_QUIERO} <= seen


@pytest.mark.parametrize("language", ["es", "eu"])
def test_a_language_with_words_of_its_own_says_them_alone(language: str):
    table = pressed(begun(), asked(begun()), "nomus")
    view = watch(table, asked(table))
    plain, meant = Narrator(language), Narrator(language, explained=Explained.BESIDE)
    assert plain.hand(view) == meant.hand(view)
    assert plain.board(view) == meant.board(view)


def said(narrator: Narrator, table: Table, seat: Seat) -> Iterator[tuple[str, object]]:
    for row in narrator.hand(watch(table, seat)).keyboard():
        for button in row:
            if button.data:
                yield button.label, read_payload(button.data).act
