"""The voices: the phrases and pictures of each family of games, in a package for each.

A post looks up its voice once. No other module distinguishes the families.
"""

from __future__ import annotations

from typing import assert_never

from musbot.game.rule_sets import Frances, MusRules, Rules, TresMus, require_known
from musbot.game.rules_base import RuleSet
from musbot.game.views import MusSeen, PiedrasSeen, Seen, View
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

__all__ = ["RulesVoice", "Voice", "voice_of_game", "voice_of_rules"]


def voice_of_game(speech: Speech, table: TableView, game: View) -> Voice[Seen]:
    """Returns the voice of a table's game, in progress or over."""
    match game.modo:
        case MusSeen() as seen:
            return MusVoice(speech, table, game, seen)
        case PiedrasSeen(TresMus()) as seen:
            return TresMusVoice(speech, table, game, seen)
        case PiedrasSeen() as seen:
            return FrancesVoice(speech, table, game, seen)
    assert_never(game.modo)


def voice_of_rules(texts: Texts, rules: RuleSet) -> RulesVoice[Rules]:
    """Returns the voice of a rule set, for texts without a game; raises BadArgument for an unknown family."""
    of_a_family = require_known(rules)
    match of_a_family:
        case MusRules():
            return MusRulesVoice(texts, of_a_family)
        case TresMus():
            return TresMusRulesVoice(texts, of_a_family)
        case Frances():
            return FrancesRulesVoice(texts, of_a_family)
    assert_never(of_a_family)
