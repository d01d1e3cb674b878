"""How each kind of game bets: one module a procedure, each with the same few functions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from musbot.game.actions import Action, Offer, Seat
from musbot.game.envites import bandos, frances, individual, tres_mus
from musbot.game.envites.envite import Envite
from musbot.game.envites.puja import Cierre
from musbot.game.lances import Cerrado, Lance
from musbot.game.rules import RuleSet


class Procedure(Protocol):
    """The functions that a betting procedure has."""

    def opening(self, lance: Lance, speakers: tuple[Seat, ...], piedras: tuple[int, ...]) -> Envite:
        """Returns a lance that begins; `piedras` is what each holds, where stones are put in the middle."""

    def awaited(self, envite: Envite, rules: RuleSet) -> tuple[Seat, ...]:
        """Returns whose word is awaited, in turn order."""

    def offers(self, envite: Envite, seat: Seat) -> tuple[Offer, ...]:
        """Returns what a seat may say, awaited or not."""

    def say(self, envite: Envite, rules: RuleSet, seat: Seat, action: Action) -> Envite | Cerrado | Cierre:
        """Returns the lance after a word that is offered to that seat."""


PROCEDURES: Mapping[str, Procedure] = {
    "parejas": bandos,
    "trios": bandos,
    "individual": individual,
    "tres-mus": tres_mus,
    "frances": frances,
}
"""The procedure for each kind of sides (R16), and for the games that have one of their own."""


def procedure(rules: RuleSet) -> Procedure:
    """Returns how a rule set bets (R28, R39, R64, R73)."""
    return PROCEDURES[rules.bandos if rules.modo == "mus" else rules.modo]
