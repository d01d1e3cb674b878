"""Turns the view of a table into posts in one language. No other package writes sentences for players."""

from musbot.narrator.narrator import Links, Narrator

__all__ = ["Links", "Narrator"]
