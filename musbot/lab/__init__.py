"""What hands, scores and words are worth at Mus: reckoned, not learnt by heart."""

from musbot.lab.equities import CannotBe, Odds, equity, known
from musbot.lab.scores import score
from musbot.lab.worlds import gain, value, worlds
from musbot.players.mus.odds import Known

__all__ = ["CannotBe", "Known", "Odds", "equity", "gain", "known", "score", "value", "worlds"]
