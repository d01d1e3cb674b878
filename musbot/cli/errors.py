"""What went wrong, in the language of the command line, whoever says it.

Rooms without words, such as the store, say it in English. That sentence is found again in the English
errors.ftl, with its facts, and told in the language that is spoken here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from musbot.acta.partida import ActaError
from musbot.acta.replay import Unexpected, refusal_text
from musbot.game.errors import BadRules, Illegal
from musbot.game.rules_base import UnknownName
from musbot.narrator.rulewords import refusal
from musbot.words.texts import PACKAGE, Key, Texts

WHY = frozenset(("why", "expected", "found", "which"))
"""Facts that are sentences, or parts of them, themselves."""
STRICT = frozenset(("expected",))
"""Those of them that must be among the messages: "cannot be read: …" may end in what a library says."""
NAMES = "names"
"""The fact that is a list: "Ane or Beñat"."""
_MESSAGE = re.compile(r"^([a-z][\w-]*) = (.+)$", re.MULTILINE)
_FACT = re.compile(r"\{ \$(\w+) \}")


def told(texts: Texts, error: BaseException) -> str:
    """Returns what an error says, in a language; as it says it itself where there is no message for that."""
    match error:
        case BadRules() | UnknownName(what="rule set" | "field"):
            return refusal(texts, error)
        case ActaError(hand=None):
            return _cause(texts, error)
        case ActaError(hand=hand, voz=voz):
            return texts("acta-error-place", hand=hand or 0, voz=voz or 0, why=_cause(texts, error))
        case _:
            return translated(texts, str(error))


def _cause(texts: Texts, error: ActaError) -> str:
    match error.__cause__:
        case Illegal() as illegal:
            return refusal_text(illegal, error.names, texts)
        case Unexpected(__cause__=Illegal() as illegal):
            return refusal_text(illegal, error.names, texts)
        case BadRules() | UnknownName() as cause:
            return told(texts, cause)
        case _:
            return translated(texts, error.why)


def translated(texts: Texts, sentence: str) -> str:
    """Returns an English sentence of such a room in a language; the sentence itself if it is none of them."""
    if texts.language == "en":
        return sentence
    made = (
        (texts(key, **{name: _fact(texts, name, value) for name, value in facts.items()}), facts)
        for package in texts.packages
        for pattern, key in _patterns(package)
        if (found := pattern.fullmatch(sentence)) is not None
        for facts in [found.groupdict()]
    )
    return next((it for it, facts in made if _whole(texts, facts)), sentence)


def _whole(texts: Texts, facts: Mapping[str, str]) -> bool:
    """Whether nothing of a sentence has stayed English."""
    return all(translated(texts, value) != value for name, value in facts.items() if name in STRICT)


def _fact(texts: Texts, name: str, value: str) -> str:
    if name in WHY:
        return translated(texts, value)
    if name == NAMES and " or " in value:
        before, _, last = value.rpartition(" or ")
        return texts("list-either", before=before, last=last)
    return value


def _fact_in(name: str) -> str:
    """What a fact looks like: one that is no sentence itself holds nothing of one."""
    return f"(?P<{name}>.+?)" if name in WHY else f"(?P<{name}>(?:(?!: expected ).)+?)"


@cache
def _patterns(package: str = PACKAGE) -> list[tuple[re.Pattern[str], Key]]:
    """Returns what a package's errors look like in English; those with most text of their own come first."""
    english = files(package).joinpath("locale", "en", "errors.ftl").read_text("utf-8")
    made = []
    for key, sentence in _MESSAGE.findall(english):
        parts = _FACT.split(sentence)
        signs = [_fact_in(part) if n % 2 else re.escape(part) for n, part in enumerate(parts)]
        made.append((sum(map(len, parts[::2])), re.compile("".join(signs), re.DOTALL), key))
    made.sort(key=lambda row: -row[0])
    return [(pattern, key) for _, pattern, key in made]
