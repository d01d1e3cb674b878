"""How strong the shipped players are, as far as a few juegos tell."""

from __future__ import annotations

import pytest

from musbot.game.rule_sets import rule_set
from musbot_research.arena import Arena, Bout, one_juego, share


@pytest.mark.slow
@pytest.mark.parametrize(("rival", "least", "most"), [("azar", 0.7, 1.0), ("prudente", 0.1, 0.45)])
def test_a_beginner_beats_random_words_and_loses_to_a_villager(rival: str, least: float, most: float) -> None:
    arena = Arena(one_juego(rule_set("castellano-40")), "novato")
    won = share([arena.play(Bout("novato", rival), number) for number in range(30)])
    assert least <= won.value <= most


@pytest.mark.slow
@pytest.mark.parametrize(("rival", "least"), [("prudente", 0.55), ("ordago-siempre", 0.4)])
def test_each_alone_two_muslari_win_more_juegos_than_two_others(rival: str, least: float) -> None:
    arena = Arena(one_juego(rule_set("individual")), "plays_alone")
    assert share([arena.play(Bout("muslari", rival), number) for number in range(15)]).value > least
