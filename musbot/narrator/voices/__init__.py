"""The voices: what each family of games says and shows in its own way, one package each.

A post looks its voice up here, once, and asks nothing else which family is played.
"""

from __future__ import annotations

from musbot.game.rules import RuleSet
from musbot.game.views import View
from musbot.narrator.speech import Speech
from musbot.narrator.voices.mus import MusRulesVoice, MusVoice
from musbot.narrator.voices.piedras import (
    FrancesRulesVoice,
    FrancesVoice,
    TresMusRulesVoice,
    TresMusVoice,
)
from musbot.narrator.voices.voice import RulesVoice, Voice
from musbot.table.view import TableView
from musbot.words.texts import Texts

__all__ = ["RulesVoice", "Voice", "of", "of_rules"]


def of(speech: Speech, table: TableView, game: View) -> Voice[View]:
    """Returns the voice of a game."""
    if not game.rules.stones:
        return MusVoice(speech, table, game, game)
    if game.rules.modo == "frances":
        return FrancesVoice(speech, table, game, game)
    return TresMusVoice(speech, table, game, game)


def of_rules(texts: Texts, rules: RuleSet) -> RulesVoice:
    """Returns the voice of a rule set where there is no game yet."""
    if not rules.stones:
        return MusRulesVoice(texts, rules)
    if rules.modo == "frances":
        return FrancesRulesVoice(texts, rules)
    return TresMusRulesVoice(texts, rules)
