"""Words of the game typed in a chat, as people write them; anything else is not looked at."""

from __future__ import annotations

import re
from collections.abc import Mapping

from musbot.game.actions import Action, Voz
from musbot.game.cards import BadCard
from musbot.game.voces import LongNumber, UnknownWord, folded, read_voz
from musbot.words.guess import guess

MOST_CHARACTERS = 30

_SPELT: Mapping[str, str] = {
    "embido": "envido",
    "kiero": "quiero",
    "keremos": "queremos",
    "reembido": "reenvido",
    **dict.fromkeys(("enbido", "imido", "imbido", "inbido"), "envido"),  # Basque
    "hordago": "ordago",
    "gehiago": "mas",
    **dict.fromkeys(("iduki", "idoki", "eduki"), "quiero"),
}
"""Words that are spelt otherwise, wherever they stand."""
_ALSO: Mapping[str, str] = {
    "hay mus": "mus",
    **dict.fromkeys(("no hay mus", "corto", "corto mus", "mus no"), "no mus"),
    **dict.fromkeys(("mus ez", "musik ez", "ez dago musik", "mintza", "moztu"), "no mus"),  # Basque
    "bikotekideak esango du": "mi compañero dira",
    "ondo nago": "servido",
    "hor dago": "ordago",
    "nahi dut": "quiero",
    "ez dut nahi": "no quiero",
    "tira": "no quiero",
    "nahi dugu": "queremos",
    "ez dugu nahi": "no queremos",
    "berriz envido": "reenvido",
    "ados": "conforme",
    **dict.fromkeys(("amore eman", "amore ematen dut"), "me doy por perdido"),
    **dict.fromkeys(("pasa", "achico"), "paso"),
    **dict.fromkeys(("alli", "postre"), "mi compañero dira"),  # D
    "tanto envido": "envido",  # D
    "y yo envido": "y yo",  # A
    "y yo reenvido": "reenvido",  # A
    "todas": "ordago",  # A §19
    "me vuelvo atras": "no quiero",  # A §18
    **dict.fromkeys(("envido mas", "gehiago"), "2 mas"),  # with "envido más" five become seven (R32)
}
"""Whole messages that are said otherwise."""
_NUMBERS = "uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince veinte"
_BASQUE = (
    "bat bi hiru lau bost sei zazpi zortzi bederatzi hamar hamaika hamabi hamahiru hamalau hamabost hogei"
)
_AMOUNTS = {
    **dict(zip(_NUMBERS.split(), [*map(str, range(1, 16)), "20"], strict=True)),
    **dict(zip(_BASQUE.split(), [*map(str, range(1, 16)), "20"], strict=True)),
    "una": "1",
}
_RAISE = re.compile(r"(?:(?:quiero y |quiero |y )(?=\d+ mas)|(?:pues )?que sean )(\d+)(?: mas)?")
"""A raise accepts what it raises (R31): who says so says no more than the raise."""
_SPOKEN = tuple(folded(voz.value) for voz in Voz if voz not in (Voz.DESCARTA, Voz.SENA, Voz.MIRO))
_BEFORE = re.compile(r"(\d+) (?:(envido)|onartu)")
"""In Basque the number comes first."""
_KNOWN = frozenset(word for said in (*_SPELT, *_ALSO, *_AMOUNTS, *_SPOKEN) for word in said.split())
"""Every word that stands in what may be typed."""
_SLIP = 0.75
"""How much a word must be like one of these to be a slip (`guess.ALIKE`); one of two letters never is."""
_MOST_WORDS = 4
_NOT_TYPED = (Voz.DESCARTA, Voz.SENA, Voz.MIRO)
"""Cards are never named in a group, and señas are not words."""


def read_typed(text: str) -> tuple[Action, ...]:
    """Returns what a message may mean if it is exactly a word of the game: the first that may be said now."""
    if len(text) > MOST_CHARACTERS:
        return ()
    words = _plain(folded(text).strip(" .!¡"))
    try:
        action = read_voz(words)
    except (UnknownWord, LongNumber, BadCard):
        return ()
    if action.voz is Voz.ENVIDO:  # where there is a bet already it can only raise it
        return (action, Action(Voz.MAS, action.n))
    return () if action.voz in _NOT_TYPED else (action,)


def read_slip(text: str) -> tuple[Action, ...]:
    """Returns what a message may mean that is nothing but a mistyped word of the game; nothing for talk."""
    words = folded(text).strip(" .!¡").split()
    if "?" in text or len(text) > MOST_CHARACTERS or len(words) > _MOST_WORDS or read_typed(text):
        return ()
    meant = [_nearest(word) for word in words]
    return read_typed(" ".join(meant)) if all(meant) else ()


def _nearest(word: str) -> str:
    """The word of the game that somebody may have meant; "" for none."""
    if word in _KNOWN or word.isdecimal():
        return word
    return (guess(word, _KNOWN, _SLIP) or "") if len(word) > 2 else ""


def _plain(said: str) -> str:
    """A message as an acta would have it: words as they are spelt, numbers in digits."""
    spelt = " ".join(_SPELT.get(word, _AMOUNTS.get(word, word)) for word in _ALSO.get(said, said).split())
    spelt = _ALSO.get(spelt, spelt)
    if number := _BEFORE.fullmatch(spelt):
        return f"{number[2] or 'acepto'} {number[1]}"
    raised = _RAISE.fullmatch(spelt)
    return f"{raised[1]} mas" if raised else spelt
