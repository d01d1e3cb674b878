"""OpenSpiel's own test of a game, and one of its learners on it."""

from __future__ import annotations

import pickle
from random import Random

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="the extra openspiel")

import musbot_research.envs.spiel  # noqa: F401, E402 - registers the game

GAMES = [
    f"musbot_mus(bets={bets},length={length})"
    for length in ("hand", "juego")
    for bets in ("least", "usual", "wide")
]


@pytest.mark.parametrize("name", GAMES)
def test_it_is_as_openspiel_wants_a_game(name: str):
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=10, serialize=True, verbose=False)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_it_is_so_whatever_is_said(name: str):
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=60, serialize=True, verbose=False)


def test_a_game_and_a_state_are_the_same_after_they_were_written():
    game = pyspiel.load_game("musbot_mus(length=juego)")
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    state, rng = game.new_initial_state(), Random(1)
    for _ in range(60):
        choices = (
            [it for it, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        )
        state.apply_action(rng.choice(choices))
        assert str(game.deserialize_state(state.serialize())) == str(state)
        if state.is_terminal():
            break


def test_a_learner_of_openspiel_runs_on_it():
    from open_spiel.python.algorithms.outcome_sampling_mccfr import OutcomeSamplingSolver

    solver = OutcomeSamplingSolver(pyspiel.load_game("musbot_mus(bets=least)"))
    for _ in range(5):
        solver.iteration()
    policy = solver.average_policy()
    state = pyspiel.load_game("musbot_mus(bets=least)").new_initial_state()
    for card in range(16):
        state.apply_action(card)
    assert policy.action_probabilities(state) == {0: 0.5, 1: 0.5}, "nobody has seen that deal yet"
