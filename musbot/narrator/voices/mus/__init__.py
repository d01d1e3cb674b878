"""The voice of Mus: sides, or single players, gather piedras."""

from musbot.narrator.voices.mus.rules import MusRulesVoice
from musbot.narrator.voices.mus.voice import MusVoice

__all__ = ["MusRulesVoice", "MusVoice"]
