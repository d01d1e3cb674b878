"""The kernel that learning plays with is Mus as the rules have it (tools/aprender)."""

from __future__ import annotations

import ctypes
from random import Random

import pytest

from musbot.game.lances import Lance
from musbot.game.modos.mus.rules import SETS, MusRules
from musbot.game.rules import Real
from musbot.players.mus.odds import hand_classes
from tools.aprender import differential, library

pytestmark = pytest.mark.skipif(library.compiler() is None, reason="the kernel needs a C compiler")


@pytest.mark.parametrize("real", Real)
@pytest.mark.parametrize("reyes", [8, 4])
def test_R15_every_class_of_hands_is_worth_what_the_rules_say(reyes: int, real: Real) -> None:
    found, of = library.baraja(reyes, real), hand_classes(MusRules(reyes=reyes, real=real))
    many = found.classes
    assert many == len(of.jugadas)
    assert {kinds: tuple(found.held[place]) for kinds, place in of.index.items()} == {k: k for k in of.index}
    for number, lance in enumerate(Lance):
        assert tuple(found.place[number][:many]) == of.places[lance]
    for row, worth in (
        (found.pares, [j.premio_pares for j in of.jugadas]),
        (found.juego, [j.juego for j in of.jugadas]),
        (found.premio_juego, [j.premio_juego for j in of.jugadas]),
        (found.puntos, [j.puntos for j in of.jugadas]),
    ):
        assert list(row[:many]) == worth


@pytest.mark.parametrize("rules", differential.RULES, ids=lambda rules: rules.name)
def test_R44_random_hands_are_bet_and_paid_as_by_the_engine(rules: MusRules) -> None:
    assert sum(1 for _ in differential.compared(rules, 100, seed=2)) == 100


@pytest.mark.long
@pytest.mark.parametrize("rules", differential.RULES, ids=lambda rules: rules.name)
def test_R44_twenty_thousand_hands_in_all_are_bet_and_paid_as_by_the_engine(rules: MusRules) -> None:
    many = -(-20_000 // len(differential.RULES))
    assert sum(1 for _ in differential.compared(rules, many, seed=3)) == many


def test_a_kernel_that_pays_otherwise_is_found_out() -> None:
    rules = SETS["castellano-40"]
    wrong = library.Reglas.from_buffer_copy(library.reglas(rules))
    wrong.piedras = 30  # so that juegos end too early
    table = library.mesa(rules)
    table.reglas = ctypes.pointer(wrong)
    rng = Random(1)
    scores = [(rng.randrange(30), rng.randrange(30)) for _ in range(200)]

    def compare() -> None:
        for number, piedras in enumerate(scores):
            differential.hand_from(rules, table, piedras, number % 4, number)

    with pytest.raises(differential.Differs):
        compare()


@pytest.mark.parametrize("change", [{"bandos": "trios"}, {"corte": "libre"}, {"mus_visto": 0.1}])
def test_rules_that_the_kernel_does_not_play_are_refused(change: dict[str, object]) -> None:
    with pytest.raises(library.NotInKernel, match="castellano"):
        library.reglas(SETS["castellano"].with_changes(change))
