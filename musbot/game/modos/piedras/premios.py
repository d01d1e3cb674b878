"""The stones that the winner of a lance sheds for the cards (R62, R72, R75)."""

from __future__ import annotations

from typing import assert_never

from musbot.game.lances import REAL, Jugada, Lance
from musbot.game.modos.piedras.rules import PiedrasRules


def premio(rules: PiedrasRules, lance: Lance, worth: Jugada, *, bet: bool) -> int:
    """Returns the stones that the winner of a lance sheds for the cards, in addition to the bet.

    Grande and chica shed 1 without a bet and 0 with one; punto always sheds 1.
    """
    match lance:
        case Lance.GRANDE | Lance.CHICA:
            return 0 if bet else 1
        case Lance.PARES:
            return worth.premio_pares
        case Lance.PUNTO:
            return 1
        case Lance.JUEGO:
            return premio_juego(rules, worth)
    assert_never(lance)


def premio_juego(rules: PiedrasRules, worth: Jugada) -> int:
    """Returns the stones that a hand's juego sheds: 3 for 31, 2 for others, 0 without juego.

    With the long tanteo la real sheds 5, and 33 sheds 4.
    """
    if rules.largo and worth.juego == REAL:
        return 5
    if rules.largo and worth.puntos == 33 and worth.has_juego:
        return 4
    return worth.premio_juego
