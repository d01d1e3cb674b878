"""The forms of game words that people type, by language: messages, spellings, numbers, lances."""

from __future__ import annotations

from collections.abc import Mapping

from musbot.game.lances import Lance

EVERYWHERE = ""
"""In place of a language: forms that no language has for anything else."""

SPELT: Mapping[str, Mapping[str, str]] = {
    EVERYWHERE: {
        "embido": "envido",
        "enbido": "envido",
        "kiero": "quiero",
        "keremos": "queremos",
        "reembido": "reenvido",
        "hordago": "ordago",
    },
    "eu": {
        **dict.fromkeys(("imido", "imbido", "inbido"), "envido"),
        "gehiago": "mas",
        **dict.fromkeys(("iduki", "idoki", "eduki"), "quiero"),
    },
    "en": {"more": "mas"},
}
"""Other spellings of single words."""

ALSO: Mapping[str, Mapping[str, str]] = {
    EVERYWHERE: {
        "hay mus": "mus",
        **dict.fromkeys(("no hay mus", "nomus"), "no mus"),
        "hor dago": "ordago",
    },
    "es": {
        "doy mus": "mus",
        **dict.fromkeys(
            ("corto", "corto mus", "corto el mus", "mus no", "quito el mus", "quito mus"), "no mus"
        ),
        **dict.fromkeys(("pasa", "achico", "yo paso", "pues paso"), "paso"),
        **dict.fromkeys(("tanto envido", "yo envido", "pues envido"), "envido"),  # D
        **dict.fromkeys(("lo quiero", "la quiero", "se quiere", "acepto", "yo quiero"), "quiero"),
        **dict.fromkeys(("no lo quiero", "no la quiero", "no acepto", "yo no quiero"), "no quiero"),
        "me vuelvo atras": "no quiero",  # A §18
        "envido mas": "2 mas",  # with "envido más" five become seven (R32)
        "y yo envido": "y yo",  # A
        "y yo reenvido": "reenvido",  # A
        "todas": "ordago",  # A §19
        **dict.fromkeys(("alli", "postre"), "mi compañero dira"),  # D
        "lo que diga mi companero": "mi compañero dira",
        **dict.fromkeys(("me quedo servido", "me planto"), "servido"),
        "me rindo": "me doy por perdido",
    },
    "eu": {
        **dict.fromkeys(("mus bai", "bai mus"), "mus"),
        **dict.fromkeys(("mus ez", "musik ez", "ez dago musik", "mintza"), "no mus"),
        **dict.fromkeys(("moztu", "mozten dut", "musa moztu", "musa mozten dut"), "no mus"),
        **dict.fromkeys(("paso egiten dut", "pasatzen dut"), "paso"),
        **dict.fromkeys(("nahi dut", "onartzen dut", "kanta"), "quiero"),
        **dict.fromkeys(("tira", "ez dut nahi"), "no quiero"),
        "nahi dugu": "queremos",
        "ez dugu nahi": "no queremos",
        "berriz envido": "reenvido",
        "gehiago": "2 mas",
        **dict.fromkeys(("bikotekideak esango du", "lagunak esango du"), "mi compañero dira"),
        "ondo nago": "servido",
        "ados": "conforme",
        **dict.fromkeys(("amore eman", "amore ematen dut"), "me doy por perdido"),
    },
    "en": {
        "new cards": "mus",
        **dict.fromkeys(("keep cards", "no more cards", "cut the mus", "i cut the mus"), "no mus"),
        **dict.fromkeys(("pass", "i pass", "no bet"), "paso"),
        **dict.fromkeys(("bet", "i bet"), "envido"),
        **dict.fromkeys(("raise", "i raise"), "y yo"),
        "double": "reenvido",
        **dict.fromkeys(("all in", "i m all in", "im all in", "i am all in", "bet it all"), "ordago"),
        **dict.fromkeys(("accept", "i accept", "yes"), "quiero"),
        **dict.fromkeys(("decline", "i decline", "no", "withdraw"), "no quiero"),
        "we accept": "queremos",
        "we decline": "no queremos",
        **dict.fromkeys(("ask my partner", "my partner will say"), "mi compañero dira"),
        "keep all": "servido",
        "stay in": "conforme",
        **dict.fromkeys(("give up", "i give up", "give up for lost"), "me doy por perdido"),
    },
}
"""Other forms of whole messages."""

