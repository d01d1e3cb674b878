"""The words of the game explained, one of them or all, and what somebody asks about them in private."""

from __future__ import annotations

from musbot.narrator.post import Button, Post
from musbot.table.acts import LEARN
from musbot.words.glossary import Term, asks, find, is_name, meaning, names
from musbot.words.texts import Texts

MOST_ASKED = 120
"""Characters of a question; more is talk, and no word is looked for behind them."""


def entry(texts: Texts, typed: str, *, asks: bool = True) -> Post | None:
    """Returns the term that is meant, or all for ""; None where there is no such.

    `asks` tells that a question typed in private is answered too.
    """
    if not typed:
        called = " · ".join(names(texts, term)[0] for term in Term)
        how = (texts("glossary-how"), *((texts("glossary-how-asked"),) if asks else ()))
        return Post(texts("glossary-title"), f"{called}\n\n{' '.join(how)}")
    term = find(texts, typed[:MOST_ASKED])
    return Post(names(texts, term)[0].capitalize(), meaning(texts, term)) if term is not None else None


def answer(texts: Texts, typed: str) -> Post | None:
    """Returns what is answered to a question in private, or to the bare name of a term."""
    if len(typed) > MOST_ASKED or not (asks(texts, typed) or is_name(texts, typed)):
        return None
    learn = Button(texts("button-learn"), LEARN)
    return entry(texts, typed) or Post("", texts("glossary-unknown"), ((learn,),))
