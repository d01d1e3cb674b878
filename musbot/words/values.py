"""The fields of a rule set and their values in words."""

from __future__ import annotations

from collections.abc import Mapping

from musbot.words.texts import Key, Texts

_FIELDS: Mapping[str, Key] = {
    "bandos": "field-bandos",
    "reyes": "field-reyes",
    "real": "field-real",
    "piedras": "field-piedras",
    "juegos": "field-juegos",
    "vacas": "field-vacas",
    "parejas": "field-parejas",
    "descarte": "field-descarte",
    "respuesta": "field-respuesta",
    "gracia": "field-gracia",
    "elimina": "field-elimina",
    "corte": "field-corte",
    "mus_corrido": "field-mus-corrido",
    "consulta": "word-consulta",
    "mus_visto": "field-mus-visto",
    "senas": "field-senas",
    "muestra": "field-muestra",
    "deje": "field-deje",
    "reponer": "field-reponer",
    "barajar": "field-barajar",
    "tanteo": "field-tanteo",
}
_VALUES: Mapping[str, Key] = {
    "parejas": "value-parejas",
    "trios": "value-trios",
    "individual": "value-individual",
    "figura": "value-figura",
    "rey": "value-rey",
    "fijas": "value-fijas",
    "sorteo": "value-sorteo",
    "turno": "value-turno",
    "a la vez": "value-a-la-vez",
    "pareja": "value-pareja",
    "libre": "value-libre",
    "partida": "value-partida",
    "juego": "value-juego",
    "corto": "value-corto",
    "largo": "value-largo",
    "acto": "value-acto",
    "recuento": "value-recuento",
    "en paquete": "value-en-paquete",
    "una a una": "value-una-a-una",
    "todos": "value-todos",
    "anteriores": "value-anteriores",
    "todas": "value-todas",
    "diez": "value-diez",
    "siete": "value-siete",
    "no": "no",
}
"""The values that are words."""


def field_words(texts: Texts, field: str) -> str:
    """Returns what a field is called."""
    return texts(_FIELDS[field])


def field_is(texts: Texts, field: str, value: object) -> str:
    """Returns a field and its value: "mus corrido: en cada juego"."""
    return texts("field-is", field=field_words(texts, field), value=told_value(texts, field, value))


def told_value(texts: Texts, field: str, value: object) -> str:
    """Returns what a value of a field means, where nobody has to type it."""
    if isinstance(value, bool):
        return value_words(texts, value)
    if isinstance(value, int | float):
        return _number(texts, field, value)
    return texts(_VALUES[str(value)])


def _number(texts: Texts, field: str, value: float) -> str:
    match field:
        case "gracia":
            return texts("value-seconds", seconds=f"{value:g}")
        case "mus_visto":
            return texts("value-chance", percent=f"{100 * value:g}") if value else texts("value-never")
        case _:
            return f"{value:g}"


def value_words(texts: Texts, value: object) -> str:
    """Returns a field's value as people type it."""
    if isinstance(value, bool):
        return texts("yes" if value else "no")
    return str(value)
