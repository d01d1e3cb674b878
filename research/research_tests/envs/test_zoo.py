"""PettingZoo's own tests of an environment, and ours of what it rewards."""

from __future__ import annotations

import pytest

pytest.importorskip("pettingzoo", reason="the extra rl")

from pettingzoo.test import api_test, render_test, seed_test

from musbot_research.envs import Length, words, zoo
from musbot_research.envs.numbered import NotNumbered

pytestmark = [  # both are told to whoever has a mask in the observation, as PettingZoo's card games have
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
]


@pytest.mark.parametrize("length", Length)
def test_it_is_as_pettingzoo_wants_an_environment(length: Length):
    api_test(zoo.env(length), num_cycles=500)
    seed_test(lambda: zoo.env(length, "wide"), num_cycles=300)
    render_test(lambda render_mode=None: zoo.env(length, render_mode=render_mode))


def test_R28_a_hand_of_pasos_is_rewarded_at_its_end_to_both_of_a_side():
    env = zoo.env(render_mode="ansi")
    env.reset(seed=3)
    rewards = dict.fromkeys(env.possible_agents, 0.0)
    said = 0
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        rewards[agent] += reward
        if over:
            env.step(None)
            continue
        assert seen is not None
        numbers = seen["action_mask"].nonzero()[0]
        env.step(next(number for number in numbers if words()[number] in ("no mus", "paso")))
        said += 1
    assert said > 8
    assert rewards["player_0"] == rewards["player_2"] == -rewards["player_1"] == -rewards["player_3"] != 0


def test_an_unlawful_word_is_refused():
    env = zoo.env()
    env.reset(seed=1)
    with pytest.raises(NotNumbered, match="word 17"):
        env.step(17)
    assert env.observe("player_1")["action_mask"].sum() == 0
