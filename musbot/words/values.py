"""The names of rule sets, of their fields, and of the fields' values."""

from __future__ import annotations

from collections.abc import Mapping

from musbot.words.texts import Key, Texts

_RULE_NAMES: Mapping[str, Key] = {
    "parejas": "rules-called-parejas",
    "vitoria": "rules-called-vitoria",
    "mundial": "rules-called-mundial",
    "cuatro-reyes": "rules-called-cuatro-reyes",
    "euskal-herria": "rules-called-euskal-herria",
    "castellano": "rules-called-castellano",
    "castellano-30": "rules-called-castellano-30",
    "castellano-40": "rules-called-castellano-40",
    "clasico": "rules-called-clasico",
    "trios": "rules-called-trios",
    "individual": "rules-called-individual",
    "tres-mus": "rules-called-tres-mus",
    "frances": "rules-called-frances",
    "fem": "rules-called-fem",
    "iparralde": "rules-called-iparralde",
}
_BESIDE: Mapping[str, Key] = {
    "castellano-30": "rules-called-castellano",
    "castellano-40": "rules-called-castellano",
}
"""Shorter names of rule sets whose usual name includes the number of piedras."""
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
    "deje_subida": "field-deje-subida",
    "sorteo": "field-sorteo",
    "zuetan": "field-zuetan",
    "visto_en": "field-visto-en",
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
    "fem": "value-fem",
    "postre": "value-postre",
    "aceptado": "value-aceptado",
    "mas uno": "value-mas-uno",
    "palos": "value-palos",
    "menor reparte": "value-menor-reparte",
    "menor mano": "value-menor-mano",
    "reparto": "value-reparto",
    "siempre": "value-siempre",
    "no": "no",
}
"""The values that are words."""


def rules_name(texts: Texts, rules: str) -> str:
    """Returns the name of a rule set. An id that no longer exists is returned unchanged."""
    return texts(_RULE_NAMES[rules]) if rules in _RULE_NAMES else rules


def rules_name_before_piedras(texts: Texts, rules: str) -> str:
    """Returns the name of a rule set for a place that also says the number of piedras.

    Sets with that number in their name have a shorter one here.
    """
    return texts(_BESIDE[rules]) if rules in _BESIDE else rules_name(texts, rules)


def field_name(texts: Texts, field: str) -> str:
    """Returns the name of a rule set's field in this language; raises KeyError for an unknown field."""
    return texts(_FIELDS[field])


def field_with_value(texts: Texts, field: str, value: object) -> str:
    """Returns a field's name and value: "mus corrido: en cada juego".

    Raises KeyError for an unknown field, or for a value without a name.
    """
    return texts("field-is", field=field_name(texts, field), value=value_name(texts, field, value))


def value_name(texts: Texts, field: str, value: object) -> str:
    """Returns the name of a field's value, which may differ from the form to type (`typed_value`).

    Raises KeyError for a value without a name; booleans and numbers need none.
    """
    if isinstance(value, bool):
        return typed_value(texts, value)
    if isinstance(value, int | float):
        return _number(texts, field, value)
    return texts(_VALUES[str(value)])


def _number(texts: Texts, field: str, value: float) -> str:
    """Returns a number in words: `gracia` in seconds, `mus_visto` as a percentage or "never", others as
    digits."""
    match field:
        case "gracia":
            return texts("value-seconds", seconds=f"{value:g}")
        case "mus_visto":
            return texts("value-chance", percent=f"{100 * value:g}") if value else texts("value-never")
        case _:
            return f"{value:g}"


def typed_value(texts: Texts, value: object) -> str:
    """Returns a field's value as people can type it: yes and no in this language, other values as stored."""
    if isinstance(value, bool):
        return texts("yes" if value else "no")
    return str(value)
