"""Mus where people already talk: rules, tables, players and words. The chat platforms are in `adapters`."""

__version__ = "0.2.0.dev0"


class MusError(Exception):
    """The base class of this project's errors that a person may have to read; the message is one line."""

    lasts: bool = False
    """Whether no waiting mends it: each start fails again until a person changes something."""
