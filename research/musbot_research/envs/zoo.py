"""The PettingZoo environment: `musbot_research.envs.zoo.env()` (extra `rl`)."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from numpy.typing import NDArray
from pettingzoo import AECEnv

from musbot_research.envs.episode import SEATS, Episode, Length
from musbot_research.envs.numbered import OBSERVED, observed, words

Seen = dict[str, NDArray[np.int8]]
"""The observation of an agent: `observation`, and `action_mask` with 1 for each legal word."""


class MusEnv(AECEnv[str, Seen, int]):  # type: ignore[misc]
    """Four agents, `player_0` the first mano; 0 and 2 play against 1 and 3, and are rewarded at the end."""

    metadata = {"name": "mus_v0", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012 - its name there
    """The name and render modes, for PettingZoo."""

    def __init__(
        self, length: Length | str = Length.HAND, bets: str = "usual", render_mode: str | None = None
    ) -> None:
        """Raises NotNumbered for an unknown length or unknown bets."""
        super().__init__()
        self.possible_agents = [f"player_{seat}" for seat in range(SEATS)]
        self.agents: list[str] = []
        self.render_mode = render_mode
        self.episode = Episode(length, bets)
        self._many = len(words(bets))
        self._rng = Random()
        observation = Box(-127, 127, (OBSERVED,), np.int8)
        each = {"observation": observation, "action_mask": Box(0, 1, (self._many,), np.int8)}
        self.observation_spaces = {agent: Dict(dict(each)) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(self._many) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Space[Any]:
        """Returns the space of `observe` for an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """Returns the space of an agent's words, as numbers."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals a new episode. Equal seeds deal equal cards after equal words."""
        if seed is not None:
            self._rng = Random(seed)
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.episode = Episode(self.episode.length, self.episode.bets)
        self._draw()

    def _draw(self) -> None:
        """Draws the cards that are due, and selects the agent who speaks."""
        while draws := self.episode.draws():
            self.episode.draw(self._rng.choice(draws))
        if self.episode.seat is not None:
            self.agent_selection = self.possible_agents[self.episode.seat]

    def observe(self, agent: str) -> Seen:
        """Returns an agent's observation. The mask is empty unless the agent is asked."""
        seat = self.possible_agents.index(agent)
        mask = np.zeros(self._many, np.int8)
        if self.episode.seat == seat:
            mask[self.episode.legal()] = 1
        return {"observation": np.array(observed(self.episode.view(seat)), np.int8), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Plays the asked agent's word, by its number; raises NotNumbered for an illegal one.

        At the end of the episode it sets all rewards. After the end it only removes the agent, and the action
        must be None.
        """
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.episode.say(-1 if action is None else int(action))
        self._draw()
        self._clear_rewards()
        if self.episode.over:
            self.rewards = dict(zip(self.agents, self.episode.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Returns everything that the asked agent has learnt as text in mode `ansi`, None in other modes."""
        seat = self.possible_agents.index(self.agent_selection)
        return self.episode.history(seat) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Does nothing: there are no resources."""


env = MusEnv
"""The constructor, under PettingZoo's usual name."""
