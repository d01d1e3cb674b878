"""The events that follow without a player in a hand of Mus: lances, showdown, count and winners (R12,
R32–R53)."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from musbot.game.actions import Bando
from musbot.game.envite import Envite
from musbot.game.events import (
    Closed,
    Event,
    HandEnded,
    JuegoWon,
    Owed,
    Paid,
    PartidaWon,
    Por,
    Shown,
    VacaWon,
    first_to_reach,
)
from musbot.game.lances import Estado
from musbot.game.modos.mus.recuento import payments
from musbot.game.modos.mus.rules import Deje
from musbot.game.order import next_lance, reshuffle_if_empty
from musbot.game.state import Between, Cobro, Descarte, JuegoOver, Mus, Recuento, Reparto, Servir, Terminada

if TYPE_CHECKING:
    from musbot.game.modos.mus.state import MusState

_ORDAGO, _PAID_ORDAGO, _AT_ONCE = Estado.ORDAGO, Por.ORDAGO, Deje.ACTO


def next_event(mesa: MusState) -> Event | None:
    """Returns the next event; None while a word or cards are awaited, and at the end of the partida."""
    phase = mesa.phase
    if isinstance(phase, Envite):  # a match statement would be four times as slow
        waits = phase.pending if phase.bettor is not None else phase.passed < len(phase.speakers)
        return None if waits else Closed(mesa.procedure.lance_result(phase))
    if type(phase) is Between:
        return _next_lance_event(mesa)
    if type(phase) is Mus:
        return None
    if type(phase) is Recuento:
        return _count_event(mesa, phase.due)
    if type(phase) is Cobro:
        return phase.due[0]
    if type(phase) is JuegoOver:
        return _end_event(mesa, phase)
    if isinstance(phase, Servir):
        return reshuffle_if_empty(mesa, phase)
    if isinstance(phase, (Reparto, Descarte, Terminada)):
        return None
    assert_never(phase)


def first_at_target(mesa: MusState) -> Bando | None:
    """Returns the side that first reached the piedras of a juego, by the order of the payments in this hand.

    None if no side has (R38, R44).
    """
    return first_to_reach(mesa.rules.piedras, mesa.piedras, mesa.tantos)


def _next_lance_event(mesa: MusState) -> Event:
    """Returns the event of `next_lance`, or the showdown after the last lance; after an órdago at once (R35).

    With `deje = "acto"` a side at the target wins the juego first (R38). With `muestra`, hands are shown
    before it does (R91).
    """
    won = first_at_target(mesa)
    if won is not None and mesa.rules.deje is _AT_ONCE:
        return Shown(mesa.cards) if mesa.rules.muestra else JuegoWon(won)  # R80, R91
    ordago = bool(mesa.lances) and mesa.lances[-1].estado is _ORDAGO
    return (None if ordago else next_lance(mesa)) or _showdown_event(mesa)


def _showdown_event(mesa: MusState) -> Shown:
    """Returns the showdown: all hands (R44), or after an órdago the hands of the sides in it (R35, R43)."""
    last = mesa.lances[-1]
    if last.estado is not _ORDAGO:
        return Shown(mesa.cards)
    inside, sides = last.bandos, len(mesa.piedras)
    return Shown(tuple([hand if seat % sides in inside else () for seat, hand in enumerate(mesa.cards)]))


def _count_event(mesa: MusState, due: tuple[Paid, ...] | None) -> Event:
    """Returns the next event of the count.

    It is the list of payments, then each payment, until a side wins the juego; otherwise the end of the hand.
    A side may have reached the target by a deje before the count (R91). After an órdago as the last lance,
    its payment is the only one and wins the juego (R35).
    """
    if mesa.tantos and mesa.tantos[-1].por is _PAID_ORDAGO:
        return JuegoWon(mesa.tantos[-1].bando)
    won = first_at_target(mesa)
    if won is not None and mesa.lances[-1].estado is not _ORDAGO:
        return JuegoWon(won)
    if due is None:
        return Owed(tuple(payments(mesa)))
    return due[0] if due else HandEnded(mesa.hand)


def _end_event(mesa: MusState, over: JuegoOver) -> Event:
    """Returns the next event after a juego: a vaca won, the partida won, or the end of the hand (R53)."""
    won = over.bando
    if over.winner is None and not over.vaca_over and mesa.juegos[won] == mesa.rules.juegos:
        return VacaWon(won)
    if over.winner is None and over.vaca_over and mesa.vacas[won] == mesa.rules.vacas:
        return PartidaWon(won)
    return HandEnded(mesa.hand)
