"""The languages by name: how each calls all of them, and what people may call them."""

from __future__ import annotations

from collections.abc import Mapping

from musbot.words.guess import plain
from musbot.words.texts import LANGUAGES, Key, Texts

_NAMED: Mapping[str, Key] = {"es": "language-es", "en": "language-en", "eu": "language-eu"}
_ALSO = {"castellano": "es", "gaztelera": "es", "euskera": "eu", "vasco": "eu"}
"""What people call them besides."""
AUTO = "auto"
"""No language of one's own: what the platform says counts."""


def name(texts: Texts, language: str) -> str:
    """Returns what a language is called: "euskera"."""
    return texts(_NAMED[language])


def own_names() -> dict[str, str]:
    """Returns what each language calls itself, as a heading: "Euskara"."""
    return {language: name(Texts(language), language).capitalize() for language in LANGUAGES}


def read(typed: str) -> str | None:
    """Returns the language that somebody names in any of them, "" for AUTO, None where it is none of them."""
    said = plain(typed)
    if said == AUTO:
        return ""
    named = {plain(name(Texts(own), other)): other for own in LANGUAGES for other in LANGUAGES}
    code = said.partition("-")[0]
    return (named | _ALSO).get(said) or (code if code in LANGUAGES else None)
