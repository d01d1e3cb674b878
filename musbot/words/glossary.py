"""The glossary: the terms of the game, their names in every language, and the search for one of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cache

from musbot.words.guess import guess, normalise
from musbot.words.texts import LANGUAGES, Key, Texts

MIN_LIKENESS = 0.75
"""Least likeness (`guess.MIN_LIKENESS`) at which a name is suggested."""
SHORTEST_GUESSED = 3
"""Shorter words, or words of this length, are not compared with names."""
LONGEST_NAME = 5
"""The number of words in the longest name."""
_NEGATIONS = frozenset(("no", "not", "ez", "sin", "without", "gabe"))
_WORD = re.compile(r"\w+")


class Term(StrEnum):
    """A term of the glossary."""

    MUS = "mus"
    NO_MUS = "no-mus"
    CONSULTA = "consulta"
    ZUETAN = "zuetan"
    DESCARTE = "descarte"
    SERVIDO = "servido"
    MUS_CORRIDO = "mus-corrido"
    MUS_VISTO = "mus-visto"
    MANO = "mano"
    POSTRE = "postre"
    REPARTO = "reparto"
    JUGADA = "jugada"
    LANCE = "lance"
    GRANDE = "grande"
    CHICA = "chica"
    PARES = "pares"
    MEDIAS = "medias"
    DUPLES = "duples"
    NEGADA = "negada"
    JUEGO = "juego"
    LA_UNA = "la-una"
    PUNTO = "punto"
    ENVIDO = "envido"
    QUIERO = "quiero"
    QUEREMOS = "queremos"
    Y_YO = "y-yo"
    REENVIDO = "reenvido"
    ORDAGO = "ordago"
    PASO = "paso"
    DEJE = "deje"
    PREMIO = "premio"
    RECUENTO = "recuento"
    EMPATE = "empate"
    FAROL = "farol"
    PIEDRA = "piedra"
    AMARRACO = "amarraco"
    ADENTRO = "adentro"
    VACA = "vaca"
    PARTIDA = "partida"
    BANDO = "bando"
    SENA = "sena"
    MIRO = "miro"
    CIEGO = "ciego"
    MEDIOS = "medios"
    REYES = "reyes"
    ASES = "ases"
    FIGURA = "figura"
    BARAJA = "baraja"
    REAL = "real"
    CORTAR = "cortar"
    SELLADA = "sellada"
    SORTEO = "sorteo"
    ACTA = "acta"
    TANTEO = "tanteo"
    SUPLENTE = "suplente"
    PLATO = "plato"
    SUERTUDO = "suertudo"
    ACEPTO = "acepto"
    PERDIDO = "perdido"


TERMS: Mapping[Term, tuple[Key, Key]] = {
    Term.MUS: ("term-mus", "term-mus-is"),
    Term.NO_MUS: ("term-no-mus", "term-no-mus-is"),
    Term.CONSULTA: ("term-consulta", "term-consulta-is"),
    Term.ZUETAN: ("term-zuetan", "term-zuetan-is"),
    Term.DESCARTE: ("term-descarte", "term-descarte-is"),
    Term.SERVIDO: ("term-servido", "term-servido-is"),
    Term.MUS_CORRIDO: ("term-mus-corrido", "term-mus-corrido-is"),
    Term.MUS_VISTO: ("term-mus-visto", "term-mus-visto-is"),
    Term.MANO: ("term-mano", "term-mano-is"),
    Term.POSTRE: ("term-postre", "term-postre-is"),
    Term.REPARTO: ("term-reparto", "term-reparto-is"),
    Term.JUGADA: ("term-jugada", "term-jugada-is"),
    Term.LANCE: ("term-lance", "term-lance-is"),
    Term.GRANDE: ("term-grande", "term-grande-is"),
    Term.CHICA: ("term-chica", "term-chica-is"),
    Term.PARES: ("term-pares", "term-pares-is"),
    Term.MEDIAS: ("term-medias", "term-medias-is"),
    Term.DUPLES: ("term-duples", "term-duples-is"),
    Term.NEGADA: ("term-negada", "term-negada-is"),
    Term.JUEGO: ("term-juego", "term-juego-is"),
    Term.LA_UNA: ("term-la-una", "term-la-una-is"),
    Term.PUNTO: ("term-punto", "term-punto-is"),
    Term.ENVIDO: ("term-envido", "term-envido-is"),
    Term.QUIERO: ("term-quiero", "term-quiero-is"),
    Term.QUEREMOS: ("term-queremos", "term-queremos-is"),
    Term.Y_YO: ("term-y-yo", "term-y-yo-is"),
    Term.REENVIDO: ("term-reenvido", "term-reenvido-is"),
    Term.ORDAGO: ("term-ordago", "term-ordago-is"),
    Term.PASO: ("term-paso", "term-paso-is"),
    Term.DEJE: ("term-deje", "term-deje-is"),
    Term.PREMIO: ("term-premio", "term-premio-is"),
    Term.RECUENTO: ("term-recuento", "term-recuento-is"),
    Term.EMPATE: ("term-empate", "term-empate-is"),
    Term.FAROL: ("term-farol", "term-farol-is"),
    Term.PIEDRA: ("term-piedra", "term-piedra-is"),
    Term.AMARRACO: ("term-amarraco", "term-amarraco-is"),
    Term.ADENTRO: ("term-adentro", "term-adentro-is"),
    Term.VACA: ("term-vaca", "term-vaca-is"),
    Term.PARTIDA: ("term-partida", "term-partida-is"),
    Term.BANDO: ("term-bando", "term-bando-is"),
    Term.SENA: ("term-sena", "term-sena-is"),
    Term.MIRO: ("term-miro", "term-miro-is"),
    Term.CIEGO: ("term-ciego", "term-ciego-is"),
    Term.MEDIOS: ("term-medios", "term-medios-is"),
    Term.REYES: ("term-reyes", "term-reyes-is"),
    Term.ASES: ("term-ases", "term-ases-is"),
    Term.FIGURA: ("term-figura", "term-figura-is"),
    Term.BARAJA: ("term-baraja", "term-baraja-is"),
    Term.REAL: ("term-real", "term-real-is"),
    Term.CORTAR: ("term-cortar", "term-cortar-is"),
    Term.SELLADA: ("term-sellada", "term-sellada-is"),
    Term.SORTEO: ("term-sorteo", "term-sorteo-is"),
    Term.ACTA: ("term-acta", "term-acta-is"),
    Term.TANTEO: ("term-tanteo", "term-tanteo-is"),
    Term.SUPLENTE: ("term-suplente", "term-suplente-is"),
    Term.PLATO: ("term-plato", "term-plato-is"),
    Term.SUERTUDO: ("term-suertudo", "term-suertudo-is"),
    Term.ACEPTO: ("term-acepto", "term-acepto-is"),
    Term.PERDIDO: ("term-perdido", "term-perdido-is"),
}
"""The messages with the names and with the meaning of each term."""


def term_names(texts: Texts, term: Term) -> tuple[str, ...]:
    """Returns the names of a term in a language, the usual name first."""
    return _split_names(texts, TERMS[term][0])


def term_meaning(texts: Texts, term: Term) -> str:
    """Returns the explanation of a term."""
    return texts(TERMS[term][1])


def second_meaning(texts: Texts, term: Term) -> str:
    """Returns the explanation of a term's second meaning; "" for a term with one."""
    return texts("term-juego-also") if term is Term.JUEGO else ""


