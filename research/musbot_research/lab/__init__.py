"""What hands, scores and words are worth at Mus: reckoned, not learnt by heart."""

from musbot.players.mus.odds import Known
from musbot_research.lab.equities import CannotBe, Odds, equity, known
from musbot_research.lab.scores import score
from musbot_research.lab.worlds import gain, value, worlds

__all__ = ["CannotBe", "Known", "Odds", "equity", "gain", "known", "score", "value", "worlds"]
