"""Pages of the glossary: one term or all, and answers to private questions."""

from __future__ import annotations

from musbot.narrator import answers
from musbot.narrator.post import Button, Post
from musbot.table.act_result import Refused
from musbot.table.acts import LEARN
from musbot.words.glossary import (
    Term,
    find_term,
    is_name,
    is_question,
    second_meaning,
    suggest_terms,
    term_meaning,
    term_names,
)
from musbot.words.quoted import quote
from musbot.words.texts import Texts

MOST_ASKED = 120
"""Longest question, in characters; `answer` returns None for longer messages."""


def entry(texts: Texts, typed: str, *, asks: bool = True) -> Post | None:
    """Returns the page of the term that a text names or asks about; for "", the page of all terms.

    None if the text is about no known term. Only its first MOST_ASKED characters are read. With `asks`, the
    page of all terms says that private questions are answered.
    """
    if not typed:
        called = " · ".join(term_names(texts, term)[0] for term in Term)
        how = (texts("glossary-how"), *((texts("glossary-how-asked"),) if asks else ()))
        return Post(texts("glossary-title"), f"{called}\n\n{' '.join(how)}")
    if (term := find_term(texts, typed[:MOST_ASKED])) is None:
        return None
    meanings = filter(None, [term_meaning(texts, term), second_meaning(texts, term)])
    return Post(term_names(texts, term)[0].capitalize(), "\n".join(meanings))


def unknown_term_refusal(texts: Texts, typed: str) -> Refused:
    """Returns the refusal for an unknown term, with up to two names that the person may mean."""
    name, meant = quote(typed), suggest_terms(texts, typed[:MOST_ASKED])
    match meant:
        case (guess, other):
            return Refused("refused-no-such-term-guesses", name=name, guess=guess, other=other)
        case (guess,):
            return Refused("refused-no-such-term-guess", name=name, guess=guess)
        case _:
            return Refused("refused-no-such-term", name=name)


def answer(texts: Texts, typed: str) -> Post | None:
    """Returns the answer to a private question, or to the name of a term.

    None for other messages, and for more than MOST_ASKED characters. For a question about no known term, it
    says so and offers similar terms, if any, and the course.
    """
    if len(typed) > MOST_ASKED or not (is_question(texts, typed) or is_name(texts, typed)):
        return None
    if (found := entry(texts, typed)) is not None:
        return found
    learn = Button(texts("button-learn"), LEARN)
    refused, lines = unknown_term_refusal(texts, typed), [texts("glossary-unknown")]
    if "guess" in refused.facts:
        lines.insert(0, answers.refusal_text(texts, refused))
    return Post("", "\n".join(lines), ((learn,),))
