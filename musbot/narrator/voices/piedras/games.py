"""The phrases in which Tres Mus and Mus Francés differ."""

from __future__ import annotations

from musbot.game.actions import Action, Voz
from musbot.game.modos.piedras.puja import Puja
from musbot.narrator.post import Button
from musbot.narrator.voices.piedras.voice import PiedrasVoice


class TresMusVoice(PiedrasVoice):
    """The voice of Tres Mus: a player can withdraw."""

    def withdraw_button(self, puja: Puja) -> Button:
        """Returns the button to withdraw; the player's stones come back when the lance closes (R65)."""
        return self.buttons.act(Action(Voz.NO_QUIERO), "button-back-out")


class FrancesVoice(PiedrasVoice):
    """The voice of Mus Francés: a player can refuse a raise."""

    def withdraw_button(self, puja: Puja) -> Button:
        """Returns the button to refuse a raise and take the stones bet before it (R74)."""
        taken = sum(puja.puestas) - sum(puja.sobre)
        return self.buttons.act(Action(Voz.NO_QUIERO), "button-refuse-raise", n=taken)
