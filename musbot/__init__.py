"""Mus where people already talk: rules, tables, players and words. The chats themselves are in `adapters`."""

__version__ = "0.2.0.dev0"


class MusError(Exception):
    """The root of everything this project raises on purpose; its text is one line for a person."""
