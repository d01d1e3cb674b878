"""The narrator: the only place that makes sentences, always from one audience's view and in its language."""

from musbot.narrator.narrator import Links, Narrator

__all__ = ["Links", "Narrator"]
