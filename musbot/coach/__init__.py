"""Values each word of a finished hand from the knowledge that its speaker had."""

from typing import assert_never

from musbot.game.rule_sets import Frances, MusRules, TresMus, require_known
from musbot.game.rules_base import RuleSet


def has_coach(rules: RuleSet) -> bool:
    """Returns whether the coach supports a rule set: Mus with two sides; raises BadArgument for rules of an
    unknown family."""
    of_family = require_known(rules)
    match of_family:
        case MusRules():
            return not of_family.plays_alone
        case TresMus() | Frances():
            return False
    assert_never(of_family)
