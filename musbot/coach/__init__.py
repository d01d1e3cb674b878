"""Values each word of a finished hand, using only what its speaker could know."""

from typing import assert_never

from musbot.game.rule_sets import Frances, MusRules, TresMus, known
from musbot.game.rules_base import RuleSet


def knows(rules: RuleSet) -> bool:
    """Whether the coach can weigh the words of a game: of Mus, where there are two sides."""
    of_family = known(rules)
    match of_family:
        case MusRules():
            return not of_family.alone
        case TresMus() | Frances():
            return False
    assert_never(of_family)
