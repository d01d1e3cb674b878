"""Every family of games, looked up by its rules: how a partida begins, and what is seen of it."""

from __future__ import annotations

from musbot.game.actions import Seat
from musbot.game.events import Began
from musbot.game.modos.mus.state import MusSeen, MusState
from musbot.game.modos.piedras.state import PiedrasSeen, PiedrasState
from musbot.game.rule_sets import Frances, MusRules, TresMus, known
from musbot.game.rules import RuleSet
from musbot.game.state import State

Seen = MusSeen | PiedrasSeen
"""What everybody sees of a partida of every family besides what all show."""


def begin(
    rules: RuleSet,
    seats: int,
    mano: Seat,
    juegos: tuple[int, ...] | None,
    tanteo: tuple[int, ...] | None,
) -> Began:
    """Returns how a partida begins, with a score; raises BadRules for one from which nobody could win."""
    match known(rules):
        case MusRules() as of_mus:
            return MusState.begin(of_mus, seats, mano, juegos, tanteo)
        case (TresMus() | Frances()) as of_piedras:
            return PiedrasState.begin(of_piedras, mano, juegos or (0,) * seats, tanteo)


def began(event: Began) -> State:
    """Returns the state with which a partida begins."""
    match known(event.rules):
        case MusRules() as of_mus:
            return MusState.began(of_mus, event)
        case (TresMus() | Frances()) as of_piedras:
            return PiedrasState.began(of_piedras, event)
