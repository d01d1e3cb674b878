"""The fields of a rule set in words: their values, and why some cannot be."""

from __future__ import annotations

from collections.abc import Mapping

from musbot.game.errors import BadRules
from musbot.game.field_kinds import Amount
from musbot.game.rules_base import RuleSet, UnknownField, UnknownName
from musbot.words.guess import guess
from musbot.words.quoted import quote
from musbot.words.texts import Key, Texts
from musbot.words.values import typed_value

_CLASHES: Mapping[str, Key] = {
    "consulta": "refused-clash-consulta",
    "respuesta": "refused-clash-respuesta",
    "parejas": "refused-clash-parejas",
    "zuetan": "refused-clash-zuetan",
}
"""What is said of a field whose value does not go with the rest of the set."""


def refusal(texts: Texts, error: BadRules | UnknownName) -> str:
    """Returns why a table cannot be played like that, and what was expected or may have been meant."""
    if isinstance(error, UnknownName):
        return _unknown(texts, error)
    field = error.allowed
    if field is None:  # so it is not the value, but what else the set says
        return texts(_CLASHES[error.field])
    value = quote(typed_value(texts, error.value))
    if isinstance(field, Amount):
        meant, expected = None, texts("expected-range", least=field.least, most=field.most)
    else:
        known = [_typeable(texts, allowed) for allowed in field.values]
        meant, expected = guess(value, known), " / ".join(known)
    if meant is not None:
        return texts("refused-rules-guess", field=error.field, value=value, guess=meant)
    if not value:
        return texts("refused-no-value", field=error.field, expected=expected)
    return texts("refused-rules", field=error.field, value=value, expected=expected)


def _unknown(texts: Texts, error: UnknownName) -> str:
    """What is said of a name that no rule set, or no field, has."""
    name, known = quote(error.name), ", ".join(error.known)
    if not name:
        return texts("refused-no-field", known=known)
    meant = guess(name, error.known)
    if meant is not None:
        return texts("refused-unknown-guess", name=name, guess=meant)
    key = "refused-unknown-field" if isinstance(error, UnknownField) else "refused-unknown-rules"
    return texts(key, name=name, known=known)


def _typeable(texts: Texts, value: object) -> str:
    """Returns a value as somebody may type it after `field=`, yes and no in their language."""
    return typed_value(texts, value) if isinstance(value, bool) else written(value)


def choices(rules: RuleSet, field: str) -> tuple[object, ...]:
    """Returns the values of a field that have a button; others can be written (`/mus juegos=7`)."""
    return rules.fields[field].usual


def written(value: object) -> str:
    """Returns a value as a payload can carry it and `rules.read_option` reads it."""
    if isinstance(value, bool):
        return "si" if value else "no"
    return str(value).replace(" ", "_")
