"""Computes the values of hands, scores and words of Mus."""

from musbot.players.mus.odds import Known
from musbot_research.lab.equities import CannotBe, Odds, equity, known
from musbot_research.lab.scores import score
from musbot_research.lab.worlds import gain, value, worlds

__all__ = ["CannotBe", "Known", "Odds", "equity", "gain", "known", "score", "value", "worlds"]
