"""Turns one audience's view into a post in its language; no other room writes sentences."""

from musbot.narrator.narrator import Links, Narrator

__all__ = ["Links", "Narrator"]
