"""Mus for learning programs: numbered words, masks, observations, chance (`zoo`, `spiel`, `batch`)."""

from musbot.envs.episode import RULES, Episode, Length
from musbot.envs.numbered import BETS, OBSERVED, legal, observed, word, words

__all__ = ["BETS", "OBSERVED", "RULES", "Episode", "Length", "legal", "observed", "word", "words"]
