"""Changes of rules as somebody picks them while typing: read as words, given as `piedras=30`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from musbot.game.rule_sets import RULE_SETS
from musbot.game.rules_base import RuleSet
from musbot.narrator.rulewords import choices, written
from musbot.words.guess import normalise
from musbot.words.texts import Texts
from musbot.words.values import field_is

BETWEEN = " · "
"""What stands between two changes."""
MOST_CHARACTERS = 100
"""Of one suggestion, as it is read and as it is given: docs.discord.com, Application Commands."""


@dataclass(frozen=True, slots=True)
class Change:
    """A field with another value: as it is read, and as /mus takes it."""

    field: str
    words: str
    option: str


def suggested(texts: Texts, rules: str, typed: str, most: int) -> list[str]:
    """Returns at most so many ways to go on with what is typed of the changes to a rule set, in words.

    What is typed already stays at their beginning. With nothing typed each field is named once.
    """
    known = list(_changes(texts, _rule_set(rules)))
    kept, last = _split(known, typed)
    there = [
        change for change in known if normalise(last) in (normalise(change.words), normalise(change.option))
    ]
    found = [[*kept, change] for change in there]
    free = [change for change in known if change.field not in {it.field for it in (*kept, *there)}]
    if there or not last:
        found += [[*kept, *there, change] for change in _once(free)]
    else:
        found += [[*kept, change] for change in free if _meant(last, change)]
    lines = (BETWEEN.join(change.words for change in changes) for changes in found)
    return [line for line in lines if len(line) <= MOST_CHARACTERS][:most]


def options(texts: Texts, rules: str, typed: str) -> list[str]:
    """Returns the words of /mus for what was typed or picked; what is no change in words stays as it is."""
    known = list(_changes(texts, _rule_set(rules)))
    kept, last = _split(known, typed)
    ends = [change.option for change in known if normalise(last) == normalise(change.words)]
    return [*(change.option for change in kept), *(ends or last.split())]


def _rule_set(name: str) -> RuleSet:
    return RULE_SETS.get(name, next(iter(RULE_SETS.values())))


def _changes(texts: Texts, rules: RuleSet) -> Iterator[Change]:
    """Every usual value that a field does not have in the set itself."""
    for field in rules.fields:
        for value in choices(rules, field):
            if value != getattr(rules, field):
                yield Change(field, field_is(texts, field, value), f"{field}={written(value)}")


def _split(known: Sequence[Change], typed: str) -> tuple[list[Change], str]:
    """The changes that are typed in full before the last, and what is typed after them."""
    *before, last = typed.strip().split(BETWEEN.strip())
    kept = [
        change for words in before for change in known if normalise(words.strip()) == normalise(change.words)
    ]
    return kept, last.strip()


def _once(changes: Sequence[Change]) -> list[Change]:
    """The first of each field."""
    return list({change.field: change for change in reversed(changes)}.values())[::-1]


def _meant(typed: str, change: Change) -> bool:
    said = f"{normalise(change.words)} {normalise(change.option)}"
    return all(normalise(word) in said for word in typed.split())
