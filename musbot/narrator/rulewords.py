"""The values of a rule set's fields in words, and the reasons why values are refused."""

from __future__ import annotations

from collections.abc import Mapping

from musbot.game.errors import BadRules
from musbot.game.field_kinds import Amount
from musbot.game.rules_base import RuleSet, UnknownField, UnknownName
from musbot.words.guess import guess
from musbot.words.quoted import quote
from musbot.words.texts import Key, Texts
from musbot.words.values import field_name, typed_value

_CLASHES: Mapping[str, Key] = {
    "consulta": "refused-clash-consulta",
    "respuesta": "refused-clash-respuesta",
    "parejas": "refused-clash-parejas",
    "zuetan": "refused-clash-zuetan",
}
"""The message for each field whose value contradicts the rest of the set."""


def rules_refusal_text(texts: Texts, error: BadRules | UnknownName) -> str:
    """Returns the reason why rules are refused, with the value or name probably meant, or the valid ones.

    A value that contradicts another field has its own message. Raises KeyError if no message in _CLASHES is
    about that field.
    """
    if isinstance(error, UnknownName):
        return _unknown_name_text(texts, error)
    field = error.allowed
    if field is None:  # the value contradicts another field
        return texts(_CLASHES[error.field])
    value = quote(typed_value(texts, error.value))
    if isinstance(field, Amount):
        meant, expected = None, texts("expected-range", least=field.least, most=field.most)
    else:
        known = [_typed_value(texts, allowed) for allowed in field.values]
        meant, expected = guess(value, known), " / ".join(known)
    if meant is not None:
        return texts("refused-rules-guess", field=error.field, value=value, guess=meant)
    if not value:
        return texts("refused-no-value", field=error.field, expected=expected)
    return texts("refused-rules", field=error.field, value=value, expected=expected)


def _unknown_name_text(texts: Texts, error: UnknownName) -> str:
    """Returns the refusal of a rule set or field that does not exist.

    It has the name that was probably meant, otherwise all known names.
    """
    is_field = isinstance(error, UnknownField)
    name, known = (
        quote(error.name),
        ", ".join(_label_field(texts, it) if is_field else it for it in error.known),
    )
    if not name:
        return texts("refused-no-field", known=known)
    meant = guess(name, error.known)
    if meant is not None:
        return texts("refused-unknown-guess", name=name, guess=meant)
    if is_field:
        return texts("refused-unknown-field", name=name, known=known)
    return texts("refused-unknown-rules", name=name, known=known)


def _label_field(texts: Texts, field: str) -> str:
    """Returns the typed form of a field, with its name if that says more: "gracia (tiempo del compañero)"."""
    called = field_name(texts, field)
    return field if called == field.replace("_", " ") else f"{field} ({called})"


def _typed_value(texts: Texts, value: object) -> str:
    """Returns a value in the form to type after `field=`, with yes and no in the reader's language."""
    return typed_value(texts, value) if isinstance(value, bool) else option_value(value)


def offered_values(rules: RuleSet, field: str) -> tuple[object, ...]:
    """Returns the values of a field that have a button. Others can be typed (`/mus juegos=7`).

    Raises KeyError for an unknown field.
    """
    return rules.fields[field].usual


def option_value(value: object) -> str:
    """Returns a value in the spelling that follows `field=`: `si` or `no` for a bool, "_" for each space."""
    if isinstance(value, bool):
        return "si" if value else "no"
    return str(value).replace(" ", "_")
