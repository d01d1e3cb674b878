"""Finds the choice of a page that a typed line names, by its number, its words or a word of the game."""

from __future__ import annotations

import re
from collections.abc import Mapping

from musbot.port.typed import read_typed
from musbot.words.guess import normalise
from musbot.words.texts import Texts

_ASIDE = re.compile(r" ?\([^()]*\)")
_WORD = re.compile(r"\w+")


def find_named(texts: Texts, labels: Mapping[str, str], line: str) -> str | None:
    """Returns the key of the choice that a line names; None if it names none.

    A line names a choice by its key, or by its label, with or without its parentheses. A move that only this
    label says names it too. `labels` has the labels by key. Case, accents and punctuation are ignored.
    """
    typed = _fold_label(line)
    if typed in labels:
        return typed
    for key, label in labels.items():
        if typed in (_fold_label(label), _fold_label(_ASIDE.sub("", label))):
            return key
    actions = _actions(texts, line)
    return _single_key(
        [key for key, label in labels.items() if actions & _actions(texts, _ASIDE.sub("", label))]
    )


def find_choice(texts: Texts, labels: Mapping[str, str], line: str) -> str | None:
    """Returns the key of the choice that a line names, or whose label it begins; None for no or many choices.

    No command may be on the line.
    """
    return find_named(texts, labels, line) or find_begun(labels, line)


def find_begun(labels: Mapping[str, str], line: str) -> str | None:
    """Returns the key of the only choice whose label begins with a line; None for none or several."""
    typed = _fold_label(line)
    return _single_key(
        [key for key, label in labels.items() if typed and _fold_label(label).startswith(typed)]
    )


def name_choices(texts: Texts, labels: Mapping[str, str]) -> str:
    """Returns the sentence that lists the answers to a page with these choices."""
    quoted = [texts("console-command", name=_ASIDE.sub("", label)) for label in labels.values()]
    return texts("console-choose", words=texts.join_names(quoted))


def _single_key(keys: list[str]) -> str | None:
    """Returns the key in a list of one; None for another list."""
    return keys[0] if len(keys) == 1 else None


def _fold_label(text: str) -> str:
    """Returns the words of a text in lower case and without accents, with a hyphen between two."""
    return "-".join(_WORD.findall(normalise(text)))


def _actions(texts: Texts, text: str) -> set[object]:
    """Returns the actions that a text may mean as a word of the game."""
    return {word.action for word in read_typed(text.strip(" /"), {texts.language})}
