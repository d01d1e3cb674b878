"""Plays AI players against each other on the same deals and estimates which is stronger."""

from musbot.players import play_out
from musbot_research.arena.estimates import Estimate, ladder, lead, share
from musbot_research.arena.pairs import Arena, Bout, Leg, Pair, one_juego, play_all

__all__ = [
    "Arena",
    "Bout",
    "Estimate",
    "Leg",
    "Pair",
    "ladder",
    "lead",
    "one_juego",
    "play_all",
    "play_out",
    "share",
]
