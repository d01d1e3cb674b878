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
CUT, ORDAGO, QUIERO, NO = map(Action, (Voz.NO_MUS, Voz.ORDAGO, Voz.QUIERO, Voz.NO_QUIERO))


@pytest.mark.parametrize("seed", range(5))
def test_R43_an_ordago_that_somebody_has_accepted_is_not_left_to_them(seed: int) -> None:
    view = asked(RULES, WORST, (0, CUT), (0, ORDAGO), (1, QUIERO))
    assert Muslari(Random(seed)).choose(view) == QUIERO  # no quiero: one of the two has won


@pytest.mark.parametrize("seed", range(5))
def test_R40_who_has_been_raised_raises_no_more_but_by_ordago(seed: int) -> None:
    words = [(0, CUT), (0, Action(Voz.ENVIDO, 2)), (1, Action(Voz.Y_YO)), (2, NO), (3, NO)]
    view = asked(RULES, {0: "12o 12c 12e 12b", 2: "4o 4c 5e 6b", 3: "4b 5o 6o 7o"}, *words)
    assert Muslari(Random(seed)).choose(view).voz in (Voz.QUIERO, Voz.ORDAGO)
