"""How well chances hold: of those who tell them as they are, too surely, or always a half."""

from __future__ import annotations

from random import Random

import pytest

from musbot.cli.simular import simulate
from musbot.coach.account import ValuedWord
from musbot.coach.mus.moments import Decision, find_decisions
from musbot.game.actions import Action, Voz
from musbot.game.lances import Fase
from musbot.game.rule_sets import rule_set
from musbot.game.views import observe
from musbot_research import calibration
from musbot_research.calibration import Measurement
from musbot_research.reliability import (
    Said,
    calibration_error,
    columns,
    figures,
    mean_excess,
    mean_loss,
    slope,
)


def told(sureness: float, many: int = 4000) -> list[Said]:
    """Words, one of a juego, by one who is so much surer of a half-known chance than it is."""
    rng, words = Random(4), []
    for juego in range(many):
        truth = 0.5 + 0.6 * (rng.random() - 0.5)
        said = min(0.999, max(0.001, 0.5 + sureness * (truth - 0.5)))
        words.append(Said(juego, said, rng.random() < truth))
    return words


def test_who_tells_it_as_it_is_is_as_good_as_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("musbot_research.reliability.DRAWN", 20)
    it = figures(told(1.0, 1500))
    assert it.off < 2 * it.perfect
    assert it.slope[1] < 1 < it.slope[2]
    assert it.bias[1] < 0 < it.bias[2]


def test_who_is_too_sure_is_found_out() -> None:
    sober, sure = told(1.0), told(1.6)
    assert slope(sure) < 0.75 < 0.85 < slope(sober)
    assert calibration_error(sure) > calibration_error(sober) + 0.04


def test_who_always_says_a_half_has_the_score_of_knowing_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("musbot_research.reliability.DRAWN", 2)
    it = figures([Said(number, 0.5, number % 2 == 0) for number in range(100)])
    assert (it.brier, it.off, it.bias[0]) == (0.25, 0, 0)


def test_what_a_word_loses_comes_with_an_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("musbot_research.reliability.DRAWN", 50)
    rng = Random(6)
    mean, low, high = mean_loss([Said(n // 6, 0.5, won=True, lost=rng.gauss(0.02, 0.04)) for n in range(600)])
    assert low < 0.02 < high
    assert low < mean < high


def test_the_interval_of_every_tenth_holds_what_was_won(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("musbot_research.reliability.DRAWN", 20)
    found = columns(told(1.0, 1000))
    assert len(found) > 4
    assert all(column.low <= column.won <= column.high for column in found)


def test_the_hands_of_every_juego_are_found() -> None:
    played = next(iter(simulate(rule_set("castellano-40"), ("muslari",) * 4, 10**6, "x|0")))
    found = list(calibration.juegos(played.events))
    assert len(found) >= 3
    assert sorted(hand for hands, _ in found for hand in hands) == list(range(1, played.mesa.hand + 1))


def test_a_mistake_is_held_to_what_it_cost_with_the_cards_that_all_held(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def judged(it: Decision, many: int, seed: str) -> ValuedWord:
        best = Action(Voz.NO_MUS) if it.mesa.fase is Fase.MUS else Action(Voz.PASO)
        return ValuedWord(observe(it.mesa, it.seat), it.said, best, 0.6, 0.5)

    monkeypatch.setattr(calibration, "value_word", judged)
    monkeypatch.setattr(calibration, "true_cost", lambda it, best, kind, seed: 0.04)
    said, blamed = calibration.sample_partida(Measurement("novato", 2, 3, 1, "x"), 0)
    juegos = {word.juego for word in said}
    assert len(said) == 2 * len(juegos)
    assert {word.juego for word in blamed} == juegos
    assert mean_excess(blamed)[0] == pytest.approx(0.06)


def test_the_truth_of_a_mistake_is_played_on_to_the_end_of_the_juego() -> None:
    played = next(iter(simulate(rule_set("castellano-40"), ("azar",) * 4, 4, "x")))
    lost = next(it for it in find_decisions(played.events) if it.said.voz is Voz.NO_QUIERO)
    assert -1 <= calibration.true_cost(lost, Action(Voz.QUIERO), ("azar",) * 4, "s") <= 1
    assert calibration.true_cost(lost, lost.said, ("azar",) * 4, "s") == 0
