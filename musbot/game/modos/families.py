"""Every family of games, looked up by its rules: how a partida begins, and what is seen of it."""

from __future__ import annotations

from typing import assert_never

from musbot.game.actions import Seat
from musbot.game.events import Began
from musbot.game.modos.mus.state import MusSeen, MusState
from musbot.game.modos.piedras.state import PiedrasSeen, PiedrasState
from musbot.game.rule_sets import Frances, MusRules, TresMus, known
from musbot.game.rules_base import RuleSet
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
    of_family = known(rules)
    match of_family:
        case MusRules():
            return MusState.begin(of_family, seats, mano, juegos, tanteo)
        case TresMus() | Frances():
            return PiedrasState.begin(of_family, mano, juegos or (0,) * seats, tanteo)
    assert_never(of_family)


def began(event: Began) -> State:
    """Returns the state with which a partida begins."""
    of_family = known(event.rules)
    match of_family:
        case MusRules():
            return MusState.began(of_family, event)
        case TresMus() | Frances():
            return PiedrasState.began(of_family, event)
    assert_never(of_family)
