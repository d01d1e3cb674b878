"""The count: who takes how many piedras at the end of a hand, in the strict order of R44."""

from __future__ import annotations

from collections.abc import Iterator

from musbot.game.actions import Bando, Seat
from musbot.game.events import Paid, Por
from musbot.game.lances import Cerrado, Estado, Lance, best
from musbot.game.state import State

_ORDAGO, _VACIO, _QUERIDO, _PASO = Estado.ORDAGO, Estado.VACIO, Estado.QUERIDO, Estado.PASO
_PARES, _PUNTO, _WITH_PREMIOS = Lance.PARES, Lance.PUNTO, (Lance.PARES, Lance.JUEGO)


def payments(mesa: State) -> Iterator[Paid]:
    """Yields every payment that is due once the hands are shown, in order; dejes are paid already (R44).

    An órdago accepted is the only one (R35). That the juego ends at the target is not looked at here.
    """
    if mesa.lances[-1].estado is _ORDAGO:
        yield _to_best(mesa, mesa.lances[-1], Por.ORDAGO, 0)
        return
    for lance in mesa.lances:
        yield from _lance(mesa, lance)


def _best(mesa: State, lance: Lance, bandos: tuple[Bando, ...]) -> Seat:
    """Who wins a lance among those sides (R10, R14)."""
    sides = len(mesa.piedras)
    own = [(seat, mesa.jugada(seat)) for seat in mesa.circle(mesa.mano) if seat % sides in bandos]
    return best(own, lance)


def premios(mesa: State, lance: Lance, bando: Bando) -> int:
    """Returns the premios of a whole side in pares or juego, added together (R47, R48)."""
    own = [mesa.jugada(seat) for seat in range(mesa.seats) if mesa.bando(seat) == bando]
    return sum([j.premio_pares if lance is _PARES else j.premio_juego for j in own])


def _lance(mesa: State, lance: Cerrado) -> Iterator[Paid]:
    estado = lance.estado
    if estado is _VACIO:
        return
    if estado is _QUERIDO:
        yield _to_best(mesa, lance, Por.ENVITE, lance.piedras)
    if lance.lance in _WITH_PREMIOS:  # R46
        seat = _best(mesa, lance.lance, lance.bandos)
        side = mesa.bando(seat)
        yield Paid(mesa.hand, side, lance.lance, Por.PREMIO, premios(mesa, lance.lance, side), seat)
    elif estado is _PASO:
        yield _to_best(mesa, lance, Por.PASO, 1)  # R45, R49
    elif lance.lance is _PUNTO:
        yield _to_best(mesa, lance, Por.PUNTO, 1)  # R49: accepted or rejected


def _to_best(mesa: State, lance: Cerrado, por: Por, piedras: int) -> Paid:
    seat = _best(mesa, lance.lance, lance.bandos)
    return Paid(mesa.hand, mesa.bando(seat), lance.lance, por, piedras, seat)
