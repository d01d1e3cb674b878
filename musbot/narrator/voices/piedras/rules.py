"""A rule set of Tres Mus or Mus Francés in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, TypeVar

from musbot.game.modos.piedras.rules import Frances, TresMus
from musbot.narrator.buttons import Buttons
from musbot.narrator.post import Button
from musbot.narrator.voices.voice import RulesVoice
from musbot.words.texts import Key

R = TypeVar("R", TresMus, Frances)


class _PiedrasRulesVoice(RulesVoice[R]):
    """What is said of a rule set in which stones are to be got rid of."""

    def lottery(self) -> str:
        """Returns what is drawn before the start (R19)."""
        return self.texts("sorteo-dealer")

    def switches(self, buttons: Buttons) -> tuple[Button, ...]:
        """Returns no button: there are no sides to draw."""
        return ()

    def _game(self, key: Key) -> str:
        return self.texts(key, piedras=self.rules.piedras, juegos=self.rules.juegos)


class TresMusRulesVoice(_PiedrasRulesVoice[TresMus]):
    """What is said of a rule set of Tres Mus."""

    NAMED: ClassVar[Mapping[str, Key]] = {"tres-mus": "rules-is-tres-mus"}
    ABOUT: ClassVar[Mapping[str, Key]] = {"piedras": "about-piedras-stones", "juegos": "about-juegos-stones"}

    def explained(self) -> list[str]:
        """Returns the whole game in a few lines."""
        return [self._game("rule-stones-tres-mus")]


class FrancesRulesVoice(_PiedrasRulesVoice[Frances]):
    """What is said of a rule set of Mus Francés."""

    NAMED: ClassVar[Mapping[str, Key]] = {"frances": "rules-is-frances"}
    ABOUT: ClassVar[Mapping[str, Key]] = {
        "piedras": "about-piedras-stones",
        "juegos": "about-juegos-stones",
        "tanteo": "about-tanteo",
        "real": "about-real",
    }

    def explained(self) -> list[str]:
        """Returns the whole game in a few lines, and which tanteo is played (R72)."""
        largo = [self.texts("rule-tanteo-largo")] if self.rules.largo else []
        return [self._game("rule-stones-frances"), *largo]
