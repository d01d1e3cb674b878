"""The order of a hand: the next lance, and its speakers (R5–R12, R86)."""

from __future__ import annotations

from typing import Final, assert_never

from musbot.game.events import Closed, Declared, LanceBegan, Reshuffled
from musbot.game.lances import Cerrado, Estado, Lance
from musbot.game.state import Servir, State

_GRANDE: Final = Lance.GRANDE
_CHICA: Final = Lance.CHICA
_PARES: Final = Lance.PARES
_JUEGO: Final = Lance.JUEGO
_PUNTO: Final = Lance.PUNTO


def next_lance(mesa: State) -> LanceBegan | Declared | Closed | None:
    """Returns the event that follows the last closed lance; None after juego or punto.

    If pares or juego comes next and is not declared, it is the declaration (R11). Otherwise it is the start
    of the next lance, or its end if it cannot be bet on (R12, R86). A new hand begins with grande.
    """
    if not mesa.lances:
        return _begins(mesa, _GRANDE)
    last = mesa.lances[-1].lance
    if last is _GRANDE:
        return _begins(mesa, _CHICA)
    if last is _CHICA:
        return _next_declaration(mesa, _PARES, mesa.pares)
    if last is _PARES:
        return _next_declaration(mesa, _JUEGO, mesa.juego)
    if last is _JUEGO or last is _PUNTO:
        return None
    assert_never(last)


def _next_declaration(
    mesa: State, lance: Lance, has: tuple[bool, ...] | None
) -> LanceBegan | Declared | Closed:
    """Returns the event that comes next in pares or juego.

    The declaration if `has` is None (R11); the start of the lance if several sides have it (R12), or of punto
    if no player has juego. If one side alone has it, or no player has pares, the end of the lance. A start is
    also replaced by the end if fewer than two seats may speak (R86).
    """
    if has is None:
        return Declared(lance, mesa.has(lance))
    sides = tuple(sorted({mesa.bando(seat) for seat, it in enumerate(has) if it}))
    if len(sides) > 1:
        return _begins(mesa, lance, has)
    if sides:
        return Closed(Cerrado(lance, Estado.SIN_RIVAL, 0, sides))
    if lance is _JUEGO:
        return _begins(mesa, _PUNTO)
    return Closed(Cerrado(lance, Estado.VACIO, 0, ()))


def _begins(mesa: State, lance: Lance, has: tuple[bool, ...] | None = None) -> LanceBegan | Closed:
    """Returns the start of a lance, or its end if fewer than two seats may speak (R86).

    The playing seats with True in `has` may speak; for None, all playing seats.
    """
    may = mesa.playing_seats()
    if has is not None:
        may = tuple([s for s in may if has[s]])
    if len(may) < 2:  # R86: no player to bet against
        return Closed(Cerrado(lance, Estado.SIN_RIVAL if may else Estado.VACIO, 0, may))
    return LanceBegan(lance, may)


def reshuffle_if_empty(mesa: State, servir: Servir) -> Reshuffled | None:
    """Returns the event that makes the discards a new pile, if the pile is empty (R23); otherwise None.

    The whole current discard stays out if `State.keeps_throws`. Otherwise, if one seat alone still waits for
    cards, its discard stays out.
    """
    if mesa.pile_size():
        return None
    if mesa.keeps_throws():
        return Reshuffled(None, earlier=True)
    waiting = [seat for seat in range(mesa.seats) if servir.due[seat]]
    return Reshuffled(waiting[0] if len(waiting) == 1 else None)
