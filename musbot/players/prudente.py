"""A careful villager: counts what the others may hold, minds the score, and bluffs now and then."""

from __future__ import annotations

from random import Random
from typing import assert_never

from musbot.game.actions import Action
from musbot.game.rule_sets import RULE_SETS, Frances, MusRules, TresMus
from musbot.game.views import MusSeen, PiedrasSeen, View
from musbot.players.mus import descarte
from musbot.players.mus.villager import Villager
from musbot.players.piedras import five, shedding
from musbot.players.player import asked


class Prudente:
    """Says what promises the best chance of winning the juego, at times with a bluff or a trap."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._villager = Villager(rng)
        for rules in RULE_SETS.values():  # once for all: no first word is late
            match rules:
                case MusRules():
                    descarte.prepare(rules)
                case TresMus() | Frances():
                    five.prepare(rules)
                case _:
                    assert_never(rules)

    def choose(self, view: View) -> Action:
        """Returns a word that is offered; raises NotAsked if none is."""
        seat = asked(view)
        match view.modo:
            case MusSeen() as seen:
                return self._villager.choose(view, seen, seat)
            case PiedrasSeen() as seen:
                return shedding.choose(view, seen, seat, self._rng)
        assert_never(view.modo)

    def gesture(self, view: View) -> Action | None:
        """Returns a seña for its partner, now and then a look at a rival and back, or None."""
        return self._villager.gesture(view)
