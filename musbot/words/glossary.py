"""The words of the game explained: what each is called in every language, and which one is asked about."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import StrEnum

from musbot.words.guess import guess, plain
from musbot.words.texts import LANGUAGES, Key, Texts

LIKE = 0.75
"""How much a word must be like one that is explained (`guess.ALIKE`)."""
_WORD = re.compile(r"\w+")


class Term(StrEnum):
    """A word that is explained."""

    MUS = "mus"
    NO_MUS = "no-mus"
    CONSULTA = "consulta"
    DESCARTE = "descarte"
    SERVIDO = "servido"
    MUS_CORRIDO = "mus-corrido"
    MUS_VISTO = "mus-visto"
    MANO = "mano"
    POSTRE = "postre"
    LANCE = "lance"
    GRANDE = "grande"
    CHICA = "chica"
    PARES = "pares"
    MEDIAS = "medias"
    DUPLES = "duples"
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
    Term.DESCARTE: ("term-descarte", "term-descarte-is"),
    Term.SERVIDO: ("word-servido", "term-servido-is"),
    Term.MUS_CORRIDO: ("term-mus-corrido", "term-mus-corrido-is"),
    Term.MUS_VISTO: ("term-mus-visto", "term-mus-visto-is"),
    Term.MANO: ("term-mano", "term-mano-is"),
    Term.POSTRE: ("term-postre", "term-postre-is"),
    Term.LANCE: ("term-lance", "term-lance-is"),
    Term.GRANDE: ("lance-grande", "term-grande-is"),
    Term.CHICA: ("lance-chica", "term-chica-is"),
    Term.PARES: ("term-pares", "term-pares-is"),
    Term.MEDIAS: ("sena-medias", "term-medias-is"),
    Term.DUPLES: ("sena-duples", "term-duples-is"),
    Term.JUEGO: ("term-juego", "term-juego-is"),
    Term.LA_UNA: ("term-la-una", "term-la-una-is"),
    Term.PUNTO: ("lance-punto", "term-punto-is"),
    Term.ENVIDO: ("term-envido", "term-envido-is"),
    Term.QUIERO: ("term-quiero", "term-quiero-is"),
    Term.QUEREMOS: ("term-queremos", "term-queremos-is"),
    Term.Y_YO: ("term-y-yo", "term-y-yo-is"),
    Term.REENVIDO: ("word-reenvido", "term-reenvido-is"),
    Term.ORDAGO: ("term-ordago", "term-ordago-is"),
    Term.PASO: ("term-paso", "term-paso-is"),
    Term.DEJE: ("term-deje", "term-deje-is"),
    Term.PREMIO: ("term-premio", "term-premio-is"),
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
"""What each is called, one name after another, and what it is."""


def names(texts: Texts, term: Term) -> tuple[str, ...]:
    """Returns what a term is called in a language, the usual name first."""
    return tuple(name.strip() for name in texts(TERMS[term][0]).split(","))


def meaning(texts: Texts, term: Term) -> str:
    """Returns what a term is."""
    return texts(TERMS[term][1])


def find(texts: Texts, typed: str) -> Term | None:
    """Returns the term that somebody wrote about: the longest name in it, or one that is nearly it.

    The language of the one who asks goes before the others.
    """
    said = f" {_folded(typed)} "
    for known in _languages(texts):
        called = _called(known)
        within = [name for name in called if f" {name} " in said]
        if within:
            return called[max(within, key=len)]
    called = _called(texts)
    near = guess(said.strip(), called, LIKE)
    return called[near] if near is not None else None


def asks(texts: Texts, typed: str) -> bool:
    """Returns whether somebody asks something: by their first word, or by a question mark."""
    first = next(iter(_folded(typed).split()), "")
    words = (word for it in _languages(texts) for word in it("glossary-asks").split(","))
    return typed.rstrip().endswith("?") or first in {_folded(word) for word in words}


def is_name(texts: Texts, typed: str) -> bool:
    """Returns whether all that somebody wrote is the name of a term."""
    said = _folded(typed)
    return any(said in _called(known) for known in _languages(texts))


def _languages(texts: Texts) -> Iterator[Texts]:
    yield texts
    yield from (Texts(language) for language in LANGUAGES if language != texts.language)


def _called(texts: Texts) -> dict[str, Term]:
    """Every term by its names; of one name the first term."""
    return {_folded(name): term for term in reversed(Term) for name in names(texts, term)}


def _folded(text: str) -> str:
    return " ".join(_WORD.findall(plain(text)))
