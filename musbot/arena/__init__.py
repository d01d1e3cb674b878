"""AI players against each other: the same deals with the seats exchanged, and what that tells."""

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
