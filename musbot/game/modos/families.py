"""Selects the family of a game by its rules: the start of a partida, and its view."""

from __future__ import annotations

from typing import assert_never

from musbot.game.actions import Seat
from musbot.game.events import Began
from musbot.game.modos.mus.state import MusSeen, MusState
from musbot.game.modos.piedras.state import PiedrasSeen, PiedrasState
from musbot.game.rule_sets import Frances, MusRules, TresMus, require_known
from musbot.game.rules_base import RuleSet
from musbot.game.state import State

Seen = MusSeen | PiedrasSeen
"""The part of a view that only some families have."""


def begin(
    rules: RuleSet,
    seats: int,
    mano: Seat,
    juegos: tuple[int, ...] | None,
    tanteo: tuple[int, ...] | None,
) -> Began:
    """Returns the first event of a partida; `juegos` and `tanteo` (piedras) are each side's score, by default
    the score at the start.

    Raises BadRules for a score with which no hand can begin, and BadArgument for rules of an unknown family.
    """
    of_family = require_known(rules)
    match of_family:
        case MusRules():
            return MusState.begin(of_family, seats, mano, juegos, tanteo)
        case TresMus() | Frances():
            return PiedrasState.begin(of_family, seats, mano, juegos or (0,) * seats, tanteo)
    assert_never(of_family)


def first_state(event: Began) -> State:
    """Returns the first state of a partida, from its first event; raises BadArgument for rules of an unknown
    family."""
    of_family = require_known(event.rules)
    match of_family:
        case MusRules():
            return MusState.first_state(of_family, event)
        case TresMus() | Frances():
            return PiedrasState.first_state(of_family, event)
    assert_never(of_family)
