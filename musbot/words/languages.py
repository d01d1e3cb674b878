"""The names of the languages, and the names that people type for them."""

from __future__ import annotations

from collections.abc import Mapping

from musbot.words.guess import normalise
from musbot.words.texts import LANGUAGES, Key, Texts

_NAMED: Mapping[str, Key] = {"es": "language-es", "en": "language-en", "eu": "language-eu"}
_OTHER_NAMES = {
    "castellano": "es",
    "gaztelera": "es",
    "gazteleraz": "es",
    "gaztelaniaz": "es",
    "ingelesez": "en",
    "euskera": "eu",
    "euskaraz": "eu",
    "vasco": "eu",
}
"""Further names that people type."""
AUTO = "auto"
"""The choice to follow the platform's language."""


def language_name(texts: Texts, language: str) -> str:
    """Returns the name of a language: "euskera"; raises KeyError for an unknown code."""
    return texts(_NAMED[language])


def own_names() -> dict[str, str]:
    """Returns each language's own name by its code, with a capital: "Euskara"."""
    return {language: language_name(Texts(language), language).capitalize() for language in LANGUAGES}


def read_language(typed: str) -> str | None:
    """Returns the code of the language that a person typed: its name in any language, or its code.

    A name may follow "en" or "in": "en euskera". Of one word that is no name the code before its first hyphen
    counts, such as "es" in `es-MX`. Returns "" for AUTO, and None if it is not a language. Case and accents
    are ignored.
    """
    text = normalise(" ".join(typed.split()))
    if text == AUTO:
        return ""
    named = {normalise(language_name(Texts(own), other)): other for own in LANGUAGES for other in LANGUAGES}
    found = (named | _OTHER_NAMES).get(text.removeprefix("en-").removeprefix("in-"))
    if found is not None:
        return found
    code = text if len(typed.split()) > 1 else text.partition("-")[0]
    return code if code in LANGUAGES else None