def find_term(texts: Texts, typed: str) -> Term | None:
    """Returns the term whose name a message asks about; None if there is none.

    Filler words may surround the name ("¿qué son los pares?"); case and accents are ignored. The reader's
    language is searched first. If the message is not a name, it may be a question. It is about a term if it
    contains names of that term alone, and no negation.
    """
    words = _fold(typed).split()
    beside = _filler_words()
    first = next((i for i, word in enumerate(words) if word not in beside), len(words))
    last = next((i for i in range(len(words), 0, -1) if words[i - 1] not in beside), 0)
    spans = [(i, j) for i in range(first + 1) for j in range(len(words), max(last, i + 1) - 1, -1)]
    for start, end in sorted(spans, key=lambda span: span[0] - span[1]):
        if (term := _term_named(texts, " ".join(words[start:end]))) is not None:
            return term
    named = {term for _, term in _find_names(texts, words)}
    return (
        named.pop() if len(named) == 1 and is_question(texts, typed) and not _NEGATIONS & set(words) else None
    )


def suggest_terms(texts: Texts, typed: str) -> tuple[str, ...]:
    """Returns up to two names to offer for a message in which `find_term` finds no term.

    They are the names of terms within the message, from left to right. Without any, it is the name in the
    reader's language that is most like the message without its filler words. Empty if no name is similar, if
    at most SHORTEST_GUESSED characters are left, or if they are everyday words.
    """
    words, beside = _fold(typed).split(), _filler_words()
    shown = {
        name: shown
        for it in (*_languages(texts), texts)
        for name, shown in _written_names(it.language).items()
    }
    within = dict.fromkeys(name for name, _ in _find_names(texts, words))
    if within:
        return tuple(shown[name] for name in within)[:2]
    core = " ".join(word for word in words if word not in beside)
    if len(core) <= SHORTEST_GUESSED or core in map(_fold, _split_names(texts, "glossary-plain")):
        return ()
    near = guess(core, _terms_by_name(texts.language), MIN_LIKENESS)
    return (shown[near],) if near is not None else ()


