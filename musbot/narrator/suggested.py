"""Suggestions for changes of rules while a person types: shown in words, sent as `piedras=30`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from musbot.game.rule_sets import RULE_SETS
from musbot.game.rules_base import RuleSet
from musbot.narrator.rulewords import offered_values, option_value
from musbot.words.guess import normalise
from musbot.words.texts import Texts
from musbot.words.values import field_with_value

SEPARATOR = " · "
"""The text between two changes."""
MAX_CHARACTERS = 100
"""Longest suggestion, in characters (docs.discord.com, Application Commands)."""


@dataclass(frozen=True, slots=True)
class Change:
    """A changed field of a rule set."""

    field: str
    """The name of the field."""
    words: str
    """The change in words."""
    option: str
    """The change in the form that /mus takes."""


def suggest_changes(texts: Texts, rules: str, typed: str, most: int) -> list[str]:
    """Returns at most `most` completions of the typed changes to a rule set, in words.

    Each begins with the changes typed before the last separator; texts there that are not the words of a
    change are dropped. If the text after it is a whole change, the first completion ends with it. After it,
    or after an empty text, each other field follows once. Otherwise changes that match that text follow.
    Suggestions of more than MAX_CHARACTERS characters are left out. An unknown rule set counts as the first.
    """
    known = list(_changes(texts, _rule_set(rules)))
    kept, last = _split_typed(known, typed)
    there = [
        change for change in known if normalise(last) in (normalise(change.words), normalise(change.option))
    ]
    found = [[*kept, change] for change in there]
    free = [change for change in known if change.field not in {it.field for it in (*kept, *there)}]
    if there or not last:
        found += [[*kept, *there, change] for change in _first_of_each_field(free)]
    else:
        found += [[*kept, change] for change in free if _matches(last, change)]
    lines = (SEPARATOR.join(change.words for change in changes) for changes in found)
    return [line for line in lines if len(line) <= MAX_CHARACTERS][:most]


def read_changes(texts: Texts, rules: str, typed: str) -> list[str]:
    """Returns the arguments of /mus for typed changes with `·` between them.

    The words of a known change become one argument, such as `piedras=30`. Any other part is split into words.
    An unknown rule set counts as the first one.
    """
    known = {normalise(it.words): it.option for it in (_changes(texts, _rule_set(rules)) if typed else ())}
    parts = [part.strip() for part in typed.split(SEPARATOR.strip())]
    return [
        word for it in parts for word in ([known[normalise(it)]] if normalise(it) in known else it.split())
    ]


def _rule_set(name: str) -> RuleSet:
    """Returns the rule set of a name; the first one for an unknown name."""
    return RULE_SETS.get(name, next(iter(RULE_SETS.values())))


def _changes(texts: Texts, rules: RuleSet) -> Iterator[Change]:
    """Yields a change of a rule set to each usual value of a field that differs from the set's own."""
    for field in rules.fields:
        for value in offered_values(rules, field):
            if value != getattr(rules, field):
                yield Change(field, field_with_value(texts, field, value), f"{field}={option_value(value)}")


def _split_typed(known: Sequence[Change], typed: str) -> tuple[list[Change], str]:
    """Returns the complete changes before the last separator, and the text after it.

    Texts before it that are not the words of a change of `known` are dropped, even in the form `piedras=30`.
    """
    *before, last = typed.strip().split(SEPARATOR.strip())
    kept = [
        change for words in before for change in known if normalise(words.strip()) == normalise(change.words)
    ]
    return kept, last.strip()


def _first_of_each_field(changes: Sequence[Change]) -> list[Change]:
    """Returns the first change of each field, in order."""
    return list({change.field: change for change in reversed(changes)}.values())[::-1]


def _matches(typed: str, change: Change) -> bool:
    """Returns whether each typed word occurs in a change's words or option; case and accents are ignored."""
    searched = f"{normalise(change.words)} {normalise(change.option)}"
    return all(normalise(word) in searched for word in typed.split())
