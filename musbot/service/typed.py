"""Words of the game typed in a chat, as people write them; anything else is not looked at."""

from __future__ import annotations

from musbot.acta.voces import LongNumber, UnknownWord, folded, read_voz
from musbot.game.actions import Action, Voz
from musbot.game.cards import BadCard

MOST_CHARACTERS = 30

_ALSO = {
    "no hay mus": "no mus",
    "corto": "no mus",
    "corto mus": "no mus",
    "mus no": "no mus",
    "musik ez": "no mus",  # Basque
    "enbido": "envido",
    "hordago": "ordago",
    "iduki": "quiero",
    "tira": "no quiero",
    "pasa": "paso",
}
_NUMBERS = "uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince veinte"
_AMOUNTS = dict(zip(_NUMBERS.split(), [*map(str, range(1, 16)), "20"], strict=True)) | {"una": "1"}
_NOT_TYPED = (Voz.DESCARTA, Voz.SENA, Voz.MIRO)
"""Cards are never named in a group, and señas are not words."""


def read_typed(text: str) -> Action | None:
    """Returns what a message says if it is exactly a word of the game, or None."""
    if len(text) > MOST_CHARACTERS:
        return None
    said = folded(text).strip(" .!¡")
    words = " ".join(_AMOUNTS.get(word, word) for word in _ALSO.get(said, said).split())
    try:
        action = read_voz(words)
    except (UnknownWord, LongNumber, BadCard):
        return None
    return None if action.voz in _NOT_TYPED else action
