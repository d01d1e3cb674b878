"""Rules as typed after `/mus`, which is also the form in which chats store them."""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence

from musbot.game.errors import BadRules
from musbot.game.rule_sets import RULE_SETS, read_option
from musbot.game.rules_base import RuleSet, UnknownName, UnknownRuleSet
from musbot.narrator.rulewords import option_value
from musbot.table.ways import ChatWays
from musbot.words.guess import normalise
from musbot.words.quoted import quote

log = logging.getLogger(__name__)

DEFAULT_RULES = "parejas"
"""The rule set of a chat that has chosen none."""
_EQUALS = re.compile(r"\s*=\s*")


def write_rules(rules: RuleSet) -> str:
    """Returns the rules as typed after `/mus`, for example `vitoria piedras=30`.

    Options equal to the named set's defaults are left out.
    """
    return " ".join(
        [rules.name, *(f"{name}={option_value(value)}" for name, value in rules.changes().items())]
    )


def read_rules(given: Sequence[str], ways: ChatWays) -> RuleSet:
    """Returns the rules for `vitoria 30 real = figura`, in which 30 sets piedras.

    Words without "=" are joined by hyphens to the name, in any case. A last number among them sets piedras
    unless a name ends with it. Without a name they are the chat's default; house rules of the chat have names
    too. Raises UnknownName or BadRules.
    """
    words = _EQUALS.sub("=", " ".join(given)).split()
    named = [word.lower() for word in words if "=" not in word]
    options = [word for word in words if "=" in word]
    if named and named[-1].isdecimal() and "-".join(named) not in {**RULE_SETS, **own_rules(ways)}:
        options.append(f"piedras={named.pop()}")
    name = "-".join(named)
    rules = _rules_by_name(name, ways) if name else default_rules(ways)
    return rules.with_changes(dict(read_option(option, rules) for option in options))


def example_facts(words: Sequence[str], ways: ChatWays, most: int, form: str) -> dict[str, str]:
    """Returns the variables of a message that repeats the words of `/mus`, each at most `most` characters.

    If they are options (`CommandRequest.form`), `set` has the rule sets, `changes` the other fields and house
    rules of the chat, and `words` the rest. Otherwise `words` has all. `set` and `changes` are "none" if they
    have no words.
    """
    if not form.endswith("-filled"):
        return {"words": quote(" ".join(words), most), "set": "none", "changes": "none"}
    own = {normalise(name) for name in own_rules(ways)}
    sets = {normalise(name) for name in RULE_SETS} - own
    options: dict[str, list[str]] = {"set": [], "changes": [], "words": []}
    for word in words:
        is_change = "=" in word or normalise(word) in own
        options["changes" if is_change else "set" if normalise(word) in sets else "words"].append(word)
    return {name: quote(" ".join(it), most) or "none" for name, it in options.items()}


def default_rules(ways: ChatWays) -> RuleSet:
    """Returns a chat's default rules: DEFAULT_RULES if it chose none, or if this version cannot read them."""
    return _read_stored(ways.rules) or RULE_SETS[DEFAULT_RULES]


def own_rules(ways: ChatWays) -> dict[str, RuleSet]:
    """Returns a chat's house rules by name, without rules that this version cannot read."""
    return {name: rules for name, text in ways.sets if (rules := _read_stored(text)) is not None}


def _rules_by_name(name: str, ways: ChatWays) -> RuleSet:
    """Returns the rule set or house rules of a name in lower case; raises UnknownRuleSet.

    For an unknown name, "í" and "á" are also tried without their accents.
    """
    known = {**RULE_SETS, **own_rules(ways)}
    if name not in known:
        name = name.replace("í", "i").replace("á", "a")
    if name not in known:
        raise UnknownRuleSet("rule set", name, list(known))
    return known[name]


def _read_stored(text: str) -> RuleSet | None:
    """Returns stored rules; None for "", and None with a log line if this version cannot read them."""
    name, *changes = text.split() or [""]
    if not name:
        return None
    try:
        return RULE_SETS[name].with_changes(dict(map(read_option, changes)))
    except (KeyError, BadRules, UnknownName):
        log.warning("rules that a chat has kept cannot be read, and are as if there were none")
        return None
