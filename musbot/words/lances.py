"""The names of the lances."""

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


def lance_name(texts: Texts, lance: Lance) -> str:
    """Returns the name of a lance: "grande"."""
    return texts(_LANCE[lance])


def lance_heading(texts: Texts, lance: Lance) -> str:
    """Returns the name of a lance with a capital: "Grande"."""
    return lance_name(texts, lance).capitalize()
