"""The events that follow without a player in a hand with stones: payments and losers (R60–R78)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from musbot.game.cards import Hand
from musbot.game.events import Closed, Event, HandEnded, JuegoLost, Owed, PartidaWon, Shown
from musbot.game.lances import Cerrado, Estado
from musbot.game.modos.piedras.platillo import (
    closing_payments,
    holders,
    last_holder,
    losing_payment,
    payments,
    taking_payment,
)
from musbot.game.modos.piedras.puja import Cierre, Puja, add_at
from musbot.game.order import next_lance
from musbot.game.state import Between, Cobro, JuegoOver, Recuento

if TYPE_CHECKING:
    from musbot.game.modos.piedras.state import PiedrasState

_COMPARED = (Estado.ORDAGO, Estado.VISTO)


def next_event(mesa: PiedrasState) -> Event | None:
    """Returns the next event; None while a word or cards are awaited, and at the end of the partida."""
    match mesa.phase:
        case Puja() as puja:
            return _puja_event(mesa, puja)
        case Between():
            return _juego_lost(mesa) or _next_lance_event(mesa)
        case Cobro(due):
            return _juego_lost(mesa) or due[0]
        case Recuento(None):
            return _count_payments(mesa)
        case Recuento(due):
            return _juego_lost(mesa) or (due[0] if due else HandEnded(mesa.hand))
        case JuegoOver(winner=None):
            return _end_event(mesa)
        case JuegoOver():
            return HandEnded(mesa.hand)
        case _:
            return None


def _puja_event(mesa: PiedrasState, puja: Puja) -> Event | None:
    """Returns the end of the lance, or the payment that is due before the next word (R74); None while a word
    is awaited."""
    if not puja.is_open:
        return _close_lance(mesa, mesa.procedure.lance_result(puja, holders(mesa)))
    if puja.toma is not None:
        return Owed((taking_payment(mesa, puja.lance, puja.toma),), goes_on=True)
    return None


def _close_lance(mesa: PiedrasState, cierre: Cierre) -> Closed:
    """Returns the event of a lance's end, with the payments due at once.

    It has each seat's stones in hand before these payments, and the stones that stay in the middle.
    """
    piedras = cierre.manos
    for toma in cierre.tomas:  # its payment follows
        piedras = add_at(piedras, toma.seat, -sum(toma.de))
    medio = cierre.medio if any(cierre.medio) else ()
    return Closed(cierre.lance, piedras, medio, closing_payments(mesa, cierre))


def _next_lance_event(mesa: PiedrasState) -> Event:
    """Returns the event of `next_lance`, or the event in which players show cards.

    They do so for a comparison in mid-hand (R67, R68) and after the last lance. They also do so at an early
    end of the hand (R76).
    """
    last = mesa.lances[-1] if mesa.lances else None
    if last is not None and _needs_comparison(mesa, last):
        return Shown(_hands(mesa, last))
    if last is not None and last.final:
        return Shown(mesa.cards)
    return next_lance(mesa) or Shown(mesa.cards)


def _needs_comparison(mesa: PiedrasState, last: Cerrado) -> bool:
    """Returns whether the stones of a lance wait for a comparison of cards in mid-hand.

    They do after an accepted órdago, and in the state VISTO (R67), until the payment is owed.
    """
    waits = bool(mesa.medio) and mesa.medio[-1][0] is last.lance
    return waits and last.estado in _COMPARED


def _hands(mesa: PiedrasState, last: Cerrado) -> tuple[Hand, ...]:
    """Returns the cards of the players in a lance (R88); empty for the others."""
    return tuple(hand if seat in last.bandos else () for seat, hand in enumerate(mesa.cards))


def _count_payments(mesa: PiedrasState) -> Owed:
    """Returns the payment after a comparison in mid-hand (R67, R68), or all payments of the count."""
    last = mesa.lances[-1]
    if _needs_comparison(mesa, last):
        return Owed((losing_payment(mesa, last, mesa.medio[-1][1]),), goes_on=True)
    return Owed(tuple(payments(mesa)))


def _juego_lost(mesa: PiedrasState) -> JuegoLost | None:
    """Returns the loss of the juego if only one player has stones (R60, R70); otherwise None."""
    loser = last_holder(mesa)
    return JuegoLost(loser) if loser is not None else None


def _end_event(mesa: PiedrasState) -> PartidaWon | HandEnded:
    """Returns the end of the partida if only one player is left (R60, R70); otherwise the end of the hand."""
    left = [seat for seat, lost_so_far in enumerate(mesa.juegos) if lost_so_far < mesa.rules.juegos]
    return PartidaWon(left[0]) if len(left) == 1 else HandEnded(mesa.hand)
