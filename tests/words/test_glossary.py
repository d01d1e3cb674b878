"""The words of the game explained: all that any text uses, in every language, and found as people ask."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest

from musbot.game.actions import Sena, Voz
from musbot.game.lances import Lance
from musbot.narrator.glossary import answer
from musbot.service.commands.registry import COMMANDS
from musbot.words import lances
from musbot.words.glossary import (
    Term,
    find_term,
    is_name,
    is_question,
    lost_question,
    suggest_terms,
    term_meaning,
    term_names,
)
from musbot.words.texts import LANGUAGES, WORDS, Texts

PLAIN = set(
    """
    biak fem iparralde frances
    bot chat chats decide has play terminal musbot sha por new donostia vitoria cinco dos tres una figura
    madrid buenos aires bogotá lima york
    sqlite database url local
    fijas respuesta turno guardar reglas cerrar toml tools muslari names corte ctrl term text rival min meant
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
            if line.startswith(("#", "term-", "glossary-asks", "glossary-lost")):
                continue
            said = re.sub(r"^[a-z][a-z0-9-]* =|\{[^}]*\}|\[[^\]]*\]|\{.*$|/\w+", " ", line)
            found |= {word.lower() for word in re.findall(r"[^\W\d_]+", said) if len(word) > 2}
    return found


def test_english_texts_use_no_word_of_the_game_that_is_not_explained():
    texts = Texts("en")
    explained = {word for term in Term for name in term_names(texts, term) for word in name.lower().split()}
    commands = {name for row in COMMANDS for name in row.every_name}
    shared = tokens("en") & tokens("es")
    assert len(shared) > 50
    assert shared - explained - commands - PLAIN == set(), "explain them in the glossary; names go into PLAIN"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_lance_and_sena_is_explained(language: str):
    texts = Texts(language)
    said = {texts.word(voz.value) for voz in Voz if voz.value in WORDS}
    said |= {lances.lance_name(texts, lance) for lance in Lance} | {texts.word(sena.value) for sena in Sena}
    assert {word for word in said if find_term(texts, word) is None} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_name_stands_for_two_terms_and_each_is_explained(language: str):
    texts = Texts(language)
    called = [name for term in Term for name in term_names(texts, term)]
    assert len(called) == len(set(called))
    assert all(len(term_meaning(texts, term)) > 20 for term in Term)
    assert [term for term in Term if find_term(texts, term_names(texts, term)[0]) is not term] == []


BATTERY = [
    tuple(part.strip() for part in line.split("|"))
    for file in sorted(Path(__file__).parent.glob("battery*.txt"))
    for line in file.read_text("utf-8").splitlines()
    if "|" in line
]


def test_no_word_of_the_battery_is_defined_as_another_term():
    found = {(language, word): find_term(Texts(language), word) for language, word, _ in BATTERY}
    wrong = [row for row in BATTERY if found[(row[0], row[1])] not in (None, row[2])]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_word_that_players_know_is_not_taken_for_a_slip_of_another(language: str):
    texts = Texts(language)
    plain = [word.strip() for word in texts("glossary-plain").split(",")]
    assert [word for word in plain if find_term(texts, word) or suggest_terms(texts, word)] == []


def test_most_words_of_the_battery_are_defined_and_nearly_all_are_offered_something():
    defined = [row for row in BATTERY if find_term(Texts(row[0]), row[1]) is not None]
    offered = [row for row in BATTERY if row not in defined and suggest_terms(Texts(row[0]), row[1])]
    assert len(BATTERY) >= 450
    assert len(defined) >= 420
    assert len(defined) + len(offered) >= 438


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_is_defined_and_none_is_asked_back(language: str):
    texts = Texts(language)
    every = [(name, term) for term in Term for name in term_names(texts, term)]
    assert [
        name for name, term in every if find_term(texts, name) is not term or not is_name(texts, name)
    ] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_that_is_offered_is_defined_when_it_is_asked_for(language: str):
    texts = Texts(language)
    every = [name for term in Term for name in term_names(texts, term)]
    slips = [name[:at] + name[at + 1 :] for name in every for at in range(len(name))]
    offered = {
        name for slip in slips if find_term(texts, slip) is None for name in suggest_terms(texts, slip)
    }
    assert len(offered) > 100
    assert [name for name in offered if find_term(texts, name) is None] == []


@pytest.mark.parametrize(
    ("typed", "about"),
    [
        ("no entiendo nada", ""),
        ("No entiendo NADA!!", ""),
        ("¿y ahora qué hago?", ""),
        ("que es esto", ""),
        ("como se juega al mus", ""),
        ("what should I do?", ""),
        ("What's this?", ""),
        ("I don’t understand", ""),
        ("how do I play", ""),
        ("ez dut ezer ulertzen", ""),
        ("zer egin behar dut?", ""),
        ("??", ""),
        ("no entiendo los pares", "los pares"),
        ("how do you play chica?", "chica"),
        ("azaldu pareak", "pareak"),
    ],
)
def test_who_is_lost_is_understood_and_so_is_what_they_name(typed: str, about: str):
    left = lost_question(typed)
    assert left is not None
    assert (left == about) if about else (find_term(Texts("es"), left) is None)


@pytest.mark.parametrize(
    "typed", ["", "hola", "pares", "¿qué son pares?", "envido", "no quiero", "jajaja", "!"]
)
def test_other_messages_are_not_taken_for_being_lost(typed: str):
    assert lost_question(typed) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_that_is_said_at_the_table_is_taken_for_being_lost(language: str):
    texts = Texts(language)
    names = [name for term in Term for name in term_names(texts, term)]
    assert [word for word in (*names, *map(texts.word, WORDS)) if lost_question(word) is not None] == []


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
    assert is_question(texts, typed)
    assert find_term(texts, typed) is term


def test_a_slip_is_asked_back_and_defines_nothing():
    assert find_term(Texts(), "amarrrako") is None
    assert suggest_terms(Texts(), "amarrrako") == ("amarrako",)
    assert find_term(Texts(), "mus con pares") is None
    assert suggest_terms(Texts(), "mus con pares") == ("mus", "pares")
    assert find_term(Texts(), "bicicleta") is None
    assert suggest_terms(Texts(), "bicicleta") == ()
    assert answer(Texts("es"), "hasta mañana") is None
    assert answer(Texts("es"), "qué es una bicicleta") is not None
