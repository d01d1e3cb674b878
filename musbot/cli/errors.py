"""Translates error messages into the language of the command line.

Packages without texts, such as the store, raise errors in English. `translate` searches the English
errors.ftl for the sentence, and formats the same message in the user's language.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from musbot.acta.partida import ActaError
from musbot.acta.replay import UnexpectedEntry, refusal_text
from musbot.game.errors import BadRules, Illegal
from musbot.game.rules_base import UnknownName
from musbot.narrator.rulewords import rules_refusal_text
from musbot.words.quoted import name_program
from musbot.words.texts import PACKAGE, Key, Texts

SENTENCE_FACTS = frozenset(("why", "expected", "found", "which"))
"""Parameters of messages whose values are sentences and are translated too."""
REQUIRED_FACTS = frozenset(("expected",))
"""Parameters that must have a translation. Others, like `why`, may quote a library's error."""
LIST_FACT = "names"
"""The parameter that is a list, such as "Ane or Beñat"."""
_MESSAGE = re.compile(r"^([a-z][\w-]*) = (.+)$", re.MULTILINE)
_FACT = re.compile(r"\{ \$(\w+) \}")


def describe_error(texts: Texts, error: BaseException) -> str:
    """Returns an error's message in a language, or its own English text if it has no translation.

    The message of an ActaError begins with the numbers of its hand and word, if it has them.
    """
    match error:
        case BadRules() | UnknownName(what="rule set" | "field"):
            return rules_refusal_text(texts, error)
        case ActaError(hand=None):
            return _cause(texts, error)
        case ActaError(hand=hand, voz=voz):
            return texts("acta-error-place", hand=hand or 0, voz=voz or 0, why=_cause(texts, error))
        case _:
            return translate(texts, str(error))


def _cause(texts: Texts, error: ActaError) -> str:
    """Returns the message of the Illegal, BadRules or UnknownName that an ActaError was raised from.

    An Illegal behind an UnexpectedEntry counts too. Otherwise returns the translation of the ActaError's
    `why`.
    """
    match error.__cause__:
        case Illegal() as illegal:
            return refusal_text(illegal, error.names, texts)
        case UnexpectedEntry(__cause__=Illegal() as illegal):
            return refusal_text(illegal, error.names, texts)
        case BadRules() | UnknownName() as cause:
            return describe_error(texts, cause)
        case _:
            return translate(texts, error.why)


def translate(texts: Texts, sentence: str) -> str:
    """Returns the translation of an English error sentence.

    The sentence itself if there is no translation, or for English. Commands in it can be typed in this shell.
    """
    if texts.language == "en":
        return name_program(sentence)
    made = (
        (texts(key, **{name: _translate_fact(texts, name, value) for name, value in facts.items()}), facts)
        for package in texts.packages
        for pattern, key in _patterns(package)
        if (found := pattern.fullmatch(sentence)) is not None
        for facts in [found.groupdict()]
    )
    return name_program(next((it for it, facts in made if _is_translated(texts, facts)), sentence))


def _is_translated(texts: Texts, facts: Mapping[str, str]) -> bool:
    """Returns whether every required parameter of a message has a translation."""
    return all(translate(texts, value) != value for name, value in facts.items() if name in REQUIRED_FACTS)


def _translate_fact(texts: Texts, name: str, value: str) -> str:
    """Returns a message parameter, translated if it is a sentence or a list."""
    if name in SENTENCE_FACTS:
        return translate(texts, value)
    for word, key in (("or", "list-either"), ("and", "list-last")):
        if name == LIST_FACT and f" {word} " in value:
            before, _, last = value.rpartition(f" {word} ")
            return texts(key, before=before, last=last)
    return value


def _fact_pattern(name: str) -> str:
    """Returns the regular expression of a message parameter, a group with the parameter's name.

    Only parameters in SENTENCE_FACTS match a text that contains ": expected ". A list matches no ": ", so
    that it is not taken together with the sentence before it. It matches at least one character. A rule is
    a number such as R28.
    """
    if name in SENTENCE_FACTS:
        return f"(?P<{name}>.+?)"
    if name == "rule":
        return r"(?P<rule>R\d+)"
    return f"(?P<{name}>(?:(?!: {'' if name == LIST_FACT else 'expected '}).)+?)"


@cache
def _patterns(package: str = PACKAGE) -> list[tuple[re.Pattern[str], Key]]:
    """Returns the patterns of a package's English errors, the longest fixed text first; cached."""
    english = files(package).joinpath("locale", "en", "errors.ftl").read_text("utf-8")
    made = []
    for key, sentence in _MESSAGE.findall(english):
        parts = _FACT.split(sentence)
        signs = [_fact_pattern(part) if n % 2 else re.escape(part) for n, part in enumerate(parts)]
        made.append((sum(map(len, parts[::2])), re.compile("".join(signs), re.DOTALL), key))
    made.sort(key=lambda row: -row[0])
    return [(pattern, key) for _, pattern, key in made]
