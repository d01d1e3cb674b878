"""The fields of a rule set in words: their values, and why some cannot be."""

from __future__ import annotations

from collections.abc import Mapping

from musbot.game.errors import BadRules
from musbot.game.fields import Amount
from musbot.game.rules import RuleSet, UnknownRuleSet
from musbot.words.texts import Key, Texts
from musbot.words.values import value_words

_CLASHES: Mapping[str, Key] = {
    "consulta": "refused-clash-consulta",
    "respuesta": "refused-clash-respuesta",
    "parejas": "refused-clash-parejas",
}
"""What is said of a field whose value does not go with the rest of the set."""


def refusal(texts: Texts, error: BadRules | UnknownRuleSet) -> str:
    """Returns why a table cannot be played like that, and what was expected."""
    if isinstance(error, UnknownRuleSet):
        key = "refused-unknown-field" if error.what == "field" else "refused-unknown-rules"
        return texts(key, name=error.name, known=", ".join(error.known))
    field = error.allowed
    if field is None:  # so it is not the value, but what else the set says
        return texts(_CLASHES[error.field])
    if isinstance(field, Amount):
        expected = texts("expected-range", least=field.least, most=field.most)
    else:
        expected = " / ".join(value_words(texts, value) for value in field.values)
    return texts("refused-rules", field=error.field, value=value_words(texts, error.value), expected=expected)


def choices(rules: RuleSet, field: str) -> tuple[object, ...]:
    """Returns the values of a field that have a button; others can be written (`/mus juegos=7`)."""
    return rules.fields[field].usual


def written(value: object) -> str:
    """Returns a value as a payload can carry it and `rules.read_option` reads it."""
    if isinstance(value, bool):
        return "si" if value else "no"
    return str(value).replace(" ", "_")
