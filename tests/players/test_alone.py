"""Muslari where each plays alone (R39-R43): it tries its words in worlds that the view allows."""

from __future__ import annotations

from random import Random

import pytest

from musbot.game.actions import Action, Voz
from musbot.game.modos.mus.rules import MUS_SETS
from musbot.players.mus.muslari.player import Muslari
from tests.support.ai_partidas import asked

RULES = MUS_SETS["individual"]
WORST = {2: "4o 4c 5e 6b", 3: "4b 5o 6o 7o"}
CUT, PASO, ORDAGO, QUIERO, NO = map(Action, (Voz.NO_MUS, Voz.PASO, Voz.ORDAGO, Voz.QUIERO, Voz.NO_QUIERO))
BET = Action(Voz.ENVIDO, 2)


@pytest.mark.parametrize("seed", range(5))
def test_R43_an_ordago_that_somebody_has_accepted_is_not_left_to_them(seed: int) -> None:
    view = asked(RULES, WORST, (0, CUT), (0, ORDAGO), (1, QUIERO))
    assert Muslari(Random(seed)).choose(view) == QUIERO  # no quiero: one of the two has won


@pytest.mark.parametrize("seed", range(5))
def test_R40_who_has_been_raised_raises_no_more_but_by_ordago(seed: int) -> None:
    words = [(0, CUT), (0, BET), (1, Action(Voz.Y_YO)), (2, NO), (3, NO)]
    view = asked(RULES, {0: "12o 12c 12e 12b", 2: "4o 4c 5e 6b", 3: "4b 5o 6o 7o"}, *words)
    assert Muslari(Random(seed)).choose(view).voz in (Voz.QUIERO, Voz.ORDAGO)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(
    ("hand", "word"), [("12o 12c 12e 7b", QUIERO), ("12o 11c 6e 5b", NO), ("11o 10c 5e 4b", NO)]
)
def test_against_a_rival_who_says_ordago_it_accepts_only_with_a_hand_that_beats_the_top_quarter(
    hand: str, word: Action, seed: int
) -> None:
    view = asked(RULES, {1: hand}, (0, CUT), (0, ORDAGO))
    assert Muslari(Random(seed)).choose(view) == word


@pytest.mark.parametrize("seed", range(5))
def test_it_opens_with_an_ordago_more_easily_once_a_rival_has_said_one(seed: int) -> None:
    good = {0: "12o 12c 6e 7b", 1: "1o 4c 4e 5b"}
    calm = asked(RULES, good, (0, CUT), *((seat, PASO) for seat in range(4)), (0, PASO))
    words = [(0, PASO), (1, PASO), (2, PASO), (3, ORDAGO), (0, NO), (1, NO), (2, NO), (0, PASO)]
    heated = asked(RULES, good, (0, CUT), *words)
    assert Muslari(Random(seed)).choose(calm).voz is not Voz.ORDAGO
    assert Muslari(Random(seed)).choose(heated).voz is Voz.ORDAGO
