"""Rules as they are written after /mus, which is how a chat's own are kept; read back, with its names."""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence

from musbot.game.errors import BadRules
from musbot.game.rule_sets import RULE_SETS, read_option
from musbot.game.rules_base import RuleSet, UnknownName, UnknownRuleSet
from musbot.narrator.rulewords import option_value
from musbot.table.ways import ChatWays

log = logging.getLogger(__name__)

DEFAULT_RULES = "parejas"
_EQUALS = re.compile(r"\s*=\s*")


def write_rules(rules: RuleSet) -> str:
    """Returns rules as they are written after /mus: `vitoria piedras=30`."""
    return " ".join(
        [rules.name, *(f"{name}={option_value(value)}" for name, value in rules.changes().items())]
    )


def read_rules(given: Sequence[str], ways: ChatWays) -> RuleSet:
    """Returns the rules of `vitoria 30 real = figura`, 30 being piedras; raises UnknownName or BadRules.

    Where no set is named they are those of the chat; its own ones have names too.
    """
    words = _EQUALS.sub("=", " ".join(given)).split()
    named = [word.lower() for word in words if "=" not in word]
    options = [word for word in words if "=" in word]
    if named and named[-1].isdecimal() and "-".join(named) not in {**RULE_SETS, **own_rules(ways)}:
        options.append(f"piedras={named.pop()}")
    name = "-".join(named)
    rules = _named(name, ways) if name else usual_rules(ways)
    return rules.with_changes(dict(read_option(option, rules) for option in options))


def usual_rules(ways: ChatWays) -> RuleSet:
    """Returns what is played in a chat where nobody says."""
    return _kept(ways.rules) or RULE_SETS[DEFAULT_RULES]


def own_rules(ways: ChatWays) -> dict[str, RuleSet]:
    """Returns the house rules of a chat by name; none that cannot be read."""
    return {name: rules for name, text in ways.sets if (rules := _kept(text)) is not None}


def _named(name: str, ways: ChatWays) -> RuleSet:
    known = {**RULE_SETS, **own_rules(ways)}
    if name not in known:
        name = name.replace("í", "i").replace("á", "a")
    if name not in known:
        raise UnknownRuleSet("rule set", name, list(known))
    return known[name]


def _kept(text: str) -> RuleSet | None:
    """The rules that were kept so; None, and a line in the log, where this version knows none such."""
    name, *changes = text.split() or [""]
    if not name:
        return None
    try:
        return RULE_SETS[name].with_changes(dict(map(read_option, changes)))
    except (KeyError, BadRules, UnknownName):
        log.warning("rules that a chat has kept cannot be read, and are as if there were none")
        return None
