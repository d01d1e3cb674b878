"""Computes the values of hands, scores and words of Mus."""

from musbot.players.mus.odds import HandKnowledge
from musbot_research.lab.equities import CannotBe, Odds, equity, known
from musbot_research.lab.scores import score
from musbot_research.lab.worlds import gain, value, worlds

Known = HandKnowledge
"""Deprecated: use `HandKnowledge`. The next minor version removes this name."""

__all__ = [
    "CannotBe",
    "HandKnowledge",
    "Known",
    "Odds",
    "equity",
    "gain",
    "known",
    "score",
    "value",
    "worlds",
]
