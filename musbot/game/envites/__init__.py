"""How each kind of game bets: one module a procedure, each with the same few functions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from musbot.game.actions import Action, Offer, Seat
from musbot.game.envites import bandos, individual
from musbot.game.envites.envite import Envite
from musbot.game.lances import Cerrado
from musbot.game.rules import RuleSet


class Procedure(Protocol):
    """The functions that a betting procedure has."""

    def awaited(self, envite: Envite, rules: RuleSet) -> tuple[Seat, ...]:
        """Returns whose word is awaited, in turn order."""

    def offers(self, envite: Envite) -> tuple[Offer, ...]:
        """Returns what each of the awaited may say."""

    def say(self, envite: Envite, rules: RuleSet, seat: Seat, action: Action) -> Envite | Cerrado:
        """Returns the lance after a word that is offered to that seat."""


PROCEDURES: Mapping[str, Procedure] = {"parejas": bandos, "trios": bandos, "individual": individual}
"""The procedure for each kind of sides (R16)."""


def procedure(rules: RuleSet) -> Procedure:
    """Returns how a rule set bets (R28, R39)."""
    return PROCEDURES[rules.bandos]
