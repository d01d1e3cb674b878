"""Worlds of a view look the same from its seat; what is known of nobody differs among them."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from musbot.game import Action, Fase, MusError, Partida, Sena, View, Voz
from musbot.players import PLAYERS, Azar
from musbot_research.lab import CannotBe, gain, value, worlds

PAGE = Path(__file__).parents[2] / "docs" / "findings.md"

OTHERS = {"looking_at", "true_signs", "may_sign", "signed", "seen", "question"}
"""What the eyes and señas of a seat are, which no world tells."""


def seen(view: View) -> dict[str, object]:
    row = {name: it for name, it in view._asdict().items() if name not in OTHERS}
    return row | {"tantos": [(it.bando, it.lance, it.piedras, it.por) for it in view.tantos]}


class Musero(Azar):
    """Gives mus as often as not, so that piles run out."""

    def choose(self, view: View) -> Action:
        mus = view.offers.allows(Voz.MUS) and len(view.throws) < 4
        return Action(Voz.MUS) if mus else super().choose(view)


def moments(rules: str, seed: int, hands: int, *, museros: bool = False) -> Iterator[View]:
    """The views of those who are asked in the first hands of a partida."""
    rng, partida = Random(seed), Partida(rules, seed=seed)
    kinds = [Musero] * 4 if museros else [PLAYERS[kind] for kind in ("novato", "azar", "muslari", "azar")]
    players = [kind(rng) for kind in kinds]
    while partida.turno and partida.mesa.hand <= hands:
        if partida.waited_for is not None and rng.random() < 0.5:
            partida.wait()
            continue
        seat = rng.choice(partida.turno)
        if (seña := players[seat].gesture(partida.view(seat))) is not None:
            partida.say(seña, seat)
        yield partida.view(seat)
        partida.say(players[seat].choose(partida.view(seat)), seat)


VIEW = Partida("vitoria", seed=1).view(0)
"""The view of a seat that is asked for mus."""


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"view": Partida()}, r"^view = .*: expected a View, such as partida\.view\(0\)"),
        ({"many": 1}, "^many = 1: expected a whole number from 2"),
        ({"many": "9"}, "^many = '9': expected a whole number"),
        ({"word": "muss"}, "^'muss' is no word of the game"),
        ({"word": Action(Voz.PASO)}, r"^not-now \(R21\)"),
        ({"kinds": "muslari"}, "^kinds = 'muslari': expected 4 of azar, novato"),
        ({"kinds": ["muslari"]}, r"^kinds = \['muslari'\]: expected 4 of"),
        ({"kinds": ["nobody"] * 4}, "^kinds = .*: expected 4 of"),
        ({"thrown": "4x"}, "^'4x': expected a card such as"),
    ],
)
def test_a_wrong_argument_is_refused_with_what_was_expected(changed: dict[str, Any], told: str):
    with pytest.raises(MusError, match=told):
        value(**(dict[str, Any](view=VIEW, word="mus", many=2) | changed))


@pytest.mark.parametrize("many", [0, -1, 1.5])
def test_worlds_are_drawn_by_the_number(many: Any):
    with pytest.raises(MusError, match=rf"^many = {many}: expected a whole number from 1$"):
        worlds(VIEW, many)


def test_a_word_and_the_cards_thrown_are_given_as_text():
    partida = Partida("vitoria", seed=1)
    lowest = [partida.view(seat).mine[-1] for seat in range(4)]
    for word in (*["mus"] * 4, *(f"descarta {card}" for card in lowest)):
        partida.say(word)
    view = partida.view(0)
    (one,), (other,) = (worlds(view, 1, thrown=it) for it in (str(lowest[0]), (lowest[0],)))
    assert one.mesa.cards == other.mesa.cards
    assert lowest[0] in one.mesa.discards
    assert gain(view, "mus", Voz.NO_MUS, 2) == gain(view, Action(Voz.MUS), Action(Voz.NO_MUS), 2)


@pytest.mark.parametrize("rules", ["vitoria", "parejas", "mundial", "castellano-40", "clasico"])
def test_a_world_looks_the_same_to_who_is_asked(rules: str):
    many = 0
    for number, view in enumerate(moments(rules, seed=3, hands=5)):
        if number % 3:
            continue
        for world in worlds(view, 2, seed=number):
            assert seen(world.view(view.seat)) == seen(view), str(world)
            assert Partida.from_position(str(world)) == world
            many += 1
    assert many > 15


def test_R23_where_the_pile_ran_out_the_last_discards_are_told():
    shortened = 0
    for view in moments("castellano-40", seed=5, hands=1, museros=True):
        if sum(map(sum, view.throws)) <= 24 or view.fase is Fase.DESCARTE:
            continue
        (world,) = worlds(view, 1)
        told = world.view(view.seat)
        assert (told.mine, told.fase, told.turno) == (view.mine, view.fase, view.turno)
        assert told.throws == view.throws[len(view.throws) - len(told.throws) :]
        shortened += told.throws != view.throws
    assert shortened > 5


LINE = "mus1 castellano-40/2 12o3c11b1e/7o7c7e10b/12c12e5b5o/11c11e10o1b"


def test_the_cards_that_one_has_thrown_nobody_else_holds():
    throws = ", ".join(f"descarta {cards}" for cards in ("11b 1e", "10b", "5o", "1b"))
    partida = Partida.from_position(f"{LINE} : mus, mus, mus, mus, {throws}", seed=1)
    view, thrown = partida.view(0), partida.mesa.discards[:2]
    assert [str(card) for card in thrown] == ["11b", "1e"]
    for known, held in ((thrown, False), ((), True)):
        found = worlds(view, 60, thrown=known)
        others = {card for world in found for seat in (1, 2, 3) for card in world.mesa.cards[seat]}
        assert bool(set(thrown) & others) is held
    with pytest.raises(CannotBe, match="expected the 2 that the seat has thrown"):
        worlds(view, 1, thrown=thrown[:1])


def test_a_seña_that_was_seen_holds_in_every_world():
    partida = Partida.from_position(LINE, seed=1)
    partida.say("seña: duples", 2)
    view = partida.view(0)
    assert view.seen == ((2, Sena.DUPLES),)
    for world in worlds(view, 20):
        assert Sena.DUPLES in world.view(2).true_signs


def test_a_bet_makes_strong_hands_likelier():
    bet = Partida.from_position(f"{LINE} : no mus, órdago", seed=1).view(1)
    quiet = Partida.from_position(f"{LINE} : no mus, paso", seed=1).view(1)
    reyes = [
        sum(card.rank in (3, 12) for world in worlds(view, 150) for card in world.mesa.cards[0])
        for view in (bet, quiet)
    ]
    assert reyes[0] > 1.15 * reyes[1]


QUIERO, NO_QUIERO = Action(Voz.QUIERO), Action(Voz.NO_QUIERO)


def test_R35_an_órdago_that_cannot_be_lost_is_worth_the_juego():
    partida = Partida.from_position(f"{LINE} : no mus, paso, paso, paso, paso, paso, paso, paso, paso, "
        "paso, paso, paso, paso, paso, órdago", seed=1)  # fmt: skip
    view = partida.view(0)
    assert (str(view.fase), view.mine[0].rank) == ("juego", 12)
    assert value(view, QUIERO, 20) == (1, 1, 1)
    sure = gain(view, QUIERO, NO_QUIERO, 20)
    assert 0.3 < sure.low <= sure.value == pytest.approx(1 - value(view, NO_QUIERO, 20).value)
    assert gain(view, NO_QUIERO, QUIERO, 20).value == pytest.approx(-sure.value)


def test_only_who_is_asked_in_mus_of_two_sides_is_answered():
    partida = Partida("castellano-40", seed=1)
    with pytest.raises(CannotBe, match="seat 1: expected that of somebody who is asked"):
        worlds(partida.view(1), 1)
    with pytest.raises(CannotBe, match="view of a seat"):
        worlds(partida.view(), 1)
    for rules, seats in (("trios", 6), ("individual", 4)):
        with pytest.raises(CannotBe, match="Mus in pairs"):
            worlds(Partida(rules, seed=1, seats=seats).view(0), 1)


@pytest.mark.long
def test_the_page_says_what_the_code_does():
    results = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert (results.failed, results.attempted > 15) == (0, True)


def test_the_table_of_cuts_is_made_by_its_script():
    (script,) = re.findall(r"```python\n# cutting.py\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    ran = subprocess.run(
        [sys.executable, "-c", script, "4"], capture_output=True, text=True, check=True, timeout=300
    )
    rows = ran.stdout.splitlines()
    assert [row.split(" | ")[0] for row in rows] == re.findall(r'"((?:\d+\w ?){4})"', script)
    assert all(len(row.split(" | ")) == 5 for row in rows)
