"""The voice of Mus: piedras to be gathered by sides, or each player alone."""

from musbot.narrator.voices.mus.rules import MusRulesVoice
from musbot.narrator.voices.mus.voice import MusVoice

__all__ = ["MusRulesVoice", "MusVoice"]
