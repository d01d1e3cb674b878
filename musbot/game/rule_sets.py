"""The rule sets of every family of games, by name (reglamento, section 12)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import chain
from typing import Any

from musbot.game.errors import BadArgument
from musbot.game.field_kinds import Field
from musbot.game.modos.mus.rules import EARLIER, MUS_SETS, MusRules
from musbot.game.modos.piedras.rules import STONE_SETS, Frances, TresMus
from musbot.game.rules_base import RuleSet, UnknownField, UnknownRuleSet

__all__ = [
    "MODOS",
    "RULE_SETS",
    "Frances",
    "MusRules",
    "Rules",
    "TresMus",
    "edition",
    "find_rules",
    "nearest_set",
    "origin",
    "read_option",
    "read_rules",
    "require_known",
    "rule_set",
]

Rules = MusRules | TresMus | Frances
"""The rules of every game."""

MODOS: Mapping[str, type[Rules]] = {kind.modo: kind for kind in (MusRules, TresMus, Frances)}
"""The games by name."""

RULE_SETS: Mapping[str, Rules] = {**MUS_SETS, **STONE_SETS}
"""The rule sets by name (section 12)."""


_BETWEEN = re.compile(r"_|(?<=[a-z])-(?=[a-z])")
"""Spellings of a space in a value: `a_la_vez`, `a-la-vez`."""
AMARRACOS = frozenset(("amarracos", "amarrecos", "amarrekos", "hamarreko", "hamarrekoak"))
"""Names of a target counted in fives (R52)."""

ALSO_CALLED: Mapping[str, str] = {
    **dict.fromkeys(("tantos", "tanto", "puntos", "piedra", "points", "stones", "tantoak"), "piedras"),
    **dict.fromkeys(("kings", "erregeak", "rey"), "reyes"),
    **dict.fromkeys(("games", "jokoak", "chicos", "juego"), "juegos"),
    "vaca": "vacas",
    **dict.fromkeys(("signs", "keinuak", "sena"), "senas"),
    "corrido": "mus_corrido",
    "visto": "mus_visto",
    "descartes": "descarte",
    "cortar": "corte",
}
"""Other names of fields, as people say them."""


def rule_set(name: str, changes: Mapping[str, object] | None = None) -> Rules:
    """Returns the present edition of the rule set with exactly this name, or another edition (`vitoria/1`),
    with fields changed.

    Raises UnknownRuleSet for an unknown name or edition, UnknownField or BadRules for wrong changes. Raises
    BadArgument for a name that is no text, or changes that are no mapping.
    """
    if not isinstance(name, str):
        raise BadArgument(
            "name", name, "the name of a rule set; rules.with_changes({'piedras': 30}) changes a rule set"
        )
    found = edition(name) if "/" in name else RULE_SETS.get(name)
    if found is None:
        raise UnknownRuleSet("rule set", name, list(RULE_SETS))
    return found if changes is None else found.with_changes(changes)


def edition(written: str, modo: str | None = None) -> Rules:
    """Returns the rule set `mundial/2`, or for `mundial` its first edition.

    With `modo`, it returns the default rules of that game under the given name, for custom sets. Raises
    UnknownRuleSet if the set, the edition or the game does not exist.
    """
    if modo is not None:
        return read_rules({"modo": modo, "name": written})
    known = _editions(written.partition("/")[0])
    if (of := written if "/" in written else f"{written}/1") not in known:
        raise UnknownRuleSet("edition", written, list(known))
    return known[of]


def origin(rules: RuleSet) -> tuple[str, str | None, dict[str, object]]:
    """Returns the nearest edition of the rules' set, such as `mundial/2`, None, and the fields that differ,
    with their values.

    The latest of equally near editions counts. For a name that is no set of the rules' game, it returns the
    name, the game and every field.
    """
    if rules.name not in _sets_of_game(rules):
        return rules.name, rules.modo, {name: getattr(rules, name) for name in rules.fields}
    changes = {name: rules.changed_from(row) for name, row in reversed(_editions(rules.name).items())}
    nearest = min(changes, key=lambda name: len(changes[name]))
    return nearest, None, changes[nearest]


def nearest_set(rules: RuleSet | Rules) -> Rules:
    """Returns the same rules under the name of the set of their game that differs in the fewest fields.

    Of equally near sets it is the first in RULE_SETS. Rules that have the name of a set of their game keep
    it. Raises BadArgument for rules of an unknown game.
    """
    known = require_known(rules)
    sets = _sets_of_game(known)
    if known.name in sets:
        return known
    return replace(known, name=min(sets, key=lambda name: len(known.changed_from(sets[name]))))


def _sets_of_game(rules: RuleSet) -> dict[str, Rules]:
    """Returns the sets of the rules' game by name."""
    return {row.name: row for row in RULE_SETS.values() if type(row) is type(rules)}


def _editions(name: str) -> dict[str, Rules]:
    """Returns the editions of a set by name (`mundial/1`), the present one last; raises UnknownRuleSet."""
    return {f"{name}/{n}": row for n, row in enumerate((*EARLIER.get(name, ()), rule_set(name)), 1)}


def read_rules(row: Mapping[str, Any]) -> Rules:
    """Returns the rules that `RuleSet.as_dict` gave; fields that are missing have the game's default.

    Raises UnknownRuleSet for an unknown `modo` or none, UnknownField, BadRules, or KeyError without a `name`.
    """
    fields = {name: value for name, value in row.items() if name not in ("modo", "name")}
    if (kind := MODOS.get(modo := str(row.get("modo")))) is None:
        raise UnknownRuleSet("game", modo, list(MODOS))
    return replace(kind().with_changes(fields), name=row["name"])


def read_option(text: str, rules: RuleSet | None = None) -> tuple[str, object]:
    """Returns the field and value of a text such as `piedras=30` or `senas=no`; raises UnknownField.

    Only fields of `rules` are known; without `rules`, fields of every game. Case and hyphens make no
    difference, and common other names are known. Amarracos become five times as many `piedras`. The value is
    "" without `=`. It may be invalid: RuleSet checks it with all the others.
    """
    name, _, value = text.strip().lower().replace("í", "i").partition("=")
    name = name.strip().replace("-", "_").replace("ñ", "n")
    fields = [rules.fields] if rules is not None else [kind.fields for kind in MODOS.values()]
    every = list(dict.fromkeys(chain(*fields)))
    if name not in every and name in AMARRACOS:
        many = value.strip()
        name, value = "piedras", str(int(many) * 5) if many.isdecimal() and len(many) < 9 else value
    if name not in every:
        name = ALSO_CALLED.get(name, name)
    known: list[Field] = [its[name] for its in fields if name in its]
    if not known:
        raise UnknownField(name, every)
    values = [field.read(_BETWEEN.sub(" ", value.strip())) for field in known]
    fit = (read for field, read in zip(known, values, strict=True) if field.holds(read))
    return name, next(fit, values[0])


def require_known(rules: RuleSet) -> Rules:
    """Returns the rules if they belong to a family that musbot knows; raises BadArgument otherwise."""
    if isinstance(rules, (MusRules, TresMus, Frances)):
        return rules
    raise BadArgument("rules", rules, "a rule set, such as rule_set('vitoria')")


def find_rules(rules: RuleSet | str) -> Rules:
    """Returns the present edition of a named set, another edition (`vitoria/2`), or the given rules
    themselves.

    Raises UnknownRuleSet for an unknown name or edition, BadArgument for another value.
    """
    return rule_set(rules) if isinstance(rules, str) else require_known(rules)
