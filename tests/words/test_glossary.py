"""The words of the game explained: all that any text uses, in every language, and found as people ask."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from musbot.game.actions import Sena, Voz
from musbot.game.lances import Lance
from musbot.narrator.glossary import answer
from musbot.service.commands.registry import COMMANDS
from musbot.words import lances
from musbot.words.glossary import Term, asks, find, meaning, names
from musbot.words.texts import LANGUAGES, WORDS, Texts

PLAIN = set(
    """
    bot chat chats decide has play terminal musbot sha por new donostia vitoria cinco dos tres una figura
    fijas respuesta turno guardar reglas cerrar toml tools muslari names corte ctrl term text rival
    """.split()
)
"""What English and Spanish texts share and is no word of the game: names, numbers, what one types."""


def tokens(language: str) -> set[str]:
    """Returns the words of what players are told in a language, without what is put into them."""
    found: set[str] = set()
    for file in files("musbot.words").joinpath("locale", language).iterdir():
        if file.name in ("cli.ftl", "errors.ftl"):  # the command line, which names settings and files
            continue
        for line in file.read_text("utf-8").splitlines():
            if line.startswith(("#", "term-", "glossary-asks")):
                continue
            said = re.sub(r"^[a-z][a-z0-9-]* =|\{[^}]*\}|\[[^\]]*\]|\{.*$|/\w+", " ", line)
            found |= {word.lower() for word in re.findall(r"[^\W\d_]+", said) if len(word) > 2}
    return found


def test_english_texts_use_no_word_of_the_game_that_is_not_explained():
    texts = Texts("en")
    explained = {word for term in Term for name in names(texts, term) for word in name.lower().split()}
    commands = {name for row in COMMANDS for name in row.every_name}
    shared = tokens("en") & tokens("es")
    assert len(shared) > 50
    assert shared - explained - commands - PLAIN == set(), "explain them in the glossary; names go into PLAIN"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_lance_and_sena_is_explained(language: str):
    texts = Texts(language)
    said = {texts.word(voz.value) for voz in Voz if voz.value in WORDS}
    said |= {lances.name(texts, lance) for lance in Lance} | {texts.word(sena.value) for sena in Sena}
    assert {word for word in said if find(texts, word) is None} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_name_stands_for_two_terms_and_each_is_explained(language: str):
    texts = Texts(language)
    called = [name for term in Term for name in names(texts, term)]
    assert len(called) == len(set(called))
    assert all(len(meaning(texts, term)) > 20 for term in Term)
    assert [term for term in Term if find(texts, names(texts, term)[0]) is not term] == []


@pytest.mark.parametrize(
    ("language", "typed", "term"),
    [
        ("es", "¿qué son pares?", Term.PARES),
        ("es", "que es el deje", Term.DEJE),
        ("es", "qué es un órdago", Term.ORDAGO),
        ("es", "que es mus corrido", Term.MUS_CORRIDO),
        ("es", "what is pares", Term.PARES),
        ("en", "what are amarracos?", Term.AMARRACO),
        ("en", "qué son las señas", Term.SENA),
        ("eu", "zer dira pareak?", Term.PARES),
        ("eu", "zer da hordago", Term.ORDAGO),
    ],
)
def test_a_question_finds_its_word(language: str, typed: str, term: Term):
    texts = Texts(language)
    assert asks(texts, typed)
    assert find(texts, typed) is term


def test_a_slip_is_understood_and_talk_is_not():
    assert find(Texts(), "amarrako") is Term.AMARRACO
    assert find(Texts(), "bicicleta") is None
    assert answer(Texts("es"), "hasta mañana") is None
    assert answer(Texts("es"), "qué es una bicicleta") is not None
