"""The value of a score."""

from __future__ import annotations

from collections.abc import Sequence

from musbot.coach.mus.score import TableHistory, chance_by_need
from musbot.game.rules_base import RuleSet
from musbot_research.lab.equities import CannotBe, of_mus


def score(
    ours: int, theirs: int, rules: RuleSet | str = "vitoria", *, mano: bool = True, kinds: Sequence[str] = ()
) -> float:
    """Returns the chance of the juego at a score before a hand, if our side is `mano` or not.

    The chance holds among people, or among the AI players of `kinds` by seat. The more often they say órdago,
    the less a lead counts. Raises CannotBe for a score that is impossible before a hand, or UnknownRuleSet.
    """
    target = of_mus(rules).piedras
    if ours not in range(target) or theirs not in range(target):
        raise CannotBe(f"{ours}–{theirs}: expected two numbers from 0 to {target - 1}")
    return chance_by_need(
        target - ours, target - theirs, TableHistory(kinds=tuple(kinds)).steepness, mano=mano
    )