TALK_IN_SPANISH = frozenset(("yes", "no"))
"""English answers that do not count as words of the game if Spanish is spoken in the chat."""

PHRASES: Mapping[str, tuple[tuple[str, str], ...]] = {
    EVERYWHERE: ((r"(?:quiero y |quiero |y )(\d+ mas)", r"\1"),),  # a raise accepts the bet (R31)
    "es": ((r"(?:pues )?que sean (\d+)(?: mas)?", r"\1 mas"),),
    "eu": (
        (r"(\d+) envido", r"envido \1"),
        (r"(\d+) onartu", r"acepto \1"),
        (r"onartu (\d+)", r"acepto \1"),
    ),
    "en": (
        (r"(?:i )?bet (\d+)", r"envido \1"),
        (r"(?:i )?raise (?:by )?(\d+)", r"\1 mas"),
        (r"put in (\d+)", r"acepto \1"),
    ),
}
"""Patterns of messages with a number, and their meaning."""

_GRANDE, _CHICA, _PARES, _JUEGO, _PUNTO = Lance
_NAMED = {"grande": _GRANDE, "chica": _CHICA, "pares": _PARES, "juego": _JUEGO, "punto": _PUNTO}
LANCES: Mapping[str, tuple[str, Mapping[str, Lance]]] = {
    "es": (r"(.+) a(?: la|l)? (\w+)", {**_NAMED, "mayor": _GRANDE, "pequena": _CHICA}),
    "eu": (
        r"(.+) (\w+)",
        {
            **dict.fromkeys(("handira", "handitara"), _GRANDE),
            **dict.fromkeys(("txikira", "txikitara", "ttipira"), _CHICA),
            "pareetara": _PARES,
            "jokora": _JUEGO,
            "puntura": _PUNTO,
        },
    ),
    "en": (r"(.+) (?:to|on|at) (\w+)", _NAMED),
}
"""Patterns of messages that end in the name of a lance."""

_ES = (
    "uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete"
    " dieciocho diecinueve veinte veintiuno veintidos veintitres veinticuatro veinticinco veintiseis"
    " veintisiete veintiocho veintinueve"
)
_EU = (
    "bat bi hiru lau bost sei zazpi zortzi bederatzi hamar hamaika hamabi hamahiru hamalau hamabost hamasei"
    " hamazazpi hamazortzi hemeretzi"
)
_EN = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
    " seventeen eighteen nineteen"
)
_ES_TENS = "treinta cuarenta cincuenta sesenta setenta ochenta noventa"
_EU_TWENTIES = "hogei berrogei hirurogei laurogei"
_EN_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"


def _count_words(words: str) -> dict[str, int]:
    """Returns the number of each word by its place, from 1."""
    return {word: n for n, word in enumerate(words.split(), 1)}


def _tens(tens: str, first: int, step: int, units: str, between: str) -> dict[str, int]:
    """Returns the numbers that begin with a word of `tens`, alone or with a unit ("treinta y cinco").

    The words of `tens` mean `first`, `first` + `step` and so on; `between` joins a unit below `step`.
    """
    whole = {ten: first + step * at for at, ten in enumerate(tens.split())}
    below = [(unit, n) for unit, n in _count_words(units).items() if n < step]
    return whole | {f"{ten}{between}{unit}": start + n for ten, start in whole.items() for unit, n in below}


NUMBERS: Mapping[str, Mapping[str, int]] = {
    "es": _count_words(_ES) | _tens(_ES_TENS, 30, 10, _ES, " y ") | {"una": 1, "un": 1},
    "eu": _count_words(_EU) | _tens(_EU_TWENTIES, 20, 20, _EU, "ta "),
    "en": _count_words(_EN) | _tens(_EN_TENS, 20, 10, _EN, " "),
}
"""Numbers in words, up to 99."""
