"""The order of a hand: what comes when a lance is over, and who may speak in the next (R5–R12, R86)."""

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
    """Returns how the hand goes on after the lance last closed; None when all are over."""
    if not mesa.lances:
        return _begins(mesa, _GRANDE)
    last = mesa.lances[-1].lance
    if last is _GRANDE:
        return _begins(mesa, _CHICA)
    if last is _CHICA:
        return _declares(mesa, _PARES, mesa.pares)
    if last is _PARES:
        return _declares(mesa, _JUEGO, mesa.juego)
    if last is _JUEGO or last is _PUNTO:
        return None
    assert_never(last)


def _declares(mesa: State, lance: Lance, has: tuple[bool, ...] | None) -> LanceBegan | Declared | Closed:
    """The declaration (R11), and then the lance, if more than one side takes part in it (R12)."""
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
    may = mesa.playing()
    if has is not None:
        may = tuple([s for s in may if has[s]])
    if len(may) < 2:  # R86: nobody to bet with
        return Closed(Cerrado(lance, Estado.SIN_RIVAL if may else Estado.VACIO, 0, may))
    return LanceBegan(lance, may)


def reshuffled(mesa: State, servir: Servir) -> Reshuffled | None:
    """Returns that the discards become a new pile, if the pile is out (R23)."""
    if mesa.left():
        return None
    if mesa.keeps_throws():
        return Reshuffled(None, earlier=True)
    waiting = [seat for seat in range(mesa.seats) if servir.due[seat]]
    return Reshuffled(waiting[0] if len(waiting) == 1 else None)
