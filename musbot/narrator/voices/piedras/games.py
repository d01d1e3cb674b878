"""What Tres Mus and Mus Francés say each in its own way."""

from __future__ import annotations

from musbot.game.actions import Action, Voz
from musbot.game.modos.piedras.puja import Puja
from musbot.narrator.post import Button
from musbot.narrator.voices.piedras.voice import PiedrasVoice


class TresMusVoice(PiedrasVoice):
    """The voice of Tres Mus."""

    def withdraw(self, puja: Puja) -> Button:
        """Returns the button to withdraw, which leaves what was put in (R65)."""
        return self.buttons.act(Action(Voz.NO_QUIERO), "button-back-out")


class FrancesVoice(PiedrasVoice):
    """The voice of Mus Francés."""

    def withdraw(self, puja: Puja) -> Button:
        """Returns the button of who will not go on, and takes what lay there before the raise (R74)."""
        taken = sum(puja.puestas) - sum(puja.sobre)
        return self.buttons.act(Action(Voz.NO_QUIERO), "button-refuse-raise", n=taken)
