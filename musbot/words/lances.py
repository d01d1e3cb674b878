"""The lances by name."""

from __future__ import annotations

from collections.abc import Mapping

from musbot.game.lances import Lance
from musbot.words.texts import Key, Texts

_LANCE: Mapping[Lance, Key] = {
    Lance.GRANDE: "lance-grande",
    Lance.CHICA: "lance-chica",
    Lance.PARES: "lance-pares",
    Lance.JUEGO: "lance-juego",
    Lance.PUNTO: "lance-punto",
}


def name(texts: Texts, lance: Lance) -> str:
    """Returns a lance as one says it: "grande"."""
    return texts(_LANCE[lance])


def heading(texts: Texts, lance: Lance) -> str:
    """Returns a lance at the beginning of a line: "Grande"."""
    return name(texts, lance).capitalize()