def is_question(texts: Texts, typed: str) -> bool:
    """Returns whether a message ends in a question mark or begins with a question word of any language."""
    first = next(iter(_fold(typed).split()), "")
    words = (word for it in _languages(texts) for word in it("glossary-asks").split(","))
    return typed.rstrip().endswith("?") or first in {_fold(word) for word in words}


def lost_question(typed: str) -> str | None:
    """Returns a message without its "no entiendo" or similar phrase; None if it has no such phrase.

    The result is in lower case, without accents and punctuation. It is "" if the message has no other words,
    or no words but a "?". Phrases of all languages are searched, and the longest phrase found is removed.
    """
    text = f" {_fold(typed)} "
    if not text.strip():
        return "" if "?" in typed else None
    found = next((phrase for phrase in _lost_phrases() if f" {phrase} " in text), None)
    return text.replace(f" {found} ", " ").strip() if found is not None else None


def is_name(texts: Texts, typed: str) -> bool:
    """Returns whether a message consists only of the name of a term in any language; case, accents and
    punctuation are ignored."""
    return _term_named(texts, _fold(typed)) is not None


def _term_named(texts: Texts, said: str) -> Term | None:
    """Returns the term of a folded name in the reader's language, otherwise in another language; None if
    there is none."""
    called = (_terms_by_name(known.language) for known in _languages(texts))
    return next((names[said] for names in called if said in names), None)


def _find_names(texts: Texts, words: list[str]) -> list[tuple[str, Term]]:
    """Returns the folded names in a message from left to right, each with its term.

    At each place the longest name counts, and names do not overlap. A name that is a filler word is left out.
    `words` are the message's folded words.
    """
    found, start, beside = [], 0, _filler_words()
    while start < len(words):
        for end in range(min(len(words), start + LONGEST_NAME), start, -1):
            name = " ".join(words[start:end])
            if name not in beside and (term := _term_named(texts, name)) is not None:
                found.append((name, term))
                start = end - 1
                break
        start += 1
    return found


def _languages(texts: Texts) -> Iterator[Texts]:
    """Yields these texts, then the texts of all other languages."""
    yield texts
    yield from (Texts(language) for language in LANGUAGES if language != texts.language)


@cache
def _terms_by_name(language: str) -> Mapping[str, Term]:
    """Returns the terms of a language by their folded names."""
    texts = Texts(language)
    return {_fold(name): term for term in Term for name in term_names(texts, term)}


@cache
def _written_names(language: str) -> Mapping[str, str]:
    """Returns the names of a language in their usual spelling, by their folded form."""
    texts = Texts(language)
    return {_fold(name): name for term in Term for name in term_names(texts, term)}


@cache
def _filler_words() -> frozenset[str]:
    """Returns the words of all languages that may surround a name without changing its meaning."""
    keys = ("glossary-asks", "glossary-beside")
    words = (word for it in LANGUAGES for key in keys for word in _split_names(Texts(it), key))
    return frozenset(map(_fold, words))


@cache
def _lost_phrases() -> tuple[str, ...]:
    """Returns the folded phrases of all languages with which people say that they are lost, longest first."""
    phrases = {_fold(phrase) for it in LANGUAGES for phrase in _split_names(Texts(it), "glossary-lost")}
    return tuple(sorted(phrases, key=lambda phrase: (-len(phrase), phrase)))


def _split_names(texts: Texts, key: Key) -> tuple[str, ...]:
    """Returns the names in the message `key`, which separates them by commas."""
    return tuple(name.strip() for name in texts(key).split(","))


def _fold(text: str) -> str:
    """Returns the words of a text in lower case, without accents and punctuation, separated by one space."""
    return " ".join(_WORD.findall(normalise(text)))
