"""Plays AI players against each other on the same deals and estimates which is stronger."""

from musbot.arena.estimates import Estimate, ladder, lead, share
from musbot.arena.pairs import Arena, Bout, Leg, Pair, one_juego, play_all
from musbot.arena.playing import play_out

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
