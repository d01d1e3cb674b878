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
"""The rules of one of the two games."""


class _PiedrasRulesVoice(RulesVoice[R]):
    """The voice of a rule set in which players shed stones."""

    def lottery_text(self) -> str:
        """Returns the title of the lottery for the first dealer (R19)."""
        return self.texts("sorteo-dealer")

    def switch_buttons(self, buttons: Buttons) -> tuple[Button, ...]:
        """Returns no buttons: there are no sides to draw."""
        return ()

    def _game(self, key: Key) -> str:
        """Returns the game in the message `key`, with its piedras and juegos."""
        return self.texts(key, piedras=self.rules.piedras, juegos=self.rules.juegos)


class TresMusRulesVoice(_PiedrasRulesVoice[TresMus]):
    """The voice of a rule set of Tres Mus, which has few options."""

    SUMMARIES: ClassVar[Mapping[str, Key]] = {"tres-mus": "rules-is-tres-mus"}
    DESCRIPTIONS: ClassVar[Mapping[str, Key]] = {
        "piedras": "about-piedras-stones",
        "juegos": "about-juegos-stones",
    }

    def rule_lines(self) -> list[str]:
        """Returns the whole game in one text, the only item of the list."""
        return [self._game("rule-stones-tres-mus")]


class FrancesRulesVoice(_PiedrasRulesVoice[Frances]):
    """The voice of a rule set of Mus Francés."""

    SUMMARIES: ClassVar[Mapping[str, Key]] = {"frances": "rules-is-frances"}
    DESCRIPTIONS: ClassVar[Mapping[str, Key]] = {
        "piedras": "about-piedras-stones",
        "juegos": "about-juegos-stones",
        "tanteo": "about-tanteo",
        "real": "about-real",
    }

    def rule_lines(self) -> list[str]:
        """Returns the whole game in one text. If the tanteo is the long one (R72), a second text describes
        it."""
        largo = [self.texts("rule-tanteo-largo")] if self.rules.largo else []
        return [self._game("rule-stones-frances"), *largo]
