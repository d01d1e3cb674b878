"""What a score is worth before a hand, and how that depends on who plays."""

from __future__ import annotations

from functools import reduce

import pytest

from musbot.coach.mus.score import STEEPNESS_BY_ORDAGOS, STRANGERS, TableHistory, chance_by_score
from musbot.game.cards import DECK
from musbot.game.engine import begin, deal
from musbot.game.evolve import evolve
from musbot.game.modos.mus.state import MusState
from musbot.game.rule_sets import rule_set


def before_a_hand(ours: int, theirs: int, *, dealt: bool = False) -> MusState:
    """A table of four with that score; seat 0 is mano."""
    (began,) = begin(rule_set("castellano-40"), 4, piedras=(ours, theirs))
    mesa = evolve(None, began)
    if dealt:
        mesa = reduce(evolve, deal(mesa, tuple(DECK[4 * seat : 4 * seat + 4] for seat in range(4))), mesa)
    assert isinstance(mesa, MusState)
    return mesa


@pytest.mark.parametrize("score", [(0, 0), (12, 30), (38, 39)])
def test_the_chances_of_both_sides_are_one(score: tuple[int, int]) -> None:
    for dealt in (False, True):
        mesa = before_a_hand(*score, dealt=dealt)
        assert chance_by_score(mesa, 0, STRANGERS) + chance_by_score(mesa, 1, STRANGERS) == pytest.approx(1)


def test_who_leads_and_who_is_mano_is_likelier_to_win() -> None:
    level = chance_by_score(before_a_hand(20, 20), 0, STRANGERS)
    assert 0.5 < level < chance_by_score(before_a_hand(25, 20), 0, STRANGERS) < 1


def test_a_lead_tells_less_where_ordagos_are_said() -> None:
    calm, wild = TableHistory(500, 0), TableHistory(500, 500)
    assert calm.steepness == STEEPNESS_BY_ORDAGOS[0][1]
    assert wild.steepness == pytest.approx(STEEPNESS_BY_ORDAGOS[-1][1], abs=0.01)
    assert wild.steepness < STRANGERS.steepness < calm.steepness
    mesa = before_a_hand(30, 10)
    assert chance_by_score(mesa, 0, wild) < chance_by_score(mesa, 0, calm)
    assert STRANGERS.with_hand(ordago=True).with_hand(ordago=False) == TableHistory(2, 1)
    four = [TableHistory(kinds=(kind,) * 4).steepness for kind in ("azar", "muslari", "prudente")]
    assert four == sorted(four)
