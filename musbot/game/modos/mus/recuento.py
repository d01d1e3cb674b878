"""The count: the payments at the end of a hand, in the strict order of R44."""

from __future__ import annotations

from collections.abc import Iterator

from musbot.game.actions import Seat
from musbot.game.events import Paid, Por
from musbot.game.lances import Cerrado, Estado, Jugada, Lance, best_seat
from musbot.game.state import State

Hands = list[tuple[Seat, Jugada]]
"""Each seat with the value of its cards, from the mano on."""
_POR_ORDAGO, _ENVITE, _PREMIO, _POR_PASO, _POR_PUNTO = Por.ORDAGO, Por.ENVITE, Por.PREMIO, Por.PASO, Por.PUNTO
_ORDAGO, _VACIO, _QUERIDO, _PASO = Estado.ORDAGO, Estado.VACIO, Estado.QUERIDO, Estado.PASO
_PARES, _PUNTO, _WITH_PREMIOS = Lance.PARES, Lance.PUNTO, (Lance.PARES, Lance.JUEGO)


def payments(mesa: State) -> Iterator[Paid]:
    """Yields the payments after the showdown, in order; dejes were paid before (R44).

    An accepted órdago is the only payment (R35). Payments beyond the end of the juego are included.
    """
    hands = [(seat, mesa.jugada(seat)) for seat in mesa.circle(mesa.mano)]
    if mesa.lances[-1].estado is _ORDAGO:
        yield _payment_to_best(mesa, hands, mesa.lances[-1], _POR_ORDAGO, 0)
        return
    for lance in mesa.lances:
        estado = lance.estado
        if estado is _VACIO:
            continue
        if estado is _QUERIDO:
            yield _payment_to_best(mesa, hands, lance, _ENVITE, lance.piedras)
        if lance.lance in _WITH_PREMIOS:  # R46
            yield _premios(mesa, hands, lance)
        elif estado is _PASO:
            yield _payment_to_best(mesa, hands, lance, _POR_PASO, 1)  # R45, R49
        elif lance.lance is _PUNTO:
            yield _payment_to_best(mesa, hands, lance, _POR_PUNTO, 1)  # R49: accepted or rejected


def _lance_winner(mesa: State, hands: Hands, lance: Cerrado) -> Seat:
    """Returns the winner of a lance among the sides that can win it (R10, R14)."""
    sides = len(mesa.piedras)
    if len(lance.bandos) < sides:
        hands = [own for own in hands if own[0] % sides in lance.bandos]
    return best_seat(hands, lance.lance)


def _premios(mesa: State, hands: Hands, lance: Cerrado) -> Paid:
    """Returns the payment for pares or juego: the premios of the winner's whole side (R47, R48)."""
    seat, sides = _lance_winner(mesa, hands, lance), len(mesa.piedras)
    side, pares = seat % sides, lance.lance is _PARES
    own = [worth for other, worth in hands if other % sides == side]
    piedras = sum([worth.premio_pares if pares else worth.premio_juego for worth in own])
    return Paid(mesa.hand, side, lance.lance, _PREMIO, piedras, seat)


def _payment_to_best(mesa: State, hands: Hands, lance: Cerrado, por: Por, piedras: int) -> Paid:
    """Returns a payment of `piedras`, for the reason `por`, to the side that wins a lance."""
    seat = _lance_winner(mesa, hands, lance)
    return Paid(mesa.hand, mesa.bando(seat), lance.lance, por, piedras, seat)
