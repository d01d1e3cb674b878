"""Mus for learning programs: numbered words, masks, observations, chance (`zoo`, `spiel`, `batch`)."""

from musbot_research.envs.episode import RULES, Episode, Length
from musbot_research.envs.numbered import BETS, OBSERVED, legal, observed, word, words

__all__ = ["BETS", "OBSERVED", "RULES", "Episode", "Length", "legal", "observed", "word", "words"]
