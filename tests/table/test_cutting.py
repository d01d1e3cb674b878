"""Where the deck is cut: all that people can add to it (R92, R93)."""

from __future__ import annotations

import pytest

from musbot.game.cards import UNCUT
from musbot.game.errors import BadEvent
from musbot.game.rule_sets import rule_set
from musbot.game.rules_base import RuleSet
from musbot.game.shuffle import Baraja
from musbot.narrator import Narrator
from musbot.table import cutting
from musbot.table.act_result import Refused
from musbot.table.acts import read_act
from musbot.table.decisions import decide_act
from musbot.table.events import Cut, Person, read_person_id
from musbot.table.fold import fold
from musbot.table.table import Table
from musbot.table.view import watch
from tests.support import at_table
from tests.support.at_table import person, pressed

BYSTANDER = Person(read_person_id("test:eva"), "Eva")


def lobby(rules: RuleSet | None = None, seats: int = 4) -> Table:
    """A table with so many people in its lobby."""
    return at_table.lobby(rules, seats)


def order(table: Table) -> object:
    return table.mesa.cards if table.mesa is not None else None


def test_R92_the_last_one_to_cut_counts_and_all_see_who_and_where():
    table = pressed(lobby(), 1, "cut.17")
    assert (watch(table).place, watch(table).cutter) == (17, 1)
    assert "Beñat corta la baraja por el 17." in Narrator("es").lobby(watch(table)).text
    table = pressed(table, 2, "cut.3")
    assert (watch(table).place, watch(table).cutter) == (3, 2)
    assert "Beñat" not in Narrator("en").lobby(watch(table)).text.partition("✂️")[2]
    assert pressed(table, 2, "cut.3").cut == table.cut, "the same once more"


def test_R92_nobody_has_to_cut():
    assert (watch(lobby()).place, watch(lobby()).cutter) == (UNCUT, None)
    assert f"Si no, por el {UNCUT}." in Narrator("es").lobby(watch(lobby())).text
    table = pressed(lobby(), 0, "start")
    assert table.mesa is not None
    assert order(table) == order(pressed(lobby(), 0, "cut.20", "start"))


def test_R92_the_cards_follow_from_the_cut():
    tables = [pressed(lobby(), 0, f"cut.{place}", "start") for place in range(1, 41)]
    assert len({table.mesa.cards for table in tables if table.mesa}) == 40
    baraja = Baraja(tables[16].seed, tables[16].id, cut=17)
    assert tables[16].mesa is not None
    assert tables[16].mesa.cards == baraja.deal_cards(1, (4,) * 4, tables[16].mesa.mano)


def test_R92_who_stands_up_takes_their_cut_with_them():
    table = pressed(lobby(), 1, "cut.17", "up")
    assert (table.cut, table.place) == (None, UNCUT)
    assert pressed(pressed(lobby(), 1, "cut.17"), 0, "up").place == 17
    moved = pressed(lobby(seats=2), 1, "cut.17", "sit.0")
    assert moved.cut is None, "another seat is another"
    trios = lobby(rule_set("trios"), 6)
    assert pressed(pressed(trios, 5, "cut.9"), 0, "rules.vitoria").cut is None
    assert pressed(pressed(trios, 3, "cut.9"), 0, "rules.vitoria").cut == Cut(3, 9)


def test_R92_a_cut_goes_with_its_seat_when_sides_are_drawn_or_seats_taken_away():
    table = pressed(pressed(lobby(rule_set("individual"), 3), 2, "cut.5"), 0, "start")
    assert table.cut is not None
    assert (table.place, table.names[table.cut.seat]) == (5, "Carmen")
    drawn = pressed(pressed(lobby(rule_set("vitoria", {"parejas": "sorteo"})), 3, "cut.6"), 0, "start")
    assert drawn.cut is not None
    assert (drawn.place, drawn.names[drawn.cut.seat]) == (6, "Dani")


@pytest.mark.parametrize("text", ["", "0", "41", "-1", "1.5", "siete", "٣", "1 2"])
def test_R92_what_is_no_number_from_1_to_40_is_refused_with_what_is_wanted(text: str):
    with pytest.raises(Refused, match="cut-what"):
        cutting.cut_by_text(lobby(), person(0), text)
    assert "/suerte y un número del 1 al 40" in Narrator("es").refusal(Refused("refused-cut-what"))


def test_only_who_sits_cuts():
    with pytest.raises(Refused, match="no-seat"):
        cutting.cut_by_text(lobby(), BYSTANDER, "17")
    for act in ("cut.17", "page.cut", "page.cut-below"):
        with pytest.raises(Refused, match="no-seat"):
            decide_act(lobby(), BYSTANDER, 0, read_act(act))


def test_after_the_start_nobody_cuts():
    table = pressed(lobby(), 0, "start")
    with pytest.raises(Refused, match="not-in-lobby"):
        cutting.cut_by_text(table, person(0), "17")
    with pytest.raises(Refused, match="unknown-act"):
        pressed(table, 0, "cut.17")
    with pytest.raises(Refused, match="old-question"):
        decide_act(table, person(0), 0, read_act("cut.17"))


@pytest.mark.parametrize("act", ["cut.0", "cut.41", "cut.100"])
def test_a_button_of_another_number_is_refused(act: str):
    with pytest.raises(Refused, match="cut-what"):
        pressed(lobby(), 0, act)


@pytest.mark.parametrize("text", ["chiripa", "f" * 64, f"17 {'f' * 64}"])
def test_R93_nothing_but_a_number_is_added_to_a_deck(text: str):
    with pytest.raises(Refused, match="cut-what"):
        cutting.cut_by_text(lobby(), person(0), text)


@pytest.mark.parametrize("cut", [Cut(0, 0), Cut(0, 41), Cut(4, 17), Cut(-1, 17)])
def test_a_cut_cannot_be_forged_into_a_log(cut: Cut):
    with pytest.raises(BadEvent):
        fold(lobby(), cut)
