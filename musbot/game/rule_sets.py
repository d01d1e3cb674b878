"""The rule sets of every family of games, by name (reglamento, section 12)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import chain

from musbot.game.field_kinds import Field
from musbot.game.modos.mus.rules import SETS as OF_MUS
from musbot.game.modos.mus.rules import MusRules
from musbot.game.modos.piedras.rules import SETS as WITH_STONES
from musbot.game.modos.piedras.rules import Frances, TresMus
from musbot.game.rules_base import RuleSet, UnknownRuleSet

__all__ = [
    "MODOS",
    "RULE_SETS",
    "Frances",
    "MusRules",
    "Rules",
    "TresMus",
    "known",
    "read_option",
    "read_rules",
    "rule_set",
]

Rules = MusRules | TresMus | Frances
"""The rules of every game."""

MODOS: Mapping[str, type[Rules]] = {kind.modo: kind for kind in (MusRules, TresMus, Frances)}
"""The games by name."""

RULE_SETS: Mapping[str, Rules] = {**OF_MUS, **WITH_STONES}
"""The rule sets by name (section 12)."""


def rule_set(name: str, changes: Mapping[str, object] | None = None) -> Rules:
    """Returns a named rule set, with fields changed; raises UnknownRuleSet or BadRules."""
    if name not in RULE_SETS:
        raise UnknownRuleSet("rule set", name, list(RULE_SETS))
    return RULE_SETS[name].with_changes(changes or {})


def read_rules(row: Mapping[str, object]) -> Rules:
    """Returns the rules that `RuleSet.as_dict` gave; raises UnknownRuleSet or BadRules for anything else."""
    fields = {name: value for name, value in row.items() if name not in ("modo", "name")}
    modo = str(row.get("modo"))
    if modo not in MODOS:
        raise UnknownRuleSet("game", modo, list(MODOS))
    return replace(MODOS[modo]().with_changes(fields), name=str(row["name"]))


def read_option(text: str) -> tuple[str, object]:
    """Returns the field and value of words such as `piedras=30` or `senas=no`; raises UnknownRuleSet.

    The value is not yet checked: RuleSet does that, with all the others.
    """
    name, _, value = text.strip().lower().replace("í", "i").partition("=")
    name = name.strip().replace("-", "_").replace("ñ", "n")
    known: list[Field] = [modo.fields[name] for modo in MODOS.values() if name in modo.fields]
    if not known:
        raise UnknownRuleSet("field", name, list(dict.fromkeys(chain(*(m.fields for m in MODOS.values())))))
    values = [field.read(value.strip().replace("_", " ")) for field in known]
    fit = (read for field, read in zip(known, values, strict=True) if field.holds(read))
    return name, next(fit, values[0])


def known(rules: RuleSet) -> Rules:
    """Returns the rules as those of one of the families; raises TypeError for a stranger's."""
    if isinstance(rules, (MusRules, TresMus, Frances)):
        return rules
    raise TypeError(f"{type(rules).__name__}: expected rules of one of {', '.join(MODOS)}")
