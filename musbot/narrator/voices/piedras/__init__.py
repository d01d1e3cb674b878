"""The voices of Tres Mus and Mus Francés, in which players shed stones (R60–R77)."""

from musbot.narrator.voices.piedras.games import FrancesVoice, TresMusVoice
from musbot.narrator.voices.piedras.rules import FrancesRulesVoice, TresMusRulesVoice

__all__ = ["FrancesRulesVoice", "FrancesVoice", "TresMusRulesVoice", "TresMusVoice"]
