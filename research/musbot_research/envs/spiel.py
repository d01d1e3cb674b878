"""The OpenSpiel game. Importing this module registers `musbot_mus` with pyspiel (extra `openspiel`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel

from musbot.game.cards import DECK
from musbot_research.envs.episode import RULES, SEATS, Episode, Length
from musbot_research.envs.numbered import BETS, OBSERVED, observed, words

MOST_WORDS = 240
"""Upper limit of a hand's words: 36 of mus and discards, then bets by two beyond the juego."""
MOST_HANDS = 2 * RULES.piedras - 1
"""Upper limit of a juego's hands: each hand pays at least a piedra."""

_TYPE = pyspiel.GameType(
    short_name="musbot_mus",
    long_name="Mus (castellano-40)",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=SEATS,
    min_num_players=SEATS,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"length": Length.HAND.value, "bets": "usual"},
)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """The game. Parameters: `length`, hand or juego; `bets`, a list of musbot_research.envs.BETS."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        params = dict(params or {})
        self._length = Length(params.get("length", Length.HAND.value))
        self._bets = params.get("bets", "usual")
        hand = self._length is Length.HAND
        info = pyspiel.GameInfo(
            num_distinct_actions=len(words(self._bets)),
            max_chance_outcomes=len(DECK),
            num_players=SEATS,
            min_utility=-float(RULES.piedras if hand else 1),
            max_utility=float(RULES.piedras if hand else 1),
            utility_sum=0.0,
            max_game_length=MOST_WORDS * (1 if hand else MOST_HANDS),
        )
        super().__init__(_TYPE, info, params)

    def new_initial_state(self, *_: object) -> SpielState:
        """Returns an episode before the first card."""
        return SpielState(self, Episode(self._length, self._bets))

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> Observer:
        """Returns an observer. Raises ValueError for parameters, because there are none."""
        if params:
            raise ValueError(f"observation parameters {params}: expected none")
        return Observer(recall=iig_obs_type is not None and iig_obs_type.perfect_recall)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state of an episode."""

    def __init__(self, game: SpielGame, episode: Episode) -> None:
        super().__init__(game)
        self.episode = episode

    def current_player(self) -> int:
        """Returns the seat that speaks, the id of chance if a card is due, or of the terminal player at the
        end."""
        seat = self.episode.seat
        if seat is not None:
            return seat
        return int(pyspiel.PlayerId.TERMINAL if self.episode.over else pyspiel.PlayerId.CHANCE)

    def _legal_actions(self, player: int) -> list[int]:
        """Returns the numbers of the legal words; none for a player who does not speak now."""
        return self.episode.legal() if player == self.episode.seat else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Returns the cards that can be drawn, with their probabilities."""
        draws = self.episode.draws()
        return [(card, 1 / len(draws)) for card in draws]

    def _apply_action(self, action: int) -> None:
        """Draws the card of this number if a card is due; otherwise plays the word."""
        if self.episode.seat is None:
            self.episode.draw(action)
        else:
            self.episode.say(action)

    def _action_to_string(self, player: int, action: int) -> str:
        """Returns the card of a number for the chance player, and the meaning of a word for others."""
        return str(DECK[action]) if player == pyspiel.PlayerId.CHANCE else words(self.episode.bets)[action]

    def is_terminal(self) -> bool:
        """Returns whether the episode has ended."""
        return self.episode.over

    def returns(self) -> list[float]:
        """Returns the result of each seat, 0 before the end."""
        return list(map(float, self.episode.returns()))

    def __str__(self) -> str:
        """Returns the history of every seat, with " | " between them."""
        return " | ".join(self.episode.history(seat) for seat in range(SEATS))


class Observer:
    """A player's observation: values as `observed`, text as the history that identifies the state."""

    def __init__(self, *, recall: bool) -> None:
        self.tensor = np.zeros(0 if recall else OBSERVED, np.float32)
        self.dict = {} if recall else {"observed": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fills `tensor` with a player's observation; zeros before the deal.

        Does nothing with perfect recall, for which the tensor is empty.
        """
        if self.dict:
            dealt = bool(state.episode.mesa.cards)
            self.tensor[:] = observed(state.episode.view(player)) if dealt else 0

    def string_from(self, state: SpielState, player: int) -> str:
        """Returns everything that a player has learnt."""
        return f"{player} {state.episode.history(player)}"


pyspiel.register_game(_TYPE, SpielGame)
__all__ = ["BETS", "Observer", "SpielGame", "SpielState"]
